"""Lines of moves played through: where they lead, and the page of analysis that they open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from bonduc.errors import BonducError, LongSowingError
from bonduc.games.options import Value
from bonduc.language import _
from bonduc.picture.svg import draw
from bonduc.play import Round
from bonduc.position import game as find_game
from bonduc.records.document import to_json
from bonduc.records.reader import parse_options
from bonduc.web.views import position_view, sowing_view

MOST_MOVES = 2000  # of a round
LONGEST = {"position": 1000, "options": 500, "moves": 20_000}  # characters of an address's parts


def at_end(request: dict[str, Any]) -> dict[str, Any]:
    """The position after `moves` from `start`, and the last of them played out (null: none, or too long to show)."""
    played = play(request["game"], request["options"], request["start"], request["moves"])
    sowing = None
    if played.moves:
        with suppress(LongSowingError):
            sowing = sowing_view(played.positions[-2].sowing(played.moves[-1]), played.outcome)
    return {"after": position_view(played.position, played.outcome), "sowing": sowing}


def opened(request: dict[str, Any]) -> dict[str, Any]:
    """What an address of the analysis board shows: the `document` of its record, the `ply` it begins at, a `picture`.

    Its parts are text as it was given (LONGEST).
    """
    moves = request["moves"].split()
    if len(moves) > MOST_MOVES or any(len(request[part]) > most for part, most in LONGEST.items()):
        raise BonducError(_("The address is too long to be read."))
    played = play(request["game"], parse_options(request["options"] or "-"), request["position"] or None, moves)
    picture = draw(played.position, prefix="first-")
    return {"document": to_json([played.record()]), "ply": len(moves), "picture": picture}


def play(game: str, options: Mapping[str, Value], start: str | None, moves: Iterable[str]) -> Round:
    """The round after moves from a start (None: the usual one); BonducError if there is no such game, start or move."""
    found = find_game(game, **options)
    played = Round(found, None if start is None else found.position(start))
    for move in moves:
        played.play(move)
    return played
