"""Keeps several server processes running on one socket: one that dies is replaced, and all end together."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from bonduc.web.settings import Settings

GRACE = 8.0  # seconds that processes have to end by themselves
LONG_LIFE = 10.0  # seconds of life after which a process is replaced without a pause
PAUSE = 1.0  # seconds before one that died earlier is replaced
LOOK = 0.5  # seconds between looks

log = logging.getLogger(__name__)


def supervise(settings: Settings, listening: socket.socket) -> None:
    """Run `settings.processes` servers until interrupted or told to end."""
    context = multiprocessing.get_context("spawn")
    running: dict[SpawnProcess, float] = {}

    def start() -> None:
        process = context.Process(target=_serve, args=(settings, listening), name="bonduc-server")
        process.start()
        running[process] = time.monotonic()

    with _told_to_end() as ending:
        try:
            for _ in range(settings.processes):
                start()
            while not ending.is_set():
                wait([process.sentinel for process in running], LOOK)
                for process in [each for each in running if not each.is_alive()]:
                    lived = time.monotonic() - running.pop(process)
                    if ending.is_set():
                        break
                    log.error("a server process ended (%s); another one is started", process.exitcode)
                    if lived < LONG_LIFE:
                        ending.wait(PAUSE)
                    start()
        finally:
            _end(list(running))


def _serve(settings: Settings, listening: socket.socket) -> None:
    """A server process: ends when it is told to, and when the process that started it is gone."""
    from bonduc.web.serving import serve_on

    threading.Thread(target=_follow_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve_on(listening, settings)


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
