"""Keys of positions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import bonduc
from bonduc.engine.nodes.keys import position_key, table_key
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.state import PASSED, WIDTH
from tests.engine.brute_force import random_positions


def key_of(row: bytes) -> int:
    states = np.zeros((1, WIDTH), np.int8)
    states[0] = np.frombuffer(row, np.int8)
    return int(compiled(position_key)(states, 0))


@pytest.mark.parametrize("name", bonduc.games())
def test_keys_are_equal_when_positions_count_as_the_same(name: str) -> None:
    by_key: dict[int, bytes] = {}
    for line in random_positions(bonduc.game(name), 100, seed=1):
        for position in line:
            assert by_key.setdefault(key_of(position.row), position.repetition_key) == position.repetition_key
    assert len(by_key) == len(set(by_key.values()))


def test_every_byte_but_the_pass_counts() -> None:
    chance = random.Random(3)
    row = bytearray(chance.randrange(100) for _ in range(WIDTH))
    key = key_of(bytes(row))
    for place in range(WIDTH):
        changed = bytearray(row)
        changed[place] ^= 1
        assert (key_of(bytes(changed)) == key) == (place == PASSED)


def test_similar_rows_rarely_share_a_key() -> None:
    chance = random.Random(4)
    rows = {
        bytes(chance.randrange(3) if i in (7, 15, 23, 31, 39, 47, 55, 63) else 0 for i in range(WIDTH))
        for _ in range(5000)
    }
    assert len({key_of(row) for row in rows}) == len(rows)
    assert len({key_of(row) & 0xFFF for row in rows}) > 2000, "the low bits, which choose the bucket, are spread"


def test_the_table_tells_a_pass_apart() -> None:
    states = np.zeros((1, WIDTH), np.int8)
    key = int(compiled(position_key)(states, 0))
    assert table_key(states, 0, key) == key
    states[0, PASSED] = 1
    assert int(compiled(position_key)(states, 0)) == key
    assert table_key(states, 0, key) != key
