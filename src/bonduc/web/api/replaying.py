"""A round in short: what every move did, for lists of moves and for leafing through a game."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from bonduc.errors import LongSowingError
from bonduc.position import Position
from bonduc.web.api.operation import Operation, operation
from bonduc.web.api.rules import MoveText, Place
from bonduc.web.views import letter

MOST_MOVES = 2000


class Line(Place):
    """Moves from a position on."""

    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = Field(default_factory=list)


@operation("POST", "/api/replay", "Moves in short, each with what it did", body=Line, tag="rules")
async def replay(request: Request, body: Line) -> dict[str, Any]:
    """For each move who played it, laps and captures, and what lies where after it; `start` is before the first.
    `laps` is null where they are too many to be shown."""
    return await run_in_threadpool(_replay, body)


def _replay(body: Line) -> dict[str, Any]:
    position = start = body.read()
    plies = []
    for text in body.moves:
        ply, after = _played(position, text)
        plies.append({"player": letter(position.mover), **ply, "after": _contents(after)})
        position = after
    return {"start": _contents(start), "plies": plies}


def _played(position: Position, text: str) -> tuple[dict[str, Any], Position]:
    """What a move did, and where it led."""
    try:
        sowing = position.sowing(text)
    except LongSowingError:
        move, after = position.parse_move(text), position.play(text)
        taken = [new - old for old, new in zip(position.stores, after.stores, strict=True)]
        return {"move": move.text, "laps": None, "captured": taken}, after
    return {"move": sowing.move.text, "laps": sowing.laps, "captured": list(sowing.captured)}, sowing.after


def _contents(position: Position) -> dict[str, Any]:
    """What changes from move to move, as short as it can be said; the words are those of a position's view."""
    return {
        "position": str(position),
        "mover": letter(position.mover),
        "phase": position.phase,
        "hand": position.hand,
        "emptied": position.emptied,
        "last": position.last_drop,
        "seeds": list(position.holes),
        "marks": sorted(position.marks),
        "stores": list(position.stores),
        "lost": position.lost,
    }


OPERATIONS: list[Operation] = [replay]
