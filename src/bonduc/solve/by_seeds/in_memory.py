"""Solving a class with all its moves in memory, filed backwards: each is followed once (`propagate`).

Memory: 15 bytes a position and 4 a move that stays in the class.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.compile import compiled
from bonduc.solve.by_seeds import values_backward
from bonduc.solve.by_seeds.expand import NO_EXIT
from bonduc.solve.by_seeds.expansion import Chunk, Expansion, Values
from bonduc.solve.by_seeds.move_log import Sown
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC
from bonduc.solve.progress import Progress, Report

MOST_PLACES = 1 << 31  # places are counted in 31 bits here

State = dict[str, Any]
Arrays = tuple[Values, ...]
Save = Callable[[State, Arrays], None]


def bytes_needed(places: int, moves: int) -> int:
    """The memory it takes to solve a class in this way."""
    return 15 * places + 4 * moves


class Graph:
    """The moves of a class that stay in it, filed backwards; its best exits and numbers of moves by place."""

    def __init__(self, expansion: Expansion, pool: ThreadPoolExecutor, report: Report) -> None:
        self.exits, self.degrees = np.empty(expansion.places, np.int8), np.empty(expansion.places, np.int8)
        self.starts = np.zeros(expansion.places + 1, np.uint32)
        filing = threading.Lock()

        def count(chunk: Chunk, sown: Sown) -> int:
            self.exits[chunk.here], self.degrees[chunk.here] = sown.exits, sown.degrees
            with filing:
                compiled(values_backward.count_sources)(sown.edges, self.starts)
            return 0

        def file(chunk: Chunk, sown: Sown) -> int:
            with filing:
                compiled(values_backward.reverse_edges)(
                    sown.degrees, sown.edges, chunk.place, self.starts, self.sources
                )
            return 0

        expansion.each(pool, "counting", count, report)
        self.sources = np.empty(compiled(values_backward.sum_starts)(self.starts), np.int32)
        expansion.each(pool, "reversing", file, report)


def settle(
    graph: Graph, seeds: int, saved: tuple[State, Arrays] | None, save: Save, report: Report
) -> tuple[Values, int]:
    """The values of a class, CYCLIC where a draw is, and the longest forced line; from a saved state on if told.

    `save` is called between sizes of value with what can be gone on from; the graph is used up.
    """
    best, remaining, state = graph.exits, graph.degrees, np.zeros(len(graph.exits), np.int8)
    size, longest = _largest(best), 0
    largest = size
    if saved is not None:
        (best, remaining, state), size, longest = saved[1], int(saved[0]["size"]), int(saved[0]["longest"])
        graph.exits, graph.degrees = best, remaining
    queue = np.empty(len(best), np.int32)
    backwards = graph.starts, graph.sources
    while size > 0:
        report(Progress(seeds, "values", 1 - size / largest))
        longest = max(
            longest, int(compiled(values_backward.settle_size)(best, remaining, state, *backwards, queue, size))
        )
        size -= 1
        save({"size": size, "longest": longest}, (best, remaining, state))
    compiled(values_backward.settle_zeros)(best, state)
    report(Progress(seeds, "cyclic draws", 0.0))
    compiled(values_backward.propagate_holds)(best, remaining, state, *backwards, queue, np.empty_like(queue))
    best[_is_cyclic(state)] = CYCLIC
    return best, longest


def cyclic_draws(graph: Graph, values: Values) -> npt.NDArray[np.bool_]:
    """Where draws are cyclic, given the values of the class."""
    state = (graph.exits == 0).astype(np.int8)
    backwards = graph.starts, graph.sources
    compiled(values_backward.restore_zeros)(values, graph.degrees, state, *backwards)
    queue = np.empty(len(values), np.int32)
    compiled(values_backward.propagate_holds)(values, graph.degrees, state, *backwards, queue, np.empty_like(queue))
    return _is_cyclic(state)


def _is_cyclic(state: Values) -> npt.NDArray[np.bool_]:
    return state < values_backward.MOVER_HOLDS | values_backward.OPPONENT_HOLDS


def _largest(exits: Values) -> int:
    """The largest size of an exit's value; no value of the class is larger."""
    return max(abs(int(exits.max())), abs(int(np.where(exits == NO_EXIT, 0, exits).min())))
