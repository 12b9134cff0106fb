"""Moves played through: what every one of them did, for lists of moves and for leafing through a game."""

from __future__ import annotations

from typing import Any

from bonduc.errors import LongSowingError
from bonduc.position import Position
from bonduc.position import game as find_game
from bonduc.web.views import letter


def replay(request: dict[str, Any]) -> dict[str, Any]:
    """Each of `moves` from a `position` of a game (null: its start) in short; `start` is before the first."""
    game = find_game(request["game"], **request["options"])
    position = start = game.start() if request["position"] is None else game.position(request["position"])
    plies = []
    for text in request["moves"]:
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
