"""Puzzles as JSON, for pages and API: never more of the solution than the visitor has found or asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from bonduc.language import told
from bonduc.position import Position
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.solving import Answer, position_at, worth
from bonduc.puzzles.themes import THEMES
from bonduc.web.puzzles.attempts import Attempt
from bonduc.web.views import letter, position_view, sowing_view


def attempt_view(attempt: Attempt) -> dict[str, Any]:
    """What the visitor has done; ratings are whole numbers."""
    before, after = attempt.rating_before, attempt.rating_after
    return {
        "step": attempt.step,
        "faults": attempt.faults,
        "hints": attempt.hints,
        "solved": bool(attempt.solved),
        "score": attempt.score,
        "rating_before": None if before is None else round(before),
        "rating_after": None if after is None else round(after),
    }


def puzzle_view(puzzle: Puzzle, attempt: Attempt, rating: float) -> dict[str, Any]:
    """A puzzle at the step the visitor has come to; from the start again if it is done."""
    step = attempt.step if attempt.step < len(puzzle.steps) else 0
    return {
        "id": puzzle.id,
        "game": puzzle.game.id,
        "name": puzzle.game.name,
        "goal": told(puzzle.goal),
        "rating": round(rating),
        "solver": letter(puzzle.solver),
        "step": step,
        "view": position_view(position_at(puzzle, step)),
        "analysis": _analysis_address(puzzle),
        "attempt": attempt_view(attempt),
        "themes": theme_views(puzzle) if attempt.score is not None else [],
    }


def _analysis_address(puzzle: Puzzle) -> str:
    """The analysis board with the puzzle's position on it."""
    places = {"position": str(puzzle.position), "options": puzzle.game.options_text}
    return f"/analysis/{puzzle.game.id}?{urlencode({name: text for name, text in places.items() if text != '-'})}"


def theme_views(puzzle: Puzzle) -> list[dict[str, str]]:
    """The themes of a puzzle, named and told."""
    return [{"id": name, "name": told(THEMES[name].name), "about": told(THEMES[name].about)} for name in puzzle.themes]


def answer_view(puzzle: Puzzle, found: Answer, step: int, attempt: Attempt) -> dict[str, Any]:
    """What comes of a move tried."""
    view = None
    if found.right and not found.solved:
        view = position_view(position_at(puzzle, step + 1))
    return {
        "right": found.right,
        "solved": found.solved,
        "verdict": told(found.verdict),
        "sowings": line_views(found.before, found.line),
        "view": view,
        "worth": told(worth(puzzle)) if found.solved else "",
        "attempt": attempt_view(attempt),
        "themes": theme_views(puzzle) if found.solved else [],
    }


def line_views(start: Position, moves: Iterable[str]) -> list[dict[str, Any]]:
    """The sowings of moves played one after the other."""
    views, here = [], start
    for move in moves:
        sowing = here.sowing(move)
        views.append(sowing_view(sowing))
        here = sowing.after
    return views


def shown_view(puzzle: Puzzle, step: int, attempt: Attempt) -> dict[str, Any]:
    """The solution from a step on."""
    moves = [move for each in puzzle.steps[step:] for move in (each.move, each.reply) if move]
    return {
        "sowings": line_views(position_at(puzzle, step), moves),
        "worth": told(worth(puzzle)),
        "attempt": attempt_view(attempt),
        "themes": theme_views(puzzle),
    }


def listed_view(puzzle: Puzzle, attempt: Attempt | None, rating: float) -> dict[str, Any]:
    """A puzzle in a list: no theme of an open one is told, for that would be a hint."""
    return {
        "id": puzzle.id,
        "rating": round(rating),
        "score": None if attempt is None else attempt.score,
        "solved": attempt is not None and bool(attempt.solved),
    }
