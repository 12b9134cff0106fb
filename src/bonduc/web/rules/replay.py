"""A round in short: what every move did, for lists of moves and for leafing through a game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from bonduc.web.http.operation import Operation, operation
from bonduc.web.rules.api import MoveText, Place
from bonduc.web.tasks.desk import desk_of
from bonduc.web.tasks.lines import MOST_MOVES

MOVES_A_UNIT = 20  # moves that can be sown out at the cost of one unit (`limits.budget`)


class Line(Place):
    """Moves from a position on."""

    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = Field(default_factory=list)

    def surcharge(self) -> float:
        """By the number of moves, each of which is sown out."""
        return len(self.moves) / MOVES_A_UNIT


@operation("POST", "/api/replay", "Moves in short, each with what it did", body=Line, tag="rules", cost=2)
async def replay(request: Request, body: Line) -> Response:
    """For each move who played it, laps and captures, and what lies where after it; `start` is before the first.
    `laps` is null where they are too many to be shown."""
    return await desk_of(request).answer(request, "replay", body.model_dump())


OPERATIONS: list[Operation] = [replay]
