"""How many of something visitors have at a moment or in a day, counted for each visitor and for where they come from.

A cookie costs nothing: whoever throws it away is somebody new. So a limit for a visitor is one for an address as well.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from bonduc.web.limits.buckets import Buckets
from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import visitor_of

DAY = 24 * 3600  # seconds
REMEMBERED = 100_000  # things done once


def keys_of(connection: HTTPConnection) -> tuple[str, ...]:
    """What a request counts for: the network it comes from, and its visitor, who is somebody only with the cookie."""
    visitor = visitor_of(connection)
    place = f"at {address_of(connection.scope)}"
    return (place,) if visitor.new else (place, visitor.id)


class Daily:
    """So many of something a day for each key; who has used them up gets them back little by little."""

    def __init__(self, each: int) -> None:
        self._buckets = Buckets(each / DAY, each)

    def take(self, keys: Iterable[str]) -> bool:
        """Whether one more may be had by all of these keys."""
        return all(self._buckets.take(key) for key in keys)


class Once:
    """What each address has done already, as far as remembered: what counts once a visitor counts once an address."""

    def __init__(self) -> None:
        self._done: OrderedDict[tuple[str, str], None] = OrderedDict()

    def has(self, address: str, what: str) -> bool:
        """Whether it was done from there."""
        return (address, what) in self._done

    def add(self, address: str, what: str) -> None:
        """It was."""
        self._done[address, what] = None
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)


class Places:
    """Places to be had: so many for each key, and so many in all (0: as many as are asked for)."""

    def __init__(self, each: int, most: int = 0) -> None:
        self.each = each
        self.most = most
        self.taken = 0
        self._of: Counter[str] = Counter()

    def enter(self, keys: Iterable[str]) -> bool:
        """Take a place for these keys, if each may have one more; it counts then, until `leave`."""
        keys = tuple(keys)
        if self.is_full or any(self._of[key] >= self.each for key in keys):
            return False
        self.taken += 1
        self._of.update(keys)
        return True

    def leave(self, keys: Iterable[str]) -> None:
        """Give a place back."""
        self.taken -= 1
        for key in keys:
            self._of[key] -= 1
            if self._of[key] <= 0:
                del self._of[key]

    @property
    def is_full(self) -> bool:
        """Whether nobody can have a place."""
        return bool(self.most) and self.taken >= self.most

    @contextmanager
    def place(self, keys: Iterable[str]) -> Iterator[bool]:
        """A place for as long as the block lasts; whether there was one."""
        keys = tuple(keys)
        entered = self.enter(keys)
        try:
            yield entered
        finally:
            if entered:
                self.leave(keys)
