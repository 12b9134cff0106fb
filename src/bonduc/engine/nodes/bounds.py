"""What a result rests on: telling proved scores from estimates.

A search result makes two claims: the position is worth *at least* the score, and *at most* the score. Each rests on

    UNPROVED        somewhere on the estimate of a leaf, or on nothing (a bound the window did not ask for)
    i ≥ 0           on a repetition of the position at index i of `path`, an ancestor or an earlier position of the
                    round, and on nothing that is not proved
    FREE            on the rules alone

so the strength of a claim that needs several others is the least of theirs, and a score is exact if both claims are
proved. A repetition of the very position, or of one below it, is no condition on what came before: such a claim is
freed. Only free claims go into the table as proved.

Why that is right. Between captures the stores stand still, so every repetition of a stretch of play is worth the
same, the *share*. A proof tree whose leaves are ends, free claims and repetitions inside the tree proves its bound for
play from its root without a past: who follows it and meets a repetition goes on from the earlier position, and play
that never ends is worth the share. With a past, a position of it can be an early end worth the share; so where earlier
positions of the round can still recur, a claim from the table holds only towards the share: `at least` a score not
above it, `at most` a score not below it.
"""

from __future__ import annotations

from bonduc.engine.nodes.memory import EARLIER, HIGH, LOW, SEED, SEEDS, SINCE, Memory
from bonduc.engine.nodes.transposition import AT_LEAST, AT_MOST, PROVED_AT_LEAST, PROVED_AT_MOST
from bonduc.games.kernels.compile import helper
from bonduc.games.kernels.state import LOST, MOVER, NORTH_STORE, SOUTH_STORE, States

UNPROVED = -1
FREE = 1 << 30


@helper
def lead(states: States, row: int, mover: int) -> int:
    """A player's lead in the stores."""
    return SEED * (int(states[row, SOUTH_STORE + mover]) - int(states[row, SOUTH_STORE + 1 - mover]))


@helper
def most_to_come(memory: Memory, ply: int) -> int:
    """All that is still to be won: no score can differ from the lead by more."""
    states = memory.states
    taken = int(states[ply, SOUTH_STORE]) + int(states[ply, NORTH_STORE]) + int(states[ply, LOST])
    return SEED * (int(memory.control[SEEDS]) - taken)


@helper
def set_claims(memory: Memory, ply: int, low: int, high: int) -> None:
    memory.stack[ply, LOW] = low
    memory.stack[ply, HIGH] = high


@helper
def turn_claims(memory: Memory, ply: int) -> None:
    """The claims of a child's result as its parent sees them, the other player being to move there."""
    set_claims(memory, ply, int(memory.stack[ply, HIGH]), int(memory.stack[ply, LOW]))


@helper
def past_matters(memory: Memory, ply: int) -> bool:
    """Can an earlier position of the round, before the root, still recur at this ply?"""
    return bool(memory.stack[ply, SINCE] < memory.control[EARLIER])


@helper
def bounds_to_keep(score: int, alpha: int, beta: int, low: int, high: int) -> int:
    """The table's bounds for a result. A bound that rests on a repetition further up the line is none."""
    bounds = 0
    if low == FREE:
        bounds |= AT_LEAST | PROVED_AT_LEAST
    elif score > alpha and low == UNPROVED:
        bounds |= AT_LEAST
    if high == FREE:
        bounds |= AT_MOST | PROVED_AT_MOST
    elif score < beta and high == UNPROVED:
        bounds |= AT_MOST
    return bounds


@helper
def table_answers(memory: Memory, ply: int, score: int, bounds: int, deep_enough: bool, alpha: int, beta: int) -> bool:
    """Does what the table knows settle the search of this window? Sets the claims of the ply.

    Estimates settle null windows only, so that the best line stays whole.
    """
    low = FREE if bounds & PROVED_AT_LEAST else UNPROVED
    high = FREE if bounds & PROVED_AT_MOST else UNPROVED
    if past_matters(memory, ply):
        share = lead(memory.states, ply, int(memory.states[ply, MOVER]))
        if score > share:
            low = UNPROVED
        if score < share:
            high = UNPROVED
    estimate = deep_enough and beta - alpha == 1
    at_least = low == FREE or (estimate and bounds & AT_LEAST != 0)
    at_most = high == FREE or (estimate and bounds & AT_MOST != 0)
    set_claims(memory, ply, low, high)
    return bool((at_least and score >= beta) or (at_most and score <= alpha) or (at_least and at_most))
