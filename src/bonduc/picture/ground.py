"""The board without its seeds, as SVG: the definitions, the wood with its hollows, the stores and the ridge.

Everything has its colours twice: as an attribute, so that a picture stands on its own, and as a class (`b-…`), by which
a style sheet can give it others. Nothing has a style attribute or a style element, which strict pages do not allow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bonduc.picture.geometry import Box, Geometry, Store

SHADES = 4
TILTS = (-38, 14, 58)
SEED = 8.0  # the radius in which seeds are defined, and that of holes; a geometry scales them
HOLE = 45.0
GRAINS = 8


def number(value: float) -> str:
    """A length as short as it can be written."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def seed_name(index: int) -> str:
    """The look of the seed with this number: its shade and tilt, the same for life."""
    return f"s{(index * 7 + index // 4) % SHADES + 1}{(index * 5 + index // 3) % len(TILTS) + 1}"


def definitions(colours: Mapping[str, str], prefix: str) -> str:
    """What pictures are put together from, a `defs` element; `prefix` begins its ids, to be unique in a page."""
    return f"<defs>{_Definitions(colours, prefix).draw()}</defs>"


def ground(geometry: Geometry, colours: Mapping[str, str], prefix: str) -> str:
    """The backdrop of a board; `prefix` is that of the definitions."""
    return _Ground(geometry, colours, prefix).draw()


class _Painter:
    def __init__(self, colours: Mapping[str, str], prefix: str) -> None:
        self.colours = colours
        self.prefix = prefix

    def paint(self, name: str, attribute: str = "fill") -> str:
        """A colour as an attribute and a class."""
        return f'class="b-{attribute[0]}-{name}" {attribute}="{self.colours[name]}"'


class _Definitions(_Painter):
    def draw(self) -> str:
        parts = [
            self.gradient("wood", (("0", "wood-light"), (".5", "wood"), ("1", "wood-dark")), 'x2=".25" y2="1"'),
            self.gradient("rim", (("0", "hollow-rim"), ("1", "hollow-rim")), 'x2=".6" y2="1"'),
            self.round_gradient(
                "floor", (("0", "hollow-floor"), (".62", "hollow-deep"), ("1", "hollow-wall")), ".56", ".62", ".6"
            ),
            self.round_gradient(
                "bowl", (("0", "bowl-floor"), (".7", "bowl-shade"), ("1", "bowl-wall")), ".54", ".58", ".58"
            ),
            self.round_gradient("sand", (("0", "sand-light"), (".7", "sand"), ("1", "sand-dark")), ".44", ".4", ".66"),
            self.hollow(),
        ]
        for shade in range(1, SHADES + 1):
            stops = (("0", f"seed-{shade}-light"), (".5", f"seed-{shade}"), ("1", f"seed-{shade}-dark"))
            parts.append(self.round_gradient(f"shade-{shade}", stops, ".38", ".32", ".78"))
        parts += [self.seed(shade, tilt) for shade in range(1, SHADES + 1) for tilt in range(1, len(TILTS) + 1)]
        return "".join(parts)

    def stops(self, stops: Sequence[tuple[str, str]]) -> str:
        return "".join(
            f'<stop offset="{offset}" class="b-c-{name}" stop-color="{self.colours[name]}"/>' for offset, name in stops
        )

    def gradient(self, name: str, stops: Sequence[tuple[str, str]], direction: str) -> str:
        return f'<linearGradient id="{self.prefix}{name}" {direction}>{self.stops(stops)}</linearGradient>'

    def round_gradient(self, name: str, stops: Sequence[tuple[str, str]], x: str, y: str, r: str) -> str:
        where = f'cx="{x}" cy="{y}" r="{r}"'
        return f'<radialGradient id="{self.prefix}{name}" {where}>{self.stops(stops)}</radialGradient>'

    def hollow(self) -> str:
        """A hole: its worn rim, the wall in the shade, the floor that catches the light from above on the left."""
        r = HOLE
        return (
            f'<g id="{self.prefix}hollow">'
            f'<circle r="{number(r + 3.2)}" {self.paint("shadow")} fill-opacity=".28" cy="-.8"/>'
            f'<circle r="{number(r)}" {self.paint("hollow-wall")}/>'
            f'<circle r="{number(r - 2.5)}" cx="1" cy="2" fill="url(#{self.prefix}floor)"/>'
            f'<circle r="{number(r)}" fill="none" {self.paint("hollow-rim", "stroke")} stroke-width="2"/>'
            "</g>"
        )

    def seed(self, shade: int, tilt: int) -> str:
        """A nickernut: slightly oval, its shadow on what it lies on, its hilum, a soft highlight."""
        angle = TILTS[tilt - 1]
        turned = math.radians(angle)
        x, y = 6.6 * math.cos(turned), 6.6 * math.sin(turned)
        return (
            f'<g id="{self.prefix}s{shade}{tilt}">'
            f'<ellipse cx="1.5" cy="2.5" rx="8.3" ry="7.5" {self.paint("shadow")} fill-opacity=".42"/>'
            f'<ellipse rx="8.3" ry="7.3" transform="rotate({angle})" fill="url(#{self.prefix}shade-{shade})" '
            f'{self.paint("seed-line", "stroke")} stroke-width=".6" stroke-opacity=".75"/>'
            f'<circle cx="{number(x)}" cy="{number(y)}" r=".9" {self.paint("seed-line")} fill-opacity=".55"/>'
            f'<ellipse cx="-2.6" cy="-3" rx="2.5" ry="1.6" transform="rotate(-32 -2.6 -3)" {self.paint("seed-shine")} '
            'fill-opacity=".62"/></g>'
        )


class _Ground(_Painter):
    def __init__(self, geometry: Geometry, colours: Mapping[str, str], prefix: str) -> None:
        super().__init__(colours, prefix)
        self.geometry = geometry

    def draw(self) -> str:
        geometry = self.geometry
        scale = "" if geometry.radius == HOLE else f" scale({geometry.radius / HOLE:.3f})"
        holes = [
            f'<use href="#{self.prefix}hollow" transform="translate({number(hole.x)} {number(hole.y)}){scale}"/>'
            for hole in geometry.holes
        ]
        stores = [self.trough(store) if geometry.in_wood else self.bowl(store) for store in geometry.stores]
        return "".join(
            ['<g class="b-wood">', self.wood(), '</g><g class="b-hollows">', self.ridge(), *stores, *holes, "</g>"]
        )

    def rectangle(self, box: Box, paint: str, grow: float = 0, drop: float = 0) -> str:
        width, height = box.width + 2 * grow, box.height + 2 * grow
        corner = max(0.0, min(box.corner + grow, width / 2, height / 2))
        x, y = box.left - grow, box.top - grow + drop
        return (
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'rx="{number(corner)}" {paint}/>'
        )

    def wood(self) -> str:
        wood = self.geometry.wood
        shadows = [
            self.rectangle(wood, f'{self.paint("shadow")} fill-opacity=".07"', grow=grow, drop=6)
            for grow in (5, 3, 1, -1)
        ]
        board = [
            self.rectangle(wood, self.paint("wood-edge"), drop=4),
            self.rectangle(wood, f'fill="url(#{self.prefix}wood)"'),
            f'<g fill="none" {self.paint("grain", "stroke")} stroke-opacity=".3">{self.grain()}</g>',
            self.rectangle(
                wood,
                f'fill="none" {self.paint("ridge-light", "stroke")} stroke-width="1.5" stroke-opacity=".7"',
                grow=-1.5,
            ),
        ]
        return "".join(shadows + board)

    def grain(self) -> str:
        """Long lines that waver along the board."""
        wood = self.geometry.wood
        lying = wood.width >= wood.height
        length, width = (wood.width, wood.height) if lying else (wood.height, wood.width)
        lines = []
        for index in range(GRAINS):
            at = width * (index + 0.5 + 0.3 * math.sin(7 * index)) / GRAINS
            start = 14 + 16 * abs(math.sin(5 * index))
            points = []
            for step in range(4):
                along = start + (length - 2 * start) * step / 3
                aside = at + 5 * math.sin(2.1 * step + 1.7 * index)
                aside = min(max(aside, 7), width - 7)
                x, y = (along, aside) if lying else (aside, along)
                points.append((wood.left + x, wood.top + y))
            lines.append(f'<path d="{_smooth(points)}" stroke-width="{number(0.8 + 0.9 * abs(math.sin(3 * index)))}"/>')
        return "".join(lines)

    def ridge(self) -> str:
        """The raised strip between the players of a board of four rows."""
        ridge = self.geometry.ridge
        if ridge is None:
            return ""
        light, dark = self.paint("ridge-light"), self.paint("ridge-dark")
        lying = ridge.width >= ridge.height
        inner = Box(ridge.x, ridge.y, ridge.width - (8 if lying else 0), ridge.height - (0 if lying else 8), 2)
        crest = Box(
            inner.x - (0 if lying else 3),
            inner.y - (3 if lying else 0),
            inner.width if lying else 7,
            7 if lying else inner.height,
            3,
        )
        return (
            self.rectangle(inner, f'{self.paint("shadow")} fill-opacity=".35"', drop=3)
            + self.rectangle(inner, dark)
            + self.rectangle(crest, light)
        )

    def trough(self, store: Store) -> str:
        """A long hollow in the wood."""
        box = store.box
        return (
            self.rectangle(box, f'{self.paint("shadow")} fill-opacity=".28"', grow=3.2, drop=-0.8)
            + self.rectangle(box, self.paint("hollow-wall"))
            + self.rectangle(box, f'fill="url(#{self.prefix}floor)"', grow=-2.5, drop=1.5)
            + self.rectangle(box, f'fill="none" {self.paint("hollow-rim", "stroke")} stroke-width="2"')
        )

    def bowl(self, store: Store) -> str:
        """A shallow bowl beside the board."""
        box = store.box
        return (
            self.rectangle(box, f'{self.paint("shadow")} fill-opacity=".1"', grow=3, drop=5)
            + self.rectangle(box, f'{self.paint("shadow")} fill-opacity=".14"', grow=1, drop=3)
            + self.rectangle(box, self.paint("bowl-rim"))
            + self.rectangle(box, f'fill="url(#{self.prefix}bowl)"', grow=-3.5, drop=0.5)
        )


def _smooth(points: Sequence[tuple[float, float]]) -> str:
    """A curve through points."""
    text = f"M{number(points[0][0])} {number(points[0][1])}"
    for index in range(1, len(points)):
        before, here = points[index - 1], points[index]
        lead = points[index - 2] if index > 1 else before
        beyond = points[index + 1] if index + 1 < len(points) else here
        first = (before[0] + (here[0] - lead[0]) / 6, before[1] + (here[1] - lead[1]) / 6)
        second = (here[0] - (beyond[0] - before[0]) / 6, here[1] - (beyond[1] - before[1]) / 6)
        text += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, here))
    return text
