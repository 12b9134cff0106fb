"""The opening explorer: what was played in a position of finished rounds, and how those rounds ended."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Position, format_options
from bonduc.web.db.tables import KEY_LENGTH, explored_moves

DEEPEST = 40  # plies of a round that are counted: an opening


def position_key(position: Position) -> str:
    """The digest a position is found by: equal for equal positions, whatever led to them."""
    game = position.game
    options = {name: value for name, value in game.options.items() if name not in game.spec.start_options}
    text = f"{game.id} {game.rules_version} {format_options(options)} {position}"
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]


def explored(connection: Connection, position: Position) -> list[dict[str, Any]]:
    """The moves played in a position: `move`, and rounds won by `south`, `draws`, won by `north`; most played first."""
    table = explored_moves.c
    query = select(explored_moves).where(table.position == position_key(position))
    found = [
        {"move": row.move, "south": row.south, "draws": row.draws, "north": row.north}
        for row in connection.execute(query)
    ]
    return sorted(found, key=lambda each: (-each["south"] - each["draws"] - each["north"], each["move"]))


def count(connection: Connection, played: Round) -> None:
    """Count the moves of a finished round."""
    assert played.outcome is not None
    winner = played.outcome.winner
    south, north = int(winner == SOUTH), int(winner is not None and winner != SOUTH)
    draws = 1 - south - north
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(explored_moves)
    table = explored_moves.c
    statement = statement.on_conflict_do_update(
        index_elements=[table.position, table.move],
        set_={
            "south": table.south + statement.excluded.south,
            "draws": table.draws + statement.excluded.draws,
            "north": table.north + statement.excluded.north,
        },
    )
    # In one order everywhere: two processes that count at once then never wait for each other in a circle.
    for key, move in sorted(set(_moves(played))):
        connection.execute(statement, {"position": key, "move": move, "south": south, "draws": draws, "north": north})


def _moves(played: Round) -> Iterator[tuple[str, str]]:
    for position, move in zip(played.positions[:DEEPEST], played.moves, strict=False):
        yield position_key(position), str(move)
