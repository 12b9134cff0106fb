"""What `bonduc match` and `bonduc tournament` share: their options, the run itself with live progress, its files."""

from __future__ import annotations

import importlib.util
import math
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from bonduc.arena.clock import TimeControl, parse_clock
from bonduc.arena.figures.data_frame import write_table
from bonduc.arena.figures.statistics import Estimate
from bonduc.arena.match import RunOutcome, run
from bonduc.arena.report import count_repeated
from bonduc.arena.results import GameResult, Resign
from bonduc.arena.runs.executors import cluster_executor, local_executor, processors
from bonduc.arena.runs.plan import MatchPlan
from bonduc.arena.runs.runfolder import TABLE
from bonduc.errors import BonducError
from bonduc.terminal.commands import completing

DEFAULT_SECONDS = 0.1
REFRESH_SECONDS = 0.25
CLUSTER_GAMES = 4  # games kept waiting for each worker of a cluster

GameChoice = Annotated[
    str,
    typer.Option("--game", "-g", metavar="GAME", help="The game; see `bonduc games`.", autocompletion=completing.games),
]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Seconds a move; 0.1 if no limit is given.")]
ClockText = Annotated[
    str | None, typer.Option("--clock", metavar="BASE+INCREMENT", help="A clock for the whole game, in seconds.")
]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Positions a move.")]
Depth = Annotated[int | None, typer.Option("--depth", help="Depth of search.")]
Margin = Annotated[float, typer.Option("--margin", help="Seconds a move may be late before it loses on time.")]
OpeningsText = Annotated[
    str,
    typer.Option(
        "--openings",
        metavar="random:N|balanced:N|start|FILE",
        help="N random plies, even ones, none, or positions or records.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed plays the same games.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Keep every finished game in this folder.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in the --out folder.")]
Workers = Annotated[
    int | None, typer.Option("--workers", "-w", help="Games at once; as many as processors if not given.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://HOST:PORT", help="Play on a Dask cluster instead.")
]
ResignText = Annotated[
    str | None,
    typer.Option("--resign", metavar="SEEDS[,MOVES]", help="Resign when SEEDS behind for MOVES own moves (4)."),
]
Event = Annotated[str, typer.Option("--event", help="The Event tag of the records.")]


@dataclass(frozen=True)
class Place:
    """Where a run is played and kept."""

    out: Path | None
    resume: bool
    workers: int | None
    cluster: str | None


def read_control(
    seconds: float | None, clock: str | None, nodes: int | None, depth: int | None, margin: float
) -> TimeControl:
    """The time control of a command line; BonducError if its parts contradict each other."""
    if seconds is None and clock is None and nodes is None and depth is None:
        seconds = DEFAULT_SECONDS
    base, increment = (None, 0.0) if clock is None else parse_clock(clock)
    return TimeControl(seconds, base, increment, nodes, depth, margin)


def read_resign(text: str | None) -> Resign | None:
    """`SEEDS` or `SEEDS,MOVES`; BonducError if it is neither."""
    if text is None:
        return None
    seeds, _, moves = text.partition(",")
    try:
        found = Resign(float(seeds), int(moves) if moves else 4)
    except ValueError:
        found = None
    if found is None or not (0 < found.seeds < math.inf and found.moves > 0):
        raise BonducError(f"cannot read --resign {text!r}: it should be SEEDS or SEEDS,MOVES, as in 20,4")
    return found


def play_plan(plan: MatchPlan, place: Place, status: Callable[[RunOutcome], str]) -> RunOutcome:
    """Play a plan with live progress on standard error; BonducError, naming what is kept, on an interrupt."""
    if place.resume and place.out is None:
        raise BonducError("--resume needs the --out folder of the run")
    if place.cluster is not None and place.workers is not None:
        raise BonducError("--workers are local: a --cluster has its own")
    finished = 0

    def note(result: GameResult, outcome: RunOutcome) -> None:
        nonlocal finished
        finished = len(outcome.results)
        show(outcome)

    try:
        with _progress(status) as show, _executor(place) as (executor, at_once):
            outcome = run(plan, out=place.out, resume=place.resume, executor=executor, workers=at_once, on_game=note)
    except KeyboardInterrupt:
        kept = "nothing is kept without --out" if place.out is None else f"kept in {place.out}: go on with --resume"
        raise BonducError(f"interrupted after {finished} finished games, {kept}") from None
    if place.out is not None and importlib.util.find_spec("polars") is not None:
        write_table(outcome.results, plan.game, [each.name for each in plan.contestants], place.out / TABLE)
    return outcome


@contextmanager
def _executor(place: Place) -> Iterator[tuple[Executor, int]]:
    if place.cluster is not None:
        with cluster_executor(place.cluster) as (executor, threads):
            yield executor, CLUSTER_GAMES * threads
        return
    workers = processors() if place.workers is None else place.workers
    with local_executor(workers) as executor:
        yield executor, max(workers, 1)


@contextmanager
def _progress(status: Callable[[RunOutcome], str]) -> Iterator[Callable[[RunOutcome], None]]:
    """A line on standard error that follows the run, if a person can see it."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    watched = sys.stderr.isatty()
    shown = 0.0
    with Live(Text("starting"), console=console, transient=True) if watched else nullcontext() as live:

        def show(outcome: RunOutcome) -> None:
            nonlocal shown
            now = time.monotonic()
            if live is not None and now - shown >= REFRESH_SECONDS:
                shown = now
                live.update(Text(status(outcome)))

        yield show


def fault_lines(outcome: RunOutcome) -> list[str]:
    """Who lost games by breaking them off, how often and how, with the first such case in full."""
    counts: dict[tuple[str, str], int] = {}
    details: dict[tuple[str, str], str] = {}
    for result in outcome.results:
        if result.loser_fault:
            loser = result.north if result.points == 1.0 else result.south
            key = (outcome.plan.contestants[loser].name, result.reason)
            counts[key] = counts.get(key, 0) + 1
            details.setdefault(key, f"game {result.number + 1}: {result.detail}")
    return [f"lost by {name}: {reason} {count} ({details[name, reason]})" for (name, reason), count in counts.items()]


def repeat_lines(outcome: RunOutcome) -> list[str]:
    """A warning where games repeat others, for then the error bars are too narrow."""
    repeated, games = count_repeated(outcome.results), len(outcome.results)
    if not repeated:
        return []
    return [f"{repeated} of {games} games repeat others, move for move: more openings would tell more"]


def show_elo(estimate: Estimate | None) -> str:
    """`+35 (95 %: +10 to +61)`."""
    if estimate is None:
        return "unknown"
    return f"{signed(estimate.elo)} (95 %: {signed(estimate.elo_low)} to {signed(estimate.elo_high)})"


def signed(value: float) -> str:
    """A whole number with its sign; infinity in words."""
    return f"{value:+.0f}" if math.isfinite(value) else ("+infinite" if value > 0 else "-infinite")


def show_time(seconds: float) -> str:
    """A mean or longest time of a move."""
    return f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"
