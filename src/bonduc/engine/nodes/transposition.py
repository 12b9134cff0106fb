"""The transposition table: what is known of positions met before, shared by all threads without locks.

One int64 array of buckets of BUCKET entries, an entry two words: the position's key xored with the data, and the
data. A pair of words torn by two threads writing at once gives a key that fits no position, and is not found.

Data, from the low bits: move 16, score 16, depth 10, bounds 4, generation 6, and a bit that says the entry is used.
Bounds: whether the score is a lower and an upper bound at that depth, and whether each is proved for good.
"""

from __future__ import annotations

import numpy as np

from bonduc.engine.nodes.memory import Numbers
from bonduc.games.kernels.compile import helper

BUCKET = 4  # entries: a cache line
ENTRY_BYTES = 16

AT_LEAST = 1
AT_MOST = 2
PROVED_AT_LEAST = 4
PROVED_AT_MOST = 8

SCORE_SHIFT = 16
SCORE_ZERO = 1 << 15
DEPTH_SHIFT = 32
DEPTH_MASK = (1 << 10) - 1
BOUND_SHIFT = 42
BOUND_MASK = 15
GENERATION_SHIFT = 46
GENERATION_MASK = 63
USED = 1 << 52
WORD = 0xFFFF
AGE_COST = 4  # plies of depth that a generation of age is worth


def new_table(megabytes: float) -> Numbers:
    """A table of at most this size, a power of two of buckets; 0: a single bucket that `find` and `keep` ignore."""
    buckets = 1
    while buckets * 2 * BUCKET * ENTRY_BYTES <= megabytes * (1 << 20):
        buckets *= 2
    return np.zeros(buckets * BUCKET * 2, np.int64)


@helper
def entry_move(data: int) -> int:
    return data & WORD


@helper
def entry_score(data: int) -> int:
    return (data >> SCORE_SHIFT & WORD) - SCORE_ZERO


@helper
def entry_depth(data: int) -> int:
    return data >> DEPTH_SHIFT & DEPTH_MASK


@helper
def entry_bounds(data: int) -> int:
    return data >> BOUND_SHIFT & BOUND_MASK


@helper
def find(table: Numbers, key: int) -> int:
    """The data kept for a position, 0 if none is."""
    if table.size == 2 * BUCKET:
        return 0
    first = 2 * BUCKET * (key & table.size // (2 * BUCKET) - 1)
    for entry in range(first, first + 2 * BUCKET, 2):
        data = table[entry + 1]
        if data != 0 and table[entry] ^ data == key:
            return int(data)
    return 0


@helper
def keep(table: Numbers, key: int, move: int, score: int, depth: int, bounds: int, generation: int) -> None:
    """Keep what is known of a position, in place of the bucket's least useful entry: shallow, or of an old search."""
    if table.size == 2 * BUCKET:
        return
    first = 2 * BUCKET * (key & table.size // (2 * BUCKET) - 1)
    target, least = first, 1 << 30
    for entry in range(first, first + 2 * BUCKET, 2):
        data = int(table[entry + 1])
        if data == 0 or table[entry] ^ data == key:
            target = entry
            break
        age = generation - (data >> GENERATION_SHIFT) & GENERATION_MASK
        use = (data >> DEPTH_SHIFT & DEPTH_MASK) - AGE_COST * age
        if use < least:
            target, least = entry, use
    data = (
        move
        | score + SCORE_ZERO << SCORE_SHIFT
        | min(depth, DEPTH_MASK) << DEPTH_SHIFT
        | bounds << BOUND_SHIFT
        | generation << GENERATION_SHIFT
        | USED
    )
    table[target] = key ^ data
    table[target + 1] = data
