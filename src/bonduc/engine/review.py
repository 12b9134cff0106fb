"""Analysis of a whole round: what each move was worth, and what it gave away.

A move's loss is the score of the best move less that of the move played, both for the mover. Marks stand for losses
of a share of what a round is about, the seeds of the game (THRESHOLDS), or the one point of a round without stores
(POINT_THRESHOLDS, higher because estimates of a single point vary more from move to move).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bonduc.engine.analysis import Analysis, Limits, StopSignal, TablesChoice
from bonduc.engine.engine import Engine
from bonduc.engine.settings import EngineSettings
from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.players import SOUTH, Player
from bonduc.position import Game, Position
from bonduc.records.tree import GameRecord

MARKS = ("inaccuracy", "mistake", "blunder")
THRESHOLDS = (0.04, 0.08, 0.16)
POINT_THRESHOLDS = (0.2, 0.4, 0.8)
PLACES = 2  # decimal places of scores
DEFAULT_LIMITS = Limits(seconds=0.2)


@dataclass(frozen=True)
class MoveReview:
    """A move played: scores in seeds, for the mover.

    `analysis` is that of the position before the move, `score` what the move played is worth, `loss` how much less
    than the best move, `exact` whether both are proved, `mark` one of MARKS or empty.
    """

    position: Position
    move: Move
    analysis: Analysis
    score: float
    loss: float
    exact: bool
    mark: str

    @property
    def mover(self) -> Player:
        """Who made the move."""
        assert self.position.mover is not None
        return self.position.mover

    @property
    def score_south(self) -> float:
        """The score after the move for South."""
        return self.score if self.mover == SOUTH else -self.score


@dataclass(frozen=True)
class Review:
    """The review of a round, move by move."""

    game: Game
    moves: tuple[MoveReview, ...]

    def count(self, player: Player, mark: str) -> int:
        """How many moves of a player have this mark."""
        return sum(each.mover == player and each.mark == mark for each in self.moves)

    def to_json(self) -> dict[str, Any]:
        """As `bonduc analyse --json` prints it for a record; scores in seeds, for the mover."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "moves": [
                {
                    "position": str(each.position),
                    "move": str(each.move),
                    "score": each.score,
                    "score_south": each.score_south,
                    "best": str(each.analysis.best),
                    "best_score": each.analysis.lines[0].score,
                    "loss": each.loss,
                    "exact": each.exact,
                    "mark": each.mark,
                }
                for each in self.moves
            ],
        }


def thresholds(game: Game) -> tuple[float, float, float]:
    """The least losses, in seeds, that are an inaccuracy, a mistake and a blunder."""
    whole, shares = (game.seeds, THRESHOLDS) if game.spec.counts_seeds else (1, POINT_THRESHOLDS)
    first, second, third = (round(whole * share, PLACES) for share in shares)
    return first, second, third


def review(
    record: Round | GameRecord,
    limits: Limits = DEFAULT_LIMITS,
    *,
    threads: int = 1,
    stop: StopSignal | None = None,
    on_move: Callable[[int, int], None] | None = None,
    tables: TablesChoice = None,
) -> Review:
    """Review the main line of a record, or a round. Each position is searched within `limits`.

    `on_move(done, total)` reports progress; a `stop` that is set ends the review after the moves done so far; `tables`
    as for `bonduc.analyse`. Raises BonducError if there is no move to review.
    """
    positions, moves = _line_of(record)
    if not moves:
        raise BonducError("nothing to review: no move was played")
    engine = Engine(positions[0].game, EngineSettings(threads, tables=tables))
    analyses: list[Analysis | None] = []
    for number, position in enumerate(positions):
        if stop is not None and stop.is_set():
            break
        if on_move is not None:
            on_move(number, len(positions))
        if position.mover is None:
            analyses.append(None)
        else:
            history = positions[:number]
            analyses.append(engine.analyse(position, limits, history=history, stop=stop))
    done = range(min(len(moves), len(analyses) - 1))
    judged = [_judge(positions[i], moves[i], analyses[i], positions[i + 1], analyses[i + 1]) for i in done]
    return Review(positions[0].game, tuple(judged))


def _line_of(record: Round | GameRecord) -> tuple[list[Position], list[Move]]:
    """The positions of a round, the last as its end left it, and the moves between them."""
    if isinstance(record, Round):
        return [*record.positions[:-1], record.position], list(record.moves)
    nodes = record.main_line
    return [node.position for node in nodes], [node.move for node in nodes[1:] if node.move is not None]


def _judge(
    position: Position, move: Move, before: Analysis | None, after: Position, reply: Analysis | None
) -> MoveReview:
    assert before is not None  # only the last position of a round can be over
    best = before.lines[0]
    exact = before.proved
    if reply is None:
        south = float(after.stores[0] - after.stores[1])
    else:
        south = reply.score_south
        exact = exact and reply.proved
    score = south if position.mover == SOUTH else -south
    if move == before.best and not exact:
        score = best.score
    loss = max(0.0, round(best.score - score, PLACES))
    return MoveReview(position, move, before, score, loss, exact, mark_of(loss, thresholds(position.game)))


def mark_of(loss: float, least: Sequence[float]) -> str:
    """The mark for a loss, given the least losses of each."""
    reached = [name for name, bound in zip(MARKS, least, strict=True) if loss >= bound]
    return reached[-1] if reached else ""
