"""What clocks charge: the first turn, the other side's sowing, moves taken back, flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

pytest.importorskip("starlette")

from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import game
from bonduc.web.live.game import decisions
from bonduc.web.live.game.allowance import DROP, LONGEST, Speed, allowance
from bonduc.web.live.game.clock import FIRST_TURN, Clock
from bonduc.web.live.game.decisions import SPEEDS_CHANGED
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.table import Table, rematch_of
from tests.web.live.tools import ANN, BEN, act, friends, happen, new_table, play, refused

MINUTE: dict[str, Any] = {"clock": {"initial": 60, "increment": 0}}


def clock_of(table: Table) -> Clock:
    assert table.clock is not None
    return table.clock


def first(table: Table) -> str:
    return str(table.round.legal_moves[0])


# Running


def test_the_clock_runs_from_the_second_turn_and_adds_the_increment() -> None:
    table = friends(clock={"initial": 60, "increment": 2})
    play(table, at=50_000)
    assert clock_of(table).left == [60_000, 60_000]
    assert clock_of(table).running == NORTH
    play(table, at=60_000)
    assert clock_of(table).left == [60_000, 52_000]
    assert clock_of(table).now(61_000) == [59_000, 52_000]


def test_all_steps_of_an_opening_are_one_turn() -> None:
    table = friends(game="kiothi", clock={"initial": 60, "increment": 5})
    act(table, ANN, "move", move="EF>J10")
    for second, step in enumerate(("e-", "f-", *["j+"] * 10), 1):
        act(table, BEN, "move", at=second * 1000, move=step)
    assert clock_of(table).left == [60_000, 60_000 - 12_000 + 5_000]


def test_a_flag_falls_by_itself_and_once() -> None:
    table = friends(clock={"initial": 10, "increment": 0})
    play(table)
    assert decisions.decide_flag(table, 10_400) == []
    assert happen(table, decisions.decide_flag(table, 10_501), 10_501) == ["flag"]
    assert decisions.decide_flag(table, 20_000) == []
    assert table.round.outcome is not None
    assert table.round.outcome.winner == SOUTH
    assert str(table.round.outcome.reason) == "time forfeit"
    assert clock_of(table).now(30_000) == [10_000, 0]


def test_a_move_after_the_time_is_up_is_a_flag() -> None:
    table = friends(clock={"initial": 10, "increment": 0})
    play(table)
    assert act(table, BEN, "move", at=10_100, move=first(table)) == ["flag"]


def test_the_way_through_the_network_is_forgiven_up_to_a_limit() -> None:
    for lag, kind in ((200, "move"), (50, "flag"), (60_000, "move")):
        table = friends(clock={"initial": 10, "increment": 0})
        play(table)
        assert act(table, BEN, "move", at=10_100, lag=lag, move=first(table)) == [kind]
    table = friends(clock={"initial": 10, "increment": 0})
    play(table)
    assert act(table, BEN, "move", at=10_600, lag=60_000, move=first(table)) == ["flag"]


def test_no_time_runs_when_nobody_is_to_move() -> None:
    table = friends(kind="match", match={}, game="kiothi", **MINUTE)
    play(table, 12)
    act(table, ANN, "resign", at=1000)
    assert clock_of(table).running is None
    assert clock_of(table).falls is None
    assert clock_of(table).now(900_000) == [60_000, 60_000]


def test_the_computers_clock_does_not_run() -> None:
    table = new_table(opponent="computer", level=8, clock={"initial": 10, "increment": 0})
    play(table)
    assert clock_of(table).falls is None
    play(table, at=60_000)
    assert clock_of(table).running == SOUTH
    play(table, at=61_000)
    assert clock_of(table).left == [9_000, 10_000]


# First turns


def begun(how: str) -> tuple[Table, int]:
    """A game of two people in which a round has just begun, and when."""
    if how == "joined":
        return friends(**MINUTE), 0
    if how == "rematch":
        old = friends(**MINUTE)
        act(old, ANN, "resign")
        return rematch_of(old, "x" * 16, 5000), 5000
    table = friends(game="kiothi", kind="match", **MINUTE)
    act(table, ANN, "resign", at=1000)
    act(table, ANN, "next-round", at=2000)
    return table, 2000


@pytest.mark.parametrize("how", ["joined", "rematch", "next round"])
def test_a_first_turn_has_a_minute_before_its_time_runs(how: str) -> None:
    table, at = begun(how)
    assert clock_of(table).running == SOUTH
    assert clock_of(table).starts(at + 20_000) == FIRST_TURN - 20_000
    assert clock_of(table).now(at + FIRST_TURN) == [60_000, 60_000]
    assert clock_of(table).now(at + FIRST_TURN + 7_000) == [53_000, 60_000]
    assert decisions.decide_flag(table, at + FIRST_TURN + 60_000) == []
    fallen = decisions.decide_flag(table, at + FIRST_TURN + 61_000)
    assert happen(table, fallen, at + FIRST_TURN + 61_000) == ["flag"]
    assert table.round.outcome is not None
    assert table.round.outcome.winner == NORTH


def test_all_steps_of_a_first_turn_share_its_minute() -> None:
    table = friends(game="kiothi", **MINUTE)
    for second, step in enumerate(("E-", "F-", *["J+"] * 10), 1):
        act(table, ANN, "move", at=second * 6000, move=step)
    assert clock_of(table).left == [60_000 - 12_000, 60_000]


def test_nobody_waits_for_a_first_turn_against_the_computer_or_at_one_screen() -> None:
    for opponent in ("computer", "same-screen"):
        table = new_table(opponent=opponent, **MINUTE)
        assert clock_of(table).falls is None


def test_nothing_runs_before_both_are_seated() -> None:
    assert clock_of(new_table(opponent="friend", **MINUTE)).falls is None


# The other side's sowing


def test_the_sowing_of_the_other_side_is_not_charged_to_whoever_looks_on() -> None:
    table = friends(**MINUTE)
    assert act(table, BEN, "speed", speed="normal") == ["speed"]
    sowing = table.round.position.sowing("A")
    shown = allowance(sowing, "normal")
    act(table, ANN, "move", at=1000, move="A")
    assert 1000 < shown < LONGEST
    assert clock_of(table).starts(1000) == shown
    assert clock_of(table).now(1000 + shown) == [60_000, 60_000]
    assert clock_of(table).now(1000 + shown + 2_000) == [60_000, 58_000]
    act(table, BEN, "move", at=1000 + shown + 3_000, move=first(table))
    assert clock_of(table).left == [60_000, 57_000]
    assert clock_of(table).starts(1000 + shown + 3_000) == 0, "South has said nothing of how fast it looks on"


def test_a_sowing_is_shown_after_the_own_one_before_it() -> None:
    table = friends(**MINUTE)
    act(table, ANN, "speed", speed="fast")
    own = allowance(table.round.position.sowing("A"), "fast")
    act(table, ANN, "move", at=1000, move="A")
    answer = first(table)
    other = allowance(table.round.position.sowing(answer), "fast")
    act(table, BEN, "move", at=1700, move=answer)
    assert clock_of(table).starts(1700) == own - 700 + other
    act(table, ANN, "move", at=1800, move=first(table))
    act(table, BEN, "move", at=60_000, move=first(table))
    assert clock_of(table).starts(60_000) <= LONGEST


def test_whoever_moves_sooner_loses_nothing() -> None:
    table = friends(**MINUTE)
    act(table, BEN, "speed", speed="slow")
    play(table)
    play(table, at=500)
    assert clock_of(table).left == [60_000, 60_000]


def test_the_flag_waits_for_the_sowing() -> None:
    table = friends(clock={"initial": 10, "increment": 0})
    act(table, BEN, "speed", speed="slow")
    play(table)
    shown = clock_of(table).starts(0)
    assert shown
    assert decisions.decide_flag(table, shown + 10_000) == []
    assert decisions.decide_flag(table, shown + 10_501)


def test_what_is_allowed_follows_the_speed() -> None:
    sowing = game("adji-kui-ii").start().sowing("A")
    times = {speed: allowance(sowing, speed) for speed in get_args(Speed)}
    assert times["slow"] > times["normal"] == times["step"] > times["fast"] > times["instant"] == 0


def test_what_is_allowed_has_a_bound() -> None:
    """A sowing of 156 laps (RULES.md)."""
    sowing = game("adji-kui-ii").position("0,7,0,1,10,6/2,1,0,4,3,10 0 4 S -").sowing("F")
    assert sowing.laps > 100
    assert {speed: allowance(sowing, speed) for speed in ("slow", "normal")} == {"slow": LONGEST, "normal": LONGEST}


def test_nothing_is_allowed_where_nothing_is_shown() -> None:
    sowing = game("adji-kui-ii").start().sowing("A")
    assert allowance(sowing, None) == allowance(sowing, "instant") == 0


def test_a_speed_is_noted_where_there_is_a_clock_and_not_for_ever() -> None:
    assert act(friends(), BEN, "speed", speed="slow") == []
    table = friends(**MINUTE)
    assert act(table, BEN, "speed", speed="slow") == ["speed"]
    assert act(table, BEN, "speed", speed="slow") == []
    for number in range(SPEEDS_CHANGED - 1):
        act(table, BEN, "speed", speed=("fast", "slow")[number % 2])
    assert refused(table, BEN, "speed", speed="normal") == "not-now"


def test_at_one_screen_both_are_shown_the_sowings() -> None:
    table = new_table(opponent="same-screen", **MINUTE)
    assert act(table, ANN, "speed", speed="fast") == ["speed", "speed"]
    play(table)
    assert clock_of(table).starts(0) > 0


def test_the_computers_sowing_is_not_charged_either() -> None:
    table = new_table(opponent="computer", level=1, **MINUTE)
    act(table, ANN, "speed", speed="normal")
    play(table, 2)
    assert clock_of(table).starts(0) > 0
    play(table, at=500)
    assert clock_of(table).left == [60_000, 60_000]


# Taking back


def test_after_a_take_back_clocks_are_as_they_were() -> None:
    table = friends(clock={"initial": 60, "increment": 3})
    play(table)
    play(table, at=10_000)
    play(table, at=14_000)
    before = list(clock_of(table).left)
    play(table, at=20_000)
    act(table, BEN, "take-back", at=25_000)
    act(table, ANN, "accept-take-back", at=30_000)
    assert clock_of(table).left == before == [59_000, 53_000]
    assert clock_of(table).running == NORTH
    assert clock_of(table).now(31_000) == [59_000, 52_000]


def test_after_the_first_move_is_taken_back_both_clocks_are_full_and_run() -> None:
    table = friends(**MINUTE)
    play(table)
    act(table, ANN, "take-back", at=20_000)
    act(table, BEN, "accept-take-back", at=30_000)
    assert clock_of(table).left == [60_000, 60_000]
    assert clock_of(table).running == SOUTH
    assert clock_of(table).now(40_000) == [50_000, 60_000], "a first turn that comes again is a refuge"


def test_moves_after_a_take_back_are_kept_in_the_place_of_those_taken_back() -> None:
    table = friends(**MINUTE)
    play(table)
    play(table, at=1_000)
    act(table, BEN, "take-back", at=2_000)
    act(table, ANN, "accept-take-back", at=3_000)
    play(table, at=8_000)
    play(table, at=10_000)
    act(table, ANN, "take-back", at=20_000)
    act(table, BEN, "accept-take-back", at=21_000)
    assert clock_of(table).left == [60_000, 55_000]


def test_against_the_computer_a_take_back_gives_the_time_back() -> None:
    table = new_table(opponent="computer", level=1, **MINUTE)
    play(table, 3)
    play(table, at=2_000)
    play(table, at=9_000)
    act(table, ANN, "take-back", at=30_000)
    assert clock_of(table).left == [60_000, 60_000]
    assert clock_of(table).running == SOUTH


# The same for everyone


def test_a_replay_of_the_events_gives_the_same_clocks() -> None:
    table = new_table(opponent="friend", game="adji-kui-ii", clock={"initial": 600, "increment": 1})
    events: list[Event] = []
    apply = table.apply

    def note(event: Event) -> None:
        events.append(event)
        apply(event)

    table.apply = note  # type: ignore[method-assign]
    happen(table, decisions.decide_join(table, BEN, NORTH, "Ben"), 1_000)
    act(table, ANN, "speed", at=2_000, speed="slow")
    act(table, BEN, "speed", at=2_000, speed="fast")
    for at in range(3_000, 90_000, 9_000):
        play(table, at=at)
    act(table, ANN, "take-back", at=95_000)
    act(table, BEN, "accept-take-back", at=97_000)
    again = Table(table.terms, new_table(opponent="friend").seats)
    again.apply_all(events)
    assert clock_of(again).left == clock_of(table).left
    assert clock_of(again).running == clock_of(table).running
    assert clock_of(again).falls == clock_of(table).falls
    assert [again.seats[player].speed for player in Player] == ["slow", "fast"]


def test_the_board_and_the_server_know_the_same_speeds() -> None:
    motion = Path(decisions.__file__).parents[2] / "static" / "js" / "board" / "motion.js"
    table = ", ".join(f"{speed}: {drop}" for speed, drop in DROP.items())
    assert f"SPEEDS = {{ {table} }}" in motion.read_text()
