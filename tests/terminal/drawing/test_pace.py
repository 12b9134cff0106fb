"""Speeds: what is shown, how long, what waits, how long sowings hurry."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.errors import OptionError
from bonduc.games.kernels.state import Event
from bonduc.terminal.drawing.pace import SPEEDS, read_speed, shots

LONG = "3,4,4,10,6,10/2,1,0,4,3,10"


def test_names_and_beginnings() -> None:
    assert [read_speed(name) for name in SPEEDS] == list(SPEEDS)
    assert read_speed("fa") == "fast"
    with pytest.raises(OptionError, match=r"speed 's': must be slow, normal, fast, instant, step"):
        read_speed("s")
    with pytest.raises(OptionError):
        read_speed("")


def test_every_drop_is_shown_at_normal_speed() -> None:
    sowing = bonduc.game("rio-kadalis").start().sowing("A")
    drops = sum(event.event == Event.DROP for event in sowing)
    lifts = sum(event.event == Event.LIFT for event in sowing)
    shown = list(shots(sowing, "normal"))
    assert len(shown) == drops + lifts
    assert shown[0].status == "4 in hand"
    assert shown[1].seconds == SPEEDS["normal"]
    assert shown[-1].scene.holes == sowing.after.holes
    assert any(shot.status.startswith("lap 2: the 5 of E are lifted") for shot in shown)


def test_nothing_is_shown_at_instant_speed() -> None:
    assert list(shots(bonduc.game("rio-kadalis").start().sowing("A"), "instant")) == []


def test_slower_is_slower() -> None:
    sowing = bonduc.game("adji-kui-ii").start().sowing("A")
    lengths = [sum(shot.seconds for shot in shots(sowing, speed)) for speed in ("slow", "normal", "fast")]
    assert lengths == sorted(lengths, reverse=True)


def test_step_waits_where_laps_end_and_captures_are_made() -> None:
    position = bonduc.game("rio-kadalis").position("0,0,8,8,3,8/2,9,1,1,1,3 0 4 S -")
    waiting = [shot for shot in shots(position.sowing("C"), "step") if shot.wait]
    assert [shot.status.split("   ")[0] for shot in waiting] == [
        "lap 2: the 2 of D are lifted",
        "4 stones of F captured by South",
    ]
    assert all("Enter" in shot.status for shot in waiting)


def test_an_opening_does_not_wait_between_its_two_holes() -> None:
    sowing = bonduc.game("kiothi").start().sowing("EF>A10")
    assert not any(shot.wait for shot in shots(sowing, "step"))


def test_a_sowing_of_156_laps_stays_watchable() -> None:
    """RULES.md, Endless sowing: a sowing that ends after 156 laps; it hurries after the third lap."""
    game = bonduc.game("adji-kui-ii")
    position = game.setup(holes=(2, 1, 0, 4, 3, 10, 6, 10, 1, 0, 7, 0), stores=(2, 2))
    sowing = position.sowing("F")
    assert sowing.laps == 156
    shown = list(shots(sowing, "normal"))
    assert sum(shot.seconds for shot in shown) < 12
    assert shown[-1].scene.holes == sowing.after.holes
    assert len(shown) < len(sowing.events) / 2
