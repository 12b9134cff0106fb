"""Where the seeds of a hole or a store lie: for each number the same natural packing, as if they had been dropped.

Places are in radii of a seed, from the centre, x to the right and y down. The packing of n + 1 seeds is that of n with
one seed more, after which all have rolled a little aside: so a board that gains a seed moves each seed only slightly.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.state import MOST_SEEDS

Place: TypeAlias = tuple[float, float]
Array: TypeAlias = npt.NDArray[np.float64]

FLAT = 20  # so many lie side by side; more lie on top of them
APART = 2.06  # seeds that lie side by side are so far from centre to centre
NEAREST = 1.94  # and never nearer than this
REACH = 4.3  # how far from the centre of a hole seeds lie (a hole has a radius of about 5.5)
GOLDEN = math.pi * (3 - math.sqrt(5))  # the angle of a sunflower's spiral
HEAPS = (13, 8, 5)  # how many lie in each layer on top, the last again and again
ROUNDS = 90  # of rolling aside, for each seed that is dropped


def spin(hole: int) -> float:
    """How far, in radians, the packing of a hole is turned, so that holes with as many seeds do not look alike."""
    return round(hole * GOLDEN % math.tau, 2)


@lru_cache(maxsize=4096)
def hole_places(count: int, turn: float = 0.0) -> tuple[Place, ...]:
    """Where `count` seeds lie in a hole, from the lowest to the topmost, turned by so many radians."""
    if not 0 <= count <= MOST_SEEDS:
        raise ValueError(f"{count} seeds are on no board")
    places = flat_places(min(count, FLAT)) + heap_places()[: max(0, count - FLAT)]
    cosine, sine = math.cos(turn), math.sin(turn)
    return tuple((round(x * cosine - y * sine, 2), round(x * sine + y * cosine, 2)) for x, y in places)


@cache
def flat_places(count: int) -> tuple[Place, ...]:
    """A packing of up to FLAT seeds side by side."""
    if count == 0:
        return ()
    before = flat_places(count - 1)
    angle = count * GOLDEN
    dropped = (0.9 * math.sqrt(count - 1) * math.cos(angle), 0.9 * math.sqrt(count - 1) * math.sin(angle))
    places = np.array([*before, dropped])
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in _roll(places))


def _roll(places: Array) -> Array:
    """Seeds roll toward the bottom of the hole and push each other aside until none overlap."""
    for turn in range(ROUNDS):
        places = places * (1 - 0.02 * (1 - turn / ROUNDS))
        apart = places[:, None, :] - places[None, :, :]
        distance = np.sqrt((apart**2).sum(axis=2)) + np.eye(len(places)) * 10
        push = np.maximum(0.0, APART - distance) / 2 / np.maximum(distance, 1e-6)
        places = places + (apart * push[:, :, None]).sum(axis=1) * 0.9
        far = np.sqrt((places**2).sum(axis=1))
        places = places * np.minimum(1.0, REACH / np.maximum(far, 1e-6))[:, None]
    return places


@cache
def heap_places() -> tuple[Place, ...]:
    """The places of the seeds beyond FLAT, in layers that grow smaller; they do not depend on how many there are."""
    places: list[Place] = []
    layer, inside = 0, 0
    while len(places) < MOST_SEEDS - FLAT:
        size = HEAPS[min(layer, len(HEAPS) - 1)]
        distance = min(0.98 * math.sqrt(inside + 0.4), REACH - 0.5)
        angle = (len(places) + 0.5) * GOLDEN + layer
        places.append(
            (round(distance * math.cos(angle), 2), round(distance * math.sin(angle) - 0.12 * min(layer, 6), 2))
        )
        inside += 1
        if inside == size:
            layer, inside = layer + 1, 0
    return tuple(places)


@lru_cache(maxsize=64)
def store_places(width: float, height: float, corner: float, count: int) -> tuple[Place, ...]:
    """The places of up to `count` seeds in a store of this size (in radii of a seed), in the order of their coming.

    They lie side by side as long as there is room, from the middle outward, then on top of each other.
    """
    places: list[Place] = []
    layer = 0
    while len(places) < count:
        found = _layer(width, height, corner, layer)
        places += found[: count - len(places)]
        layer += 1
    return tuple(places)


def _layer(width: float, height: float, corner: float, layer: int) -> list[Place]:
    """A layer of seeds in rows, every other row between those beside it, each a little out of line."""
    step, rise = 2.14, 1.92
    shift = (layer % 2) * 1.05
    inset = 1.5 + 0.7 * layer
    rows = range(-math.ceil(height / rise), math.ceil(height / rise) + 1)
    columns = range(-math.ceil(width / step), math.ceil(width / step) + 1)
    places = []
    for row in rows:
        for column in columns:
            wobble = (math.sin(12.9 * column + 78.2 * row + layer), math.sin(39.3 * column + 11.1 * row + layer))
            x = (column + (row % 2) / 2) * step + shift + 0.07 * wobble[0]
            y = row * rise + shift * 0.6 + 0.07 * wobble[1]
            if _inside(x, y, width / 2 - inset, height / 2 - inset, max(corner - inset, 0)):
                places.append((round(x, 2), round(y, 2)))
    if not places:
        return [(round(0.3 * math.cos(layer), 2), round(0.3 * math.sin(layer), 2))]
    return sorted(places, key=lambda p: (p[0] / width) ** 2 + (p[1] / height) ** 2)


def _inside(x: float, y: float, half_width: float, half_height: float, corner: float) -> bool:
    """Whether a point lies in a rectangle with rounded corners around the origin."""
    over_x, over_y = abs(x) - (half_width - corner), abs(y) - (half_height - corner)
    if over_x > 0 and over_y > 0:
        return math.hypot(over_x, over_y) <= corner
    return over_x <= corner and over_y <= corner
