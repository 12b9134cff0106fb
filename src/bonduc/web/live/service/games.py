"""The live games of a server process: what is asked of them, and who does it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection

from bonduc.errors import BonducError
from bonduc.web.db.database import Database
from bonduc.web.engines.pool import EnginePool
from bonduc.web.limits.buckets import Buckets
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.views import View
from bonduc.web.live.service.attendance import Roll, seen_lately
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.bus import Bus
from bonduc.web.live.service.changes import Changes
from bonduc.web.live.service.computer import LiveComputer
from bonduc.web.live.service.due import DAY, Due
from bonduc.web.live.service.hub import Hub
from bonduc.web.live.service.open_game import OpenGame
from bonduc.web.live.service.open_games import NoGameError, OpenGames
from bonduc.web.live.service.peers import Peers
from bonduc.web.live.service.watching import Watching
from bonduc.web.live.store import listing, storage
from bonduc.web.running.now import now
from bonduc.web.tasks.desk import Desk

T = TypeVar("T")


class LiveGames:
    """The live games of this process."""

    def __init__(
        self,
        database: Database,
        engines: EnginePool,
        desk: Desk,
        bus: Bus,
        secret: str,
        keep_days: int = 0,
        games_a_day: int = 1_000_000,
    ) -> None:
        self.database = database
        self.secret = secret
        self.games_a_day = games_a_day
        self._begun = Buckets(games_a_day * 1000 / DAY, games_a_day)
        self._background = BackgroundTasks()
        self.hub = Hub()
        self.roll = Roll(database, self.hub, now)
        self.open_games = OpenGames(database, desk, self.hub)
        self._peers = Peers(bus, database, self.open_games, self.hub, self._background)
        self.changes = Changes(
            database, self.open_games, self.roll, self._background, secret, self.may_begin, self._after
        )
        self.computer = LiveComputer(engines, self.open_games, self.changes, self._background)
        self.watching = Watching(
            self.open_games, self.hub, self.roll, self._peers, self.computer, self._background, secret
        )
        self._due = Due(database, self.open_games, self.changes, self.computer, self._background, keep_days)

    async def start(self) -> None:
        """Begin to watch clocks, to move for the computer and to listen to other processes."""
        await self._peers.start(self.watching.show_presence)
        self._background.start(self._due.tick(self._peers, self.watching))
        self._background.start(self._load_machine_code())

    async def close(self) -> None:
        """Stop; what was acknowledged is in the database."""
        await self._background.close()
        await self._peers.close()
        await self.roll.close()
        self.open_games.close()

    async def may_begin(self, visitor: str, address: str) -> bool:
        """Whether a visitor may begin one more game today, and whoever else comes from this address; it counts then."""
        begun = await self.database.read(storage.games_made, visitor, now() - DAY)
        return begun < self.games_a_day and self._begun.take(address)

    async def create(self, game: LiveGame, address: str = "") -> None:
        """Store a new game, made at an address; the computer moves if it begins."""
        await self.database.write(storage.create, game, game.terms.created)
        self.open_games.add(OpenGame(game, [], address))
        self.computer.think_if_due(game)

    async def summaries(self, visitor: str, which: listing.Which = "all", start: int = 0, size: int = 30) -> list[View]:
        """Games of a visitor, from the `start`th of a list on; those that say nothing of themselves are looked at."""
        found, moment = [], now()
        for listed in await self.database.read(listing.find, visitor, which, start, size):
            code = listed.row.code
            try:
                glance = listed.glance if listed.glance is not None else await self.look(code, listing.glance)
            except BonducError:
                continue  # its rules have changed since
            seen = {seat.visitor: seat.seen or 0 for seat in listed.seats}
            here = seen_lately(self.hub.connected(code), seen, moment)
            found.append(listing.summary_view(listed, glance, visitor, here))
        return found

    async def remove(self, code: str, visitor: str, removed: bool) -> None:
        """Take a game off a visitor's lists, or put it back. Raises NoGameError if they do not play in it."""
        if not await self.database.write(listing.remove, code, visitor, int(removed)):
            raise NoGameError

    async def look(self, code: str, function: Callable[[LiveGame], T]) -> T:
        """What a function finds out about a game as it is in the database."""
        found = await self.open_games.fresh(code)
        async with found.lock:
            return await self.open_games.in_rules(found, function, found.game)

    def drop(self, code: str) -> None:
        """A game is no longer in the database: forget it, and tell those who watch, and other processes."""
        self.open_games.forget(code)
        self.hub.refresh(code)
        self._peers.tell_gone(code)

    def _after(self, game: LiveGame, events: list[Event]) -> None:
        """A game has changed: tell everyone, and let the computer do its part."""
        code = game.terms.code
        self.hub.refresh(code)
        self._peers.tell_version(code, game.version)
        self.computer.think_if_due(game)
        for event in events:
            if event.kind == Kind.REMATCH:
                self._background.start(self._begin(event.data["code"]))

    async def _begin(self, code: str) -> None:
        self.computer.think_if_due((await self.open_games.get(code)).game)

    async def _load_machine_code(self) -> None:
        """Once the engines have made it: the server itself never compiles, it could not answer for a minute."""
        while not self.computer.engines.is_warm:
            await asyncio.sleep(1)
        await self.open_games.load_machine_code()


def live_of(connection: HTTPConnection) -> LiveGames:
    """The live games that a request or a WebSocket is about."""
    found = connection.app.state.live
    assert isinstance(found, LiveGames)
    return found
