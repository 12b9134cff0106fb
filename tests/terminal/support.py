"""Helpers of the terminal's tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bonduc.games.kernels.state import Kind, encode
from bonduc.notation import Move, move_of_steps
from bonduc.position import Position


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """Everything on standard output as words, so that wrapped lines do not matter."""
        return " ".join(self.out.split())


Runner = Callable[..., Ran]


def first_choice(position: Position) -> Move:
    """The first legal move; an opening at once, all warriors back into the holes they came from."""
    if position.phase == "play" or position.hand:
        return position.legal_moves[0]
    own = [
        hole for hole, count in enumerate(position.holes) if count and position.game.layout.side(hole) == position.mover
    ][:2]
    steps = [encode(Kind.EMPTY, hole) for hole in own]
    for hole in own:
        steps += [encode(Kind.DROP, hole)] * position.holes[hole]
    return move_of_steps(steps, position.game.layout)


def bad_input(ran: Ran) -> str:
    """The complaint of a command that was given bad input: one line, no traceback, exit code 2."""
    assert ran.code == 2
    assert ran.err.startswith("bonduc: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err + ran.out
    return ran.err
