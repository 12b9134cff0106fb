"""Which moves keep the proved value of a position.

About each move two claims are tried: that the mover can force as much after it, and that the other side can force more
than is left to it. Both sides try theirs at the same time, all moves with the same effort before any with more, so that
what is easily decided is known early. Where neither can be forced in finite play, the answer rests on play without end,
perhaps after captures, and is left open: only tables tell.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.players import Player
from bonduc.position import Position
from bonduc.solve.proofs.certificate import lead_of
from bonduc.solve.proofs.deep_stack import start_deep
from bonduc.solve.proofs.solver import LEAST_EFFORT, MORE, MOST_EFFORT, Solver, StoppedError

OnDecided = Callable[[Move, bool], None]


class UnsettledError(BonducError):
    """A question about a move that no finite play answers."""


def moves_that_keep(
    solver: Solver,
    position: Position,
    lead: int,
    moves: Sequence[Move],
    on_decided: OnDecided = lambda move, keeps: None,
) -> tuple[Move, ...]:
    """Those of the moves after which the mover still ends with the `lead` proved for the position.

    `on_decided` is called, from one of two threads, as soon as a move is known to keep it or not. StoppedError if the
    solver is stopped before all are, UnsettledError if that of some move rests on play without end.
    """
    question = _Question(solver, position, lead, on_decided)
    question.see_ends(moves)
    other = start_deep(lambda: question.pursue(question.mover.other, moves))
    question.pursue(question.mover, moves)
    other.join()
    decided = question.decided
    for move in moves:
        if move not in decided and solver.stopped:
            raise StoppedError(f"stopped before it was decided whether {move} keeps the value of {position}")
        if move not in decided:
            raise UnsettledError(
                f"whether {move} keeps the value of {position} rests on play without end: it takes larger tables"
            )
    return tuple(move for move in moves if decided[move])


class _Question:
    """What is decided about the moves of a position; whoever decides a move first, the answer is the same."""

    def __init__(self, solver: Solver, position: Position, lead: int, on_decided: OnDecided) -> None:
        assert position.mover is not None
        self.solver, self.position, self.lead, self.on_decided = solver, position, lead, on_decided
        self.mover: Player = position.mover
        self.decided: dict[Move, bool] = {}
        self._lock = threading.Lock()

    def see_ends(self, moves: Sequence[Move]) -> None:
        """Decide the moves that end the round."""
        for move in moves:
            after = self.position.play(move)
            if after.mover is None:
                self._decide(move, lead_of(after, self.mover) >= self.lead)

    def _decide(self, move: Move, keeps: bool) -> None:
        with self._lock:
            if move not in self.decided:
                self.decided[move] = keeps
                self.on_decided(move, keeps)

    def pursue(self, side: Player, moves: Sequence[Move]) -> None:
        """Try the claims of one side with growing effort, until every move is decided or none is left to try."""
        effort, waiting = LEAST_EFFORT, list(moves)
        while waiting and not self.solver.stopped and effort <= MOST_EFFORT:
            waiting = [move for move in waiting if move not in self.decided and self._is_open(side, move, effort)]
            effort *= MORE

    def _is_open(self, side: Player, move: Move, effort: int) -> bool:
        """Try one side's claim about a move; is there more to be tried?"""
        missing = self.lead - lead_of(self.position, self.mover)
        need = missing if side == self.mover else 1 - missing
        if self.solver.claim_after(self.position, move, side, need, effort):
            self._decide(move, side == self.mover)
        return move not in self.decided and not self.solver.exhausted(side)
