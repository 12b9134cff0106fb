"""Other server processes that serve the same games: what they are told over the bus, and what they say.

They say only that something has changed, and who is connected to them; the rest is read from the database. A message
that is lost is made good by looking at the versions there now and then (`find_changes`).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bonduc.web.db.database import Database
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.bus import Bus
from bonduc.web.live.service.hub import Hub
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.live.store import storage

MOST_NAMED = 60  # visitors that other processes are told of


@dataclass
class Peers:
    """The other processes, as far as this one has to do with them."""

    bus: Bus
    database: Database
    open_games: OpenGames
    hub: Hub
    background: BackgroundTasks
    _name: str = field(default_factory=lambda: uuid.uuid4().hex[:12])

    async def start(self, show_presence: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """Listen; `show_presence` tells those who watch a game here that others are connected elsewhere."""
        self._show_presence = show_presence
        await self.bus.start(self._hear, self._catch_up)

    async def close(self) -> None:
        """Stop."""
        await self.bus.close()

    def tell_version(self, code: str, version: int) -> None:
        """A game has gone on."""
        self.bus.publish({"code": code, "version": version})

    def tell_gone(self, code: str) -> None:
        """A game is no longer in the database."""
        self.bus.publish({"code": code, "gone": True})

    def tell_here(self, code: str) -> None:
        """Who is connected to a game in this process."""
        here = sorted(self.hub.here(code))[:MOST_NAMED]
        self.bus.publish({"code": code, "process": self._name, "here": here})

    async def find_changes(self) -> None:
        """Look whether other processes have changed a game that is watched here."""
        codes = self.hub.codes
        if not codes:
            return
        found = await self.database.read(storage.versions, codes)
        for code, version in found.items():
            known = self.open_games.find(code)
            if known is None or known.game.version < version:
                self.background.start_once(code, self._find_change(code))
        for code in set(codes) - set(found):  # deleted meanwhile
            self.open_games.forget(code)
            self.hub.refresh(code)

    async def _find_change(self, code: str) -> None:
        await self.open_games.fresh(code)
        self.hub.refresh(code)

    def _hear(self, message: dict[str, Any]) -> None:
        """Another process (or this one) says something."""
        code = str(message["code"])
        if "here" in message:
            if message["process"] != self._name and self.hub.watched(code):
                self.hub.present_elsewhere(code, message["process"], frozenset(map(str, message["here"])))
                self.background.start(self._show_presence(code))
        elif "gone" in message:
            if self.open_games.forget(code):
                self.hub.refresh(code)
        else:
            known = self.open_games.find(code)
            if known is not None and known.game.version < int(message["version"]):
                self.background.start(self._read_again(code))

    async def _read_again(self, code: str) -> None:
        if self.hub.watched(code):
            await self.open_games.fresh(code)
        else:
            self.open_games.forget(code)

    def _catch_up(self) -> None:
        """Messages may have been missed."""
        self.background.start(self.find_changes())
