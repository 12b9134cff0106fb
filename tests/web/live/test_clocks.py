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
from bonduc.web.live.game.clock import FIRST_TURN, GameClock
from bonduc.web.live.game.decisions import SPEEDS_CHANGED
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.live_game import LiveGame, rematch_of
from tests.web.live.tools import ANN, BEN, act, friends, happen, new_game, play, refused

MINUTE: dict[str, Any] = {"clock": {"initial": 60, "increment": 0}}


def clock_of(game: LiveGame) -> GameClock:
    assert game.clock is not None
    return game.clock


def first(game: LiveGame) -> str:
    return str(game.round.legal_moves[0])


# Running


def test_the_clock_runs_from_the_second_turn_and_adds_the_increment() -> None:
    game = friends(clock={"initial": 60, "increment": 2})
    play(game, at=50_000)
    assert clock_of(game).left == [60_000, 60_000]
    assert clock_of(game).running == NORTH
    play(game, at=60_000)
    assert clock_of(game).left == [60_000, 52_000]
    assert clock_of(game).now(61_000) == [59_000, 52_000]


def test_all_steps_of_an_opening_are_one_turn() -> None:
    game = friends(game="kiothi", clock={"initial": 60, "increment": 5})
    act(game, ANN, "move", move="EF>J10")
    for second, step in enumerate(("e-", "f-", *["j+"] * 10), 1):
        act(game, BEN, "move", at=second * 1000, move=step)
    assert clock_of(game).left == [60_000, 60_000 - 12_000 + 5_000]


def test_a_flag_falls_by_itself_and_once() -> None:
    game = friends(clock={"initial": 10, "increment": 0})
    play(game)
    assert decisions.decide_flag(game, 10_400) == []
    assert happen(game, decisions.decide_flag(game, 10_501), 10_501) == ["flag"]
    assert decisions.decide_flag(game, 20_000) == []
    assert game.round.outcome is not None
    assert game.round.outcome.winner == SOUTH
    assert str(game.round.outcome.reason) == "time forfeit"
    assert clock_of(game).now(30_000) == [10_000, 0]


def test_a_move_after_the_time_is_up_is_a_flag() -> None:
    game = friends(clock={"initial": 10, "increment": 0})
    play(game)
    assert act(game, BEN, "move", at=10_100, move=first(game)) == ["flag"]


def test_the_way_through_the_network_is_forgiven_up_to_a_limit() -> None:
    for lag, kind in ((200, "move"), (50, "flag"), (60_000, "move")):
        game = friends(clock={"initial": 10, "increment": 0})
        play(game)
        assert act(game, BEN, "move", at=10_100, lag=lag, move=first(game)) == [kind]
    game = friends(clock={"initial": 10, "increment": 0})
    play(game)
    assert act(game, BEN, "move", at=10_600, lag=60_000, move=first(game)) == ["flag"]


def test_no_time_runs_when_nobody_is_to_move() -> None:
    game = friends(kind="match", match={}, game="kiothi", **MINUTE)
    play(game, 12)
    act(game, ANN, "resign", at=1000)
    assert clock_of(game).running is None
    assert clock_of(game).falls is None
    assert clock_of(game).now(900_000) == [60_000, 60_000]


def test_the_computers_clock_does_not_run() -> None:
    game = new_game(opponent="computer", level=8, clock={"initial": 10, "increment": 0})
    play(game)
    assert clock_of(game).falls is None
    play(game, at=60_000)
    assert clock_of(game).running == SOUTH
    play(game, at=61_000)
    assert clock_of(game).left == [9_000, 10_000]


# First turns


def begun(how: str) -> tuple[LiveGame, int]:
    """A game of two people in which a round has just begun, and when."""
    if how == "joined":
        return friends(**MINUTE), 0
    if how == "rematch":
        old = friends(**MINUTE)
        act(old, ANN, "resign")
        return rematch_of(old, "x" * 16, 5000), 5000
    game = friends(game="kiothi", kind="match", **MINUTE)
    act(game, ANN, "resign", at=1000)
    act(game, ANN, "next-round", at=2000)
    return game, 2000


@pytest.mark.parametrize("how", ["joined", "rematch", "next round"])
def test_a_first_turn_has_a_minute_before_its_time_runs(how: str) -> None:
    game, at = begun(how)
    assert clock_of(game).running == SOUTH
    assert clock_of(game).starts(at + 20_000) == FIRST_TURN - 20_000
    assert clock_of(game).now(at + FIRST_TURN) == [60_000, 60_000]
    assert clock_of(game).now(at + FIRST_TURN + 7_000) == [53_000, 60_000]
    assert decisions.decide_flag(game, at + FIRST_TURN + 60_000) == []
    fallen = decisions.decide_flag(game, at + FIRST_TURN + 61_000)
    assert happen(game, fallen, at + FIRST_TURN + 61_000) == ["flag"]
    assert game.round.outcome is not None
    assert game.round.outcome.winner == NORTH


def test_all_steps_of_a_first_turn_share_its_minute() -> None:
    game = friends(game="kiothi", **MINUTE)
    for second, step in enumerate(("E-", "F-", *["J+"] * 10), 1):
        act(game, ANN, "move", at=second * 6000, move=step)
    assert clock_of(game).left == [60_000 - 12_000, 60_000]


def test_nobody_waits_for_a_first_turn_against_the_computer_or_at_one_screen() -> None:
    for opponent in ("computer", "same-screen"):
        game = new_game(opponent=opponent, **MINUTE)
        assert clock_of(game).falls is None


def test_nothing_runs_before_both_are_seated() -> None:
    assert clock_of(new_game(opponent="friend", **MINUTE)).falls is None


# The other side's sowing


def test_the_sowing_of_the_other_side_is_not_charged_to_whoever_looks_on() -> None:
    game = friends(**MINUTE)
    assert act(game, BEN, "speed", speed="normal") == ["speed"]
    sowing = game.round.position.sowing("A")
    shown = allowance(sowing, "normal")
    act(game, ANN, "move", at=1000, move="A")
    assert 1000 < shown < LONGEST
    assert clock_of(game).starts(1000) == shown
    assert clock_of(game).now(1000 + shown) == [60_000, 60_000]
    assert clock_of(game).now(1000 + shown + 2_000) == [60_000, 58_000]
    act(game, BEN, "move", at=1000 + shown + 3_000, move=first(game))
    assert clock_of(game).left == [60_000, 57_000]
    assert clock_of(game).starts(1000 + shown + 3_000) == 0, "South has said nothing of how fast it looks on"


def test_a_sowing_is_shown_after_the_own_one_before_it() -> None:
    game = friends(**MINUTE)
    act(game, ANN, "speed", speed="fast")
    own = allowance(game.round.position.sowing("A"), "fast")
    act(game, ANN, "move", at=1000, move="A")
    answer = first(game)
    other = allowance(game.round.position.sowing(answer), "fast")
    act(game, BEN, "move", at=1700, move=answer)
    assert clock_of(game).starts(1700) == own - 700 + other
    act(game, ANN, "move", at=1800, move=first(game))
    act(game, BEN, "move", at=60_000, move=first(game))
    assert clock_of(game).starts(60_000) <= LONGEST


def test_whoever_moves_sooner_loses_nothing() -> None:
    game = friends(**MINUTE)
    act(game, BEN, "speed", speed="slow")
    play(game)
    play(game, at=500)
    assert clock_of(game).left == [60_000, 60_000]


def test_the_flag_waits_for_the_sowing() -> None:
    game = friends(clock={"initial": 10, "increment": 0})
    act(game, BEN, "speed", speed="slow")
    play(game)
    shown = clock_of(game).starts(0)
    assert shown
    assert decisions.decide_flag(game, shown + 10_000) == []
    assert decisions.decide_flag(game, shown + 10_501)


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
    game = friends(**MINUTE)
    assert act(game, BEN, "speed", speed="slow") == ["speed"]
    assert act(game, BEN, "speed", speed="slow") == []
    for number in range(SPEEDS_CHANGED - 1):
        act(game, BEN, "speed", speed=("fast", "slow")[number % 2])
    assert refused(game, BEN, "speed", speed="normal") == "not-now"


def test_at_one_screen_both_are_shown_the_sowings() -> None:
    game = new_game(opponent="same-screen", **MINUTE)
    assert act(game, ANN, "speed", speed="fast") == ["speed", "speed"]
    play(game)
    assert clock_of(game).starts(0) > 0


def test_the_computers_sowing_is_not_charged_either() -> None:
    game = new_game(opponent="computer", level=1, **MINUTE)
    act(game, ANN, "speed", speed="normal")
    play(game, 2)
    assert clock_of(game).starts(0) > 0
    play(game, at=500)
    assert clock_of(game).left == [60_000, 60_000]


# Taking back


def test_after_a_take_back_clocks_are_as_they_were() -> None:
    game = friends(clock={"initial": 60, "increment": 3})
    play(game)
    play(game, at=10_000)
    play(game, at=14_000)
    before = list(clock_of(game).left)
    play(game, at=20_000)
    act(game, BEN, "take-back", at=25_000)
    act(game, ANN, "accept-take-back", at=30_000)
    assert clock_of(game).left == before == [59_000, 53_000]
    assert clock_of(game).running == NORTH
    assert clock_of(game).now(31_000) == [59_000, 52_000]


def test_after_the_first_move_is_taken_back_both_clocks_are_full_and_run() -> None:
    game = friends(**MINUTE)
    play(game)
    act(game, ANN, "take-back", at=20_000)
    act(game, BEN, "accept-take-back", at=30_000)
    assert clock_of(game).left == [60_000, 60_000]
    assert clock_of(game).running == SOUTH
    assert clock_of(game).now(40_000) == [50_000, 60_000], "a first turn that comes again is a refuge"


def test_moves_after_a_take_back_are_kept_in_the_place_of_those_taken_back() -> None:
    game = friends(**MINUTE)
    play(game)
    play(game, at=1_000)
    act(game, BEN, "take-back", at=2_000)
    act(game, ANN, "accept-take-back", at=3_000)
    play(game, at=8_000)
    play(game, at=10_000)
    act(game, ANN, "take-back", at=20_000)
    act(game, BEN, "accept-take-back", at=21_000)
    assert clock_of(game).left == [60_000, 55_000]


def test_against_the_computer_a_take_back_gives_the_time_back() -> None:
    game = new_game(opponent="computer", level=1, **MINUTE)
    play(game, 3)
    play(game, at=2_000)
    play(game, at=9_000)
    act(game, ANN, "take-back", at=30_000)
    assert clock_of(game).left == [60_000, 60_000]
    assert clock_of(game).running == SOUTH


# The same for everyone


def test_a_replay_of_the_events_gives_the_same_clocks() -> None:
    game = new_game(opponent="friend", game="adji-kui-ii", clock={"initial": 600, "increment": 1})
    events: list[Event] = []
    apply = game.apply

    def note(event: Event) -> None:
        events.append(event)
        apply(event)

    game.apply = note  # type: ignore[method-assign]
    happen(game, decisions.decide_join(game, BEN, NORTH, "Ben"), 1_000)
    act(game, ANN, "speed", at=2_000, speed="slow")
    act(game, BEN, "speed", at=2_000, speed="fast")
    for at in range(3_000, 90_000, 9_000):
        play(game, at=at)
    act(game, ANN, "take-back", at=95_000)
    act(game, BEN, "accept-take-back", at=97_000)
    again = LiveGame(game.terms, new_game(opponent="friend").seats)
    again.apply_all(events)
    assert clock_of(again).left == clock_of(game).left
    assert clock_of(again).running == clock_of(game).running
    assert clock_of(again).falls == clock_of(game).falls
    assert [again.seats[player].speed for player in Player] == ["slow", "fast"]


def test_the_board_and_the_server_know_the_same_speeds() -> None:
    motion = Path(decisions.__file__).parents[2] / "static" / "js" / "board" / "motion.js"
    game = ", ".join(f"{speed}: {drop}" for speed, drop in DROP.items())
    assert f"SPEEDS = {{ {game} }}" in motion.read_text()
