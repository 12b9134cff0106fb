"""The transposition table, interpreted."""

from __future__ import annotations

import numpy as np

from bonduc.engine.nodes.transposition import (
    AT_LEAST,
    BUCKET,
    GENERATION_MASK,
    PROVED_AT_MOST,
    entry_bounds,
    entry_depth,
    entry_move,
    entry_score,
    find,
    keep,
    new_table,
)
from bonduc.games.kernels.state import PASS_CODE

KEYS = [int(key) for key in np.random.default_rng(1).integers(-(2**63), 2**63 - 1, 400)]


def test_a_table_is_no_larger_than_asked_for() -> None:
    assert new_table(1).nbytes == 1 << 20
    assert new_table(1.7).nbytes == 1 << 20
    assert new_table(0).nbytes == 64


def test_what_is_kept_is_found() -> None:
    table = new_table(1)
    for number, key in enumerate(KEYS):
        keep(table, key, PASS_CODE if number % 2 else number, 7 * number - 900, number, AT_LEAST | PROVED_AT_MOST, 5)
    for number, key in enumerate(KEYS):
        data = find(table, key)
        assert entry_move(data) == (PASS_CODE if number % 2 else number)
        assert entry_score(data) == 7 * number - 900
        assert entry_depth(data) == number  # beyond what a byte holds
        assert entry_bounds(data) == AT_LEAST | PROVED_AT_MOST
    assert find(table, 12345) == 0


def test_the_extremes_fit() -> None:
    table = new_table(1)
    for score in (-30_000, 30_000, 0):
        keep(table, 99, 0xFFFF, score, 5000, 15, GENERATION_MASK)
        data = find(table, 99)
        assert (entry_move(data), entry_score(data), entry_depth(data), entry_bounds(data)) == (0xFFFF, score, 1023, 15)


def test_a_torn_entry_is_not_found() -> None:
    table = new_table(1)
    keep(table, KEYS[0], 1, 100, 5, AT_LEAST, 0)
    place = int(np.flatnonzero(table)[0])
    table[place + 1] ^= 1 << 20
    assert find(table, KEYS[0]) == 0


def test_shallow_and_old_entries_give_way() -> None:
    table = new_table(1)
    buckets = len(table) // (2 * BUCKET)
    same_bucket = [7 + buckets * i for i in range(1, BUCKET + 3)]
    for depth, key in enumerate(same_bucket[:BUCKET], 3):
        keep(table, key, 1, 0, depth, AT_LEAST, 0)
    keep(table, same_bucket[BUCKET], 1, 0, 1, AT_LEAST, 0)
    assert find(table, same_bucket[0]) == 0, "the shallowest gave way"
    assert all(find(table, key) for key in same_bucket[1 : BUCKET + 1])
    keep(table, same_bucket[1], 1, 0, 1, AT_LEAST, 2)
    for key in same_bucket[2:BUCKET]:
        keep(table, key, 1, 0, 2, AT_LEAST, 2)
    keep(table, same_bucket[BUCKET + 1], 1, 0, 1, AT_LEAST, 2)
    assert find(table, same_bucket[BUCKET]) == 0, "the one of an old search gave way"


def test_no_table_keeps_nothing() -> None:
    table = new_table(0)
    keep(table, 5, 1, 2, 3, AT_LEAST, 0)
    assert find(table, 5) == 0
    assert not table.any()
