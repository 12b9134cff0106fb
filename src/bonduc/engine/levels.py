"""Levels of play from 1, whom a child can beat, to 8, full strength.

A level looks ahead only so far, and overlooks moves as people do: each move it could make escapes it with a fixed
chance, and it plays the best of those it sees. What it overlooks follows from the seed, so a game can be repeated.
Even the lowest level looks at the reply to its moves: greed for the next capture alone is no better than chance in
some of the games, and levels would not be in order.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from bonduc.engine.analysis import Analysis, Limits, Line
from bonduc.errors import BonducError

WEAKEST = 1
FULL_STRENGTH = 8


@dataclass(frozen=True)
class Level:
    """How strong a level is: the limits of its search, the chance that it overlooks a move, and how many random
    rounds it plays out where an opening is played as one move."""

    limits: Limits
    overlooks: float
    openings: int


LEVELS: dict[int, Level] = {
    1: Level(Limits(depth=2), 0.80, 12),
    2: Level(Limits(depth=2), 0.55, 24),
    3: Level(Limits(depth=2), 0.38, 60),
    4: Level(Limits(depth=2), 0.22, 120),
    5: Level(Limits(depth=3), 0.12, 300),
    6: Level(Limits(depth=5), 0.04, 1000),
    7: Level(Limits(depth=8), 0.0, 3000),
    8: Level(Limits(seconds=1.0), 0.0, 20_000),
}


def level_of(number: int) -> Level:
    """The level of this number; BonducError if there is none."""
    if number not in LEVELS:
        raise BonducError(f"level {number}: must be from {WEAKEST} to {FULL_STRENGTH}")
    return LEVELS[number]


def pick_line(analysis: Analysis, level: Level, seed: int | None) -> Line:
    """The best line whose move the level does not overlook; any one if it overlooks all.

    Without a seed, other moves are overlooked every time.
    """
    if level.overlooks == 0:
        return analysis.lines[0]
    chance = random.Random() if seed is None else random.Random(f"{seed} {analysis.position}")
    seen = [line for line in analysis.lines if chance.random() >= level.overlooks]
    return seen[0] if seen else chance.choice(analysis.lines)
