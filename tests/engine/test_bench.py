"""The signature of the search."""

from __future__ import annotations

from bonduc.engine.bench import bench, positions

SIGNATURE = 541988


def test_the_signature_of_the_search() -> None:
    """The number changes with every change of the search or the estimates; then it belongs into the commit message."""
    assert bench().nodes == SIGNATURE


def test_the_bench_covers_every_game() -> None:
    import bonduc

    assert {position.game.id for position, _ in positions()} == set(bonduc.games())
