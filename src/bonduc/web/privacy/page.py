"""The page that says what is kept of visitors, why and for how long, and lets them have it deleted."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.web.http.rendering import render


async def privacy(request: Request) -> Response:
    """What is kept."""
    settings = request.app.state.settings
    return render(request, "privacy.html", keep_days=settings.keep_days, keep_finished_days=settings.keep_finished_days)


ROUTES: list[BaseRoute] = [Route("/privacy", privacy, name="privacy")]
