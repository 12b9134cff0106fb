"""Positions as SVG pictures that stand on their own: for rules pages, downloads, lists, and a page's first paint."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from bonduc.errors import OptionError
from bonduc.games.kernels.state import Event
from bonduc.language import N_, Items, _, told
from bonduc.picture.geometry import SHAPES, Geometry, Hollow, Point, board_geometry
from bonduc.picture.ground import SEED, definitions, ground, number, seed_name
from bonduc.picture.packing import hole_places, spin, store_places
from bonduc.picture.palette import THEMES
from bonduc.play import Round, standing
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Game, Position, Sowing

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Vazirmatn, 'Noto Sans', 'DejaVu Sans', sans-serif"
NOTCHES = 28
GRAINS_OF_SAND = 26


@dataclass(frozen=True)
class Arrow:
    """An arrow from one hole to another, by index."""

    start: int
    end: int


@dataclass(frozen=True)
class Highlight:
    """What happened last: the hole a move began in, the hole it ended in, the holes that were taken."""

    start: int | None = None
    end: int | None = None
    taken: tuple[int, ...] = ()

    @classmethod
    def of(cls, sowing: Sowing) -> Highlight:
        """The highlight of a move that was played."""
        lifts = [event.hole for event in sowing if event.event == Event.LIFT]
        drops = [event.hole for event in sowing if event.event == Event.DROP]
        taken = [event.hole for event in sowing if event.event == Event.CAPTURE and event.hole is not None]
        return cls(lifts[0] if lifts else None, drops[-1] if drops else None, tuple(dict.fromkeys(taken)))


def draw(
    position: Position | Round,
    *,
    shape: str = "wide",
    theme: str = "light",
    flip: bool = False,
    highlight: Highlight | None = None,
    arrows: Iterable[Arrow] = (),
    background: bool = False,
    prefix: str = "b-",
    define: bool = True,
) -> str:
    """A position, or a round's current one, as one SVG element: the same text for the same arguments and language.

    `flip`: seen from North's side. `background`: on the theme's paper instead of on nothing. `prefix` begins the ids in
    it, which are to be unique in a page: several pictures may share the `definitions` of one, the others being drawn
    with `define=False`. Raises OptionError for a shape or theme that there is not.
    """
    if shape not in SHAPES:
        raise OptionError(N_("no shape of board {shape!r}: there are {shapes}", shape=shape, shapes=Items(SHAPES)))
    if theme not in THEMES:
        raise OptionError(N_("no look {look!r}: there are {looks}", look=theme, looks=Items(THEMES)))
    shown = standing(position, "draw")[0]
    return _Picture(shown, board_geometry(shown.game, shape), theme, flip, prefix).draw(
        highlight or Highlight(), tuple(arrows), background, define
    )


def winnings(position: Position) -> tuple[int, int]:
    """What South and North have won so far: the seeds in their stores, or the stones they captured out of the game."""
    game = position.game
    if game.spec.counts_seeds:
        return position.stores
    half, start = game.layout.size // 2, game.seeds // 2
    south, north = sum(position.holes[:half]), sum(position.holes[half:])
    return max(0, start - north), max(0, start - south)


def describe(position: Position) -> str:
    """A position in words, for those who do not see the picture."""
    names = position.game.layout.names
    holes = Items(N_("{hole} {count}", hole=names[i], count=count) for i, count in enumerate(position.holes))
    state = _("the round is over") if position.mover is None else _("{player} to move", player=position.mover)
    south, north = winnings(position)
    return _(
        "{game}, {state}. {holes}. South has won {south}, North {north}.",
        game=position.game.name,
        state=state,
        holes=holes,
        south=south,
        north=north,
    )


class _Picture:
    def __init__(self, position: Position, geometry: Geometry, theme: str, flip: bool, prefix: str) -> None:
        self.position = position
        self.game: Game = position.game
        self.geometry = geometry
        self.colours: Mapping[str, str] = THEMES[theme]
        self.flip = flip
        self.prefix = prefix
        self.drawn = 0

    def draw(self, highlight: Highlight, arrows: tuple[Arrow, ...], background: bool, define: bool) -> str:
        geometry = self.geometry
        size = f"{number(geometry.width)} {number(geometry.height)}"
        paper = f'<rect width="100%" height="100%" {self.paint("paper")}/>' if background else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="b-picture b-{geometry.shape}" viewBox="0 0 {size}" '
            f'width="{number(geometry.width)}" height="{number(geometry.height)}" role="img" direction="ltr" '
            f'aria-label={quoteattr(describe(self.position))} font-family="{FONT}" text-anchor="middle">'
            + (definitions(self.colours, self.prefix) if define else "")
            + paper
            + ground(geometry, self.colours, self.prefix)
            + self.notes()
            + self.highlight(highlight)
            + self.seeds()
            + self.texts()
            + "".join(self.arrow(arrow) for arrow in arrows)
            + "</svg>"
        )

    def paint(self, name: str, attribute: str = "fill") -> str:
        return f'class="b-{attribute[0]}-{name}" {attribute}="{self.colours[name]}"'

    def seen(self, x: float, y: float) -> Point:
        """Where a place lies when the board is seen from the chosen side."""
        if self.flip:
            return Point(self.geometry.width - x, self.geometry.height - y)
        return Point(x, y)

    def centre(self, hole: int) -> Point:
        hollow: Hollow = self.geometry.holes[hole]
        return self.seen(hollow.x, hollow.y)

    # What is noted of holes

    def notes(self) -> str:
        owners, layout = self.position.owners, self.game.layout
        parts = []
        for hole in range(layout.size):
            if hole in self.position.marks:
                parts.append(self.ring(hole, notches(self.geometry.radius)))
            if owners[hole] != layout.side(hole):
                parts.append(self.ring(hole, rim_pattern(owners[hole], self.geometry.radius)))
            if hole in self.position.closed:
                parts.append(self.sand(hole))
        if any(owner != layout.side(hole) for hole, owner in enumerate(owners)):
            parts += [self.bowl_pattern(player) for player in (SOUTH, NORTH)]
        return "".join(parts)

    def ring(self, hole: int, attributes: str) -> str:
        at = self.centre(hole)
        return (
            f'<circle cx="{number(at.x)}" cy="{number(at.y)}" fill="none" {self.paint("note", "stroke")} {attributes}/>'
        )

    def bowl_pattern(self, player: Player) -> str:
        """A player's bowl has the same rim as the holes the player buys."""
        box = self.geometry.stores[player].box
        at = self.seen(box.x, box.y)
        pattern = rim_pattern(player, 0).split(" ", 1)[1]
        width, height = box.width + 12, box.height + 12
        return (
            f'<rect x="{number(at.x - width / 2)}" y="{number(at.y - height / 2)}" width="{number(width)}" '
            f'height="{number(height)}" rx="{number(min(width, height) / 2)}" fill="none" '
            f"{self.paint('bowl-rim', 'stroke')} {pattern}/>"
        )

    def sand(self, hole: int) -> str:
        at, radius = self.centre(hole), self.geometry.radius - 3
        grains = "".join(
            f'<circle cx="{number(at.x + x * radius)}" cy="{number(at.y + y * radius)}" r="{number(size)}"/>'
            for x, y, size in sand_grains()
        )
        return (
            f'<circle cx="{number(at.x)}" cy="{number(at.y)}" r="{number(radius)}" fill="url(#{self.prefix}sand)"/>'
            f"<g {self.paint('sand-dark')}>{grains}</g>"
        )

    def highlight(self, last: Highlight) -> str:
        radius = self.geometry.radius
        parts = []
        if last.start is not None:
            parts.append(self.accent_ring(last.start, radius + 5.5, 'stroke-width="3" stroke-dasharray="5 6"'))
        parts += [
            self.accent_ring(hole, radius - 4, 'stroke-width="2.5" stroke-dasharray="1 7" stroke-linecap="round"')
            for hole in last.taken
        ]
        if last.end is not None:
            parts.append(self.accent_ring(last.end, radius + 5.5, 'stroke-width="4"'))
        return "".join(parts)

    def accent_ring(self, hole: int, radius: float, attributes: str) -> str:
        at = self.centre(hole)
        return (
            f'<circle cx="{number(at.x)}" cy="{number(at.y)}" r="{number(radius)}" fill="none" '
            f"{self.paint('accent', 'stroke')} {attributes}/>"
        )

    # Seeds and texts

    def seeds(self) -> str:
        parts = []
        for hole, count in enumerate(self.position.holes):
            unit = self.geometry.seed
            parts += [self.seed(self.centre(hole), place, unit) for place in hole_places(count, spin(hole))]
        for store, count in zip(self.geometry.stores, winnings(self.position), strict=True):
            unit, box = self.geometry.won, store.box
            places = store_places(box.width / unit, box.height / unit, box.corner / unit, count)
            parts += [self.seed(self.seen(box.x, box.y), place, unit) for place in places]
        return f'<g class="b-seeds">{"".join(parts)}</g>'

    def seed(self, at: Point, place: tuple[float, float], unit: float) -> str:
        x, y = at.x + place[0] * unit, at.y + place[1] * unit
        name = seed_name(self.drawn)
        self.drawn += 1
        at_place = f'x="{number(x)}" y="{number(y)}"'
        if abs(unit / SEED - 1) > 0.1:
            at_place = f'transform="translate({number(x)} {number(y)}) scale({unit / SEED:.2f})"'
        return f'<use href="#{self.prefix}{name}" {at_place}/>'

    def texts(self) -> str:
        """Letters, counts, and the players' names with what they have won."""
        geometry, closed, holes = self.geometry, self.position.closed, self.position.holes
        groups: dict[tuple[str, float, int], list[str]] = {}

        def write(at: Point, text: str, colour: str, size: float, weight: int) -> None:
            seen = self.seen(at.x, at.y)
            element = f'<text x="{number(seen.x)}" y="{number(seen.y + size * 0.35)}">{escape(text)}</text>'
            groups.setdefault((colour, size, weight), []).append(element)

        for label in geometry.labels:
            colour = "letter" if geometry.on_wood(label.at) else "ink-soft"
            write(label.at, label.text, colour, geometry.letter_size, 500)
        for hole, hollow in enumerate(geometry.holes):
            if hollow.count is not None and hole not in closed:
                colour, weight = ("count", 600) if holes[hole] else ("letter", 400)
                write(hollow.count, told(holes[hole]), colour, geometry.count_size, weight)
        for player, store in zip((SOUTH, NORTH), geometry.stores, strict=True):
            ink = "count" if geometry.on_wood(store.count) else "ink"
            write(store.count, told(winnings(self.position)[player]), ink, geometry.store_size, 600)
            moving = self.position.mover == player
            colours = ("letter", "count") if geometry.on_wood(store.name) else ("ink-soft", "ink")
            write(store.name, player.told, colours[moving], geometry.letter_size, 700 if moving else 400)
        return "".join(
            f'<g font-size="{number(size)}" font-weight="{weight}" {self.paint(colour)}>{"".join(elements)}</g>'
            for (colour, size, weight), elements in groups.items()
        )

    def arrow(self, arrow: Arrow) -> str:
        start, end = self.centre(arrow.start), self.centre(arrow.end)
        return (
            f'<g class="b-arrow" opacity=".95"><path d="{arrow_path(start, end, self.geometry.radius)}" '
            f'{self.paint("accent")} stroke="{self.colours["shadow"]}" stroke-opacity=".5"/></g>'
        )


def notches(radius: float) -> str:
    """Attributes of a ring of short notches on the rim: a marked hole."""
    around = 2 * math.pi * (radius + 1)
    dash = around / NOTCHES
    return f'r="{number(radius + 1)}" stroke-width="7" stroke-dasharray="{dash * 0.24:.2f} {dash * 0.76:.2f}"'


def rim_pattern(owner: int, radius: float) -> str:
    """Attributes of a bought hole's rim: long dashes for South, round dots for North."""
    if owner == SOUTH:
        return f'r="{number(radius + 5)}" stroke-width="4" stroke-dasharray="15 6.5"'
    return f'r="{number(radius + 5)}" stroke-width="5.5" stroke-dasharray=".1 10.4" stroke-linecap="round"'


def sand_grains() -> tuple[tuple[float, float, float], ...]:
    """Grains on a closed hole: places in its radius, and their sizes."""
    grains = []
    for index in range(GRAINS_OF_SAND):
        distance = 0.92 * math.sqrt((index + 0.5) / GRAINS_OF_SAND)
        angle = index * 2.39996 + 0.4 * math.sin(9 * index)
        grains.append((distance * math.cos(angle), distance * math.sin(angle), 0.9 + 0.7 * abs(math.sin(5 * index))))
    return tuple(grains)


def arrow_path(start: Point, end: Point, radius: float) -> str:
    """The outline of an arrow bent a little to the side, from hole to hole; a ring-shaped one back to the same hole."""
    distance = math.hypot(end.x - start.x, end.y - start.y)
    if distance < 1:
        return _loop_path(start, radius)
    along = ((end.x - start.x) / distance, (end.y - start.y) / distance)
    aside = (along[1], -along[0])
    bend = min(0.22 * distance, 70.0)
    control = Point((start.x + end.x) / 2 + aside[0] * bend, (start.y + end.y) / 2 + aside[1] * bend)
    tip = _toward(end, control, radius * 0.35)
    neck = _toward(end, control, radius * 0.35 + 24)
    tail = _toward(start, control, radius * 0.3)
    ahead = ((tip.x - neck.x) / 24, (tip.y - neck.y) / 24)
    side = (ahead[1], -ahead[0])
    first = (control.x - tail.x, control.y - tail.y)
    length = math.hypot(*first) or 1.0
    flank = (first[1] / length, -first[0] / length)

    def at(point: Point, direction: tuple[float, float], by: float) -> str:
        return f"{number(point.x + direction[0] * by)} {number(point.y + direction[1] * by)}"

    return (
        f"M{at(tail, flank, 3)}Q{at(control, aside, 4)} {at(neck, side, 5)}L{at(neck, side, 14)}L{at(tip, side, 0)}"
        f"L{at(neck, side, -14)}L{at(neck, side, -5)}Q{at(control, aside, -4)} {at(tail, flank, -3)}Z"
    )


def _toward(start: Point, end: Point, by: float) -> Point:
    distance = math.hypot(end.x - start.x, end.y - start.y) or 1.0
    return Point(start.x + (end.x - start.x) * by / distance, start.y + (end.y - start.y) * by / distance)


def _loop_path(at: Point, radius: float) -> str:
    """A broken ring with a head: a sowing that ends where it began."""
    r = radius * 0.62
    x, y = at.x, at.y
    return (
        f"M{number(x - r - 4)} {number(y)}A{number(r + 4)} {number(r + 4)} 0 1 1 {number(x)} {number(y + r + 4)}"
        f"L{number(x)} {number(y + r + 12)}L{number(x - 18)} {number(y + r)}L{number(x)} {number(y + r - 12)}"
        f"L{number(x)} {number(y + r - 4)}A{number(r - 4)} {number(r - 4)} 0 1 0 {number(x - r + 4)} {number(y)}Z"
    )
