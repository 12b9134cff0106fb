"""A board as JSON for the browser, which so draws the same board without knowing where anything lies."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bonduc.language import current, speaking, told
from bonduc.picture.geometry import SHAPES, Geometry, Point, board_geometry
from bonduc.picture.ground import SEED, SHADES, TILTS, definitions, ground, seed_name
from bonduc.picture.packing import FLAT, flat_places, heap_places, spin, store_places
from bonduc.picture.palette import LIGHT
from bonduc.picture.svg import notches, rim_pattern, sand_grains
from bonduc.players import NORTH, SOUTH
from bonduc.position import Game

LOOKS = SHADES * len(TILTS)


def board_data(game: Game) -> dict[str, Any]:
    """All that a board of this game needs to be drawn and used, its words in the language in use.

    game, name    the game
    rows, columns, names, lines
                  the layout: names of the holes in board order; lines of holes as South sees them, North's back first
    single        whether no hole ever holds more than one stone (no counts are written then)
    start         where captured stones leave the game, how many each player begins with, so that the captured ones can
                  be counted; null where they lie in the stores
    closed        what is said of a closed hole
    players       the players' names; counted: the words for 0, 1, 2, … seeds
    packing       flat[n]: where n seeds lie in a hole, in radii of a seed; heap: where those beyond do;
                  spin[hole]: by how many radians they are turned
    looks         names of the looks of seeds, by turns
    definitions   markup that the shapes share; ids in markup begin with `@`, to be replaced by what is unique in a page
    shapes        wide and portrait: see `shape_data`
    """
    return _board_data(game, current())


@lru_cache(maxsize=128)
def _board_data(game: Game, language: str) -> dict[str, Any]:
    layout = game.layout
    with speaking(language):
        return {
            "game": game.id,
            "name": game.name,
            "rows": layout.rows,
            "columns": layout.columns,
            "names": list(layout.names),
            "lines": [list(line) for line in layout.lines],
            "single": game.spec.holds_singles,
            "start": None if game.spec.counts_seeds else game.seeds // 2,
            "closed": told(game.spec.words.closed),
            "players": [SOUTH.told, NORTH.told],
            "counted": [told(game.spec.words.counted(count)) for count in range(game.seeds + 1)],
            "packing": {
                "flat": [_flatten(flat_places(count)) for count in range(FLAT + 1)],
                "heap": _flatten(heap_places()[: max(0, game.seeds - FLAT)]),
                "spin": [spin(hole) for hole in range(layout.size)],
            },
            "looks": [seed_name(index) for index in range(4 * LOOKS)],
            "definitions": definitions(LIGHT, "@"),
            "shapes": {shape: shape_data(game, shape) for shape in SHAPES},
        }


def shape_data(game: Game, shape: str) -> dict[str, Any]:
    """A board in one shape, in units of its view box.

    width, height   of the view box
    ground          the markup of the board without seeds
    holes           x, y, count and letter (points or null) in board order
    radius, reach   of a hole; half of the width and height of what belongs to one
    seed, won       the radius of a seed in a hole and in a store; scale: by which the defined seeds are scaled
    stores          South's and North's: x, y, width, height, corner, count, name; places: of their seeds in order
    labels          text, x, y, side, hole (null: of a row or column), wood: whether it is written on the wood
    sizes           of the texts: count, store, letter; turns: of the players' texts face to face
    notches, rims, sand
                    attributes of the ring of a marked hole and of holes bought by South and North; grains of sand
    """
    geometry = board_geometry(game, shape)
    return {
        "width": geometry.width,
        "height": geometry.height,
        "ground": ground(geometry, LIGHT, "@"),
        "radius": geometry.radius,
        "reach": _pair(geometry.reach),
        "seed": geometry.seed,
        "won": geometry.won,
        "scale": round(geometry.seed / SEED, 3),
        "holes": [
            {"x": hole.x, "y": hole.y, "count": _pair(hole.count), "letter": _pair(hole.letter)}
            for hole in geometry.holes
        ],
        "wood": {
            "x": geometry.wood.left,
            "y": geometry.wood.top,
            "width": geometry.wood.width,
            "height": geometry.wood.height,
        },
        "stores": [_store(geometry, player, game.seeds) for player in (SOUTH, NORTH)],
        "labels": [
            {
                "text": label.text,
                "x": label.at.x,
                "y": label.at.y,
                "side": label.side,
                "hole": label.hole,
                "wood": geometry.on_wood(label.at),
            }
            for label in geometry.labels
        ],
        "sizes": {"count": geometry.count_size, "store": geometry.store_size, "letter": geometry.letter_size},
        "turns": list(geometry.turns),
        "notches": attributes(notches(geometry.radius)),
        "rims": [attributes(rim_pattern(player, geometry.radius)) for player in (SOUTH, NORTH)],
        "sand": [[round(x, 3), round(y, 3), round(size, 1)] for x, y, size in sand_grains()],
    }


def attributes(text: str) -> dict[str, str]:
    """`r="3" x="4"` as a mapping."""
    parts = text.replace('"', "").replace(" ", "\0").split("\0")
    found: dict[str, str] = {}
    name = ""
    for part in parts:
        if "=" in part:
            name, _, value = part.partition("=")
            found[name] = value
        else:  # the rest of a value with a blank in it
            found[name] += f" {part}"
    return found


def _store(geometry: Geometry, player: int, seeds: int) -> dict[str, Any]:
    store, unit = geometry.stores[player], geometry.won
    box = store.box
    return {
        "x": box.x,
        "y": box.y,
        "width": box.width,
        "height": box.height,
        "corner": box.corner,
        "count": _pair(store.count),
        "name": _pair(store.name),
        "wood": [geometry.on_wood(store.count), geometry.on_wood(store.name)],
        "places": _flatten(store_places(box.width / unit, box.height / unit, box.corner / unit, seeds)),
    }


def _pair(point: Point | None) -> list[float] | None:
    return None if point is None else [point.x, point.y]


def _flatten(places: tuple[tuple[float, float], ...]) -> list[float]:
    """x and y by turns."""
    return [length for place in places for length in place]
