"""A database with the threads that talk to it: SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.engine import Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from bonduc.errors import BonducError, MissingExtraError
from bonduc.language import N_
from bonduc.web.db.migrate import migrate
from bonduc.web.db.write_queue import GroupWriter
from bonduc.web.running.private import make_file, make_folder, take_from_others

BUSY = 10.0  # seconds that a writer waits for another process to finish writing
PAUSE = 0.02  # seconds between two tries to have a database alone
CONNECT = 5  # seconds to reach a PostgreSQL server
READERS = 4
WRITERS = 4  # of PostgreSQL; SQLite has one (`write_queue`)
DISK_FULL = "53100"  # as PostgreSQL says it
TRIES = 5  # of a write that another process got in the way of

NO_ROOM = N_("the disk of this site is full: nothing can be stored until there is room again")

T = TypeVar("T")


class Database:
    """A migrated database. `read` and `write` run a function of a connection in a transaction of its own."""

    def __init__(self, url: str) -> None:
        self.url = parsed(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(self.url)
        try:
            with self.engine.connect() as connection:
                connection.execution_options(writing=True)
                with connection.begin():
                    migrate(connection)
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise BonducError(N_("database {url}: {fault}", url=self.shown, fault=first_line(error))) from error
        except BonducError as error:
            self.engine.dispose()
            raise BonducError(N_("database {url}: {fault}", url=self.shown, fault=error.args[0])) from error
        if self.sqlite:
            take_from_others(Path(str(self.url.database)))
        self._readers = ThreadPoolExecutor(READERS, "database-read")
        self._group = GroupWriter(self.engine) if self.sqlite else None
        self._writers = ThreadPoolExecutor(WRITERS, "database-write")

    @property
    def shown(self) -> str:
        """The URL without its password."""
        return self.url.render_as_string(hide_password=True)

    async def read(self, function: Callable[..., T], *arguments: Any) -> T:
        """What `function(connection, *arguments)` returns; it only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, function, *arguments)

    async def write(self, function: Callable[..., T], *arguments: Any) -> T:
        """What `function(connection, *arguments)` returns, once its changes are on disk."""
        if self._group is not None:
            return await asyncio.wrap_future(self._group.submit(lambda connection: function(connection, *arguments)))
        return await asyncio.get_running_loop().run_in_executor(self._writers, self._write_alone, function, *arguments)

    def read_now(self, function: Callable[..., T], *arguments: Any) -> T:
        """`read` in this thread."""
        with self.engine.connect() as connection, connection.begin():
            return function(connection, *arguments)

    def write_now(self, function: Callable[..., T], *arguments: Any) -> T:
        """`write`, waiting for it in this thread."""
        if self._group is None:
            return self._write_alone(function, *arguments)
        written: T = self._group.submit(lambda connection: function(connection, *arguments)).result()
        return written

    def _write_alone(self, function: Callable[..., T], *arguments: Any) -> T:
        for left in range(TRIES - 1, -1, -1):
            try:
                with self.engine.begin() as connection:
                    return function(connection, *arguments)
            except DBAPIError as error:
                if not left or not _passing(error):
                    raise
        raise AssertionError("the last try returns or raises")

    async def data_version(self, watch: Watch) -> int:
        """A number that changes whenever anything is written to an SQLite database."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, watch.version)

    async def close(self) -> None:
        """Finish what is being written, and close all connections."""
        if self._group is not None:
            await asyncio.to_thread(self._group.close)
        await asyncio.to_thread(self._writers.shutdown)
        await asyncio.to_thread(self._readers.shutdown, cancel_futures=True)
        self.engine.dispose()


class Watch:
    """A connection to an SQLite database that is only asked whether others have written (`PRAGMA data_version`)."""

    def __init__(self, database: Database) -> None:
        assert database.url.database is not None
        self._connection = sqlite3.connect(database.url.database, check_same_thread=False, isolation_level=None)
        self._lock = threading.Lock()  # a connection must not be closed while another thread uses it
        self._last = 0
        self._open = True

    def version(self) -> int:
        """A number that changes whenever another connection writes; the last one once it is closed."""
        with self._lock:
            if self._open:
                self._last = int(self._connection.execute("PRAGMA data_version").fetchone()[0])
            return self._last

    def close(self) -> None:
        """Close it."""
        with self._lock:
            self._open = False
            self._connection.close()


def parsed(url: str) -> URL:
    """The URL of a database; BonducError if it is none that can be used."""
    try:
        found = make_url(url.replace("postgres://", "postgresql://", 1))
    except ArgumentError:
        raise BonducError(N_("the database's URL cannot be read: it should be like sqlite:///file")) from None
    backend = found.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise BonducError(N_("database {url}: it must be sqlite or postgresql", url=backend))
    return found.set(drivername="postgresql+psycopg") if backend == "postgresql" else found


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    try:
        return create_engine(
            url,
            pool_size=READERS + WRITERS,
            max_overflow=2,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT},
        )
    except ModuleNotFoundError as error:
        raise MissingExtraError(N_("a PostgreSQL database"), "postgres") from error


def _sqlite_engine(url: URL) -> Engine:
    path = url.database
    if not path or path == ":memory:":
        raise BonducError(N_("database {url}: a file is needed", url=str(url)))
    try:
        make_folder(Path(path).parent)
        make_file(Path(path))
    except OSError as error:
        raise BonducError(N_("database {url}: {fault}", url=str(url), fault=str(error))) from error
    engine = create_engine(url, pool_size=READERS + 2, max_overflow=2, connect_args={"timeout": BUSY})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, record: object) -> None:
    """Readers do not wait for the writer, a commit is on disk, foreign keys hold; transactions are begun by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_log(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _use_log(cursor: sqlite3.Cursor) -> None:
    """Switch to write-ahead logging: a new file must be had alone for that, and SQLite does not wait for it itself."""
    until = time.monotonic() + BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(PAUSE)


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: upgrading a read lock later would fail where another process wrote."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def is_full(error: SQLAlchemyError) -> bool:
    """Whether there was no room on the disk."""
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.Error):
        return getattr(original, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return getattr(original, "sqlstate", None) == DISK_FULL


def _passing(error: DBAPIError) -> bool:
    """Whether the same may succeed if tried again: the connection was lost, or a deadlock was broken up."""
    if error.connection_invalidated:
        return True
    return isinstance(error, OperationalError) and getattr(error.orig, "sqlstate", None) in ("40001", "40P01")


def first_line(error: SQLAlchemyError) -> str:
    """What a database says, in short."""
    original = getattr(error, "orig", None) or error
    return str(original).strip().partition("\n")[0]
