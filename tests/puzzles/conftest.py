"""Puzzles for the tests: one of two steps, made on a small board."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.puzzles.model import Puzzle, Refutation, Source, Step, puzzle_id

# Rio Kadalis: D makes four in c, taking twelve stones on the way; anything else leaves North ahead.
BIG = "1,7,2,1,7,7/0,8,2,7,2,0 0 4 S -"
# A quiet end: only D, then B, then D keep the win.
QUIET = "1,0,0,0,1,0/0,3,0,1,0,2 20 20 S -"


@pytest.fixture
def quiet_end() -> Puzzle:
    """Three moves that have to be found one after the other."""
    position = bonduc.game("rio-kadalis").position(QUIET)
    first = Step("D", 8, 0, True, 24, "b", {"B": Refutation(("b", "C"), 0), "F": Refutation(("f", "B"), -8)})
    second = Step("B", 8, 0, True, 23, "c", {"E": Refutation(("b",), 0), "F": Refutation(("c",), 0)})
    after = position.play("D").play("b").play("B").play("c")
    others = {str(move): Refutation((), 0) for move in after.legal_moves if str(move) != "D"}
    last = Step("D", 8, 0, True, 24, "", others)
    return Puzzle(puzzle_id(position), position, (first, second, last), ("two-moves",), 1000, Source(3, 8, 28, "table"))
