"""Is what a site has stored sound? Its database, its secret, and every game, played through again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, select

from bonduc.errors import BonducError
from bonduc.web.db.database import Database
from bonduc.web.db.tables import live_games, metadata
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.store import storage
from bonduc.web.server.backup import sqlite_faults
from bonduc.web.settings import Settings


@dataclass
class SiteReport:
    """What was found: rows by table, games played through, games by rules that have changed, and faults."""

    rows: dict[str, int] = field(default_factory=dict)
    games: int = 0
    outdated: int = 0
    faults: list[str] = field(default_factory=list)


def check_site(settings: Settings, games: bool = False) -> SiteReport:
    """Look at everything; with `games` at every game. BonducError if there is nothing to look at."""
    settings.signing_secret()
    database = Database(settings.database_url)
    try:
        report = SiteReport(database.read_now(_rows))
        if database.sqlite:
            report.faults += sqlite_faults(Path(str(database.url.database)))
        if games:
            for code in database.read_now(_codes):
                _check_game(database, code, report)
        return report
    finally:
        asyncio.run(database.close())


def _rows(connection: Connection) -> dict[str, int]:
    return {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in sorted(metadata.tables.items())
    }


def _codes(connection: Connection) -> list[str]:
    return list(connection.execute(select(live_games.c.code).order_by(live_games.c.code)).scalars())


def _check_game(database: Database, code: str, report: SiteReport) -> None:
    try:
        found = database.read_now(_read, code)
    except BonducError:
        report.outdated += 1
        return
    if found is not None:
        report.games += 1
        report.faults += [f"{code}: {fault}" for fault in _faults(*found)]


def _read(connection: Connection, code: str) -> tuple[Row[Any], LiveGame, list[Event]] | None:
    """A game's row and what it is to follow from, at one moment; None if it is gone."""
    row = connection.execute(select(live_games).where(live_games.c.code == code)).one_or_none()
    found = None if row is None else storage.load(connection, code)
    return None if row is None or found is None else (row, *found)


def _faults(row: Row[Any], game: LiveGame, events: list[Event]) -> Iterator[str]:
    """What of a game's row does not follow from its events."""
    try:
        game.apply_all(events)
    except (BonducError, AssertionError) as error:
        yield f"it cannot be played through: {error}"
        return
    if (row.version, row.status) != (game.version, game.status):
        yield f"it is {game.status} at {game.version}, but stored as {row.status} at {row.version}"
