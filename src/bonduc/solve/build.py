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

CHUNK = 1 << 18  # positions sown or updated in one go by one thread
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


class _Chunk:
    """A run of positions of one block with what sowing them gave."""

    def __init__(self, place: int, exits: Values, degrees: Values, edges: npt.NDArray[np.int32]) -> None:
        self.place, self.exits, self.degrees, self.edges = place, exits, degrees, edges


def solve_class(
    pattern: Pattern,
    seeds: int,
    lower: Mapping[int, Values],
    *,
    threads: int | None = None,
    report: Report = lambda progress: None,
) -> SolvedClass:
    """Solve the class of `seeds` seeds, given the values of lower classes by their seeds.

    Raises BonducError where a lower class that a move can reach is missing.
    """
    started = time.perf_counter()
    workers = threads or os.cpu_count() or 1
    pattern = pattern.blocks[0]
    with ThreadPoolExecutor(workers) as pool:
        chunks = _expand(pattern, seeds, lower, pool, report)
    best = np.concatenate([chunk.exits for chunk in chunks])
    remaining = np.concatenate([chunk.degrees for chunk in chunks])
    report(Progress(seeds, "reversing", 0.0))
    starts, sources = _reverse(chunks, len(best))
    state = np.zeros(len(best), np.int8)
    queue = np.empty(len(best), np.int32)
    report(Progress(seeds, "values", 0.0))
    longest = compiled(propagate.propagate_values)(best, remaining, state, starts, sources, queue, _largest(best))
    report(Progress(seeds, "cyclic draws", 0.0))
    compiled(propagate.propagate_holds)(best, remaining, state, starts, sources, queue, np.empty_like(queue))
    cyclic = state < propagate.MOVER_HOLDS | propagate.OPPONENT_HOLDS
    return SolvedClass(pattern, seeds, best, cyclic, int(longest), time.perf_counter() - started)


def _largest(exits: Values) -> int:
    """The largest size of an exit's value; no value of the class is larger."""
    return int(max(exits.max(), -exits[exits != retrograde.NO_EXIT].min(initial=0)))


def _reverse(chunks: list[_Chunk], places: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]:
    """The moves that stay in the class, filed under the places they lead to; the chunks are used up."""
    starts = np.zeros(places + 1, np.uint32)
    for chunk in chunks:
        compiled(propagate.count_sources)(chunk.edges, starts)
    sources = np.empty(compiled(propagate.sum_starts)(starts), np.int32)
    while chunks:
        chunk = chunks.pop()
        compiled(propagate.reverse_edges)(chunk.degrees, chunk.edges, chunk.place, starts, sources)
    return starts, sources


def _expand(
    pattern: Pattern, seeds: int, lower: Mapping[int, Values], pool: ThreadPoolExecutor, report: Report
) -> list[_Chunk]:
    """Sow every move of the class once."""
    kernels = pattern.game.runner.compile()
    expand = compiled(retrograde.expand)
    table = ways(len(pattern.order), seeds)
    joined = np.concatenate([lower[s] for s in sorted(lower)]) if lower else np.zeros(0, np.int8)
    bases = dict(zip(sorted(lower), np.cumsum([0, *(len(lower[s]) for s in sorted(lower))]), strict=False))
    works = _Works()
    over = _is_over(pattern, seeds)
    tasks = []
    for block, own in enumerate(pattern.blocks):
        child = len(pattern.blocks) - 1 - block
        starts = np.full(seeds + 1, -1, np.int64)
        for s, base in bases.items():
            starts[s] = base + child * own.positions(s)
        for first in range(0, own.positions(seeds), CHUNK):
            tasks.append((block, own, child, starts, first))
    done = 0

    def run(task: tuple[int, Pattern, int, npt.NDArray[np.int64], int]) -> _Chunk:
        nonlocal done
        block, own, child, starts, first = task
        total = own.positions(seeds)
        count = min(CHUNK, total - first)
        states = np.zeros((3, WIDTH), np.int8)
        states[0] = own.template()
        exits, degrees = np.empty(count, np.int8), np.empty(count, np.int8)
        edges = np.empty(count * len(own.order), np.int32)
        written = expand(
            kernels.list_moves, kernels.play, kernels.stuck, states, own.game.runner.options,
            np.zeros((3, MAX_MOVES), np.int32), works.take(), table, own.order, own.child_order,
            child * total, seeds, over, first, count, joined, starts, exits, degrees, edges,
        )  # fmt: skip
        if written == retrograde.MISSING_CLASS:
            given = ", ".join(map(str, sorted(lower))) or "none"
            raise BonducError(f"the class of {seeds} seeds needs lower classes that are not there (given: {given})")
        done += count
        report(Progress(seeds, "sowing", done / (total * len(pattern.blocks))))
        return _Chunk(block * total + first, exits, degrees, edges[:written].copy())

    return list(pool.map(run, tasks))


def _is_over(pattern: Pattern, seeds: int) -> bool:
    """Is a round with so many seeds on the board over, whoever could still move?"""
    row = pattern.template()
    row[pattern.order[0]] = seeds
    return pattern.game.spec.finished(row.tolist(), pattern.game.runner.options)


class _Works:
    """One memory of the endless test a thread."""

    def __init__(self) -> None:
        self._local = threading.local()

    def take(self) -> Any:
        if not hasattr(self._local, "work"):
            self._local.work = workspace()
        return self._local.work
