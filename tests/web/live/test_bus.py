"""How processes tell each other: PostgreSQL, Redis, and looking at SQLite; connections that are lost and made again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from sqlalchemy import text

from bonduc.errors import BonducError
from bonduc.players import NORTH
from bonduc.web.db.database import Database
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.messages import read_act
from bonduc.web.live.game.terms import invitation
from bonduc.web.live.service import bus
from bonduc.web.live.service.bus import Bus, Polling, connect
from bonduc.web.live.service.changes import Done
from bonduc.web.live.service.games import LiveGames
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.running.now import now
from bonduc.web.settings import Settings
from tests.web.live.tools import ANN, BEN, FirstMove, idle_desk, new_game
from tests.web.servers import redis


class Listener:
    """What a process hears."""

    def __init__(self, heard: Bus) -> None:
        self.bus = heard
        self.messages: list[dict[str, Any]] = []
        self.gaps = 0

    def note_gap(self) -> None:
        self.gaps += 1

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.02)


@asynccontextmanager
async def listening(settings: Settings, database: Database) -> AsyncIterator[Listener]:
    listener = Listener(connect(settings, database))
    await listener.bus.start(listener.messages.append, listener.note_gap)
    try:
        yield listener
    finally:
        await listener.bus.close()


def run(url: str, settings: Settings, test: Callable[[Database, Listener, Listener], Awaitable[None]]) -> None:
    """Two processes' ends of the bus of these settings."""

    async def both() -> None:
        database = await asyncio.to_thread(Database, url)
        try:
            async with listening(settings, database) as one, listening(settings, database) as other:
                await test(database, one, other)
        finally:
            await database.close()

    asyncio.run(both())


async def talk(database: Database, one: Listener, other: Listener) -> None:
    for number in range(50):
        one.bus.publish({"code": "x", "version": number})
    one.bus.publish({"code": "x" * bus.LARGEST})
    other.bus.publish({"code": "y", "version": 1})
    await other.until(lambda: len(other.messages) == 51)
    assert [each["version"] for each in other.messages if each["code"] == "x"] == list(range(50))
    await one.until(lambda: {"code": "y", "version": 1} in one.messages)
    assert one.gaps == 1


def test_messages_by_postgresql(empty_postgresql: str, tmp_path: Path) -> None:
    run(empty_postgresql, Settings(folder=tmp_path), talk)


def test_messages_by_redis(tmp_path: Path) -> None:
    pytest.importorskip("redis")
    with redis(tmp_path) as url:
        run(f"sqlite:///{tmp_path / 'site.sqlite3'}", Settings(folder=tmp_path, bus=url), talk)


def test_a_lost_connection_is_made_again(
    empty_postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "PAUSE", 0.05)

    async def lose(database: Database, one: Listener, other: Listener) -> None:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        await database.read(lambda connection: connection.execute(text(query)).all())
        await one.until(lambda: one.gaps == 2)
        await other.until(lambda: other.gaps == 2)
        one.bus.publish({"code": "x", "version": 1})
        await other.until(lambda: bool(other.messages))

    run(empty_postgresql, Settings(folder=tmp_path), lose)


def test_a_write_to_sqlite_is_noticed(tmp_path: Path) -> None:
    async def write(database: Database, one: Listener, other: Listener) -> None:
        assert isinstance(one.bus, Polling)
        await asyncio.sleep(2 * bus.POLLING)
        await database.write(lambda connection: connection.execute(text("CREATE TABLE something (x INTEGER)")))
        await one.until(lambda: one.gaps > 0)
        await other.until(lambda: other.gaps > 0)

    run(f"sqlite:///{tmp_path / 'site.sqlite3'}", Settings(folder=tmp_path), write)


@pytest.mark.parametrize("wanted", ["postgresql", "carrier pigeons", "redis://:hidden@[::1", "redis://h:port/0"])
def test_buses_that_cannot_be(tmp_path: Path, wanted: str) -> None:
    database = Database(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    with pytest.raises(BonducError, match="bus") as caught:
        connect(Settings(folder=tmp_path, bus=wanted), database)
    assert "hidden" not in str(caught.value)
    asyncio.run(database.close())


def test_two_processes_play_one_game_on_postgresql(empty_postgresql: str, tmp_path: Path) -> None:
    """Moves that collide, a watcher in the other process, the end of the round, a rematch that both want."""

    async def act(served: LiveGames, code: str, visitor: str, type_: str, **more: Any) -> Done:
        return await served.changes.act(code, Actor(visitor, now()), read_act({"type": type_, **more}))

    async def play(database: Database, one: Listener, other: Listener) -> None:
        async with (
            process(database, Settings(folder=tmp_path)) as first,
            process(database, Settings(folder=tmp_path)) as second,
        ):
            game = new_game(opponent="friend")
            code = game.terms.code
            await first.create(game)
            await second.changes.join(code, Actor(BEN, now()), invitation("secret", code, NORTH), "Ben")
            watcher = Subscriber(BEN, "en")
            await second.watching.watch(code, watcher)
            ends = await asyncio.gather(
                act(first, code, ANN, "move", round=1, ply=0, move="A"),
                act(second, code, ANN, "move", round=1, ply=0, move="B"),
                return_exceptions=True,
            )
            assert [isinstance(end, RefusedError) for end in ends].count(True) == 1
            async with asyncio.timeout(30):
                while watcher.version != 2:
                    _, dirty = await watcher.news()
                    if dirty:
                        await second.watching.news(code, watcher)
            await act(first, code, ANN, "resign", round=1)
            await act(first, code, ANN, "offer-rematch")
            await act(second, code, BEN, "offer-rematch")
            again = (await first.watching.state(code, ANN, "en"))["rematch"]
            assert (await second.watching.state(again, ANN, "en"))["you"] == ["N"]

    run(empty_postgresql, Settings(folder=tmp_path), play)


@asynccontextmanager
async def process(database: Database, settings: Settings) -> AsyncIterator[LiveGames]:
    served = LiveGames(database, FirstMove(), idle_desk(), connect(settings, database), "secret")
    await served.start()
    try:
        yield served
    finally:
        await served.close()
