"""Scenes: a sowing's events, applied one by one, lead to the position after it, and no seed is lost on the way."""

from __future__ import annotations

import random

import pytest

import bonduc
from bonduc.games.kernels.state import Event
from bonduc.games.registry import GAMES
from bonduc.terminal.drawing.scene import Scene, after_move, play_through


@pytest.mark.parametrize("name", GAMES)
def test_events_lead_to_the_position_after(name: str) -> None:
    source = random.Random(name)
    for _ in range(3):
        position = bonduc.game(name).start()
        while position.mover is not None and source.random() > 0.01:
            sowing = position.sowing(source.choice(position.legal_moves))
            scene = Scene.of(position)
            for event, scene in play_through(sowing):
                assert min(scene.holes) >= 0
                if position.game.spec.counts_seeds:
                    total = sum(scene.holes) + sum(scene.stores) + scene.hand + position.lost
                    assert total == position.game.seeds, event
            after = sowing.after
            assert scene.holes == after.holes
            assert scene.hand == after.hand
            if position.game.spec.counts_seeds:
                assert scene.stores == after.stores
            if after.mover is not None:
                assert scene.marks == after.marks
            position = after


def test_last_move_is_kept_at_rest() -> None:
    position = bonduc.game("rio-kadalis").position("0,0,8,8,3,8/2,9,1,1,1,3 0 4 S -")
    scene = after_move(position.sowing("C"))
    names = position.game.layout.names
    assert {names[hole] for hole in scene.started} == {"C"}
    assert scene.at is not None
    assert names[scene.at] == "F"
    assert {names[hole] for hole in scene.taken} == {"F"}
    assert (scene.hand, scene.lap) == (0, 0)


def test_both_emptied_holes_of_an_opening_are_shown() -> None:
    scene = after_move(bonduc.game("kiothi").start().sowing("EG>A10"))
    assert {scene.game.layout.names[hole] for hole in scene.started} == {"E", "G"}


def test_a_hole_refilled_after_its_capture_is_no_longer_shown_as_captured() -> None:
    position = bonduc.game("rio-kadalis").position("2,1,1,1,3,10/2,3,2,1,10,0 8 4 S -")
    sowing = position.sowing("A")
    taken = [scene.taken for event, scene in play_through(sowing) if event.event == Event.CAPTURE]
    assert taken == [{1}]
