"""Ranking: a bijection between the positions of a class and 0 … N-1, fast in both directions.

A class is all the ways to spread `seeds` seeds over `size` open holes, the mover always seen from the same side: its
positions are weak compositions, N = C(seeds + size - 1, size - 1), ranked in lexicographic order with the first hole
varying slowest. With C(r + k, k) ways to spread r seeds over the k + 1 holes that are left,

    rank = sum over the holes of C(r + k, k) - C(r' + k, k),

where r seeds and k further holes are left at a hole and r' seeds after it (the hockey-stick identity sums the
positions whose hole holds fewer seeds).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.compile import helper
from bonduc.games.kernels.state import MOST_SEEDS, States

LARGEST_RANK = 2**62


def class_size(size: int, seeds: int) -> int:
    """How many positions the class of `seeds` seeds in `size` holes has."""
    return comb(seeds + size - 1, size - 1)


@lru_cache(maxsize=1024)
def ways(size: int, seeds: int) -> npt.NDArray[np.int64]:
    """The table `ways[k, r] = C(r + k, k)` for up to `size` holes and `seeds` seeds that ranking looks up."""
    if not 1 <= size <= 24 or not 0 <= seeds <= MOST_SEEDS:
        raise BonducError(f"cannot rank {seeds} seeds in {size} holes: 1 to 24 holes, 0 to {MOST_SEEDS} seeds")
    if class_size(size, seeds) > LARGEST_RANK:
        raise BonducError(f"cannot rank {seeds} seeds in {size} holes: there are more than 2^62 positions")
    table = [[min(comb(r + k, k), LARGEST_RANK) for r in range(seeds + 1)] for k in range(size)]
    return np.array(table, np.int64)


@helper
def rank_row(states: States, row: int, order: Any, ways: Any, seeds: int) -> int:
    """The rank of the board in a state row, its `seeds` seeds read in the holes of `order`."""
    rank = 0
    left = seeds
    k = len(order) - 1
    for i in range(len(order) - 1):
        after = left - int(states[row, order[i]])
        rank += ways[k, left] - ways[k, after]
        left = after
        k -= 1
    return int(rank)


@helper
def unrank_row(states: States, row: int, order: Any, ways: Any, seeds: int, rank: int) -> None:
    """Write the board of a rank into the holes of `order`; other holes stay as they are."""
    left = seeds
    rest = rank
    k = len(order) - 1
    for i in range(len(order) - 1):
        after = left
        while ways[k, left] - ways[k, after] <= rest and after > 0:
            after -= 1
        if ways[k, left] - ways[k, after] > rest:
            after += 1
        rest -= ways[k, left] - ways[k, after]
        states[row, order[i]] = left - after
        left = after
        k -= 1
    states[row, order[len(order) - 1]] = left


@helper
def next_board(states: States, row: int, order: Any) -> None:
    """The board of the next rank, in place; the last one is left as it is."""
    last = len(order) - 1
    moved = int(states[row, order[last]])
    i = last
    if moved == 0 and last > 0:
        i = last - 1
        while i > 0 and states[row, order[i]] == 0:
            i -= 1
        moved = int(states[row, order[i]])
    if i <= 0:
        return
    states[row, order[i]] = 0
    states[row, order[i - 1]] += 1
    states[row, order[last]] = moved - 1
