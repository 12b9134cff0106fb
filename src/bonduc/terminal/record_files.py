"""The records of a file that a command is given, in either form, and the one of them that is wanted."""

from __future__ import annotations

import json
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.records.document import from_json
from bonduc.records.reader import parse_records
from bonduc.records.tree import GameRecord
from bonduc.terminal.files import name_of, read_file


def read_any(path: Path) -> list[GameRecord]:
    """The records of a file, of which there is one at least; BonducError or RecordError says what is wrong."""
    raw, name = read_file(path), name_of(path)
    records = _from_json(raw, name) if raw.lstrip()[:1] == b"{" else list(parse_records(raw, name))
    if not records:
        raise BonducError(N_("{file} holds no game", file=name))
    return records


def _from_json(raw: bytes, name: str) -> list[GameRecord]:
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise BonducError(f"{name} is no JSON: {error}") from error
    return from_json(document, name)


def numbered(records: list[GameRecord], number: int, path: Path) -> GameRecord:
    """The record of a file with this number, from 1; BonducError if there is none."""
    if not 1 <= number <= len(records):
        raise BonducError(
            N_("{file} holds no game {number}: it holds {count}", file=name_of(path), number=number, count=len(records))
        )
    return records[number - 1]
