"""Puzzles: positions with one clearly best move, found in games of the engine against itself and verified."""

from bonduc.puzzles.model import Puzzle as Puzzle
from bonduc.puzzles.model import PuzzleError as PuzzleError
from bonduc.puzzles.shipped import find_puzzle as find_puzzle
from bonduc.puzzles.shipped import shipped_puzzles as shipped_puzzles
