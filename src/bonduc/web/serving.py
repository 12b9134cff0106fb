"""Runs the site with uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.app import create_app
from bonduc.web.settings import Settings

LARGEST_MESSAGE = 64 * 1024  # bytes of a WebSocket message
BACKLOG = 512


def run(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until interrupted; `ready` is told the address once the socket listens. BonducError if it cannot."""
    listening = _listen(settings)
    ready(address(settings, listening))
    server = uvicorn.Server(configuration(settings))
    server.run(sockets=[listening])


def configuration(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the site. Access is not logged: addresses hold invitations."""
    return uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=3,
    )


def address(settings: Settings, listening: socket.socket) -> str:
    """Where people find it."""
    if settings.public_url:
        return settings.public_url
    name = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{name}:{listening.getsockname()[1]}/"


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
