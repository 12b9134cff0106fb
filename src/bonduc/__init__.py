"""bonduc plays, analyses, solves and studies traditional mancala games.

>>> import bonduc
>>> position = bonduc.game("rio-kadalis").start()
>>> position.play("A").holes
(2, 7, 1, 6, 1, 6, 6, 6, 0, 1, 6, 6)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import bonduc.games  # noqa: F401 - loaded first: imported later, it would replace the function of the same name

if TYPE_CHECKING:
    from bonduc.checks.perft import perft
    from bonduc.engine import Analysis, Choice, Line, analyse, choose
    from bonduc.errors import (
        BonducError,
        IllegalMoveError,
        IllegalPositionError,
        MissingExtraError,
        NotationError,
        OptionError,
        RecordError,
        UnknownGameError,
    )
    from bonduc.events import SowingEvent
    from bonduc.games.options import Value
    from bonduc.notation import Move
    from bonduc.outcome import Outcome, Termination
    from bonduc.picture.svg import draw
    from bonduc.play import Match, MatchOutcome, Round
    from bonduc.players import NORTH, SOUTH, Player
    from bonduc.position import Game, Position, Sowing
    from bonduc.records.files import append_records, write_records
    from bonduc.records.reader import parse_record, parse_records, read_record, read_records, scan_records
    from bonduc.records.tree import GameRecord, RecordNode

__version__ = "0.1.0"

# Public names and where they live: imported on first use, so that `bonduc --version` need not wait for numpy.
_HOMES = {
    "Analysis": "engine.analysis",
    "BonducError": "errors",
    "Choice": "engine.analysis",
    "Game": "position",
    "GameRecord": "records.tree",
    "IllegalMoveError": "errors",
    "IllegalPositionError": "errors",
    "Line": "engine.analysis",
    "Match": "play",
    "MatchOutcome": "play",
    "MissingExtraError": "errors",
    "Move": "notation",
    "NORTH": "players",
    "NotationError": "errors",
    "OptionError": "errors",
    "Outcome": "outcome",
    "Player": "players",
    "Position": "position",
    "RecordError": "errors",
    "RecordNode": "records.tree",
    "Round": "play",
    "SOUTH": "players",
    "Sowing": "position",
    "SowingEvent": "events",
    "Termination": "outcome",
    "UnknownGameError": "errors",
    "analyse": "engine.engine",
    "append_records": "records.files",
    "choose": "engine.engine",
    "draw": "picture.svg",
    "perft": "checks.perft",
    "parse_record": "records.reader",
    "parse_records": "records.reader",
    "read_record": "records.reader",
    "read_records": "records.reader",
    "scan_records": "records.reader",
    "write_records": "records.files",
}

__all__ = [
    "NORTH",
    "SOUTH",
    "Analysis",
    "BonducError",
    "Choice",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "IllegalPositionError",
    "Line",
    "Match",
    "MatchOutcome",
    "MissingExtraError",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "Player",
    "Position",
    "RecordError",
    "RecordNode",
    "Round",
    "Sowing",
    "SowingEvent",
    "Termination",
    "UnknownGameError",
    "analyse",
    "append_records",
    "choose",
    "draw",
    "game",
    "games",
    "parse_record",
    "parse_records",
    "perft",
    "read_record",
    "read_records",
    "scan_records",
    "write_records",
]


def games() -> tuple[str, ...]:
    """The ids of all games."""
    from bonduc.games.registry import GAMES

    return tuple(GAMES)


def game(name: str, /, **options: Value) -> Game:
    """The game with this id or alias and these options.

    Raises UnknownGameError (it suggests the nearest id) and OptionError.
    """
    from bonduc.position import game as find

    return find(name, **options)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'bonduc' has no attribute {name!r}")
    value = getattr(import_module(f"bonduc.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
