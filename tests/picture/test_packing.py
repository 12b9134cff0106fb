"""Seeds in holes and stores: as many places as seeds, inside, and side by side as long as there is room."""

from __future__ import annotations

import itertools
import math

import pytest

from bonduc.games.kernels.state import MOST_SEEDS
from bonduc.picture.geometry import SEEDS_ACROSS, SHAPES, board_geometry
from bonduc.picture.packing import FLAT, NEAREST, hole_places, spin, store_places
from tests.picture.boards import BOARDS

OVAL = 1.04  # the half length of a seed, in its radius


@pytest.mark.parametrize("count", range(MOST_SEEDS + 1))
def test_a_hole_has_a_place_of_its_own_for_each_seed(count: int) -> None:
    places = hole_places(count)
    assert len(set(places)) == len(places) == count


@pytest.mark.parametrize("count", [1, 2, 7, FLAT, FLAT + 1, 40, MOST_SEEDS])
@pytest.mark.parametrize("hole", range(5))
def test_seeds_lie_inside_the_hole_however_it_is_turned(count: int, hole: int) -> None:
    assert all(math.hypot(*place) + OVAL <= SEEDS_ACROSS for place in hole_places(count, spin(hole)))


@pytest.mark.parametrize("count", range(2, FLAT + 1))
def test_up_to_twenty_seeds_lie_side_by_side(count: int) -> None:
    nearest = min(math.dist(one, other) for one, other in itertools.combinations(hole_places(count), 2))
    assert nearest >= NEAREST - 0.01


@pytest.mark.parametrize("count", range(2, MOST_SEEDS))
def test_one_seed_more_moves_the_others_only_a_little(count: int) -> None:
    moved = [math.dist(a, b) for a, b in zip(hole_places(count), hole_places(count + 1), strict=False)]
    assert max(moved) < 1.6


def test_what_heaps_up_does_not_move_what_lies_below() -> None:
    assert hole_places(60)[:40] == hole_places(40)


def test_packings_do_not_change() -> None:
    assert hole_places(4) == hole_places(4)
    assert hole_places(1) == ((0.0, 0.0),)


@pytest.mark.parametrize("count", [-1, MOST_SEEDS + 1])
def test_impossible_numbers_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="on no board"):
        hole_places(count)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("board", BOARDS)
def test_a_store_holds_all_the_seeds_of_the_game(board: str, shape: str) -> None:
    game = BOARDS[board]
    geometry = board_geometry(game, shape)
    box, unit = geometry.stores[0].box, geometry.won
    places = store_places(box.width / unit, box.height / unit, box.corner / unit, game.seeds)
    assert len(places) == game.seeds
    for x, y in places:
        assert abs(x) * unit <= box.width / 2 - unit * 0.9
        assert abs(y) * unit <= box.height / 2 - unit * 0.9


def test_the_first_seeds_of_a_store_lie_side_by_side() -> None:
    places = store_places(20, 20, 10, 48)
    assert len(set(places)) == 48
    assert min(math.dist(one, other) for one, other in itertools.combinations(places[:36], 2)) >= NEAREST


def test_seeds_in_a_store_stay_where_they_are() -> None:
    assert store_places(10, 24, 5, 60)[:10] == store_places(10, 24, 5, 10)
