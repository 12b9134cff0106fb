"""Endless sowing decided exactly (RULES.md, Endless sowing), for every two-row game.

A lap without captures can be undone, so the map from one lap-start (board with the hole lifted, hole, handful) to
the next is injective: a sowing is endless if and only if a lap-start recurs, and then every lap-start from the
second on recurs. It is therefore enough to keep one lap-start, the anchor, and to wait for its return; no bound on
the number of laps is needed.

Moreover the rule of a lap is the same wherever on the ring it starts. So the anchor need not return in its own
place: once the board *as seen from the hole lifted* (with what else decides how laps go on, the context, seen from
there too) is the anchor's, every later lap repeats an earlier one, further round, for ever. That comes about five
times sooner. Cycles of hundreds of thousands of laps are common all the same, and sowings run into the same ones
again and again, so sparse points of the cycles already proved are remembered, each as its *whole* state.

The memory is one int64 array a thread, from `workspace`; it belongs to one game with one set of options.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bonduc.games.kernels.compile import helper, subroutine
from bonduc.games.kernels.state import UNDECIDED, Options, States, Work, leave_open

# Sowings shorter than this pay nothing for the test.
GUARD_LAPS = 24

# Patience enough where an estimate is wanted: hardly any sowing that ends takes a thousand laps.
ROUGH_PATIENCE = 1 << 16

NEVER = 0
PROVED = 1
GAVE_UP = 2

# work[0, 0]: the patience, laps after which the answer GAVE_UP is allowed (0: never); work[0, 1]: points on the trail;
# work[0, 2]: the anchor's glimpse; work[0, 3]: how often the trail was thinned. work[1]: the anchor. work[2, 0]: the
# patience that there is at most (0: any). Then the trail of the sowing under way, then the table of points on known
# cycles. A lap-start is kept as its context and then its board from the hole lifted on, eight holes a word, the handful
# standing in the hole it was lifted from.
COLUMNS = 4
CEILING = 2
TRAIL = 3
TRAIL_POINTS = 1022
TABLE = TRAIL + TRAIL_POINTS
TABLE_BITS = 18
GLIMPSE_MASK = (1 << 28) - 1  # four handfuls
GLIMPSE_SPARSE = 255 << 20  # one lap-start in some 256 is looked at whole,
SPARSE = 1  # and one in two of those is a point; of these fewer where the trail was thinned, told by bits of the key
THIN_SHIFT = 22
MOST_THINNED = 10


def workspace(patience: int = 0, table_bits: int = TABLE_BITS) -> Work:
    """Fresh memory; `patience` bounds the laps of one capture-free run (0: no bound, the answer is exact).

    The table of known cycles has 2 ** table_bits places.
    """
    work = np.zeros((TABLE + (1 << table_bits), COLUMNS), np.int64)
    work[CEILING, 0] = Ceiling.laps
    be_patient(work, patience)
    return work


class Ceiling:
    """The patience of fresh memory where none is asked for: 0, unless the process cannot wait for ever."""

    laps = 0


@helper
def be_patient(work: Work, laps: int) -> None:
    """Bound the laps of capture-free runs from now on, or (0) no longer than by the ceiling of the memory."""
    work[0, 0] = laps if laps > 0 else work[CEILING, 0]


@helper
def stuck_exactly(stuck: Callable[..., int], states: States, ply: int, options: Options, work: Work) -> int:
    """As the kernel `stuck`, but decided whatever the patience; it is left open where there is a ceiling to that."""
    flags = stuck(states, ply, options, work)
    if flags == UNDECIDED:
        patience = int(work[0, 0])
        be_patient(work, 0)
        flags = stuck(states, ply, options, work)
        be_patient(work, patience)
    if flags == UNDECIDED:
        flags = leave_open(states, ply)
    return flags


@helper
def pack(states: States, row: int, size: int, at: int, part: int) -> int:
    """Holes 8 · part … 8 · part + 7 counted from `at` on, in one word, a byte each (counts are below 128)."""
    word = 0
    for i in range(8 * part, min(8 * part + 8, size)):
        hole = at + i if at + i < size else at + i - size
        word |= int(states[row, hole]) << 8 * (i & 7)
    return word


@helper
def point_key(context: int, low: int, middle: int, high: int) -> int:
    """A 32-bit hash of a lap-start; no product leaves 63 bits, so interpreted and compiled runs agree."""
    key = context & 0xFFFFFFFF
    for word in (low, middle, high):
        key = ((key ^ (word & 0xFFFFFFFF)) * 0x2545F491) & 0xFFFFFFFF
        key = ((key ^ key >> 15 ^ (word >> 32)) * 0x1B873593) & 0xFFFFFFFF
    return key ^ key >> 13


@helper
def glimpse_of(glimpse: int, hand: int) -> int:
    """The handfuls of the last four laps in one number, from that of the lap before and the new handful."""
    return (glimpse << 7 | hand) & GLIMPSE_MASK


@helper
def is_suspect(glimpse: int, laps: int, work: Work) -> bool:
    """Is this lap-start worth a look by `endless`? Its glimpse tells, which is the same whenever it comes back.

    `laps` counts the laps since the sowing began or last captured. Suspect are the start of lap GUARD_LAPS, which
    becomes the anchor; any that may be the anchor again, or a point; all when patience has run out.
    """
    if laps <= GUARD_LAPS:
        return laps == GUARD_LAPS
    if glimpse == work[0, 2] or glimpse * 0x9E3779B1 & GLIMPSE_SPARSE == 0:
        return True
    return bool(work[0, 0] > 0 and laps > work[0, 0])


@subroutine
def endless(
    states: States, row: int, size: int, at: int, hand: int, glimpse: int, laps: int, context: int, work: Work
) -> int:
    """Does the sowing at this suspect lap-start never end? NEVER is "not proved yet".

    `hand` was just lifted from `at`; bit i of `context` is what else of hole i decides how laps go on (0 where
    nothing does).
    """
    turned = (context >> at | context << size - at) & (1 << size) - 1
    low = hand | pack(states, row, size, at, 0)
    middle = pack(states, row, size, at, 1)
    high = pack(states, row, size, at, 2)
    if laps == GUARD_LAPS:
        work[0, 1] = 0
        work[0, 2] = glimpse
        work[0, 3] = 0
        keep(work, 1, turned, low, middle, high)
        return NEVER
    returned = is_kept(work, 1, turned, low, middle, high)
    if not returned:
        key = point_key(turned, low, middle, high)
        if key & SPARSE == 0:
            returned = is_kept(work, table_place(work, key), turned, low, middle, high)
            if not returned and is_for_trail(work, key):
                keep(work, TRAIL + int(work[0, 1]), turned, low, middle, high)
                work[0, 1] += 1
    if returned:
        remember(work)
        return PROVED
    return GAVE_UP if work[0, 0] > 0 and laps > work[0, 0] else NEVER


@helper
def keep(work: Work, slot: int, context: int, low: int, middle: int, high: int) -> None:
    # The context is kept one greater: an unused slot is no lap-start.
    work[slot, 0] = context + 1
    work[slot, 1] = low
    work[slot, 2] = middle
    work[slot, 3] = high


@helper
def is_kept(work: Work, slot: int, context: int, low: int, middle: int, high: int) -> bool:
    return bool(
        work[slot, 0] == context + 1 and work[slot, 1] == low and work[slot, 2] == middle and work[slot, 3] == high
    )


@helper
def key_of(work: Work, slot: int) -> int:
    return point_key(int(work[slot, 0]) - 1, int(work[slot, 1]), int(work[slot, 2]), int(work[slot, 3]))


@helper
def table_place(work: Work, key: int) -> int:
    """Where the table of known cycles keeps a point."""
    return TABLE + (key >> 4 & int(work.shape[0]) - TABLE - 1)


@helper
def is_thin(work: Work, key: int) -> bool:
    """Is a point among those that a trail thinned so often keeps?"""
    return bool(key >> THIN_SHIFT & (1 << work[0, 3]) - 1 == 0)


@helper
def is_for_trail(work: Work, key: int) -> bool:
    """Does a point belong on the trail? A full one is thinned first, so that its points lie all along a long cycle."""
    while is_thin(work, key) and work[0, 1] == TRAIL_POINTS and work[0, 3] < MOST_THINNED:
        thin(work)
    return bool(is_thin(work, key) and work[0, 1] < TRAIL_POINTS)


@helper
def thin(work: Work) -> None:
    """Keep about every second point of the trail."""
    work[0, 3] += 1
    kept = 0
    for slot in range(TRAIL, TRAIL + int(work[0, 1])):
        if is_thin(work, key_of(work, slot)):
            for i in range(COLUMNS):
                work[TRAIL + kept, i] = work[slot, i]
            kept += 1
    work[0, 1] = kept


@helper
def remember(work: Work) -> None:
    """The trail of a sowing proved endless into the table of known points."""
    for slot in range(TRAIL, TRAIL + int(work[0, 1])):
        point = table_place(work, key_of(work, slot))
        for i in range(COLUMNS):
            work[point, i] = work[slot, i]
