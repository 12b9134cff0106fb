"""perft: the number of move sequences of an exact length, the standard check of a move generator.

Counts sequences of exactly `depth` moves; one cut short by the end of the round is not counted; no repetition rule;
a pass is a move; every step of Kiothi's opening is a move (RULES.md, Checked numbers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bonduc.errors import BonducError

if TYPE_CHECKING:
    from bonduc.position import Position

DEEPEST = 60  # more than any perft can count within a lifetime


def perft(position: Position, depth: int, divide: bool = False) -> int | dict[str, int]:
    """The number of move sequences of exactly `depth` moves from a position (1 for depth 0).

    With `divide`, the count below each legal move instead, by the move's text in board order. BonducError for a
    depth that is negative or above DEEPEST.
    """
    if not 0 <= depth <= DEEPEST or (divide and depth == 0):
        raise BonducError(f"perft depth {depth}: must be from {int(divide)} to {DEEPEST}")
    if divide:
        return {str(move): _count(position.play(move), depth - 1) for move in position.legal_moves}
    return _count(position, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if position.mover is None:
        return 0
    import numpy as np

    from bonduc.games.compile import compiled
    from bonduc.games.contract import MAX_MOVES, WIDTH
    from bonduc.games.endless import workspace
    from bonduc.perft_kernel import count_leaves

    runner = position.game.runner
    kernels = runner.compile()
    states = np.zeros((depth + 2, WIDTH), np.int8)
    states[0] = np.frombuffer(position.row, np.int8)
    moves = np.zeros((depth + 1, MAX_MOVES), np.int32)
    count = compiled(count_leaves)(
        kernels.list_moves, kernels.play, kernels.stuck, states, 0, runner.options, moves, workspace(), depth
    )
    return int(count)
