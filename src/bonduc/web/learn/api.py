"""What there is to learn: the rules of each game in words, its lessons, and the check of a learner's moves."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request

from bonduc.games.registry import find
from bonduc.language import current
from bonduc.lessons import Lesson, Verdict, lesson, lessons
from bonduc.rules_pages import read_page
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.rules.api import MoveText
from bonduc.web.tasks.desk import work_out
from bonduc.web.views import letter, position_view, sowing_view

MOST_MOVES = 100  # of a learner in one lesson


class Tried(Model):
    """The learner's moves in a lesson so far, the one to be checked last; replies are not among them."""

    moves: Annotated[list[MoveText], Field(min_length=1, max_length=MOST_MOVES)]


def lesson_view(shown: Lesson, number: int) -> dict[str, Any]:
    """A lesson as its page and the API give it. Its position tells no previews: finding out is the task."""
    return {
        "game": shown.game.id,
        "number": number,
        "slug": shown.slug,
        "title": shown.title.told,
        "text": shown.text.told,
        "hint": shown.hint.told,
        "rules": list(shown.rules),
        "learner": letter(shown.learner),
        "position": position_view(shown.position, previews=False),
    }


def verdict_view(verdict: Verdict) -> dict[str, Any]:
    """What the check says: `status`, `message`, the moves to show, and the position where the learner goes on."""
    last = len(verdict.sowings) - 1
    outcome = verdict.position.outcome
    return {
        "status": verdict.status.value,
        "passed": verdict.passed,
        "message": verdict.message,
        "sowings": [
            sowing_view(sowing, outcome if index == last else None) for index, sowing in enumerate(verdict.sowings)
        ],
        "position": position_view(verdict.position, previews=False),
    }


@operation("GET", "/api/lessons/{game}", "The lessons of a game", tag="lessons")
async def lessons_of(request: Request) -> dict[str, Any]:
    """Every lesson in its order, with the numbers of the rules it teaches."""
    found = lessons(request.path_params["game"])
    return {
        "lessons": [
            {"number": number, "slug": each.slug, "title": each.title.told, "rules": list(each.rules)}
            for number, each in enumerate(found, 1)
        ]
    }


@operation("GET", "/api/lessons/{game}/{number:int}", "A lesson", tag="lessons")
async def one_lesson(request: Request) -> dict[str, Any]:
    """What to learn and to do, the position to begin with, and a hint."""
    number = request.path_params["number"]
    return await work_out(request, lambda: lesson_view(lesson(request.path_params["game"], number), number))


@operation(
    "POST", "/api/lessons/{game}/{number:int}/check", "Check moves in a lesson", body=Tried, tag="lessons", cost=2
)
async def check_lesson(request: Request, body: Tried) -> dict[str, Any]:
    """The verdict on the last move, or on the first that was not right. `status` is "passed", "onward" (right, another
    turn follows), "unfinished" (a step of an opening), "missed" (legal, but not what was asked for: `position` is the
    one before the turn) or "illegal" (`message` tells the rule). `sowings` are the move and the reply to it.
    """
    given = request.path_params
    return await work_out(request, lambda: verdict_view(lesson(given["game"], given["number"]).check(body.moves)))


@operation("GET", "/api/rules/{game}", "The rules of a game in words", tag="lessons")
async def rules_of(request: Request) -> dict[str, Any]:
    """The rules page in the language in use: its whole text in Markdown, and its examples by themselves, each a move in
    a position (the start where it is null, after `moves`) that leads to `after` or is refused.
    """
    spec = find(request.path_params["game"])
    page = read_page(spec.id, current())
    return {
        "game": spec.id,
        "rules_version": spec.rules_version,
        "language": page.language,
        "text": page.source,
        "examples": [asdict(example) for example in page.examples],
    }


OPERATIONS: list[Operation] = [rules_of, lessons_of, one_lesson, check_lesson]
