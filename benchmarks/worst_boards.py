"""The boards whose moves take the rules longest, found by climbing: what somebody would send who means ill.

    python benchmarks/worst_boards.py [--seconds 600] [--games adji-kui-ii,…]

The time is spent in equal parts on rounds of each game at the largest sizes that its options offer. A climb begins with
seeds thrown at random; one of them is moved to another hole, and the board kept whenever its sowings go on for more
laps in all. What is printed can be sent to the site as it is: `attack.py` does so.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, product
from operator import itemgetter
from typing import Any

import numpy as np

import bonduc
from bonduc.errors import BonducError
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import MAX_MOVES, PHASE, UNDECIDED, WIDTH
from bonduc.games.registry import GAMES

PATIENCES = tuple(1 << bits for bits in range(10, 25, 2))  # laps; a server gives up after 1 << 14
TRIES = 60  # moves of a seed without a better board, after which a climb is over
KEPT = 8  # boards of a game


@dataclass(order=True)
class Board:
    """A board and about how many laps its sowings take in all."""

    laps: int
    game: str = field(compare=False)
    options: dict[str, Any] = field(compare=False)
    position: str = field(compare=False)


def largest_options(name: str) -> list[dict[str, Any]]:
    """Sets of options with as many seeds as fit rows of each length, for each way to play; the usual size as well."""
    options = GAMES[name].options
    sizes = [option for option in options if option.high]
    ways = [{option.name: choice} for option in options for choice in option.choices if choice != option.default]
    found = []
    for way in [{}, *ways]:
        most: dict[int, tuple[int, dict[str, Any]]] = {}
        for values in product(*(range(option.low, option.high + 1) for option in sizes)):
            asked = dict(zip((option.name for option in sizes), values, strict=True)) | way
            try:
                game = bonduc.game(name, **asked)
            except BonducError:
                continue
            size = game.layout.size
            most[size] = max(most.get(size, (0, {})), (game.seeds, asked), key=itemgetter(0))
        found += [asked for _, asked in most.values()]
    return found


class Climber:
    """Looks for bad boards of one game with its options."""

    def __init__(self, name: str, options: dict[str, Any], chance: random.Random) -> None:
        self.name, self.options = name, options
        self.game = bonduc.game(name, **options)
        self.chance = chance
        self._kernels = self.game.runner.compile()
        self._works = [workspace(laps) for laps in PATIENCES]
        self._states = np.zeros((3, WIDTH), np.int8)
        self._moves = np.zeros((1, MAX_MOVES), np.int32)

    def climb(self, until: float) -> Board | None:
        """The worst board of one climb; None where no board could be made."""
        holes = self._thrown()
        best = self._laps(holes)
        left = TRIES
        while left and time.monotonic() < until:
            other = holes.copy()
            source, target = (self.chance.randrange(len(other)) for _ in range(2))
            if other[source] and other[target] < np.iinfo(np.int8).max:
                other[source] -= 1
                other[target] += 1
                laps = self._laps(other)
                if laps >= best:
                    left = TRIES if laps > best else left
                    holes, best = other, laps
            left -= 1
        position = self._named(holes)
        return None if position is None else Board(best, self.name, self.options, position)

    def _thrown(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        size, seeds = self.game.layout.size, self.game.seeds
        throw = np.random.default_rng(self.chance.getrandbits(32)).multinomial(seeds, [1 / size] * size)
        return np.minimum(throw, 1 if self.game.spec.holds_singles else 100).astype(np.int8)

    def _laps(self, holes: np.ndarray[Any, np.dtype[np.int8]]) -> int:
        """The laps of all sowings, each rounded up to the next of PATIENCES."""
        self._states[0] = np.frombuffer(self.game.start().row, np.int8)
        self._states[0, PHASE] = 0
        self._states[0, : len(holes)] = holes
        options, total = self.game.runner.options, 0
        for code in self._moves[0, : self._kernels.list_moves(self._states, 0, options, self._moves)].copy():
            total += next(
                (
                    laps
                    for laps, work in zip(PATIENCES, self._works, strict=True)
                    if self._kernels.play(self._states, 0, int(code), options, work) != UNDECIDED
                ),
                2 * PATIENCES[-1],
            )
        return total

    def _named(self, holes: np.ndarray[Any, np.dtype[np.int8]]) -> str | None:
        """The text of a board, if the rules let it be set up."""
        rows = self.game.layout.rows
        width = len(holes) // rows
        texts = [",".join(str(seeds) for seeds in row) for row in holes.reshape(rows, width).tolist()]
        half = rows // 2
        text = "/".join(texts[:half]) + "/" + "/".join(texts[half:])
        try:
            position = self.game.position(f"{text} 0 0 S -")
        except BonducError:
            return None
        return str(position) if position.outcome is None else None


def worst_boards(seconds: float, games: Sequence[str] = tuple(GAMES), seed: int = 1) -> list[Board]:
    """The worst boards found in so many seconds, worst first, KEPT a game at most."""
    chance = random.Random(seed)
    found = []
    for name in games:
        climbers = [Climber(name, options, chance) for options in largest_options(name)]
        chance.shuffle(climbers)
        until = time.monotonic() + seconds / len(games)
        found += sorted(_climbs(climbers, until), reverse=True)[:KEPT]
    return sorted(found, reverse=True)


def _climbs(climbers: Sequence[Climber], until: float) -> Iterator[Board]:
    for climber in cycle(climbers):
        if time.monotonic() >= until:
            return
        board = climber.climb(until)
        if board is not None:
            yield board


def main(given: Sequence[str] | None = None) -> int:
    """Print the worst boards of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(given)
    for board in worst_boards(asked.seconds, asked.games.split(","), asked.seed):
        options = " ".join(f"{name}={value}" for name, value in board.options.items())
        print(f"{board.laps:>12,} laps  {board.game} {options or '-'}  {board.position}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
