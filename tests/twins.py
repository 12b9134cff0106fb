"""Games beside their plain second implementations: the same options, and positions carried over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import bonduc
from bonduc import Game, Position
from tests.reference import adji_kui_ii, bao_la_kimasai, kiothi, rio_kadalis
from tests.reference.common import LapStarts


class NoAnswer(Exception):  # noqa: N818 - it is no error of the rules
    """The plain implementation would have to follow a sowing for too long."""


class ShortLapStarts(LapStarts):
    """LapStarts that give up."""

    most_laps = 3000

    def add(self, board: list[int], hole: int, hand: int) -> None:
        super().add(board, hole, hand)
        if len(self._seen) > self.most_laps:
            raise NoAnswer


@dataclass
class Twins:
    """One game with its plain twin: the module, its options, and how a position looks there."""

    game: Game
    plain: Any
    options: Any
    state: Callable[[Position], Any]


def adji_state(position: Position) -> Any:
    mover = None if position.mover is None else int(position.mover)
    owners = tuple(int(owner) for owner in position.owners)
    return adji_kui_ii.State(position.holes, position.stores, mover, owners, position.passed)


def rio_state(position: Position) -> Any:
    mover = None if position.mover is None else int(position.mover)
    return rio_kadalis.State(position.holes, position.stores, mover, position.closed)


def bao_state(position: Position) -> Any:
    return bao_la_kimasai.State(
        position.holes, position.stores, None if position.mover is None else int(position.mover)
    )


def kiothi_state(position: Position) -> Any:
    return kiothi.State(
        position.holes,
        position.stores,
        None if position.mover is None else int(position.mover),
        position.marks,
        position.phase,  # type: ignore[arg-type]
        position.hand,
        position.emptied,
        position.last_drop,
    )


PLAIN: dict[str, tuple[ModuleType, Callable[[Position], Any]]] = {
    "adji-kui-ii": (adji_kui_ii, adji_state),
    "rio-kadalis": (rio_kadalis, rio_state),
    "bao-la-kimasai": (bao_la_kimasai, bao_state),
    "kiothi": (kiothi, kiothi_state),
}


def twins_of(name: str, **options: Any) -> Twins:
    module: Any
    module, state = PLAIN[name]
    return Twins(bonduc.game(name, **options), module, module.Options(**options), state)
