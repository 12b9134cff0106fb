"""perft: the number of move sequences of an exact length, the standard check of a move generator.

Counts sequences of exactly `depth` moves; one cut short by the end of the round is not counted; no repetition rule;
a pass is a move; every step of Kiothi's opening is a move (RULES.md, Checked numbers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from bonduc.errors import BonducError
from bonduc.integers import whole_number

if TYPE_CHECKING:
    from bonduc.play import Round
    from bonduc.position import Position

DEEPEST = 60  # more than any perft can count within a lifetime


@overload
def perft(position: Position | Round, depth: int, divide: Literal[False] = ...) -> int: ...


@overload
def perft(position: Position | Round, depth: int, divide: Literal[True]) -> dict[str, int]: ...


@overload
def perft(position: Position | Round, depth: int, divide: bool) -> int | dict[str, int]: ...


def perft(position: Position | Round, depth: int, divide: bool = False) -> int | dict[str, int]:
    """The number of move sequences of exactly `depth` moves from a position (1 for depth 0).

    With `divide`, the count below each legal move instead, by the move's text in board order. Of a round, its current
    position is meant. BonducError for a depth that is negative or above DEEPEST.
    """
    from bonduc.play import standing

    start = standing(position, "perft")[0]
    depth = whole_number(depth, "depth")
    if not 0 <= depth <= DEEPEST or (divide and depth == 0):
        raise BonducError(f"perft depth {depth}: must be from {int(divide)} to {DEEPEST}")
    if divide:
        return {str(move): _count(start.play(move), depth - 1) for move in start.legal_moves}
    return _count(start, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if position.mover is None:
        return 0
    import numpy as np

    from bonduc.checks.perft_kernel import LOOKS_UP, count_leaves
    from bonduc.games.kernels.compile import compiled
    from bonduc.games.kernels.endless import workspace
    from bonduc.games.kernels.state import MAX_MOVES, WIDTH
    from bonduc.interruptible import run_interruptible

    runner = position.game.runner
    kernels = runner.compile()
    states = np.zeros((depth + 2, WIDTH), np.int8)
    states[0] = np.frombuffer(position.row, np.int8)
    moves = np.zeros((depth + 1, MAX_MOVES), np.int32)
    count_, rules, work = compiled(count_leaves), (kernels.list_moves, kernels.play, kernels.stuck), workspace()

    def count() -> int:
        return int(count_(*rules, states, 0, runner.options, moves, work, depth))

    def give_up() -> None:
        moves[-1, 0] = 1

    return count() if depth <= LOOKS_UP else run_interruptible(count, give_up)
