"""External programs over a pipe, well-behaved and not."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

import bonduc
from bonduc.arena.clock import Allowance, TimeControl
from bonduc.arena.contestants import external
from bonduc.arena.contestants.external import go_command, position_command
from bonduc.arena.match import play_match
from bonduc.arena.runs.playing import close_contestants
from tests.arena.common import fake

QUICK = TimeControl(seconds=0.05, margin=0.05)
UNTIMED = TimeControl(nodes=10)


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(external, "STOP_SECONDS", 0.1)
    yield
    close_contestants()
    assert not [process for process in external._running if process.poll() is None], "no program is left running"


@pytest.mark.parametrize("name", bonduc.games())
def test_a_good_program_plays_to_the_end(name: str) -> None:
    outcome = play_match(fake("good"), "random", game=name, games=2, control=UNTIMED)
    assert outcome.summary.faults == {}
    assert [sum(result.nodes) for result in outcome.results] == [
        42 * result.own_plies[result.north == 0] for result in outcome.results
    ]


def test_options_and_positions_reach_the_program() -> None:
    game = bonduc.game("rio-kadalis", holes=5, direction="clockwise")
    outcome = play_match(fake("good"), "random", game=game, games=2, control=UNTIMED, openings="random:3")
    assert outcome.summary.faults == {}


@pytest.mark.parametrize(
    ("mode", "reason", "detail"),
    [("crash", "engine crashed", "with code 3"), ("mute", "no answer", "bestmove"), ("illegal", "illegal move", ""),
     ("nonsense", "illegal move", "cannot read"), ("bare", "illegal move", "without a move"),
     ("slow", "time forfeit", ""), ("flood", "no answer", "bestmove"), ("stubborn", "no answer", "bestmove"),
     ("gone", "engine crashed", "with code 5")],
)  # fmt: skip
def test_a_program_that_misbehaves_loses_and_the_match_goes_on(
    mode: str, reason: str, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mode == "slow":
        monkeypatch.setattr(external, "STOP_SECONDS", 5.0)
    late = mode in ("mute", "slow", "flood", "stubborn")
    outcome = play_match(fake(mode), "random", game="adji-kui-ii", games=2, control=QUICK if late else UNTIMED)
    assert [result.reason for result in outcome.results] == [reason, reason]
    assert outcome.summary.faults == {reason: 2}
    assert outcome.summary.losses == 2
    assert all(detail in result.detail for result in outcome.results)


def test_a_program_that_never_greets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.5)
    outcome = play_match(fake("deaf"), "random", game="adji-kui-ii", games=2, control=QUICK)
    assert outcome.summary.faults == {"no answer": 2}
    assert all("uciok" in result.detail and not result.moves[4:] for result in outcome.results)


def test_programs_can_be_ended_at_once() -> None:
    game = bonduc.game("adji-kui-ii")
    program = external.ExternalProgram(tuple(fake("stubborn").removeprefix("cmd:").split()), game)
    external.kill_programs()
    for _ in range(100):
        if program._process.poll() is not None:
            break
        time.sleep(0.02)
    assert program._process.returncode == -9
    program.close()
    with pytest.raises(ProcessLookupError):
        os.killpg(program._process.pid, 0)


def test_commands() -> None:
    game = bonduc.game("rio-kadalis")
    played = bonduc.Round(game)
    assert position_command(played) == "position startpos"
    played.play("A")
    assert position_command(played) == "position startpos moves A"
    later = bonduc.Round(game, played.position)
    assert position_command(later) == f"position fen {played.position}"
    assert go_command(Allowance(seconds=0.25)) == "go movetime 250"
    assert go_command(Allowance(clocks=(60.0, 30.5), increment=0.1)) == "go wtime 60000 btime 30500 winc 100 binc 100"
    assert go_command(Allowance(nodes=5, depth=6)) == "go nodes 5 depth 6"
    assert go_command(Allowance()) == "go movetime 1000"
