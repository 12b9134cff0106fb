"""Single games: who wins and why, what is kept of them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import bonduc
from bonduc.arena.clock import Allowance, TimeControl
from bonduc.arena.contestants.contestant import Contestant, parse_contestants
from bonduc.arena.contestants.player import Chooser, ContestantError, Fault, Reply
from bonduc.arena.results import GameResult, Job, Resign
from bonduc.arena.runs import playing
from bonduc.arena.runs.playing import close_contestants, play_job
from bonduc.arena.runs.recording import record_of, round_of
from bonduc.arena.start_positions import StartPosition
from bonduc.errors import BonducError
from bonduc.play import Round
from bonduc.position import Game
from bonduc.records.reader import parse_record

NO_LIMIT = TimeControl()


def make_job(game: str, south: str, north: str, control: TimeControl = NO_LIMIT, **fields: object) -> Job:
    a, b = parse_contestants((south, north))
    values: dict[str, object] = {"opening": StartPosition(), "seed": 7, "resign": None, "options": {}} | fields
    return Job(number=0, pair=0, south=0, north=1, players=(a, b), game=game, control=control, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", bonduc.games())
def test_the_same_job_is_the_same_game(name: str) -> None:
    job = make_job(name, "depth:2", "random")
    first, second = play_job(job), play_job(job)
    assert first.moves == second.moves
    assert (first.points, first.score, first.reason) == (second.points, second.score, second.reason)
    other = play_job(make_job(name, "depth:2", "random", seed=8))
    assert other.moves != first.moves


@pytest.mark.parametrize("name", bonduc.games())
def test_a_result_holds_the_whole_game(name: str) -> None:
    game = bonduc.game(name)
    result = play_job(make_job(name, "greedy", "random"))
    played = round_of(result, game)
    outcome = played.outcome
    assert outcome is not None
    assert (str(outcome.reason), outcome.score, outcome.result) == (result.reason, result.score, result.result)
    assert sum(result.own_plies) == len(result.moves)
    assert GameResult.from_json(json.loads(json.dumps(result.to_json()))) == result


def test_the_opening_is_played_first_and_counted() -> None:
    moves = ("A", "b", "C")
    result = play_job(make_job("rio-kadalis", "random", "random", opening=StartPosition(moves=moves)))
    assert result.moves[:3] == moves
    assert result.opening_plies == 3
    assert sum(result.own_plies) == len(result.moves) - 3


def test_a_game_from_a_position_and_with_options() -> None:
    game = bonduc.game("rio-kadalis", holes=5)
    start = str(game.start().play("B"))
    result = play_job(
        make_job("rio-kadalis", "greedy", "greedy", options={"holes": 5}, opening=StartPosition(position=start))
    )
    record = record_of(result, game, ("x", "y"))
    assert record.tags["Position"] == start
    assert record.tags["Options"] == "holes=5"
    assert record.main_line[1].mover == bonduc.NORTH


def test_an_opening_that_is_over_is_the_jobs_fault() -> None:
    over = StartPosition(position="0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -")
    with pytest.raises(BonducError, match="is over"):
        play_job(make_job("rio-kadalis", "random", "random", opening=over))


class Puppet(Chooser):
    """Plays the first legal move until its `trick` is due."""

    def __init__(self, trick: Callable[[Round], Reply], due: int) -> None:
        self.trick = trick
        self.due = due

    def new_game(self, seed: int) -> None:
        self.moves = 0

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        self.moves += 1
        return self.trick(played) if self.moves == self.due else Reply(played.legal_moves[0])


@pytest.fixture
def puppet(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Round], Reply], int], None]:
    """Sets what the contestants `greedy` do in this test."""
    close_contestants()

    def install(trick: Callable[[Round], Reply], due: int) -> None:
        def open_puppet(contestant: Contestant, game: Game) -> Chooser:
            return Puppet(trick, due if contestant.name == "greedy" else 10**9)

        monkeypatch.setattr(playing, "open_contestant", open_puppet)

    return install


def crash(played: Round) -> Reply:
    raise RuntimeError("no idea")


def fail(played: Round) -> Reply:
    raise ContestantError(Fault.SILENCE, "did not say bestmove")


@pytest.mark.parametrize(
    ("trick", "reason", "detail"),
    [(crash, "engine crashed", "RuntimeError: no idea"), (fail, "no answer", "did not say bestmove"),
     (lambda played: Reply("a" if played.mover == 0 else "A"), "illegal move", "illegal move"),
     (lambda played: Reply("Z9"), "illegal move", "cannot read move")],
)  # fmt: skip
@pytest.mark.parametrize("seat", [0, 1])
def test_who_fails_loses(
    puppet: Callable[[Callable[[Round], Reply], int], None],
    trick: Callable[[Round], Reply],
    reason: str,
    detail: str,
    seat: int,
) -> None:
    puppet(trick, 3)
    names = ("greedy", "random") if seat == 0 else ("random", "greedy")
    result = play_job(make_job("adji-kui-ii", *names))
    assert result.points == float(seat)
    assert (result.reason, result.loser_fault) == (reason, True)
    assert detail in result.detail
    assert len(result.moves) == 4 + seat, "the move that failed is not on the board"
    game = bonduc.game("adji-kui-ii")
    record = record_of(result, game, ("s", "n"))
    assert record.tags["Result"] == result.result
    assert record.tags["Forfeit"].startswith(reason)
    assert record.tags["Termination"] == ("time forfeit" if reason == "time forfeit" else "forfeit")
    assert parse_record(record.write()) == record


def test_a_move_that_comes_too_late_loses_and_is_not_on_the_board() -> None:
    clock_out = TimeControl(base=1e-9, margin=0)
    result = play_job(make_job("bao-la-kimasai", "random", "random", clock_out))
    assert (result.points, result.reason, result.loser_fault, result.moves) == (0.0, "time forfeit", True, ())
    record = record_of(result, bonduc.game("bao-la-kimasai"), ("s", "n"))
    assert (record.tags["Termination"], record.tags["Result"]) == ("time forfeit", "0-1")


def test_contestants_with_limits_of_their_own_are_not_held_to_seconds_a_move() -> None:
    no_time = TimeControl(seconds=1e-9, margin=0)
    result = play_job(make_job("adji-kui-ii", "depth:1", "random", no_time))
    assert (result.points, result.reason, len(result.moves)) == (1.0, "time forfeit", 1)


def test_resigning_is_off_unless_asked_for() -> None:
    job = make_job("rio-kadalis", "depth:3", "random", seed=3)
    to_the_end = play_job(job)
    assert to_the_end.reason == "no legal move"
    resigned = play_job(make_job("rio-kadalis", "random", "depth:1", seed=3, resign=Resign(seeds=1, moves=1)))
    assert resigned.reason in ("resignation", "no legal move", "repetition")


def test_a_hopeless_contestant_resigns(puppet: Callable[[Callable[[Round], Reply], int], None]) -> None:
    puppet(lambda played: Reply(played.legal_moves[0], score=-21), 3)
    result = play_job(make_job("adji-kui-ii", "greedy", "random", resign=Resign(seeds=20, moves=1)))
    assert (result.reason, result.points, result.loser_fault) == ("resignation", 0.0, False)
    assert len(result.moves) == 5
    kept_on = play_job(make_job("adji-kui-ii", "greedy", "random", resign=Resign(seeds=20, moves=2)))
    assert kept_on.reason != "resignation"
