"""What happens in the solution of a puzzle and what else could have been played: what themes are told from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.players import Player
from bonduc.position import Position, Sowing
from bonduc.puzzles.model import Step


def taker(event: SowingEvent, position: Position) -> Player | None:
    """Who gains by a capture: the taker, or who does not own what leaves the game."""
    if event.player is not None or event.hole is None:
        return event.player
    return position.owners[event.hole].other


def gain(sowing: Sowing, player: Player) -> int:
    """The seeds a player captures in a move."""
    return sum(
        event.seeds for event in sowing if event.event == Event.CAPTURE and taker(event, sowing.before) == player
    )


@dataclass(frozen=True)
class Facts:
    """The position of a puzzle, its steps, and every sowing of its solution, the opponent's replies included."""

    position: Position
    steps: tuple[Step, ...]
    sowings: tuple[Sowing, ...]

    @classmethod
    def of(cls, position: Position, steps: tuple[Step, ...]) -> Facts:
        """The facts of a solution."""
        sowings, here = [], position
        for step in steps:
            for move in (step.move, step.reply):
                if move:
                    sowings.append(here.sowing(move))
                    here = sowings[-1].after
        return cls(position, steps, tuple(sowings))

    @property
    def solver(self) -> Player:
        """Who is to move."""
        assert self.position.mover is not None
        return self.position.mover

    @property
    def first(self) -> Sowing:
        """The sowing of the first move."""
        return self.sowings[0]

    @property
    def answer(self) -> Sowing | None:
        """The opponent's first reply: in the solution, None if it has one move only."""
        return self.sowings[1] if len(self.sowings) > 1 else None

    @property
    def after(self) -> Position:
        """The position the solution ends in."""
        return self.sowings[-1].after

    @cached_property
    def gains(self) -> Mapping[str, int]:
        """What every legal move captures for the solver at once."""
        moves = self.position.legal_moves
        return {str(move): gain(self.position.sowing(move), self.solver) for move in moves}

    @property
    def own_gain(self) -> int:
        """What the first move captures for the solver."""
        return self.gains[self.steps[0].move]

    @property
    def greedy_gain(self) -> int:
        """The most any other move captures."""
        return max((taken for move, taken in self.gains.items() if move != self.steps[0].move), default=0)

    @property
    def lead(self) -> int:
        """The solver's lead in the position, in seeds."""
        stores = self.position.stores
        return stores[self.solver] - stores[self.solver.other]

    @property
    def on_board(self) -> float:
        """The part of the game's seeds that is still on the board."""
        return sum(self.position.holes) / self.position.game.seeds
