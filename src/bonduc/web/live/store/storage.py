"""Live games in the database. All functions take a connection in a transaction (`Database.read`, `Database.write`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bonduc.errors import BonducError
from bonduc.players import Player
from bonduc.position import game as find_game
from bonduc.web.db.erasing import empty_seat
from bonduc.web.db.tables import finished_rounds, live_events, live_games, live_seats
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.records import Publication
from bonduc.web.live.game.terms import Seat, Terms, TimeControl
from bonduc.web.live.store import explorer, listing

# What can end a round or a game, and what shows that a game was played.
ENDING = (Kind.MOVE, Kind.RESIGN, Kind.FLAG, Kind.DRAW, Kind.CLAIM, Kind.CALL_OFF)
COMPUTER_LEASE = 15_000  # milliseconds after which another process takes over the computer's move


_STORE = insert(live_events)
_FOLLOW = (
    update(live_games)
    .where(live_games.c.code == bindparam("of"))
    .values({name: bindparam(name) for name in ("status", "version", "changed", "wakes", "mover", "glance")})
)


_SEEN = (
    update(live_seats)
    .where(
        live_seats.c.code == bindparam("of"),
        live_seats.c.visitor == bindparam("who"),
        or_(live_seats.c.seen.is_(None), live_seats.c.seen < bindparam("at")),
    )
    .values(seen=bindparam("at"))
)


class ConflictError(Exception):
    """Another process has added an event meanwhile."""


def create(connection: Connection, game: LiveGame, now: int) -> None:
    """Store a new game."""
    terms = game.terms
    connection.execute(
        insert(live_games).values(
            code=terms.code,
            game=terms.game.id,
            options=json.dumps(dict(terms.game.options)),
            rules_version=terms.rules_version,
            opponent=terms.opponent,
            level=terms.level,
            match_options=None if terms.match is None else json.dumps(dict(terms.match)),
            clock_initial=terms.clock.initial if terms.clock else None,
            clock_increment=terms.clock.increment if terms.clock else None,
            created=terms.created,
            rematch_of=terms.rematch_of,
            studied=int(terms.studied),
            **_following(game, now),
        )
    )
    connection.execute(
        insert(live_seats),
        [
            {
                "code": terms.code,
                "player": player,
                "visitor": seat.visitor,
                "computer": int(seat.computer),
                "name": seat.name,
            }
            for player, seat in enumerate(game.seats)
        ],
    )


def load(connection: Connection, code: str) -> tuple[LiveGame, list[Event]] | None:
    """A game as it stands and all its events; None if there is none of this code.

    Raises BonducError if it was played by rules that have changed since.
    """
    row = connection.execute(select(live_games).where(live_games.c.code == code)).one_or_none()
    if row is None:
        return None
    seats = connection.execute(select(live_seats).where(live_seats.c.code == code).order_by(live_seats.c.player))
    game = LiveGame(_terms(row), [Seat(each.visitor, bool(each.computer), each.name) for each in seats])
    return game, events_after(connection, code, 0)


def is_there(connection: Connection, code: str) -> bool:
    """Whether there is a game of this code, still."""
    return connection.execute(select(live_games.c.code).where(live_games.c.code == code)).first() is not None


def events_after(connection: Connection, code: str, version: int) -> list[Event]:
    """The events of a game after a version, in order."""
    query = (
        select(live_events).where(live_events.c.code == code, live_events.c.seq > version).order_by(live_events.c.seq)
    )
    return [
        Event(row.seq, Kind(row.kind), None if row.player is None else Player(row.player), row.at, json.loads(row.data))
        for row in connection.execute(query)
    ]


def append(
    connection: Connection,
    after: LiveGame,
    events: Sequence[Event],
    published: Publication | None = None,
    begun: Iterable[LiveGame] = (),
) -> None:
    """Store events; `after` is the game they lead to. With them rounds are `published`, and games `begun`.

    Raises ConflictError if there are events of these numbers already; the transaction must be given up then.
    """
    code = after.terms.code
    rows = [
        {
            "code": code,
            "seq": event.seq,
            "kind": event.kind.value,
            "player": None if event.player is None else int(event.player),
            "at": event.at,
            "data": json.dumps(dict(event.data), ensure_ascii=False),
        }
        for event in events
    ]
    now = events[-1].at
    try:
        connection.execute(_STORE, rows)
        for game in begun:
            create(connection, game, game.terms.created)
    except IntegrityError as error:
        raise ConflictError(code) from error
    connection.execute(_FOLLOW, {"of": code} | _following(after, now))
    for event in events:
        if event.kind in (Kind.JOIN, Kind.NAME):
            _store_seat(connection, code, event, after)
        elif event.kind == Kind.LEAVE and event.player is not None:
            listing.remove(connection, code, after.seats[event.player].visitor or "", listing.GONE)
        elif event.kind == Kind.FORGET and event.player is not None:
            empty_seat(connection, code, event.player)
    if published is not None:
        _publish(connection, after, published, now)


def due(connection: Connection, now: int, limit: int = 200) -> list[str]:
    """The codes of games in which the server has to do something by now."""
    query = select(live_games.c.code).where(live_games.c.wakes <= now).order_by(live_games.c.wakes).limit(limit)
    return list(connection.execute(query).scalars())


def lease(connection: Connection, code: str, version: int, until: int | None) -> None:
    """Put off what is due in a game: this process has taken it on."""
    connection.execute(
        update(live_games).where(live_games.c.code == code, live_games.c.version == version).values(wakes=until)
    )


def put_off(connection: Connection, code: str) -> None:
    """Nothing is due in a game any longer: it cannot go on."""
    connection.execute(update(live_games).where(live_games.c.code == code).values(wakes=None))


def clear_away(connection: Connection, before: int) -> int:
    """Delete the games that were last changed before a time and were never played; how many there were."""
    played = select(live_events.c.code).where(live_events.c.code == live_games.c.code, live_events.c.kind.in_(ENDING))
    old = delete(live_games).where(live_games.c.changed < before, ~played.exists())
    return connection.execute(old).rowcount


def versions(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """The versions that games have in the database."""
    query = select(live_games.c.code, live_games.c.version).where(live_games.c.code.in_(codes))
    return {row.code: row.version for row in connection.execute(query)}


def mark_seen(connection: Connection, seen: Sequence[tuple[str, str, int]]) -> None:
    """Note of games (first) when visitors (second) were last there."""
    connection.execute(_SEEN, [{"of": code, "who": visitor, "at": at} for code, visitor, at in seen])


def seen(connection: Connection, codes: Sequence[str]) -> dict[str, dict[str, int]]:
    """When the visitors who play games were last there, by code and visitor."""
    query = select(live_seats.c.code, live_seats.c.visitor, live_seats.c.seen).where(
        live_seats.c.code.in_(codes), live_seats.c.visitor.is_not(None), live_seats.c.seen.is_not(None)
    )
    found: dict[str, dict[str, int]] = {code: {} for code in codes}
    for row in connection.execute(query):
        found[row.code][row.visitor] = row.seen
    return found


def games_made(connection: Connection, visitor: str, since: int) -> int:
    """How many games a visitor has begun since a time."""
    query = (
        select(func.count(live_games.c.code.distinct()))
        .join(live_seats, live_seats.c.code == live_games.c.code)
        .where(live_seats.c.visitor == visitor, live_games.c.created >= since)
    )
    return int(connection.execute(query).scalar_one())


def _following(game: LiveGame, now: int) -> dict[str, Any]:
    """The columns of a game that follow from its events."""
    return {
        "status": game.status,
        "version": game.version,
        "changed": now,
        "wakes": wakes(game, now),
        "mover": game.mover,
        "glance": json.dumps(listing.glance(game), separators=(",", ":")),
    }


def wakes(game: LiveGame, now: int) -> int | None:
    """When the server has to do something by itself."""
    times = [game.clock.falls] if game.clock is not None else []
    if game.computer_to_move or game.computer_to_answer:
        times.append(now + COMPUTER_LEASE)
    return min((time for time in times if time is not None), default=None)


def _store_seat(connection: Connection, code: str, event: Event, after: LiveGame) -> None:
    assert event.player is not None
    seat = after.seats[event.player]
    connection.execute(
        update(live_seats)
        .where(live_seats.c.code == code, live_seats.c.player == int(event.player))
        .values(visitor=seat.visitor, name=seat.name)
    )


def is_published_by(game: LiveGame, events: Sequence[Event]) -> bool:
    """Whether these events, which led to the game, end a game that may be studied."""
    over = game.terms.studied and game.status == listing.FINISHED
    return over and any(event.kind in ENDING for event in events)


def _publish(connection: Connection, game: LiveGame, published: Publication, now: int) -> None:
    """Store the rounds of a game that is over, and count them in the explorer; once."""
    known = select(finished_rounds.c.number).where(finished_rounds.c.code == published.alias)
    if connection.execute(known).first() is not None:
        return
    for number, record in published.records.items():
        played = game.match.rounds[number - 1]
        assert played.outcome is not None
        connection.execute(
            insert(finished_rounds).values(
                code=published.alias,
                number=number,
                game=game.terms.game.id,
                finished=now,
                result=played.outcome.result,
                moves=len(played.moves),
                record=record,
            )
        )
        explorer.count(connection, played)


def _terms(row: Row[Any]) -> Terms:
    game = find_game(row.game, **json.loads(row.options))
    if game.rules_version != row.rules_version:
        raise BonducError(f"{row.code}: played by version {row.rules_version} of the rules, now {game.rules_version}")
    control = None if row.clock_initial is None else TimeControl(row.clock_initial, row.clock_increment)
    match = None if row.match_options is None else json.loads(row.match_options)
    return Terms(
        row.code,
        game,
        row.rules_version,
        row.opponent,
        row.level,
        match,
        control,
        row.created,
        row.rematch_of,
        bool(row.studied),
    )
