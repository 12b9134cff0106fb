"""Sees every request: measures it, notes refusals in the log, and lets whoever has gone away go."""

from __future__ import annotations

import logging
import time
from http import HTTPStatus
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bonduc.web.running.metrics import LATENCY, REFUSALS, REQUESTS

REFUSED = frozenset({403, 408, 413, 414, 421, 429, 431, 503, 507})
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"})
UNKNOWN = "none"
SOCKET_REFUSED = 403  # what the server answers when a WebSocket is closed before it is accepted

log = logging.getLogger("bonduc.web.refusals")


class Observer:
    """Measures requests and WebSockets."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One of them."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def send_seen(message: Message) -> None:
            nonlocal status
            status = status or _status(message)
            await send(message)

        try:
            await self.app(scope, receive, send_seen)
        except ClientDisconnect:
            status = status or 499  # gone before the request was all there; as others count it
        finally:
            _note(scope, status or 500, time.perf_counter() - began)


def _status(message: Message) -> int:
    """The status that a message says, if it does."""
    if message["type"] in ("http.response.start", "websocket.http.response.start"):
        return int(message["status"])
    return {"websocket.accept": 101, "websocket.close": SOCKET_REFUSED}.get(message["type"], 0)


def _note(scope: Scope, status: int, seconds: float) -> None:
    method = scope.get("method", "WEBSOCKET")
    method = method if method in METHODS or method == "WEBSOCKET" else UNKNOWN
    route = getattr(scope.get("route"), "path", UNKNOWN)
    REQUESTS.labels(method, route, status).inc()
    if scope["type"] == "http":
        LATENCY.labels(route).observe(seconds)
    if status in REFUSED:
        REFUSALS.labels(status).inc()
        log.info("refused: %d %s, %s %s from %s", status, _phrase(status), method, _shown(scope), _client(scope))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _shown(scope: Scope) -> str:
    """The beginning of a path: the rest may name a game, which is for its players to give away."""
    parts = str(scope["path"]).split("/")[1:3]
    kept = parts if parts[:1] in (["api"], ["ws"]) else parts[:1]
    return "/" + "/".join(ascii(part)[1:-1][:40] for part in kept)


def _client(scope: Scope) -> Any:
    return (scope.get("client") or ("nowhere",))[0]
