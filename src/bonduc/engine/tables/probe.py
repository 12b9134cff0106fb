"""Endgame tables inside the search: exact values of positions with few seeds, from whole classes kept in memory.

All that a probe needs lies in one int64 array, shared by all threads, the codes of the classes at its end, eight in a
word. Before them lie

- for tables by seeds: the open holes as each mover sees them, where each class begins, and what ranking needs; codes
  are those of the tables;
- for tables by stones: for each number of the mover's stones and of the other's, where their class begins and by what
  the ranks of their rings are multiplied, and the ranks of all rings; codes are 1 (won), 0 and -1.

The array of one word stands for no tables.

Only positions with fewer seeds than the root are probed. None of them can be one that has occurred in the round, so
their values are proved whatever the past (`nodes/bounds.py`), and every one reached has come nearer to the end.
"""

from __future__ import annotations

from bonduc.engine.nodes.memory import Numbers
from bonduc.games.kernels.compile import helper
from bonduc.games.kernels.state import MOST_SEEDS, MOVER, States

MOST_HOLES = 24
SIZE = 0  # how many open holes there are; for tables by stones, less than 0: minus the holes of a ring
MOST = 1  # seeds of the largest class
ORDERS = 2
STARTS = ORDERS + 2 * MOST_HOLES
WAYS = STARTS + 2 * (MOST_SEEDS + 1)
CODES = WAYS + MOST_HOLES * (MOST_SEEDS + 1)

LARGEST_RING = 16
PAIRS = 1  # three words each: the first place, the factors of the mover's rank and the other's
RANKS = PAIRS + 3 * (LARGEST_RING + 1) ** 2
STONE_CODES = RANKS + (1 << LARGEST_RING)

UNKNOWN = -127
CYCLIC = -128  # `solve.sweep.CYCLIC`


@helper
def code_at(words: Numbers, codes: int, place: int) -> int:
    """The code at a place of the codes that begin at a word."""
    code = words[codes + (place >> 3)] >> 8 * (place & 7) & 0xFF
    return int(code) if code < 128 else int(code) - 256


@helper
def pair_word(own: int, enemy: int) -> int:
    """Where it is told how positions of so many stones of the mover and of the other are found."""
    return PAIRS + 3 * ((LARGEST_RING + 1) * own + enemy)


@helper
def probe_stones(words: Numbers, states: States, row: int, ring: int) -> int:
    """What tables by stones say: 1 if the mover wins, -1 if the mover loses, 0, or UNKNOWN."""
    own_first, enemy_first = (0, ring) if states[row, MOVER] == 0 else (ring, 0)
    own, enemy, own_count, enemy_count = 0, 0, 0, 0
    for i in range(ring):
        own |= int(states[row, own_first + i]) << i
        enemy |= int(states[row, enemy_first + i]) << i
        own_count += int(states[row, own_first + i])
        enemy_count += int(states[row, enemy_first + i])
    at = pair_word(own_count, enemy_count)
    if words[at] < 0:
        return UNKNOWN
    place = words[at] + words[RANKS + own] * words[at + 1] + words[RANKS + enemy] * words[at + 2]
    return code_at(words, STONE_CODES, place)


@helper
def probe(words: Numbers, states: States, row: int) -> int:
    """What the tables say the mover of a row still gains on the opponent, in seeds; UNKNOWN if they do not hold it."""
    size = int(words[SIZE])
    if size < 0:
        return probe_stones(words, states, row, -size)
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
    code = code_at(words, CODES, place)
    return 0 if code == CYCLIC else code
