"""`bonduc tables`: build, verify, probe and count endgame tables."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from bonduc.errors import BonducError
from bonduc.solve.by_seeds.build import LOG_BYTES, MOST_THREADS, Means
from bonduc.solve.by_seeds.distance_library import build_ends, open_ends
from bonduc.solve.by_seeds.library import build_tables, default_folder, tables_of, verify_table
from bonduc.solve.by_seeds.tables import Table, Tables
from bonduc.solve.by_stones.classes import counted_by_stones
from bonduc.solve.index.classes import Pattern
from bonduc.solve.progress import Progress
from bonduc.tables import probe_moves
from bonduc.terminal.commands import stones
from bonduc.terminal.commands.shared import AsJson, GameName, GameOptions, find_game, find_position
from bonduc.terminal.console.output import print_json
from bonduc.terminal.files import check_folder

NEGATIVE = 1
MOST_MEMORY = 1 << 20  # megabytes
MOST_DISK = 1 << 20  # gigabytes

app = typer.Typer(help="Endgame tables: exact values of positions with few seeds.", no_args_is_help=True)

Folder = Annotated[
    Path | None,
    typer.Option("--dir", metavar="FOLDER", help="The folder of tables; the user's data folder if not given."),
]
NoTables = Annotated[bool, typer.Option("--no-tables", help="Use no endgame tables, even where there are some.")]


Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        min=0,
        max=MOST_MEMORY,
        help="Megabytes a class may take; one that needs more is solved in a slower way, in a byte a position. "
        "Half of the machine's memory if not given.",
    ),
]
Disk = Annotated[
    int, typer.Option("--disk", min=0, max=MOST_DISK, help="Gigabytes of moves to keep on disk; more are sown again.")
]


def means_of(threads: int | None, memory: int | None, disk: int) -> Means:
    """What options of the command line allow a class to be solved with."""
    return Means(threads, None if memory is None else memory << 20, disk << 30)


class Progressing:
    """One line on standard error that tells how far a class is and how long it will take, on a terminal only."""

    def __init__(self) -> None:
        self._live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
        self._shown = sys.stderr.isatty()
        self._task = ("", 0)
        self._since = 0.0

    def __enter__(self) -> Progressing:
        if self._shown:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def report(self, progress: Progress) -> None:
        """Show a step of a build."""
        if not self._shown:
            return
        if self._task != (progress.task, progress.seeds):
            self._task, self._since = (progress.task, progress.seeds), time.monotonic()
        spent = time.monotonic() - self._since
        left = spent * (1 - progress.done) / progress.done if progress.done > 0.02 else None
        when = "" if left is None or progress.done >= 1 else f", about {left:.0f} s left"
        share = f" {progress.done:.0%}" if progress.done else ""
        self._live.update(Text(f"{progress.seeds} seeds: {progress.task}{share}{when}"))


@app.command("build")
def build(
    game: GameName,
    seeds: Annotated[
        int | None,
        typer.Option(
            "--seeds", help="Build every class up to so many seeds on the board; not needed in Bao la Kimasai."
        ),
    ] = None,
    option: GameOptions = None,
    folder: Folder = None,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=MOST_THREADS, help="Threads; all processors if not given.")
    ] = None,
    memory: Memory = None,
    disk: Disk = LOG_BYTES >> 30,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="POSITION", help="Build for rounds from here: closed or bought holes."),
    ] = None,
    distances: Annotated[
        bool | None,
        typer.Option(
            "--distances/--no-distances",
            help="Keep distances to the end. Bao la Kimasai: up to seven columns if not told; others: if told.",
            show_default=False,
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Build the endgame tables that are not there yet; a build that was killed goes on where it was."""
    found = find_game(game, option)
    where = folder or default_folder()
    check_folder(where)
    with Progressing() as progressing:
        if counted_by_stones(found):
            rows = stones.build(found, where, seeds, distances, threads, progressing.report, not json)
        elif seeds is None:
            raise BonducError(f"{found.name} has a class of positions for each number of seeds: say --seeds N")
        else:
            rows = []
            start = find_position(found, position)
            means = means_of(threads, memory, disk)
            built = build_tables(found, seeds, where, start=start, means=means, report=progressing.report)
            for one in built:
                rows.append(row_of(one.table) | {"seconds": one.seconds and round(one.seconds, 2)})
                if not json:
                    took = "there already" if one.seconds is None else f"{one.seconds:.1f} s"
                    print(f"{one.table.seeds:>3} seeds  {one.table.places:>14,} positions  {took}", flush=True)
            if distances:
                for kept in build_ends(found, seeds, where, start=start, means=means, report=progressing.report):
                    if not json:
                        print(f"{kept.metadata['seeds']:>3} seeds  ends at most {kept.longest} moves off", flush=True)
    if json:
        print_json({"game": found.id, "dir": str(where), "classes": rows})


@app.command("verify")
def verify(
    game: GameName,
    option: GameOptions = None,
    folder: Folder = None,
    seeds: Annotated[int | None, typer.Option("--seeds", help="Only classes up to so many seeds.")] = None,
    memory: Memory = None,
    disk: Disk = LOG_BYTES >> 30,
    json: AsJson = False,
) -> int:
    """Derive every entry of every table of a game again from its successors."""
    found = find_game(game, option)
    where = folder or default_folder()
    means = means_of(None, memory, disk)
    rows: list[dict[str, Any]] = []
    with Progressing() as progressing:
        if counted_by_stones(found):
            rows = stones.verify(found, where, progressing.report, not json)
        for pattern, table in () if counted_by_stones(found) else tables_of(found, where):
            if seeds is not None and table.seeds > seeds:
                continue
            verify_table(pattern, table, where, means=means, report=progressing.report)
            rows.append(row_of(table))
            if not json:
                print(f"{table.seeds:>3} seeds  {table.places:>14,} positions  good", flush=True)
    if json:
        print_json({"game": found.id, "dir": str(where), "classes": rows, "good": bool(rows)})
    elif not rows:
        print(f"no tables of {found.name} in {where}")
    return 0 if rows else NEGATIVE


@app.command("probe")
def probe(
    game: GameName,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="The position (notation of positions).")],
    option: GameOptions = None,
    folder: Folder = None,
    json: AsJson = False,
) -> int:
    """Look a position up, and each of its moves: what the mover still gains on the opponent."""
    found = find_game(game, option)
    tables = Tables(folder or default_folder())
    here = found.position(position)
    value = tables.probe(here)
    moves = probe_moves(here, folder)
    if json:
        print_json(
            {
                "position": str(here),
                "value": None if value is None else value.value,
                "cyclic": None if value is None else value.cyclic,
                "distance": None if value is None else value.distance,
                "moves": moves,
            }
        )
    elif value is None:
        print(f"no table holds {here}")
    else:
        why = " (play never ends)" if value.cyclic else ""
        gains = f"{here.mover} still gains {value.value:+d}{why}"
        print(stones.tell_value(here.mover, value) if counted_by_stones(found) else gains)
        for text, worth in moves.items():
            print(f"  {text:<6} {'not known' if worth is None else f'{worth:+d}'}")
    return NEGATIVE if value is None else 0


@app.command("stats")
def stats(game: GameName, option: GameOptions = None, folder: Folder = None, json: AsJson = False) -> int:
    """Count what the tables of a game say, class by class."""
    found = find_game(game, option)
    where = folder or default_folder()
    if counted_by_stones(found):
        rows = stones.rows_of(found, where)
    else:
        rows = [
            row_of(table) | {"longest_end": longest_end(where, pattern, table)}
            for pattern, table in tables_of(found, where)
        ]
    if json:
        print_json({"game": found.id, "dir": str(where), "classes": rows})
    elif not rows:
        print(f"no tables of {found.name} in {where}")
    else:
        _print_stats(rows)
    return 0 if rows else NEGATIVE


def _print_stats(rows: list[dict[str, Any]]) -> None:
    """A line for each class; how far off the end is only where that is kept of one."""
    ended = any(row.get("longest_end") is not None for row in rows)
    head = "seeds      positions           wins          draws         losses         cyclic  longest"
    print(head + ("  longest end" if ended else ""))
    for row in rows:
        counted = "".join(f" {row[name]:>14,}" for name in ("positions", "wins", "draws", "losses", "cyclic"))
        longest, end = ("-" if row.get(name) is None else row[name] for name in ("longest", "longest_end"))
        print(f"{row['seeds']:>5}{counted} {longest:>8}" + (f" {end:>12}" if ended else ""))


def longest_end(folder: Path, pattern: Pattern, table: Table) -> int | None:
    """The most moves that the end of the round is off in a class; None if that is not kept."""
    kept = open_ends(folder, pattern, table.seeds)
    return None if kept is None else kept.longest


def row_of(table: Table) -> dict[str, Any]:
    """What `stats` tells of a table."""
    return {"seeds": table.seeds} | table.counts | {"longest": table.metadata["longest"]}
