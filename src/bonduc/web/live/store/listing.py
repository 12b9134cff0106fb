"""A visitor's games as lists: what a line tells is kept beside each game, so that no game has to be played through."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Row, Subquery, and_, case, func, or_, select, true, update

from bonduc.games.registry import GAMES
from bonduc.language import N_, Message, told
from bonduc.outcome import Termination
from bonduc.players import Player
from bonduc.web.db.tables import live_games, live_seats
from bonduc.web.live.game.live_game import LiveGame

Which: TypeAlias = Literal["all", "under-way", "finished", "removed"]
View: TypeAlias = dict[str, Any]

FINISHED = "finished"
LISTED, REMOVED, GONE = range(3)  # what `removed` says of a seat; gone: the game was closed before anybody joined
CALLED_OFF, CLOSED = "called off", "closed"
_OTHER_ENDS: Mapping[str, Message] = {CALLED_OFF: N_("called off"), CLOSED: N_("closed before it began")}


@dataclass(frozen=True)
class Listed:
    """A game in a list: its row, what the list tells of it (None: not known yet), the rows of its seats."""

    row: Row[Any]
    glance: Mapping[str, Any] | None
    seats: Sequence[Row[Any]]


def glance(game: LiveGame) -> View:
    """What a line of a list tells of a game. Players are named by where they sit in the first round."""
    return {
        "round": game.match.number,
        "moves": game.ply,
        "swapped": bool(game.seat_of(Player.SOUTH)),
        "seeds": list(game.round.position.holes),
        "end": _end(game),
    }


def _end(game: LiveGame) -> View | None:
    """How a game ended: who won, and why, where that is not the score of a match."""
    if game.status != FINISHED:
        return None
    if game.called_off or game.left_early:
        return {"winner": None, "how": CALLED_OFF if game.called_off else CLOSED}
    match, outcome = game.match_outcome, game.round.outcome
    assert outcome is not None
    if match is not None:
        return {"winner": match.winner, "how": None}
    winner = None if outcome.winner is None else game.seat_of(outcome.winner)
    return {"winner": winner, "how": outcome.reason.value}


def count(connection: Connection, visitor: str, which: Which) -> int:
    """How many games a list has."""
    return int(connection.execute(select(func.count()).select_from(_mine(visitor, which))).scalar_one())


def find(connection: Connection, visitor: str, which: Which, start: int, size: int) -> list[Listed]:
    """Games of a visitor from the `start`th on, last changed first; of those under way the ones that wait for them."""
    mine = _mine(visitor, which)
    turn = [mine.c.turn.desc()] if which == "under-way" else []
    query = (
        select(live_games)
        .join(mine, mine.c.code == live_games.c.code)
        .order_by(*turn, live_games.c.changed.desc(), live_games.c.created.desc(), live_games.c.code)
        .offset(start)
        .limit(size)
    )
    rows = list(connection.execute(query))
    seats = select(live_seats).where(live_seats.c.code.in_([row.code for row in rows])).order_by(live_seats.c.player)
    found = list(connection.execute(seats))
    return [
        Listed(row, row.glance and json.loads(row.glance), [seat for seat in found if seat.code == row.code])
        for row in rows
    ]


def remove(connection: Connection, code: str, visitor: str, removed: int) -> int:
    """Take a game off a visitor's lists (REMOVED, GONE), or put it back (LISTED); how many seats they have in it."""
    seats = update(live_seats).where(live_seats.c.code == code, live_seats.c.visitor == visitor)
    return connection.execute(seats.values(removed=removed)).rowcount


def _mine(visitor: str, which: Which) -> Subquery:
    """The codes of the games of a list, and whether they wait for the visitor."""
    shown = REMOVED if which == "removed" else LISTED
    turn = func.max(case((live_seats.c.player == live_games.c.mover, 1), else_=0))
    return (
        select(live_games.c.code, turn.label("turn"))
        .join(live_seats, live_seats.c.code == live_games.c.code)
        .where(live_seats.c.visitor == visitor, live_seats.c.removed == shown, _status(which))
        .where(or_(*(_of_today(name, spec.rules_version) for name, spec in GAMES.items())))
        .group_by(live_games.c.code)
        .subquery()
    )


def _status(which: Which) -> ColumnElement[bool]:
    if which == "under-way":
        return live_games.c.status != FINISHED
    return live_games.c.status == FINISHED if which == "finished" else true()


def _of_today(name: str, version: int) -> ColumnElement[bool]:
    """Games by rules that have changed since cannot be shown."""
    return and_(live_games.c.game == name, live_games.c.rules_version == version)


def summary_view(listed: Listed, glance: Mapping[str, Any], visitor: str, here: frozenset[str]) -> View:
    """A line of a list (`Summary` in the protocol)."""
    row = listed.row
    places = ("N", "S") if glance["swapped"] else ("S", "N")
    players = {places[seat.player]: _player_view(row, seat, here) for seat in listed.seats}
    mine = [seat for seat in listed.seats if seat.visitor == visitor]
    return {
        "code": row.code,
        "url": f"/play/{row.code}",
        "game": row.game,
        "options": json.loads(row.options),
        "kind": "round" if row.match_options is None else "match",
        "opponent": row.opponent,
        "status": row.status,
        "you": [places[seat.player] for seat in mine],
        "turn": any(seat.player == row.mover for seat in mine),
        "players": {place: players[place] for place in "SN"},
        "clock": _clock_view(row),
        "round": glance["round"],
        "moves": glance["moves"],
        "seeds": glance["seeds"],
        "result": _result_view(glance["end"], places),
        "removed": any(seat.removed for seat in mine),
        "created": row.created,
        "changed": row.changed,
    }


def _player_view(row: Row[Any], seat: Row[Any], here: frozenset[str]) -> View:
    return {
        "name": seat.name,
        "kind": "computer" if seat.computer else "open" if seat.visitor is None else "person",
        "level": row.level if seat.computer else None,
        "online": bool(seat.computer) or seat.visitor in here,
    }


def _clock_view(row: Row[Any]) -> View | None:
    if row.clock_initial is None:
        return None
    return {"initial": row.clock_initial, "increment": row.clock_increment}


def _result_view(end: Mapping[str, Any] | None, places: Sequence[str]) -> View | None:
    if end is None:
        return None
    winner, how = end["winner"], end["how"]
    reason = None if how is None else told(_OTHER_ENDS[how]) if how in _OTHER_ENDS else Termination(how).told
    return {
        "winner": None if winner is None else places[winner],
        "drawn": how not in _OTHER_ENDS and winner is None,
        "reason": reason,
    }
