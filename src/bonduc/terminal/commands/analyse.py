"""`bonduc analyse`: the best lines of a position, or what every move of a recorded round was worth."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from bonduc.engine import Analysis, Limits, analyse
from bonduc.engine.analysis import AUTO, TablesChoice
from bonduc.engine.review import DEFAULT_LIMITS, Review, review
from bonduc.engine.score_plot import check_plot, plot_scores
from bonduc.errors import BonducError, OptionError, UnknownGameError
from bonduc.games.registry import find
from bonduc.language import N_, _
from bonduc.position import Position
from bonduc.records.tree import GameRecord
from bonduc.terminal.commands import completing
from bonduc.terminal.commands.shared import AsJson, GameOptions, Language, PositionText, find_game, find_position
from bonduc.terminal.commands.tables import Folder, NoTables
from bonduc.terminal.console.output import print_json, print_lines
from bonduc.terminal.files import check_file, file_meant, name_of
from bonduc.terminal.record_files import numbered, read_any
from bonduc.terminal.texts.analysis import analysis_lines, review_lines

USUAL_LIMITS = Limits(seconds=1.0)
REFRESH_A_SECOND = 8


@dataclass(frozen=True)
class How:
    """How a position is looked at."""

    limits: Limits
    lines: int
    threads: int
    tables: TablesChoice


def analyse_command(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|FILE",
            help="The game of the position, or a file of records.",
            autocompletion=completing.games,
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The position; the start if none is given.")
    ] = None,
    position: PositionText = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Analyse the rounds of a file of records.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--game-number", metavar="N", help="Only the round N of the file, from 1.")
    ] = None,
    option: GameOptions = None,
    lines: Annotated[int, typer.Option("--lines", help="How many moves to show, best first.")] = 1,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Seconds for a position; 1 if no limit is given, in a record 0.2.")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", help="How many moves ahead.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Positions to look at.")] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads that search.")] = 1,
    folder: Folder = None,
    no_tables: NoTables = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the score over a round (png, svg or pdf).")
    ] = None,
    lang: Language = None,
    json: AsJson = False,
) -> None:
    """Say what a position is worth and what to play in it, or mark the mistakes of recorded rounds.

    Ctrl-C ends the search and prints what is known by then. Positions in the endgame tables are exact at once.
    """
    if no_tables and folder is not None:
        raise OptionError(N_("--dir names the tables that --no-tables leaves out: choose one of them"))
    tables: TablesChoice = False if no_tables else folder or AUTO
    given = Limits(seconds, depth, nodes)
    file = _file(target, record)
    if file is None:
        if plot is not None or number is not None:
            raise OptionError(N_("--plot and --game-number need the record of a round: give its file"))
        if target is None:
            raise OptionError(N_("analyse what? Give a game, and a position of it if you like, or a file of records"))
        if text is not None and position is not None:
            raise OptionError(N_("the position is given twice"))
        start = find_position(find_game(target, option), position or text)
        limits = USUAL_LIMITS if given == Limits() else given
        _analyse_position(start, How(limits, lines, threads, tables), json)
    else:
        if option or text is not None or position is not None or lines != 1:
            raise OptionError(N_("a record brings its own game, options and positions, and shows the best move only"))
        if plot is not None:
            check_plot(plot)
            check_file(plot)
        records = _chosen(read_any(file), number, file, plot is not None)
        _check_game(records, target, file)
        limits = DEFAULT_LIMITS if given == Limits() else given
        _analyse_records(file, records, How(limits, lines, threads, tables), plot, json)


def _file(target: str | None, record: Path | None) -> Path | None:
    """The file of records that is meant, if one is: the target is one unless it is a game."""
    if record is not None or target is None:
        return record
    try:
        find(target)
    except UnknownGameError:
        return file_meant(target)
    return None


def _chosen(records: list[GameRecord], number: int | None, file: Path, one: bool) -> list[tuple[int, GameRecord]]:
    """The rounds to analyse, with their numbers."""
    if number is not None:
        return [(number, numbered(records, number, file))]
    if one and len(records) > 1:
        raise BonducError(
            N_(
                "{file} holds {count} games: choose the one to draw with --game-number",
                file=name_of(file),
                count=len(records),
            )
        )
    return list(enumerate(records, 1))


def _check_game(records: Sequence[tuple[int, GameRecord]], target: str | None, file: Path) -> None:
    """BonducError if a game was named that is not that of the records."""
    if target is None or Path(target) == file:
        return
    wanted = find(target)
    for number, record in records:
        if record.game.id != wanted.id:
            raise BonducError(
                N_(
                    "game {number} of {file} is {game}, not {wanted}",
                    number=number,
                    file=name_of(file),
                    game=record.game.name,
                    wanted=wanted.name,
                )
            )


def _analyse_position(start: Position, how: How, json: bool) -> None:
    with stopping_at_ctrl_c() as stop, _live() as show:

        def on_info(found: Analysis) -> None:
            show("\n".join(analysis_lines(found)))

        found = analyse(
            start,
            seconds=how.limits.seconds,
            depth=how.limits.depth,
            nodes=how.limits.nodes,
            lines=how.lines,
            threads=how.threads,
            stop=stop,
            on_info=on_info,
            tables=how.tables,
        )
    _warn(found)
    if json:
        print_json(found.to_json())
    else:
        print_lines(analysis_lines(found))


def _analyse_records(
    file: Path, records: Sequence[tuple[int, GameRecord]], how: How, plot: Path | None, json: bool
) -> None:
    reviews: list[tuple[int, GameRecord, Review]] = []
    with stopping_at_ctrl_c() as stop:
        for number, record in records:
            if stop.is_set():
                break
            if record.moves:
                found = _review(number, record, how, stop)
                reviews.append((number, record, found))
                if not json:
                    print_lines(review_lines(number, record, found, len(records) > 1))
            elif not json:
                print_lines([_("Game {number}: no move was played", number=number)])
        cut_short = stop.is_set()
    if json:
        games = [{"number": number} | found.to_json() for number, __, found in reviews]
        print_json({"record": name_of(file), "games": games, "complete": not cut_short})
    elif cut_short:
        print_lines(["", _("Interrupted: what follows was not analysed.")])
    if plot is not None and reviews:
        __, record, found = reviews[0]
        plot_scores(found, plot, _title(record))


def _review(number: int, record: GameRecord, how: How, stop: threading.Event) -> Review:
    with _live() as show:
        found = review(
            record,
            how.limits,
            threads=how.threads,
            stop=stop,
            on_move=lambda done, total: show(
                _("game {number}: move {done} of {total}", number=number, done=min(done + 1, total), total=total)
            ),
            tables=how.tables,
        )
    for each in found.moves:
        _warn(each.analysis)
    return found


def _title(record: GameRecord) -> str:
    """What stands above the graph."""
    south, north = (record.tags.get(side) for side in ("South", "North"))
    players = f": {south} against {north}" if south and north else ""
    return f"{record.game.name}{players}" + (f", {record.result}" if record.result != "*" else "")


def _warn(found: Analysis) -> None:
    """Tell of tables that could not be believed."""
    for warning in found.warnings:
        sys.stderr.write("bonduc: " + _("{warning}; it is not used", warning=warning) + "\n")


@contextmanager
def stopping_at_ctrl_c() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; the second one interrupts."""
    stop = threading.Event()

    def note(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _live() -> Iterator[Callable[[str], None]]:
    """Shows a text in place, on standard error, where a person sees it."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    watched = sys.stderr.isatty()
    live = Live(console=console, transient=True, refresh_per_second=REFRESH_A_SECOND) if watched else None

    def show(text: str) -> None:
        if live is not None:
            live.update(Text(text, overflow="ellipsis", no_wrap=True))

    with live or nullcontext():
        yield show
