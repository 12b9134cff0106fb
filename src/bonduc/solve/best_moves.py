"""Which moves keep the proved value of a position.

About each move two claims are tried: that the mover can force as much after it, and that the other side can force more
than is left to it. One of the two asks for a gain, which play without end does not bring; so where that one cannot be
forced in finite play, it is wrong and the other one stands. Both sides try theirs at the same time, all moves with the
same effort before any with more, so that what is easily decided is known early.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position
from bonduc.solve.deep_stack import start_deep
from bonduc.solve.solver import LEAST_EFFORT, MORE, Solver, StoppedError

OnDecided = Callable[[Move, bool], None]


def moves_that_keep(
    solver: Solver,
    position: Position,
    lead: int,
    moves: Sequence[Move],
    on_decided: OnDecided = lambda move, keeps: None,
) -> tuple[Move, ...]:
    """Those of the moves after which the mover still ends with the `lead` proved for the position.

    `on_decided` is called, from one of two threads, as soon as a move is known to keep it or not. StoppedError if the
    solver is stopped before all are.
    """
    question = _Question(solver, position, lead, on_decided)
    waiting = [move for move in moves if not question.is_over_after(move)]
    mover = question.mover
    other = start_deep(lambda: question.pursue(mover.other, waiting))
    question.pursue(mover, waiting)
    other.join()
    decided = question.decided
    for move in moves:
        if move not in decided:
            raise StoppedError(f"stopped before it was decided whether {move} keeps the value of {position}")
    return tuple(move for move in moves if decided[move])


class _Question:
    """What is decided about the moves of a position; whoever decides a move first, the answer is the same."""

    def __init__(self, solver: Solver, position: Position, lead: int, on_decided: OnDecided) -> None:
        assert position.mover is not None
        self.solver, self.position, self.lead, self.on_decided = solver, position, lead, on_decided
        self.mover: Player = position.mover
        self.decided: dict[Move, bool] = {}
        self._lock = threading.Lock()

    def is_over_after(self, move: Move) -> bool:
        """Does a move end the round? Then it is decided."""
        after = self.position.play(move)
        if after.mover is None:
            self._decide(move, self._lead_in(after) >= self.lead)
        return after.mover is None

    def _lead_in(self, position: Position) -> int:
        return position.stores[self.mover] - position.stores[self.mover.other]

    def _decide(self, move: Move, keeps: bool) -> None:
        with self._lock:
            if move not in self.decided:
                self.decided[move] = keeps
                self.on_decided(move, keeps)

    def pursue(self, side: Player, moves: Sequence[Move]) -> None:
        """Try the claims of one side with growing effort until every move is decided, or this side can decide none."""
        effort, waiting = LEAST_EFFORT, list(moves)
        while waiting and not self.solver.stopped:
            waiting = [move for move in waiting if move not in self.decided and self._is_open(side, move, effort)]
            effort *= MORE

    def _is_open(self, side: Player, move: Move, effort: int) -> bool:
        """Try one side's claim about a move; is there more to be tried?"""
        after = self.position.play(move)
        missing = self.lead - self._lead_in(after)
        need = missing if side == self.mover else 1 - missing
        if self.solver.claim(after, side, need, effort):
            self._decide(move, side == self.mover)
        elif self.solver.exhausted(side):
            if need > 0:
                self._decide(move, side != self.mover)
            return False
        return move not in self.decided
