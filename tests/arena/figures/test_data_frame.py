"""Finished games as a Parquet table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.figures.data_frame import games_table, write_table
from bonduc.arena.match import play_match
from bonduc.errors import MissingExtraError

NAMES = ("depth:1", "random")


def test_every_game_is_a_row(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="the study extra is not installed")
    outcome = play_match(*NAMES, game="rio-kadalis", games=6, control=TimeControl(nodes=1))
    path = tmp_path / "games.parquet"
    for _ in range(2):
        write_table(outcome.results[::-1], outcome.plan.game, NAMES, path)
        table = polars.read_parquet(path)
    assert table["number"].to_list() == list(range(6))
    assert table["south"].to_list() == ["depth:1", "random"] * 3
    assert [tuple(moves) for moves in table["moves"].to_list()] == [result.moves for result in outcome.results]
    assert (table["south_seeds"] + table["north_seeds"]).max() <= 48
    assert table["plies"].to_list() == [len(result.moves) for result in outcome.results]
    # A table of no games has the same columns.
    assert games_table([], outcome.plan.game, NAMES).schema == table.schema
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]


def test_without_polars_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"bonduc\[study\]"):
        games_table([], bonduc.game("rio-kadalis"), NAMES)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from bonduc.arena.runs.executors import cluster_executor

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"bonduc\[cluster\]"), cluster_executor("tcp://127.0.0.1:1"):
        pytest.fail("there is no client")
