"""Solving a class too large for `in_memory`: sweeps over its moves, from the log or sown again (`sweep`).

Memory: one byte a position, two more while the longest line is counted (left out where they are not allowed), and
bounded buffers: flags of groups of positions and a chunk of positions with its moves for each thread.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bonduc.games.kernels.compile import compiled
from bonduc.solve.by_seeds import values_by_sweeps
from bonduc.solve.by_seeds.expansion import Chunk, Expansion, Values
from bonduc.solve.by_seeds.in_memory import Arrays, Save, State
from bonduc.solve.by_seeds.move_log import Sown
from bonduc.solve.progress import Progress, Report

MOST_GROUPS = 1 << 25  # of places, a flag each
LEAST_SHIFT = 6
PHASES = ("values", "cyclic draws")

Sweep = Callable[[Chunk, Sown, Any, Any, int, bool], int]


def settle(
    expansion: Expansion,
    pool: ThreadPoolExecutor,
    saved: tuple[State, Arrays] | None,
    save: Save,
    report: Report,
    count_longest: bool,
) -> tuple[Values, int | None]:
    """The values of a class, CYCLIC where a draw is, and the longest forced line; from a saved state on if told.

    `save` is called between sweeps with what can be gone on from.
    """
    phase = 0
    codes = np.zeros(expansion.places, np.int8)
    if saved is not None:
        phase, codes = PHASES.index(saved[0]["phase"]), saved[1][0]

    def keep() -> None:
        save({"phase": PHASES[phase]}, (codes,))

    if phase == 0:
        until_quiet(expansion, pool, "values", _sweep_of(values_by_sweeps.sweep_values, codes), report, keep)
        mark_zeros(codes)
        phase = 1
    hold(expansion, pool, codes, report, keep)
    return codes, longest_line(expansion, pool, codes, report) if count_longest else None


def mark_zeros(codes: Values) -> None:
    """Every value 0 becomes CYCLIC, until an end is found for it."""
    codes[codes == 0] = values_by_sweeps.CYCLIC


def hold(
    expansion: Expansion, pool: ThreadPoolExecutor, codes: Values, report: Report, keep: Callable[[], None]
) -> None:
    """Find the zeros that are not cyclic, and put them back to 0."""
    until_quiet(expansion, pool, "cyclic draws", _sweep_of(values_by_sweeps.sweep_holds, codes), report, keep)
    codes[codes <= values_by_sweeps.OPPONENT] = values_by_sweeps.CYCLIC


def longest_line(expansion: Expansion, pool: ThreadPoolExecutor, codes: Values, report: Report) -> int:
    """The longest forced line to a gain, in moves within the class."""
    distances = np.full(len(codes), values_by_sweeps.FAR, np.uint16)

    def one(chunk: Chunk, sown: Sown, before: Any, now: Any, shift: int, backward: bool) -> int:
        parts = codes, sown.exits, sown.degrees, sown.edges, chunk.place, before, now, shift, backward
        return int(compiled(values_by_sweeps.sweep_distances)(distances, *parts))

    until_quiet(expansion, pool, "longest line", one, report)
    longest = 0
    for first in range(0, len(codes), 1 << 20):
        near = distances[first : first + (1 << 20)]
        near = near[near < values_by_sweeps.FAR]
        if len(near):
            longest = max(longest, int(near.max()) + 1)
    return longest


def _sweep_of(kernel: Callable[..., int], codes: Values) -> Sweep:
    def one(chunk: Chunk, sown: Sown, before: Any, now: Any, shift: int, backward: bool) -> int:
        parts = sown.exits, sown.degrees, sown.edges, chunk.place, before, now, shift, backward
        return int(compiled(kernel)(codes, *parts))

    return one


def until_quiet(
    expansion: Expansion,
    pool: ThreadPoolExecutor,
    task: str,
    one: Sweep,
    report: Report,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Sweep over all chunks, up and down by turns, until a sweep changes nothing."""
    shift = max(LEAST_SHIFT, (expansion.places // MOST_GROUPS).bit_length())
    before, now = (np.full((expansion.places >> shift) + 1, flag, np.uint8) for flag in (1, 0))
    number, changes = 0, 1
    while changes > 0:
        backward = number % 2 == 1
        number += 1

        def do(chunk: Chunk, sown: Sown, backward: bool = backward) -> int:
            return one(chunk, sown, before, now, shift, backward)

        def tell(progress: Progress, number: int = number, changes: int = changes) -> None:
            changed = f", {changes:,} changes in the last" if number > 1 else ""
            report(Progress(progress.seeds, f"{task}, sweep {number}{changed}", progress.done))

        chunks = expansion.chunks[::-1] if backward else expansion.chunks
        changes = expansion.each(pool, task, do, tell, chunks)
        before[:] = now
        now[:] = 0
        keep()
