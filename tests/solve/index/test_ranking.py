"""Ranking is a bijection, in lexicographic order, both ways, at every size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from bonduc.errors import BonducError
from bonduc.games.kernels.state import WIDTH
from bonduc.solve.index.ranking import class_size, next_board, rank_row, unrank_row, ways


def _boards(size: int, seeds: int) -> list[tuple[int, ...]]:
    return [board for board in product(range(seeds + 1), repeat=size) if sum(board) == seeds]


@pytest.mark.parametrize(("size", "seeds"), [(1, 0), (1, 5), (2, 0), (2, 7), (3, 6), (4, 8), (5, 6), (6, 5), (8, 3)])
def test_ranks_are_a_bijection_in_lexicographic_order(size: int, seeds: int) -> None:
    boards = _boards(size, seeds)
    assert class_size(size, seeds) == len(boards)
    table = ways(size, seeds)
    order = np.arange(size, dtype=np.int64)[::-1].copy() if size == 5 else np.arange(size, dtype=np.int64)
    states = np.zeros((2, WIDTH), np.int8)
    walk = np.zeros((1, WIDTH), np.int8)
    unrank_row(walk, 0, order, table, seeds, 0)
    for expected, board in enumerate(boards):
        states[0, order] = board
        assert rank_row(states, 0, order, table, seeds) == expected
        unrank_row(states, 1, order, table, seeds, expected)
        assert tuple(states[1, order]) == board
        assert tuple(walk[0, order]) == board
        next_board(walk, 0, order)
    assert tuple(walk[0, order]) == boards[-1]


def test_sizes_that_cannot_be_ranked_are_refused() -> None:
    with pytest.raises(BonducError, match="0 seeds in 25 holes"):
        ways(25, 0)
    with pytest.raises(BonducError, match=r"more than 2\^62"):
        ways(24, 120)
