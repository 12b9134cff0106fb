"""The loop that plays games on an executor, keeps what is finished, and stops when told to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Protocol

from bonduc.arena.results import GameResult, Job
from bonduc.arena.runs.playing import play_job
from bonduc.errors import BonducError


class Keeper(Protocol):
    """Whatever keeps finished games: a run folder, or a list in memory."""

    results: list[GameResult]

    def add(self, result: GameResult) -> None:
        """Keep one more; when this returns, it is safe."""
        ...


class MemoryKeeper:
    """Keeps finished games in memory only."""

    def __init__(self) -> None:
        self.results: list[GameResult] = []

    def add(self, result: GameResult) -> None:
        """Keep one more."""
        self.results.append(result)


OnGame = Callable[[GameResult], None]


def play_jobs(
    jobs: Iterable[Job],
    executor: Executor,
    keeper: Keeper,
    at_once: int,
    enough: Callable[[], bool] = lambda: False,
    on_game: OnGame | None = None,
) -> None:
    """Play those of `jobs` that are not kept yet, in order, `at_once` at a time, until `enough` says stop.

    Games under way when it does are finished and kept. On an interrupt they are given up: their numbers are not
    kept, so a resumed run plays them, from the same seeds.
    """
    done = {result.number for result in keeper.results}
    waiting = deque(job for job in jobs if job.number not in done)
    under_way: set[Future[GameResult]] = set()
    try:
        while under_way or (waiting and not enough()):
            while waiting and len(under_way) < at_once and not enough():
                under_way.add(executor.submit(play_job, waiting.popleft()))
            finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for result in sorted((_result(future) for future in finished), key=lambda each: each.number):
                keeper.add(result)
                if on_game is not None:
                    on_game(result)
    finally:
        for future in under_way:
            future.cancel()


def _result(future: Future[GameResult]) -> GameResult:
    try:
        return future.result()
    except BrokenExecutor:
        raise BonducError("a worker process ended unexpectedly; the finished games are kept, resume the run") from None
