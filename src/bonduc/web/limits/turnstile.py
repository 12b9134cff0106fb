"""How many requests of one address are worked on at a time: a crowd of them waits in line and holds nobody else up.

A request is inside until its answer begins, or until it waits for a process, which costs the server nothing
(`step_aside`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar

EACH = 3  # requests of an address that are inside
WAITING = 300  # that may wait in line: more than anybody has in hand


class Turnstile:
    """Lets requests in, those of each address in order."""

    def __init__(self, each: int = EACH, waiting: int = WAITING) -> None:
        self.each = each
        self.waiting = waiting
        self._inside: dict[str, int] = {}
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, address: str) -> Turn | None:
        """A turn inside, once it has come; None if too many of this address wait."""
        if self._inside.get(address, 0) < self.each:
            self._inside[address] = self._inside.get(address, 0) + 1
            return Turn(self, address)
        line = self._lines.setdefault(address, deque())
        if len(line) >= self.waiting:
            return None
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave(address)  # it was called in this very moment
            raise
        return Turn(self, address)

    def leave(self, address: str) -> None:
        """Somebody has gone: the next in line comes in."""
        line = self._lines.get(address)
        while line:
            called = line.popleft()
            if not called.done():
                called.set_result(None)
                return
        self._lines.pop(address, None)
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


class Turn:
    """A request that is inside."""

    def __init__(self, turnstile: Turnstile, address: str) -> None:
        self._turnstile = turnstile
        self._address = address
        self._is_over = False

    def leave(self) -> None:
        """Let the next one in; once."""
        if not self._is_over:
            self._is_over = True
            self._turnstile.leave(self._address)


_turn: ContextVar[Turn | None] = ContextVar("turn", default=None)


def keep(turn: Turn) -> None:
    """Note the turn of the request that this task is about."""
    _turn.set(turn)


def step_aside() -> None:
    """The request that this task is about has to wait for something that costs nothing here."""
    turn = _turn.get()
    if turn is not None:
        turn.leave()
