"""The pages of playing: the form of a new game, and the game itself."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import told
from bonduc.position import game
from bonduc.web.pages.play_words import CLOCKS, LEVELS, match_fields, option_fields
from bonduc.web.pages.rendering import render


async def new_game(request: Request) -> Response:
    """The form of a new game; `?game=` chooses one."""
    asked = request.query_params.get("game", "")
    return render(
        request,
        "play.html",
        offered=[_offered(name) for name in GAMES],
        chosen=asked if asked in GAMES else next(iter(GAMES)),
        levels=LEVELS,
        clocks=CLOCKS,
    )


def _offered(name: str) -> dict[str, Any]:
    offered = game(name)
    return {
        "id": name,
        "name": offered.name,
        "people": told(offered.spec.people),
        "options": option_fields(offered),
        "match": match_fields(offered),
    }


ROUTES: list[BaseRoute] = [Route("/play", new_game, name="new_game")]
