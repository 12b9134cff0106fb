"""The two players."""

from __future__ import annotations

from enum import IntEnum
from typing import Never

from bonduc.errors import BonducError
from bonduc.games.words import SIDES
from bonduc.language import N_


class Player(IntEnum):
    """South (0), who moves first, and North (1)."""

    SOUTH = 0
    NORTH = 1

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise BonducError(N_("{value!r} is no player: South is 0, North 1", value=value))

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player(1 - self)

    @property
    def letter(self) -> str:
        """`S` or `N`, as in positions."""
        return "SN"[self]

    def __str__(self) -> str:
        return str(SIDES[self])

    @property
    def told(self) -> str:
        """The player's name in the language in use."""
        return SIDES[self].told


SOUTH = Player.SOUTH
NORTH = Player.NORTH
