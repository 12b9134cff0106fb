"""Writes to SQLite, many in one commit: waiting for the disk is what takes the time, and one wait serves them all."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

MOST = 200  # writes in one commit

Work = Callable[[Connection], Any]
_Job = tuple[Work, "Future[Any]"]
_End = tuple[Any, BaseException | None]  # what was returned, or what was raised


class GroupWriter:
    """A thread that does writes in the order they come; each is undone alone if it fails.

    What was returned is given out only after the commit. Functions may run twice.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None  # kept from one commit to the next
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="database-write", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[Any]:
        """Let a function of a connection be run; its result once it is on disk."""
        future: Future[Any] = Future()
        self._jobs.put((work, future))
        return future

    def close(self) -> None:
        """Do what waits, and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._next()
            if jobs:
                self._write(jobs)
        self._disconnect()

    def _next(self) -> tuple[list[_Job], bool]:
        """The writes that wait, at least one; and whether more may come."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            if job[1].set_running_or_notify_cancel():  # from here on nobody can cancel it
                jobs.append(job)
            if len(jobs) >= MOST:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _write(self, jobs: list[_Job]) -> None:
        """One transaction. Where a function fails, it is done again with a savepoint for each."""
        try:
            ends = self._transaction(jobs, _do)
        except Exception:
            try:
                ends = self._transaction(jobs, _try)
            except Exception as error:  # the commit failed: nothing is on disk
                ends = [(None, error)] * len(jobs)
        for (_, future), (result, fault) in zip(jobs, ends, strict=True):
            if fault is None:
                future.set_result(result)
            else:
                future.set_exception(fault)

    def _transaction(self, jobs: list[_Job], do: Callable[[Connection, Work], _End]) -> list[_End]:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(writing=True)
        try:
            with self._connection.begin():
                return [do(self._connection, work) for work, _ in jobs]
        except BaseException:
            self._disconnect()  # whatever state it is in
            raise

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _do(connection: Connection, work: Work) -> _End:
    return work(connection), None


def _try(connection: Connection, work: Work) -> _End:
    try:
        with connection.begin_nested():
            return work(connection), None
    except Exception as error:
        if _is_given_up(connection):  # as on a full disk: what came before is gone, what comes would be on its own
            raise _first(error) from None
        return None, error


def _is_given_up(connection: Connection) -> bool:
    """Whether SQLite has undone the whole transaction by itself."""
    return not getattr(connection.connection.dbapi_connection, "in_transaction", True)


def _first(error: BaseException) -> BaseException:
    """The fault that others followed from, such as that there is no savepoint any more."""
    first, each = error, error.__context__
    while each is not None:
        first, each = each if isinstance(each, SQLAlchemyError) else first, each.__context__
    return first
