"""`bonduc puzzles`: find, check, list and solve puzzles."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from bonduc.arena.runs.executors import local_executor
from bonduc.errors import OptionError
from bonduc.games.registry import GAMES, find
from bonduc.language import N_, NP_, Items, _, told
from bonduc.puzzles.files import dump_puzzles, parse_puzzles, puzzle_json
from bonduc.puzzles.maker.check import faults
from bonduc.puzzles.maker.find import HuntPlan
from bonduc.puzzles.maker.judge import DEEPER
from bonduc.puzzles.maker.make import make_puzzles
from bonduc.puzzles.maker.select import distinct
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.shipped import find_puzzle, shipped_puzzles
from bonduc.puzzles.themes import THEMES
from bonduc.terminal.commands.shared import AsJson, GameName, GameOptions, Language, find_game
from bonduc.terminal.commands.tables import Folder, NoTables
from bonduc.terminal.console.output import print_json, print_lines
from bonduc.terminal.files import check_file, file_meant, name_of, read_text, write_file
from bonduc.terminal.sittings.puzzles import PuzzleSession

NEGATIVE = 1
MOST = 1000
MOST_JOBS = 64
MOST_DEEPER = 20
MOST_POOL = 20_000
USUAL_POOL = 2  # puzzles found for each one kept

app = typer.Typer(help="Puzzles: positions with one clearly best move.", no_args_is_help=True)


@app.command("make")
def make(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")],
    count: Annotated[int, typer.Option("--count", min=1, max=MOST, help="How many puzzles.")] = 60,
    seed: Annotated[int, typer.Option("--seed", min=0, help="What the games against itself follow from.")] = 1,
    option: GameOptions = None,
    pool: Annotated[
        int | None,
        typer.Option("--pool", min=1, max=MOST_POOL, help="How many are found, to choose from; else twice as many."),
    ] = None,
    easy: Annotated[
        float,
        typer.Option("--easy", min=0.0, max=1.0, help="The part to be looked at of positions in which greed is right."),
    ] = 1.0,
    deeper: Annotated[
        int, typer.Option("--deeper", min=0, max=MOST_DEEPER, help="Moves to verify deeper than a quick search looks.")
    ] = DEEPER,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=MOST_JOBS, help="Processes at work.")] = 1,
    folder: Folder = None,
    no_tables: NoTables = False,
) -> None:
    """Find puzzles in games of the engine against itself, and write the best of them to a file.

    The same arguments, and the same tables, give the same file, whatever the number of processes.
    """
    game = find_game(name, option)
    check_file(out)
    plan = HuntPlan(game, seed, folder, not no_tables, easy, deeper)
    with local_executor(0 if jobs == 1 else jobs) as executor:
        puzzles = make_puzzles(plan, count, pool or USUAL_POOL * count, executor, jobs, _report)
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    write_file(out, dump_puzzles(game.id, puzzles).encode())
    print_lines([told(NP_("{count} puzzle in {file}", "{count} puzzles in {file}", len(puzzles), file=str(out)))])
    if len(puzzles) < count:
        raise typer.Exit(NEGATIVE)


def _report(games: int, found: int, wanted: int) -> None:
    """One line on standard error that tells how far the search is, on a terminal only."""
    if sys.stderr.isatty():
        told_ = _("{games} games looked through, {found} of {wanted} puzzles", games=games, found=found, wanted=wanted)
        sys.stderr.write(f"\r{told_}")
        sys.stderr.flush()


@app.command("check")
def check(
    targets: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE|GAME]…", help="Files of puzzles, or games; all games if none.")
    ] = None,
    deeper: Annotated[
        int, typer.Option("--deeper", min=0, max=MOST_DEEPER, help="Search so many moves deeper than a puzzle states.")
    ] = 0,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FILE", help="Write those that are right to a file, of one game.")
    ] = None,
    folder: Folder = None,
    no_tables: NoTables = False,
) -> None:
    """Search every puzzle again, and say which are not what they claim to be.

    The exit code is 1 if one is not.
    """
    puzzles = [puzzle for target in targets or GAMES for puzzle in _puzzles_of(target)]
    games = {puzzle.game.id for puzzle in puzzles}
    if keep is not None and len(games) != 1:
        raise OptionError(N_("--keep needs the puzzles of one game"))
    if keep is not None:
        check_file(keep)
    good = []
    for puzzle in puzzles:
        found = faults(puzzle, folder, not no_tables, deeper)
        print_lines(f"{puzzle.game.id} {puzzle.id}: {told(fault)}" for fault in found)
        if not found:
            good.append(puzzle)
    if keep is not None:
        write_file(keep, dump_puzzles(games.pop(), distinct(good)).encode())
    print_lines([told(NP_("{count} puzzle is as it should be", "{count} puzzles are as they should be", len(good)))])
    if len(good) < len(puzzles):
        raise typer.Exit(NEGATIVE)


def _puzzles_of(target: str) -> Sequence[Puzzle]:
    file = file_meant(target)
    return shipped_puzzles(target) if file is None else parse_puzzles(read_text(file), name_of(file))


@app.command("list")
def list_puzzles(
    name: GameName,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help="Only puzzles of this theme.")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """List the puzzles of a game, easiest first, with their ratings and themes."""
    puzzles = _of_theme(name, theme)
    if json:
        print_json([puzzle_json(puzzle) for puzzle in puzzles])
        return
    print_lines(
        f"{puzzle.id}  {told(puzzle.rating):>4}  {told(Items(THEMES[each].name for each in puzzle.themes))}".rstrip()
        for puzzle in puzzles
    )
    count = NP_("{count} puzzle of {game}", "{count} puzzles of {game}", len(puzzles), game=find(name).name)
    print_lines(["", told(count)])


def _of_theme(name: str, theme: str | None) -> Sequence[Puzzle]:
    """The puzzles of a game, or those of a theme; OptionError if there is no such theme."""
    if theme is not None and theme not in THEMES:
        raise OptionError(N_("no theme {theme!r}: there are {themes}", theme=theme, themes=Items(THEMES)))
    return [puzzle for puzzle in shipped_puzzles(name) if theme is None or theme in puzzle.themes]


@app.command("solve")
def solve(
    name: GameName,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A puzzle's id; else all, easiest first.")
    ] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME", help="Only puzzles of this theme.")] = None,
    lang: Language = None,
) -> None:
    """Solve puzzles: type the move you would play. `hint` helps, `show` gives in, `quit` leaves."""
    if puzzle is not None:
        chosen: Sequence[Puzzle] = [find_puzzle(name, puzzle)]
    else:
        chosen = _of_theme(name, theme)
    PuzzleSession(chosen).run()
