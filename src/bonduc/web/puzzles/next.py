"""Which puzzle comes next: one that the visitor has not done, as hard as the visitor is good; and that of the day."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

from bonduc.games.registry import GAMES
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.web.puzzles.attempts import Progress


def next_puzzle(
    puzzles: Sequence[Puzzle], progress: Progress, ratings: Mapping[str, float], last: str = ""
) -> Puzzle | None:
    """The puzzle nearest to the visitor's rating among those not decided yet, else the one tried longest ago.

    `last` is the one the visitor comes from: it is only chosen if there is no other.
    """
    others = [puzzle for puzzle in puzzles if puzzle.id != last] or list(puzzles)
    fresh = [puzzle for puzzle in others if not _decided(progress, puzzle)]
    if fresh:
        return min(fresh, key=lambda puzzle: abs(ratings.get(puzzle.id, puzzle.rating) - progress.rating.rating))
    return min(others, key=lambda puzzle: progress.changed.get(puzzle.id, 0), default=None)


def _decided(progress: Progress, puzzle: Puzzle) -> bool:
    attempt = progress.attempts.get(puzzle.id)
    return attempt is not None and attempt.score is not None


def daily_puzzle(day: date, game_id: str = "") -> Puzzle | None:
    """The puzzle of a day, the same for everyone: of this game, or of each game in turn."""
    offered = [name for name in GAMES if shipped_puzzles(name) and game_id in ("", name)]
    if not offered:
        return None
    puzzles = shipped_puzzles(offered[day.toordinal() % len(offered)])
    digest = hashlib.blake2b(day.isoformat().encode(), digest_size=8).digest()
    return puzzles[int.from_bytes(digest, "big") % len(puzzles)]
