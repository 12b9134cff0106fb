"""The one table of courses; a new game's lessons are its module and one line here."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bonduc.errors import BonducError
from bonduc.games.registry import find
from bonduc.language import N_
from bonduc.lessons import adji_kui_ii, bao_la_kimasai, kiothi, rio_kadalis
from bonduc.lessons.lesson import Course, Lesson

_MODULES = (kiothi, rio_kadalis, adji_kui_ii, bao_la_kimasai)


@cache
def courses() -> dict[str, Course]:
    """Every course by the id of its game."""
    found = {}
    for module in _MODULES:
        course = module.COURSE
        of_game = tuple(replace(each, game_id=course.game_id) for each in course.lessons)
        found[course.game_id] = replace(course, lessons=of_game)
    return found


def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, by its id or alias, in their order; UnknownGameError if there is no such game."""
    spec = find(name)
    course = courses().get(spec.id)
    if course is None:
        raise BonducError(N_("{game} has no lessons", game=spec.name))
    return course.lessons


def lesson(name: str, number: int) -> Lesson:
    """Lesson `number` (from 1) of a game; BonducError says how many there are."""
    found = lessons(name)
    if not 1 <= number <= len(found):
        fault = N_(
            "there is no lesson {number}: {game} has {count}", number=number, game=find(name).name, count=len(found)
        )
        raise BonducError(fault)
    return found[number - 1]
