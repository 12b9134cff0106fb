"""The first page: four living boards, one of which is played at once, and what the visitor has under way."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import _, current, speaking, told
from bonduc.picture.data import board_data
from bonduc.picture.svg import draw
from bonduc.position import game
from bonduc.web.door.budget import priced
from bonduc.web.identity import visitor_of
from bonduc.web.live.games import LiveGames
from bonduc.web.pages.play_words import FRIENDLY
from bonduc.web.pages.rendering import render
from bonduc.web.tasks.desk import work_out

# The game whose board sows by itself: the first that can be sown at once.
LIVING = next(name for name, spec in GAMES.items() if not spec.has_opening)
MOST_LISTED = 6  # games under way


async def home(request: Request) -> Response:
    """The first page."""
    offered, under_way = await work_out(request, _offered, current()), await _under_way(request)
    living = {"board": board_data(game(LIVING)), "position": str(game(LIVING).start())}
    return render(
        request, "home.html", offered=offered, under_way=under_way, living=living, level=FRIENDLY, tutorial=LIVING
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


async def _under_way(request: Request) -> list[dict[str, Any]]:
    """The games of this visitor that are not over, those that wait for them first."""
    visitor = visitor_of(request)
    if visitor.new:
        return []
    live: LiveGames = request.app.state.live
    found = await live.summaries(visitor.id, "under-way", 0, MOST_LISTED)
    return [_told(each) for each in found]


def _told(summary: dict[str, Any]) -> dict[str, Any]:
    return {
        "url": summary["url"],
        "name": GAMES[summary["game"]].name,
        "against": _against(summary),
        "state": _state(summary),
        "turn": summary["turn"],
    }


def _against(summary: dict[str, Any]) -> str:
    if summary["opponent"] == "same-screen":
        return _("on this screen")
    seat = "N" if summary["you"] == ["S"] else "S"
    other = summary["players"][seat]
    if other["kind"] == "computer":
        return _("against the computer, level {level}", level=other["level"])
    return _("against {player}", player=other["name"]) if other["name"] else _("against a friend")


def _state(summary: dict[str, Any]) -> str:
    if summary["status"] == "waiting":
        return _("waiting for your friend")
    if summary["status"] == "between":
        return _("the next round can begin")
    return _("your move") if summary["turn"] else _("their move")


ROUTES: list[BaseRoute] = [Route("/", priced(3, home), name="home")]
