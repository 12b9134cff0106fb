"""The first page: four living boards, one of which is played at once."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.position import game
from bonduc.web.pages.rendering import render
from bonduc.web.views import game_view


async def home(request: Request) -> Response:
    """The first page."""
    return render(request, "home.html", offered=[game_view(game(name)) for name in GAMES])


ROUTES: list[BaseRoute] = [Route("/", home, name="home")]
