"""Keeping a game that is left before its end, in the user's data folder."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from bonduc.errors import BonducError, system_fault
from bonduc.language import N_, _
from bonduc.records.files import write_records
from bonduc.terminal.console import signals
from bonduc.terminal.session.saving import records_of
from bonduc.terminal.session.table import Table
from bonduc.terminal.texts.own_name import own_command

SUFFIX = ".txt"


def games_folder() -> Path:
    """Where games are kept; BONDUC_DATA_DIR moves it."""
    root = os.environ.get("BONDUC_DATA_DIR")
    return (Path(root) if root else user_data_path("bonduc")) / "games"


class Autosave:
    """Writes a game under way to a new file, once."""

    def __init__(self) -> None:
        self._kept = ""

    def saved(self, table: Table) -> None:
        """The game as it stands has been kept elsewhere, or need not be."""
        self._kept = _text(table)

    def keep(self, table: Table) -> list[str]:
        """Keep the game if it is under way, and say where; nothing if there is nothing to keep.

        Raises BonducError, told as a sentence, if it cannot be kept.
        """
        if not _under_way(table) or _text(table) == self._kept:
            return []
        try:
            with signals.held_back():
                path = _new_file(table.game.id)
                write_records(path, records_of(table))
        except OSError as error:
            fault = N_("{source}: {fault}", source=error.filename, fault=system_fault(error))
            raise BonducError(N_("The game could not be kept: {fault}.", fault=fault)) from error
        except BonducError as error:
            raise BonducError(N_("The game could not be kept: {fault}.", fault=error)) from error
        self.saved(table)
        command = own_command("play", "--load", str(path))
        return [_("The game is kept. Go on with it: {command}", command=command)]

    def farewell(self, table: Table) -> list[str]:
        """As `keep`, but that it failed is only said."""
        try:
            return self.keep(table)
        except BonducError as error:
            return [error.told]

    def latest(self) -> Path | None:
        """The game kept last."""
        kept = sorted(games_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        return kept[-1] if kept else None


def _under_way(table: Table) -> bool:
    if table.match is not None:
        begun = table.round.moves or table.round.outcome or table.match.number > 1
        return table.match.outcome is None and bool(begun)
    return table.round.outcome is None and bool(table.round.moves)


def _text(table: Table) -> str:
    return "\n".join(str(record) for record in records_of(table))


def _new_file(game: str) -> Path:
    """A file name that nobody has, made at once so that nobody else takes it."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while True:
        path = folder / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path
