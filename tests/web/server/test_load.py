"""The load and the attack that the server is measured with, small: nothing is lost, nothing of others refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("starlette")

import bonduc
from bonduc.games.registry import GAMES

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Loads one of the programs in `benchmarks`, which import each other by name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module


def test_nothing_is_lost_under_load(benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        benchmark("load").main(["--games", "8", "--seconds", "2", "--pace", "0.2", "--busy", "1", "--level", "2"]) == 0
    )
    shown = capsys.readouterr().out
    assert "8 games" in shown
    assert "refused: 0; games that differ from what was acknowledged: 0" in shown


def test_whoever_means_ill_holds_up_nobody_else(
    benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--search", "4", "--seconds", "4", "--games", "4", "--pace", "0.5"]
    assert benchmark("attack").main(asked) == 0
    shown = capsys.readouterr().out
    for when in ("in peace", "under attack"):
        told = re.search(rf"{when}: (\d+) moves .*; refused: 0", shown)
        assert told is not None, shown
        assert int(told[1]) > 4, shown
    assert "429" in shown, "it was told to wait"
    kinds = re.findall(r"^  ([a-z ]+): (\d+) after", shown, re.MULTILINE)
    assert len(kinds) >= 20, shown
    assert {status for _, status in kinds} <= {"200", "201", "400", "414"}, shown
    by_chance = {"move", "line", "record", "permalink"}  # their move may be none that is legal
    assert {kind for kind, status in kinds if status == "400"} <= {"nested record"} | by_chance, shown
    assert "games that differ from what was acknowledged: 0; pages of games: {200: " in shown


def test_the_worst_boards_are_of_every_game_and_can_be_set_up(benchmark: Callable[[str], ModuleType]) -> None:
    boards = benchmark("worst_boards").worst_boards(4)
    assert {board.game for board in boards} == set(GAMES)
    for board in boards:
        assert bonduc.game(board.game, **board.options).position(board.position).legal_moves
