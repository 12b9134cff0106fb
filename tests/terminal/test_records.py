"""convert and replay: records to every form and back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import bonduc as package
from bonduc.games.registry import GAMES
from bonduc.play import Round
from bonduc.puzzles.shipped import shipped_path
from bonduc.records.files import format_records, write_records
from bonduc.records.reader import parse_record, parse_records
from bonduc.records.tree import GameRecord
from bonduc.terminal.sittings.replaying import wanted_ply
from tests.terminal.support import Runner, bad_input, first_choice

COMMENTED = """[Game "rio-kadalis"]
[South "Ann"]
[North "Bea"]
[Colour "walnut"]
[Result "0-1"]
[Termination "resignation"]

{at first} 1. A {nice} ({instead} 1. B a (1... b) {why not}) (1. C) 1... f 2. B 0-1
"""


def some_records() -> list[GameRecord]:
    """A round of every game, two not from the start, one commented."""
    records = []
    for name in GAMES:
        round_ = Round(package.game(name))
        for _ in range(9):
            if round_.outcome is None:
                round_.play(first_choice(round_.position))
        records.append(round_.record(South="Ann", North="Беа"))
    rio = package.game("rio-kadalis", holes=5)
    records.append(Round(rio, rio.restock((30, 10), package.NORTH)).record())
    over = package.game("rio-kadalis").position("0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -")
    records.append(Round(over.game, over).record())
    return [*records, *parse_records(COMMENTED)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    write_records(path, some_records())
    return path


def test_to_json_and_back_loses_nothing(bonduc: Runner, file: Path, tmp_path: Path) -> None:
    as_json = tmp_path / "games.json"
    assert bonduc("convert", str(file), "--to", "json", "--out", str(as_json)).code == 0
    document = json.loads(as_json.read_text())
    assert len(document["records"]) == len(some_records())
    ran = bonduc("convert", str(as_json))
    assert ran.out == file.read_text()
    assert bonduc("convert", str(as_json), "--to", "json").out == as_json.read_text()


def test_json_holds_every_position(bonduc: Runner, file: Path) -> None:
    document = json.loads(bonduc("convert", str(file), "--to", "json").out)
    for record, shown in zip(some_records(), document["records"], strict=True):
        positions = [shown["position"], *(move["position"] for move in shown["moves"])]
        assert positions == [str(node.position) for node in record.main_line]
    commented = document["records"][-1]
    assert commented["tags"] == {"South": "Ann", "North": "Bea", "Colour": "walnut"}
    assert (commented["result"], commented["termination"]) == ("0-1", "resignation")
    assert [len(line) for line in commented["moves"][0]["variations"]] == [2, 1]


def test_positions_one_a_line(bonduc: Runner, file: Path) -> None:
    lines = bonduc("convert", str(file), "--to", "positions").out.splitlines()
    assert lines == [str(node.position) for record in some_records() for node in record.main_line]


def test_canonical_records(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "loose.txt"
    path.write_text(COMMENTED.replace("1. A", "1.A").replace("\n", "\r\n"))
    assert bonduc("convert", str(path)).out == format_records(parse_records(COMMENTED))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\x00\x01\x02\xff\xfe", "line 1"),
        (b'[Game "rio-kadalis"]\n\n1. A', "line 3"),
        (b'[Game "rio-kadalis"]\n\n1. A Z *', "line 3, column 6"),
        (b'[Game "chess"]\n\n1. e4 *', "unknown game 'chess'"),
        (b'{"format": "bonduc', "no JSON"),
        (b'{"format": "other"}', "lacks format"),
        (b"{\xff", "no JSON"),
        (b"{" + b'"a":[' * 100_000, "no JSON"),
        (b'{"a":' + b"9" * 10_000 + b"}", "no JSON"),
    ],
)
@pytest.mark.parametrize("command", ["convert", "replay"])
def test_bad_files(bonduc: Runner, tmp_path: Path, command: str, content: bytes, fault: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    complaint = bad_input(bonduc(command, str(path)))
    assert fault in complaint
    assert "bad.txt" in complaint


def edited(**changes: object) -> str:
    record = {"game": "rio-kadalis", "moves": [{"move": "A"}], **changes}
    return json.dumps({"format": "bonduc records", "version": 1, "records": [record]})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, ""),
        ({"game": 5}, "record 1: game is no text"),
        ({"moves": "A"}, "moves is no list"),
        ({"moves": [{"move": "A", "position": "wrong"}]}, "position of move 1 A is 'wrong', but should be"),
        ({"moves": [{"move": "A", "variations": ["B"]}]}, "a variation of A is no list of moves"),
        ({"moves": [{"move": "A"}, {"move": "A"}]}, "A is not your hole"),
        ({"options": {"holes": 99}}, "holes must be"),
        ({"result": "1-0"}, "no Termination says what did"),
        ({"termination": "boredom"}, "'boredom' is no termination"),
        ({"rules_version": 99}, "rules version 99"),
        ({"tags": {"South": 1}}, "a tag is no text"),
        ({"comments": [1]}, "comments holds something that is no text"),
    ],
)
def test_bad_json(bonduc: Runner, tmp_path: Path, changes: dict[str, object], fault: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(edited(**changes))
    ran = bonduc("convert", str(path))
    if fault:
        assert fault in bad_input(ran)
    else:
        assert "1. A *" in ran.out


def test_out_that_cannot_be_written(bonduc: Runner, file: Path, tmp_path: Path) -> None:
    assert "cannot write" in bad_input(bonduc("convert", str(file), "--out", str(tmp_path / "no" / "such.txt")))


def test_convert_writes_to_a_pipe_and_does_not_replace_it(file: Path, bonduc: Runner, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert bonduc("convert", str(file), "--out", str(pipe)).code == 0
        assert os.read(reader, 100) == file.read_bytes()[:100]
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_replay_lists_every_move_with_its_board(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(COMMENTED)
    ran = bonduc("replay", str(path))
    assert ran.code == 0
    assert ran.out.count("╭───") == 3 * 4
    assert "1. South played A." in ran.out
    assert "Comment: nice" in ran.out
    assert "The last stone made four in A: binikh, North takes 4." in ran.words
    assert ran.out.rstrip().endswith("Result 0-1 (resignation).")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert bonduc("replay", str(path), "--ascii").out.isascii()


def test_replay_chooses_a_game(bonduc: Runner, file: Path) -> None:
    many = len(some_records())
    assert f"holds {many} games" in bad_input(bonduc("replay", str(file)))
    assert f"holds no game {many + 1}" in bad_input(bonduc("replay", str(file), "--game", str(many + 1)))
    for number, record in enumerate(some_records(), 1):
        ran = bonduc("replay", str(file), "--game", str(number))
        assert ran.code == 0
        assert f"  Game: {record.game.id}" in ran.out


def test_an_empty_file_holds_no_game(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("")
    assert "holds no game" in bad_input(bonduc("replay", str(path)))
    assert bonduc("convert", str(path)).out == ""


@pytest.mark.parametrize(
    ("word", "ply"), [("", 2), ("b", 0), ("1", 1), ("1...", 2), ("2.", 3), ("2...", 4), ("9", 4), ("0", 0), ("x", None)]
)
def test_moves_are_found_by_the_numbers_of_the_record(word: str, ply: int | None) -> None:
    record = parse_record('[Game "rio-kadalis"]\n\n1. A b 2. C f *\n')
    assert wanted_ply(word, 1, record.main_line) == ply
    assert [node.numbered for node in record.main_line] == ["", "1. A", "1... b", "2. C", "2... f"]


# Standard input and output as files


def test_a_dash_is_standard_input_wherever_a_file_is_read(bonduc: Runner, tmp_path: Path) -> None:
    text = '[Game "rio-kadalis"]\n\n1. A b *'
    typed = text.splitlines()
    assert "1. A b *" in bonduc("convert", "-", typed=typed).out
    assert "North played b." in bonduc("replay", "-", typed=typed).out
    assert "Rio Kadalis, after 2 moves" in bonduc("play", "--load", "-", "--north", "human", typed=typed).out
    assert bonduc("analyse", "-", "--depth", "1", typed=typed).code == 0
    assert bonduc("analyse", "--record", "-", "--depth", "1", typed=typed).code == 0
    openings = ("-g", "rio", "--openings", "-", "--games", "2", "--workers", "0")
    assert bonduc("match", "random", "greedy", *openings, typed=typed).code == 0
    puzzles = shipped_path("rio-kadalis").read_text(encoding="utf-8").splitlines()
    assert "as they should be" in bonduc("puzzles", "check", "-", "--no-tables", typed=puzzles).words
    assert "standard input is no JSON" in bad_input(bonduc("convert", "-", typed=["{"]))
    assert "standard input, line 1" in bad_input(bonduc("puzzles", "check", "-", typed=["wat"]))


def test_a_dash_is_standard_output_wherever_a_file_is_written(bonduc: Runner) -> None:
    assert bonduc("convert", "-", "--out", "-", typed=['[Game "rio-kadalis"]', "", "1. A b *"]).out.endswith(
        "1. A b *\n"
    )
    assert bonduc("picture", "rio", "--out", "-").out.startswith("<svg")


@pytest.mark.parametrize("content", ["", "\n \n", '{"format": "bonduc records", "version": 1, "records": []}'])
def test_a_file_without_a_game_is_told(bonduc: Runner, tmp_path: Path, content: str) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(content)
    for command in (("convert",), ("replay",), ("analyse",), ("analyse", "--record"), ("play", "--load")):
        assert bad_input(bonduc(*command, str(path))) == f"bonduc: {path} holds no game\n"
