"""Endgame tables: exact values of positions, built once and looked up.

    from bonduc import tables
    tables.build(bonduc.game("rio-kadalis", holes=3), most=12)
    tables.probe(position)              # a TableValue, or None where no table holds the position
    tables.probe_moves(position)        # what each move is worth

A folder holds the tables of all games; without one, the user's own is meant (`default_folder`). How they are built is
told in the manual under Solving; `bonduc tables` does the same on the command line.
"""

from __future__ import annotations

import os
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.integers import optional_number
from bonduc.play import Round, standing
from bonduc.position import Game, Position
from bonduc.solve.by_seeds.build import Means
from bonduc.solve.by_seeds.distance_library import build_ends
from bonduc.solve.by_seeds.library import build_tables, default_folder, tables_of, verify_table
from bonduc.solve.by_seeds.tables import Tables, TableValue
from bonduc.solve.by_stones.classes import counted_by_stones
from bonduc.solve.by_stones.library import build_stones, stones_tables_of, verify_stones
from bonduc.solve.index.table_file import TableError
from bonduc.solve.progress import Progress, Report, silent

__all__ = [
    "Progress",
    "TableError",
    "TableValue",
    "build",
    "default_folder",
    "probe",
    "probe_moves",
    "verify",
]

Folder = str | os.PathLike[str] | None


def build(
    game: Game,
    most: int | None = None,
    folder: Folder = None,
    *,
    start: Position | None = None,
    distances: bool | None = None,
    threads: int | None = None,
    report: Report = silent,
) -> Path:
    """Build the tables of a game that are not there yet; the folder they are in.

    `most`: every class up to so many seeds on the board; all of them if it is not given, which only games whose tables
    are complete (Bao la Kimasai) allow. `start`: of rounds that begin here, with closed or bought holes. `distances`:
    keep how far off the end of the round is too. `report` is told of the progress.

    A build that was broken off goes on where it was. Raises BonducError for a game without such tables, TableError for
    one that cannot be believed.
    """
    where, most = _folder(folder), optional_number(most, "most")
    if counted_by_stones(game):
        for _ in build_stones(game, where, most=most, distances=distances, threads=threads, report=report):
            pass
        return where
    if most is None:
        raise BonducError(f"{game.name} has a class of positions for each number of seeds: say how many at most")
    means = Means(threads)
    for _ in build_tables(game, most, where, start=start, means=means, report=report):
        pass
    if distances:
        for _ in build_ends(game, most, where, start=start, means=means, report=report):
            pass
    return where


def probe(position: Position | Round, folder: Folder = None) -> TableValue | None:
    """What the tables know of a position: what its mover still gains on the opponent; None where they do not hold it.

    Raises TableError for a table that cannot be believed.
    """
    return Tables(_folder(folder)).probe(standing(position, "probe")[0])


def probe_moves(position: Position | Round, folder: Folder = None) -> dict[str, int | None]:
    """What the mover still gains on the opponent after each legal move, by its text; None where that is not known.

    Raises TableError as `probe`.
    """
    here = standing(position, "probe_moves")[0]
    tables = Tables(_folder(folder))
    return {str(move): _gain(here, here.play(move), tables) for move in here.legal_moves}


def verify(game: Game, folder: Folder = None, *, report: Report = silent) -> int:
    """Derive every entry of every table of a game again from its successors; how many positions that are.

    Raises TableError with the first entry that is wrong.
    """
    where = _folder(folder)
    if counted_by_stones(game):
        verify_stones(game, where, report=report)
        return sum(table.places for _, table in stones_tables_of(game, where))
    positions = 0
    for pattern, table in tables_of(game, where):
        verify_table(pattern, table, where, report=report)
        positions += table.places
    return positions


def _folder(given: Folder) -> Path:
    return default_folder() if given is None else Path(given)


def _gain(here: Position, after: Position, tables: Tables) -> int | None:
    """What the mover of `here` gains by a move that leads to `after`, and from there on."""
    taken = (after.stores[0] - after.stores[1]) - (here.stores[0] - here.stores[1])
    gain = taken if here.mover == 0 else -taken
    if after.mover is None:
        return gain
    reply = tables.probe(after)
    if reply is None:
        return None
    return gain + (reply.value if after.mover == here.mover else -reply.value)
