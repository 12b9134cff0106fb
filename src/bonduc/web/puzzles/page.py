"""The pages of puzzles: which game, which theme, how far one is; and a puzzle to solve."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import P_, Message, told
from bonduc.picture.data import board_data
from bonduc.picture.svg import draw
from bonduc.players import NORTH
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.puzzles.solving import position_at
from bonduc.puzzles.themes import THEMES
from bonduc.web.http.rendering import render
from bonduc.web.limits.budget import priced
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.puzzles.api import choose_next, find_asked, themes_of_game, view_of_puzzle
from bonduc.web.puzzles.attempts import read_progress, read_ratings
from bonduc.web.puzzles.next import daily_puzzle
from bonduc.web.puzzles.views import listed_view
from bonduc.web.tasks.desk import work_out
from bonduc.web.visitors.identity import visitor_of

# How hard a puzzle is in a word, by the rating from which the word holds.
GRADES: tuple[tuple[int, Message], ...] = (
    (0, P_("puzzles", "Easy")),
    (900, P_("puzzles", "Middling")),
    (1200, P_("puzzles", "Hard")),
    (1600, P_("puzzles", "Very hard")),
)


async def index(request: Request) -> Response:
    """All games with their puzzles, and how far the visitor is."""
    offered = [await _offered(request, name) for name in GAMES if shipped_puzzles(name)]
    day = daily_puzzle(datetime.now(UTC).date())
    daily = None if day is None else {"game": day.game.name, "id": day.id, "goal": told(day.goal)}
    return render(request, "puzzles.html", offered=offered, daily=daily)


async def _offered(request: Request, name: str) -> dict[str, Any]:
    puzzles = shipped_puzzles(name)
    progress = await request.app.state.database.read(read_progress, visitor_of(request).id, name)
    solved = sum(bool(progress.attempts[each.id].solved) for each in puzzles if each.id in progress.attempts)
    shown = puzzles[len(puzzles) // 2]
    return {
        "id": name,
        "name": shown.game.name,
        "count": len(puzzles),
        "solved": solved,
        "rating": round(progress.rating.rating) if progress.rated else None,
        "picture": await work_out(request, _picture, shown, f"{name}-"),
        "themes": [(each, told(THEMES[each].name)) for each in themes_of_game(name)],
    }


def _picture(puzzle: Puzzle, prefix: str = "b-", step: int = 0) -> Markup:
    return Markup(draw(position_at(puzzle, step), flip=puzzle.solver == NORTH, prefix=prefix))


async def of_game(request: Request) -> Response:
    """The puzzles of a game, by how hard they are."""
    name = request.path_params["game"]
    if name not in GAMES or not shipped_puzzles(name):
        raise HTTPException(404)
    database, visitor = request.app.state.database, visitor_of(request).id
    progress = await database.read(read_progress, visitor, name)
    ratings = await database.read(read_ratings, name)
    groups: list[tuple[str, list[dict[str, Any]]]] = []
    for (low, word), high in zip(GRADES, [low for low, _ in GRADES[1:]] + [10_000], strict=True):
        puzzles = [each for each in shipped_puzzles(name) if low <= each.rating < high]
        views = [
            listed_view(each, progress.attempts.get(each.id), ratings.get(each.id, each.rating)) for each in puzzles
        ]
        if views:
            groups.append((told(word), views))
    themes = [(each, told(THEMES[each].name), told(THEMES[each].about)) for each in themes_of_game(name)]
    return render(
        request,
        "puzzles_game.html",
        id=name,
        name=GAMES[name].name,
        groups=groups,
        themes=themes,
        rating=round(progress.rating.rating) if progress.rated else None,
    )


async def next_of_game(request: Request) -> Response:
    """On to the next puzzle of a game, `?theme=` and the one before, `?last=`."""
    name, query = request.path_params["game"], request.query_params
    theme = query.get("theme", "")
    if name not in GAMES or (theme and theme not in THEMES):
        raise HTTPException(404)
    try:
        found = await choose_next(request, name, theme, query.get("last", ""))
    except RefusalError as refusal:
        raise HTTPException(refusal.status) from refusal
    return RedirectResponse(f"/puzzles/{name}/{found.id}" + (f"?theme={theme}" if theme else ""), 303)


async def daily(request: Request) -> Response:
    """On to the puzzle of the day."""
    found = daily_puzzle(datetime.now(UTC).date())
    if found is None:
        raise HTTPException(404)
    return RedirectResponse(f"/puzzles/{found.game.id}/{found.id}", 303)


async def one(request: Request) -> Response:
    """A puzzle to solve."""
    if request.path_params["game"] not in GAMES:
        raise HTTPException(404)
    try:
        puzzle = find_asked(request)
    except RefusalError as refusal:
        raise HTTPException(refusal.status) from refusal
    view = await view_of_puzzle(request, puzzle)
    theme = request.query_params.get("theme", "")
    return render(
        request,
        "puzzle.html",
        puzzle=view,
        board=await work_out(request, board_data, puzzle.game),
        picture=await work_out(request, _picture, puzzle, "b-", view["step"]),
        theme=theme if theme in THEMES else "",
        theme_name=told(THEMES[theme].name) if theme in THEMES else "",
    )


ROUTES: list[BaseRoute] = [
    Route("/puzzles", priced(5, index), name="puzzles"),
    Route("/puzzles/daily", daily, name="daily_puzzle"),
    Route("/puzzles/{game}", priced(2, of_game), name="puzzles_of_game"),
    Route("/puzzles/{game}/next", next_of_game, name="next_puzzle"),
    Route("/puzzles/{game}/{id}", priced(3, one), name="puzzle"),
]
