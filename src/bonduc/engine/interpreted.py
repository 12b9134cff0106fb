"""The computer's move before the machine code is there: on a fresh install compiling it takes a while.

It looks at every move and every reply, with the rules interpreted and the game's own estimate, and overlooks moves as
the level does. Nobody has to wait; a minute later the real engine plays.
"""

from __future__ import annotations

import random

import numpy as np

from bonduc.engine.analysis import SEED, Analysis, Line
from bonduc.engine.levels import level_of, pick_line
from bonduc.engine.opening import Planner, in_opening
from bonduc.games.kernels.state import WIDTH
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.players import SOUTH, Player
from bonduc.position import Position

MOST_REPLIES = 300  # looked at in all: about a quarter of a second


def choose_interpreted(played: Round, level: int) -> Move:
    """A move for the current position of a round, which must not be over."""
    position = played.position
    if in_opening(position):
        return Planner(played.game, random.Random()).fresh(position.row).moves(played.game)[0]
    moves = list(position.legal_moves)
    random.shuffle(moves)
    depth_two = len(moves) ** 2 <= MOST_REPLIES
    leads = {move: _lead_after(position, move, depth_two) for move in moves}
    moves.sort(key=lambda move: leads[move], reverse=True)
    lines = tuple(Line((move,), leads[move], False, 1 + depth_two) for move in moves)
    return pick_line(Analysis(position, lines, len(lines), 0.0, 1), level_of(level, played.game), None).moves[0]


def _lead_after(position: Position, move: Move, with_reply: bool) -> float:
    """The lead of the mover after a move, and after the reply that is worst for the mover."""
    assert position.mover is not None
    after = position.play(move)
    if after.mover is None or not with_reply:
        return _estimate(after, position.mover)
    leads = [_estimate(after.play(reply), position.mover) for reply in after.legal_moves]
    return max(leads) if after.mover == position.mover else min(leads)


def _estimate(position: Position, side: Player) -> float:
    """The lead of a side in seeds: as it is when the round is over, as the game estimates it before."""
    if position.mover is None:
        south, north = position.stores
        return (south - north) * (1 if side == SOUTH else -1)
    states = np.zeros((1, WIDTH), np.int8)
    states[0] = np.frombuffer(position.row, np.int8)
    score = int(position.game.spec.module.evaluate(states, 0, position.game.runner.options)) / SEED
    return score if position.mover == side else -score
