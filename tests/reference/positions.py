"""Positions written briefly, for tests, and the same positions with the players exchanged."""

from __future__ import annotations

from dataclasses import replace

from . import adji_kui_ii as adji
from . import bao_la_kimasai as bao
from . import kiothi
from . import rio_kadalis as rio
from .common import NORTH, SOUTH, hole_names


def seeds(text: str) -> tuple[int, ...]:
    """`2 0 3 / 1 1 1`: holes in board order, the bar is only for the eye."""
    return tuple(int(word) for word in text.replace("/", " ").split())


def adji_state(text: str, mover: int = SOUTH, owners: str = "", passed: bool = False) -> adji.State:
    """`owners` is one letter a hole in board order, as in `SSSSSS SNNNNN`."""
    owner_of_hole = tuple(SOUTH if letter == "S" else NORTH for letter in owners.replace(" ", ""))
    return adji.State(seeds(text), (0, 0), mover, owners=owner_of_hole, passed=passed)


def rio_state(text: str, mover: int = SOUTH, closed: str = "") -> rio.State:
    names = hole_names(len(seeds(text)) // 2)
    return rio.State(seeds(text), (0, 0), mover, frozenset(names.index(name) for name in closed))


def bao_state(south: str, north: str, columns: int, mover: int = SOUTH) -> bao.State:
    """The names of the holes that have a stone."""
    holes = [0] * (4 * columns)
    for name in south.split():
        holes[bao.ring_names(SOUTH, columns).index(name)] = 1
    for name in north.split():
        holes[2 * columns + bao.ring_names(NORTH, columns).index(name)] = 1
    return bao.State(tuple(holes), (0, 0), mover)


def kiothi_state(text: str, marks: str = "", mover: int = SOUTH) -> kiothi.State:
    """`A3 c12` puts 3 warriors on A and 12 on c."""
    holes = [0] * 20
    for word in text.split():
        holes[kiothi.NAMES.index(word[0])] = int(word[1:])
    return kiothi.State(tuple(holes), (0, 0), mover, frozenset(kiothi.NAMES.index(name) for name in marks))


def mirror_adji(state: adji.State) -> adji.State:
    """The same position with the players exchanged."""
    n = len(state.holes) // 2
    owners = tuple(1 - owner for owner in state.owners)
    return replace(
        state,
        holes=state.holes[n:] + state.holes[:n],
        stores=state.stores[::-1],
        mover=None if state.mover is None else 1 - state.mover,
        owners=owners[n:] + owners[:n],
    )


def mirror_rio(state: rio.State) -> rio.State:
    """The same position with the players exchanged."""
    n = len(state.holes) // 2
    return rio.State(
        state.holes[n:] + state.holes[:n],
        state.stores[::-1],
        None if state.mover is None else 1 - state.mover,
        frozenset((hole + n) % (2 * n) for hole in state.closed),
    )


def mirror_bao(state: bao.State) -> bao.State:
    """The same position with the players exchanged."""
    half = len(state.holes) // 2
    mover = None if state.mover is None else 1 - state.mover
    return bao.State(state.holes[half:] + state.holes[:half], state.stores[::-1], mover)


def mirror_kiothi(state: kiothi.State) -> kiothi.State:
    """The same position with the players exchanged (not in the opening: its drops go by board order)."""
    return replace(
        state,
        holes=state.holes[10:] + state.holes[:10],
        stores=state.stores[::-1],
        mover=None if state.mover is None else 1 - state.mover,
        marks=frozenset((hole + 10) % 20 for hole in state.marks),
    )
