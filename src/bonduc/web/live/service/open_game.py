"""A live game as a process has it in memory: its state, its events, its lock, and what has been said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from bonduc.web.live.game.decisions import Draft
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.visitors.requester import Requester

MOST_CACHED = 50

T = TypeVar("T")
Decide = Callable[[LiveGame], list[Draft]]


class OpenGame:
    """A game in memory with its events, its lock, and what has been said of its present version.

    `address` is where a player last did something from, as far as this process knows.
    """

    def __init__(self, game: LiveGame, events: list[Event], address: str = "") -> None:
        self.game = game
        self.events = events
        self.address = address
        self.lock = asyncio.Lock()
        self._cache: dict[tuple[Any, ...], Any] = {}
        self._cached_of = -1

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.game.terms.code

    @property
    def requester(self) -> Requester:
        """Who has things worked out for it."""
        return Requester(self.code, self.address)

    @property
    def is_quick(self) -> bool:
        """Whether its rules are machine code: no move takes long enough for a thread of its own."""
        return self.game.terms.game.runner.is_compiled

    def has_cached(self, key: tuple[Any, ...]) -> bool:
        """Whether this is remembered."""
        return self._cached_of == self.game.version and key in self._cache

    def cached(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` returns, remembered until the game changes."""
        if self._cached_of != self.game.version:
            self._cache, self._cached_of = {}, self.game.version
        if key not in self._cache:
            if len(self._cache) >= MOST_CACHED:  # clients may say that they have seen any version at all
                self._cache.clear()
            self._cache[key] = make()
        found: T = self._cache[key]
        return found
