"""Rounds of live games as records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bonduc.record import GameRecord
from bonduc.web.live.table import Table
from bonduc.web.live.terms import Seat

SECOND = 1000


def record_of(table: Table, number: int) -> GameRecord:
    """A round (from 1) as a record; finished or under way."""
    tags = {"Date": datetime.fromtimestamp(table.terms.created / SECOND, UTC).strftime("%Y.%m.%d")}
    names = [_name(table, seat) for seat in table.seats]
    tags |= {place: name for place, name in zip(("South", "North"), names, strict=True) if name}
    clock = table.terms.clock
    if clock is not None:
        tags["TimeControl"] = f"{clock.initial // SECOND}+{clock.increment // SECOND}"
    if table.terms.match is None:
        return table.round.record(**tags)
    return table.match.record(number, **tags)


def records_of(table: Table, numbers: Iterable[int]) -> dict[int, str]:
    """The records of rounds as texts, by number."""
    return {number: record_of(table, number).write() for number in numbers}


def _name(table: Table, seat: Seat) -> str:
    """Records are the same in every language."""
    return f"bonduc, level {table.terms.level}" if seat.computer else seat.name
