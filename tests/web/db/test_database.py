"""The database: migrations, transactions, what it says when it cannot be used."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("sqlalchemy")

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, event, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from bonduc.errors import BonducError
from bonduc.web.db import database as databases
from bonduc.web.db.database import Database
from bonduc.web.db.tables import explored_moves, metadata
from tests.web.servers import free_port


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'folder' / 'site.sqlite3'}"
    found: str = request.getfixturevalue("empty_postgresql")
    return found


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    asyncio.run(opened.close())


def store(connection: Connection, move: str) -> None:
    connection.execute(insert(explored_moves).values(position="p", move=move, south=1, draws=0, north=0))


def stored(connection: Connection) -> list[str]:
    return list(connection.execute(select(explored_moves.c.move).order_by(explored_moves.c.move)).scalars())


def test_migrations_from_nothing_make_the_tables(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() is not None


def test_a_database_that_is_up_to_date_keeps_what_it_holds(database: Database, url: str) -> None:
    database.write_now(store, "A")
    again = Database(url)
    assert again.read_now(stored) == ["A"]
    asyncio.run(again.close())


def test_processes_that_start_together_migrate_once(url: str) -> None:
    faults: list[BaseException] = []

    def start() -> None:
        try:
            asyncio.run(Database(url).close())
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


class BusyCursor:
    """Refuses the first statements as SQLite does."""

    def __init__(self, *codes: int) -> None:
        self.codes = list(codes)

    def execute(self, statement: str) -> None:
        if self.codes:
            refusal = sqlite3.OperationalError("database is locked")
            refusal.sqlite_errorcode = self.codes.pop(0)
            raise refusal


def test_a_new_file_that_another_process_prepares_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PAUSE", 0.0)
    busy = BusyCursor(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY)
    databases._use_log(cast("sqlite3.Cursor", busy))
    assert busy.codes == []
    with pytest.raises(sqlite3.OperationalError):
        databases._use_log(cast("sqlite3.Cursor", BusyCursor(sqlite3.SQLITE_READONLY)))
    monkeypatch.setattr(databases, "BUSY", -1.0)
    with pytest.raises(sqlite3.OperationalError):
        databases._use_log(cast("sqlite3.Cursor", BusyCursor(sqlite3.SQLITE_BUSY)))


def test_a_newer_database_is_refused_by_name(database: Database, url: str) -> None:
    database.write_now(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(BonducError, match=r"newer bonduc .*9999") as caught:
        Database(url)
    assert "\n" not in str(caught.value)


def test_a_write_that_fails_leaves_nothing_and_harms_no_other(database: Database) -> None:
    def fail(connection: Connection) -> None:
        store(connection, "B")
        raise ValueError("no")

    async def write() -> list[object]:
        works = [
            database.write(store, "A"),
            database.write(fail),
            database.write(store, "A"),
            database.write(store, "C"),
        ]
        return await asyncio.gather(*works, return_exceptions=True)

    ends = asyncio.run(write())
    assert isinstance(ends[1], ValueError)
    assert sum(isinstance(end, IntegrityError) for end in ends) == 1
    assert database.read_now(stored) == ["A", "C"]


def test_a_writer_that_is_given_up_does_not_stop_the_others(database: Database) -> None:
    async def write() -> None:
        tasks = [asyncio.create_task(database.write(store, f"A{number}")) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await database.write(store, "last")

    asyncio.run(write())
    assert {f"A{number}" for number in range(1, 20, 2)} | {"last"} <= set(database.read_now(stored))


def test_sqlite_waits_for_the_disk_and_checks_references(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1
    asyncio.run(database.close())


def test_a_database_that_cannot_be_reached_is_told_in_one_line() -> None:
    address = f"postgresql://somebody:hidden@127.0.0.1:{free_port()}/bonduc"
    with pytest.raises(BonducError, match=r"database postgresql.*somebody:\*\*\*@") as caught:
        Database(address)
    assert "\n" not in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_a_file_that_is_no_database_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    path.write_bytes(b"nothing that SQLite could read" * 100)
    with pytest.raises(BonducError, match="not a database") as caught:
        Database(f"sqlite:///{path}")
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    sqlite3.connect(path).close()
    folder = tmp_path / "site.sqlite3" / "below"
    with pytest.raises(BonducError, match="database") as caught:
        Database(f"sqlite:///{folder / 'site.sqlite3'}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("url", ["mysql://localhost/x", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BonducError, match="database"):
        Database(url)


def test_on_a_full_disk_nothing_is_stored_that_was_not_acknowledged(tmp_path: Path) -> None:
    """SQLite undoes the whole transaction then: what others wrote in it must not be lost without a word."""
    database = Database(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    group = database._group
    assert group is not None
    event.listen(database.engine, "connect", lambda raw, record: raw.execute("PRAGMA max_page_count = 1"))
    database.engine.dispose()
    group._disconnect()
    jobs: list[Any] = [(lambda c, move=move: store(c, move), Future()) for move in ("A", "B" * 1_000_000, "C")]
    group._write(jobs)
    ends = [future.exception() for _, future in jobs]
    assert all(isinstance(end, OperationalError) and databases.is_full(end) for end in ends)
    assert database.read_now(stored) == []
    database.write_now(store, "D")
    assert database.read_now(stored) == ["D"]
    asyncio.run(database.close())
