"""Interactive lessons: small tasks that teach each game's rules, checked by the rules themselves.

    from bonduc.lessons import lessons
    first = lessons("rio-kadalis")[0]
    first.position                      # where the learner starts
    verdict = first.check(["A"])        # verdict.passed, verdict.message, verdict.sowings

A lesson is data (one module a game); what it asks for is a `Goal`, a predicate over the events of a move. No lesson
knows a rule: moves are played by `Position`, and explained by `Sowing.explain`.
"""

from __future__ import annotations

from bonduc.lessons.courses import courses, lesson, lessons
from bonduc.lessons.goals import Goal, Turn
from bonduc.lessons.lesson import Course, Lesson, Stage, Status, Verdict

__all__ = ["Course", "Goal", "Lesson", "Stage", "Status", "Turn", "Verdict", "courses", "lesson", "lessons"]
