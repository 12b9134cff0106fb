"""Runs the site with uvicorn, in one process or in several that share a listening socket."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import uvicorn
from starlette.applications import Starlette

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.app import create_app
from bonduc.web.db.database import Database
from bonduc.web.garbage import collect_in_portions, set_aside
from bonduc.web.live.bus import check_reachable, connect
from bonduc.web.settings import Settings
from bonduc.web.supervising import supervise

LARGEST_MESSAGE = 64 * 1024  # bytes of a WebSocket message
BACKLOG = 512
SWITCH = 0.0005  # seconds that a thread may keep the interpreter when others want it: answers matter more than work


def run(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until interrupted; `ready` is told the address once the socket listens. BonducError if it cannot."""
    settings = replace(settings, secret=settings.signing_secret())
    check(settings)
    listening = _listen(settings)
    ready(address(settings, listening))
    if settings.processes == 1:
        serve_on(listening, settings)
    else:
        supervise(_share(settings), listening)


def check(settings: Settings) -> None:
    """Bring the database up to date before anything is served; BonducError if the settings do not do."""
    database = Database(settings.database_url)
    try:
        connect(settings, database)
        asyncio.run(check_reachable(settings))
    finally:
        asyncio.run(database.close())


def serve_on(listening: socket.socket, settings: Settings) -> None:
    """Serve in this process, on a socket that listens."""
    sys.setswitchinterval(SWITCH)
    collect_in_portions()
    Server(configuration(settings)).run(sockets=[listening])


class Server(uvicorn.Server):
    """uvicorn, with what is loaded at the start set aside from collections of garbage."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the services, then serve."""
        await super().startup(sockets)
        gc.collect()
        set_aside()
        if self.started:
            self._settling = asyncio.create_task(self._set_machine_code_aside())

    async def _set_machine_code_aside(self) -> None:
        site = cast(Starlette, self.config.app)
        await site.state.live.has_machine_code.wait()
        set_aside()


def configuration(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the site. Access is not logged: addresses hold invitations."""
    return uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `door.forwarded` reads them
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
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
