"""Who is connected to which live game, in this process and, as far as told, in others."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

OUTBOX = 64  # small messages that may wait for a slow client; states do not add up
PRESENCE_KEPT = 90.0  # seconds that another process is believed without saying it again


class Subscriber:
    """A connection that watches a game: what it still has to be sent.

    States are not queued: `dirty` says that there is a newer one than `version`. A client that cannot keep up skips
    states, and one that does not even take the small messages is `lagging`.
    """

    def __init__(self, visitor: str, language: str) -> None:
        self.visitor = visitor
        self.language = language
        self.version: int | None = None
        self.dirty = False
        self.lagging = False
        self._outbox: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()

    def tell(self, message: dict[str, Any]) -> None:
        """Let a small message be sent."""
        if len(self._outbox) >= OUTBOX:
            self.lagging = True
        else:
            self._outbox.append(message)
        self._news.set()

    def refresh(self) -> None:
        """Let the state be sent."""
        self.dirty = True
        self._news.set()

    async def news(self) -> tuple[list[dict[str, Any]], bool]:
        """The small messages to send, and whether the state is to be sent as well; waits until there is something."""
        await self._news.wait()
        self._news.clear()
        messages, dirty = list(self._outbox), self.dirty
        self._outbox.clear()
        self.dirty = False
        return messages, dirty


class Hub:
    """Subscribers by game, and who is connected."""

    def __init__(self) -> None:
        self._here: dict[str, set[Subscriber]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str]]]] = {}

    @property
    def codes(self) -> list[str]:
        """The games that are watched here."""
        return list(self._here)

    def subscribers(self, code: str) -> Iterable[Subscriber]:
        """Who watches a game here."""
        return tuple(self._here.get(code, ()))

    def refresh(self, code: str) -> None:
        """Let everyone who watches a game here be sent its state."""
        for subscriber in self.subscribers(code):
            subscriber.refresh()

    def watchers(self, code: str) -> int:
        """How many connections watch a game here."""
        return len(self._here.get(code, ()))

    def watched(self, code: str) -> bool:
        """Whether anybody watches a game here."""
        return code in self._here

    def add(self, code: str, subscriber: Subscriber) -> None:
        """Somebody watches a game."""
        self._here.setdefault(code, set()).add(subscriber)

    def remove(self, code: str, subscriber: Subscriber) -> None:
        """Somebody does so no longer."""
        found = self._here.get(code, set())
        found.discard(subscriber)
        if not found:
            self._here.pop(code, None)
            self._elsewhere.pop(code, None)

    def here(self, code: str) -> frozenset[str]:
        """The visitors connected to a game in this process."""
        return frozenset(each.visitor for each in self._here.get(code, ()))

    def connected(self, code: str) -> frozenset[str]:
        """The visitors connected to a game anywhere, as far as known."""
        now = time.monotonic()
        elsewhere = self._elsewhere.get(code, {}).values()
        return self.here(code).union(*(visitors for until, visitors in elsewhere if until > now))

    def present_elsewhere(self, code: str, process: str, visitors: frozenset[str]) -> None:
        """Another process says who is connected to a game there."""
        if code in self._here:
            self._elsewhere.setdefault(code, {})[process] = (time.monotonic() + PRESENCE_KEPT, visitors)
