"""The review of a whole round, position by position, through the pool; losses and marks as in `engine.review`."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any

from bonduc.engine.review import MARKS, PLACES, mark_of, thresholds
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Position
from bonduc.web.engines.line import MoveLine
from bonduc.web.engines.pool import EnginePool
from bonduc.web.processes.job import Answer
from bonduc.web.views import letter
from bonduc.web.visitors.requester import Requester


async def review(
    engines: EnginePool, line: MoveLine, played: Round, requester: Requester, seconds: float
) -> AsyncGenerator[dict[str, Any], None]:
    """What every move of a round was worth, in order, each as soon as it is known; `line` is the round's.

    The first answer is for the start, the last one sums up. Raises as `EnginePool.analyse`.
    """
    marks: Counter[tuple[str, str]] = Counter()
    least = thresholds(played.game)
    before = await _look(engines, line.to(0), played.positions[0], requester, seconds)
    yield {"ply": 0, "score": before["score"], "exact": before["exact"]}
    for ply, move in enumerate(played.moves, 1):
        last = ply == len(played.moves)
        after_position = played.position if last else played.positions[ply]
        after = await _look(engines, line.to(ply), after_position, requester, seconds)
        step = _judge(played.positions[ply - 1], move, before, after, least)
        marks[step["player"], step["mark"]] += 1
        yield {"ply": ply, **step}
        before = after
    yield {"done": True, "marks": {player: {mark: marks[player, mark] for mark in MARKS} for player in "SN"}}


async def _look(
    engines: EnginePool, line: MoveLine, position: Position, requester: Requester, seconds: float
) -> Answer:
    """The analysis of a position; its result if the round is over in it."""
    if position.mover is None:
        south, north = position.stores
        return {"score": float(south - north), "exact": True, "best": None}
    found = await line.analysis(engines, requester, seconds=seconds)
    return {"score": found["score"], "exact": found["exact"], "best": found["lines"][0]["moves"][0]}


def _judge(
    position: Position, move: Move, before: Answer, after: Answer, least: tuple[float, float, float]
) -> dict[str, Any]:
    """A move's score, what it gave away, and its mark."""
    sign = 1 if position.mover == SOUTH else -1
    exact = before["exact"] and after["exact"]
    score = before["score"] if str(move) == before["best"] and not exact else after["score"]
    loss = max(0.0, round(sign * (before["score"] - score), PLACES))
    return {
        "move": str(move),
        "player": letter(position.mover),
        "score": score,
        "exact": exact,
        "best": before["best"],
        "best_score": before["score"],
        "loss": loss,
        "mark": mark_of(loss, least),
    }
