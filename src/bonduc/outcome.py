"""How a round ended: who won, why, and with what score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bonduc.games.kernels.state import Reason
from bonduc.language import N_
from bonduc.players import Player


class Termination(StrEnum):
    """Why a round ended; the text is what records hold."""

    NO_LEGAL_MOVE = "no legal move"
    NEITHER_CAN_MOVE = "neither can move"
    FEW_SEEDS = "eight seeds or fewer"
    BOTH_PASSED = "both passed"
    ALL_CAPTURED = "all captured"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreed draw"
    TIME = "time forfeit"
    FORFEIT = "forfeit"
    FINISHED = "finished position"

    @classmethod
    def of(cls, reason: Reason) -> Termination:
        """The termination for a reason of the rules."""
        return cls[reason.name]

    @property
    def told(self) -> str:
        """The reason in the language in use."""
        return _TOLD[self].told


_TOLD = {
    Termination.NO_LEGAL_MOVE: N_("no legal move"),
    Termination.NEITHER_CAN_MOVE: N_("neither can move"),
    Termination.FEW_SEEDS: N_("eight seeds or fewer"),
    Termination.BOTH_PASSED: N_("both passed"),
    Termination.ALL_CAPTURED: N_("all captured"),
    Termination.REPETITION: N_("repetition"),
    Termination.RESIGNATION: N_("resignation"),
    Termination.AGREEMENT: N_("agreed draw"),
    Termination.TIME: N_("time forfeit"),
    Termination.FORFEIT: N_("forfeit"),
    Termination.FINISHED: N_("finished position"),
}


@dataclass(frozen=True)
class Outcome:
    """The end of a round: `winner` (None: a draw), `reason`, and the `score` (south, north) in seeds.

    In Bao la Kimasai the score is the point of the round, (1, 0), (0, 1) or (0, 0).
    """

    winner: Player | None
    reason: Termination
    score: tuple[int, int]

    @property
    def result(self) -> str:
        """`1-0` if South won, `0-1` if North did, `1/2-1/2` for a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]

    @property
    def is_by_score(self) -> bool:
        """Whether the winner has the higher score: who gives a round up may have won more than the opponent."""
        return self.winner == winner_of(self.score)


def winner_of(score: tuple[int, int]) -> Player | None:
    """More seeds win; equal is a draw (RULES.md, Conventions)."""
    south, north = score
    return None if south == north else Player(int(north > south))
