"""The live games of a server process: what everyone does in them ends up here.

Every change goes the same way: under the game's lock the rules say which events follow (`decisions`), the events are
applied to the table and written to the database; if another process was first, the table is read again and the rules
are asked again. Then everyone who watches is told, here and, by the bus, in other processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hmac import compare_digest
from http import HTTPStatus
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.language import N_, speaking
from bonduc.players import Player
from bonduc.position import game as find_game
from bonduc.web.db.database import NO_ROOM, Database, first_line, is_full
from bonduc.web.engines.pool import EnginePool
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.live.game import decisions, views
from bonduc.web.live.game.decisions import Actor, Draft, RefusedError
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.messages import Act
from bonduc.web.live.game.records import publication
from bonduc.web.live.game.table import Table
from bonduc.web.live.game.terms import alias, invitation
from bonduc.web.live.service import lists
from bonduc.web.live.service.attendance import Roll
from bonduc.web.live.service.bus import Bus
from bonduc.web.live.service.computer import accepts_draw, answered, choose_move, moved
from bonduc.web.live.service.hub import Hub, Subscriber
from bonduc.web.live.service.kept import Changed, Decide, Live, as_json, forget_idle, news_key, shared_news
from bonduc.web.live.store import listing, storage
from bonduc.web.running.metrics import EVENTS
from bonduc.web.tasks.desk import Desk

RULE_THREADS = 2
ATTEMPTS = 8  # at a change that other processes get in the way of
TICK = 0.25  # seconds between looks for flags that fall and moves the computer owes
SWEEP = 20  # ticks between looks whether a message from another process was lost
RETRY = 1.0  # seconds before the computer's move is asked for again
CLEARING = 14_400  # ticks, an hour, between looks for games that nobody has begun to play
DAY = 24 * 3600 * 1000  # milliseconds
PRESENCE = 60  # ticks after which it is told to other processes, and noted in the database, who is there

REMATCHES = ("offer-rematch", "accept-rematch")
BEGUN_MANY = N_("You have begun very many games today. Come back tomorrow.")

log = logging.getLogger(__name__)
T = TypeVar("T")


class NoGameError(BonducError):
    """There is no live game of this code."""

    def __init__(self) -> None:
        super().__init__(N_("there is no such game"))


@dataclass(frozen=True)
class Done:
    """A change is on disk: the version of the game now, and whether it was there before."""

    version: int
    repeated: bool = False


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
        self.engines = engines
        self.desk = desk
        self.bus = bus
        self.secret = secret
        self.keep_days = keep_days
        self.games_a_day = games_a_day
        self._begun = Buckets(games_a_day * 1000 / DAY, games_a_day)
        self.hub = Hub()
        self.roll = Roll(database, self.hub, now)
        self._process = uuid.uuid4().hex[:12]
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._rules = ThreadPoolExecutor(RULE_THREADS, "rules")
        self._views = ThreadPoolExecutor(1, "views")  # apart: no move waits for what others are shown
        self._thinking: set[str] = set()
        self._seen_to: set[str] = set()
        self.has_machine_code = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begin to watch clocks, to move for the computer and to listen to other processes."""
        await self.bus.start(self._hear, self._catch_up)
        self._spawn(self._tick())
        self._spawn(self._load_machine_code())

    async def close(self) -> None:
        """Stop; what was acknowledged is in the database."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()
        await self.roll.close()
        self._rules.shutdown(wait=True, cancel_futures=True)
        self._views.shutdown(wait=True, cancel_futures=True)

    # Games

    async def create(self, table: Table, address: str = "") -> None:
        """Store a new game, made at an address; the computer moves if it begins."""
        await self.database.write(storage.create, table, table.terms.created)
        self._keep(table.terms.code, Live(table, [], address))
        self._think_if_due(table)

    @property
    def kept(self) -> int:
        """How many games this process has in memory."""
        return len(self._live)

    async def may_begin(self, visitor: str, address: str) -> bool:
        """Whether a visitor may begin one more game today, and whoever else comes from this address; it counts then."""
        begun = await self.database.read(storage.games_made, visitor, now() - DAY)
        return begun < self.games_a_day and self._begun.take(address)

    async def state(self, code: str, visitor: str, language: str) -> views.View:
        """The state of a game as it is in the database, as a visitor may see it."""
        live = await self._fresh(code)
        await self.roll.learn([live.table])
        self.roll.note(live.table, visitor)
        async with live.lock:
            return await self._in_views(live, self._state, live, visitor, language)

    async def summaries(
        self, visitor: str, which: listing.Which = "all", start: int = 0, size: int = 30
    ) -> list[views.View]:
        """Games of a visitor, from the `start`th of a list on."""
        return await lists.summaries(self.database, self.hub, self.look, visitor, which, start, size)

    async def remove(self, code: str, visitor: str, removed: bool) -> None:
        """Take a game off a visitor's lists, or put it back. Raises NoGameError if they do not play in it."""
        if not await self.database.write(listing.remove, code, visitor, int(removed)):
            raise NoGameError

    async def look(self, code: str, function: Callable[[Table], T]) -> T:
        """What a function finds out about the table of a game as it is in the database."""
        live = await self._fresh(code)
        async with live.lock:
            return await self._in_rules(live, function, live.table)

    async def act(self, code: str, actor: Actor, message: Act) -> Done:
        """What a visitor wants done; returns when it is on disk. Raises RefusedError, NoGameError."""
        live = await self._get(code)
        if live.table.players_of(actor.visitor):
            live.address = actor.address
            self.roll.note(live.table, actor.visitor)
        if message.type in ("call-off", "claim-win"):
            await self.roll.learn([live.table])
            actor = replace(actor, presence=self.roll.presence(code))
        if message.type in REMATCHES and not await self.may_begin(actor.visitor, actor.address):
            raise RefusedError("busy", BEGUN_MANY)
        done = await self._change(code, lambda table: decisions.decide(table, actor, message), actor.now)
        if message.type == "move" and done.flagged:
            raise RefusedError("over", N_("your time is up"))
        return Done(done.version, not done.changed)

    async def change(self, code: str, decide: Decide) -> None:
        """Let happen what the server decides. Raises NoGameError."""
        await self._change(code, decide, now())

    def drop(self, code: str) -> None:
        """A game is no longer in the database: forget it, and tell those who watch, and other processes."""
        self._live.pop(code, None)
        self._tell(code)
        self.bus.publish({"code": code, "gone": True})

    async def join(self, code: str, actor: Actor, secret: str, name: str) -> Done:
        """Give the open seat to a visitor who brings its invitation. Raises RefusedError, NoGameError."""

        def decide(table: Table) -> list[Draft]:
            for player in Player:
                if compare_digest(secret.encode(), invitation(self.secret, code, player).encode()):
                    return decisions.decide_join(table, actor.visitor, player, name)
            raise RefusedError("not-yours", N_("this invitation is not valid"))

        done = await self._change(code, decide, actor.now)
        self.roll.note((await self._get(code)).table, actor.visitor)
        return Done(done.version, not done.changed)

    # Watching

    async def watch(self, code: str, subscriber: Subscriber) -> None:
        """Let a connection watch a game; it gets the state first. Raises NoGameError."""
        await self._fresh(code)
        self.hub.add(code, subscriber)
        live = await self._fresh(code)
        await self.roll.learn([live.table])
        self.roll.note(live.table, subscriber.visitor)
        subscriber.refresh()
        self._tell_presence(code)
        self._think_if_due(live.table)

    def unwatch(self, code: str, subscriber: Subscriber) -> None:
        """A connection has ended."""
        self.hub.remove(code, subscriber)
        live = self._live.get(code)
        if live is not None and subscriber.visitor not in self.hub.here(code):
            self.roll.note(live.table, subscriber.visitor, leaves=True)
        self._tell_presence(code)

    async def news(self, code: str, subscriber: Subscriber) -> str:
        """The message that brings a subscriber up to date, as JSON."""
        live = await self._get(code)
        async with live.lock:
            if live.is_quick or live.has_said(news_key(subscriber)):
                return self._news(live, subscriber)
            return await self._in_views(live, self._news, live, subscriber)

    async def presence(self, code: str) -> views.View:
        """Who is there."""
        live = await self._get(code)
        async with live.lock:
            return views.presence_view(live.table, self.roll.presence(code), now())

    # What is said; under the game's lock

    def _state(self, live: Live, visitor: str, language: str) -> views.View:
        with speaking(language):
            return views.shared_view(live.table) | self._private(live.table, visitor)

    def _private(self, table: Table, visitor: str) -> views.View:
        presence = self.roll.presence(table.terms.code)
        return views.private_view(table, visitor, presence, now(), self.secret)

    def _news(self, live: Live, subscriber: Subscriber) -> str:
        """Most of it is the same for all who missed the same, and is put into words once."""
        since, table = subscriber.version, live.table
        with speaking(subscriber.language):
            said = live.said(news_key(subscriber), lambda: shared_news(live, since))
            own = as_json(self._private(table, subscriber.visitor))
        subscriber.version = table.version
        return f'{{"type":"state","state":{{{said.state},{own[1:-1]}}},{said.missed}}}'

    # Changing

    async def _change(self, code: str, decide: Decide, at: int) -> Changed:
        """Decide and store. Goes on to its end even if whoever asked for it is gone meanwhile."""
        return await asyncio.shield(self._spawn(self._decide_and_store(code, decide, at)))

    async def _decide_and_store(self, code: str, decide: Decide, at: int) -> Changed:
        """Again and again until no other process gets in between."""
        for attempt in range(ATTEMPTS):
            live = await self._get(code)
            async with live.lock:
                if self._live.get(code) is not live:
                    continue
                try:
                    events = await self._let_happen(live, decide, at)
                except BonducError:
                    if attempt == ATTEMPTS - 1 or not await self._refresh(live):
                        raise
                    continue
                except BaseException:
                    self._live.pop(code, None)
                    raise
                if not events:
                    return Changed(live.table.version)
                if await self._store(live, events):
                    self._after(live.table, events)
                    return Changed(live.table.version, True, any(event.kind == Kind.FLAG for event in events))
        raise RefusedError("busy", N_("this game is changing too fast: try again"))

    async def _let_happen(self, live: Live, decide: Decide, at: int) -> list[Event]:
        """What happens when it is decided: the events. The time in which sowings are decided for it is nobody's."""
        began = now()

        def happen() -> list[Event]:
            return live.happen(decide, max(at, at + now() - began))

        if live.is_quick:
            return await self.desk.run_now(live.requester, happen)
        return await self._in_rules(live, happen)

    async def _store(self, live: Live, events: list[Event]) -> bool:
        """Write events that the table has applied already; on failure the table is forgotten."""
        code = live.table.terms.code
        try:
            published = None
            if storage.is_published_by(live.table, events):
                published = await self._in_rules(live, publication, live.table, alias(self.secret, code))
            await self.database.write(storage.append, live.table, events, published)
        except storage.ConflictError:
            self._live.pop(code, None)
            return False
        except SQLAlchemyError as error:
            self._live.pop(code, None)
            log.error("%s: nothing could be stored: %s", code, first_line(error))
            if is_full(error):
                raise RefusedError("busy", NO_ROOM, HTTPStatus.INSUFFICIENT_STORAGE) from error
            fault = N_("this cannot be stored at the moment: try again")
            raise RefusedError("busy", fault, HTTPStatus.SERVICE_UNAVAILABLE) from error
        except BaseException:
            self._live.pop(code, None)
            raise
        for event in events:
            EVENTS.labels(event.kind.value).inc()
        return True

    def _after(self, table: Table, events: list[Event]) -> None:
        """Tell everyone, and let the computer do its part."""
        code = table.terms.code
        self._tell(code)
        self.bus.publish({"code": code, "version": table.version})
        self._think_if_due(table)
        for event in events:
            if event.kind == Kind.REMATCH:
                self._spawn(self._begin(event.data["code"]))

    async def _begin(self, code: str) -> None:
        self._think_if_due((await self._get(code)).table)

    def _tell(self, code: str) -> None:
        for subscriber in self.hub.subscribers(code):
            subscriber.refresh()

    def _tell_presence(self, code: str) -> None:
        self.bus.publish({"code": code, "process": self._process, "here": sorted(self.hub.here(code))[:60]})
        self._spawn(self._show_presence(code))

    async def _show_presence(self, code: str) -> None:
        if self.hub.watched(code):
            message = await self.presence(code)
            self.roll.told(code)
            for subscriber in self.hub.subscribers(code):
                subscriber.tell(message)

    # Tables in memory

    async def _get(self, code: str) -> Live:
        """A game as this process knows it, read from the database if it does not."""
        live = self._live.get(code)
        if live is not None:
            self._live.move_to_end(code)
            return live
        if not (code.isascii() and code.isalnum()):  # a NUL, for one, is nothing that PostgreSQL could be asked for
            raise NoGameError
        async with self._loading.setdefault(code, asyncio.Lock()):
            try:
                live = self._live.get(code)
                if live is None:
                    found = await self.database.read(storage.load, code)
                    if found is None:
                        raise NoGameError
                    live = Live(*found)
                    await self._in_rules(live, live.table.apply_all, live.events)
                    self._keep(code, live)
                return live
            finally:
                self._loading.pop(code, None)

    async def _fresh(self, code: str) -> Live:
        """A game as it is in the database."""
        live = await self._get(code)
        async with live.lock:
            await self._refresh(live)
        return live

    async def _refresh(self, live: Live) -> bool:
        """Let what other processes stored happen here too; whether there was anything. Under the game's lock."""
        table = live.table
        events = await self.database.read(storage.events_after, table.terms.code, table.version)
        if not events:
            if not await self.database.read(storage.is_there, table.terms.code):
                self._live.pop(table.terms.code, None)
                raise NoGameError
            return False
        await self._in_rules(live, table.apply_all, events)
        live.events += events
        self._tell(table.terms.code)
        return True

    def _keep(self, code: str, live: Live) -> None:
        if self.has_machine_code.is_set():
            live.table.terms.game.runner.compile()
        self._live[code] = live
        self._live.move_to_end(code)
        forget_idle(self._live, frozenset(self.hub.codes))

    async def _in_rules(self, live: Live, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread of the rules: it may take a while, and sowings of the game may be decided."""
        return await self.desk.run(live.requester, function, *arguments, threads=self._rules)

    async def _in_views(self, live: Live, function: Callable[..., T], *arguments: Any) -> T:
        """As `_in_rules`, for what is shown."""
        return await self.desk.run(live.requester, function, *arguments, threads=self._views)

    # What the server does by itself

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _spawn_for(self, code: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a game beside everything else, unless something is being done already."""
        if code in self._seen_to:
            work.close()
            return
        self._seen_to.add(code)
        self._spawn(work).add_done_callback(lambda task: self._seen_to.discard(code))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None or isinstance(task.exception(), BonducError):
            return
        log.error("a task of the live games failed", exc_info=task.exception())

    async def _load_machine_code(self) -> None:
        """Once the engines have made it: the server itself never compiles, it could not answer for a minute."""
        while not self.engines.is_warm:
            await asyncio.sleep(1)
        await asyncio.to_thread(_load_machine_code)  # which takes a second: not in the threads that moves wait for
        self.has_machine_code.set()
        self.desk.load_code()
        for live in self._live.values():
            live.table.terms.game.runner.compile()

    async def _tick(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(TICK)
            count += 1
            try:
                await self._do_what_is_due()
                if count % SWEEP == 0:
                    await self._find_changes()
                if self.keep_days and count % CLEARING == 1:
                    await self.database.write(storage.clear_away, now() - self.keep_days * DAY)
                if count % PRESENCE == 0:
                    await self._call_the_roll()
            except SQLAlchemyError as error:
                log.error("the database fails: %s", first_line(error))
            except Exception:
                log.exception("a look at the live games failed")

    async def _call_the_roll(self) -> None:
        """Tell other processes who is connected here, and those who watch a game whoever came or went elsewhere."""
        for code in self.hub.codes:
            self.bus.publish({"code": code, "process": self._process, "here": sorted(self.hub.here(code))[:60]})
        tables = [self._live[code].table for code in self.hub.codes if code in self._live]
        for code in await self.roll.take(tables):
            await self._show_presence(code)

    async def _do_what_is_due(self) -> None:
        """Each by itself: a game that has to wait for its sowings holds up no other."""
        for code in await self.database.read(storage.due, now()):
            self._spawn_for(code, self._do_due(code))

    async def _do_due(self, code: str) -> None:
        try:
            await self._see_to(code)
        except RefusalError:
            pass  # too much to do at the moment: it stays due
        except BonducError as error:
            await self.database.write(storage.put_off, code)
            log.warning("%s", error)

    async def _see_to(self, code: str) -> None:
        live = await self._fresh(code)
        moment = now()
        await self._change(code, lambda table: decisions.decide_flag(table, moment), moment)
        table = live.table
        until = storage.wakes(table, moment)
        await self.database.write(storage.lease, code, table.version, until)
        self._think_if_due(table)

    async def _find_changes(self) -> None:
        """Look whether other processes have changed a game that is watched here."""
        codes = self.hub.codes
        if not codes:
            return
        found = await self.database.read(storage.versions, codes)
        for code, version in found.items():
            live = self._live.get(code)
            if live is None or live.table.version < version:
                self._spawn_for(code, self._find_change(code))
        for code in set(codes) - set(found):  # deleted meanwhile
            self._live.pop(code, None)
            self._tell(code)

    async def _find_change(self, code: str) -> None:
        await self._fresh(code)
        self._tell(code)

    def _hear(self, message: dict[str, Any]) -> None:
        """Another process (or this one) says something."""
        code = str(message["code"])
        if "here" in message:
            if message["process"] != self._process and self.hub.watched(code):
                self.hub.told_elsewhere(code, message["process"], frozenset(map(str, message["here"])))
                self._spawn(self._show_presence(code))
            return
        if "gone" in message:
            if self._live.pop(code, None) is not None:
                self._tell(code)
            return
        live = self._live.get(code)
        if live is not None and live.table.version < int(message["version"]):
            self._spawn(self._read_again(code))

    async def _read_again(self, code: str) -> None:
        if self.hub.watched(code):
            await self._fresh(code)
        else:
            self._live.pop(code, None)

    def _catch_up(self) -> None:
        """Messages may have been missed."""
        self._spawn(self._find_changes())

    # The computer

    def _think_if_due(self, table: Table) -> None:
        code = table.terms.code
        if code not in self._thinking and (table.computer_to_move or table.computer_to_answer):
            self._thinking.add(code)
            self._spawn(self._think(code))

    async def _think(self, code: str) -> None:
        """Do what the computer has to do in a game, until it has nothing more to do."""
        try:
            while True:
                live = await self._get(code)
                table, ply = live.table, live.table.ply
                try:
                    if table.computer_to_answer:
                        accepts = await accepts_draw(self.engines, table, live.address)
                        await self._change(code, answered(ply, accepts), now())
                    elif table.computer_to_move:
                        move = await choose_move(self.engines, table, live.address)
                        await self._change(code, moved(ply, move, now()), now())
                    else:
                        return
                except BonducError as error:
                    if isinstance(error, RefusedError) and error.code == "full":
                        return
                    log.info("the computer's move in %s has to wait: %s", code, error)
                    await asyncio.sleep(RETRY)
                    await self._fresh(code)
        finally:
            self._thinking.discard(code)


def _load_machine_code() -> None:
    for name in GAMES:
        find_game(name).runner.compile()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
