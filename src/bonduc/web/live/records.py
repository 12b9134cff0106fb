"""Rounds of live games as records."""

from __future__ import annotations

from datetime import UTC, datetime

from bonduc.record import GameRecord
from bonduc.web.live.table import Table
from bonduc.web.live.terms import Seat

SECOND = 1000


def record_of(table: Table, number: int, named: bool = True) -> GameRecord:
    """A round (from 1) as a record; finished or under way; with the names of people or without."""
    tags = {"Date": datetime.fromtimestamp(table.terms.created / SECOND, UTC).strftime("%Y.%m.%d")}
    names = [_name(table, seat) if named or seat.computer else "" for seat in table.seats]
    tags |= {place: name for place, name in zip(("South", "North"), names, strict=True) if name}
    clock = table.terms.clock
    if clock is not None:
        tags["TimeControl"] = f"{clock.initial // SECOND}+{clock.increment // SECOND}"
    if table.terms.match is None:
        return table.round.record(**tags)
    return table.match.records(**tags)[number - 1]


def _name(table: Table, seat: Seat) -> str:
    """Records are the same in every language."""
    return f"bonduc, level {table.terms.level}" if seat.computer else seat.name
