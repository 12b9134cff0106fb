"""Made-up results for the tests of the arena's arithmetic."""

from __future__ import annotations

import sys
from pathlib import Path

from bonduc.arena.results import GameResult

FAKE_ENGINE = Path(__file__).with_name("fake_engine.py")


def fake(mode: str) -> str:
    """The contestant text of a fake engine."""
    return f"cmd:{sys.executable} {FAKE_ENGINE} {mode}"


def made_up(number: int, points: float, south: int = 0, north: int = 1, **fields: object) -> GameResult:
    """A finished game of which only who played and the points matter."""
    values: dict[str, object] = {
        "number": number,
        "pair": number // 2,
        "south": south,
        "north": north,
        "points": points,
        "reason": "no legal move",
        "score": (24, 24),
        "position": "",
        "moves": (),
        "opening_plies": 0,
        "seconds": (0.0, 0.0),
        "nodes": (0, 0),
        "own_plies": (0, 0),
        "seed": 1,
        "started": "2024-01-01T00:00:00+00:00",
    }
    return GameResult(**{**values, **fields})  # type: ignore[arg-type]


def made_up_match(*points: float) -> list[GameResult]:
    """A match with these points of contestant 0, colours changing from game to game."""
    return [made_up(i, each, 0, 1) if i % 2 == 0 else made_up(i, 1 - each, 1, 0) for i, each in enumerate(points)]
