"""Who is there in live games.

Connections are known to the process that has them, and to others where a bus tells them. What every process can know is
in the database: each notes there, now and then, which players are connected to it or have asked it something.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from bonduc.web.db.database import Database
from bonduc.web.live.game.absence import Presence
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.terms import FRIEND
from bonduc.web.live.service.hub import Hub
from bonduc.web.live.store import storage

FRESH = 40_000  # milliseconds that whoever was seen elsewhere counts as being there
WORTH_NOTING = 10_000  # milliseconds after which it is noted again that a player asked something
KEPT = 1000  # games of which it is remembered who was seen


class Attendance:
    """When the visitors who play a game were seen, as far as a process knows; milliseconds since 1970."""

    def __init__(self) -> None:
        self.told: frozenset[str] = frozenset()  # who was there when those who watch were last told
        self._seen: dict[str, int] = {}
        self._left: dict[str, int] = {}
        self._noted: dict[str, int] = {}

    def learn(self, seen: Mapping[str, int]) -> None:
        """What the database says."""
        for visitor, at in seen.items():
            self._seen[visitor] = max(at, self._seen.get(visitor, 0))

    def note(self, visitor: str, now: int, leaves: bool = False) -> bool:
        """A player is here, or `leaves` as their last connection ends; whether it is time to say so in the database."""
        self.learn({visitor: now})
        if leaves:
            self._left[visitor] = now
        due = leaves or now - self._noted.get(visitor, 0) >= WORTH_NOTING
        if due:
            self._noted[visitor] = now
        return due

    def presence(self, connected: frozenset[str], now: int) -> Presence:
        """Who is there: the connected, and whoever has been seen lately and has not gone away since."""
        staying = {visitor: at for visitor, at in self._seen.items() if at > self._left.get(visitor, -1)}
        return Presence(seen_lately(connected, staying, now), dict(self._seen))


def seen_lately(connected: frozenset[str], seen: Mapping[str, int], now: int) -> frozenset[str]:
    """The connected visitors and those who were seen lately."""
    return connected | {visitor for visitor, at in seen.items() if now - at < FRESH}


class Roll:
    """Who is there in the games that a process knows; `now` tells the time in milliseconds since 1970.

    Only games between two people are noted in the database: only there somebody waits.
    """

    def __init__(self, database: Database, hub: Hub, now: Callable[[], int]) -> None:
        self._database = database
        self._hub = hub
        self._now = now
        self._games: OrderedDict[str, Attendance] = OrderedDict()
        self._writing: set[asyncio.Task[None]] = set()

    def presence(self, code: str) -> Presence:
        """Who is there in a game."""
        return self._of(code).presence(self._hub.connected(code), self._now())

    def told(self, code: str) -> None:
        """Those who watch a game are told now who is there."""
        self._of(code).told = self.presence(code).here

    def note(self, game: LiveGame, visitor: str, leaves: bool = False) -> None:
        """A visitor does something in a game, or `leaves` it as their last connection ends."""
        noted = self._noted(game, [visitor], leaves)
        if noted:
            task = asyncio.create_task(self._database.write(storage.mark_seen, noted))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    def _noted(self, game: LiveGame, visitors: Iterable[str], leaves: bool = False) -> list[tuple[str, str, int]]:
        """What is to be written of visitors who are here or leave."""
        code, moment = game.terms.code, self._now()
        if game.terms.opponent != FRIEND:
            return []
        playing = [visitor for visitor in visitors if game.players_of(visitor)]
        attendance = self._of(code)
        return [(code, visitor, moment) for visitor in playing if attendance.note(visitor, moment, leaves)]

    async def learn(self, games: Iterable[LiveGame]) -> None:
        """What other processes have noted of who was there."""
        codes = [game.terms.code for game in games if game.terms.opponent == FRIEND]
        if codes:
            for code, seen in (await self._database.read(storage.seen, codes)).items():
                self._of(code).learn(seen)

    async def take(self, games: Iterable[LiveGame]) -> list[str]:
        """Note who is connected to games here, learn who is elsewhere; the games where others are there than told."""
        found = list(games)
        noted = [row for game in found for row in self._noted(game, self._hub.here(game.terms.code))]
        if noted:
            await self._database.write(storage.mark_seen, noted)
        await self.learn(found)
        codes = [game.terms.code for game in found]
        return [code for code in codes if self.presence(code).here != self._of(code).told]

    async def close(self) -> None:
        """Let what is being noted be noted."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    def _of(self, code: str) -> Attendance:
        found = self._games.setdefault(code, Attendance())
        self._games.move_to_end(code)
        if len(self._games) > KEPT:
            idle = next((each for each in self._games if not self._hub.watched(each)), code)
            del self._games[idle]
        return found
