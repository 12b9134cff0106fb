"""What the engine says of a position: lines of play with their scores."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsFloat, TypeAlias

from bonduc.errors import BonducError
from bonduc.integers import optional_number, whole_number
from bonduc.notation import Move
from bonduc.play import Round, standing
from bonduc.players import SOUTH
from bonduc.position import Position

SEED = 100  # searches count in hundredths of a seed


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


def proved_to_be_best(bounds: Sequence[tuple[int, int]]) -> int:
    """How many moves, from the first on, are known exactly and not bettered by any after them.

    `bounds` are what each is worth at least and at most, in the order of the lines.
    """
    for i, (least, most) in enumerate(bounds):
        if least < most or any(other > least for _, other in bounds[i + 1 :]):
            return i
    return len(bounds)


OnInfo: TypeAlias = Callable[[Analysis], None]
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


def analyse(
    position: Position | Round,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    history: Sequence[Position] = (),
    threads: int = 1,
    stop: StopSignal | None = None,
    on_info: OnInfo | None = None,
    tables: TablesChoice = None,
) -> Analysis:
    """Search a position, or the current one of a round, and say what its best lines are worth.

    The search ends after `seconds`, at `depth` moves, after about `nodes` positions, when `stop` is set or when the
    result is proved, whichever comes first; one second if nothing is said. `lines` is how many best moves to show
    (fewer if there are fewer), `history` the earlier positions of the round (the repetition rule needs them; a Round
    brings its own), `on_info` is called with the state of the analysis after each iteration. The same call with one
    thread and no limit of time gives the same answer every time.

    `tables` is a folder of endgame tables, or "auto" for that of the user. A position that they hold is not searched:
    its lines come from them. Without it no table is looked at; `Analysis.tables` says where answers came from.

    Raises BonducError if the round is over or an argument is out of range.
    """
    from bonduc.engine.searcher import Searcher
    from bonduc.engine.tablebase import chosen_tables, consult

    start, earlier = standing(position, "analyse")
    if isinstance(position, Round) and position.outcome:
        raise BonducError(f"nothing to analyse: the round is over ({position.outcome.reason})")
    if seconds is None and depth is None and nodes is None and stop is None:
        seconds = 1.0
    limits = Limits(seconds, depth, nodes)
    searcher = Searcher(start.game, threads=whole_number(threads, "threads"))
    return consult(
        chosen_tables(tables),
        searcher,
        start,
        limits,
        lines=whole_number(lines, "lines"),
        history=(*history, *earlier),
        stop=stop,
        on_info=on_info,
    )
