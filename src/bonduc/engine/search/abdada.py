"""How search threads share the work: a position one is at, the others leave for later.

Threads search the same tree and meet in the transposition table. Without more they would look at the same moves in the
same order; so each writes the positions it enters into `busy`, a table shared by all, and a thread that comes to a
move whose position is there puts the move off until it has tried the others. By then the first thread is mostly done,
and its result is in the transposition table. What is put off is never left out, so a mistaken entry (threads write
without locks) costs time and nothing else. The first move of a position is never put off: its score makes the others
short. After T. Kerrigan, "Simplified ABDADA", and J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996.
"""

from __future__ import annotations

import numpy as np

from bonduc.engine.nodes.memory import KEY, NOBODY, Memory, Numbers
from bonduc.games.kernels.compile import helper

SLOTS = 1 << 12
SHARED_FROM_DEPTH = 3  # moves to be looked at below the position: smaller searches are not worth the notice


def new_busy(threads: int) -> Numbers:
    """A table for so many threads; one thread shares with nobody."""
    return np.full(SLOTS if threads > 1 else 1, NOBODY, np.int64)


@helper
def is_shared(memory: Memory, depth: int) -> bool:
    """Do other threads want to know of a position searched so deep?"""
    return memory.busy.size > 1 and depth >= SHARED_FROM_DEPTH


@helper
def slot_of(memory: Memory, ply: int) -> int:
    """Where the position of this ply is told of."""
    return int(memory.stack[ply, KEY] & memory.busy.size - 1)


@helper
def is_busy(memory: Memory, ply: int) -> bool:
    """Is another thread at the position of this ply?"""
    return bool(memory.busy[slot_of(memory, ply)] == memory.stack[ply, KEY])


@helper
def take(memory: Memory, ply: int) -> None:
    """Tell the others that this thread is at the position of this ply, unless its slot is taken."""
    slot = slot_of(memory, ply)
    if memory.busy[slot] == NOBODY:
        memory.busy[slot] = memory.stack[ply, KEY]


@helper
def leave(memory: Memory, ply: int) -> None:
    """Free the slot of the position of this ply."""
    if is_busy(memory, ply):
        memory.busy[slot_of(memory, ply)] = NOBODY
