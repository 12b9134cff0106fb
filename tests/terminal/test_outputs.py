"""Where a result is to be written is looked at before the work begins: each of these would work for long first."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc as package
from tests.terminal.support import Runner, bad_input

LONG = ("--nodes", "1000000000")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    played = package.Round(package.game("rio-kadalis"))
    for move in ("A", "b", "F"):
        played.play(move)
    path = tmp_path / "round.txt"
    path.write_text(played.record().write(), encoding="utf-8")
    return path


def command(place: Path, records: Path) -> list[tuple[str, ...]]:
    """Commands that write a file at a place, and work for long before."""
    return [
        ("tune", "rio-kadalis", "--games", "100000", *LONG, "--out", str(place)),
        ("puzzles", "make", "rio-kadalis", "--count", "1000", "--out", str(place)),
        ("puzzles", "check", "rio-kadalis", "--deeper", "20", "--keep", str(place)),
        ("convert", str(records), "--out", str(place)),
        ("analyse", str(records), *LONG, "--plot", str(place)),
    ]


def test_a_folder_is_no_file_to_write(bonduc: Runner, tmp_path: Path, records: Path) -> None:
    place = tmp_path / "folder.png"
    place.mkdir()
    for words in command(place, records):
        assert "folder.png': Is a directory" in bad_input(bonduc(*words))
    assert list(place.iterdir()) == []


def test_a_file_needs_a_folder(bonduc: Runner, tmp_path: Path, records: Path) -> None:
    for words in command(tmp_path / "nowhere" / "file.png", records):
        assert "there is no folder" in bad_input(bonduc(*words))
    assert [path.name for path in tmp_path.iterdir()] == [records.name]


@pytest.mark.parametrize("name", ["tables", "graph.tif", "graph", "graph.png.txt"])
def test_a_graph_is_of_a_format_that_is_documented(bonduc: Runner, tmp_path: Path, records: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "tables").mkdir()
    said = bad_input(bonduc("analyse", str(records), *LONG, "--plot", str(tmp_path / name)))
    assert "should be named .png, .svg or .pdf" in said
    assert {path.name for path in tmp_path.iterdir()} == {records.name, "tables"}


def test_a_folder_that_cannot_be_written_into_is_told_at_once(bonduc: Runner, tmp_path: Path, records: Path) -> None:
    inside = str(records / "folder")
    for words in (
        ("solve", "rio-kadalis", "--dir", inside),
        ("tables", "build", "rio-kadalis", "--seeds", "12", "--dir", inside),
        ("match", "depth:9", "depth:9", "--game", "rio-kadalis", "--games", "1000", "--out", inside),
        ("tournament", "depth:9", "depth:8", "--game", "rio-kadalis", "--out", inside),
    ):
        said = bad_input(bonduc(*words))
        assert inside in said
        assert "Not a directory" in said
