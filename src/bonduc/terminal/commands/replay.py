"""`bonduc replay`: step through a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.records.tree import GameRecord
from bonduc.terminal.commands.shared import Ascii, Language, Speed
from bonduc.terminal.console.output import is_terminal, speaks_unicode
from bonduc.terminal.console.screen import PlainScreen, open_screen
from bonduc.terminal.drawing.pace import read_speed
from bonduc.terminal.files import name_of
from bonduc.terminal.record_files import numbered, read_any
from bonduc.terminal.sittings.replaying import list_game, step_through


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.")],
    game: Annotated[int | None, typer.Option("--game", metavar="N", help="Which game of several, from 1.")] = None,
    speed: Speed = "normal",
    ascii_only: Ascii = False,
    lang: Language = None,
) -> None:
    """Step through a game, forwards and backwards; without a terminal, list its moves with their boards."""
    chosen = read_speed(speed)
    record = _choose(read_any(file), game, file)
    in_ascii = ascii_only or not speaks_unicode()
    if is_terminal():
        step_through(record, open_screen(in_ascii, live=True), chosen)
    else:
        list_game(record, PlainScreen(in_ascii))


def _choose(records: list[GameRecord], number: int | None, path: Path) -> GameRecord:
    if number is None and len(records) > 1:
        raise BonducError(
            N_(
                "{file} holds {count} games: choose one with --game 1 to --game {last}",
                file=name_of(path),
                count=len(records),
                last=str(len(records)),
            )
        )
    return numbered(records, 1 if number is None else number, path)
