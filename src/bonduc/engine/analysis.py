"""What goes into the engine and comes out of it, as values: limits; lines of play with their scores; a move chosen."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsFloat, TypeAlias

from bonduc.errors import BonducError
from bonduc.integers import optional_number
from bonduc.notation import Move
from bonduc.players import SOUTH
from bonduc.position import Position

SEED = 100  # searches count in hundredths of a seed
MOST_LINES = 64


class StopSignal(Protocol):
    """What `stop` may be: anything that can be set from another thread, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search should end now."""
        ...


@dataclass(frozen=True)
class Line:
    """A line of play. `score` is the final lead of the mover it leads to, in seeds (in points where none are counted).

    `exact`: that its first move is worth the score is proved, and no estimate (that no other move is worth more is
    another matter: `Analysis.proved`). `depth`: how many moves ahead the line was searched.
    """

    moves: tuple[Move, ...]
    score: float
    exact: bool
    depth: int

    @property
    def hundredths(self) -> int:
        """The score as searches count, in hundredths of a seed."""
        return round(SEED * self.score)


@dataclass(frozen=True)
class Analysis:
    """What a search found: its `lines`, best first, the positions it looked at, the seconds it took.

    `depth` is the depth of the last finished iteration, `tbhits` how many answers came from endgame tables and `tables`
    the folder they are in (None: none did), `warnings` what is wrong with tables that could not be believed. So many of
    the lines as `proved_lines` says, from the first on, are proved to be the best there are.
    """

    position: Position
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
    tbhits: int = 0
    tables: Path | None = None
    warnings: tuple[str, ...] = ()
    proved_lines: int = 0

    @property
    def proved(self) -> bool:
        """Whether the value of the position is proved: that of the best line, which no other move can better."""
        return self.proved_lines > 0

    @property
    def best(self) -> Move:
        """The first move of the best line."""
        return self.lines[0].moves[0]

    @property
    def score_south(self) -> float:
        """The score of the best line for South, in seeds."""
        score = self.lines[0].score
        return score if self.position.mover == SOUTH else -score

    def to_json(self) -> dict[str, Any]:
        """As `bonduc analyse --json` prints it; scores in seeds, for the mover."""
        game = self.position.game
        return {
            "game": game.id,
            "options": dict(game.options),
            "position": str(self.position),
            "lines": [
                {
                    "moves": [str(move) for move in line.moves],
                    "score": line.score,
                    "exact": line.exact,
                    "depth": line.depth,
                }
                for line in self.lines
            ],
            "proved": self.proved,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "tbhits": self.tbhits,
            "tables": None if self.tables is None else str(self.tables),
        }


@dataclass(frozen=True)
class Choice:
    """The move chosen and the analysis behind it. A level that slips chooses a move that is not the analysis's best."""

    move: Move
    analysis: Analysis


def proved_to_be_best(bounds: Sequence[tuple[int, int]]) -> int:
    """How many moves, from the first on, are known exactly and not bettered by any after them.

    `bounds` are what each is worth at least and at most, in the order of the lines.
    """
    for i, (least, most) in enumerate(bounds):
        if least < most or any(other > least for _, other in bounds[i + 1 :]):
            return i
    return len(bounds)


OnInfo: TypeAlias = Callable[[Analysis], None]
AUTO = "auto"
# A folder of endgame tables; "auto": the user's; None or False: none.
TablesChoice: TypeAlias = "str | os.PathLike[str] | Literal[False] | None"


@dataclass(frozen=True)
class Limits:
    """When a search ends: whichever comes first of these; none at all: when it is stopped."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            object.__setattr__(self, name, optional_number(getattr(self, name), name))
        if not isinstance(self.seconds, SupportsFloat | None) or isinstance(self.seconds, bool):
            raise TypeError(f"seconds should be a number, not {self.seconds!r}")
        for name, least in (("seconds", 0.0), ("depth", 1), ("nodes", 1)):
            value = getattr(self, name)
            if value is not None and not value >= least:
                raise BonducError(f"{name}={value}: must be at least {least:g}")
