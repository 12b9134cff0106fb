"""`bonduc picture`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bonduc.terminal.app import run


def test_an_svg_is_written(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert run(["picture", "rio-kadalis", "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "South to move" in text


def test_a_png_is_written(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "board.PNG"
    assert run(["picture", "bao", "-o", "columns=4", "--theme", "dark", "--width", "300", "-f", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_last_move_is_played_and_marked(tmp_path: Path) -> None:
    before, after, flipped = (tmp_path / f"{name}.svg" for name in ("before", "after", "flipped"))
    position = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"
    assert run(["picture", "rio", position, "--out", str(before), "--arrow", "A"]) == 0
    assert run(["picture", "rio", position, "--out", str(after), "--last", "A"]) == 0
    assert run(["picture", "rio", position, "--out", str(flipped), "--last", "A", "--flip", "--shape", "portrait"]) == 0
    assert "b-arrow" in before.read_text()
    assert "A 2, B 7" in after.read_text()
    assert "North to move" in after.read_text()
    assert "b-portrait" in flipped.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rio", "--out", "x.gif"], "x.gif: the file should be named .svg or .png"),
        (["rio", "rubbish", "--out", "x.svg"], "cannot read position 'rubbish'"),
        (["rio", "--last", "a", "--out", "x.svg"], "illegal move 'a'"),
        (["rio", "--arrow", "b", "--out", "x.svg"], "illegal move 'b'"),
        (["rio", "--option", "holes=99", "--out", "x.svg"], "holes"),
        (["checkers", "--out", "x.svg"], "checkers"),
        (["rio", "--out", "nowhere/x.svg"], "cannot write 'nowhere/x.svg'"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["picture", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
