"""A game like Bao la Kimasai in which little is captured, so that many positions are drawn by going round for ever.

A stone captures only when it arrives in the last hole of its ring. Bao la Kimasai itself has no drawn positions on
small boards: this game is there to test how draws are found.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from bonduc.games import bao_la_kimasai as bao
from bonduc.games.kernels.compile import kernel
from bonduc.games.kernels.state import CAPTURED, MOVER, OVER, Moves, Options, Reason, States, Work, copy_row
from bonduc.position import Game

start, list_moves, stuck, share, evaluate = bao.start, bao.list_moves, bao.stuck, bao.share, bao.evaluate
__all__ = ["Moves", "evaluate", "list_moves", "play", "share", "start", "stuck"]


@kernel("play")
def play(states: States, ply: int, move: int, options: Options, work: Work) -> int:
    """One step; the last hole of the ring captures what stands in the file before it."""
    row = ply + 1
    copy_row(states, ply, row)
    columns = int(options[bao.COLUMNS])
    ring = 2 * columns
    mover = int(states[row, MOVER])
    first, enemy = ring * mover, ring * (1 - mover)
    to = (move - first + 1) % ring
    states[row, move] = 0
    states[row, first + to] = 1
    flags = 0
    if to == ring - 1 and states[row, enemy + columns] > 0:
        flags = CAPTURED
        states[row, enemy + columns] = 0
        states[row, enemy + columns - 1] = 0
    left = 0
    for hole in range(enemy, enemy + ring):
        left += int(states[row, hole])
    if left == 0:
        bao.finish(states, row, options, mover, None, Reason.ALL_CAPTURED)
        return CAPTURED | OVER
    states[row, MOVER] = 1 - mover
    return flags


def circling(columns: int) -> Game:
    """The game on a board of so many columns."""
    return Game(replace(bao.SPEC, id="circling", name="Circling", module=sys.modules[__name__]), {"columns": columns})
