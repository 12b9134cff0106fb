"""Strategies of claims: found where the first moves offered go round in a circle, and where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bonduc
from bonduc.solve.proofs.strategy import NoStrategyError, Strategy

GAME = bonduc.game("rio-kadalis", holes=3)
START = GAME.position("0,0,1/0,0,1 10 12 S -")


def is_won(position: bonduc.Position) -> bool | None:
    """South claims that the round comes to an end."""
    return None if position.mover is not None else True


def moves_from_the_last(position: bonduc.Position) -> Iterator[bonduc.Move]:
    return reversed(position.legal_moves)


@pytest.mark.parametrize("moves", [lambda position: iter(position.legal_moves), moves_from_the_last])
def test_a_strategy_leads_to_the_claim_without_a_circle(moves: object) -> None:
    found = Strategy(START, bonduc.SOUTH, is_won, moves).moves()  # type: ignore[arg-type]
    assert found

    def follow(here: bonduc.Position, above: tuple[bonduc.Position, ...]) -> None:
        assert here not in above
        if here.mover is not None:
            for move in [found[here]] if here.mover == bonduc.SOUTH else here.legal_moves:
                follow(here.play(move), (*above, here))

    follow(START, ())


def test_a_claim_without_moves_has_no_strategy() -> None:
    with pytest.raises(NoStrategyError, match="no move is proved to keep the claim in 0,0,1/0,0,1"):
        Strategy(START, bonduc.SOUTH, is_won, lambda position: iter(())).moves()


def test_a_strategy_is_looked_for_among_so_many_positions_only() -> None:
    with pytest.raises(NoStrategyError, match="is found among 3 positions"):
        Strategy(GAME.start(), bonduc.SOUTH, is_won, lambda position: iter(position.legal_moves), 3).moves()
