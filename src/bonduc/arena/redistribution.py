"""A random redistribution for Kiothi's opening (RULES.md, Kiothi, rule 2)."""

from __future__ import annotations

import random

from bonduc.games.kernels.state import Kind, encode
from bonduc.notation import EMPTIED_HOLES, Move, move_of_steps
from bonduc.position import Position


def random_redistribution(position: Position, source: random.Random) -> Move:
    """The whole opening move of the side to move: two of its occupied holes, each warrior into any hole at random.

    The steps themselves, chosen one by one at random, would crowd the end of the board: their order is canonical. An
    opening under way is completed step by step.
    """
    layout, mover = position.game.layout, position.mover
    assert mover is not None
    if position.hand or position.emptied is not None:
        return source.choice(position.legal_moves)
    own = [hole for hole in range(layout.size) if layout.side(hole) == mover and position.holes[hole]]
    emptied = sorted(source.sample(own, EMPTIED_HOLES))
    lifted = sum(position.holes[hole] for hole in emptied)
    drops = sorted(source.randrange(layout.size) for _ in range(lifted))
    steps = [encode(Kind.EMPTY, hole) for hole in emptied] + [encode(Kind.DROP, hole) for hole in drops]
    return move_of_steps(steps, layout)
