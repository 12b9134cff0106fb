"""The puzzles that come with bonduc, one file a game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bonduc.games.registry import find
from bonduc.language import N_
from bonduc.puzzles.files import read_puzzles
from bonduc.puzzles.model import Puzzle, PuzzleError

FOLDER = Path(__file__).parent / "data"


def shipped_path(game_id: str) -> Path:
    """The file of the puzzles of a game; there need not be one."""
    return FOLDER / f"{game_id}.json"


def shipped_puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easiest first; none if none come with it. Raises UnknownGameError."""
    return _read(find(name).id)


@cache
def _read(game_id: str) -> tuple[Puzzle, ...]:
    path = shipped_path(game_id)
    return tuple(sorted(read_puzzles(path), key=lambda puzzle: puzzle.rating)) if path.exists() else ()


def find_puzzle(name: str, puzzle_id: str) -> Puzzle:
    """The puzzle of a game with this id; PuzzleError if there is none."""
    for puzzle in shipped_puzzles(name):
        if puzzle.id == puzzle_id:
            return puzzle
    raise PuzzleError(N_("no puzzle {id!r} of {game}", id=puzzle_id, game=find(name).name))
