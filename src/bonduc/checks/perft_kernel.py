"""The kernel of perft, apart from it: `import bonduc` loads perft, and must not wait for numpy."""

from __future__ import annotations

from collections.abc import Callable

from bonduc.games.kernels.compile import kernel
from bonduc.games.kernels.state import OVER, PASSED_TURN, Moves, Options, States, Work

LOOKS_UP = 3  # moves still to be made where it is looked whether the count is to end: some thousands of leaves


@kernel("perft")
def count_leaves(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    states: States,
    ply: int,
    options: Options,
    moves: Moves,
    work: Work,
    depth: int,
) -> int:
    """Leaves below the position in row `ply`; `states` needs `ply + depth + 2` rows, `moves` `ply + depth + 1`.

    Once the first number of the last row of `moves` is not 0, it ends soon and the result means nothing.
    """
    if depth == LOOKS_UP and moves[len(moves) - 1, 0] != 0:
        return 0
    leaves = 0
    moved = False
    for i in range(list_moves(states, ply, options, moves)):
        flags = play(states, ply, moves[ply, i], options, work)
        if flags < 0:
            continue
        moved = True
        if depth == 1:
            leaves += 1
        elif not flags & OVER:
            leaves += count_leaves(list_moves, play, stuck, states, ply + 1, options, moves, work, depth - 1)
    if not moved:
        flags = stuck(states, ply, options, work)
        if flags & PASSED_TURN:
            if depth == 1:
                leaves = 1
            elif not flags & OVER:
                leaves = count_leaves(list_moves, play, stuck, states, ply + 1, options, moves, work, depth - 1)
    return leaves
