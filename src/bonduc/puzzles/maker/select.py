"""Choosing which of the puzzles found are kept: of every difficulty and of many themes, no two alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bonduc.puzzles.model import EASIEST, HARDEST, Puzzle
from bonduc.puzzles.themes import commonplace

CLASS_WIDTH = 160  # of ratings: a class of difficulty
LEAST_DIFFERENT = 4  # holes that two puzzles with the same first move differ in at least; or
LEAST_PART = 0.15  # this part of the holes, whichever is more
DULL = ("defence", "endgame", "four", "raid", "later-round")  # themes that alone make no puzzle interesting


def choose_puzzles(found: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """At most `count` of the puzzles, easiest first; the order of `found` decides between equals."""
    telling = without_commonplace(found)
    classes: dict[int, list[Puzzle]] = {}
    for puzzle in telling:
        classes.setdefault((puzzle.rating - EASIEST) // CLASS_WIDTH, []).append(puzzle)
    chosen: list[Puzzle] = []
    themes: Counter[str] = Counter()
    while len(chosen) < count and any(classes.values()):
        for rank in range((HARDEST - EASIEST) // CLASS_WIDTH + 1):
            best = _most_wanted(classes.get(rank, ()), themes)
            if best is None or len(chosen) == count:
                continue
            classes[rank].remove(best)
            if not any(alike(best, other) for other in chosen):
                chosen.append(best)
                themes.update(best.themes)
    return easiest_first(chosen)


def easiest_first(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles in the order that files have them in."""
    return sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))


def distinct(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles without those that are nearly the same as one before, easiest first."""
    kept: list[Puzzle] = []
    for puzzle in puzzles:
        if not any(alike(puzzle, other) for other in kept):
            kept.append(puzzle)
    return easiest_first(kept)


def without_commonplace(found: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles without the themes that nearly all of them have."""
    dropped = commonplace([puzzle.themes for puzzle in found])
    return [replace(p, themes=tuple(name for name in p.themes if name not in dropped)) for p in found]


def _most_wanted(puzzles: Iterable[Puzzle], themes: Counter[str]) -> Puzzle | None:
    """The puzzle whose themes are the rarest among those chosen so far."""

    def wanted(puzzle: Puzzle) -> float:
        return sum((0.2 if name in DULL else 1.0) / (1 + themes[name]) for name in puzzle.themes)

    return max(puzzles, key=wanted, default=None)


def alike(one: Puzzle, other: Puzzle) -> bool:
    """Are two puzzles nearly the same: from one place of one game, or nearly the same board and the same move?"""
    if one.id == other.id:
        return True
    if one.game != other.game or one.steps[0].move != other.steps[0].move:
        return False
    holes = one.position.holes
    different = sum(a != b for a, b in zip(holes, other.position.holes, strict=True))
    return different < max(LEAST_DIFFERENT, LEAST_PART * len(holes))
