"""Where the parts of a board lie: holes, counts, letters, stores, the wood and the ridge.

Lengths are units of a picture's view box. A board comes in two shapes: `wide`, with the stores at the ends, and
`portrait`, for phones, where short boards have the stores above and below and long ones stand upright: South's holes
up the right side, North's down the left, the stores along the sides. Every geometry is symmetric about its centre, so
that the board seen from North's side is the same picture with the names changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bonduc.games.spec import Layout, Winnings
from bonduc.position import Game

SHAPES = ("wide", "portrait")
LONGEST_LYING = 7  # more holes in a row than this would be too small to touch across a phone: the board stands upright
SEEDS_ACROSS = 5.5  # the radius of a hole in radii of a seed
STONE_ACROSS = 1.75  # the same where a hole never holds more than one stone
ASIDE = 0.62  # such stones are drawn smaller where they lie captured, to find room there


@dataclass(frozen=True)
class Point:
    """A place in the view box: x to the right, y down."""

    x: float
    y: float


@dataclass(frozen=True)
class Box:
    """A rectangle around its centre, with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    corner: float

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y - self.height / 2


@dataclass(frozen=True)
class Hollow:
    """A hole: its centre, and where its count and its letter are written (None where none is)."""

    x: float
    y: float
    count: Point | None
    letter: Point | None


@dataclass(frozen=True)
class Store:
    """A store, prison, bowl or, aside from the board, the place of captured stones; its count and its owner's name."""

    box: Box
    count: Point
    name: Point


@dataclass(frozen=True)
class Label:
    """A letter or number written beside the holes: of one hole, or of a row or column of a player's side."""

    text: str
    at: Point
    side: int
    hole: int | None


@dataclass(frozen=True)
class Geometry:
    """A board in one shape. `holes` are in board order, `stores` South's and North's.

    `radius` is that of a hole, `seed` of a seed in one, `won` of a seed in a store; `reach` is half the width and
    height of what belongs to a hole, for pointing at; `count_size`, `store_size` and `letter_size` are of the texts.
    `in_wood`: whether the stores are hollows of the board. `turns` is how far South's and North's texts are turned for
    players who sit face to face.
    """

    shape: str
    width: float
    height: float
    wood: Box
    ridge: Box | None
    holes: tuple[Hollow, ...]
    stores: tuple[Store, Store]
    labels: tuple[Label, ...]
    radius: float
    seed: float
    won: float
    reach: Point
    count_size: float
    store_size: float
    letter_size: float
    in_wood: bool
    turns: tuple[int, int]

    def on_wood(self, point: Point) -> bool:
        """Whether a place is on the wood, not on the paper around it."""
        wood = self.wood
        return abs(point.x - wood.x) < wood.width / 2 and abs(point.y - wood.y) < wood.height / 2


@dataclass(frozen=True)
class _Measures:
    """Lengths along (`pitch`, `end`) and across the rows, from the edge of the wood to the centre line.

    `inner` is how far a player's first row is from the centre line, `gap` how far rows are apart; `edge` how far the
    wood goes on beyond the last row, `letter` how far letters are beyond it, `count` how far from their row counts are;
    `reach` half the width, across, of what belongs to a hole.
    """

    pitch: float
    radius: float
    end: float
    inner: float
    gap: float
    edge: float
    count: float
    letter: float
    reach: float
    count_size: float
    letter_size: float

    def lines(self, layout: Layout) -> tuple[float, ...]:
        """How far South of the centre line each line of holes is; a ridge makes room for itself."""
        middle = (layout.rows - 1) / 2
        ridge = self.inner - self.gap / 2 if layout.ridge else 0.0
        return tuple((line - middle) * self.gap + (ridge if line > middle else -ridge) for line in range(layout.rows))

    def last(self, layout: Layout) -> float:
        """How far the last line is from the centre line."""
        return self.lines(layout)[-1]

    def half(self, layout: Layout) -> float:
        """How far the edge of the wood is from the centre line."""
        return self.last(layout) + self.edge

    def letters(self, layout: Layout) -> float:
        """How far the letters are from the centre line."""
        return self.last(layout) + self.letter


# Where every hole lies at its owner's edge, its count and letter stand beside it; elsewhere rows are numbered.
_EDGED_WIDE = _Measures(110, 47, 24, 57, 114, 97, 73, 116, 56, 34, 19)
_EDGED_LYING = _Measures(108, 47, 16, 55, 110, 107, 77, 128, 54, 46, 28)
_EDGED_STANDING = _Measures(100, 44, 18, 56, 112, 136, 75, 116, 56, 40, 26)
_INNER_WIDE = _Measures(84, 36, 22, 56, 84, 56, 30, 73, 42, 26, 18)
_INNER_LYING = _Measures(100, 43, 18, 64, 100, 62, 36, 84, 50, 34, 28)
_INNER_STANDING = _Measures(86, 38, 18, 58, 90, 56, 32, 78, 45, 30, 26)


@lru_cache(maxsize=64)
def board_geometry(game: Game, shape: str = "wide") -> Geometry:
    """The geometry of a game's board in one of the SHAPES; KeyError if there is no such shape."""
    if shape not in SHAPES:
        raise KeyError(f"no shape {shape!r}: there are {', '.join(SHAPES)}")
    builder = _Builder(game)
    if shape == "wide":
        return builder.wide()
    return builder.lying() if game.layout.columns <= LONGEST_LYING else builder.standing()


class _Builder:
    """Lays a board out along and across its rows around the centre (0, 0), then turns and moves it into its box."""

    def __init__(self, game: Game) -> None:
        self.layout: Layout = game.layout
        self.edged = not game.layout.is_numbered
        self.single = game.spec.holds_singles
        self.in_wood = game.spec.winnings is Winnings.TROUGHS
        self.round = game.spec.winnings is Winnings.BOWLS

    def wide(self) -> Geometry:
        measures = _EDGED_WIDE if self.edged else _INNER_WIDE
        half_row = self._half_row(measures)
        if self.in_wood:
            width, height = 82.0, 2 * (measures.last(self.layout) + measures.radius)
            at = half_row + width / 2 + 2
            half_length = at + width / 2 + measures.end
            count, name = measures.last(self.layout) + measures.count, measures.letters(self.layout)
        elif self.round:
            width = height = 166.0
            half_length = half_row
            at = half_length + width / 2 + 26
            count, name = height / 2 + 26, height / 2 + 56
        else:
            width, height = 96.0, 2 * (measures.last(self.layout) + measures.radius)
            half_length = half_row
            at = half_length + width / 2 + 40
            count, name = measures.half(self.layout) + 1, measures.half(self.layout) + 31
        corner = width / 2 if not self.single else 30
        stores = self._stores(
            lambda s: (Box(s * at, 0, width, height, corner), Point(s * at, s * count), Point(s * at, s * name))
        )
        margin = max(at + width / 2, half_length) + 12
        across = measures.half(self.layout) + (42 if self.edged else 56)
        return self._finish("wide", measures, half_length, stores, margin, across, store_size=38)

    def lying(self) -> Geometry:
        measures = _EDGED_LYING if self.edged else _INNER_LYING
        half_length = self._half_row(measures)
        width, height = max(150.0, min(2 * half_length - 250, 420.0)), 104.0
        first = measures.letters(self.layout) + 28
        at = first + height / 2
        side = width / 2 + 62
        stores = self._stores(
            lambda s: (Box(0, s * at, width, height, height / 2), Point(s * side, s * at), Point(-s * side, s * at))
        )
        along = max(half_length + (10 if self.edged else 26), side + 56)
        across = at + height / 2 + 12
        return self._finish("portrait", measures, half_length, stores, along, across, store_size=48)

    def standing(self) -> Geometry:
        measures = _EDGED_STANDING if self.edged else _INNER_STANDING
        half_length = self._half_row(measures)
        width, spare, inward = (70.0, 84.0, 6) if self.single else (86.0, 84.0, 0)
        half, letters = measures.half(self.layout), measures.letters(self.layout)
        at = half + width / 2 - 2 if self.in_wood else max(half, letters) + width / 2 + 14
        length = 2 * half_length - 2 * spare + 30
        middle = spare / 2 - 12
        end = half_length - spare / 2 + 8
        stores = self._stores(
            lambda s: (
                Box(s * middle, s * at, length, width, width / 2),
                Point(-s * (end - 22), s * at),
                Point(-s * (end + 14), s * (at - inward)),
            )
        )
        edge = at + width / 2 + (14 if self.in_wood else 0)
        margin = half_length + (10 if self.edged else 30)
        return self._finish("portrait", measures, half_length, stores, margin, edge + 6, store_size=44, wood_edge=edge)

    def _half_row(self, measures: _Measures) -> float:
        """Half the length of the wood that the holes need."""
        return self.layout.columns * measures.pitch / 2 + measures.end

    def _stores(self, place: Callable[[int], tuple[Box, Point, Point]]) -> tuple[Store, Store]:
        """South's store, placed for 1, and North's, for -1: opposite it."""
        return Store(*place(1)), Store(*place(-1))

    def _finish(
        self,
        shape: str,
        measures: _Measures,
        half_length: float,
        stores: tuple[Store, Store],
        along: float,
        across: float,
        store_size: float,
        wood_edge: float | None = None,
    ) -> Geometry:
        standing = wood_edge is not None
        half_wood = wood_edge if wood_edge is not None and self.in_wood else measures.half(self.layout)
        if self.in_wood and shape == "portrait" and not standing:
            half_wood = across - 8
        length = 2 * half_length
        place = _Placer(along, across, standing)
        seed = measures.radius / (STONE_ACROSS if self.single else SEEDS_ACROSS)
        return Geometry(
            shape=shape,
            width=round(2 * (across if standing else along), 1),
            height=round(2 * (along if standing else across), 1),
            wood=place.box(Box(0, 0, length, 2 * half_wood, 34)),
            ridge=None if not self.layout.ridge else place.box(Box(0, 0, length, 18, 0)),
            holes=self._holes(measures, place),
            stores=(place.store(stores[0]), place.store(stores[1])),
            labels=self._labels(measures, place, half_length),
            radius=measures.radius,
            seed=round(seed, 2),
            won=round(seed * (ASIDE if self.single else 1), 2),
            reach=place.size(measures.pitch / 2, measures.reach),
            count_size=measures.count_size,
            store_size=store_size,
            letter_size=measures.letter_size,
            in_wood=self.in_wood,
            turns=(-90, 90) if standing else (0, 180),
        )

    def _spots(self, measures: _Measures) -> list[tuple[float, float]]:
        """Where each hole lies along and across, in board order."""
        spots = [(0.0, 0.0)] * self.layout.size
        for across, line in zip(measures.lines(self.layout), self.layout.lines, strict=True):
            for column, hole in enumerate(line):
                spots[hole] = ((column - (self.layout.columns - 1) / 2) * measures.pitch, across)
        return spots

    def _holes(self, measures: _Measures, place: _Placer) -> tuple[Hollow, ...]:
        holes = []
        for hole, (along, across) in enumerate(self._spots(measures)):
            sign = -1 if self.layout.side(hole) else 1
            at = place.point(Point(along, across))
            count = letter = None
            if not self.single:
                count = place.point(Point(along, across + sign * measures.count))
            if self.edged:
                letter = place.point(Point(along, across + sign * measures.letter))
            holes.append(Hollow(at.x, at.y, count, letter))
        return tuple(holes)

    def _labels(self, measures: _Measures, place: _Placer, half_length: float) -> tuple[Label, ...]:
        if self.edged:
            hollows = self._holes(measures, place)
            return tuple(
                Label(self.layout.names[hole], hollow.letter, self.layout.side(hole), hole)
                for hole, hollow in enumerate(hollows)
                if hollow.letter is not None
            )
        labels, lines = [], self.layout.lines
        spots = self._spots(measures)
        letters = measures.letters(self.layout)
        for hole in (*lines[-1], *lines[0]):
            side = self.layout.side(hole)
            at = Point(spots[hole][0], -letters if side else letters)
            labels.append(Label(self.layout.letter(hole), place.point(at), side, None))
        for side, sign, from_owner in ((0, -1, lines[::-1]), (1, 1, lines)):  # row numbers stand at the owner's left
            for own in ([hole for hole in line if self.layout.side(hole) == side] for line in from_owner):
                if own:
                    at = Point(sign * (half_length + 13), spots[own[0]][1])
                    labels.append(Label(self.layout.row_number(own[0]), place.point(at), side, None))
        return tuple(labels)


@dataclass(frozen=True)
class _Placer:
    """From lengths along and across the rows, around the centre, into the view box; a standing board is turned left."""

    along: float
    across: float
    standing: bool

    def point(self, point: Point) -> Point:
        if self.standing:
            return Point(round(self.across + point.y, 1), round(self.along - point.x, 1))
        return Point(round(self.along + point.x, 1), round(self.across + point.y, 1))

    def size(self, along: float, across: float) -> Point:
        return Point(across, along) if self.standing else Point(along, across)

    def box(self, box: Box) -> Box:
        at, size = self.point(Point(box.x, box.y)), self.size(box.width, box.height)
        return Box(at.x, at.y, round(size.x, 1), round(size.y, 1), box.corner)

    def store(self, store: Store) -> Store:
        return Store(self.box(store.box), self.point(store.count), self.point(store.name))
