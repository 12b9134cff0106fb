"""How server processes tell each other that a live game has changed.

A message names a game and nothing that counts: whoever receives it reads the database. Messages may be lost, come
twice or late. `connect` gives the bus that the settings ask for:

- PostgreSQL: LISTEN and NOTIFY on the database itself;
- `redis://…`: a channel of a Redis server;
- SQLite: no messages; SQLite says whether another connection has written (`PRAGMA data_version`), which is asked five
  times a second.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from bonduc.errors import BonducError, MissingExtraError
from bonduc.language import N_
from bonduc.web.db.database import Database, Watch
from bonduc.web.settings import Settings

CHANNEL = "bonduc_live"
REDIS = ("redis://", "rediss://", "unix://")
CONNECT = 5  # seconds to reach a Redis server
WAITING = 1000  # messages that may wait to be sent; more are dropped
PAUSE = 0.5  # seconds before a lost connection is tried again; doubled each time up to
LONGEST_PAUSE = 15.0
POLLING = 0.2  # seconds
LARGEST = 7000  # bytes of a message: PostgreSQL carries 8000

log = logging.getLogger(__name__)

OnMessage = Callable[[dict[str, Any]], None]
OnGap = Callable[[], None]


class Bus(Protocol):
    """A way to tell the other processes."""

    def publish(self, message: dict[str, Any]) -> None:
        """Tell the others, soon."""
        ...

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        """Begin to listen; `on_gap` is called when messages may have been missed."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


def connect(settings: Settings, database: Database) -> Bus:
    """The bus of these settings; BonducError if they contradict each other."""
    if settings.bus.startswith(REDIS):
        _check_redis(settings.bus)
        return Connected(lambda on_message, on_gap: _Redis(settings.bus, on_message, on_gap))
    if settings.bus == "postgresql" and database.sqlite:
        raise BonducError(N_("bus=postgresql: the database is SQLite"))
    if settings.bus not in ("", "postgresql"):
        raise BonducError(N_("bus={bus}: must be postgresql or redis://…", bus=settings.bus))
    if database.sqlite:
        return Polling(database)
    return Connected(lambda on_message, on_gap: _Postgres(database, on_message, on_gap))


def _check_redis(url: str) -> None:
    """BonducError if a Redis URL cannot be read, or there is nothing to read it with; it may hold a password."""
    try:
        from redis.asyncio import from_url
    except ModuleNotFoundError as error:
        raise MissingExtraError(N_("a Redis bus"), "redis") from error
    try:
        from_url(url)
    except ValueError:
        raise BonducError(N_("bus: the URL of the Redis server cannot be read")) from None


async def check_reachable(settings: Settings) -> None:
    """BonducError if the Redis server of these settings, if any, does not answer. One that is lost later is awaited."""
    if not settings.bus.startswith(REDIS):
        return
    from redis.asyncio import from_url
    from redis.exceptions import RedisError

    try:
        async with from_url(settings.bus, socket_connect_timeout=CONNECT) as client:
            await asyncio.wait_for(client.ping(), CONNECT)
    except (RedisError, OSError, TimeoutError) as error:
        raise BonducError(N_("bus: the Redis server does not answer ({fault})", fault=str(error) or "…")) from error


class Polling:
    """No bus: SQLite is asked whether anything was written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[None] | None = None

    def publish(self, message: dict[str, Any]) -> None:
        """The others find out by themselves."""

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        """Begin to ask."""
        self._task = asyncio.create_task(self._watch(on_gap))

    async def close(self) -> None:
        """Stop asking."""
        await _end(self._task)

    async def _watch(self, on_gap: OnGap) -> None:
        watch = Watch(self._database)
        try:
            seen = await self._database.data_version(watch)
            while True:
                await asyncio.sleep(POLLING)
                found = await self._database.data_version(watch)
                if found != seen:
                    seen = found
                    on_gap()
        finally:
            watch.close()


class Link(Protocol):
    """A connection to a message server."""

    async def run(self, outgoing: asyncio.Queue[str]) -> None:
        """Send and receive until the connection is lost, which raises."""
        ...


class Connected:
    """A bus by a connection, which is made again whenever it is lost."""

    def __init__(self, link: Callable[[Callable[[str], None], OnGap], Link]) -> None:
        self._link = link
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._task: asyncio.Task[None] | None = None

    def publish(self, message: dict[str, Any]) -> None:
        """Tell the others, soon; while the connection is lost, nobody is told."""
        text = json.dumps(message, separators=(",", ":"))
        if len(text) <= LARGEST:
            with suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(text)

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        """Connect, and go on in the background."""

        def receive(text: str) -> None:
            with suppress(ValueError, TypeError, KeyError):
                on_message(json.loads(text))

        ready = asyncio.Event()

        def connected() -> None:
            ready.set()
            on_gap()

        self._task = asyncio.create_task(self._stay_connected(self._link(receive, connected)))
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 5)

    async def close(self) -> None:
        """Disconnect."""
        await _end(self._task)

    async def _stay_connected(self, link: Link) -> None:
        pause, clock = PAUSE, asyncio.get_running_loop().time
        while True:
            began = clock()
            try:
                await link.run(self._outgoing)
            except Exception as error:
                log.warning("the connection between server processes was lost: %s", error)
            pause = PAUSE if clock() - began > LONGEST_PAUSE else min(LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause)


class _Postgres:
    def __init__(self, database: Database, on_text: Callable[[str], None], on_ready: OnGap) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._on_text = on_text
        self._on_ready = on_ready

    async def run(self, outgoing: asyncio.Queue[str]) -> None:
        """One connection listens, another one speaks."""
        import psycopg

        async with (
            await psycopg.AsyncConnection.connect(self._address, autocommit=True) as listening,
            await psycopg.AsyncConnection.connect(self._address, autocommit=True) as speaking,
        ):
            await listening.execute(f"LISTEN {CHANNEL}".encode())
            self._on_ready()
            await _first_to_fail(self._listen(listening), self._speak(speaking, outgoing))

    async def _listen(self, connection: Any) -> None:
        async for notice in connection.notifies():
            self._on_text(notice.payload)

    async def _speak(self, connection: Any, outgoing: asyncio.Queue[str]) -> None:
        while True:
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, await outgoing.get()))


class _Redis:
    def __init__(self, url: str, on_text: Callable[[str], None], on_ready: OnGap) -> None:
        self._url = url
        self._on_text = on_text
        self._on_ready = on_ready

    async def run(self, outgoing: asyncio.Queue[str]) -> None:
        """One connection for both directions."""
        from redis.asyncio import from_url

        client = from_url(self._url, decode_responses=True, socket_connect_timeout=CONNECT)
        async with client, client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            self._on_ready()
            await _first_to_fail(self._listen(channel), self._speak(client, outgoing))

    async def _listen(self, channel: Any) -> None:
        async for message in channel.listen():
            if message["type"] == "message":
                self._on_text(message["data"])

    async def _speak(self, client: Any, outgoing: asyncio.Queue[str]) -> None:
        while True:
            await client.publish(CHANNEL, await outgoing.get())


async def _first_to_fail(*parts: Awaitable[None]) -> None:
    """Run parts that never end by themselves until one of them raises; then end the others."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
    finally:
        for task in tasks:
            await _end(task)


async def _end(task: asyncio.Future[None] | None) -> None:
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
