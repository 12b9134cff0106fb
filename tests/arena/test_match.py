"""Whole runs in this process and in workers."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.figures.sprt import Sprt
from bonduc.arena.match import RunOutcome, play_match, run_tournament
from bonduc.arena.report import report
from bonduc.arena.results import GameResult
from bonduc.arena.runs import playing, running
from bonduc.arena.runs.executors import InlineExecutor, local_executor
from bonduc.errors import BonducError

CONTROL = TimeControl(nodes=1)


def games_of(outcome: RunOutcome) -> list[tuple[int, tuple[str, ...], float]]:
    return [(result.number, result.moves, result.points) for result in outcome.results]


def test_a_match_is_the_same_wherever_it_is_played(tmp_path: Path) -> None:
    here = play_match("depth:2", "random", game="adji-kui-ii", games=6, control=CONTROL, seed=4)
    again = play_match("depth:2", "random", game="adji-kui-ii", games=6, control=CONTROL, seed=4, out=tmp_path / "x")
    with local_executor(2) as workers:
        there = play_match(
            "depth:2", "random", game="adji-kui-ii", games=6, control=CONTROL, seed=4, executor=workers, workers=2
        )
    with ThreadPoolExecutor(2) as threads:
        beside = play_match(
            "depth:2", "random", game="adji-kui-ii", games=6, control=CONTROL, seed=4, executor=threads, workers=2
        )
    assert games_of(here) == games_of(again) == games_of(there) == games_of(beside)
    assert here.summary.games == 6
    other = play_match("depth:2", "random", game="adji-kui-ii", games=6, control=CONTROL, seed=5)
    assert games_of(other) != games_of(here)


def test_a_contestant_may_play_itself() -> None:
    outcome = play_match("depth:1", "depth:1", game="rio-kadalis", games=4, control=CONTROL)
    assert [each.name for each in outcome.plan.contestants] == ["depth:1", "depth:1 (2)"]
    assert outcome.summary.games == 4


def test_a_decided_test_stops_the_match() -> None:
    outcome = play_match("depth:3", "random", game="kiothi", games=200, control=CONTROL, sprt=Sprt(0, 100))
    assert outcome.verdict is not None
    assert outcome.verdict.accepted == "elo1"
    assert outcome.summary.games == 2 * outcome.verdict.pairs < 60
    worse = play_match("random", "depth:3", game="kiothi", games=200, control=CONTROL, sprt=Sprt(0, 100))
    assert worse.verdict is not None
    assert worse.verdict.accepted == "elo0"


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    play_match(
        "random",
        "random",
        game="rio-kadalis",
        games=4,
        control=CONTROL,
        on_game=lambda result, outcome: told.append((result.number, len(outcome.results))),
    )
    assert told == [(0, 1), (1, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize(("format", "games"), [("round-robin", 6 * 2), ("gauntlet", 3 * 2)])
def test_tournaments_are_rated(format: str, games: int) -> None:  # noqa: A002
    outcome = run_tournament(
        ("random", "greedy", "depth:3", "depth:2"), format=format, game="adji-kui-ii", games=2, control=CONTROL
    )
    assert len(outcome.results) == games
    assert sum(rating.points for rating in outcome.ratings) == games
    assert outcome.ratings[-1].contestant == 0, "random play is the weakest"
    document = report(outcome)
    assert [each["games"] for each in document["ratings"]] == [rating.games for rating in outcome.ratings]


def test_a_knockout_has_a_winner() -> None:
    outcome = run_tournament(
        ("random", "greedy", "depth:3"), format="knockout", game="adji-kui-ii", games=4, control=CONTROL
    )
    assert outcome.winner == 2
    document = report(outcome)
    assert document["winner"] == "depth:3"
    assert [len(ties) for ties in document["rounds"]] == [1, 1]


def test_bad_input_is_told_before_any_game() -> None:
    for a, fault in (
        ("bonduc:hsh=1", "did you mean hash"),
        ("bonduc:hash=x", "hash must be"),
        ("bonduc:seconds=x", "no number of seconds"),
        ("bonduc:seconds=0", "more than 0"),
    ):
        with pytest.raises(BonducError, match=fault):
            play_match(a, "random", game="rio-kadalis", games=2)
    with pytest.raises(BonducError, match="unknown game"):
        play_match("random", "random", game="chess", games=2)
    with pytest.raises(BonducError, match="workers"):
        play_match("random", "random", game="rio-kadalis", games=2, workers=-1)


class BrokenLater(Executor):
    """Loses its workers at the third game."""

    def __init__(self) -> None:
        self.inline = InlineExecutor()
        self.count = 0

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        from concurrent.futures.process import BrokenProcessPool

        self.count += 1
        if self.count < 3:
            return self.inline.submit(fn, *args, **kwargs)
        future: Future[GameResult] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future


def test_a_lost_worker_ends_the_run_and_keeps_the_games(tmp_path: Path) -> None:
    def again(executor: Executor | None) -> RunOutcome:
        return play_match(
            "random", "random", game="rio-kadalis", games=6, control=CONTROL, out=tmp_path / "run",
            resume=executor is None, executor=executor,
        )  # fmt: skip

    with pytest.raises(BonducError, match="worker process ended unexpectedly"):
        again(BrokenLater())
    outcome = again(None)
    assert games_of(outcome) == games_of(play_match("random", "random", game="rio-kadalis", games=6, control=CONTROL))


def test_only_so_many_games_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = threading.Lock()
    now = most = 0
    real = playing.play_job

    def counted(job: object) -> GameResult:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        result = real(job)  # type: ignore[arg-type]
        with lock:
            now -= 1
        return result

    monkeypatch.setattr(running, "play_job", counted)
    with ThreadPoolExecutor(6) as threads:
        outcome = play_match(
            "random", "random", game="rio-kadalis", games=12, control=CONTROL, executor=threads, workers=3
        )
    assert len(outcome.results) == 12
    assert most <= 3


def test_the_engine_plays() -> None:
    outcome = play_match("bonduc:depth=2", "level:1", game="rio-kadalis", games=2, control=CONTROL)
    assert outcome.summary.faults == {}
    assert outcome.summary.opponent_faults == {}
    assert bonduc.game("rio-kadalis") == outcome.plan.game
