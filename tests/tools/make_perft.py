"""Writes the files of tests/data/perft: python -m tests.tools.make_perft [GAME].

One file for the defaults and for every value of every option. The counts come from the plain implementation in
tests/reference, never from the kernels they are to check; those that the rules reference gives are taken from it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bonduc
from bonduc import Position
from bonduc.checks.conformance import option_sets
from bonduc.games.options import Value
from bonduc.games.registry import GAMES
from tests.reference import adji_kui_ii, kiothi, rio_kadalis
from tests.twins import NoAnswer, ShortLapStarts, Twins, twins_of

FOLDER = Path(__file__).parent.parent / "data" / "perft"
MOST_NODES = {True: 20_000, False: 3_000}  # below a position, with default options and with others
DEEPEST = 12
PATIENCE = 30_000  # laps

# Counts of the rules reference, by game, options and opening moves.
CHECKED: dict[tuple[str, str], list[tuple[str, tuple[str, ...], list[int]]]] = {
    ("adji-kui-ii", ""): [("start", (), [6, 23, 102, 407, 1656, 6625, 26527])],
    ("rio-kadalis", ""): [("start", (), [6, 32, 140, 638, 3029, 13800, 58706])],
    ("rio-kadalis", "holes=5"): [("start", (), [5, 24, 96, 410, 1661, 6267])],
    ("bao-la-kimasai", ""): [("start", (), [1, 2, 3, 7, 15, 40, 105, 309, 937, 3046, 10207, 35922])],
    ("bao-la-kimasai", "columns=6"): [("start", (), [1, 2, 3, 7, 15, 39, 98, 272, 764, 2242])],
    ("kiothi", ""): [("after IJ>A5,B5 and ij>a5,b5", ("IJ>A5,B5", "ij>a5,b5"), [18, 288, 3830])],
}


def options_text(options: dict[str, Value]) -> str:
    """The options as in a file's name."""
    return ",".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()
    )


def file_name(game_id: str, options: dict[str, Value]) -> str:
    """`rio-kadalis__holes=5.perft`"""
    return game_id + ("__" + options_text(options) if options else "") + ".perft"


def positions(twins: Twins, chance: random.Random) -> Iterator[tuple[str, Position]]:
    """Positions worth counting from, each with its name."""
    game = twins.game
    yield "start", game.start()
    if game.spec.has_opening:
        halfway = walk(game.start(), 4, chance)
        if halfway is not None:
            yield "in the middle of the opening", halfway
    for name, plies in (("early", 6), ("middle", 20), ("late", 40)):
        beginning = opened(game.start(), chance)
        position = next((p for p in (walk(beginning, plies, chance) for _ in range(20)) if p is not None), None)
        if position is not None:
            yield name, position
    if game.spec.match.restock is not None:
        share = game.seeds * 3 // 5
        yield "second round", game.restock((share, game.seeds - share), bonduc.NORTH)
        later = walk(game.restock((game.seeds - share, share), bonduc.SOUTH), 6, chance)
        if later is not None:
            yield "in a second round", later
    if game.spec.has_passes:
        passed = after_a_pass(game.start(), chance)
        if passed is not None:
            yield "after a pass", passed


def opened(position: Position, chance: random.Random) -> Position:
    """Play an opening to its end."""
    while position.phase != "play":
        position = position.play(chance.choice(position.legal_moves))
    return position


def walk(position: Position, plies: int, chance: random.Random) -> Position | None:
    """So many random moves on, or None if the round ends before."""
    for _ in range(plies):
        if position.mover is None:
            return None
        position = position.play(chance.choice(position.legal_moves))
    return position if position.mover is not None else None


def after_a_pass(start: Position, chance: random.Random) -> Position | None:
    for _ in range(200):
        position = start
        for _ in range(60):
            if position.mover is None:
                break
            if position.passed:
                return position
            position = position.play(chance.choice(position.legal_moves))
    return None


def counts(twins: Twins, position: Position, most: int) -> list[int]:
    """The counts by the plain implementation, from depth 1 on, as far as `most` nodes go."""
    state = twins.state(position)
    found: list[int] = []
    try:
        while len(found) < DEEPEST and (not found or 0 < found[-1] * branching(found) <= most):
            found.append(twins.plain.perft(state, len(found) + 1, twins.options))
    except NoAnswer:
        pass
    return found


def branching(found: list[int]) -> float:
    return found[-1] / found[-2] if len(found) > 1 else found[-1]


def write(game_id: str, options: dict[str, Value]) -> None:
    """One file."""
    twins = twins_of(game_id, **options)
    checked = CHECKED.get((game_id, options_text(options)), [])
    chance = random.Random(file_name(game_id, options))
    lines = [
        f"# {twins.game.name}, {options_text(options) or 'default options'}: move sequences of exactly so many moves.",
        "# Source: the rules reference (its checked numbers) where said so; all other counts come from the plain",
        "# implementation in tests/reference, written by tests/tools/make_perft.py.",
    ]
    for name, moves, numbers in checked:
        position = twins.game.start()
        for move in moves:
            position = position.play(move)
        lines += ["", f"id {name}", "source the rules reference, checked numbers", f"position {position}"]
        lines += [f"perft {depth} {count}" for depth, count in enumerate(numbers, 1)]
    done = {name for name, _, _ in checked}
    for name, position in positions(twins, chance):
        numbers = counts(twins, position, MOST_NODES[not options])
        if name not in done and position.mover is not None and numbers:
            lines += ["", f"id {name}", "source tests/reference", f"position {position}"]
            lines += [f"perft {depth} {count}" for depth, count in enumerate(numbers, 1)]
    (FOLDER / file_name(game_id, options)).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(only: Any = None) -> None:
    """All files, or those of one game."""
    ShortLapStarts.most_laps = PATIENCE
    for module in (adji_kui_ii, kiothi, rio_kadalis):
        vars(module)["LapStarts"] = ShortLapStarts
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game_id, spec in GAMES.items():
        if only in (None, game_id):
            for options in option_sets(spec):
                write(game_id, options)


if __name__ == "__main__":
    main(*sys.argv[1:2])
