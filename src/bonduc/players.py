"""The two players."""

from __future__ import annotations

from enum import IntEnum
from typing import Never

from bonduc.errors import BonducError


class Player(IntEnum):
    """South (0), who moves first, and North (1)."""

    SOUTH = 0
    NORTH = 1

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise BonducError(f"{value!r} is no player: South is 0, North 1")

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player(1 - self)

    @property
    def letter(self) -> str:
        """`S` or `N`, as in positions."""
        return "SN"[self]

    def __str__(self) -> str:
        return self.name.capitalize()


SOUTH = Player.SOUTH
NORTH = Player.NORTH
