"""Building tables: classes solved one after another, upward in seeds, on all cores."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.compile import compiled
from bonduc.games.contract import MAX_MOVES, WIDTH
from bonduc.games.endless import workspace
from bonduc.solve import propagate, retrograde
from bonduc.solve.classes import Pattern
from bonduc.solve.ranking import ways

CHUNK = 1 << 18  # positions sown in one go by one thread
KEPT_BYTES = 768 << 20  # of moves kept between the two times they are needed; the rest is sown again
Values = npt.NDArray[np.int8]


@dataclass(frozen=True)
class SolvedClass:
    """The values of a class, block after block, for the mover.

    `values` and `cyclic` (places whose value is 0 only because play never ends) are by place: block and rank.
    `longest` is the length, in moves within the class, of the longest forced line to a gain.
    """

    pattern: Pattern
    seeds: int
    values: Values
    cyclic: npt.NDArray[np.bool_]
    longest: int
    seconds: float


@dataclass(frozen=True)
class Progress:
    """What a build reports: the class, what it is doing, the share of that done (0 to 1)."""

    seeds: int
    task: str
    done: float


Report = Callable[[Progress], None]


def solve_class(
    pattern: Pattern,
    seeds: int,
    lower: Mapping[int, Values],
    *,
    threads: int | None = None,
    kept_bytes: int = KEPT_BYTES,
    report: Report = lambda progress: None,
) -> SolvedClass:
    """Solve the class of `seeds` seeds, given the values of lower classes by their seeds.

    Memory: 15 bytes a place, 4 a move that stays in the class, `kept_bytes` more, and the lower classes. Raises
    BonducError where a lower class that a move can reach is missing.
    """
    started = time.perf_counter()
    workers = threads or os.cpu_count() or 1
    sowing = _Sowing(pattern.blocks[0], seeds, lower)
    with ThreadPoolExecutor(workers) as pool:
        starts, sources = sowing.reversed_moves(pool, kept_bytes, report)
    best, remaining = sowing.exits, sowing.degrees
    state = np.zeros(len(best), np.int8)
    queue = np.empty(len(best), np.int32)
    report(Progress(seeds, "values", 0.0))
    longest = compiled(propagate.propagate_values)(best, remaining, state, starts, sources, queue, _largest(best))
    report(Progress(seeds, "cyclic draws", 0.0))
    compiled(propagate.propagate_holds)(best, remaining, state, starts, sources, queue, np.empty_like(queue))
    cyclic = state < propagate.MOVER_HOLDS | propagate.OPPONENT_HOLDS
    return SolvedClass(sowing.pattern, seeds, best, cyclic, int(longest), time.perf_counter() - started)


def derive_again(
    pattern: Pattern, seeds: int, values: Values, lower: Mapping[int, Values], *, report: Report = lambda progress: None
) -> tuple[int | None, npt.NDArray[np.bool_]]:
    """Derive every value of a class from its successors, and the cyclic draws from the values.

    Returns the place of a value that does not follow (None if all do), and where the draws are cyclic.
    """
    sowing = _Sowing(pattern.blocks[0], seeds, lower)
    wrong: list[int] = []

    def check(chunk: _Chunk, edges: npt.NDArray[np.int32]) -> None:
        here = slice(chunk.place, chunk.place + chunk.count)
        place = compiled(propagate.check_values)(values, sowing.exits[here], sowing.degrees[here], edges, chunk.place)
        if place >= 0:
            wrong.append(int(place))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        starts, sources = sowing.reversed_moves(pool, KEPT_BYTES, report, check)
    if wrong:
        return min(wrong), np.zeros(0, np.bool_)
    state = (sowing.exits == 0).astype(np.int8)
    remaining = sowing.degrees
    compiled(propagate.restore_zeros)(values, remaining, state, starts, sources)
    queue = np.empty(len(values), np.int32)
    compiled(propagate.propagate_holds)(values, remaining, state, starts, sources, queue, np.empty_like(queue))
    return None, state < propagate.MOVER_HOLDS | propagate.OPPONENT_HOLDS


def _largest(exits: Values) -> int:
    """The largest size of an exit's value; no value of the class is larger."""
    return max(abs(int(exits.max())), abs(int(np.where(exits == retrograde.NO_EXIT, 0, exits).min())))


@dataclass(frozen=True)
class _Chunk:
    """A run of positions of one block: `count` from rank `first` on, the first at `place`."""

    block: int
    first: int
    count: int
    place: int


class _Sowing:
    """Sows every move of a class: best exits and degrees by place, and the moves that stay, filed backwards."""

    def __init__(self, pattern: Pattern, seeds: int, lower: Mapping[int, Values]) -> None:
        self.pattern, self.seeds = pattern, seeds
        self.positions = pattern.positions(seeds)
        places = self.positions * len(pattern.blocks)
        if places >= 1 << 31:
            raise BonducError(f"the class of {seeds} seeds has {places} positions; at most 2^31 can be solved")
        self.exits, self.degrees = np.empty(places, np.int8), np.empty(places, np.int8)
        self.chunks = [
            _Chunk(block, first, min(CHUNK, self.positions - first), block * self.positions + first)
            for block in range(len(pattern.blocks))
            for first in range(0, self.positions, CHUNK)
        ]
        self._given = sorted(lower)
        self._lower = np.concatenate([lower[s] for s in self._given]) if lower else np.zeros(0, np.int8)
        self._starts = self._starts_of_lower(lower)
        self._ways = ways(len(pattern.order), seeds)
        self._over = _is_over(pattern, seeds)
        self._memory = _Memory()

    def _starts_of_lower(self, lower: Mapping[int, Values]) -> list[npt.NDArray[np.int64]]:
        """For each block, where the values of its children in each lower class begin."""
        blocks = len(self.pattern.blocks)
        starts = [np.full(self.seeds + 1, -1, np.int64) for _ in range(blocks)]
        base = 0
        for s in self._given:
            for block in range(blocks):
                starts[block][s] = base + (blocks - 1 - block) * self.pattern.positions(s)
            base += len(lower[s])
        return starts

    def moves_of(self, chunk: _Chunk) -> npt.NDArray[np.int32]:
        """Sow a chunk: its exits and degrees are written, the moves that stay are returned in a reused buffer."""
        own = self.pattern.blocks[chunk.block]
        kernels = own.game.runner.compile()
        states, moves, work, edges = self._memory.take(CHUNK * len(own.order))
        states[0] = own.template()
        here = slice(chunk.place, chunk.place + chunk.count)
        written = compiled(retrograde.expand)(
            kernels.list_moves, kernels.play, kernels.stuck, states, own.game.runner.options, moves, work, self._ways,
            own.order, own.child_order, (len(self.pattern.blocks) - 1 - chunk.block) * self.positions, self.seeds,
            self._over, chunk.first, chunk.count, self._lower, self._starts[chunk.block],
            self.exits[here], self.degrees[here], edges,
        )  # fmt: skip
        if written == retrograde.MISSING_CLASS:
            given = ", ".join(map(str, self._given)) or "none"
            raise BonducError(f"the class of {self.seeds} seeds needs lower classes not given (given: {given})")
        return edges[:written]

    def reversed_moves(
        self,
        pool: ThreadPoolExecutor,
        kept_bytes: int,
        report: Report,
        check: Callable[[_Chunk, npt.NDArray[np.int32]], None] = lambda chunk, edges: None,
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]:
        """The moves that stay in the class, filed under the places they lead to (`propagate`).

        `check` is called once for each chunk when it has been sown.
        """
        starts = np.zeros(len(self.exits) + 1, np.uint32)
        kept: dict[_Chunk, npt.NDArray[np.int32]] = {}
        filing = threading.Lock()
        done = 0

        def count(chunk: _Chunk) -> None:
            nonlocal done, kept_bytes
            edges = self.moves_of(chunk)
            check(chunk, edges)
            with filing:
                compiled(propagate.count_sources)(edges, starts)
                if edges.nbytes <= kept_bytes:
                    kept_bytes -= edges.nbytes
                    kept[chunk] = edges.copy()
                done += chunk.count
                report(Progress(self.seeds, "sowing", done / len(self.exits)))

        def file(chunk: _Chunk) -> None:
            nonlocal done
            edges = kept[chunk] if chunk in kept else self.moves_of(chunk)
            degrees = self.degrees[chunk.place : chunk.place + chunk.count]
            with filing:
                compiled(propagate.reverse_edges)(degrees, edges, chunk.place, starts, sources)
                kept.pop(chunk, None)
                done += chunk.count
                report(Progress(self.seeds, "reversing", done / len(self.exits)))

        list(pool.map(count, self.chunks))
        sources = np.empty(compiled(propagate.sum_starts)(starts), np.int32)
        done = 0
        list(pool.map(file, self.chunks))
        return starts, sources


def _is_over(pattern: Pattern, seeds: int) -> bool:
    """Is a round with so many seeds on the board over, whoever could still move?"""
    row = pattern.template()
    row[pattern.order[0]] = seeds
    return pattern.game.spec.finished(row.tolist(), pattern.game.runner.options)


class _Memory(threading.local):
    """What one thread needs to sow: a stack of rows, move lists, the endless test's memory, a buffer of moves."""

    def __init__(self) -> None:
        self._states = np.zeros((3, WIDTH), np.int8)
        self._moves = np.zeros((3, MAX_MOVES), np.int32)
        self._work = workspace()
        self._edges = np.empty(0, np.int32)

    def take(self, edges: int) -> tuple[Any, Any, Any, npt.NDArray[np.int32]]:
        if len(self._edges) < edges:
            self._edges = np.empty(edges, np.int32)
        return self._states, self._moves, self._work, self._edges
