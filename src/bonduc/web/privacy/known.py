"""What is known of a visitor, as data that can be given to them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from bonduc.web.db.tables import live_games, live_seats, puzzle_attempts, puzzle_solvers


def known(connection: Connection, visitor: str) -> dict[str, Any]:
    """Everything that the database holds under a visitor's name: seats in games, and what was done with puzzles."""
    seats = (
        select(live_seats, live_games.c.game, live_games.c.created, live_games.c.changed, live_games.c.studied)
        .join(live_games, live_games.c.code == live_seats.c.code)
        .where(live_seats.c.visitor == visitor)
        .order_by(live_games.c.created)
    )
    return {
        "visitor": visitor,
        "games": [dict(row) for row in connection.execute(seats).mappings()],
        "puzzles": _rows(connection, puzzle_attempts, visitor),
        "ratings": _rows(connection, puzzle_solvers, visitor),
    }


def _rows(connection: Connection, table: Any, visitor: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(table).where(table.c.visitor == visitor)).mappings()]
