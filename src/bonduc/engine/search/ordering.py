"""In which order moves are tried: the table's move, then by what they are seen to win, killers, history.

Where sub-trees are to be searched, all candidates are played first, each once, into the bank of rows; search then
takes the played rows from there. One ply above the leaves that would cost more than it saves.
"""

from __future__ import annotations

from bonduc.engine.nodes.bounds import lead
from bonduc.engine.nodes.memory import (
    BANK,
    BEST,
    DONE,
    EXCLUDED,
    EXCLUDED_MOVES,
    GIVEN_UP,
    HISTORY,
    HISTORY_BITS,
    HISTORY_MASK,
    KILLER,
    NOT_PLAYED,
    ORDER,
    PLAYED,
    PUT_OFF,
    Memory,
)
from bonduc.games.kernels.compile import helper, subroutine
from bonduc.games.kernels.rules import Rules
from bonduc.games.kernels.state import MAX_MOVES, MOVER, UNDECIDED, copy_row

TABLE_MOVE = 1 << 50
GAIN = 1 << 20  # for each hundredth of a seed
KILLER_BONUS = 1 << 26
HISTORY_MOST = 1 << 24


@helper
def history_slot(mover: int, move: int) -> int:
    return HISTORY + (mover << HISTORY_BITS) + (move & HISTORY_MASK)


@subroutine
def rate_moves(memory: Memory, ply: int, count: int) -> bool:
    """Order scores of the candidates before any is played; whether the table's move, BEST, is among them."""
    moves, control, stack = memory.moves, memory.control, memory.stack
    mover = int(memory.states[ply, MOVER])
    stack[ply, GIVEN_UP] = 0
    found = False
    for i in range(count):
        move = int(moves[ply, i])
        score = int(control[history_slot(mover, move)])
        if move == stack[ply, KILLER] or move == stack[ply, KILLER + 1]:
            score += KILLER_BONUS
        if move == stack[ply, BEST]:
            score = TABLE_MOVE
            found = True
        stack[ply, ORDER + i] = score
        stack[ply, PLAYED + i] = NOT_PLAYED
    if ply == 0:
        exclude(memory, count)
    return found


@helper
def exclude(memory: Memory, count: int) -> None:
    """Moves of the root that are not to be searched again: the first moves of better lines."""
    for i in range(count):
        for j in range(memory.control[EXCLUDED_MOVES]):
            if memory.moves[0, i] == memory.control[EXCLUDED + j]:
                memory.stack[0, ORDER + i] = DONE


@subroutine
def play_ahead(rules: Rules, memory: Memory, ply: int, count: int) -> None:
    """Play the candidates not tried yet into the bank, and rate them by what they win too."""
    states, stack = memory.states, memory.stack
    mover = int(states[ply, MOVER])
    before = lead(states, ply, mover)
    for i in range(count):
        if stack[ply, ORDER + i] == DONE:
            continue
        flags = rules.play(states, ply, memory.moves[ply, i], rules.options, memory.work)
        stack[ply, PLAYED + i] = flags
        if flags < 0:
            stack[ply, ORDER + i] = DONE
            stack[ply, GIVEN_UP] |= flags == UNDECIDED
            continue
        copy_row(states, ply + 1, BANK + MAX_MOVES * ply + i)
        stack[ply, ORDER + i] += GAIN * (lead(states, ply + 1, mover) - before)


@helper
def pick(memory: Memory, ply: int, count: int) -> int:
    """The place of the untried candidate with the highest order score, the first of equals; -1 if none is left."""
    best, highest = -1, DONE
    for i in range(count):
        if memory.stack[ply, ORDER + i] > highest:
            best, highest = i, int(memory.stack[ply, ORDER + i])
    if best >= 0:
        memory.stack[ply, ORDER + best] = DONE
    return best


@helper
def put_off(memory: Memory, ply: int, i: int) -> None:
    """Leave a candidate just picked for later."""
    memory.stack[ply, ORDER + i] = PUT_OFF


@helper
def resume(memory: Memory, ply: int, count: int) -> bool:
    """Make the candidates that were put off ready to be picked, in the order listed; whether there are any."""
    found = False
    for i in range(count):
        if memory.stack[ply, ORDER + i] == PUT_OFF:
            memory.stack[ply, ORDER + i] = 0
            found = True
    return found


@subroutine
def reward(memory: Memory, ply: int, depth: int) -> None:
    """The best move of this ply refuted the move before: try it early in siblings and elsewhere."""
    control, stack = memory.control, memory.stack
    move = int(stack[ply, BEST])
    if stack[ply, KILLER] != move:
        stack[ply, KILLER + 1] = stack[ply, KILLER]
        stack[ply, KILLER] = move
    slot = history_slot(int(memory.states[ply, MOVER]), move)
    control[slot] += depth * depth
    if control[slot] > HISTORY_MOST:
        for i in range(HISTORY, HISTORY + 2 * (1 << HISTORY_BITS)):
            control[i] //= 2
