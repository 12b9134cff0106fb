"""Whose turn it is: jobs wait in line by visitor, and visitors take turns.

Short jobs (a computer's move) come before long ones (an analysis), but not for ever: after a few of them in a row a
long one has its turn.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

SHORTS_IN_A_ROW = 4


class Waiting(Protocol):
    """What can wait: who for, and whether it is short."""

    @property
    def visitor(self) -> str:
        """Whom it is done for."""
        ...

    @property
    def short(self) -> bool:
        """Whether it goes before long ones."""
        ...


J = TypeVar("J", bound=Waiting)


class Turns(Generic[J]):
    """The jobs that wait. `take` gives the next one: short before long, visitors in turn, each visitor's in order."""

    def __init__(self) -> None:
        self._lines: dict[bool, OrderedDict[str, deque[J]]] = {True: OrderedDict(), False: OrderedDict()}
        self._shorts_in_a_row = 0

    def __len__(self) -> int:
        return sum(len(line) for lines in self._lines.values() for line in lines.values())

    def put(self, job: J) -> None:
        """Let a job wait behind its visitor's others; a visitor without any goes behind all visitors."""
        self._lines[job.short].setdefault(job.visitor, deque()).append(job)

    def __iter__(self) -> Iterator[J]:
        return (job for lines in self._lines.values() for line in lines.values() for job in line)

    def take(self, shorts_only: bool = False) -> J | None:
        """The job whose turn it is, no longer waiting; None if there is none."""
        long_is_due = bool(self._lines[False]) and self._shorts_in_a_row >= SHORTS_IN_A_ROW
        short = shorts_only or (bool(self._lines[True]) and not long_is_due)
        lines = self._lines[short]
        if not lines:
            return None
        self._shorts_in_a_row = self._shorts_in_a_row + 1 if short else 0
        visitor, line = next(iter(lines.items()))
        job = line.popleft()
        if line:
            lines.move_to_end(visitor)
        else:
            del lines[visitor]
        return job

    def remove(self, job: J) -> bool:
        """Take a job out of the line; was it in it?"""
        lines = self._lines[job.short]
        line = lines.get(job.visitor, ())
        if job not in line:
            return False
        assert isinstance(line, deque)
        line.remove(job)
        if not line:
            del lines[job.visitor]
        return True

    @property
    def has_short(self) -> bool:
        """Does a short job wait?"""
        return bool(self._lines[True])
