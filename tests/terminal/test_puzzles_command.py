"""`bonduc puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

from bonduc.puzzles.files import dump_puzzles
from bonduc.puzzles.shipped import shipped_puzzles
from tests.terminal.support import Runner, bad_input

RIO = "rio-kadalis"


def test_make_and_check(bonduc: Runner, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    options = ("-o", "holes=4", "--count", "1", "--pool", "1", "--seed", "5", "--no-tables")
    made = bonduc("puzzles", "make", RIO, *options, "--out", str(out))
    assert made.code == 0
    assert f"1 puzzle in {out}" in made.words
    assert json.loads(out.read_text())["puzzles"][0]["options"] == {"holes": 4}
    checked = bonduc("puzzles", "check", str(out), "--no-tables")
    assert checked.code == 0
    assert checked.out == "1 puzzle is as it should be\n"
    kept = tmp_path / "kept.json"
    assert bonduc("puzzles", "check", str(out), "--no-tables", "--deeper", "2", "--keep", str(kept)).code == 0
    assert kept.read_text() == out.read_text()
    assert "one game" in bad_input(bonduc("puzzles", "check", "--keep", str(kept)))
    spoilt = out.read_text().replace('"id": "', '"id": "f')
    out.write_text(spoilt)
    found = bonduc("puzzles", "check", str(out), "--no-tables")
    assert found.code == 1
    assert "its id should be" in found.out


def test_list(bonduc: Runner) -> None:
    ran = bonduc("puzzles", "list", RIO)
    puzzles = shipped_puzzles(RIO)
    assert ran.code == 0
    assert f"{len(puzzles)} puzzles of Rio Kadalis" in ran.out
    assert [line[:10] for line in ran.out.splitlines()[: len(puzzles)]] == [puzzle.id for puzzle in puzzles]
    told = json.loads(bonduc("puzzles", "list", RIO, "--json").out)
    assert told == json.loads(dump_puzzles(RIO, puzzles))["puzzles"]
    few = bonduc("puzzles", "list", RIO, "--theme", "long-relay")
    assert len(few.out.splitlines()) < len(ran.out.splitlines())


def test_solve(bonduc: Runner) -> None:
    puzzle = next(each for each in shipped_puzzles(RIO) if len(each.steps) > 1)
    wrong = next(iter(puzzle.steps[0].wrong))
    typed = ["hint", "hint", "hint", "Z", wrong, *(step.move for step in puzzle.steps)]
    ran = bonduc("puzzles", "solve", RIO, puzzle.id, typed=typed)
    assert ran.code == 0
    assert f"puzzle {puzzle.id}, rated {puzzle.rating}" in ran.out
    assert puzzle.goal in ran.out
    assert "The right move starts from" in ran.out
    assert "What comes next?" in ran.out
    assert "is right: solved." in ran.out
    assert "1 puzzle solved." in ran.out


def test_giving_in_and_leaving(bonduc: Runner) -> None:
    first, second = shipped_puzzles(RIO)[:2]
    ran = bonduc("puzzles", "solve", RIO, typed=["show", "next", "quit"])
    assert ran.code == 0
    assert "  ".join(first.moves) in ran.out
    assert second.id in ran.out
    assert "0 puzzles solved." in ran.out
    ended = bonduc("puzzles", "solve", RIO, typed=[])
    assert ended.code == 0
    assert "0 puzzles solved." in ended.out


def test_in_another_language(bonduc: Runner) -> None:
    assert bonduc("puzzles", "list", RIO, "--lang", "ru").code == 0


def test_bad_input_is_told(bonduc: Runner, tmp_path: Path) -> None:
    assert "chess" in bad_input(bonduc("puzzles", "list", "chess"))
    assert "no theme 'dancing'" in bad_input(bonduc("puzzles", "list", RIO, "--theme", "dancing"))
    assert "no puzzle 'nothing'" in bad_input(bonduc("puzzles", "solve", RIO, "nothing"))
    path = tmp_path / "broken.json"
    path.write_text("{")
    assert "not JSON" in bad_input(bonduc("puzzles", "check", str(path)))
    assert "count" in bad_input(bonduc("puzzles", "make", RIO, "--count", "0", "--out", str(path)))


def test_a_refusal_is_a_sentence(bonduc: Runner) -> None:
    """It tells the rule, not the notation of a position that is on the screen."""
    puzzle = shipped_puzzles(RIO)[0]
    theirs = next(name for name in puzzle.game.layout.names if name.islower() == (str(puzzle.solver) == "South"))
    ran = bonduc("puzzles", "solve", RIO, puzzle.id, typed=[theirs, "nonsense"])
    assert f"Move {theirs} is not legal: {theirs} is not your hole (rule 1).\n" in ran.out
    assert "Cannot read move 'nonsense'" in ran.out
