"""Endgame tables inside the search: exact values of positions with few seeds, from whole classes kept in memory.

All that a probe needs lies in one int64 array, shared by all threads: the open holes as each mover sees them, where
each class begins, what ranking needs, and then the codes of the classes, eight in a word, as the tables hold them. The
array of one word stands for no tables.

Only positions with fewer seeds than the root are probed. None of them can be one that has occurred in the round, so
their values are proved whatever the past (`proof.py`), and every one reached has come nearer to the end.
"""

from __future__ import annotations

from bonduc.engine.memory import Numbers
from bonduc.games.compile import helper
from bonduc.games.contract import MOST_SEEDS, MOVER, States

MOST_HOLES = 24
SIZE = 0  # how many open holes there are; 0: there are no tables
MOST = 1  # seeds of the largest class
ORDERS = 2
STARTS = ORDERS + 2 * MOST_HOLES
WAYS = STARTS + 2 * (MOST_SEEDS + 1)
CODES = WAYS + MOST_HOLES * (MOST_SEEDS + 1)

UNKNOWN = -127
CYCLIC = -128  # `solve.sweep.CYCLIC`


@helper
def probe(words: Numbers, states: States, row: int) -> int:
    """What the tables say the mover of a row still gains on the opponent, in seeds; UNKNOWN if they do not hold it."""
    size = int(words[SIZE])
    mover = int(states[row, MOVER])
    order = ORDERS + MOST_HOLES * mover
    seeds = 0
    for i in range(size):
        seeds += int(states[row, words[order + i]])
    if seeds > words[MOST]:
        return UNKNOWN
    place = words[STARTS + (MOST_SEEDS + 1) * mover + seeds]
    if place < 0:
        return UNKNOWN
    left = seeds
    for i in range(size - 1):
        ways = WAYS + (MOST_SEEDS + 1) * (size - 1 - i)
        after = left - int(states[row, words[order + i]])
        place += words[ways + left] - words[ways + after]
        left = after
    code = words[CODES + (place >> 3)] >> 8 * (place & 7) & 0xFF
    if code == CYCLIC & 0xFF:
        return 0
    return int(code) if code < 128 else int(code) - 256
