"""Rounds of live games as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bonduc.records.tree import GameRecord
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.terms import Seat

SECOND = 1000


def record_of(game: LiveGame, number: int, named: bool = True) -> GameRecord:
    """A round (from 1) as a record; finished or under way; with the names of people or without."""
    tags = {"Date": datetime.fromtimestamp(game.terms.created / SECOND, UTC).strftime("%Y.%m.%d")}
    names = [_name(game, seat) if named or seat.computer else "" for seat in game.seats]
    tags |= {place: name for place, name in zip(("South", "North"), names, strict=True) if name}
    clock = game.terms.clock
    if clock is not None:
        tags["TimeControl"] = f"{clock.initial // SECOND}+{clock.increment // SECOND}"
    if game.terms.match is None:
        return game.round.record(**tags)
    return game.match.record(number, **tags)


@dataclass(frozen=True)
class Publication:
    """What of a game may be studied: its finished rounds by number, as records without names, under an alias."""

    alias: str
    records: Mapping[int, str]


def publication(game: LiveGame, alias: str) -> Publication:
    """A game as it may be studied."""
    finished = [number for number, played in enumerate(game.match.rounds, 1) if played.outcome is not None]
    return Publication(alias, {number: record_of(game, number, named=False).write() for number in finished})


def _name(game: LiveGame, seat: Seat) -> str:
    """Records are the same in every language."""
    return f"bonduc, level {game.terms.level}" if seat.computer else seat.name
