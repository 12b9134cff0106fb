"""What the terminal's tests share: commands run in this process, with a quick engine and a data folder of their own."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bonduc.engine import Analysis, Choice, Line
from bonduc.play import Round
from bonduc.position import Game, Position
from bonduc.terminal.app import run
from bonduc.terminal.session import computer, session
from tests.terminal.support import Ran, Runner, first_choice


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Games that are left under way are kept here."""
    monkeypatch.setenv("BONDUC_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("BONDUC_DEBUG", raising=False)
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def quick_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that plays the first legal move at once and thinks every position even."""

    def analyse(position: Position, **limits: object) -> Analysis:
        line = Line((first_choice(position),), 0, False, 1)
        return Analysis(position, (line,), 1, 0.0, 1)

    def choose(round_: Round, **limits: object) -> Choice:
        found = analyse(round_.position)
        return Choice(found.best, found)

    def warm_up(game: Game) -> computer.Background[object]:
        return computer.Background(lambda: None)

    monkeypatch.setattr(computer, "analyse", analyse)
    monkeypatch.setattr(computer, "choose", choose)
    monkeypatch.setattr(session, "warm_up", warm_up)


@pytest.fixture
def bonduc(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Run a command line with these lines typed: `bonduc("play", "rio-kadalis", typed=["A", "quit"])`."""

    def call(*arguments: str, typed: list[str] | None = None) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed or ())))
        capsys.readouterr()
        code = run(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call
