"""The conformance harness: every game and option value passes, and games broken on purpose are caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import bonduc
from bonduc import BonducError, Game
from bonduc.checks.conformance import ConformanceError, check_game, option_sets, option_values
from bonduc.checks.mirror import mirror, mirror_move
from bonduc.games import adji_kui_ii, bao_la_kimasai, rio_kadalis
from bonduc.games.kernels.compile import kernel
from bonduc.games.kernels.state import CAPTURED, FLAGS, MOVER, OVER, PASSED_TURN, SOUTH_STORE, Event, Options, States
from bonduc.games.options import Option
from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec, Layout, two_rows
from bonduc.rules_pages import read_page

CASES = [(name, options) for name, spec in GAMES.items() for options in option_sets(spec)]
NEVER_COMPILE = -(10**9)
DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(name, options, id=f"{name} {options or ''}") for name, options in CASES],
)
def test_every_game_and_option_value_conforms(name: str, options: dict[str, Any]) -> None:
    report = check_game(bonduc.game(name, **options), rounds=2, plies=50)
    assert report.rounds == 2
    assert report.positions > 2
    assert report.moves > 2


@pytest.mark.parametrize("name", GAMES)
def test_rounds_to_the_end(name: str) -> None:
    report = check_game(bonduc.game(name), rounds=3, seed=1, plies=250)
    assert report.finished > 0
    assert (report.passes > 0) <= GAMES[name].has_passes


def test_the_same_seed_gives_the_same_rounds() -> None:
    game = bonduc.game("adji-kui-ii")
    assert check_game(game, rounds=2, seed=7) == check_game(game, rounds=2, seed=7)
    assert check_game(game, rounds=2, seed=7) != check_game(game, rounds=2, seed=8)


# What every registered game must come with


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_perft_file(name: str) -> None:
    assert (DATA / "perft" / f"{name}.perft").is_file()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_golden_record(name: str) -> None:
    assert (DATA / "records" / f"{name}.txt").is_file()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_rules_page(name: str) -> None:
    page = read_page(name)
    assert page.game == name
    assert page.examples


@pytest.mark.parametrize("name", GAMES)
def test_every_option_value_is_among_the_option_sets(name: str) -> None:
    spec = GAMES[name]
    sets = list(option_sets(spec))
    assert sets[0] == {}
    for option in spec.options:
        for value in option_values(option):
            assert value == option.default or any(each.get(option.name) == value for each in sets)
    for options in sets:
        bonduc.game(name, **options)


# Mirror images


def test_mirror_image() -> None:
    game = bonduc.game("adji-kui-ii")
    position = game.position("4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS;passed")
    assert str(mirror(position)) == "4,4,4,4,4,4/4,0,4,4,4,4 3 1 S owner=AN;passed"
    assert mirror(mirror(position)) == position
    assert mirror_move(game.parse_move("B"), game).text == "b"
    assert mirror_move(game.parse_move("pass"), game).text == "pass"
    game = bonduc.game("kiothi")
    position = game.position("5,5,5,5,5,5,0,0,0,0/1,0,0,0,4,5,5,5,5,5 0 0 N marks=A,e,f")
    assert str(mirror(position)) == "5,5,5,5,5,4,0,0,0,1/0,0,0,0,5,5,5,5,5,5 0 0 S marks=E,F,a"
    with pytest.raises(BonducError, match="no mirror image"):
        mirror(game.start())


# Games broken on purpose: copies of a good game with one function replaced


def broken(module: ModuleType, functions: dict[str, Callable[..., Any]] | None = None, **changes: Any) -> Game:
    """A game whose module has these functions and whose specification these fields instead of its own."""
    copy = ModuleType("broken")
    vars(copy).update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    vars(copy).update(functions or {})
    if functions and "trace_play" in functions:
        vars(copy)["play"] = lambda *args: functions["trace_play"](*args, None)
    if functions and "trace_stuck" in functions:
        vars(copy)["stuck"] = lambda *args: functions["trace_stuck"](*args, None)
    spec: GameSpec = replace(vars(module)["SPEC"], module=copy, **changes)
    game = Game(spec, {option.name: option.default for option in spec.options})
    game.runner._calls = NEVER_COMPILE
    return game


def assert_caught(game: Game, fault: str) -> None:
    with pytest.raises(ConformanceError, match=fault):
        check_game(game, rounds=6, plies=60, compiled=False)


def after_play(module: Any, change: Callable[[States, int, int], int]) -> dict[str, Callable[..., Any]]:
    """A play that spoils what the good one wrote: `change` gets the states, the next row and the flags."""

    def trace_play(states: States, ply: int, move: int, options: Options, work: Any, log: Any) -> int:
        flags = int(module.trace_play(states, ply, move, options, work, log))
        return change(states, ply + 1, flags) if flags >= 0 else flags

    return {"trace_play": trace_play}


def test_unbroken_copies_pass() -> None:
    for module in (rio_kadalis, adji_kui_ii, bao_la_kimasai):
        check_game(broken(module), rounds=2, plies=60, compiled=False)


def test_phantom_seeds_are_caught() -> None:
    def phantom(states: States, row: int, flags: int) -> int:
        states[row, 3] += 1
        return flags

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, phantom)), "seeds are lost or made")


def test_captures_in_the_wrong_store_are_caught() -> None:
    def always_south(states: States, row: int, flags: int) -> int:
        states[row, SOUTH_STORE] += states[row, SOUTH_STORE + 1]
        states[row, SOUTH_STORE + 1] = 0
        return flags

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, always_south)), "the stores|mirror")


def test_a_missing_flag_is_caught() -> None:
    def no_flag(states: States, row: int, flags: int) -> int:
        return flags & ~CAPTURED

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, no_flag)), "CAPTURED must be set")


def test_unknown_refusals_and_flags_are_caught() -> None:
    def refuse(states: States, row: int, flags: int) -> int:
        return -9 if min(states[row, 2], states[row, 8]) == 0 else flags

    def strange(states: States, row: int, flags: int) -> int:
        return flags | 64

    def passes(states: States, row: int, flags: int) -> int:
        return flags | PASSED_TURN

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, refuse)), "unknown refusal -9")
    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, strange)), "unknown flags")
    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, passes)), "a move was a pass")


def test_writing_out_of_place_is_caught() -> None:
    def into_the_position(states: States, row: int, flags: int) -> int:
        states[row - 1, 0] += 1
        return flags

    def beyond(states: States, row: int, flags: int) -> int:
        states[row + 1, 0] = 0
        return flags

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, into_the_position)), "changes the position itself")
    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, beyond)), "writes where it must not")


def test_an_unswept_end_is_caught() -> None:
    def too_early(states: States, row: int, flags: int) -> int:
        return flags | OVER

    def mover_left(states: States, row: int, flags: int) -> int:
        if flags & OVER:
            states[row, MOVER] = 0
        return flags

    def notes_left(states: States, row: int, flags: int) -> int:
        if flags & OVER:
            states[row, FLAGS] = 1
        return flags

    assert_caught(broken(adji_kui_ii, after_play(adji_kui_ii, too_early)), "not swept")
    assert_caught(broken(adji_kui_ii, after_play(adji_kui_ii, mover_left)), "not swept with nobody to move")
    assert_caught(broken(adji_kui_ii, after_play(adji_kui_ii, notes_left)), "notes of holes or turn are left")


def test_a_wrong_mover_is_caught() -> None:
    def nobody(states: States, row: int, flags: int) -> int:
        states[row, MOVER] = 3
        return flags

    assert_caught(broken(rio_kadalis, after_play(rio_kadalis, nobody)), "the mover is 3")


def listing(change: Callable[[list[int]], list[int]]) -> dict[str, Callable[..., Any]]:
    def list_moves(states: States, ply: int, options: Options, moves: Any) -> int:
        count = rio_kadalis.list_moves(states, ply, options, moves)
        changed = change([int(code) for code in moves[ply, :count]])
        moves[ply, : len(changed)] = changed
        return len(changed)

    return {"list_moves": list_moves}


def test_faulty_lists_of_moves_are_caught() -> None:
    # Kind 5 of faults: hole 0 forgotten, which North's hole 6 is not.
    assert_caught(broken(rio_kadalis, listing(lambda codes: [code for code in codes if code] or codes)), "mirror image")
    assert_caught(broken(rio_kadalis, listing(lambda codes: codes[::-1])), "not in board order")
    assert_caught(broken(rio_kadalis, listing(lambda codes: [*codes, codes[-1]])), "not in board order")
    assert_caught(broken(rio_kadalis, listing(lambda codes: [*codes, 12])), "moves that the game has not")


def test_a_faulty_log_is_caught() -> None:
    def trace(keep: Callable[[tuple[int, ...]], bool]) -> dict[str, Callable[..., Any]]:
        def trace_play(states: States, ply: int, move: int, options: Options, work: Any, log: Any) -> int:
            events: list[tuple[int, ...]] = []
            flags = rio_kadalis.trace_play(states, ply, move, options, work, events)
            if log is not None:
                log.extend(event for event in events if keep(event))
            return flags

        return {"trace_play": trace_play}

    assert_caught(broken(rio_kadalis, trace(lambda event: event[0] != Event.CAPTURE)), "event|the events leave")
    assert_caught(broken(rio_kadalis, trace(lambda event: event[0] != Event.DROP or event[1] != 2)), "event")
    assert_caught(broken(rio_kadalis, trace(lambda event: event[0] != Event.END)), "0 events end the turn")


def test_passes_in_a_game_without_are_caught() -> None:
    def trace_stuck(states: States, ply: int, options: Options, work: Any, log: Any) -> int:
        states[ply + 1] = states[ply]
        states[ply + 1, MOVER] = 1 - states[ply, MOVER]
        return PASSED_TURN

    assert_caught(broken(rio_kadalis, {"trace_stuck": trace_stuck}), "no passes")


def test_seat_dependent_kernels_are_caught() -> None:
    def evaluate(states: States, ply: int, options: Options) -> int:
        return int(states[ply, 0])

    def share(states: States, ply: int, options: Options) -> int:
        flags = int(rio_kadalis.share(states, ply, options))
        states[ply + 1, SOUTH_STORE] += 1
        states[ply + 1, SOUTH_STORE + 1] -= 1
        return flags

    assert_caught(broken(rio_kadalis, {"evaluate": evaluate}), "evaluate.. favours a seat")
    assert_caught(
        broken(rio_kadalis, {"trace_share": lambda states, ply, options, log: share(states, ply, options)}),
        "favours a seat",
    )


@kernel("evaluate")
def overflowing_evaluate(states: States, ply: int, options: Options) -> int:
    """Wrong: a product of int8 seeds wraps round when interpreted, and does not when compiled."""
    total = 0
    for hole in range(12):
        sign = 1 if hole // 6 == states[ply, MOVER] else -1
        total += sign * int(states[ply, hole] * states[ply, hole] * states[ply, hole])
    return total


@pytest.mark.filterwarnings("ignore:overflow")
def test_kernels_that_differ_when_compiled_are_caught() -> None:
    game = broken(rio_kadalis, {"evaluate": overflowing_evaluate})
    with pytest.raises(ConformanceError, match="interpreted and compiled kernels differ in evaluate"):
        check_game(game, rounds=2, plies=30)


def test_faulty_words_are_caught() -> None:
    def raising(*args: Any) -> list[str]:
        raise KeyError("oops")

    assert_caught(broken(rio_kadalis, forbids=lambda row, move, values, layout: ""), "without a reason")
    assert_caught(broken(rio_kadalis, defects=lambda row, values, layout: ["too fine"]), "refused|defects are found")
    assert_caught(
        broken(rio_kadalis, defects=lambda row, values, layout: [""] if max(row[:12]) > 39 or min(row) < 0 else []),
        "empty fault",
    )
    assert_caught(
        broken(rio_kadalis, defects=lambda row, values, layout: raising() if min(row[:12]) < 0 else []),
        "raised KeyError",
    )


def test_faulty_layouts_are_caught() -> None:
    def same_names(values: Any) -> Layout:
        return replace(two_rows(6), names=("A",) * 12)

    def lines_lost(values: Any) -> Layout:
        return replace(two_rows(6), lines=((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5)))

    assert_caught(broken(rio_kadalis, layout=same_names), "not unique")
    assert_caught(broken(rio_kadalis, layout=lines_lost), "not each hole once")


def test_faulty_options_are_caught() -> None:
    options = rio_kadalis.SPEC.options
    twice = Option("twice", "a", "two values with one code", choices=("a", "a"))
    lost = Option("lost", "c", "a default that is none of the values", choices=("a", "b"))
    nameless = Option("no name", 1, "", low=0, high=3)
    assert_caught(broken(rio_kadalis, options=(*options, twice)), "the same code")
    with pytest.raises(ValueError, match="not in tuple"):
        broken(rio_kadalis, options=(*options, lost))
    assert_caught(broken(rio_kadalis, options=(*options, nameless)), "no proper name")
    assert_caught(broken(rio_kadalis, has_passes=True), "has_passes and kinds disagree")


def test_faulty_restocking_is_caught() -> None:
    def loses_one(values: Any, held: tuple[int, int], first: int) -> list[int]:
        row = rio_kadalis._restock(values, held, first)
        row[SOUTH_STORE] = max(0, row[SOUTH_STORE] - 1)
        return row

    assert_caught(broken(rio_kadalis, match=replace(rio_kadalis.SPEC.match, restock=loses_one)), "restock|notation")
