"""Every change of a live game: decided, applied, stored, and then told.

Under the game's lock the rules say which events follow (`game.decisions`), the events are applied to the game and
written to the database; if another process was first, the game is read again and the rules are asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hmac import compare_digest
from http import HTTPStatus

from sqlalchemy.exc import SQLAlchemyError

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.players import Player
from bonduc.web.db.database import NO_ROOM, Database, first_line, is_full
from bonduc.web.live.game.bounds import FullError, check_room
from bonduc.web.live.game.decisions import Actor, Draft, RefusedError, decide, decide_join
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.live_game import LiveGame, rematch_of
from bonduc.web.live.game.messages import Act
from bonduc.web.live.game.records import publication
from bonduc.web.live.game.terms import alias, invitation
from bonduc.web.live.service.attendance import Roll
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.open_game import Decide, OpenGame
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.live.store import storage
from bonduc.web.running.metrics import EVENTS
from bonduc.web.running.now import now

REMATCHES = ("offer-rematch", "accept-rematch")
BEGUN_MANY = N_("You have begun very many games today. Come back tomorrow.")
ATTEMPTS = 8  # at a change that other processes get in the way of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Done:
    """What was asked for is on disk: the version of the game now, whether it was there before, whether a flag fell."""

    version: int
    repeated: bool = False
    flagged: bool = False


@dataclass
class Changes:
    """Changes the games of this process; `after` is told of each, with the events that led to it."""

    database: Database
    open_games: OpenGames
    roll: Roll
    background: BackgroundTasks
    secret: str
    may_begin: Callable[[str, str], Awaitable[bool]]  # a visitor, from an address, one more game
    after: Callable[[LiveGame, list[Event]], None]

    async def act(self, code: str, actor: Actor, message: Act) -> Done:
        """What a visitor wants done; returns when it is on disk. Raises RefusedError, NoGameError."""
        found = await self.open_games.get(code)
        if found.game.players_of(actor.visitor):
            found.address = actor.address
            self.roll.note(found.game, actor.visitor)
        if message.type in ("call-off", "claim-win"):
            await self.roll.learn([found.game])
            actor = replace(actor, presence=self.roll.presence(code))
        if message.type in REMATCHES and not await self.may_begin(actor.visitor, actor.address):
            raise RefusedError("busy", BEGUN_MANY)
        done = await self.change(code, lambda game: decide(game, actor, message), actor.now)
        if message.type == "move" and done.flagged:
            raise RefusedError("over", N_("your time is up"))
        return done

    async def join(self, code: str, actor: Actor, secret: str, name: str) -> Done:
        """Give the open seat to a visitor who brings its invitation. Raises RefusedError, NoGameError."""

        def seated(game: LiveGame) -> list[Draft]:
            for player in Player:
                if compare_digest(secret.encode(), invitation(self.secret, code, player).encode()):
                    return decide_join(game, actor.visitor, player, name)
            raise RefusedError("not-yours", N_("this invitation is not valid"))

        done = await self.change(code, seated, actor.now)
        self.roll.note((await self.open_games.get(code)).game, actor.visitor)
        return done

    async def change(self, code: str, decision: Decide, at: int | None = None) -> Done:
        """Decide and store, as of a time (None: now); to the end, even if whoever asked for it is gone meanwhile.

        Raises NoGameError, and what `decision` raises.
        """
        work = self._decide_and_store(code, decision, now() if at is None else at)
        return await asyncio.shield(self.background.start(work))

    async def _decide_and_store(self, code: str, decision: Decide, at: int) -> Done:
        """Again and again until no other process gets in between."""
        for attempt in range(ATTEMPTS):
            found = await self.open_games.get(code)
            async with found.lock:
                if self.open_games.find(code) is not found:
                    continue
                try:
                    events = await self._decide_and_apply(found, decision, at)
                except BonducError:
                    if attempt == ATTEMPTS - 1 or not await self.open_games.refresh(found):
                        raise
                    continue
                except BaseException:
                    self.open_games.forget(code)
                    raise
                if not events:
                    return Done(found.game.version, True)
                if await self._store(found, events):
                    self.after(found.game, events)
                    return Done(found.game.version, False, any(event.kind == Kind.FLAG for event in events))
        raise RefusedError("busy", N_("this game is changing too fast: try again"))

    async def _decide_and_apply(self, found: OpenGame, decision: Decide, at: int) -> list[Event]:
        """What happens when it is decided: the events. The time in which sowings are decided for it is nobody's."""
        began = now()
        return await self.open_games.in_place(found, lambda: happen(found, decision, max(at, at + now() - began)))

    async def _store(self, found: OpenGame, events: list[Event]) -> bool:
        """Write events that the game has applied already, unless another process was first; whether they are written.

        If they are not, the game is forgotten here: it is as the database has it.
        """
        try:
            published = None
            if storage.is_published_by(found.game, events):
                name = alias(self.secret, found.code)
                published = await self.open_games.in_rules(found, publication, found.game, name)
            begun = [
                rematch_of(found.game, event.data["code"], event.at) for event in events if event.kind == Kind.REMATCH
            ]
            await self.database.write(storage.append, found.game, events, published, begun)
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


def happen(opened: OpenGame, decision: Decide, at: int) -> list[Event]:
    """Decide on the game as it is, and let what was decided happen to it; the events.

    Raises whatever `decision` raises, and nothing has changed then.
    """
    game = opened.game
    drafts, first = decision(game), game.version + 1
    try:
        check_room(game.version, game.beside, (draft.kind for draft in drafts))
    except FullError as error:
        raise RefusedError("full", error.args[0]) from error
    events = [Event(seq, draft.kind, draft.player, at, draft.data) for seq, draft in enumerate(drafts, first)]
    try:
        game.apply_all(events)
    except BonducError as error:
        raise RuntimeError(f"{opened.code}: what was decided cannot happen") from error
    opened.events += events
    return events


def _refused(code: str, error: SQLAlchemyError) -> RefusedError:
    """What is said when the database fails."""
    log.error("%s: nothing could be stored: %s", code, first_line(error))
    if is_full(error):
        return RefusedError("busy", NO_ROOM, HTTPStatus.INSUFFICIENT_STORAGE)
    return RefusedError("busy", N_("this cannot be stored at the moment: try again"), HTTPStatus.SERVICE_UNAVAILABLE)
