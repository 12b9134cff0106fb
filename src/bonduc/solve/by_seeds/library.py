"""A folder of tables: building what is missing, verifying what is there, counting what it says."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from platformdirs import user_data_path

from bonduc.errors import BonducError
from bonduc.position import Game, Position
from bonduc.solve.by_seeds.build import ANY_MEANS, Means, derive_again, remove_work, solving
from bonduc.solve.by_seeds.expansion import Values
from bonduc.solve.by_seeds.tables import Table, Tables, counts, table_path, write_table
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC
from bonduc.solve.index.classes import Pattern, can_be_tabled, start_pattern
from bonduc.solve.index.table_file import TableError
from bonduc.solve.progress import Report, silent

GROUP = 4  # seeds leave the board in groups of four


def default_folder() -> Path:
    """Where tables are kept unless told otherwise: BONDUC_TABLES, or `tables` in the user's data folder.

    BONDUC_DATA_DIR moves the data folder, tables and saved games alike.
    """
    chosen, data = os.environ.get("BONDUC_TABLES"), os.environ.get("BONDUC_DATA_DIR")
    if chosen:
        return Path(chosen)
    return (Path(data) if data else user_data_path("bonduc")) / "tables"


def classes_up_to(start: Position, most: int) -> list[int]:
    """The seeds of the classes that a round from `start` can reach with at most `most` seeds on the board."""
    return list(range(sum(start.holes) % GROUP, most + 1, GROUP))


def check_tabled(game: Game) -> None:
    """BonducError unless the game has endgame tables by seeds."""
    if not can_be_tabled(game):
        raise BonducError(f"{game.name} has no endgame tables by seeds on the board")


def load_classes(folder: Path, pattern: Pattern, most: int) -> dict[int, Values]:
    """The values (cyclic draws as 0) of all tables of a pattern with at most `most` seeds, by seeds."""
    tables = Tables(folder)
    found = {}
    for seeds in range(most + 1):
        table = tables.table(pattern, seeds)
        if table is not None:
            found[seeds] = values_of(table)
    return found


def values_of(table: Table) -> Values:
    """The values of a table, cyclic draws as 0."""
    stored = table.load()
    stored[stored == CYCLIC] = 0
    return stored


@dataclass(frozen=True)
class Built:
    """One class of a build: its table, and how long solving it took (None: it was there already)."""

    table: Table
    seconds: float | None


def build_tables(
    game: Game,
    most: int,
    folder: Path,
    *,
    start: Position | None = None,
    means: Means = ANY_MEANS,
    report: Report = silent,
) -> Iterator[Built]:
    """Build the tables of every class up to `most` seeds that a round from `start` can reach, upward in seeds.

    `start` is the start of the game if not given; the start of a later round of a match (`Game.restock`) has closed or
    bought holes, and classes of its own. What is there already is not built again.

    A class is written when it is solved, whole or not at all. What a killed build has written stays, and so does what
    it has found of the class it was at, in files beside the tables: the next one goes on from there. Raises BonducError
    for a game without such tables, TableError for a table that cannot be believed.
    """
    check_tabled(game)
    if not 0 <= most <= game.seeds:
        raise BonducError(f"cannot build tables of {game.name} up to {most} seeds: it has {game.seeds}")
    start = start or game.start()
    pattern = Pattern.of(start).blocks[0]
    lower: dict[int, Values] = {}
    for seeds in classes_up_to(start, most):
        path = table_path(folder, pattern, seeds)
        table = Tables(folder).table(pattern, seeds)
        if table is not None:
            remove_work(path)
            lower[seeds] = values_of(table)
            yield Built(table, None)
            continue
        started = time.perf_counter()
        with solving(pattern, seeds, lower, means=means, stem=path, report=report) as solved:
            write_table(folder, solved)
            lower[seeds] = solved.values
        yield Built(Table(path), time.perf_counter() - started)


def tables_of(game: Game, folder: Path) -> Iterator[tuple[Pattern, Table]]:
    """All tables of a game with its options below a folder, by pattern and seeds; the files must be believable."""
    check_tabled(game)
    for path in sorted(table_path(folder, start_pattern(game), 0).parent.glob("*.table")):
        table = Table(path)
        pattern = Pattern(game, table.blocks[0])
        table.check(pattern, table.seeds)
        if table_path(folder, pattern, table.seeds) != path:
            raise TableError(f"table {path} cannot be believed: its name is not that of its class")
        yield pattern, table


def verify_table(
    pattern: Pattern, table: Table, folder: Path, *, means: Means = ANY_MEANS, report: Report = silent
) -> None:
    """Derive every entry of a table again from its successors; TableError names the first that is wrong."""
    stored = table.load()
    values = np.where(stored == CYCLIC, np.int8(0), stored)
    lower = {s: v for s, v in load_classes(folder, pattern, table.seeds - 1).items() if s < table.seeds}
    where = table.path.parent
    wrong, cyclic = derive_again(pattern, table.seeds, values, lower, means=means, folder=where, report=report)
    if wrong is None:
        different = np.flatnonzero(cyclic != (stored == CYCLIC))
        wrong = int(different[0]) if len(different) else None
    if wrong is not None:
        raise TableError(f"table {table.path} is wrong at place {wrong}: its entry does not follow from its successors")
    if counts(stored) != table.counts:
        raise TableError(f"table {table.path} counts {table.counts}, but holds {counts(stored)}")
