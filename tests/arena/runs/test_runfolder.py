"""The folder of a run: what is kept, what is refused, what is repaired."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.match import RunOutcome, play_match
from bonduc.arena.runs.runfolder import JOURNAL, MANIFEST, RECORDS, RunFolder
from bonduc.errors import BonducError
from bonduc.records.reader import read_records

CONTROL = TimeControl(nodes=1)


def play(folder: Path, resume: bool = False, **changes: object) -> RunOutcome:
    fields: dict[str, object] = {"game": "rio-kadalis", "games": 6, "control": CONTROL, "seed": 2} | changes
    return play_match("greedy", "random", out=folder, resume=resume, **fields)  # type: ignore[arg-type]


def test_a_run_is_kept_as_lines_and_records(tmp_path: Path) -> None:
    outcome = play(tmp_path / "run")
    lines = (tmp_path / "run" / JOURNAL).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(6))
    records = list(read_records(tmp_path / "run" / RECORDS))
    assert [tuple(str(move) for move in record.moves) for record in records] == [r.moves for r in outcome.results]
    assert [record.result for record in records] == [r.result for r in outcome.results]
    assert [record.tags["South"] for record in records] == ["greedy", "random"] * 3


def test_resuming_a_finished_run_plays_nothing(tmp_path: Path) -> None:
    first = play(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    again = play(tmp_path, resume=True, on_game=lambda result, outcome: pytest.fail("a game was played"))
    assert again.results == first.results
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def stop_after(count: int) -> Callable[..., None]:
    def stop(result: object, outcome: RunOutcome) -> None:
        if len(outcome.results) == count:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("count", [1, 3, 5])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, count: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "a", on_game=stop_after(count))
    played: list[int] = []
    outcome = play(tmp_path / "a", resume=True, on_game=lambda result, outcome: played.append(result.number))
    assert played == list(range(count, 6))
    whole = play(tmp_path / "b")
    assert [result.moves for result in outcome.results] == [result.moves for result in whole.results]
    assert len(list(read_records(tmp_path / "a" / RECORDS))) == 6


def test_a_line_cut_off_is_played_again(tmp_path: Path) -> None:
    whole = play(tmp_path)
    journal = tmp_path / JOURNAL
    data = journal.read_bytes()
    journal.write_bytes(data[: data.rstrip().rfind(b"\n") + 40])
    (tmp_path / RECORDS).write_text("[Game", encoding="utf-8")
    again = play(tmp_path, resume=True)
    assert [result.moves for result in again.results] == [result.moves for result in whole.results]
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 6
    assert len(list(read_records(tmp_path / RECORDS))) == 6


def test_damage_is_located(tmp_path: Path) -> None:
    play(tmp_path)
    journal = tmp_path / JOURNAL
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    for broken, fault in (
        ([*lines[:2], "{}\n", *lines[2:]], "line 3: not a finished game"),
        ([*lines[:2], "[1]\n"], "line 3: not a finished game"),
        ([*lines, lines[1]], "line 7: game 1 stands there twice"),
    ):
        journal.write_text("".join(broken), encoding="utf-8")
        with pytest.raises(BonducError) as caught:
            play(tmp_path, resume=True)
        assert fault in str(caught.value)
    (tmp_path / MANIFEST).write_text("{}", encoding="utf-8")
    with pytest.raises(BonducError, match="damaged"):
        play(tmp_path, resume=True)


@pytest.mark.parametrize(
    ("changes", "named"),
    [({"seed": 3}, "seed was 2 and is now 3"), ({"games": 8}, "games was 6 and is now 8"),
     ({"game": "adji-kui-ii"}, "game was"), ({"control": TimeControl(nodes=2)}, "time was"),
     ({"openings": "random:3"}, "openings was")],
)  # fmt: skip
def test_other_settings_are_refused_and_named(tmp_path: Path, changes: dict[str, object], named: str) -> None:
    play(tmp_path)
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(BonducError) as caught:
        play(tmp_path, resume=True, **changes)
    assert "cannot resume" in str(caught.value)
    assert named in str(caught.value)
    assert (tmp_path / JOURNAL).read_bytes() == before


def test_a_changed_manifest_is_not_believed(tmp_path: Path) -> None:
    play(tmp_path)
    manifest = tmp_path / MANIFEST
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"seed": 2', '"seed": 3'), encoding="utf-8")
    with pytest.raises(BonducError, match="do not match their hash"):
        play(tmp_path, resume=True, seed=3)


def test_a_folder_is_not_overwritten_or_shared(tmp_path: Path) -> None:
    play(tmp_path / "run")
    with pytest.raises(BonducError, match="holds a run already"):
        play(tmp_path / "run")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(BonducError, match="is not empty"):
        play(tmp_path / "other")
    (tmp_path / "plain").touch()
    with pytest.raises(BonducError, match="run folder"):
        play(tmp_path / "plain")
    game = bonduc.game("rio-kadalis")
    held = RunFolder(tmp_path / "held", {"a": 1}, game, ("x", "y"), resume=False)
    with pytest.raises(BonducError, match="in use by another run"):
        RunFolder(tmp_path / "held", {"a": 1}, game, ("x", "y"), resume=True)
    held.close()
    RunFolder(tmp_path / "held", {"a": 1}, game, ("x", "y"), resume=True).close()


def test_resuming_where_nothing_is_starts(tmp_path: Path) -> None:
    assert len(play(tmp_path / "new", resume=True).results) == 6
