"""Puzzles: what there is, trying moves, hints, the solution, the next one. The server alone knows what is right."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request

from bonduc.errors import OptionError
from bonduc.games.registry import find
from bonduc.language import N_, Items, told
from bonduc.puzzles.model import Puzzle, PuzzleError
from bonduc.puzzles.shipped import find_puzzle, shipped_puzzles
from bonduc.puzzles.solving import answer, hint
from bonduc.puzzles.themes import THEMES
from bonduc.web.db.database import Database
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.limits.places import keys_of
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.puzzles.attempts import (
    Attempt,
    StepError,
    note_hint,
    note_move,
    note_shown,
    read_attempt,
    read_progress,
    read_ratings,
)
from bonduc.web.puzzles.next import daily_puzzle, next_puzzle
from bonduc.web.puzzles.views import answer_view, attempt_view, listed_view, puzzle_view, shown_view
from bonduc.web.tasks.desk import work_out
from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import visitor_of

GameId = Annotated[str, Field(max_length=40)]
StepNumber = Annotated[int, Field(ge=0, le=20)]


class Wanted(Model):
    """Which puzzles: of a game, of a theme."""

    game: GameId
    theme: Annotated[str, Field(max_length=40)] = ""


class WantedNext(Wanted):
    """Which puzzle comes next: `last` is the one before."""

    last: Annotated[str, Field(max_length=20)] = ""


class Day(Model):
    """The puzzle of the day: of a game, else of each game in turn."""

    game: Annotated[str, Field(max_length=40)] = ""


class Tried(Model):
    """A move tried in a step, from 0."""

    step: StepNumber
    move: Annotated[str, Field(max_length=20)]


class At(Model):
    """A step, from 0."""

    step: StepNumber


@operation("GET", "/api/puzzles", "The puzzles of a game, easiest first", query=Wanted, tag="puzzles", cost=2)
async def list_puzzles(request: Request, query: Wanted) -> dict[str, Any]:
    """Every puzzle with its rating and what the visitor has done with it; the visitor's own rating; the themes."""
    puzzles = of_theme(query.game, query.theme)
    database, visitor = _database(request), visitor_of(request).id
    progress = await database.read(read_progress, visitor, find(query.game).id)
    ratings = await database.read(read_ratings, find(query.game).id)
    listed = [listed_view(each, progress.attempts.get(each.id), ratings.get(each.id, each.rating)) for each in puzzles]
    return {
        "game": find(query.game).id,
        "rating": round(progress.rating.rating),
        "rated": progress.rated,
        "themes": [{"id": name, "name": told(THEMES[name].name)} for name in themes_of_game(query.game)],
        "puzzles": listed,
    }


@operation("GET", "/api/puzzles/next", "The puzzle to do next", query=WantedNext, tag="puzzles")
async def choose_next_puzzle(request: Request, query: WantedNext) -> dict[str, Any]:
    """One that the visitor has not done, as hard as the visitor is good."""
    return {"game": find(query.game).id, "id": (await choose_next(request, query.game, query.theme, query.last)).id}


@operation("GET", "/api/puzzles/daily", "The puzzle of the day", query=Day, tag="puzzles")
async def puzzle_of_the_day(request: Request, query: Day) -> dict[str, Any]:
    """The same for everyone; days are those of UTC."""
    found = daily_puzzle(datetime.now(UTC).date(), find(query.game).id if query.game else "")
    if found is None:
        raise RefusalError(404, N_("There are no puzzles of that kind."))
    return {"game": found.game.id, "id": found.id}


@operation("GET", "/api/puzzles/{game}/{id}", "A puzzle", tag="puzzles")
async def one_puzzle(request: Request) -> dict[str, Any]:
    """Its position at the step the visitor has come to, with legal moves; not its solution."""
    return await view_of_puzzle(request, find_asked(request))


@operation("POST", "/api/puzzles/{game}/{id}/try", "Try a move in a puzzle", body=Tried, tag="puzzles")
async def try_puzzle_move(request: Request, body: Tried) -> dict[str, Any]:
    """Whether it is the right one; the opponent's reply, or what refutes it. The first decision is rated, once."""
    puzzle = find_for_attempt(request)
    found = await work_out(request, answer, puzzle, body.step, body.move)
    try:
        attempt = await _note(request, puzzle, note_move, body.step, found.right, _now())
    except StepError as fault:
        raise RefusalError(409, fault.args[0]) from fault
    return await work_out(request, answer_view, puzzle, found, body.step, attempt)


@operation("POST", "/api/puzzles/{game}/{id}/hint", "A hint", body=At, tag="puzzles")
async def puzzle_hint(request: Request, body: At) -> dict[str, Any]:
    """The next hint for a step. A puzzle solved with hints counts half."""
    puzzle = find_for_attempt(request)
    before = await _database(request).read(read_attempt, visitor_of(request).id, puzzle.id)
    if body.step > before.step:
        raise RefusalError(409, N_("find the moves before this one first"))
    text = await work_out(request, hint, puzzle, body.step, before.hints)
    attempt = await _database(request).write(note_hint, visitor_of(request).id, puzzle, _now())
    return {"hint": told(text), "attempt": attempt_view(attempt)}


@operation("POST", "/api/puzzles/{game}/{id}/show", "Show the solution", body=At, tag="puzzles")
async def show_puzzle_solution(request: Request, body: At) -> dict[str, Any]:
    """Every move from a step on, played out and told. A puzzle not decided before counts as failed."""
    puzzle = find_for_attempt(request)
    if body.step >= len(puzzle.steps):
        raise RefusalError(409, N_("There is no such step."))
    attempt = await _note(request, puzzle, note_shown, _now())
    return await work_out(request, shown_view, puzzle, body.step, attempt)


def find_asked(request: Request) -> Puzzle:
    """The puzzle that an address names; a refusal if there is none."""
    try:
        return find_puzzle(request.path_params["game"], request.path_params["id"])
    except PuzzleError as fault:
        raise RefusalError(404, fault.args[0]) from fault


def find_for_attempt(request: Request) -> Puzzle:
    """The puzzle that somebody does something with; a refusal if that was too much for one day."""
    puzzle = find_asked(request)
    if not request.app.state.attempts.take(keys_of(request)):
        raise RefusalError(
            429, N_("You have tried very many puzzles today. Come back tomorrow."), {"Retry-After": "3600"}
        )
    return puzzle


async def _note(request: Request, puzzle: Puzzle, note: Callable[..., Attempt], *what: Any) -> Attempt:
    """Note what a visitor has done. The puzzle is rated by the first from an address only: cookies cost nothing."""
    rated, address = request.app.state.rated, address_of(request.scope)
    counts = not rated.has(address, puzzle.id)
    attempt = await _database(request).write(note, visitor_of(request).id, puzzle, *what, counts)
    if attempt.score is not None:
        rated.add(address, puzzle.id)
    return attempt


def of_theme(game_name: str, theme: str) -> list[Puzzle]:
    """The puzzles of a game that have a theme; all if none is named. OptionError if there is no such theme."""
    if theme and theme not in THEMES:
        raise OptionError(N_("no theme {theme!r}: there are {themes}", theme=theme, themes=Items(THEMES)))
    return [puzzle for puzzle in shipped_puzzles(game_name) if not theme or theme in puzzle.themes]


def themes_of_game(game_name: str) -> list[str]:
    """The themes that puzzles of a game have."""
    found = {name for puzzle in shipped_puzzles(game_name) for name in puzzle.themes}
    return [name for name in THEMES if name in found]


async def choose_next(request: Request, game_name: str, theme: str = "", last: str = "") -> Puzzle:
    """The puzzle to do next; a refusal if there is none."""
    puzzles, game_id = of_theme(game_name, theme), find(game_name).id
    progress = await _database(request).read(read_progress, visitor_of(request).id, game_id)
    ratings = await _database(request).read(read_ratings, game_id)
    found = next_puzzle(puzzles, progress, ratings, last)
    if found is None:
        raise RefusalError(404, N_("There are no puzzles of that kind."))
    return found


async def view_of_puzzle(request: Request, puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the visitor may see it."""
    attempt = await _database(request).read(read_attempt, visitor_of(request).id, puzzle.id)
    ratings = await _database(request).read(read_ratings, puzzle.game.id)
    return await work_out(request, puzzle_view, puzzle, attempt, ratings.get(puzzle.id, puzzle.rating))


def _database(request: Request) -> Database:
    found = request.app.state.database
    assert isinstance(found, Database)
    return found


def _now() -> int:
    return time.time_ns() // 1_000_000


OPERATIONS: list[Operation] = [
    list_puzzles,
    choose_next_puzzle,
    puzzle_of_the_day,
    one_puzzle,
    try_puzzle_move,
    puzzle_hint,
    show_puzzle_solution,
]
