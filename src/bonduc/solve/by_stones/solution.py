"""The value of a position by complete tables: the tables are the proof, nothing is searched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.players import SOUTH, Player
from bonduc.position import Position
from bonduc.solve.by_stones.classes import check_stone_tables
from bonduc.solve.by_stones.retrograde import DRAW, before, better, worth_of
from bonduc.solve.by_stones.tables import StonesTables


@dataclass(frozen=True)
class Solution:
    """What tables prove of a position: between `lower` and `upper` for South, 1 a win, 0 a draw, -1 a loss.

    `distance` is the number of moves to the end of the round where it has a winner and the tables keep distances.
    `best` are the moves that win soonest, draw, or lose latest (without distances: that keep the value), in board
    order; `line` is a line of best play to the end or to a repetition, empty where distances would be needed to end it.
    """

    lower: int
    upper: int
    distance: int | None
    best: tuple[Move, ...]
    line: tuple[Move, ...]

    @property
    def proved(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper


UNKNOWN = Solution(-1, 1, None, (), ())


def solution_of(position: Position, folder: Path) -> Solution:
    """What the tables of a folder prove of a position; UNKNOWN where there is none of it.

    Raises BonducError where the round is over or the game has no such tables.
    """
    check_stone_tables(position.game)
    if position.mover is None:
        raise BonducError("the round is over: there is nothing to prove")
    tables = StonesTables(folder)
    found = tables.code(position)
    if found is None:
        return UNKNOWN
    code, distances = found
    worth = worth_of(code) * (1 if position.mover == SOUTH else -1)
    best = _best_moves(position, tables)
    line = _line(position, best, tables) if distances or code == DRAW else ()
    return Solution(worth, worth, code if distances and code != DRAW else None, best, line)


def _code_after(after: Position, mover: Player, tables: StonesTables) -> int:
    """The code of a position from which a move of `mover` has led here, by this move alone."""
    if after.mover is None:
        won = after.stores[mover] > after.stores[mover.other]
        return 1 if won else DRAW
    found = tables.code(after)
    if found is None:
        raise BonducError(f"no table holds {after}")
    code, distances = found
    return before(code if distances or code == DRAW else code & 1)


def _best_moves(position: Position, tables: StonesTables) -> tuple[Move, ...]:
    """The moves whose codes no other move betters."""
    mover = position.mover
    if mover is None:
        return ()
    codes = {move: _code_after(position.play(move), mover, tables) for move in position.legal_moves}
    best = 0
    for code in codes.values():
        best = better(best, code)
    return tuple(move for move, code in codes.items() if code == best)


def _line(position: Position, best: tuple[Move, ...], tables: StonesTables) -> tuple[Move, ...]:
    line: list[Move] = []
    here, seen = position, {position}
    while best:
        line.append(best[0])
        here = here.play(best[0])
        if here in seen:
            break
        seen.add(here)
        best = _best_moves(here, tables)
    return tuple(line)
