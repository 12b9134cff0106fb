"""The first page: four living boards, one of which is played at once, and the visitor's own games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import current, speaking, told
from bonduc.picture.data import board_data
from bonduc.picture.svg import draw
from bonduc.position import game
from bonduc.web.http.rendering import render
from bonduc.web.limits.budget import priced
from bonduc.web.live.list_page import some_games
from bonduc.web.live.play_words import FRIENDLY
from bonduc.web.tasks.desk import work_out

# The game whose board sows by itself: the first that can be sown at once.
LIVING = next(name for name, spec in GAMES.items() if not spec.has_opening)
MOST_LISTED = 6  # games under way
LATELY = 3  # finished games


async def home(request: Request) -> Response:
    """The first page."""
    offered = await work_out(request, _offered, current())
    living = {"board": board_data(game(LIVING)), "position": str(game(LIVING).start())}
    under_way, going_on = await some_games(request, "under-way", MOST_LISTED)
    finished, over = await some_games(request, "finished", LATELY)
    return render(
        request,
        "home.html",
        offered=offered,
        games=[*under_way, *finished],
        total=going_on + over,
        living=living,
        level=FRIENDLY,
        tutorial=LIVING,
    )


@lru_cache(maxsize=16)
def _offered(language: str) -> tuple[dict[str, Any], ...]:
    """The games with a picture of each."""
    with speaking(language):
        return tuple(
            {
                "id": name,
                "name": spec.name,
                "people": told(spec.people),
                "picture": Markup(draw(game(name).start(), prefix=f"{name}-")),
                "living": name == LIVING,
            }
            for name, spec in GAMES.items()
        )


ROUTES: list[BaseRoute] = [Route("/", priced(3, home), name="home")]
