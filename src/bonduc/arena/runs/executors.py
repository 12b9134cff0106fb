"""Where games are played: in this process, in local worker processes, or on a Dask cluster.

All three are `concurrent.futures.Executor`s; the arena knows nothing else of them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from bonduc.errors import BonducError, MissingExtraError

T = TypeVar("T")
CONNECT_SECONDS = 10
MOST_WORKERS = 1024


class InlineExecutor(Executor):
    """Runs everything at once in the calling thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The finished future of a call; an interrupt is not caught."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


@contextmanager
def local_executor(workers: int) -> Iterator[Executor]:
    """Worker processes on this machine, started afresh (not forked); 0 workers: this process itself.

    On leaving, games under way are abandoned and the workers ended.
    """
    if not 0 <= workers <= MOST_WORKERS:
        raise BonducError(f"{workers} workers: must be from 0 (this process) to {MOST_WORKERS}")
    if workers == 0:
        from bonduc.arena.runs.playing import close_contestants

        try:
            yield InlineExecutor()
        finally:
            close_contestants()
        return
    context = multiprocessing.get_context("spawn")
    going_on, stop = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker, initargs=(going_on,))
    try:
        yield executor
    finally:
        stop.close()  # tells the workers to give up what they still play
        executor.shutdown(wait=True, cancel_futures=True)
        going_on.close()


def prepare_worker(going_on: Connection) -> None:
    """A worker leaves Ctrl-C to the main process, and ends itself when that is done or gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    sentinels = [going_on] if parent is None else [going_on, parent.sentinel]
    threading.Thread(target=_end_with, args=(sentinels,), daemon=True).start()


def _end_with(sentinels: list[Any]) -> None:
    from bonduc.arena.contestants.external import kill_programs

    wait(sentinels)
    kill_programs()
    os._exit(1)


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The Dask cluster whose scheduler is at `address` (`tcp://host:port`), and how many games it plays at once.

    Its workers need bonduc too.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("playing on a cluster", "cluster") from None
    try:
        client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise BonducError(f"cannot reach a Dask scheduler at {address!r}: {error or type(error).__name__}") from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BonducError(f"the Dask cluster at {address!r} has no workers")
        yield client.get_executor(pure=False), threads
    finally:
        client.close()
