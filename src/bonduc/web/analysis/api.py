"""Analysis: what the engine thinks of a position, live or for a while, and of a whole round.

Scores are leads of South in seeds at the end of the round; `exact` ones are proved. Where the endgame tables hold the
position, `values` says what every move is worth.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket

from bonduc.errors import BonducError
from bonduc.language import _
from bonduc.web.engines import EnginePool
from bonduc.web.engines.line import MoveLine
from bonduc.web.engines.review import review
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.rules.api import MoveText, Options, PositionText
from bonduc.web.tasks.desk import desk_of, work_out
from bonduc.web.tasks.lines import MOST_MOVES
from bonduc.web.visitors.requester import requester_of

MOVES_A_UNIT = 40  # moves that can be played through at the cost of one unit (`limits.budget`)
MOST_LINES = 5
LONGEST = 10.0  # seconds of one request
STREAM = "application/x-ndjson"


class Path(Model):
    """A position of a round: where the round starts (left out: the usual start), and the moves from there."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    start: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = Field(default_factory=list)

    def surcharge(self) -> float:
        """By the number of moves, which are played through."""
        return len(self.moves) / MOVES_A_UNIT

    @property
    def line(self) -> MoveLine:
        """It as the engines take it."""
        return MoveLine(self.game, self.options, self.start, tuple(self.moves))


class Question(Path):
    """What to analyse, for how long, and how many lines to show."""

    seconds: Annotated[float, Field(gt=0, le=LONGEST)] = 1.0
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


class WholeRound(Path):
    """A round to review, with the time for each of its positions."""

    seconds: Annotated[float, Field(gt=0, le=1)] = 0.3


def engines_of(connection: Request | WebSocket) -> EnginePool:
    """The engines of the site."""
    engines = connection.app.state.engines
    assert isinstance(engines, EnginePool)
    return engines


@operation("POST", "/api/line", "A position of a round, and the move that led to it", body=Path, tag="rules")
async def line(request: Request, body: Path) -> Response:
    """The position after the moves (`after`), over where its round is, by a repetition too, and the last move played
    out (`sowing`, null without moves, or where it has too many laps to be shown)."""
    return await desk_of(request).answer(request, "line", body.model_dump())


@operation("POST", "/api/analyse", "What the engine thinks of a position", body=Question, tag="analysis", cost=3)
async def analyse(request: Request, body: Question) -> dict[str, Any]:
    """The best lines found within `seconds`, best first. Scores are leads of South in seeds at the end of the round."""
    return await body.line.analysis(engines_of(request), requester_of(request), seconds=body.seconds, lines=body.lines)


@operation("POST", "/api/review", "What every move of a round was worth", body=WholeRound, media_type=STREAM, cost=5)
async def review_round(request: Request, body: WholeRound) -> StreamingResponse:
    """A line of JSON for every move as soon as it has been looked at: `{"ply": 1, "move": …, "score": the lead of
    South after it, "best": …, "loss": seeds given away, "mark": "", "inaccuracy", "mistake" or "blunder", …}`; ply 0
    is the start. The last line is `{"done": true, "marks": {…}}`, or `{"error": …}` if the engine fails on the way.
    """
    played = await work_out(request, body.line.play)
    if not played.moves:
        raise BonducError(_("There is no move to look at."))
    steps = review(engines_of(request), body.line, played, requester_of(request), body.seconds)
    first = await anext(steps)  # so that a refusal comes with its own status

    async def stream() -> AsyncIterator[str]:
        async with aclosing(steps):
            yield json.dumps(first) + "\n"
            try:
                async for step in steps:
                    yield json.dumps(step) + "\n"
            except RefusalError as error:
                yield json.dumps({"error": {"status": error.status, "message": error.told}}) + "\n"

    # Compressed it would be held back until there is enough of it.
    return StreamingResponse(stream(), media_type=STREAM, headers={"content-encoding": "identity"})


OPERATIONS: list[Operation] = [line, analyse, review_round]
