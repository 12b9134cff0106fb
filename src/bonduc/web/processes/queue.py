"""Whose turn it is: jobs wait in line by address and visitor; addresses take turns, and the visitors of each.

One who asks again and again, even as many visitors, has no more turns than anybody else. Short jobs (a computer's move)
come before long ones (an analysis), but not for ever: after a few of them in a row a long one has its turn.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
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
    def address(self) -> str:
        """Where the visitor's requests come from; empty if that is not known: then the visitor counts alone."""
        ...

    @property
    def short(self) -> bool:
        """Whether it goes before long ones."""
        ...


J = TypeVar("J", bound=Waiting)


class FairQueue(Generic[J]):
    """The jobs that wait. `take` gives the next one: short before long, addresses in turn, each one's visitors in turn,
    each visitor's in order."""

    def __init__(self) -> None:
        self._queues: dict[bool, _Queue[J]] = {True: _Queue(), False: _Queue()}
        self._shorts_in_a_row = 0

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[J]:
        return (job for queue in self._queues.values() for job in queue)

    def put(self, job: J) -> None:
        """Let a job wait behind its visitor's others; who has none waiting goes behind all who have."""
        self._queues[job.short].put(job)

    def take(self, shorts_only: bool = False) -> J | None:
        """The job whose turn it is, no longer waiting; None if there is none."""
        long_is_due = bool(self._queues[False]) and self._shorts_in_a_row >= SHORTS_IN_A_ROW
        short = shorts_only or (self.has_short and not long_is_due)
        queue = self._queues[short]
        if not queue:
            return None
        self._shorts_in_a_row = self._shorts_in_a_row + 1 if short else 0
        return queue.take()

    def remove(self, job: J) -> bool:
        """Take a job out of the line; was it in it?"""
        return self._queues[job.short].remove(job)

    def last_of_most(self, fewer: J) -> J | None:
        """The last job of whoever has the most waiting, if two more at least than wait at the place of `fewer`: giving
        it up for that one leaves nobody worse off than another."""
        waiting = Counter(_place(job) for job in self)
        place, most = max(waiting.items(), key=lambda each: each[1], default=("", 0))
        if most < waiting[_place(fewer)] + 2:
            return None
        return [job for job in self if _place(job) == place][-1]

    @property
    def has_short(self) -> bool:
        """Does a short job wait?"""
        return bool(self._queues[True])


class _Queue(Generic[J]):
    """Jobs of one kind: lines by visitor, in the order of whose turn it is, and these by address, likewise."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, OrderedDict[str, deque[J]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._places)

    def __iter__(self) -> Iterator[J]:
        return (job for lines in self._places.values() for line in lines.values() for job in line)

    def put(self, job: J) -> None:
        self._places.setdefault(_place(job), OrderedDict()).setdefault(job.visitor, deque()).append(job)

    def take(self) -> J:
        """The next job; there must be one."""
        place, lines = next(iter(self._places.items()))
        visitor, line = next(iter(lines.items()))
        job = line.popleft()
        lines.move_to_end(visitor)
        self._places.move_to_end(place)
        self._tidy(place, visitor)
        return job

    def remove(self, job: J) -> bool:
        place = _place(job)
        lines = self._places.get(place)
        line = lines.get(job.visitor) if lines else None
        if line is None or job not in line:
            return False
        line.remove(job)
        self._tidy(place, job.visitor)
        return True

    def _tidy(self, place: str, visitor: str) -> None:
        """Keep no empty lines."""
        lines = self._places[place]
        if not lines[visitor]:
            del lines[visitor]
        if not lines:
            del self._places[place]


def _place(job: Waiting) -> str:
    return job.address or job.visitor
