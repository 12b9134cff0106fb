"""Keeps the server processes running on one socket, one of them too: one that dies or hangs is replaced, and all end
together.

A process gives a sign of life every second, from the loop that answers requests. Without one for a while it is hung,
whatever it may be at: it is asked where (in the log), ended and replaced.
"""

from __future__ import annotations

import ctypes
import faulthandler
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.running import metrics
from bonduc.web.running.logs import configure
from bonduc.web.settings import Settings

GRACE = 8.0  # seconds that processes have to end by themselves
START_TIME = 120.0  # seconds to the first sign of life
LONG_LIFE = 10.0  # seconds of life after which a process is replaced without a pause
PAUSE = 1.0  # seconds before one that died earlier is replaced; doubled each time up to
LONGEST_PAUSE = 30.0
ATTEMPTS = 3  # to start at all
LOOK = 0.5  # seconds between looks
TELLING = 0.5  # seconds that a hung process has to say where it is
PR_SET_PDEATHSIG = 1
SAYING: int | None = getattr(signal, "SIGUSR1", None)  # lets a process say where it is

log = logging.getLogger(__name__)


Serve: TypeAlias = Callable[[socket.socket, Settings, Connection], None]


def supervise(settings: Settings, listening: socket.socket, serve: Serve) -> None:
    """Run `settings.processes` servers until interrupted or told to end; BonducError if none can be started.

    `serve` serves in a process of its own until that is told to end: a function that spawned processes can import.
    """
    with tempfile.TemporaryDirectory(prefix="bonduc-metrics-") as folder, _told_to_end() as ending:
        metrics.use_folder(Path(folder))
        supervisor = _Supervisor(settings, listening, serve, ending)
        try:
            supervisor.run()
        finally:
            supervisor.end()


class _Server:
    """A server process, and when it gave its last sign of life."""

    def __init__(self, settings: Settings, listening: socket.socket, serve: Serve) -> None:
        context = multiprocessing.get_context("spawn")
        self.signs, given = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(
            target=_serve, args=(serve, settings, listening, given), name="bonduc-server"
        )
        self.process.start()
        given.close()
        self.began = self.last = time.monotonic()
        self.has_lived = False

    @property
    def lived(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self.began

    def look(self) -> None:
        """See whether it gives signs of life."""
        with suppress(EOFError, OSError):
            while self.signs.poll():
                self.signs.recv_bytes()
                self.last, self.has_lived = time.monotonic(), True

    def hangs(self, hang_time: float) -> bool:
        """Whether it has given none for too long."""
        return time.monotonic() - self.last > (hang_time if self.has_lived else START_TIME)

    def end_at_once(self) -> None:
        """End it, having let it say where it hangs."""
        if SAYING is not None and self.process.pid is not None:
            with suppress(OSError):
                os.kill(self.process.pid, SAYING)
            self.process.join(TELLING)
        self.process.kill()
        self.process.join()


class _Supervisor:
    def __init__(self, settings: Settings, listening: socket.socket, serve: Serve, ending: threading.Event) -> None:
        self._settings = settings
        self._listening = listening
        self._serve = serve
        self._ending = ending
        self._servers: list[_Server] = []
        self._pause = PAUSE
        self._failures = 0
        self._has_started = False

    def run(self) -> None:
        for _ in range(self._settings.processes):
            self._start()
        while not self._ending.is_set():
            wait([each.process.sentinel for each in self._servers], LOOK)
            for server in list(self._servers):
                self._look(server)

    def end(self) -> None:
        _end([each.process for each in self._servers])

    def _start(self) -> None:
        self._servers.append(_Server(self._settings, self._listening, self._serve))

    def _look(self, server: _Server) -> None:
        server.look()
        self._has_started = self._has_started or server.has_lived
        if server.process.is_alive() and not server.hangs(self._settings.hang_time):
            return
        if self._ending.is_set():
            return
        if server.process.is_alive():
            log.error("server process %s hangs: it is ended, and another one is started", server.process.pid)
            server.end_at_once()
        else:
            log.error("a server process ended (%s); another one is started", server.process.exitcode)
        self._replace(server)

    def _replace(self, server: _Server) -> None:
        self._servers.remove(server)
        server.signs.close()
        if server.process.pid is not None:
            metrics.forget_process(server.process.pid)
        if server.lived >= LONG_LIFE:
            self._pause, self._failures = PAUSE, 0
        else:
            self._failures += 1
            if not self._has_started and self._failures >= ATTEMPTS:
                raise BonducError(N_("the server does not start: see above"))
            self._ending.wait(self._pause)
            self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        if not self._ending.is_set():
            self._start()


def _serve(serve: Serve, settings: Settings, listening: socket.socket, signs: Connection) -> None:
    """A server process: ends when it is told to, and when the process that started it is gone."""
    configure(settings.log_level, settings.log_format)
    _die_with_parent()
    if SAYING is not None:
        faulthandler.register(SAYING)
    with suppress(KeyboardInterrupt):
        serve(listening, settings, signs)


def _die_with_parent() -> None:
    """Where the system offers it, at once; elsewhere as soon as a thread has found out."""
    if sys.platform == "linux":
        with suppress(OSError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _told_to_end() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set."""
    ending = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ending.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(processes: list[SpawnProcess]) -> None:
    """Let processes end; by force if they do not."""
    for process in processes:
        process.terminate()
    limit = time.monotonic() + GRACE
    for process in processes:
        process.join(max(0.0, limit - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
