"""The estimate of a leaf: a linear sum over patterns of holes, with weights that come as data.

A pattern is a few holes, as the mover sees the board, and a table with a weight for every way their contents can look
(contents are first reduced to a few classes). Weights are an int32 array:

    0 PATTERNS   how many patterns; 0: there are no weights, use the game's own `evaluate`
    1 TEMPO      what the right to move is worth
    2 MOST       no estimate of what is still to come is greater
    3 NOTES      0: classes depend on the seeds of a hole only; 1: on what the game notes of it too; 2: likewise, the
                 note being a player, seen from the mover
    from HEADERS on, FIELDS numbers a pattern:
      ARITY, RADIX, and the places in the array of CLASSES (of a note and a count: place + 128 · note + seeds),
      HOLES (South's, then North's), TABLE (the first hole's class counts most)
"""

from __future__ import annotations

from collections.abc import Callable

from bonduc.engine.nodes.bounds import lead
from bonduc.engine.nodes.memory import Weights
from bonduc.games.kernels.compile import helper, subroutine
from bonduc.games.kernels.state import FLAGS, MOVER, Options, States

PATTERNS = 0
TEMPO = 1
MOST = 2
NOTES = 3
HEADERS = 4
FIELDS = 5
ARITY = 0
RADIX = 1
CLASSES = 2
HOLES = 3
TABLE = 4
COUNTS = 128
PLAIN_NOTE = 1
PLAYER_NOTE = 2


@helper
def pattern_index(states: States, row: int, weights: Weights, header: int, mover: int) -> int:
    """The place in the weights of what a pattern looks like to the mover."""
    arity, radix = int(weights[header + ARITY]), int(weights[header + RADIX])
    classes = int(weights[header + CLASSES])
    holes = int(weights[header + HOLES]) + arity * mover
    notes = weights[NOTES]
    index = 0
    for i in range(arity):
        hole = int(weights[holes + i])
        content = int(states[row, hole])
        if notes != 0:
            note = int(states[row, FLAGS + hole])
            if notes == PLAYER_NOTE:
                note ^= mover
            content += COUNTS * note
        index = index * radix + int(weights[classes + content])
    return int(weights[header + TABLE]) + index


@subroutine
def estimate(evaluate: Callable[..., int], states: States, row: int, options: Options, weights: Weights) -> int:
    """What a position may be worth to its mover, in hundredths of a seed."""
    if weights[PATTERNS] == 0:
        return evaluate(states, row, options)
    mover = int(states[row, MOVER])
    to_come = int(weights[TEMPO])
    for pattern in range(weights[PATTERNS]):
        to_come += int(weights[pattern_index(states, row, weights, HEADERS + FIELDS * pattern, mover)])
    most = int(weights[MOST])
    return lead(states, row, mover) + max(-most, min(most, to_come))
