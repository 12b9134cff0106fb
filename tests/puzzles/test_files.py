"""Puzzles as JSON: they come back as they were, and every fault is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bonduc.puzzles.files import dump_puzzles, parse_puzzles, read_puzzles
from bonduc.puzzles.model import Puzzle, PuzzleError


def document(puzzle: Puzzle) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(dump_puzzles(puzzle.game.id, [puzzle]))
    return made


def test_they_come_back_as_they_were(quiet_end: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(dump_puzzles(quiet_end.game.id, [quiet_end]), encoding="utf-8")
    assert read_puzzles(path) == [quiet_end]


def test_values_are_in_seeds(quiet_end: Puzzle) -> None:
    step = document(quiet_end)["puzzles"][0]["steps"][0]
    assert (step["value"], step["second"], step["wrong"]["F"]["value"]) == (8.0, 0.0, -8.0)


@pytest.mark.parametrize(
    ("where", "value", "fault"),
    [
        (("format",), "chess", 'set.json: format cannot be "chess"'),
        (("version",), 2, "set.json: version cannot be 2"),
        (("game",), "chess", 'set.json: game cannot be "chess"'),
        (("rules_version",), 99, "set.json: rules_version cannot be 99"),
        (("puzzles",), None, "set.json: puzzles cannot be null"),
        (("puzzles", 0), 3, "set.json, puzzle 1: should be an object"),
        (("puzzles", 0, "rating"), "hard", 'rating cannot be "hard"'),
        (("puzzles", 0, "rating"), True, "rating cannot be true"),
        (("puzzles", 0, "mover"), "N", 'mover cannot be "N"'),
        (("puzzles", 0, "themes"), ["dancing"], 'themes cannot be "dancing"'),
        (("puzzles", 0, "position"), "1,2/3", "impossible position|cannot read"),
        (("puzzles", 0, "options"), {"colour": 1}, "has no option 'colour'"),
        (("puzzles", 0, "steps"), [], "steps cannot be"),
        (("puzzles", 0, "steps", 0, "reply"), "", "steps cannot be"),
        (("puzzles", 0, "steps", 2, "reply"), "a", "steps cannot be"),
        (("puzzles", 0, "steps", 0, "depth"), 0, "step 1: depth cannot be 0"),
        (("puzzles", 0, "steps", 1, "exact"), "yes", 'step 2: exact cannot be "yes"'),
        (("puzzles", 0, "steps", 0, "wrong", "F", "line"), [1], "step 1, wrong F: line cannot be"),
        (("puzzles", 0, "source", "proof"), "faith", 'proof cannot be "faith"'),
    ],
)
def test_a_fault_is_named(quiet_end: Puzzle, where: tuple[Any, ...], value: object, fault: str) -> None:
    made = document(quiet_end)
    inner: Any = made
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    with pytest.raises(PuzzleError, match=fault):
        parse_puzzles(json.dumps(made), "set.json")


@pytest.mark.parametrize("name", ["id", "position", "steps", "themes", "rating", "source", "mover", "options"])
def test_a_missing_field_is_named(quiet_end: Puzzle, name: str) -> None:
    made = document(quiet_end)
    del made["puzzles"][0][name]
    with pytest.raises(PuzzleError, match=f"{name} is missing"):
        parse_puzzles(json.dumps(made), "set.json")


def test_what_is_no_json_says_where() -> None:
    with pytest.raises(PuzzleError, match=r"set\.json, line 2: not JSON"):
        parse_puzzles('{"format":\n', "set.json")


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match="no text"):
        read_puzzles(path)


def test_one_id_is_one_puzzle(quiet_end: Puzzle) -> None:
    text = dump_puzzles(quiet_end.game.id, [quiet_end, quiet_end])
    with pytest.raises(PuzzleError, match="two puzzles are called"):
        parse_puzzles(text, "set.json")
