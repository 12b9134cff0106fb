"""The pages of learning: what there is to learn, the rules of a game with pictures, and its lessons."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.games.registry import GAMES
from bonduc.language import current, told
from bonduc.lessons import Course, courses
from bonduc.picture.data import board_data
from bonduc.picture.geometry import SHAPES
from bonduc.picture.svg import draw
from bonduc.players import NORTH
from bonduc.position import game
from bonduc.web.http.rendering import render
from bonduc.web.learn.api import lesson_view
from bonduc.web.learn.rules_view import rules_view
from bonduc.web.limits.budget import priced
from bonduc.web.tasks.desk import work_out


async def learn(request: Request) -> Response:
    """All games: the way to their rules and lessons."""
    offered = [
        {
            "id": name,
            "name": GAMES[name].name,
            "people": told(GAMES[name].people),
            "about": course.about.told,
            "lessons": [each.slug for each in course.lessons],
            "picture": draw(game(name).start(), prefix=f"{name}-"),
        }
        for name, course in courses().items()
    ]
    return render(request, "learn.html", offered=offered)


async def rules(request: Request) -> Response:
    """The rules of a game."""
    course = _course(request)
    page = await work_out(request, rules_view, course.game_id, current())
    slugs = [each.slug for each in course.lessons]
    return render(request, "learn_rules.html", **_heading(course), page=page, lessons=slugs)


async def tutorial(request: Request) -> Response:
    """The lessons of a game, with what has been done of them in this browser."""
    course = _course(request)
    return render(request, "learn_tutorial.html", **_heading(course), lessons=course.lessons)


async def lesson_page(request: Request) -> Response:
    """One lesson on a board."""
    course = _course(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(course.lessons):
        raise HTTPException(404)
    shown = course.lessons[number - 1]
    return render(
        request,
        "learn_lesson.html",
        **_heading(course),
        lesson=await work_out(request, lesson_view, shown, number),
        lessons=course.lessons,
        rule_numbers=[rule for rule in shown.rules if rule.isdecimal()],
        board=board_data(shown.game),
        pictures={
            shape: draw(shown.position, shape=shape, flip=shown.learner == NORTH, prefix=f"{shape}-")
            for shape in SHAPES
        },
    )


def _course(request: Request) -> Course:
    course = courses().get(request.path_params["game"])
    if course is None:
        raise HTTPException(404)
    return course


def _heading(course: Course) -> dict[str, Any]:
    return {"id": course.game_id, "name": GAMES[course.game_id].name, "about": course.about}


ROUTES: list[BaseRoute] = [
    Route("/learn", priced(3, learn), name="learn"),
    Route("/learn/{game}", priced(3, rules), name="rules"),
    Route("/learn/{game}/tutorial", priced(2, tutorial), name="tutorial"),
    Route("/learn/{game}/tutorial/{number:int}", priced(3, lesson_page), name="lesson"),
]
