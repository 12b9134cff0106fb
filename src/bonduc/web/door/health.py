"""Is the site alive, is it ready, how does it fare: for whoever looks after it. Answered before the door.

`/healthz` says that the process answers. `/readyz` says that it can serve: the database answers and engines run.
`/metrics` are measures for Prometheus, for those who ask from `metrics_from` or with `metrics_token`.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from typing import Any

from sqlalchemy import Connection, text
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bonduc.web.running import metrics
from bonduc.web.settings import Settings
from bonduc.web.visitors.addresses import is_in, read_address, read_networks

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
PATIENCE = 5.0  # seconds that the database may take
SAMPLING = 5.0  # seconds between measures
KEPT = 1.0  # seconds that what was found is told again
PROXIES_SAY = ("x-forwarded-for", "forwarded", "via", "x-real-ip")

log = logging.getLogger(__name__)


class Health:
    """Answers these paths itself, whatever the host is called: probes come by address."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.networks = read_networks(settings.metrics_from)
        self._looked = -KEPT
        self._found: dict[str, bool] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        answer = await self._answer(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response | None:
        if scope["path"] == ALIVE:
            return PlainTextResponse("alive\n")
        if scope["path"] == READY:
            return await self._readiness(scope["app"])
        if scope["path"] == METRICS and self._may_measure(scope):
            sample(scope["app"])
            return Response(await asyncio.to_thread(metrics.measured), media_type=metrics.MEDIA_TYPE)
        return None

    async def _readiness(self, app: Starlette) -> Response:
        """What is ready, 503 unless all is; looked at once in a while, for anybody may ask."""
        now = time.monotonic()
        if now - self._looked >= KEPT:
            self._looked = now
            self._found = {"database": await _database_answers(app), "engines": bool(app.state.engines.process_ids)}
        return JSONResponse(self._found, 200 if self._found and all(self._found.values()) else 503)

    def _may_measure(self, scope: Scope) -> bool:
        """By the token if there is one; else by address, if a proxy that nobody was told of cannot have hidden it."""
        headers = Headers(scope=scope)
        if self.settings.metrics_token:
            given = headers.get("authorization", "").removeprefix("Bearer ")
            return hmac.compare_digest(given.encode(), self.settings.metrics_token.encode())
        if not self.settings.trust and any(name in headers for name in PROXIES_SAY):
            return False
        client = scope.get("client") or ("",)
        return is_in(read_address(client[0]), self.networks)


async def _database_answers(app: Starlette) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await app.state.database.read(_ask)
    except Exception as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return False
    return True


def _ask(connection: Connection) -> Any:
    return connection.execute(text("SELECT 1")).scalar_one()


class Sampler:
    """Measures again and again what a process is at: whoever asks may ask another process."""

    def __init__(self, app: Starlette) -> None:
        self._task = asyncio.create_task(self._sample(app))

    async def close(self) -> None:
        """Stop."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _sample(self, app: Starlette) -> None:
        while True:
            sample(app)
            await asyncio.sleep(SAMPLING)


def sample(app: Starlette) -> None:
    """Measure what a process is at."""
    state = app.state
    metrics.PROCESSES.set(1)
    metrics.SOCKETS.set(state.sockets.taken)
    metrics.EXPORTS.set(state.exports.taken)
    for gauge, value in (
        (metrics.GAMES, len(state.live.open_games)),
        (metrics.WATCHED, len(state.live.hub.codes)),
        (metrics.ENGINES, len(state.engines.process_ids)),
        (metrics.ENGINES_BUSY, state.engines.busy),
        (metrics.ENGINE_QUEUE, state.engines.waiting),
    ):
        gauge.set(value)
