"""Rounds of live games as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bonduc.record import GameRecord
from bonduc.web.live.game.table import Table
from bonduc.web.live.game.terms import Seat

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
    return table.match.record(number, **tags)


@dataclass(frozen=True)
class Publication:
    """What of a game may be studied: its finished rounds by number, as records without names, under an alias."""

    alias: str
    records: Mapping[int, str]


def publication(table: Table, alias: str) -> Publication:
    """A game as it may be studied."""
    finished = [number for number, played in enumerate(table.match.rounds, 1) if played.outcome is not None]
    return Publication(alias, {number: record_of(table, number, named=False).write() for number in finished})


def _name(table: Table, seat: Seat) -> str:
    """Records are the same in every language."""
    return f"bonduc, level {table.terms.level}" if seat.computer else seat.name
