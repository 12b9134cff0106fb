"""Sowing a class: every move of every position, in chunks, on all cores, each once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.rules import Scratch, functions_of
from bonduc.games.kernels.state import MAX_MOVES, WIDTH
from bonduc.solve.by_seeds import expand
from bonduc.solve.by_seeds.move_log import MoveLog, Sown
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.ranking import ways
from bonduc.solve.progress import Progress, Report

CHUNK = 1 << 18  # positions sown in one go by one thread

Values = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Chunk:
    """A run of positions of one block: `count` from rank `first` on, the first at `place`."""

    number: int
    block: int
    first: int
    count: int
    place: int

    @property
    def here(self) -> slice:
        """Its places."""
        return slice(self.place, self.place + self.count)


class Expansion:
    """Sows a class of `seeds` seeds, given the values of lower classes by their seeds; what `log` holds is not sown."""

    def __init__(self, pattern: Pattern, seeds: int, lower: Mapping[int, Values], log: MoveLog | None = None) -> None:
        self.pattern, self.seeds, self.log = pattern, seeds, log
        self.positions = pattern.positions(seeds)
        self.places = self.positions * len(pattern.blocks)
        starts = [(b, r) for b in range(len(pattern.blocks)) for r in range(0, self.positions, CHUNK)]
        self.chunks = [
            Chunk(number, block, first, min(CHUNK, self.positions - first), block * self.positions + first)
            for number, (block, first) in enumerate(starts)
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

    def sown(self, chunk: Chunk) -> Sown:
        """A chunk from the log, or sown now; valid until this thread asks for the next one."""
        found = None if self.log is None else self.log.read(chunk.number)
        if found is None:
            found = self._sow(chunk)
            if self.log is not None:
                self.log.add(chunk.number, found)
        return found

    def _sow(self, chunk: Chunk) -> Sown:
        edges = self._memory.edges(CHUNK * len(self.pattern.order))
        exits, degrees = np.empty(chunk.count, np.int8), np.empty(chunk.count, np.int8)
        written = self.run(chunk, expand.expand, self._lower, expand.Moved(exits, degrees, edges))
        if written == expand.MISSING_CLASS:
            given = ", ".join(map(str, self._given)) or "none"
            raise BonducError(f"the class of {self.seeds} seeds needs lower classes not given (given: {given})")
        return Sown(exits, degrees, edges[:written])

    def run(self, chunk: Chunk, kernel: Callable[..., int], lower: Values, given: Any) -> int:
        """Call a kernel that plays the moves of a chunk, with the values of lower classes and what it is to fill in."""
        own = self.pattern.blocks[chunk.block]
        runner, scratch = own.game.runner, self._memory.scratch
        scratch.states[0] = own.template()
        child_base = (len(self.pattern.blocks) - 1 - chunk.block) * self.positions
        starts = self._starts[chunk.block]
        block = expand.ClassBlock(
            self._ways, own.order, own.child_order, lower, starts, self.seeds, self._over, child_base
        )
        functions = functions_of(runner.compile())
        return int(compiled(kernel)(*functions, runner.options, scratch, block, chunk.first, given))

    def each(
        self,
        pool: ThreadPoolExecutor,
        task: str,
        do: Callable[[Chunk, Sown], int],
        report: Report,
        chunks: Iterable[Chunk] | None = None,
    ) -> int:
        """Do something with every chunk as sown, on all cores; the sum of the results."""
        done = 0

        def work(chunk: Chunk) -> int:
            nonlocal done
            result = do(chunk, self.sown(chunk))
            done += chunk.count
            report(Progress(self.seeds, task, min(1.0, done / self.places)))
            return result

        return sum(pool.map(work, self.chunks if chunks is None else chunks))


@contextmanager
def cores(threads: int | None) -> Iterator[ThreadPoolExecutor]:
    """A pool of so many threads, of one for each processor if not told; what is left to do at a fault is dropped."""
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _is_over(pattern: Pattern, seeds: int) -> bool:
    """Is a round with so many seeds on the board over, whoever could still move?"""
    row = pattern.template()
    row[pattern.order[0]] = seeds
    return pattern.game.spec.finished(row.tolist(), pattern.game.runner.options)


class _Memory(threading.local):
    """What one thread needs to sow: a stack of rows, move lists, the endless test's memory, a buffer of moves."""

    def __init__(self) -> None:
        self.scratch = Scratch(np.zeros((3, WIDTH), np.int8), np.zeros((3, MAX_MOVES), np.int32), workspace())
        self._edges = np.empty(0, np.int64)

    def edges(self, count: int) -> npt.NDArray[np.int64]:
        """A buffer for so many moves."""
        if len(self._edges) < count:
            self._edges = np.empty(count, np.int64)
        return self._edges
