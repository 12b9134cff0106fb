"""Runs one game's kernels on single positions: interpreted at first, compiled when that pays.

A fresh process answers at once from the interpreted kernels; after some hundreds of moves, or when an endless
sowing outlasts the patience of the interpreter, or when asked, the compiled kernels take over. Both are the same
code. Threads may share a runner: each has memory of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from bonduc.games.compile import compiled
from bonduc.games.contract import MAX_MOVES, MOVER, NOBODY, OPTION_SLOTS, OVER, PASSED_TURN, UNDECIDED, WIDTH, Work
from bonduc.games.endless import workspace
from bonduc.games.spec import GameSpec

PATIENCE = 1500  # laps the interpreter follows before it asks the compiled kernels
INTERPRETED_CALLS = 400  # about 40 ms of interpreted moves, then compiling pays
KERNELS = ("start", "list_moves", "play", "stuck", "share", "evaluate")

LogRows = list[tuple[int, int, int, int]]


class _Memory(threading.local):
    """Per thread: a short stack of rows, the moves of one, and what the endless test remembers."""

    def __init__(self) -> None:
        self.states = np.zeros((4, WIDTH), np.int8)
        self.moves = np.zeros((2, MAX_MOVES), np.int32)
        self.patient = workspace(PATIENCE)
        self.exact = workspace()


class Runner:
    """The kernels of `spec` with the given option values, working on rows as bytes of length WIDTH.

    A process in which a pause of a minute would be worse than slow moves sets `compiles_by_itself` to False.
    """

    compiles_by_itself: ClassVar[bool] = True

    def __init__(self, spec: GameSpec, option_values: Sequence[int]) -> None:
        self.spec = spec
        self.options = np.zeros(OPTION_SLOTS, np.int64)
        self.options[: len(option_values)] = option_values
        self._memory = _Memory()
        self._calls = 0
        self._kernels: Any = spec.module

    @property
    def is_compiled(self) -> bool:
        """Whether moves are played by machine code already."""
        return self._kernels is not self.spec.module

    def compile(self) -> Any:
        """Load or compile the machine code now; a namespace with the kernels of `contract`."""
        if not self.is_compiled:
            self._kernels = _Compiled(self.spec)
        return self._kernels

    @property
    def work(self) -> Work:
        """This thread's memory of `endless` for compiled kernels, with all that the game's moves have put there."""
        return self._memory.exact

    def _ready(self) -> tuple[Any, _Memory, Any]:
        if not self.is_compiled and self.compiles_by_itself:
            self._calls += 1
            if self._calls > INTERPRETED_CALLS:
                self.compile()
        memory = self._memory
        return self._kernels, memory, memory.exact if self.is_compiled else memory.patient

    def start(self) -> bytes:
        """The row of the start of a round."""
        memory = self._memory
        self.spec.module.start(memory.states, 0, self.options)
        return bytes(memory.states[0])

    def candidates(self, row: bytes) -> list[int]:
        """The moves the side to move may try, in board order; `play` may still refuse some."""
        kernels, memory, _ = self._ready()
        memory.states[0] = np.frombuffer(row, np.int8)
        count = kernels.list_moves(memory.states, 0, self.options, memory.moves)
        return [int(move) for move in memory.moves[0, :count]]

    def play(self, row: bytes, move: int) -> tuple[int, bytes]:
        """Flags (or a refusal) and the next row, for a candidate."""
        kernels, memory, work = self._ready()
        memory.states[0] = np.frombuffer(row, np.int8)
        flags = int(kernels.play(memory.states, 0, move, self.options, work))
        if flags == UNDECIDED:
            flags = int(self.compile().play(memory.states, 0, move, self.options, memory.exact))
        return flags, bytes(memory.states[1])

    def stuck(self, row: bytes) -> tuple[int, bytes]:
        """Flags and the next row where no candidate can be played."""
        kernels, memory, work = self._ready()
        memory.states[0] = np.frombuffer(row, np.int8)
        flags = int(kernels.stuck(memory.states, 0, self.options, work))
        if flags == UNDECIDED:
            flags = int(self.compile().stuck(memory.states, 0, self.options, memory.exact))
        return flags, bytes(memory.states[1])

    def share(self, row: bytes, log: LogRows | None = None) -> bytes:
        """The finished row after a repetition."""
        memory = self._memory
        memory.states[0] = np.frombuffer(row, np.int8)
        self.spec.module.trace_share(memory.states, 0, self.options, log)
        return bytes(memory.states[1])

    def trace(self, row: bytes, move: int, log: LogRows) -> bytes:
        """Play a legal move interpreted, its events into `log`; the next row."""
        memory = self._memory
        memory.states[0] = np.frombuffer(row, np.int8)
        self.spec.module.trace_play(memory.states, 0, move, self.options, memory.exact, log)
        return bytes(memory.states[1])

    def trace_stuck(self, row: bytes, log: LogRows) -> bytes:
        """As `stuck`, its events into `log`; the next row."""
        memory = self._memory
        memory.states[0] = np.frombuffer(row, np.int8)
        self.spec.module.trace_stuck(memory.states, 0, self.options, memory.exact, log)
        return bytes(memory.states[1])

    def has_move(self, row: bytes) -> bool:
        """Can the side to move make a move other than a pass?"""
        return any(self.play(row, move)[0] >= 0 for move in self.candidates(row))

    def settle(self, row: bytes) -> tuple[bytes, bool]:
        """The row itself, or the swept one and True if the round is over in it (the side to move cannot move)."""
        if row[MOVER] == NOBODY:
            return row, False
        if not self.spec.finished(row, self.options) and self.has_move(row):
            return row, False
        flags, after = self.stuck(row)
        if flags & OVER and not flags & PASSED_TURN:
            return after, True
        return row, False


class _Compiled:
    """The compiled kernels of a game under their contract names."""

    def __init__(self, spec: GameSpec) -> None:
        for name in KERNELS:
            setattr(self, name, compiled(getattr(spec.module, name)))
