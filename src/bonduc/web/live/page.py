"""The pages of playing: the form of a new game, and the game itself."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import _, current, told
from bonduc.picture.data import board_data
from bonduc.picture.geometry import SHAPES
from bonduc.picture.svg import draw
from bonduc.position import Game, game
from bonduc.web.http.rendering import render
from bonduc.web.limits.budget import priced
from bonduc.web.live.play_words import CLOCKS, LEVELS, clock_words, keys, match_fields
from bonduc.web.live.service.games import live_of
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.option_words import option_fields, options_in_words
from bonduc.web.tasks.desk import work_out
from bonduc.web.visitors.identity import visitor_of


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
        clock_words=clock_words,
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


async def game_page(request: Request) -> Response:
    """A live game: playable by those who have a seat, to be watched by everyone else."""
    try:
        state = await live_of(request).watching.state(request.path_params["code"], visitor_of(request).id, current())
    except NoGameError:
        raise HTTPException(404) from None
    return render(request, "play_game.html", **await work_out(request, _shown, state))


def _shown(state: dict[str, Any]) -> dict[str, Any]:
    """What the template needs to show a state at once, before any script has run."""
    played = game(state["game"], **state["options"])
    position = played.position(state["round"]["position"]["position"])
    outcome = state["round"]["position"]["outcome"]
    flip = state["you"] == ["N"]
    return {
        "id": played.id,
        "name": played.name,
        "terms": _terms(played, state),
        "pictures": {shape: Markup(draw(position, shape=shape, flip=flip, prefix=f"{shape}-")) for shape in SHAPES},
        "turn": outcome["text"] if outcome else _("{player} to move.", player=told(position.mover)),
        "board": board_data(played),
        "state": state,
        "keys": keys(),
    }


def _terms(played: Game, state: dict[str, Any]) -> list[str]:
    """What was agreed, in short."""
    kind = _("one round") if state["kind"] == "round" else _("a match, round {number}", number=state["round"]["number"])
    clock = state["clock"]
    time = [clock_words(clock["initial"] // 1000, clock["increment"] // 1000)] if clock else []
    studied = _("may be studied") if state["studied"] else _("not to be studied")
    return [kind, *time, *options_in_words(played), studied]


ROUTES: list[BaseRoute] = [
    Route("/play", priced(1.5, new_game), name="new_game"),
    Route("/play/{code}", priced(3, game_page), name="game_page"),
]
