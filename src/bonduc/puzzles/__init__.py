"""Puzzles: positions with one clearly best move, found in games of the engine against itself and verified.

    from bonduc.puzzles import shipped_puzzles, answer
    puzzle = shipped_puzzles("rio-kadalis")[0]
    puzzle.position, puzzle.goal
    answer(puzzle, 0, "A").right

`maker` finds, judges and checks them; nothing there is needed to solve one.
"""

from bonduc.puzzles.files import parse_puzzles, read_puzzles
from bonduc.puzzles.model import Puzzle, PuzzleError, Refutation, Source, Step
from bonduc.puzzles.shipped import find_puzzle, shipped_puzzles
from bonduc.puzzles.solving import Answer, answer, hint, solution

__all__ = [
    "Answer",
    "Puzzle",
    "PuzzleError",
    "Refutation",
    "Source",
    "Step",
    "answer",
    "find_puzzle",
    "hint",
    "parse_puzzles",
    "read_puzzles",
    "shipped_puzzles",
    "solution",
]
