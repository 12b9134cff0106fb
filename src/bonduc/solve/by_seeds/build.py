"""Solving one class, and deriving it again: sowing its moves, choosing the way to its values, going on after a kill."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.compile import compiled
from bonduc.integers import LARGEST, number_from
from bonduc.solve.by_seeds import by_sweeps, in_memory, values_by_sweeps
from bonduc.solve.by_seeds.expansion import CHUNK, Chunk, Expansion, Values, cores
from bonduc.solve.by_seeds.in_memory import Arrays, Graph, State
from bonduc.solve.by_seeds.move_log import MoveLog, Sown
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC
from bonduc.solve.by_seeds.work_file import load_state, save_state
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.table_file import options_that_matter
from bonduc.solve.progress import Report, silent

MOST_THREADS = 256
LOG_BYTES = 32 << 30  # of moves kept on disk; the rest is sown again
SAVE_SECONDS = 60.0  # between states saved, at least,
SAVE_SHARE = 0.05  # and saving takes no more of the time than this
MOVES, STATE = ".moves", ".state"  # added to the name of a table: what a build leaves on its way


def default_memory() -> int:
    """Bytes a class may take in memory unless told otherwise: half of the machine's."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


@dataclass(frozen=True)
class Means:
    """What a class may be solved with: threads (None: one for each processor), bytes of memory, bytes of disk.

    A class that needs more memory in the fast way is solved in sweeps (`in_sweeps`).
    """

    threads: int | None = None
    memory: int | None = None
    disk: int = LOG_BYTES

    def __post_init__(self) -> None:
        if self.threads is not None:
            number_from(self.threads, "threads", 1, MOST_THREADS)
        for name in ("memory", "disk"):
            if getattr(self, name) is not None:
                number_from(getattr(self, name), name, 0, LARGEST - 1)

    def fits(self, needed: int) -> bool:
        """Whether so many bytes of memory are allowed."""
        return needed <= (default_memory() if self.memory is None else self.memory)


ANY_MEANS = Means()


@dataclass(frozen=True)
class SolvedClass:
    """The codes of a class by place, block after block: values for the mover, CYCLIC for draws without end.

    `longest` is the length, in moves within the class, of the longest forced line to a gain; None: not counted.
    """

    pattern: Pattern
    seeds: int
    codes: Values
    longest: int | None
    seconds: float

    @property
    def values(self) -> Values:
        """The values by place, cyclic draws as 0."""
        return np.where(self.codes == CYCLIC, np.int8(0), self.codes)

    @property
    def cyclic(self) -> npt.NDArray[np.bool_]:
        """Where the value is 0 only because play never ends."""
        cyclic: npt.NDArray[np.bool_] = self.codes == CYCLIC
        return cyclic


class _Work:
    """What a build of one class leaves on disk on its way: the log of moves and the state of the values."""

    def __init__(self, pattern: Pattern, seeds: int, stem: Path | None, disk: int, folder: Path | None = None) -> None:
        game = pattern.game
        self.identity = {
            "game": game.id,
            "rules_version": game.rules_version,
            "options": options_that_matter(game),
            "blocks": [list(block.notes) for block in pattern.blocks],
            "seeds": seeds,
            "chunk": CHUNK,
        }
        self._state = None if stem is None else stem.with_name(stem.name + STATE)
        moves = None if stem is None else stem.with_name(stem.name + MOVES)
        places = pattern.positions(seeds) * len(pattern.blocks)
        self.log = MoveLog(moves, self.identity, places, disk, folder)
        self._save_after = time.monotonic() + SAVE_SECONDS

    def load(self, way: str) -> tuple[State, Arrays] | None:
        """The state an earlier run saved when it solved the class in this way."""
        found = None if self._state is None else load_state(self._state, self.identity)
        return found if found is not None and found[0].get("way") == way else None

    def save(self, way: str, state: State, arrays: Arrays) -> None:
        """Save a state, if the last one is old."""
        began = time.monotonic()
        if self._state is not None and began >= self._save_after:
            save_state(self._state, self.identity, state | {"way": way}, arrays)
            now = time.monotonic()
            self._save_after = now + max(SAVE_SECONDS, (now - began) / SAVE_SHARE)

    def close(self) -> None:
        """Leave what is on disk to the next run."""
        self.log.close()


@contextmanager
def solving(
    pattern: Pattern,
    seeds: int,
    lower: Mapping[int, Values],
    *,
    means: Means = ANY_MEANS,
    stem: Path | None = None,
    report: Report = silent,
) -> Iterator[SolvedClass]:
    """Solve the class of `seeds` seeds, given the values of lower classes by their seeds.

    What an earlier run left at `stem` with .moves and .state added is gone on from; it is deleted when the context is
    left without a fault, that is, when the caller has written the class. Raises BonducError where a lower class that a
    move can reach is missing.
    """
    started = time.perf_counter()
    pattern = pattern.blocks[0]
    work = _Work(pattern, seeds, stem, means.disk)
    try:
        expansion = Expansion(pattern, seeds, lower, work.log)
        codes, longest = _settle(expansion, work, means, report)
        yield SolvedClass(pattern, seeds, codes, longest, time.perf_counter() - started)
        if stem is not None:
            remove_work(stem)
    finally:
        work.close()


def remove_work(stem: Path) -> None:
    """Remove what builds of a class have left on their way: the class is solved and written."""
    for path in stem.parent.glob(stem.name + ".*"):
        path.unlink(missing_ok=True)


def solve_class(
    pattern: Pattern, seeds: int, lower: Mapping[int, Values], *, means: Means = ANY_MEANS, report: Report = silent
) -> SolvedClass:
    """As `solving`, leaving nothing on disk."""
    with solving(pattern, seeds, lower, means=means, report=report) as solved:
        return solved


def _settle(expansion: Expansion, work: _Work, means: Means, report: Report) -> tuple[Values, int | None]:
    with cores(means.threads) as pool:
        moves = expansion.each(pool, "sowing", lambda chunk, sown: len(sown.edges), report)
        if _fits_memory(expansion, means, moves):
            graph = Graph(expansion, pool, report)
            saved = work.load("memory")
            return in_memory.settle(
                graph, expansion.seeds, saved, lambda state, arrays: work.save("memory", state, arrays), report
            )
        saved = work.load("sweeps")
        return by_sweeps.settle(
            expansion,
            pool,
            saved,
            lambda state, arrays: work.save("sweeps", state, arrays),
            report,
            count_longest=means.fits(3 * expansion.places),
        )


def _fits_memory(expansion: Expansion, means: Means, moves: int) -> bool:
    needed = in_memory.bytes_needed(expansion.places, moves)
    return expansion.places < in_memory.MOST_PLACES and means.fits(needed)


def derive_again(
    pattern: Pattern,
    seeds: int,
    values: Values,
    lower: Mapping[int, Values],
    *,
    means: Means = ANY_MEANS,
    folder: Path | None = None,
    report: Report = silent,
) -> tuple[int | None, npt.NDArray[np.bool_]]:
    """Derive every value of a class from its successors, and the cyclic draws from the values.

    Returns the place of a value that does not follow (None if all do), and where the draws are cyclic. Moves are kept
    in `folder` meanwhile.
    """
    work = _Work(pattern.blocks[0], seeds, None, means.disk, folder)
    expansion = Expansion(pattern.blocks[0], seeds, lower, work.log)
    wrong: list[int] = []

    def check(chunk: Chunk, sown: Sown) -> int:
        place = compiled(values_by_sweeps.check_values)(values, sown.exits, sown.degrees, sown.edges, chunk.place)
        if place >= 0:
            wrong.append(int(place))
        return len(sown.edges)

    try:
        with cores(means.threads) as pool:
            moves = expansion.each(pool, "sowing", check, report)
            if wrong:
                return min(wrong), np.zeros(0, np.bool_)
            if _fits_memory(expansion, means, moves):
                return None, in_memory.cyclic_draws(Graph(expansion, pool, report), values)
            codes = values.copy()
            by_sweeps.mark_zeros(codes)
            by_sweeps.hold(expansion, pool, codes, report, lambda: None)
            return None, codes == CYCLIC
    finally:
        work.close()
