"""Positions where a hole holds one stone at most: classes by numbers of stones, ranked in both directions.

Each player's holes are a ring of `size` holes, bit i of a number being the stone in hole i of the ring as its owner
sees it; a position is the ring of the side to move and the ring of the other. Rings with the same number of stones
are ranked by the combinatorial number system, which is their order as numbers: a ring with stones in holes
h1 < h2 < … has the rank C(h1, 1) + C(h2, 2) + …. As no ring has more than 16 holes, ranks are looked up.

A move that captures nothing leads from a position with `own` and `enemy` stones to one with `enemy` and `own`. So the
classes (more, fewer) and (fewer, more) are solved together, as a *pair* of two blocks: block 0 has the player of `more`
stones to move, block 1 the player of `fewer`. In both, the place of a position is

    rank(ring of the player of more) · C(size, fewer) + rank(ring of the player of fewer)

so a move stays in its row or its column of the block it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.state import CAPTURED, MOVER, OVER, SOUTH, WIDTH, decode
from bonduc.games.spec import Layout
from bonduc.position import Game, Position

LARGEST_RING = 16
INVALID = -1
DIGITS = b"0" + b"1" * 255  # of a hole, by its stones

Ranks = npt.NDArray[np.int32]


def counted_by_stones(game: Game) -> bool:
    """Whether positions of the game are told by two rings alone: one stone a hole, each player's ring apart."""
    spec = game.spec
    return spec.holds_singles and not spec.notes and not spec.has_passes and game.layout.has_own_rings


def has_stone_tables(game: Game) -> bool:
    """Whether the game can have complete tables by numbers of stones."""
    return counted_by_stones(game) and ring_size(game.layout) <= LARGEST_RING


def check_stone_tables(game: Game) -> None:
    """BonducError unless the game can have complete tables by numbers of stones."""
    if not counted_by_stones(game):
        raise BonducError(f"{game.name} has no tables by numbers of stones")
    if not has_stone_tables(game):
        most = LARGEST_RING // 2
        raise BonducError(f"{game.name} has complete tables for up to {most} columns, not for {game.layout.columns}")


def ring_size(layout: Layout) -> int:
    """How many holes each player's ring has."""
    return layout.size // 2


class Rings:
    """All rings of `size` holes: `patterns[k]` those with k stones in order, `ranks[bits]` the rank among them."""

    def __init__(self, size: int) -> None:
        bits = np.arange(1 << size, dtype=np.int64)
        self.size = size
        self.stones = np.bitwise_count(bits).astype(np.int8)
        self.patterns = tuple(np.flatnonzero(self.stones == k).astype(np.int64) for k in range(size + 1))
        self.ranks: Ranks = np.empty(1 << size, np.int32)
        for patterns in self.patterns:
            self.ranks[patterns] = np.arange(len(patterns))


@lru_cache(maxsize=16)
def rings(size: int) -> Rings:
    """The rings of so many holes."""
    return Rings(size)


@dataclass(frozen=True)
class Pair:
    """The two classes of a game in which one player has `more` stones on the board and the other `fewer`."""

    game: Game
    more: int
    fewer: int

    @staticmethod
    def of(position: Position) -> Pair:
        """The pair that a position with stones on both sides belongs to."""
        own, enemy = rings_of(position)
        stones = rings(ring_size(position.game.layout)).stones
        counts = int(stones[own]), int(stones[enemy])
        return Pair(position.game, max(counts), min(counts))

    @cached_property
    def rings(self) -> Rings:
        """The rings of the game's board."""
        return rings(ring_size(self.game.layout))

    @property
    def shape(self) -> tuple[int, int]:
        """How many rings the player of `more` and the player of `fewer` can have."""
        return comb(self.rings.size, self.more), comb(self.rings.size, self.fewer)

    @property
    def block_size(self) -> int:
        """How many places a block has."""
        return self.shape[0] * self.shape[1]

    @property
    def blocks(self) -> int:
        """How many blocks differ: with equal numbers of stones the second is the first seen from the other side."""
        return 1 if self.more == self.fewer else 2

    def place(self, own: int, enemy: int) -> int:
        """The place, block and all, of the position with these rings, `own` to move."""
        ranks = self.rings.ranks
        if self.rings.stones[own] == self.more:
            return int(ranks[own]) * self.shape[1] + int(ranks[enemy])
        return self.block_size + int(ranks[enemy]) * self.shape[1] + int(ranks[own])

    def rings_at(self, place: int) -> tuple[int, int]:
        """The rings of the side to move and of the other at a place."""
        block, rest = divmod(place, self.block_size)
        of_more, of_fewer = divmod(rest, self.shape[1])
        found = int(self.rings.patterns[self.more][of_more]), int(self.rings.patterns[self.fewer][of_fewer])
        return found if block == 0 else found[::-1]


def all_pairs(game: Game, most: int) -> list[Pair]:
    """The pairs with stones on both sides and at most `most` on the board, in an order in which they can be solved."""
    size = ring_size(game.layout)
    found = [Pair(game, more, fewer) for more in range(1, size + 1) for fewer in range(1, more + 1)]
    return sorted((pair for pair in found if pair.more + pair.fewer <= most), key=lambda p: (p.more + p.fewer, p.more))


def rings_of(position: Position) -> tuple[int, int]:
    """The rings of the side to move and of the other."""
    size = ring_size(position.game.layout)
    digits = position.row[: 2 * size].translate(DIGITS)[::-1]
    south, north = int(digits[size:], 2), int(digits[:size], 2)
    return (south, north) if position.mover in (None, SOUTH) else (north, south)


@lru_cache(maxsize=16)
def steps_of(game: Game) -> tuple[int, ...]:
    """For each hole, the bits of its ring that change by a move from it which captures nothing.

    Found by playing a single stone from each hole against a single enemy stone in every place. Solving relies on a
    ring changing so by every move that captures nothing, and checks that for each move it plays.
    """
    size = ring_size(game.layout)
    steps = [0] * size
    for hole in range(size):
        for enemy in range(size):
            row = bytearray(WIDTH)
            row[hole] = row[size + enemy] = 1
            row[MOVER] = SOUTH
            for code in game.runner.candidates(bytes(row)):
                flags, after = game.runner.play(bytes(row), code)
                if flags >= 0 and not flags & (CAPTURED | OVER) and decode(code)[1] == hole:
                    steps[hole] = sum(1 << i for i in range(size) if after[i] != row[i])
    return tuple(steps)


@dataclass(frozen=True)
class Steps:
    """How rings of k stones lead to each other by moves that capture nothing, from the steps of single holes.

    `forward[r, h]` is the rank after a step from hole h of the ring of rank r, INVALID where there is none;
    `backward[r]` the ranks from which a step leads to rank r and `holes[r]` the holes it is made from, INVALID after
    the last.
    """

    forward: Ranks
    backward: Ranks
    holes: npt.NDArray[np.int8]

    @staticmethod
    def of(every: Rings, stones: int, steps: tuple[int, ...]) -> Steps:
        """The steps of rings of `stones` stones; `steps` as from `steps_of`."""
        patterns = every.patterns[stones]
        forward = np.full((len(patterns), every.size), INVALID, np.int32)
        backward = np.full((len(patterns), every.size + 1), INVALID, np.int32)
        holes = np.full((len(patterns), every.size + 1), INVALID, np.int8)
        found = np.zeros(len(patterns), np.int64)
        for hole, change in enumerate(steps):
            after = patterns ^ change
            good = (patterns & 1 << hole != 0) & (every.stones[after] == stones) & (change != 0)
            sources = np.flatnonzero(good)
            targets = every.ranks[after[good]]
            forward[sources, hole] = targets
            backward[targets, found[targets]] = sources
            holes[targets, found[targets]] = hole
            found[targets] += 1
        width = int(found.max()) + 1
        return Steps(forward, np.ascontiguousarray(backward[:, :width]), np.ascontiguousarray(holes[:, :width]))
