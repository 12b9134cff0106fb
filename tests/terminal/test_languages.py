"""The terminal in every language: which one it speaks, that no English shows through, that everything fits."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, SOURCE, speaking, told
from bonduc.players import SOUTH
from bonduc.records.reader import read_record
from tests.terminal.support import Runner, bad_input
from tests.terminal.test_play import TWO, first_moves
from tests.test_language import english_in

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
TITLES = {"en": "Example: ", "fa": "مثال: ", "fil": "Halimbawa: ", "ru": "Пример: ", "az": "Misal: "}


def columns(text: str) -> int:
    """The widest line of an output; joiners and isolates take no room."""
    return max(map(cell_len, text.splitlines()))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", GAMES)
def test_rules_in_every_language(bonduc: Runner, name: str, language: str) -> None:
    ran = bonduc("rules", name, "--lang", language)
    assert ran.code == 0
    assert f"# {GAMES[name].name}" in ran.out
    assert TITLES[language] in ran.out
    assert not english_in(ran.out)
    assert not re.search(r"\b(South|North|store|prison)\b", ran.out)
    assert columns(ran.out) <= 80


@pytest.mark.parametrize("language", TRANSLATED)
def test_rules_as_json_name_their_language(bonduc: Runner, language: str) -> None:
    found = json.loads(bonduc("rules", "kiothi", "--lang", language, "--json").out)
    assert found["language"] == language
    assert found["text"].startswith("# Kiothi")


@pytest.mark.parametrize("language", TRANSLATED)
def test_games_are_listed_in_every_language(bonduc: Runner, language: str) -> None:
    ran = bonduc("games", "--lang", language)
    assert not english_in(ran.out) - {"ends"}, "a value of an option"
    assert columns(ran.out) <= 80
    assert ran.out.count("holes_filled=6") == 1
    english = bonduc("games", "--json").out
    assert bonduc("games", "--lang", language, "--json").out == english, "JSON is the same in every language"


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", GAMES)
def test_play_speaks_every_language(bonduc: Runner, name: str, language: str, tmp_path: Path) -> None:
    """Every command; the record that is saved is the same as ever."""
    path = tmp_path / "kept.txt"
    moves = first_moves(name, 4)
    typed = ["why", "moves", "hint", "undo", "redo", *moves, "why", f"why {moves[-1]}", "undo", "redo", "flip"]
    typed += ["speed", "speed fast", "speed warp", "help", "wat", "why wat", "Z", f"save {path}", f"save {path}", "n"]
    typed += [f"load {path}", "load", "load nowhere", "save", "draw", "n", "resign", "why", "undo", "quit"]
    ran = bonduc("play", name, *TWO, "--lang", language, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    shown = ran.out.replace(str(tmp_path), "")
    shown = re.sub(r"bonduc play --load\s+\S+", "", shown)
    # Commands and their words are typed as they are in every language.
    assert not english_in(shown) - {"draw"}, english_in(shown)
    assert not re.search(r"\b(South|North|store|prison|playable|lap)\b", shown)
    assert columns(shown) <= 80
    assert [str(move) for move in read_record(path).moves] == moves
    assert '[South "human"]' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_opening_step_by_step(bonduc: Runner, language: str) -> None:
    typed = ["E", "E", "Z", "a", "F", "A2 B3 j2", "back", "k3", "A99", "help", "rest J", "", "quit"]
    ran = bonduc("play", "kiothi", *TWO, "--lang", language, typed=typed)
    assert not english_in(re.sub(r"bonduc play --load\s+\S+", "", ran.out))
    with speaking(language):
        assert f"{told(SOUTH)}" in ran.out
    assert "EF>A2,B3,J5" in ran.out


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", ["rio-kadalis", "kiothi"])
def test_matches_between_computers(bonduc: Runner, name: str, language: str) -> None:
    options = ["--option", "holes=2", "--option", "seeds=2"] if name == "rio-kadalis" else []
    limit = ["--match-option", "max_rounds=2"]
    seats = ["--south", "computer", "--north", "computer:1"]
    ran = bonduc("play", name, *seats, *options, "--match", *limit, "--lang", language)
    assert ran.code == 0
    assert not english_in(ran.out)
    assert columns(ran.out) <= 80


@pytest.mark.parametrize("language", TRANSLATED)
def test_replay_speaks_every_language(bonduc: Runner, language: str, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text('[Game "rio-kadalis"]\n[Result "0-1"]\n[Termination "resignation"]\n\n1. A f 2. B 0-1\n')
    ran = bonduc("replay", str(path), "--lang", language)
    assert ran.code == 0
    assert not english_in(ran.out)
    assert columns(ran.out) <= 80


@pytest.mark.parametrize("language", TRANSLATED)
def test_errors_are_told_in_the_language(bonduc: Runner, language: str) -> None:
    for arguments in (
        ("play", "rio-kadali"),
        ("play", "rio-kadalis", "--option", "holes=99"),
        ("play", "rio-kadalis", "--option", "hole=5"),
        ("play", "rio-kadalis", "--south", "cat"),
        ("play", "rio-kadalis", "--seconds", "0"),
        ("play", "rio-kadalis", "--position", "4,4"),
        ("play", "rio-kadalis", "--position", "9,4,4,4,4,4/4,4,4,4,4,4 0 -1 S closed=A"),
        ("play", "kiothi", "--option", "seeds=6"),
    ):
        assert not english_in(bad_input(bonduc(*arguments, "--lang", language))) - {"hole", "holes"}, "options"


def test_the_environment_chooses_the_language(bonduc: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONDUC_LANG", "ru")
    assert TITLES["ru"] in bonduc("rules", "rio").out
    assert TITLES["az"] in bonduc("rules", "rio", "--lang", "az_AZ").out, "what is asked for comes first"
    assert TITLES["en"] in bonduc("rules", "rio", "--lang", "en").out
    monkeypatch.delenv("BONDUC_LANG")
    monkeypatch.setenv("LC_ALL", "fil_PH.UTF-8")
    assert TITLES["fil"] in bonduc("rules", "rio").out
    monkeypatch.setenv("LC_ALL", "C")
    assert TITLES["en"] in bonduc("rules", "rio").out


@pytest.mark.parametrize("command", [("rules", "rio"), ("games",), ("play", "rio"), ("replay", "x.txt")])
def test_languages_there_are_not(bonduc: Runner, command: tuple[str, ...]) -> None:
    fault = bad_input(bonduc(*command, "--lang", "klingon"))
    assert fault == "bonduc: no language 'klingon': there are en, fa, fil, ru, az\n"


def run(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bonduc", *arguments],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONUTF8": "0", **environment},
    )
    return done.stdout.decode("utf-8")


def test_an_output_without_the_letters_falls_back_to_english() -> None:
    out = run("rules", "rio", BONDUC_LANG="ru", PYTHONIOENCODING="ascii")
    assert out.isascii()
    assert TITLES["en"] in out
    folded = run("rules", "rio", BONDUC_LANG="az", PYTHONIOENCODING="ascii")
    assert folded.isascii()
    assert "saat eqrebinin eksine" in folded


def test_plain_drawing_keeps_the_letters(bonduc: Runner) -> None:
    russian = bonduc("rules", "rio", "--lang", "ru", "--ascii").out
    assert "Пример: " in russian
    assert "+-------+" in russian
    assert not re.search(r"[─·‹▸—«»½]", russian)
    assert bonduc("rules", "rio", "--lang", "az", "--ascii").out.isascii()
