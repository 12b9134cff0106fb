"""The live games that a process has in memory: read from the database, brought up to date, forgotten when idle."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.language import N_
from bonduc.position import game as find_game
from bonduc.web.db.database import Database
from bonduc.web.live.service.hub import Hub
from bonduc.web.live.service.open_game import OpenGame
from bonduc.web.live.store import storage
from bonduc.web.tasks.desk import Desk

RULE_THREADS = 2
KEPT_GAMES = 500  # that nobody watches,
KEPT_EVENTS = 200_000  # and of how many events, watched or not

T = TypeVar("T")


class NoGameError(BonducError):
    """There is no live game of this code."""

    def __init__(self) -> None:
        super().__init__(N_("there is no such game"))


class OpenGames:
    """Games by code, last used last; those that somebody watches (`hub`) stay."""

    def __init__(self, database: Database, desk: Desk, hub: Hub) -> None:
        self.has_machine_code = asyncio.Event()
        self._database = database
        self._desk = desk
        self._hub = hub
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._rules = ThreadPoolExecutor(RULE_THREADS, "rules")
        self._views = ThreadPoolExecutor(1, "views")  # apart: no move waits for what others are shown

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """Let go of the threads."""
        self._rules.shutdown(wait=True, cancel_futures=True)
        self._views.shutdown(wait=True, cancel_futures=True)

    def find(self, code: str) -> OpenGame | None:
        """A game, if it is in memory."""
        return self._open.get(code)

    async def get(self, code: str) -> OpenGame:
        """A game as this process knows it, read from the database if it does not. Raises NoGameError."""
        found = self._open.get(code)
        if found is not None:
            self._open.move_to_end(code)
            return found
        if not (code.isascii() and code.isalnum()):  # a NUL, for one, is nothing that PostgreSQL could be asked for
            raise NoGameError
        async with self._loading.setdefault(code, asyncio.Lock()):
            try:
                return self._open.get(code) or await self._load(code)
            finally:
                self._loading.pop(code, None)

    async def _load(self, code: str) -> OpenGame:
        stored = await self._database.read(storage.load, code)
        if stored is None:
            raise NoGameError
        found = OpenGame(*stored)
        await self.in_rules(found, found.game.apply_all, found.events)
        self.add(found)
        return found

    async def fresh(self, code: str) -> OpenGame:
        """A game as it is in the database. Raises NoGameError."""
        found = await self.get(code)
        async with found.lock:
            await self.refresh(found)
        return found

    async def refresh(self, found: OpenGame) -> bool:
        """Let what other processes stored happen here too; whether there was anything. Under the game's lock."""
        game, code = found.game, found.code
        events = await self._database.read(storage.events_after, code, game.version)
        if not events:
            if not await self._database.read(storage.is_there, code):
                self.forget(code)
                raise NoGameError
            return False
        await self.in_rules(found, game.apply_all, events)
        found.events += events
        self._hub.refresh(code)
        return True

    def add(self, opened: OpenGame) -> None:
        """Have a game in memory."""
        if self.has_machine_code.is_set():
            opened.game.terms.game.runner.compile()
        self._open[opened.code] = opened
        self._open.move_to_end(opened.code)
        forget_idle(self._open, frozenset(self._hub.codes))

    def forget(self, code: str) -> bool:
        """Have a game in memory no longer; whether it was."""
        return self._open.pop(code, None) is not None

    async def in_rules(self, found: OpenGame, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread of the rules: it may take a while, and sowings of the game may be decided."""
        return await self._desk.run(found.requester, function, *arguments, threads=self._rules)

    async def in_views(self, found: OpenGame, function: Callable[..., T], *arguments: Any) -> T:
        """As `in_rules`, for what is shown."""
        return await self._desk.run(found.requester, function, *arguments, threads=self._views)

    async def in_place(self, found: OpenGame, function: Callable[[], T]) -> T:
        """As `in_rules`, here and now if the rules of the game are machine code: no move takes long enough to wait."""
        if found.is_quick:
            return await self._desk.run_now(found.requester, function)
        return await self.in_rules(found, function)

    async def load_machine_code(self) -> None:
        """Have the rules of all games as machine code, for every game from now on."""
        await asyncio.to_thread(_load_machine_code)  # which takes a second: not in the threads that moves wait for
        self.has_machine_code.set()
        self._desk.load_code()
        for each in self._open.values():
            each.game.terms.game.runner.compile()


def forget_idle(opened: OrderedDict[str, OpenGame], watched: Collection[str]) -> None:
    """Forget games that nobody watches, longest unused first, where they are too many or too long; not the last."""
    events = sum(len(each.events) for each in opened.values())
    for code in list(opened)[:-1]:
        if len(opened) <= KEPT_GAMES + len(watched) and events <= KEPT_EVENTS:
            return
        if code not in watched:
            events -= len(opened.pop(code).events)


def _load_machine_code() -> None:
    for name in GAMES:
        find_game(name).runner.compile()
