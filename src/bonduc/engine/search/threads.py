"""A search of one position: threads of machine code, watched by the calling thread.

The caller's thread keeps the time, looks at the stop signal and passes on what is found; so Ctrl-C works while
machine code is running. All threads search the same depths and share the work (`abdada.py`); the results of the one
that has come deepest count, the first of equals.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from bonduc.engine.analysis import SEED, Analysis, Limits, Line, OnInfo, StopSignal
from bonduc.engine.nodes.memory import EDITION, FINISHED, NODES, STOP_WANTED, TABLE_HITS, Memory
from bonduc.engine.search.alphabeta import search
from bonduc.engine.search.iterate import BEST_LEFT, DEEPEST, DEPTH, EXACT, FIRST, LENGTH, SCORE, deepen, new_reports
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.rules import functions_of
from bonduc.notation import move_of_steps
from bonduc.position import Game, Position

POLL_SECONDS = 0.005
QUICK_NODES = 100_000  # a search this small needs no watching,
QUICK_DEPTH = 3  # nor one that is not deeper


def machine_code(game: Game) -> tuple[Any, ...]:
    """The machine code of `deepen`, then that of the functions it takes, loaded or compiled."""
    return compiled(deepen), compiled(search), *functions_of(game.runner.compile())


class Deepening:
    """One search of a position with prepared memories, one for each thread."""

    def __init__(self, position: Position, limits: Limits, lines: int, memories: Sequence[Memory]) -> None:
        self.position = position
        self.limits = limits
        self.lines = lines
        self.memories = memories
        self._deepen, self._search, *self._kernels = machine_code(position.game)
        self._reports = [new_reports() for _ in memories]
        self.began = perf_counter()

    def run(self, stop: StopSignal | None = None, on_info: OnInfo | None = None) -> Analysis:
        """Run the search to its end; the last analysis. `on_info` is called in this thread."""
        if self._is_quick() and stop is None and on_info is None and len(self.memories) == 1:
            self._work(0)
            return self._analysis()
        threads = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(len(self.memories))]
        for thread in threads:
            thread.start()
        try:
            self._watch(threads, stop, on_info)
        finally:
            self._stop_all()
            for thread in threads:
                thread.join()
        return self._analysis()

    def _is_quick(self) -> bool:
        """Will the search end by itself before anybody could want to stop it?"""
        nodes, depth, seconds = self.limits.nodes, self.limits.depth, self.limits.seconds
        small = (nodes is not None and nodes <= QUICK_NODES) or (depth is not None and depth <= QUICK_DEPTH)
        return small and seconds is None

    def _watch(self, threads: Sequence[threading.Thread], stop: StopSignal | None, on_info: OnInfo | None) -> None:
        """Keep the limits until a thread is done."""
        told = (0, 0)
        while all(thread.is_alive() for thread in threads):
            left = None
            if self.limits.seconds is not None:
                left = self.began + self.limits.seconds - perf_counter()
            if (left is not None and left <= 0) or (stop is not None and stop.is_set()):
                self._stop_all()
            threads[0].join(POLL_SECONDS if left is None or left <= 0 else min(POLL_SECONDS, left))
            leader = self._leader()
            now = (self._finished(leader), int(self.memories[leader].control[EDITION]))
            if on_info is not None and now > told and now[1] > 1:
                told = now
                on_info(self._analysis())

    def _finished(self, number: int) -> int:
        """How deep the last iteration that a thread has finished was."""
        return int(self.memories[number].control[FINISHED])

    def _leader(self) -> int:
        """The thread whose results count."""
        return max(range(len(self.memories)), key=self._finished)

    def _work(self, number: int) -> None:
        """The body of a search thread."""
        last = min(self.limits.depth or DEEPEST, DEEPEST)
        self._deepen(self._search, *self._kernels, self.memories[number], self._reports[number], self.lines, 1, last)

    def _stop_all(self) -> None:
        for memory in self.memories:
            memory.control[STOP_WANTED] = 1

    def _analysis(self) -> Analysis:
        """What the leading thread has published."""
        leader = self._leader()
        control, reports = self.memories[leader].control, self._reports[leader]
        while True:
            edition = int(control[EDITION])
            rows, finished = reports[: self.lines].copy(), int(control[FINISHED])
            if edition % 2 == 0 and edition == int(control[EDITION]):
                break
        layout = self.position.game.layout
        lines, proved = [], 0
        for row in rows:
            codes = row[FIRST : FIRST + int(row[LENGTH])]
            moves = tuple(move_of_steps((int(code),), layout) for code in codes)
            if moves:
                lines.append(Line(moves, int(row[SCORE]) / SEED, bool(row[EXACT]), int(row[DEPTH])))
                proved += int(row[BEST_LEFT])
        nodes = sum(int(memory.control[NODES]) for memory in self.memories)
        hits = sum(int(memory.control[TABLE_HITS]) for memory in self.memories)
        spent = perf_counter() - self.began
        return Analysis(self.position, tuple(lines), nodes, spent, finished, hits, proved_lines=proved)
