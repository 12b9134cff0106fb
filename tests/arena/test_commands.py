"""`bonduc match` and `bonduc tournament` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bonduc.terminal.app import run
from tests.arena.common import fake

MATCH = ("match", "greedy", "random", "--game", "adji-kui-ii", "--workers", "0", "--nodes", "1")


def test_a_match_says_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--games", "8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Adji Kui II: greedy against random, 8 games, 1 nodes, openings random:4, seed 1\n")
    for word in (
        "wins ",
        "as South ",
        "Elo ",
        "pentanomial",
        "superior with",
        "pairs with 0, ½, 1, 1½, 2 points",
        "ends:",
    ):
        assert word in out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--games", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    match = document["match"]
    assert document["games"] == match["wins"] + match["draws"] + match["losses"] == 4
    assert sum(match["pairs"]) == 2
    assert sum(document["reasons"].values()) == 4


def test_games_that_repeat_others_are_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither varies, and every pair has the same opening, so that one game of each colour is new."""
    always = ["match", "bonduc:depth=3", "bonduc:depth=2", *MATCH[3:], "--games", "6", "--openings", "start"]
    assert run(always) == 0
    assert "4 of 6 games repeat others, move for move" in capsys.readouterr().out
    assert run([*always, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["repeated"] == 4
    assert run([*MATCH, "--games", "4"]) == 0
    assert "repeat others" not in capsys.readouterr().out


@pytest.mark.parametrize(("order", "code"), [(("depth:3", "random"), 0), (("random", "depth:3"), 1)])
def test_the_exit_code_is_the_tests_answer(
    order: tuple[str, str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([MATCH[0], *order, *MATCH[3:], "--sprt", "0,100"]) == code
    assert ("better by +100 Elo accepted" if code == 0 else "no better than +0 Elo accepted") in capsys.readouterr().out


def test_an_undecided_test_is_no_yes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--games", "2", "--sprt", "0,5"]) == 1
    assert "not decided" in capsys.readouterr().out


def test_a_run_in_a_folder_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = [*MATCH, "--games", "4", "--out", str(tmp_path / "run")]
    assert run(there) == 0
    first = capsys.readouterr().out
    assert run([*there, "--resume"]) == 0
    assert capsys.readouterr().out == first
    assert run(there) == 2
    assert "holds a run already" in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "run").iterdir()} >= {"manifest.json", "games.jsonl", "games.txt"}


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "knockout"])
def test_tournaments(format: str, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: A002
    assert (
        run(["tournament", "random", "greedy", "depth:3", *MATCH[3:], "--games", "2", "--format", format, "--json"])
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert {each["name"] for each in document["ratings"]} == {"random", "greedy", "depth:3"}
    assert run(["tournament", "random", "greedy", "depth:3", *MATCH[3:], "--games", "2", "--format", format]) == 0
    out = capsys.readouterr().out
    assert "contestant" in out
    assert ("winner: " in out) == (format == "knockout")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(("--games", "3"), "even number"), (("--sprt", "5,0"), "elo0 must be the smaller"), (("--clock", "x"), "base+inc"),
     (("--resume",), "--out"), (("--openings", "random:x"), "openings"), (("--option", "x=1"), "no option"),
     (("--workers", "-1"), "workers"), (("--resign", "x"), "--resign"), (("--seconds", "0"), "seconds=0"),
     (("--cluster", "tcp://127.0.0.1:1"), "--workers are local")],
)  # fmt: skip
def test_bad_input_is_one_line_and_code_2(
    arguments: tuple[str, ...], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*MATCH, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert fault in captured.err


def test_games_lost_by_a_fault_are_told_with_the_first_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([MATCH[0], f"broken={fake('gone')}", *MATCH[2:], "--games", "4"]) == 0
    out = capsys.readouterr().out
    assert "  lost by broken: engine crashed 4 (game 1: the program ended with code 5" in out
