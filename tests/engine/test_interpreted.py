"""The computer's move before the machine code is there."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.engine.interpreted import choose_interpreted
from bonduc.games.registry import GAMES
from bonduc.games.runner import Runner


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [1, 8])
def test_interpreted_moves_are_legal(name: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Runner, "compiles_by_itself", False)
    played = bonduc.Round(bonduc.game(name))
    for _ in range(6):
        if played.outcome is None:
            played.play(choose_interpreted(played, level))
    assert played.moves


def test_an_interpreted_move_takes_what_is_to_be_had() -> None:
    position = bonduc.game("rio-kadalis").position("0,0,0,0,0,1/3,0,0,0,2,1 20 21 S -")
    gains = {m: position.play(m).stores[0] for m in position.legal_moves}
    chosen = choose_interpreted(bonduc.Round(position.game, position), 8)
    assert gains[chosen] == max(gains.values()) or position.play(chosen).mover is None
