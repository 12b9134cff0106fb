"""Every change of a live game: decided, applied, stored, and then told.

Under the game's lock the rules say which events follow (`game.decisions`), the events are applied to the table and
written to the database; if another process was first, the table is read again and the rules are asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from sqlalchemy.exc import SQLAlchemyError

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.db.database import NO_ROOM, Database, first_line, is_full
from bonduc.web.live.game.decisions import RefusedError
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.records import publication
from bonduc.web.live.game.table import Table
from bonduc.web.live.game.terms import alias
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.open_game import Decide, OpenGame
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.live.store import storage
from bonduc.web.running.metrics import EVENTS
from bonduc.web.running.now import now

ATTEMPTS = 8  # at a change that other processes get in the way of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Changed:
    """What became of an attempt to change a game."""

    version: int
    changed: bool = False
    flagged: bool = False


@dataclass
class Changes:
    """Changes the games of this process; `after` is told of each, with the table and the events that led to it."""

    database: Database
    open_games: OpenGames
    background: BackgroundTasks
    secret: str
    after: Callable[[Table, list[Event]], None]

    async def change(self, code: str, decide: Decide, at: int) -> Changed:
        """Decide and store. Goes on to its end even if whoever asked for it is gone meanwhile.

        Raises NoGameError, and what `decide` raises.
        """
        return await asyncio.shield(self.background.start(self._decide_and_store(code, decide, at)))

    async def _decide_and_store(self, code: str, decide: Decide, at: int) -> Changed:
        """Again and again until no other process gets in between."""
        for attempt in range(ATTEMPTS):
            found = await self.open_games.get(code)
            async with found.lock:
                if self.open_games.find(code) is not found:
                    continue
                try:
                    events = await self._decide_and_apply(found, decide, at)
                except BonducError:
                    if attempt == ATTEMPTS - 1 or not await self.open_games.refresh(found):
                        raise
                    continue
                except BaseException:
                    self.open_games.forget(code)
                    raise
                if not events:
                    return Changed(found.table.version)
                if await self._store(found, events):
                    self.after(found.table, events)
                    return Changed(found.table.version, True, any(event.kind == Kind.FLAG for event in events))
        raise RefusedError("busy", N_("this game is changing too fast: try again"))

    async def _decide_and_apply(self, found: OpenGame, decide: Decide, at: int) -> list[Event]:
        """What happens when it is decided: the events. The time in which sowings are decided for it is nobody's."""
        began = now()
        return await self.open_games.in_place(found, lambda: found.happen(decide, max(at, at + now() - began)))

    async def _store(self, found: OpenGame, events: list[Event]) -> bool:
        """Write events that the table has applied already, unless another process was first; whether they are written.

        If they are not, the game is forgotten here: it is as the database has it.
        """
        try:
            published = None
            if storage.is_published_by(found.table, events):
                name = alias(self.secret, found.code)
                published = await self.open_games.in_rules(found, publication, found.table, name)
            await self.database.write(storage.append, found.table, events, published)
        except BaseException as error:
            self.open_games.forget(found.code)
            if isinstance(error, storage.ConflictError):
                return False
            if isinstance(error, SQLAlchemyError):
                raise _refused(found.code, error) from error
            raise
        for event in events:
            EVENTS.labels(event.kind.value).inc()
        return True


def _refused(code: str, error: SQLAlchemyError) -> RefusedError:
    """What is said when the database fails."""
    log.error("%s: nothing could be stored: %s", code, first_line(error))
    if is_full(error):
        return RefusedError("busy", NO_ROOM, HTTPStatus.INSUFFICIENT_STORAGE)
    return RefusedError("busy", N_("this cannot be stored at the moment: try again"), HTTPStatus.SERVICE_UNAVAILABLE)
