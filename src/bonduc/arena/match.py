"""Matches and tournaments: the arena's entry points.

    outcome = play_match("bonduc:seconds=0.1", "depth:3", game="rio-kadalis", games=200)
    outcome.summary.best.elo

The same plan and seed play the same games, whatever the number of workers; only limits of time can make a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bonduc.arena.clock import TimeControl
from bonduc.arena.contestants.contestant import Contestant, parse_contestants
from bonduc.arena.figures.ratings import Rating, rate
from bonduc.arena.figures.sprt import Sprt, SprtVerdict, SprtWatch
from bonduc.arena.figures.statistics import Summary, summarise
from bonduc.arena.results import GameResult
from bonduc.arena.runs.executors import InlineExecutor, local_executor
from bonduc.arena.runs.plan import Bracket, MatchPlan
from bonduc.arena.runs.runfolder import RunFolder
from bonduc.arena.runs.running import Keeper, MemoryKeeper, play_jobs
from bonduc.position import Game
from bonduc.position import game as find_game


@dataclass(frozen=True)
class RunOutcome:
    """What a run came to: its plan, its finished games by number, and for a test the verdict."""

    plan: MatchPlan
    results: tuple[GameResult, ...]
    verdict: SprtVerdict | None = None

    @property
    def summary(self) -> Summary:
        """The games of the first two contestants, seen by the first."""
        return summarise(self.results, 0, 1)

    @property
    def ratings(self) -> list[Rating]:
        """The contestants rated from all games, best first."""
        return rate(self.results, len(self.plan.contestants))

    @property
    def winner(self) -> int | None:
        """Who won a knockout; None in other formats."""
        return Bracket(self.plan).winner(self.results) if self.plan.format == "knockout" else None


OnProgress = Callable[[GameResult, RunOutcome], None]


def play_match(
    a: str | Contestant,
    b: str | Contestant,
    *,
    game: str | Game,
    games: int = 200,
    control: TimeControl | None = None,
    openings: str = "random:4",
    seed: int = 1,
    sprt: Sprt | None = None,
    out: Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    workers: int = 0,
    on_game: OnProgress | None = None,
) -> RunOutcome:
    """Play a match between two contestants (values or text), on `executor` or that many local worker processes.

    With `out` every finished game is kept in that folder, and an interrupted match can be resumed. Raises BonducError.
    """
    plan = make_plan("match", (a, b), game, games, control or TimeControl(seconds=0.1), openings, seed, sprt)
    return run(plan, out=out, resume=resume, executor=executor, workers=workers, on_game=on_game)


def run_tournament(
    contestants: Sequence[str | Contestant],
    *,
    format: str = "round-robin",  # noqa: A002
    game: str | Game,
    games: int = 20,
    control: TimeControl | None = None,
    openings: str = "random:4",
    seed: int = 1,
    out: Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    workers: int = 0,
    on_game: OnProgress | None = None,
) -> RunOutcome:
    """Play a round robin, gauntlet or knockout with `games` games an encounter; otherwise as `play_match`."""
    plan = make_plan(format, contestants, game, games, control or TimeControl(seconds=0.1), openings, seed)
    return run(plan, out=out, resume=resume, executor=executor, workers=workers, on_game=on_game)


def make_plan(
    format: str,  # noqa: A002
    contestants: Sequence[str | Contestant],
    game: str | Game,
    games: int,
    control: TimeControl,
    openings: str,
    seed: int,
    sprt: Sprt | None = None,
) -> MatchPlan:
    """A plan from texts or values."""
    found = find_game(game) if isinstance(game, str) else game
    texts = [each if isinstance(each, str) else f"{each.name}={each.text}" for each in contestants]
    return MatchPlan(format, found, parse_contestants(texts), games, control, openings, seed, sprt)


def run(
    plan: MatchPlan,
    *,
    out: Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    workers: int = 0,
    on_game: OnProgress | None = None,
) -> RunOutcome:
    """Play what a plan still lacks, and say what it came to. KeyboardInterrupt leaves the finished games kept."""
    check_contestants(plan)
    with _keeper(plan, out, resume) as keeper, _executor(executor, workers) as playing:
        at_once = 1 if isinstance(playing, InlineExecutor) else max(workers, 1)
        return _play(plan, keeper, playing, at_once, on_game)


def check_contestants(plan: MatchPlan) -> None:
    """Raise BonducError now if a contestant's settings are wrong, rather than in a worker."""
    for contestant in plan.contestants:
        if contestant.kind == "bonduc":
            from bonduc.arena.contestants.engine_player import read_settings

            read_settings(contestant)


def _play(plan: MatchPlan, keeper: Keeper, executor: Executor, at_once: int, on_game: OnProgress | None) -> RunOutcome:
    watch = SprtWatch(plan.sprt) if plan.sprt is not None else None
    if watch is not None:
        watch.add_all(keeper.results)

    def note(result: GameResult) -> None:
        if watch is not None:
            watch.add(result)
        if on_game is not None:
            on_game(result, _outcome(plan, keeper, watch))

    def enough() -> bool:
        return watch is not None and bool(watch.verdict.accepted)

    if plan.format != "knockout":
        play_jobs(plan.jobs(), executor, keeper, at_once, enough, note)
    else:
        bracket = Bracket(plan)
        while jobs := bracket.jobs(keeper.results):
            play_jobs(jobs, executor, keeper, at_once, enough, note)
    return _outcome(plan, keeper, watch)


def _outcome(plan: MatchPlan, keeper: Keeper, watch: SprtWatch | None) -> RunOutcome:
    results = tuple(sorted(keeper.results, key=lambda result: result.number))
    return RunOutcome(plan, results, None if watch is None else watch.verdict)


@contextmanager
def _keeper(plan: MatchPlan, out: Path | None, resume: bool) -> Iterator[Keeper]:
    if out is None:
        yield MemoryKeeper()
        return
    folder = RunFolder(out, plan.settings, plan.game, [each.name for each in plan.contestants], resume)
    try:
        yield folder
    finally:
        folder.close()


@contextmanager
def _executor(executor: Executor | None, workers: int) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    with local_executor(workers) as local:
        yield local
