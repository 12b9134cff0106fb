"""Iterative deepening: the compiled search run in threads, ever deeper, until a limit is reached.

The calling thread watches the clock and the stop signal and passes on what is found; so Ctrl-C works while machine
code is running. The first search thread's results count; the others fill the shared table (lazy SMP).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from time import perf_counter

from bonduc.engine.alphabeta import search
from bonduc.engine.analysis import Analysis, Limits, Line, OnInfo, StopSignal
from bonduc.engine.memory import (
    EXCLUDED,
    EXCLUDED_MOVES,
    EXTEND_BELOW,
    HIGH,
    INFINITE,
    LINE_SCORE,
    LINES,
    LOW,
    MAX_PLY,
    NODES,
    STOP,
    Memory,
)
from bonduc.engine.proof import UNPROVED
from bonduc.games.compile import compiled
from bonduc.notation import Move, move_of_steps
from bonduc.position import Position

DEEPEST = MAX_PLY // 2
POLL_SECONDS = 0.01
WINDOW = 100  # hundredths of a seed on either side of the score of the iteration before
WIDER = 4
WINDOW_FROM_DEPTH = 4
EXTENSIONS = 2  # forced moves cost no depth up to this many times the depth


class Deepening:
    """One search of a position with prepared memories, one for each thread."""

    def __init__(self, position: Position, limits: Limits, lines: int, memories: Sequence[Memory]) -> None:
        self.position = position
        self.limits = limits
        self.lines = lines
        self.memories = memories
        self.began = perf_counter()
        self._stop_wanted = False
        self._may_stop = False
        self._found: SimpleQueue[Analysis | BaseException | None] = SimpleQueue()
        kernels = position.game.runner.compile()
        self._search = compiled(search)
        self._kernels = (kernels.list_moves, kernels.play, kernels.stuck, kernels.share, kernels.evaluate)

    def watch(self, stop: StopSignal | None, on_info: OnInfo | None) -> Analysis:
        """Run the search to its end; the last analysis. `on_info` is called in this thread."""
        threads = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(len(self.memories))]
        for thread in threads:
            thread.start()
        analysis: Analysis | None = None
        try:
            while True:
                item = self._next(stop)
                if item is None:
                    break
                if isinstance(item, BaseException):
                    raise item
                analysis = item
                if on_info is not None:
                    on_info(analysis)
        finally:
            self._stop_all()
            for thread in threads:
                thread.join()
        assert analysis is not None  # the first iteration is always finished
        return analysis

    def _next(self, stop: StopSignal | None) -> Analysis | BaseException | None:
        """What the first thread reports next: an analysis, a failure, None at the end. Stops it when it is time."""
        while True:
            if stop is not None and stop.is_set():
                self._stop_all()
            wait = None if stop is None else POLL_SECONDS
            if self.limits.seconds is not None:
                left = self.began + self.limits.seconds - perf_counter()
                if left <= 0:
                    self._stop_all()
                wait = POLL_SECONDS if left <= 0 else left if wait is None else min(wait, left)
            try:
                return self._found.get(timeout=POLL_SECONDS if wait is None else wait)
            except Empty:
                continue

    def _stop_all(self) -> None:
        self._stop_wanted = True
        if self._may_stop:
            for memory in self.memories:
                memory.control[STOP] = 1

    def _work(self, number: int) -> None:
        """The body of a search thread."""
        try:
            self._deepen(number)
        except BaseException as error:  # it must reach the caller's thread
            self._found.put(error)
        if number == 0:
            self._found.put(None)

    def _deepen(self, number: int) -> None:
        memory = self.memories[number]
        before: list[Line] = []
        for depth in range(1 + number % 2, (self.limits.depth or DEEPEST) + 1 + number % 2):
            memory.control[EXTEND_BELOW] = EXTENSIONS * depth
            found = self._iteration(memory, depth, before)
            stopped = bool(memory.control[STOP])
            if number == 0:
                self._found.put(self._analysis(found, depth - stopped))
                self._allow_stop()
            if stopped or all(line.exact for line in found):
                return
            before = found

    def _allow_stop(self) -> None:
        """The first iteration is done, so there is an answer."""
        self._may_stop = True
        if self._stop_wanted:
            self._stop_all()

    def _analysis(self, found: list[Line], depth: int) -> Analysis:
        nodes = sum(int(memory.control[NODES]) for memory in self.memories)
        return Analysis(self.position, tuple(found), nodes, perf_counter() - self.began, depth)

    def _iteration(self, memory: Memory, depth: int, before: list[Line]) -> list[Line]:
        """The best lines at a depth, best first. Lines a stop kept from being searched are those of `before`."""
        found: list[Line] = []
        for i in range(self.lines):
            memory.control[EXCLUDED_MOVES] = i
            guess = before[i].score if i < len(before) and depth >= WINDOW_FROM_DEPTH else None
            line = self._line(memory, depth, guess)
            if line is not None:
                found.append(line)
                memory.control[EXCLUDED + i] = line.moves[0].steps[0]
            if memory.control[STOP]:
                break
        memory.control[EXCLUDED_MOVES] = 0
        firsts = {line.moves[0] for line in found}
        found += [line for line in before if line.moves[0] not in firsts][: self.lines - len(found)]
        return sorted(found, key=lambda line: -line.score)

    def _line(self, memory: Memory, depth: int, guess: int | None) -> Line | None:
        """The best line among the moves not excluded; None if a stop came before anything was found."""
        alpha, beta, width = -INFINITE, INFINITE, WINDOW
        if guess is not None:
            alpha, beta = guess - width, guess + width
        while True:
            score = int(self._search(*self._kernels, memory, 0, alpha, beta, depth))
            if memory.control[STOP]:
                return self._cut_off(memory, depth)
            if alpha < score < beta:
                exact = bool(memory.stack[0, LOW] > UNPROVED and memory.stack[0, HIGH] > UNPROVED)
                return Line(self._moves(memory), score, exact, depth)
            width *= WIDER
            if score <= alpha:
                alpha = max(-INFINITE, score - width)
            else:
                beta = min(INFINITE, score + width)

    def _cut_off(self, memory: Memory, depth: int) -> Line | None:
        """The best line so far of a search that was stopped."""
        if memory.moves[LINES, 0] == 0:
            return None
        return Line(self._moves(memory), int(memory.stack[0, LINE_SCORE]), False, depth)

    def _moves(self, memory: Memory) -> tuple[Move, ...]:
        length = int(memory.moves[LINES, 0])
        layout = self.position.game.layout
        return tuple(move_of_steps((int(code),), layout) for code in memory.moves[LINES, 1 : length + 1])
