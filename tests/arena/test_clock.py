"""Time controls and clocks. Times are given to the clock, none is measured."""

from __future__ import annotations

import pytest

from bonduc.arena.clock import Allowance, Clock, TimeControl, parse_clock, time_for_move
from bonduc.errors import BonducError


def test_seconds_of_a_move_with_margin() -> None:
    clock = Clock(TimeControl(seconds=1, margin=0.5))
    assert clock.allowance() == Allowance(seconds=1)
    assert clock.patience(0) == 1.5
    assert not clock.spend(0, 1.5, turn_passes=True)
    assert clock.spend(1, 1.501, turn_passes=True)
    assert clock.used == [1.5, 1.501]


def test_a_clock_runs_down_and_gains_its_increment() -> None:
    clock = Clock(TimeControl(base=10, increment=2, margin=0))
    assert not clock.spend(0, 4, turn_passes=True)
    assert clock.allowance().clocks == (8, 10)
    assert clock.patience(0) == 8
    assert not clock.spend(0, 8, turn_passes=True)
    assert clock.left[0] == 2
    assert clock.spend(0, 2.1, turn_passes=True), "the increment comes after the move, too late"


def test_steps_of_one_turn_share_the_seconds_and_the_increment() -> None:
    clock = Clock(TimeControl(seconds=1, margin=0))
    assert not clock.spend(0, 0.75, turn_passes=False)
    assert clock.allowance().seconds == 0.25
    assert clock.spend(0, 0.5, turn_passes=True)
    clock = Clock(TimeControl(base=10, increment=1))
    clock.spend(0, 1, turn_passes=False)
    clock.spend(0, 1, turn_passes=True)
    assert clock.left == [9, 10]


def test_who_brings_limits_is_free_of_seconds_but_not_of_a_clock() -> None:
    clock = Clock(TimeControl(seconds=1, margin=0), free=(True, False))
    assert not clock.spend(0, 5, turn_passes=True)
    assert clock.patience(0) is None
    assert clock.spend(1, 5, turn_passes=True)
    clock = Clock(TimeControl(base=1, margin=0), free=(True, True))
    assert clock.spend(0, 5, turn_passes=True)


def test_no_limit_of_time() -> None:
    clock = Clock(TimeControl(depth=3, nodes=100))
    assert clock.allowance() == Allowance(nodes=100, depth=3)
    assert clock.patience(1) is None
    assert not clock.spend(0, 1e6, turn_passes=True)


def test_time_for_a_move() -> None:
    assert time_for_move(Allowance(seconds=0.3), 0) == 0.3
    assert time_for_move(Allowance(depth=3), 0) is None
    assert time_for_move(Allowance(clocks=(50, 100), increment=1), 0) == pytest.approx(2.8)
    assert time_for_move(Allowance(clocks=(50, 100), increment=1), 1) == pytest.approx(4.8)
    assert time_for_move(Allowance(clocks=(1, 1), increment=10), 0) == 0.5


def test_a_clock_is_read() -> None:
    assert parse_clock(" 60+0.5 ") == (60, 0.5)
    for text in ("60", "60+", "+1", "a+b", "-1+1", "1+-1", "1e3+1", ""):
        with pytest.raises(BonducError, match="cannot read clock"):
            parse_clock(text)


@pytest.mark.parametrize(
    "fields",
    [{"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"seconds": 1, "base": 1}, {"base": 0},
     {"nodes": 0}, {"depth": 0}, {"base": 1, "increment": -1}, {"seconds": 1, "margin": -1},
     {"base": 1, "increment": float("nan")}],
)  # fmt: skip
def test_impossible_controls(fields: dict[str, float]) -> None:
    with pytest.raises(BonducError):
        TimeControl(**fields)  # type: ignore[arg-type]


def test_text() -> None:
    assert str(TimeControl(seconds=0.1)) == "0.1 s a move"
    assert str(TimeControl(base=60, increment=0.5, depth=3)) == "60+0.5 s, depth 3"
    assert str(TimeControl()) == "no limit"
