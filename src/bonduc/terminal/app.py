"""The command line: its commands, and the one place where errors become a line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from bonduc import __version__
from bonduc.errors import BonducError, system_fault
from bonduc.language import SOURCE, _, from_environment, speaking, told
from bonduc.terminal.commands import (
    analyse,
    bench,
    convert,
    engine,
    games,
    learn,
    levels,
    match,
    perft,
    picture,
    play,
    puzzles,
    replay,
    rules,
    serve,
    site,
    solve,
    tables,
    tournament,
    tune,
)
from bonduc.terminal.console.output import can_show, prepare_streams
from bonduc.terminal.console.signals import Ended
from bonduc.terminal.console.streams import GOOD, complain
from bonduc.terminal.texts.man_page import man_page

INTERRUPTED = 130  # what typer makes of Ctrl-C
DEBUG = "BONDUC_DEBUG"  # set: faults of bonduc itself are raised with their traceback

app = typer.Typer(
    name="bonduc",
    help="Play, analyse and study traditional mancala games.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("learn")(learn.learn)
app.command("replay")(replay.replay)
app.command("convert")(convert.convert)
app.command("picture")(picture.picture)
app.command("perft")(perft.perft)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("analyse")(analyse.analyse_command)
app.command("engine")(engine.engine)
app.command("levels")(levels.levels)
app.command("tune")(tune.tune)
app.command("bench")(bench.bench)
app.add_typer(tables.app, name="tables")
app.add_typer(puzzles.app, name="puzzles")
app.command("solve")(solve.solve)
app.command("serve")(serve.serve)
app.add_typer(site.app, name="site")


@app.callback(invoke_without_command=True)
def bonduc(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", "-V", help="Show the version and exit."),
    man: bool = typer.Option(False, "--man", help="Show the manual page for `man` and exit: bonduc --man | man -l -"),
) -> None:
    """Play, analyse and study traditional mancala games.

    Try `bonduc play` first; `bonduc learn GAME` teaches a game, `bonduc rules GAME` explains it.
    """
    if version:
        print(f"bonduc {__version__}")
        raise typer.Exit(GOOD)
    if man:
        sys.stdout.write(man_page(context.command))
        raise typer.Exit(GOOD)
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(GOOD)


# The usage errors of the command line library; typer shows only this one by name.
_USAGE_ERROR: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def run(arguments: Sequence[str]) -> int:
    """Run one command line; the exit code. Every error becomes one line on standard error.

    Only what standard output raises comes out, for `streams.guarded`.
    """
    prepare_streams()
    language = from_environment()
    with speaking(language if can_show(language) else SOURCE):
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    try:
        code = app(list(arguments), prog_name="bonduc", standalone_mode=False)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the command line library makes an exit of it
            raise end.__context__ from None
        code = end.code
    except Ended as end:
        return end.code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BonducError as error:
        return complain(error.told)
    except _USAGE_ERROR as error:
        return complain(_usage_fault(error))
    except MemoryError as error:
        return complain(f"not enough memory: {error}")
    except OSError as error:
        if error.filename is None:
            raise
        return complain(f"{error.filename}: {told(system_fault(error))}")
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return complain(f"unexpected fault, {type(error).__name__}: {error} (set {DEBUG}=1 to see where)")
    if code == INTERRUPTED:
        return complain(_("interrupted"))
    return code if isinstance(code, int) else GOOD


def _usage_fault(error: Exception) -> str:
    """What is wrong with the command line, the parameter named."""
    describe = getattr(error, "format_message", None)
    return (describe() if callable(describe) else str(error)) or "see bonduc --help"
