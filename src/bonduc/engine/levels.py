"""Levels of play from 1, whom a child can beat, to 8, full strength.

A level looks ahead only so far, and overlooks moves as people do: each move it could make escapes it with a fixed
chance, and it plays the best of those it sees. What it overlooks follows from the seed, so a game can be repeated.
Even the lowest level looks at the reply to its moves: greed for the next capture alone is no better than chance in
some of the games, and levels would not be in order.

Games differ in how much a mistake costs and in how far ahead it pays to look, so each has levels of its own
(`levels.json`), chosen so that every step up is worth about as much as any other.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache
from importlib import resources

from bonduc.engine.analysis import Analysis, Limits, Line
from bonduc.errors import BonducError
from bonduc.position import Game

WEAKEST = 1
FULL_STRENGTH = 8
USUAL = "usual"  # the ladder of games that have none of their own


@dataclass(frozen=True)
class Level:
    """How strong a level is: the limits of its search, the chance that it overlooks a move, and how many random
    rounds it plays out where an opening is played as one move."""

    limits: Limits
    overlooks: float
    openings: int


def levels_of(game: Game) -> dict[int, Level]:
    """The levels of a game, weakest first: its own, measured ones or, where it has none, the usual ones."""
    ladders = _read()
    return ladders.get(game.id, ladders[USUAL])


def level_of(number: int, game: Game) -> Level:
    """The level of this number in a game; BonducError if there is none."""
    if not WEAKEST <= number <= FULL_STRENGTH:
        raise BonducError(f"level {number}: must be from {WEAKEST} to {FULL_STRENGTH}")
    return levels_of(game)[number]


@cache
def _read() -> dict[str, dict[int, Level]]:
    """The ladders of `levels.json`, by the game's id; USUAL for games without an entry of their own."""
    text = (resources.files("bonduc.engine") / "levels.json").read_text(encoding="utf-8")
    return {
        name: {
            number: Level(Limits(depth=row.get("depth"), seconds=row.get("seconds")), row["overlooks"], row["openings"])
            for number, row in enumerate(rows, WEAKEST)
        }
        for name, rows in json.loads(text).items()
    }


def pick_line(analysis: Analysis, level: Level, seed: int | None) -> Line:
    """The best line whose move the level does not overlook; any one if it overlooks all.

    Without a seed, other moves are overlooked every time.
    """
    if level.overlooks == 0:
        return analysis.lines[0]
    chance = random.Random() if seed is None else random.Random(f"{seed} {analysis.position}")
    seen = [line for line in analysis.lines if chance.random() >= level.overlooks]
    return seen[0] if seen else chance.choice(analysis.lines)
