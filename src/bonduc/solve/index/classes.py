"""Classes of positions: what a table holds values of.

A class is a game with its options, the seeds on the board, and the pattern of its holes (which are closed with sand,
who owns them), the mover always seen as South. A move can leave one pattern only for its turned one, seen by the
other player; so a pattern that differs from its turned one is solved together with it, as two blocks of one class.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.state import FLAGS, MOVER, SOUTH, WIDTH, Kind
from bonduc.position import Game, Position
from bonduc.solve.index.ranking import class_size


@dataclass(frozen=True)
class Pattern:
    """What a game notes of its holes, as the side to move sees them from its own left: one number a hole."""

    game: Game
    notes: tuple[int, ...]

    @staticmethod
    def of(position: Position) -> Pattern:
        """The pattern of a position, seen by its mover."""
        if not can_be_tabled(position.game):
            raise BonducError(f"{position.game.name} has no endgame tables by seeds")
        size = position.game.layout.size
        pattern = Pattern(position.game, tuple(position.row[FLAGS : FLAGS + size]))
        return pattern if position.mover in (None, SOUTH) else pattern.turned

    @cached_property
    def turned(self) -> Pattern:
        """The same holes as the opponent sees them."""
        half = self.game.layout.size // 2
        notes = self.notes[half:] + self.notes[:half]
        if self.game.spec.notes.are_players:
            notes = tuple(1 - owner for owner in notes)
        return Pattern(self.game, notes)

    @cached_property
    def blocks(self) -> tuple[Pattern, ...]:
        """The patterns that are solved together: this one, and its turned one if they differ, in a fixed order."""
        return (self,) if self == self.turned else tuple(sorted((self, self.turned), key=lambda p: p.notes))

    @cached_property
    def order(self) -> npt.NDArray[np.int64]:
        """The open holes from the mover's left on, as indices with the mover South."""
        closed = self.game.spec.notes.close_holes
        return np.array([i for i, note in enumerate(self.notes) if not (closed and note)], np.int64)

    @cached_property
    def child_order(self) -> npt.NDArray[np.int64]:
        """The turned pattern's open holes in its order, as indices on the board as this mover sees it."""
        size = self.game.layout.size
        return (self.turned.order + size // 2) % size

    def template(self) -> npt.NDArray[np.int8]:
        """A state row with these notes, South to move, no seeds."""
        row = np.zeros(WIDTH, np.int8)
        row[FLAGS : FLAGS + len(self.notes)] = self.notes
        row[MOVER] = SOUTH
        return row

    def positions(self, seeds: int) -> int:
        """How many positions with so many seeds on the board this pattern has."""
        return class_size(len(self.order), seeds)


def can_be_tabled(game: Game) -> bool:
    """Whether positions of the game are told by the seeds in holes and a pattern alone, seeds never returning."""
    spec = game.spec
    return spec.counts_seeds and spec.notes.last and set(spec.kinds) <= {Kind.SOW, Kind.PASS}


def start_pattern(game: Game) -> Pattern:
    """The pattern of the start of a game's first round."""
    return Pattern.of(game.start())
