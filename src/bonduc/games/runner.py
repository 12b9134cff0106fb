"""Runs one game's kernels on single positions: interpreted at first, compiled when that pays.

A fresh process answers at once from the interpreted kernels; after some hundreds of moves, or when an endless
sowing outlasts the patience of the interpreter, or when asked, the compiled kernels take over. Both are the same
code. Threads may share a runner: each has memory of its own.

In a process that answers many (`in_attendance`) nothing may take long. There sowings are followed for so many laps;
what is not decided by then raises UndecidedSowingError. Somebody with more time may decide it and let the runner know
(`learn`); who listens (`noting`) is told of everything that was asked for in vain.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from bonduc.errors import LongSowingError, UndecidedSowingError
from bonduc.games.kernels.compile import compiled, is_loaded
from bonduc.games.kernels.endless import Ceiling, be_patient, workspace
from bonduc.games.kernels.rules import FUNCTIONS
from bonduc.games.kernels.state import (
    MAX_MOVES,
    MOVER,
    NOBODY,
    OPTION_SLOTS,
    OVER,
    PASSED_TURN,
    UNDECIDED,
    WIDTH,
    Reason,
    Work,
    reason_of,
)
from bonduc.games.options import Value
from bonduc.games.spec import GameSpec

PATIENCE = 1500  # laps the interpreter follows before it asks the compiled kernels
HASTE = 400  # and in attendance: some milliseconds
BRIEF_BITS = 8  # of the table of known cycles where no more than that is followed
INTERPRETED_CALLS = 400  # about 40 ms of interpreted moves, then compiling pays
MOST_VERDICTS = 1000  # kept of what others decided
STUCK = -1  # in the place of a move: having none
KERNELS = ("start", *FUNCTIONS)

LogRows = list[tuple[int, ...]]
Verdict = tuple[int, bytes]  # flags or a refusal, and the next row


class Question(NamedTuple):
    """Sowings that were not decided: these moves (or STUCK) in a row of a runner's game.

    `any_will_do`: no more need be known once one of them can be played.
    """

    runner: Runner
    row: bytes
    moves: tuple[int, ...]
    any_will_do: bool


_questions: ContextVar[list[Question] | None] = ContextVar("questions", default=None)


@contextmanager
def noting() -> Iterator[list[Question]]:
    """The questions that are asked in vain while this lasts, whoever catches their errors."""
    questions: list[Question] = []
    token = _questions.set(questions)
    try:
        yield questions
    finally:
        _questions.reset(token)


def is_noted() -> bool:
    """Has any question been asked in vain, as far as somebody listens?"""
    return bool(_questions.get())


@contextmanager
def in_attendance(patience: int) -> Iterator[None]:
    """While this lasts, the process answers many: it never compiles, and follows no sowing for more laps than that."""
    before = Runner.compiles_by_itself, Runner.patience, Ceiling.laps
    Runner.compiles_by_itself, Runner.patience, Ceiling.laps = False, patience, patience
    try:
        yield
    finally:
        Runner.compiles_by_itself, Runner.patience, Ceiling.laps = before


class _Memory(threading.local):
    """Per thread: a short stack of rows, the moves of one, and what the endless test remembers."""

    def __init__(self) -> None:
        self.states = np.zeros((4, WIDTH), np.int8)
        self.moves = np.zeros((2, MAX_MOVES), np.int32)
        self.brief = workspace(PATIENCE, BRIEF_BITS)

    @cached_property
    def exact(self) -> Work:
        return workspace()


class Runner:
    """The kernels of `spec` with the given option values, working on rows as bytes of length WIDTH.

    A process in which a pause of a minute would be worse than slow moves sets `compiles_by_itself` to False; where
    others wait for it, `patience` is how many laps it follows (0: any number, and the answer is exact).
    """

    compiles_by_itself: ClassVar[bool] = True
    patience: ClassVar[int] = 0

    def __init__(self, spec: GameSpec, option_values: Sequence[int]) -> None:
        self.spec = spec
        self.options = np.zeros(OPTION_SLOTS, np.int64)
        self.options[: len(option_values)] = option_values
        self._memory = _Memory()
        self._calls = 0
        self._kernels: Any = spec.module
        self.verdicts: dict[tuple[bytes, int], Verdict] = {}  # of row and move, by others

    @property
    def option_values(self) -> dict[str, Value]:
        """The options of the game by name."""
        return {option.name: option.decode(int(self.options[i])) for i, option in enumerate(self.spec.options)}

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
        if not self.is_compiled:
            self._calls += 1
            if self._calls > INTERPRETED_CALLS if self.compiles_by_itself else _is_loaded(self.spec):
                self.compile()
        memory, patience = self._memory, self.patience
        if self.is_compiled and not patience:
            return self._kernels, memory, memory.exact
        be_patient(memory.brief, patience if self.is_compiled else HASTE if patience else PATIENCE)
        return self._kernels, memory, memory.brief

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

    def play(self, row: bytes, move: int) -> Verdict:
        """Flags (or a refusal) and the next row, for a candidate.

        This and what follows raise UndecidedSowingError in attendance.
        """
        verdict = self._tried(row, move)
        if verdict[0] == UNDECIDED:
            raise self._undecided(row, (move,))
        return verdict

    def stuck(self, row: bytes) -> Verdict:
        """Flags and the next row where no candidate can be played."""
        return self.play(row, STUCK)

    def legal(self, row: bytes) -> list[int]:
        """The candidates that can be played; without those that nobody could decide, unless there is nothing else."""
        tried = {move: self._tried(row, move)[0] for move in self.candidates(row)}
        playable = [move for move, flags in tried.items() if flags >= 0]
        undecided = tuple(move for move, flags in tried.items() if flags == UNDECIDED)
        if undecided and not (playable and self._has_given_up(row, undecided)):
            raise self._undecided(row, undecided)
        return playable

    def has_move(self, row: bytes) -> bool:
        """Can the side to move make a move other than a pass?"""
        undecided = []
        for move in self.candidates(row):
            flags = self._tried(row, move)[0]
            if flags >= 0:
                return True
            if flags == UNDECIDED:
                undecided.append(move)
        if undecided:
            raise self._undecided(row, tuple(undecided), any_will_do=True)
        return False

    def share(self, row: bytes, log: LogRows | None = None) -> bytes:
        """The finished row after a repetition."""
        memory = self._memory
        memory.states[0] = np.frombuffer(row, np.int8)
        self.spec.module.trace_share(memory.states, 0, self.options, log)
        return bytes(memory.states[1])

    def trace(self, row: bytes, move: int, log: LogRows) -> bytes:
        """Play a legal move (or STUCK) interpreted, its events into `log`; the next row.

        Raises LongSowingError in attendance, where that would be too many.
        """
        memory, module = self._memory, self.spec.module
        memory.states[0] = np.frombuffer(row, np.int8)
        work = memory.exact
        if self.patience:
            work = memory.brief
            be_patient(work, PATIENCE)
        if move == STUCK:
            flags = module.trace_stuck(memory.states, 0, self.options, work, log)
        else:
            flags = module.trace_play(memory.states, 0, move, self.options, work, log)
        if flags == UNDECIDED:
            raise LongSowingError(PATIENCE)
        return bytes(memory.states[1])

    def settle(self, row: bytes) -> tuple[bytes, Reason | None]:
        """The row itself and None, or the swept one and why, if the round is over in it (who is to move cannot)."""
        if row[MOVER] == NOBODY:
            return row, None
        if not self.spec.finished(row, self.options) and self.has_move(row):
            return row, None
        flags, after = self.stuck(row)
        if flags & OVER and not flags & PASSED_TURN:
            return after, reason_of(flags)
        return row, None

    # Deciding

    def _tried(self, row: bytes, move: int) -> Verdict:
        """What is known of a move, or what comes of it; UNDECIDED where patience ends before that."""
        known = self.verdicts.get((row, move)) if self.verdicts else None
        if known is not None:
            return known
        kernels, memory, work = self._ready()
        memory.states[0] = np.frombuffer(row, np.int8)
        flags = _call(kernels, memory.states, move, self.options, work)
        if flags == UNDECIDED and not self.patience:
            flags = _call(self.compile(), memory.states, move, self.options, memory.exact)
        return flags, bytes(memory.states[1])

    def decide(self, row: bytes, move: int, patience: int) -> Verdict:
        """What comes of a candidate (or STUCK) when it is followed for so many laps, by machine code."""
        memory = self._memory
        memory.states[0] = np.frombuffer(row, np.int8)
        be_patient(memory.exact, patience)
        flags = _call(self.compile(), memory.states, move, self.options, memory.exact)
        be_patient(memory.exact, 0)
        return flags, bytes(memory.states[1])

    def learn(self, row: bytes, move: int, verdict: Verdict) -> None:
        """Keep what somebody else found out; UNDECIDED: that nobody could, who took far more time."""
        self.verdicts[row, move] = verdict
        while len(self.verdicts) > MOST_VERDICTS:
            self.verdicts.pop(next(iter(self.verdicts)), None)

    def _has_given_up(self, row: bytes, moves: Sequence[int]) -> bool:
        """Is it known that nobody could decide these?"""
        return all((row, move) in self.verdicts for move in moves)

    def _undecided(self, row: bytes, moves: tuple[int, ...], any_will_do: bool = False) -> UndecidedSowingError:
        """The error to raise; whoever listens is told what has not been decided, unless nobody could."""
        questions = _questions.get()
        still_open = tuple(move for move in moves if (row, move) not in self.verdicts)
        if questions is not None and still_open:
            questions.append(Question(self, row, still_open, any_will_do))
        return UndecidedSowingError()


def _call(kernels: Any, states: Any, move: int, options: Any, work: Any) -> int:
    if move == STUCK:
        return int(kernels.stuck(states, 0, options, work))
    return int(kernels.play(states, 0, move, options, work))


def _is_loaded(spec: GameSpec) -> bool:
    """Is the machine code of a game here already, for this or other options?"""
    return all(is_loaded(getattr(spec.module, name)) for name in KERNELS)


class _Compiled:
    """The compiled kernels of a game under their contract names."""

    def __init__(self, spec: GameSpec) -> None:
        for name in KERNELS:
            setattr(self, name, compiled(getattr(spec.module, name)))
