"""The site as an ASGI application: the parts put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from bonduc.errors import BonducError
from bonduc.games.runner import in_attendance
from bonduc.language import _
from bonduc.web import home
from bonduc.web.analysis import api as analysis_api
from bonduc.web.analysis import page as analysis_page
from bonduc.web.analysis import socket as analysis_socket
from bonduc.web.db.database import NO_ROOM, Database, first_line, is_full
from bonduc.web.door.gate import Gate
from bonduc.web.door.headers import SecurityHeaders
from bonduc.web.door.health import Health, Sampler
from bonduc.web.door.observing import Observer
from bonduc.web.door.redirects import RelativeRedirects
from bonduc.web.engines import EnginePool
from bonduc.web.http import api_docs, openapi
from bonduc.web.http.operation import Operation
from bonduc.web.http.rendering import STATIC, render, stamp
from bonduc.web.learn import api as learn_api
from bonduc.web.learn import page as learn_page
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.places import Daily, Once, Places
from bonduc.web.limits.refusals import RefusalError, refuse
from bonduc.web.limits.turnstile import Turnstile
from bonduc.web.live import api as live_api
from bonduc.web.live import export, list_page
from bonduc.web.live import page as live_page
from bonduc.web.live import socket as live_socket
from bonduc.web.live.service.bus import connect
from bonduc.web.live.service.games import LiveGames
from bonduc.web.privacy import api as privacy_api
from bonduc.web.privacy import page as privacy_page
from bonduc.web.privacy.keeping import Keeper
from bonduc.web.puzzles import api as puzzles_api
from bonduc.web.puzzles import page as puzzles_page
from bonduc.web.rules import api as rules_api
from bonduc.web.rules import pictures, records, replay, setup
from bonduc.web.settings import Settings
from bonduc.web.tasks.desk import Desk
from bonduc.web.tasks.pictures import Pictures
from bonduc.web.tasks.pool import TaskPool
from bonduc.web.visitors.forwarded import ForwardedMiddleware
from bonduc.web.visitors.identity import Identity, IdentityMiddleware
from bonduc.web.visitors.language import LanguageMiddleware

OPERATIONS: tuple[Operation, ...] = (
    *rules_api.OPERATIONS,
    *learn_api.OPERATIONS,
    *replay.OPERATIONS,
    *live_api.OPERATIONS,
    *export.OPERATIONS,
    *analysis_api.OPERATIONS,
    *setup.OPERATIONS,
    *records.OPERATIONS,
    *pictures.OPERATIONS,
    *puzzles_api.OPERATIONS,
    *privacy_api.OPERATIONS,
)
PAGES: tuple[BaseRoute, ...] = (
    *home.ROUTES,
    *list_page.ROUTES,
    *live_page.ROUTES,
    *learn_page.ROUTES,
    *puzzles_page.ROUTES,
    *analysis_page.ROUTES,
    *privacy_page.ROUTES,
    *api_docs.routes(OPERATIONS),
)
SOCKETS: tuple[BaseRoute, ...] = (
    *live_socket.SOCKETS,
    *analysis_socket.SOCKETS,
)
PATIENCE = 1 << 14  # laps that a sowing is followed for here: a quarter of a millisecond
EXPORTS, EXPORTS_EACH = 3, 1  # that may run in a process: in all, and for a visitor and an address
ATTEMPTS_A_DAY = 3000  # moves, hints and solutions of puzzles, of a visitor and of an address
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> Starlette:
    """The site with these settings; its services start and end with it."""
    routes: list[BaseRoute] = [
        *PAGES,
        *(each.route() for each in OPERATIONS),
        *SOCKETS,
        Route("/api/openapi.json", _openapi),
        Mount("/static/{stamp}", Stamped(directory=STATIC)),
    ]
    budget = Buckets(settings.rate, settings.burst)
    identity = Identity(settings.signing_secret(), settings.secure_cookies)
    app = Starlette(
        routes=routes,
        lifespan=_lifespan,
        middleware=[
            Middleware(
                ForwardedMiddleware,
                trust=settings.trust,
                header=settings.proxy_header.lower(),
                prefix=settings.ipv6_prefix,
            ),
            Middleware(Observer),
            Middleware(SecurityHeaders, settings=settings),
            Middleware(Health, settings=settings),
            Middleware(RelativeRedirects),
            Middleware(LanguageMiddleware),
            Middleware(IdentityMiddleware, identity=identity),
            Middleware(Gate, settings=settings, budget=budget, turnstile=Turnstile()),
            Middleware(GZipMiddleware, minimum_size=800),
        ],
        exception_handlers={
            HTTPException: _http_fault,
            BonducError: _fault,
            SQLAlchemyError: _database_fault,
            Exception: _crash,
        },
    )
    app.state.settings, app.state.identity, app.state.budget = settings, identity, budget
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Start the services that requests find in `app.state`, and end them in reverse order."""
    settings: Settings = app.state.settings
    async with AsyncExitStack() as services:
        services.enter_context(in_attendance(PATIENCE))
        app.state.database = await asyncio.to_thread(Database, settings.database_url)
        services.push_async_callback(app.state.database.close)
        tasks = TaskPool(settings)
        services.push_async_callback(tasks.close)
        await tasks.start()
        app.state.desk = Desk(tasks)
        services.push_async_callback(app.state.desk.close)
        app.state.engines = EnginePool(settings, app.state.desk)
        services.push_async_callback(app.state.engines.close)
        await app.state.engines.start()
        app.state.pictures = Pictures(app.state.desk)
        bus = connect(settings, app.state.database)
        app.state.live = LiveGames(
            app.state.database,
            app.state.engines,
            app.state.desk,
            bus,
            settings.signing_secret(),
            settings.keep_days,
            settings.games_a_day,
        )
        app.state.sockets = Places(settings.sockets)
        app.state.exports = Places(EXPORTS_EACH, EXPORTS)
        app.state.attempts, app.state.rated = Daily(ATTEMPTS_A_DAY), Once()
        services.push_async_callback(app.state.live.close)
        await app.state.live.start()
        keeper = Keeper(app.state.live, settings.keep_finished_days)
        services.push_async_callback(keeper.close)
        keeper.start()
        services.push_async_callback(Sampler(app).close)
        yield


class Stamped(StaticFiles):
    """Static files under an address that changes with them: browsers may keep them for ever. Under another, which they
    had before or never had, they may not: a new version would not be seen."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        """One file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = FOR_EVER if scope["path_params"]["stamp"] == stamp() else ASK_AGAIN
        return response


async def _openapi(request: Request) -> Response:
    return Response(_described(), media_type="application/json")


@cache
def _described() -> bytes:
    return bytes(JSONResponse(openapi.document(OPERATIONS)).body)


async def _http_fault(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    messages = {404: _("There is no such page."), 405: _("That cannot be done here.")}
    return _told(request, fault.status_code, messages.get(fault.status_code, str(fault.detail)))


async def _fault(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, BonducError)
    return _told(request, fault.status if isinstance(fault, RefusalError) else 400, fault.told)


async def _database_fault(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, SQLAlchemyError)
    log.error("the database failed at %s %s: %s", request.method, request.url.path, first_line(fault))
    if is_full(fault):
        return _told(request, 507, NO_ROOM.told)
    return _told(request, 503, _("Something went wrong here. Try again; nothing was lost."))


async def _crash(request: Request, fault: Exception) -> Response:
    log.error("fault in %s %s", request.method, request.url.path, exc_info=fault)
    return _told(request, 500, _("Something went wrong here. Try again; nothing was lost."))


def _told(request: Request, status: int, message: str) -> Response:
    """A fault as a page, or as JSON under /api."""
    if request.url.path.startswith("/api") or "visitor" not in request.scope:
        return refuse(status, message)
    return render(request, "fault.html", status, message=message, code=status)
