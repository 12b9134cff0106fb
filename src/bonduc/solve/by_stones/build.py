"""Solving pairs of classes by numbers of stones (`stones`), on all cores, and deriving them again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.rules import Scratch, functions_of
from bonduc.games.kernels.state import MAX_MOVES, WIDTH
from bonduc.solve.by_stones import retrograde
from bonduc.solve.by_stones.classes import Pair, Steps, steps_of

SMALL = 1 << 16  # places that are not worth a second thread
CHUNKS = 64  # into which a block is cut to expand it

Codes = npt.NDArray[np.uint16]
Share = Callable[[float], None]


@dataclass(frozen=True)
class LowerClass:
    """The codes of a class with fewer stones, the mover's ring of rank r against rank s at r · own + s · enemy."""

    codes: Codes
    own: int
    enemy: int


LoadLower = Callable[[int, int], LowerClass | None]  # by the stones of the mover and of the other
Lower = tuple[Codes, Codes, npt.NDArray[np.int64]]  # of one and of two stones less, and how they are ranked


@dataclass(frozen=True)
class SolvedPair:
    """The codes of a pair by place, its wins, draws and losses, and the longest distance (None: not kept)."""

    pair: Pair
    codes: Codes
    wins: int
    draws: int
    losses: int
    longest: int | None
    seconds: float


class _Threads:
    """Runs a task on all parts of a pair's blocks, with as many threads as the pair is worth."""

    def __init__(self, pair: Pair, threads: int | None) -> None:
        self.count = 1 if pair.block_size < SMALL else threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.count) if self.count > 1 else None

    def __enter__(self) -> _Threads:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(self, task: Callable[[int, int], int], length: int, parts: int) -> list[int]:
        """The results of `task(first, last)` for about so many parts of 0 to `length`, in order."""
        cuts = np.linspace(0, length, min(parts, length) + 1).astype(int).tolist()
        return list((self._pool.map if self._pool is not None else map)(task, cuts[:-1], cuts[1:]))


class _Blocks:
    """Both blocks of a pair: best exits and masks of quiet moves once expanded, codes once settled."""

    def __init__(self, pair: Pair, lower: LoadLower) -> None:
        self.pair = pair
        self._lower = lower
        self._changes = steps_of(pair.game)
        self.steps = tuple(Steps.of(pair.rings, stones, self._changes) for stones in (pair.more, pair.fewer))
        self.all_codes = np.empty(2 * pair.block_size, np.uint16)
        self.codes = self.all_codes[: pair.block_size], self.all_codes[pair.block_size :]
        self.masks = np.empty(pair.block_size, np.uint16), np.empty(pair.block_size, np.uint16)

    def expand(self, threads: _Threads, share: Share) -> int:
        """Play every move; the greatest distance of an exit."""
        own, enemy = self.pair.more, self.pair.fewer
        first = self._expand_block(0, self._lower_of(own, enemy), threads, lambda done: share(done / 2))
        second = self._expand_block(1, self._lower_of(enemy, own), threads, lambda done: share(0.5 + done / 2))
        return max(first, second)

    def _expand_block(self, block: int, lower: Lower, threads: _Threads, share: Share) -> int:
        pair, runner = self.pair, self.pair.game.runner
        rows = pair.shape[0]
        functions = functions_of(runner.compile())
        board = retrograde.PairBlock(
            pair.rings.size, pair.rings.patterns[pair.more], pair.rings.patterns[pair.fewer], pair.rings.ranks,
            np.array(self._changes, np.int64), block == 0, *lower, self.codes[block], self.masks[block],
        )  # fmt: skip
        done = 0

        def task(first: int, last: int) -> int:
            nonlocal done
            scratch = Scratch(np.zeros((3, WIDTH), np.int8), np.zeros((3, MAX_MOVES), np.int32), runner.work)
            found = compiled(retrograde.expand)(*functions, runner.options, scratch, board, first, last)
            done += last - first
            share(done / rows)
            return int(found)

        found = threads.run(task, rows, CHUNKS if threads.count > 1 else 1)
        if min(found) < 0:
            raise self._fault(min(found))
        return max(found)

    def _lower_of(self, own: int, enemy: int) -> Lower:
        """The classes into which a move of the player of `own` stones can capture one or two of `enemy`."""
        strides = np.zeros((2, 2), np.int64)
        codes = []
        for k in range(2):
            left = enemy - k - 1
            found = self._lower(left, own) if left > 0 else None
            codes.append(np.empty(0, np.uint16) if found is None else found.codes)
            if found is not None:
                strides[k] = found.own, found.enemy
        return codes[0], codes[1], strides

    def _fault(self, found: int) -> BonducError:
        pair = self.pair
        name = f"the positions of {pair.game.name} with {pair.more} against {pair.fewer} stones"
        if found == retrograde.MISSING_CLASS:
            return BonducError(f"{name} need lower classes that are not given")
        return BonducError(f"{name} cannot be solved: a move changes more than one stone and its captures")

    def settle(self, greatest: int, threads: _Threads, share: Share) -> None:
        """Settle all that is won or lost, distance by distance; `greatest` is that of an exit."""
        settled = 0
        for distance in range(retrograde.LONGEST):
            found = self._settle_block(0, distance, threads) + self._settle_block(1, distance, threads)
            settled += found
            share(settled / (2 * self.pair.block_size))
            if found == 0 and distance >= greatest:
                return
        raise BonducError(f"{self.pair.game.name}: a round longer than {retrograde.LONGEST} moves")

    def _settle_block(self, block: int, distance: int, threads: _Threads) -> int:
        """Settle what is won or lost in a block at a distance; how much.

        Moves to block 0 are those of the player of fewer stones, within a row; moves to block 1 stay in a column.
        """
        rows, columns = self.pair.shape
        mover = 1 - block
        here, there = (retrograde.Entries(self.codes[each], self.masks[each]) for each in (block, mover))
        back = retrograde.Backward(self.steps[mover].backward, self.steps[mover].holes, block == 1)

        def task(first: int, last: int) -> int:
            part = retrograde.Part(*((first, last, 0, columns) if block == 0 else (0, rows, first, last)))
            return int(compiled(retrograde.settle)(here, there, distance, columns, part, back))

        return sum(threads.run(task, rows if block == 0 else columns, threads.count))


def solve_pair(
    pair: Pair,
    lower: LoadLower,
    *,
    distances: bool = True,
    threads: int | None = None,
    share: Share = lambda done: None,
) -> SolvedPair:
    """Solve a pair; `lower` gives the classes with fewer stones, and `share` is told how much is done (0 to 1).

    Without `distances` codes are 1 for a win, 0 for a loss and DRAW, and so may be those of `lower`. Memory: 8 bytes
    for each place of one block, and two lower classes at a time, 2 bytes a position. Raises BonducError where a lower
    class is missing.
    """
    started = time.perf_counter()
    blocks = _Blocks(pair, lower)
    with _Threads(pair, threads) as workers:
        greatest = blocks.expand(workers, lambda done: share(done / 2))
        blocks.settle(greatest, workers, lambda done: share(0.5 + done / 2))
    counts = np.zeros(3, np.int64)
    codes = blocks.all_codes[: pair.blocks * pair.block_size]
    longest = int(compiled(retrograde.finish)(codes, distances, counts))
    wins, draws, losses = counts.tolist()
    return SolvedPair(pair, codes, wins, draws, losses, longest if distances else None, time.perf_counter() - started)


def derive_again(
    pair: Pair,
    codes: Codes,
    lower: LoadLower,
    *,
    distances: bool = True,
    threads: int | None = None,
    share: Share = lambda done: None,
) -> int | None:
    """The first place whose code does not follow from its successors, None if all do.

    With distances each code is derived from the codes it leads to: they follow from each other in one way only, as a
    win or loss leads to a smaller distance. Without them claims could uphold each other in a circle, so the pair is
    solved again instead.
    """
    if not distances:
        again = solve_pair(pair, lower, distances=False, threads=threads, share=share)
        wrong = np.flatnonzero(again.codes != codes)
        return int(wrong[0]) if len(wrong) else None
    blocks = _Blocks(pair, lower)
    size, (rows, columns) = pair.block_size, pair.shape
    halves = [codes[:size], codes[size:]] if pair.blocks == 2 else [codes, _transposed(codes, rows)]
    wrong_places: list[int] = []
    with _Threads(pair, threads) as workers:
        blocks.expand(workers, share)
        for block in range(pair.blocks):
            arrays = halves[block], halves[1 - block], blocks.codes[block], blocks.masks[block], columns
            rest = block == 0, blocks.steps[block].forward
            found = workers.run(_Check(arrays, rest), rows, workers.count)
            wrong_places += [block * size + place for place in found if place >= 0]
    return min(wrong_places, default=None)


@dataclass(frozen=True)
class _Check:
    """`check_codes` with all but its range of rows."""

    arrays: tuple[Any, ...]
    rest: tuple[Any, ...]

    def __call__(self, first: int, last: int) -> int:
        return int(compiled(retrograde.check_codes)(*self.arrays, first, last, *self.rest))


def _transposed(codes: Codes, rows: int) -> Codes:
    """The second block of a pair with equal numbers of stones: the first, seen from the other side."""
    return np.ascontiguousarray(codes.reshape(rows, rows).T).reshape(-1)
