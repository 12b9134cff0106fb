"""Where the parts of boards lie: nothing overlaps, nothing sticks out, the board is the same from both sides."""

from __future__ import annotations

import itertools
import math

import pytest

from bonduc.picture.geometry import SHAPES, Box, Geometry, board_geometry
from tests.picture.boards import BOARDS

CASES = list(itertools.product(BOARDS, SHAPES))


@pytest.fixture(params=CASES, ids="-".join)
def geometry(request: pytest.FixtureRequest) -> Geometry:
    board, shape = request.param
    return board_geometry(BOARDS[board], shape)


def apart(box: Box, other: Box) -> bool:
    over = abs(box.x - other.x) >= (box.width + other.width) / 2
    beside = abs(box.y - other.y) >= (box.height + other.height) / 2
    return over or beside


def test_holes_do_not_touch(geometry: Geometry) -> None:
    for one, other in itertools.combinations(geometry.holes, 2):
        assert math.hypot(one.x - other.x, one.y - other.y) > 2 * geometry.radius + 5


def test_holes_lie_on_the_wood_and_off_the_stores(geometry: Geometry) -> None:
    wood = geometry.wood
    for hole in geometry.holes:
        assert wood.left + geometry.radius < hole.x < wood.left + wood.width - geometry.radius
        assert wood.top + geometry.radius < hole.y < wood.top + wood.height - geometry.radius
        around = Box(hole.x, hole.y, 2 * geometry.radius, 2 * geometry.radius, 0)
        assert all(apart(around, store.box) for store in geometry.stores)
        if geometry.ridge is not None:
            assert apart(around, geometry.ridge)


def test_stores_lie_in_the_wood_or_beside_it(geometry: Geometry) -> None:
    wood = geometry.wood
    for store in geometry.stores:
        box = store.box
        if geometry.in_wood:
            assert abs(box.x - wood.x) + box.width / 2 < wood.width / 2
            assert abs(box.y - wood.y) + box.height / 2 < wood.height / 2
        else:
            assert apart(box, wood)


def test_everything_lies_within_the_view_box(geometry: Geometry) -> None:
    boxes = [geometry.wood, *(store.box for store in geometry.stores)]
    texts = [(point, geometry.store_size) for store in geometry.stores for point in (store.count,)]
    texts += [(label.at, geometry.letter_size) for label in geometry.labels]
    texts += [(hole.count, geometry.count_size) for hole in geometry.holes if hole.count is not None]
    boxes += [Box(point.x, point.y, size * 0.7, size * 0.8, 0) for point, size in texts]
    # Names are longer than numbers: room for six letters.
    boxes += [
        Box(s.name.x, s.name.y, 3.4 * geometry.letter_size, 0.8 * geometry.letter_size, 0) for s in geometry.stores
    ]
    for box in boxes:
        assert box.left >= 0
        assert box.left + box.width <= geometry.width
        assert box.top >= 0
        assert box.top + box.height <= geometry.height


def test_texts_are_clear_of_holes_and_stores(geometry: Geometry) -> None:
    texts = [
        Box(point.x, point.y, size * 0.62 * digits, size * 0.72, 0)
        for point, size, digits in (
            *((hole.count, geometry.count_size, 1) for hole in geometry.holes if hole.count is not None),
            *((label.at, geometry.letter_size, 1) for label in geometry.labels),
            *((store.count, geometry.store_size, 2) for store in geometry.stores),
        )
    ]
    solid = [Box(hole.x, hole.y, 1.6 * geometry.radius, 1.6 * geometry.radius, 0) for hole in geometry.holes]
    solid += [store.box for store in geometry.stores]
    for text in texts:
        assert all(apart(text, other) for other in solid), text
    assert all(apart(one, other) for one, other in itertools.combinations(texts, 2))


def test_the_board_is_the_same_seen_from_the_other_side(geometry: Geometry) -> None:
    half = len(geometry.holes) // 2
    for south, north in zip(geometry.holes[:half], geometry.holes[half:], strict=True):
        assert south.x + north.x == pytest.approx(geometry.width)
        assert south.y + north.y == pytest.approx(geometry.height)
        if south.count is not None and north.count is not None:
            assert south.count.x + north.count.x == pytest.approx(geometry.width)
    south_store, north_store = (store.box for store in geometry.stores)
    assert south_store.x + north_store.x == pytest.approx(geometry.width)
    assert south_store.y + north_store.y == pytest.approx(geometry.height)


def test_south_is_nearer_and_counterclockwise_stays_counterclockwise(geometry: Geometry) -> None:
    """South's holes lie below North's, or on the right of a standing board, and run to the right or upward."""
    half = len(geometry.holes) // 2
    south, north = geometry.holes[:half], geometry.holes[half:]
    if geometry.turns[1] == 180:
        assert min(hole.y for hole in south) > max(hole.y for hole in north)
        assert south[1].x > south[0].x
    else:
        assert min(hole.x for hole in south) > max(hole.x for hole in north)
        assert south[1].y < south[0].y


@pytest.mark.parametrize("board", BOARDS)
def test_a_phone_shows_holes_large_enough_to_touch(board: str) -> None:
    """On a screen of 360 pixels what belongs to a hole is at least 44 pixels high and wide."""
    geometry = board_geometry(BOARDS[board], "portrait")
    scale = 360 / geometry.width
    assert 2 * geometry.reach.x * scale >= 44
    assert 2 * geometry.reach.y * scale >= 44


def test_an_unknown_shape_is_told() -> None:
    with pytest.raises(KeyError, match="no shape 'round'"):
        board_geometry(BOARDS["bowls-6"], "round")
