"""What the arena asks of anything that chooses moves, whether a baseline, the engine or an external program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from bonduc.arena.clock import Allowance
from bonduc.notation import Move
from bonduc.play import Round


class Fault(StrEnum):
    """Why a contestant lost a game other than by the rules; the text is what records hold."""

    ILLEGAL_MOVE = "illegal move"
    CRASH = "engine crashed"
    SILENCE = "no answer"
    TIME = "time forfeit"


class ContestantError(Exception):
    """A contestant could not make its move: it loses the game for this reason."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(fault, detail)  # what it can be pickled by
        self.fault = fault
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.fault}: {self.detail}"


@dataclass(frozen=True)
class Reply:
    """A chosen move (or its text), with the chooser's own `score` in seeds for itself, and effort."""

    move: Move | str
    score: float | None = None
    depth: int = 0
    nodes: int = 0


class Chooser(ABC):
    """A contestant at the board. Opened once by each worker for a game and its options, it plays game after game."""

    @abstractmethod
    def new_game(self, seed: int) -> None:
        """Forget the game before; everything random in the next one follows from `seed`."""

    @abstractmethod
    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        """A move for the side to move; raises ContestantError. After `patience` seconds any answer is too late."""

    def close(self) -> None:  # noqa: B027
        """Let go of processes and memory; most have nothing to let go of."""
