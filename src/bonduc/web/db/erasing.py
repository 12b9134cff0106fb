"""Taking visitors out of the database. All functions take a connection in a transaction (`Database.read`, `write`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update

from bonduc.web.db.tables import (
    GONE,
    finished_rounds,
    live_events,
    live_games,
    live_seats,
    puzzle_attempts,
    puzzle_solvers,
)

AT_ONCE = 500  # rows of a statement
NAMING = ("join", "name")  # events that say who somebody is


@dataclass(frozen=True)
class Games:
    """The codes of a visitor's games: those that nobody else plays in, and those with somebody else."""

    alone: Sequence[str]
    shared: Sequence[str]


def games_of(connection: Connection, visitor: str) -> Games:
    """The games in which a visitor has a seat."""
    mine = select(live_seats.c.code).where(live_seats.c.visitor == visitor)
    people = select(live_seats.c.code, live_seats.c.visitor).where(live_seats.c.code.in_(mine))
    found: dict[str, set[str | None]] = {}
    for row in connection.execute(people):
        found.setdefault(row.code, set()).add(row.visitor)
    others = {code: people - {visitor, GONE, None} for code, people in found.items()}
    return Games([code for code in others if not others[code]], [code for code in others if others[code]])


def delete_games(connection: Connection, codes: Sequence[str], aliases: Sequence[str]) -> int:
    """Delete games, and what was published of them under these aliases; how many there were."""
    count = 0
    for part in _parts(codes):
        count += connection.execute(delete(live_games).where(live_games.c.code.in_(part))).rowcount
    for part in _parts(aliases):
        connection.execute(delete(finished_rounds).where(finished_rounds.c.code.in_(part)))
    return count


def delete_results(connection: Connection, visitor: str) -> int:
    """Delete what a visitor has done with puzzles; how many there were. The puzzles' own ratings stay."""
    connection.execute(delete(puzzle_solvers).where(puzzle_solvers.c.visitor == visitor))
    return connection.execute(delete(puzzle_attempts).where(puzzle_attempts.c.visitor == visitor)).rowcount


def empty_seat(connection: Connection, code: str, player: int) -> None:
    """Let a seat of a game say no longer who has it, nor the events of the game who it was."""
    seat = (live_seats.c.code == code) & (live_seats.c.player == player)
    connection.execute(update(live_seats).where(seat).values(visitor=GONE, name="", seen=None))
    theirs = (live_events.c.code == code) & (live_events.c.player == player) & live_events.c.kind.in_(NAMING)
    for row in connection.execute(select(live_events.c.seq, live_events.c.data).where(theirs)).all():
        data = json.loads(row.data) | {"name": ""}
        if "visitor" in data:
            data["visitor"] = GONE
        event = (live_events.c.code == code) & (live_events.c.seq == row.seq)
        connection.execute(update(live_events).where(event).values(data=json.dumps(data)))


def empty_seats(connection: Connection, code: str, visitor: str) -> None:
    """Let all seats of a visitor in a game say no longer who has them."""
    seats = select(live_seats.c.player).where(live_seats.c.code == code, live_seats.c.visitor == visitor)
    for player in connection.execute(seats).scalars().all():
        empty_seat(connection, code, player)


def is_deserted(connection: Connection, code: str) -> bool:
    """Whether everyone who played a game has been forgotten."""
    seats = select(live_seats.c.visitor).where(live_seats.c.code == code, live_seats.c.computer == 0)
    return set(connection.execute(seats).scalars()) == {GONE}


def outdated(connection: Connection, before: int, limit: int) -> list[str]:
    """The codes of games that have not changed since a time."""
    query = select(live_games.c.code).where(live_games.c.changed < before).order_by(live_games.c.changed).limit(limit)
    return list(connection.execute(query).scalars())


def delete_outdated_results(connection: Connection, before: int) -> None:
    """Delete what visitors did with puzzles and have not gone back to since a time."""
    for table in (puzzle_attempts, puzzle_solvers):
        connection.execute(delete(table).where(table.c.changed < before))


def _parts(values: Sequence[str]) -> Iterator[Iterable[str]]:
    return (values[start : start + AT_ONCE] for start in range(0, len(values), AT_ONCE))
