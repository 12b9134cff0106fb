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
from bonduc.solve import retrograde
from bonduc.solve.classes import Pattern
from bonduc.solve.ranking import ways

CHUNK = 1 << 18  # positions sown or updated in one go by one thread
Values = npt.NDArray[np.int8]


@dataclass(frozen=True)
class SolvedClass:
    """The values of a class, block after block, for the mover; and which zeros are cyclic (`retrograde`)."""

    pattern: Pattern
    seeds: int
    values: Values
    holds: Values
    rounds: int
    seconds: float

    @property
    def cyclic(self) -> npt.NDArray[np.bool_]:
        """Where the value is 0 only because play never ends."""
        return (self.values == 0) & (self.holds != (retrograde.MOVER_HOLDS | retrograde.OPPONENT_HOLDS))


@dataclass(frozen=True)
class Progress:
    """What a build reports: the class, what it is doing, the share of it done (0 to 1), values changed last round."""

    seeds: int
    task: str
    done: float
    changed: int = 0


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
    positions = pattern.positions(seeds)
    values = np.zeros(positions * len(pattern.blocks), np.int8)
    holds = np.zeros_like(values)
    with ThreadPoolExecutor(workers) as pool:
        chunks = _expand(pattern, seeds, lower, pool, report)
        rounds = _iterate(
            compiled(retrograde.relax), lambda c: (values, c.exits, c.degrees, c.edges, c.place), chunks, pool,
            lambda changed: report(Progress(seeds, "values", 0.0, changed)),
        )  # fmt: skip
        _iterate(
            compiled(retrograde.grow_holds), lambda c: (values, holds, c.exits, c.degrees, c.edges, c.place), chunks,
            pool, lambda changed: report(Progress(seeds, "cyclic draws", 0.0, changed)),
        )  # fmt: skip
    return SolvedClass(pattern, seeds, values, holds, rounds, time.perf_counter() - started)


def _iterate(
    kernel: Callable[..., int],
    arguments: Callable[[_Chunk], tuple[Any, ...]],
    chunks: list[_Chunk],
    pool: ThreadPoolExecutor,
    report: Callable[[int], None],
) -> int:
    rounds = 0
    while True:
        changed = sum(pool.map(lambda chunk: kernel(*arguments(chunk)), chunks))
        rounds += 1
        report(changed)
        if changed == 0:
            return rounds


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
