"""Keeping a game in a file and going on with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.language import N_, _
from bonduc.play import Match, Round
from bonduc.records.files import write_records
from bonduc.records.tree import GameRecord
from bonduc.terminal.files import name_of
from bonduc.terminal.record_files import numbered, read_any
from bonduc.terminal.session.table import Table

MATCH_TAG = "Match"


def records_of(table: Table) -> list[GameRecord]:
    """The round at the table as a record, or every round of the match."""
    players = {"South": str(table.players[0]), "North": str(table.players[1])}
    if table.match is not None:
        return table.match.records(**players)
    return [table.round.record(**players)]


def save_game(table: Table, name: str, confirms: Callable[[str], bool]) -> Path | None:
    """Write the game to a file in one step; `confirms` is asked before one is replaced. None if it says no."""
    path = _named(name)
    if path.exists() and not confirms(_("{file} exists. Replace it?", file=path)):
        return None
    write_records(path, records_of(table))
    return path


def find_game(name: str) -> Round | Match:
    """The game of a file; `FILE N` chooses the game with that number (from 1) of several. As `read_game`."""
    return read_game(*_split_name(name))


def put(found: Round | Match, table: Table) -> None:
    """Go on at the table with this game instead."""
    if isinstance(found, Match):
        table.put_match(found)
    else:
        table.put(found)


def read_game(path: Path, number: int | None = None) -> Round | Match:
    """The match whose rounds a file holds, or the round that is its only game, or game `number`."""
    records = read_any(path)
    if number is not None:
        return Round.from_record(numbered(records, number, path))
    if all(MATCH_TAG in record.tags for record in records):
        return Match.from_records(records)
    if len(records) > 1:
        places = {"file": name_of(path), "count": len(records), "name": path.name}
        raise BonducError(N_("{file} holds {count} games: say which, as in {name} 1", **places))
    return Round.from_record(records[0])


def _split_name(name: str) -> tuple[Path, int | None]:
    path = _named(name)
    first, _, last = name.rpartition(" ")
    if first and last.isdecimal() and not path.exists():
        return _named(first.strip()), int(last)
    return path, None


def _named(name: str) -> Path:
    """The path of this name, `~` understood."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise BonducError(N_("{name!r} begins with the home folder of somebody unknown", name=name)) from error
