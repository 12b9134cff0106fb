"""Runs the site with uvicorn, in processes that share a listening socket, under a supervisor."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import cast

import uvicorn
from starlette.applications import Starlette

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.app import create_app
from bonduc.web.db.database import Database
from bonduc.web.door.connections import Guard, GuardedConfig, PortLimits
from bonduc.web.live.service.bus import check_reachable, connect
from bonduc.web.running.lock import running
from bonduc.web.running.logs import configure
from bonduc.web.running.metrics import CONNECTIONS
from bonduc.web.running.private import warn_of_open_files
from bonduc.web.server.garbage import collect_in_portions, set_aside
from bonduc.web.server.supervising import supervise
from bonduc.web.settings import PREFIX, Settings

LARGEST_MESSAGE = 64 * 1024  # bytes of a WebSocket message
BACKLOG = 512
SIGN = 1.0  # seconds between signs of life
MOST_FILES = 65_536
SWITCH = 0.0005  # seconds that a thread may keep the interpreter when others want it: answers matter more than work


def run(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until interrupted; `ready` is told the address once the socket listens. BonducError if it cannot."""
    configure(settings.log_level, settings.log_format)
    warn_of_open_files(os.environ, PREFIX)
    settings = replace(settings, secret=settings.signing_secret())
    with running(settings.folder):
        check(settings)
        listening = _listen(settings)
        ready(address(settings, listening))
        supervise(_share(settings), listening, serve_on)


def check(settings: Settings) -> None:
    """Bring the database up to date before anything is served; BonducError if the settings do not do."""
    database = Database(settings.database_url)
    try:
        connect(settings, database)
        asyncio.run(check_reachable(settings))
    finally:
        asyncio.run(database.close())


def serve_on(listening: socket.socket, settings: Settings, signs: Connection | None = None) -> None:
    """Serve in this process, on a socket that listens; signs of life go to `signs`."""
    sys.setswitchinterval(SWITCH)
    collect_in_portions()
    _allow_files()
    server = Server(configuration(settings))
    server.signs = signs
    server.run(sockets=[listening])


def _allow_files() -> None:
    """As many connections as the system allows: each is an open file."""
    try:
        import resource
    except ModuleNotFoundError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Server(uvicorn.Server):
    """uvicorn, with what is loaded at the start set aside from collections of garbage, and signs of life."""

    signs: Connection | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the services, then serve."""
        await super().startup(sockets)
        gc.collect()
        set_aside()
        if isinstance(self.config, GuardedConfig):
            self._looking = asyncio.create_task(self._look_at_connections(self.config.guard))
        if self.signs is not None:
            self._living = asyncio.create_task(self._give_signs(self.signs))
        if self.started:
            self._settling = asyncio.create_task(self._set_machine_code_aside())

    async def _look_at_connections(self, guard: Guard) -> None:
        """End the connections that take too long."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(guard.limits.pause)
            guard.look(self.server_state.connections, clock())
            CONNECTIONS.set(len(self.server_state.connections))

    async def _give_signs(self, signs: Connection) -> None:
        """Say again and again that this loop goes round."""
        if sys.platform != "win32":
            os.set_blocking(signs.fileno(), False)
        while True:
            with suppress(OSError):  # nobody looks
                signs.send_bytes(b".")
            await asyncio.sleep(SIGN)

    async def _set_machine_code_aside(self) -> None:
        site = cast(Starlette, self.config.app)
        await site.state.live.open_games.has_machine_code.wait()
        set_aside()


def configuration(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the site. Access is not logged: addresses hold invitations."""
    return GuardedConfig(
        create_app(settings),
        Guard(_limits(settings), settings.trust, settings.ipv6_prefix),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `visitors.forwarded` reads them
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=max(1, round(settings.idle_time)),
        timeout_graceful_shutdown=3,
    )


def _limits(settings: Settings) -> PortLimits:
    return PortLimits(
        header_time=settings.header_time,
        body_time=settings.body_time,
        idle_time=settings.idle_time,
        stall_time=settings.stall_time,
        header_bytes=settings.header_limit,
        body_bytes=settings.body_limit,
        connections=settings.connections,
        all_connections=settings.all_connections,
    )


def address(settings: Settings, listening: socket.socket) -> str:
    """Where people find it."""
    if settings.public_url:
        return f"{settings.public_origin}/"
    name = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{name}:{listening.getsockname()[1]}/"


def _share(settings: Settings) -> Settings:
    """The settings of each of several processes: engines and helpers are shared out among them."""
    engines, helpers = settings.engine_processes // settings.processes, settings.helpers // settings.processes
    return replace(settings, engines=max(1, engines), helpers=max(1, helpers))


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        fault = N_("cannot listen at {host}:{port}: {fault}", host=settings.host, port=settings.port, fault=str(error))
        raise BonducError(fault) from error
    listening.listen(BACKLOG)
    return listening
