"""Classes by numbers of stones: ranks, places and steps, each way and back."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.position import Game
from bonduc.solve.by_stones.classes import (
    INVALID,
    Pair,
    Rings,
    Steps,
    all_pairs,
    check_stone_tables,
    counted_by_stones,
    has_stone_tables,
    rings_of,
    steps_of,
)


def bao(columns: int) -> Game:
    return bonduc.game("bao-la-kimasai", columns=columns)


def test_ranks_are_those_of_the_combinatorial_number_system() -> None:
    rings = Rings(8)
    for bits in range(1 << 8):
        holes = [hole for hole in range(8) if bits >> hole & 1]
        assert rings.stones[bits] == len(holes)
        assert rings.ranks[bits] == sum(comb(hole, i) for i, hole in enumerate(holes, 1))
        assert rings.patterns[len(holes)][rings.ranks[bits]] == bits


@pytest.mark.parametrize("columns", [2, 3])
def test_places_count_every_position_once(columns: int) -> None:
    game = bao(columns)
    seen = set()
    for pair in all_pairs(game, 4 * columns):
        for place in range(pair.blocks * pair.block_size):
            own, enemy = pair.rings_at(place)
            assert pair.place(own, enemy) == place
            assert {own.bit_count(), enemy.bit_count()} == {pair.more, pair.fewer}
            seen.add((own, enemy))
    assert len(seen) == ((1 << 2 * columns) - 1) ** 2


def test_pairs_come_after_those_they_capture_into() -> None:
    order = [(pair.more, pair.fewer) for pair in all_pairs(bao(4), 16)]
    for more, fewer in order:
        for taken in (1, 2):
            for child in ((more - taken, fewer), (more, fewer - taken)):
                lower = max(child), min(child)
                assert lower[1] <= 0 or order.index(lower) < order.index((more, fewer))
    assert [(pair.more, pair.fewer) for pair in all_pairs(bao(4), 4)] == [(1, 1), (2, 1), (2, 2), (3, 1)]


def test_steps_are_found_by_playing() -> None:
    assert steps_of(bao(3)) == (0b11, 0b110, 0b1100, 0b11000, 0b110000, 0b100001)


def test_steps_lead_forward_and_back() -> None:
    rings = Rings(6)
    for stones in range(1, 7):
        steps = Steps.of(rings, stones, steps_of(bao(3)))
        forward = {
            (source, hole, int(steps.forward[source, hole]))
            for source in range(len(steps.forward))
            for hole in range(6)
            if steps.forward[source, hole] != INVALID
        }
        backward = set()
        for target, (sources, holes) in enumerate(zip(steps.backward, steps.holes, strict=True)):
            count = list(sources).index(INVALID)
            backward |= {
                (int(source), int(hole), target) for source, hole in zip(sources[:count], holes[:count], strict=True)
            }
        assert forward == backward
        assert len(forward) == (0 if stones == 6 else 6 * comb(4, stones - 1))
        for source, hole, target in forward:
            before, after = int(rings.patterns[stones][source]), int(rings.patterns[stones][target])
            assert before ^ after == 1 << hole | 1 << (hole + 1) % 6
            assert before >> hole & 1


def test_rings_and_pair_of_a_position_are_seen_by_its_mover() -> None:
    game = bao(2)
    south = game.position("0,1/1,0/1,1/0,1 0 0 S")
    north = game.position("0,1/1,0/1,1/0,1 0 0 N")
    assert rings_of(south) == (0b1110, 0b0101)
    assert rings_of(north) == (0b0101, 0b1110)
    assert Pair.of(south) == Pair.of(north) == Pair(game, 3, 2)
    pair = Pair.of(south)
    assert pair.place(*rings_of(south)) < pair.block_size <= pair.place(*rings_of(north))


def test_games_without_such_tables_are_refused() -> None:
    assert not counted_by_stones(bonduc.game("rio-kadalis"))
    with pytest.raises(BonducError, match="Kiothi has no tables by numbers of stones"):
        check_stone_tables(bonduc.game("kiothi"))
    assert counted_by_stones(bao(9))
    assert not has_stone_tables(bao(9))
    with pytest.raises(BonducError, match="up to 8 columns, not for 9"):
        check_stone_tables(bao(9))
    check_stone_tables(bao(8))
    many = Game(replace(bao(3).spec, hole_limit=None), {"columns": 3})
    assert not counted_by_stones(many)
