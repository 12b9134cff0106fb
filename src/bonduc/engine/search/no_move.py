"""At a leaf of the search: is the round over because the side to move has no move?

What the rules make of a position, a search finds out by playing its moves; at a leaf none would be played, and a round
that is over would be estimated like any other. To look for a move at every leaf costs a quarter of the speed. So it is
done below the root, whose moves must be worth exactly what they end with, and elsewhere only where it is at all likely:
where the side to move has hardly a seed in holes of its own. What that misses, moves that are all endless, is seen one
move later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bonduc.engine.nodes.memory import HOLE_WORDS, SIDES, Memory
from bonduc.games.kernels.compile import helper, subroutine
from bonduc.games.kernels.endless import stuck_exactly
from bonduc.games.kernels.rules import Rules
from bonduc.games.kernels.state import LEFT_OPEN, MOVER, OVER, PASSED_TURN, UNDECIDED, WIDTH

if TYPE_CHECKING:  # machine code does not depend on it
    from bonduc.games.spec import Layout

FEW = 2  # seeds in the mover's holes
EACH_BYTE = 0x0101010101010101


def mask_sides(memory: Memory, layout: Layout) -> None:
    """Write which holes are whose, the game's own notes left aside, into `control`."""
    masks = np.zeros((2, WIDTH), np.uint8)
    for hole in range(layout.size):
        masks[layout.side(hole), hole] = 0xFF
    memory.control[SIDES : SIDES + 2 * HOLE_WORDS] = masks.view(np.int64)[:, :HOLE_WORDS].ravel()


@helper
def may_be_over(memory: Memory, row: int) -> bool:
    """Is it worth while to look for a move of the side to move in a row?"""
    if row == 1:
        return True
    words = memory.states.view(np.int64)
    first = SIDES + HOLE_WORDS * int(memory.states[row, MOVER])
    seeds = 0
    for i in range(HOLE_WORDS):
        seeds += (words[row, i] & memory.control[first + i]) * EACH_BYTE >> 56
    return bool(seeds <= FEW)


@subroutine
def is_over(rules: Rules, memory: Memory, row: int) -> bool:
    """Is the round over in a row, since its mover has no move? Then the next row holds the board as it was left."""
    for i in range(rules.list_moves(memory.states, row, rules.options, memory.moves)):
        flags = rules.play(memory.states, row, memory.moves[row, i], rules.options, memory.work)
        if flags >= 0 or flags == UNDECIDED:
            return False
    flags = stuck_exactly(rules.stuck, memory.states, row, rules.options, memory.work)
    return bool(flags & OVER and not flags & (PASSED_TURN | LEFT_OPEN))
