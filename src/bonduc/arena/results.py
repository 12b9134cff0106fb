"""The games to play and what came of them: plain values that travel between processes and into files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bonduc.arena.clock import TimeControl
from bonduc.arena.contestants.contestant import Contestant
from bonduc.arena.start_positions import StartPosition
from bonduc.games.options import Value


@dataclass(frozen=True)
class Resign:
    """When a contestant resigns: its own score at most `-seeds` on `moves` of its moves running."""

    seeds: float
    moves: int = 4


@dataclass(frozen=True)
class Job:
    """A game to play. `number` is unique in the run; the two games of a `pair` share an opening, colours reversed.

    `south` and `north` are indices among the run's contestants; `players` are those two contestants.
    """

    number: int
    pair: int
    south: int
    north: int
    players: tuple[Contestant, Contestant]
    game: str
    options: Mapping[str, Value]
    opening: StartPosition
    control: TimeControl
    seed: int
    resign: Resign | None = None


@dataclass(frozen=True)
class GameResult:
    """A finished game. `points` are South's: 1, ½ or 0; `reason` as in records; `score` the seeds (south, north).

    `position` and `moves` hold the whole game, the first `opening_plies` moves from the opening. `seconds`, `nodes`
    and `own_plies` are by (south, north); `loser_fault` says that the loser broke off the game (illegal move, crash,
    no answer, time) and `detail` how.
    """

    number: int
    pair: int
    south: int
    north: int
    points: float
    reason: str
    score: tuple[int, int]
    position: str
    moves: tuple[str, ...]
    opening_plies: int
    seconds: tuple[float, float]
    nodes: tuple[int, int]
    own_plies: tuple[int, int]
    seed: int
    started: str
    loser_fault: bool = False
    detail: str = ""
    longest: tuple[float, float] = field(default=(0.0, 0.0))

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, South's points first."""
        return {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[self.points]

    def points_of(self, contestant: int) -> float:
        """The points of one of the two contestants, by index."""
        return self.points if contestant == self.south else 1.0 - self.points

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> GameResult:
        """Back from `to_json`; TypeError or KeyError if the values are not a result's."""
        pairs = ("score", "moves", "seconds", "nodes", "own_plies", "longest")
        fields: dict[str, Any] = {name: tuple(value) if name in pairs else value for name, value in values.items()}
        return cls(**fields)
