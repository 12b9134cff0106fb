"""Endless sowing decided exactly (RULES.md, Endless sowing), for every two-row game.

A lap without captures can be undone, so the map from one lap-start (board with the hole lifted, hole, handful) to
the next is injective: a sowing is endless if and only if a lap-start recurs, and then every lap-start from the
second on recurs. It is therefore enough to keep one lap-start, the anchor, and to wait for its return; no bound on
the number of laps is needed. Cycles of hundreds of thousands of laps are common, and sowings run into the same ones
again and again, so sparse points of the cycles already proved are remembered, each as its *whole* state.

The memory is one int64 array a thread, from `workspace`; it belongs to one game with one set of options.
"""

from __future__ import annotations

import numpy as np

from bonduc.games.compile import helper
from bonduc.games.contract import States, Work

# Sowings shorter than this pay nothing for the test.
GUARD_LAPS = 24

NEVER = 0
PROVED = 1
GAVE_UP = 2

# work[0, 0]: laps after which the answer GAVE_UP is allowed (0: never); work[0, 1]: points on the trail.
# work[1]: the anchor. Then the trail of the sowing under way, then the table of points on known cycles.
COLUMNS = 4
TRAIL = 2
TRAIL_POINTS = 4094
TABLE = TRAIL + TRAIL_POINTS
TABLE_BITS = 15
TABLE_MASK = (1 << TABLE_BITS) - 1
SPARSE = 15  # of the lap-starts at hole 0, one in sixteen is a point


def workspace(patience: int = 0) -> Work:
    """Fresh memory; `patience` bounds the laps of one capture-free run (0: no bound, the answer is exact)."""
    work = np.zeros((TABLE + (1 << TABLE_BITS), COLUMNS), np.int64)
    work[0, 0] = patience
    return work


@helper
def pack(states: States, row: int, start: int, size: int) -> int:
    """Up to eight holes from `start` on in one word, a byte each (counts are below 128)."""
    word = 0
    for i in range(start, min(start + 8, size)):
        word |= int(states[row, i]) << 8 * (i - start)
    return word


@helper
def point_key(start: int, low: int, middle: int, high: int) -> int:
    """A 32-bit hash of a lap-start; no product leaves 63 bits, so interpreted and compiled runs agree."""
    key = start & 0xFFFFFFFF
    for word in (low, middle, high):
        key = ((key ^ (word & 0xFFFFFFFF)) * 0x2545F491) & 0xFFFFFFFF
        key = ((key ^ key >> 15 ^ (word >> 32)) * 0x1B873593) & 0xFFFFFFFF
    return key ^ key >> 13


@helper
def endless(
    states: States, row: int, size: int, at: int, hand: int, laps: int, context: int, work: Work
) -> int:
    """Does the sowing at this lap-start never end? NEVER is "not proved yet".

    `laps` counts the laps since the sowing began or last captured, from GUARD_LAPS on; `context` holds whatever
    else of the position decides how laps go on (0 where nothing does).
    """
    start = (context << 16 | hand << 8 | at) + 1
    if laps == GUARD_LAPS:
        work[0, 1] = 0
        work[1, 0] = start
        work[1, 1] = pack(states, row, 0, size)
        work[1, 2] = pack(states, row, 8, size)
        work[1, 3] = pack(states, row, 16, size)
        return NEVER
    returned = start == work[1, 0]
    if not returned and at != 0:
        return NEVER
    low = pack(states, row, 0, size)
    middle = pack(states, row, 8, size)
    high = pack(states, row, 16, size)
    returned = returned and low == work[1, 1] and middle == work[1, 2] and high == work[1, 3]
    if not returned and at == 0:
        key = point_key(start, low, middle, high)
        if key & SPARSE == 0:
            point = TABLE + (key >> 4 & TABLE_MASK)
            returned = (
                work[point, 0] == start
                and work[point, 1] == low
                and work[point, 2] == middle
                and work[point, 3] == high
            )
            if not returned and work[0, 1] < TRAIL_POINTS:
                slot = TRAIL + work[0, 1]
                work[0, 1] += 1
                work[slot, 0] = start
                work[slot, 1] = low
                work[slot, 2] = middle
                work[slot, 3] = high
    if returned:
        remember(work)
        return PROVED
    if work[0, 0] > 0 and laps > work[0, 0]:
        return GAVE_UP
    return NEVER


@helper
def remember(work: Work) -> None:
    """The trail of a sowing proved endless into the table of known points."""
    for slot in range(TRAIL, TRAIL + int(work[0, 1])):
        key = point_key(int(work[slot, 0]), int(work[slot, 1]), int(work[slot, 2]), int(work[slot, 3]))
        point = TABLE + (key >> 4 & TABLE_MASK)
        for i in range(COLUMNS):
            work[point, i] = work[slot, i]
