"""The command line as a whole: exit codes, one-line faults, nothing heavy before it is needed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import bonduc as package
from bonduc.errors import MissingExtraError
from bonduc.terminal.app import app
from bonduc.terminal.commands import games as games_command
from bonduc.terminal.console.output import fold
from tests.terminal.support import Runner, bad_input

RUN = [sys.executable, "-m", "bonduc"]


def test_version_needs_neither_numpy_nor_typer() -> None:
    script = (
        "import sys\nfrom bonduc.__main__ import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "print([m for m in ('numpy', 'numba', 'typer', 'rich') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.splitlines() == [f"bonduc {package.__version__}", "[]"]


def commands(group: Any = None, name: str = "bonduc") -> Iterator[tuple[str, Any]]:
    """Every command with its words."""
    command = get_command(app) if group is None else group
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{name} {word}")


def test_a_short_option_means_the_same_everywhere() -> None:
    found: dict[str, set[str]] = {}
    for _, command in commands():
        for parameter in command.params:
            for short in parameter.opts[1:]:
                found.setdefault(short, set()).add(parameter.opts[0])
    assert found["-o"] == {"--option"}
    assert {short: names for short, names in found.items() if len(names) > 1} == {}


def test_every_command_that_takes_options_of_a_game_takes_them_by_either_name() -> None:
    for name, command in commands():
        for parameter in command.params:
            if "--option" in parameter.opts:
                assert "-o" in parameter.opts, name


def test_no_arguments_print_help(bonduc: Runner) -> None:
    ran = bonduc()
    assert ran.code == 0
    for command in ("play", "games", "rules", "replay", "convert", "perft", "bench"):
        assert command in ran.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("plya",), "plya"),
        (("perft",), "GAME"),
        (("perft", "rio-kadalis"), "DEPTH"),
        (("perft", "rio-kadalis", "many"), "DEPTH"),
        (("perft", "rio-kadalis", "-1"), "-1"),
        (("perft", "rio-kadalis", "99"), "perft depth 99: must be from 0 to 60"),
        (("perft", "rio-kadalis", "2", "--wat"), "--wat"),
        (("perft", "rio-kadali", "2"), "unknown game 'rio-kadali': did you mean rio-kadalis?"),
        (("perft", "rio-kadalis", "2", "--option", "wat=3"), "has no option 'wat'"),
        (("perft", "rio-kadalis", "2", "--option", "hole=5"), "did you mean holes?"),
        (("perft", "rio-kadalis", "2", "--option", "holes"), "'holes' should be name=value"),
        (("perft", "rio-kadalis", "2", "--option", "holes=99"), "must be a whole number from 2 to 12"),
        (("perft", "rio-kadalis", "2", "-o", "holes=5", "-o", "holes=6"), "'holes' is given twice"),
        (("perft", "rio-kadalis", "2", "--position", "4,4"), "cannot read position '4,4'"),
        (("play", "rio-kadalis", "--south", "cat"), "must be human, computer or computer:LEVEL"),
        (("play", "rio-kadalis", "--south", "computer:9"), "level 9: must be from 1 to 8"),
        (("play", "rio-kadalis", "--level", "0"), "level 0: must be from 1 to 8"),
        (("play", "rio-kadalis", "--seconds", "0"), "seconds 0"),
        (("play", "rio-kadalis", "--seconds", "nan"), "seconds nan"),
        (("play", "rio-kadalis", "--speed", "warp"), "speed 'warp'"),
        (("play", "rio-kadalis", "--match-option", "max_rounds=3"), "--match-option needs --match"),
        (("play", "rio-kadalis", "--match", "--match-option", "max_rounds=0"), "max_rounds must be"),
        (("play", "rio-kadalis", "--load", "nowhere.txt"), "nowhere.txt"),
        (("play", "kiothi", "--option", "seeds=6"), "set holes_filled=5 too"),
        (("rules", "chess"), "unknown game 'chess'"),
        (("rules", "kiothi", "--lang", "xx"), "no language 'xx': there are en, fa, fil, ru, az"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("convert", "nowhere.txt"), "cannot read 'nowhere.txt': No such file or directory"),
        (("analyse", "nowhere.txt"), "cannot read 'nowhere.txt': No such file or directory"),
        (("analyse", "no/where"), "cannot read 'no/where': No such file or directory"),
        (("analyse", "kioti"), "unknown game 'kioti': did you mean kiothi?"),
        (("analyse", "--record", "nowhere.txt"), "cannot read 'nowhere.txt': No such file or directory"),
        (("puzzles", "check", "nowhere.json"), "cannot read 'nowhere.json': No such file or directory"),
        (("puzzles", "check", "kioti"), "unknown game 'kioti': did you mean kiothi?"),
        (("tune", "rio", "--start", "nowhere.json", "--out", "out.json"), "cannot read 'nowhere.json'"),
        (("bench", "--seconds", "0"), "seconds 0"),
    ],
)
def test_bad_input(bonduc: Runner, arguments: tuple[str, ...], fault: str) -> None:
    assert fault in bad_input(bonduc(*arguments))


def test_every_defect_of_a_position_is_listed(bonduc: Runner) -> None:
    text = "9,4,4,4,4,4/4,4,4,4,4,4 0 -1 S closed=A"
    fault = bad_input(bonduc("perft", "rio-kadalis", "2", "--position", text))
    assert "North's store holds -1 stones" in fault
    assert "wrong seed total: 52 stones, the game has 48" in fault
    assert "A is closed with sand but holds 4" in fault


def test_a_missing_extra_is_one_line(bonduc: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise MissingExtraError("the site", "web")

    monkeypatch.setattr(games_command, "print_json", missing)
    assert bad_input(bonduc("games", "--json")) == ("bonduc: the site needs an optional part: install bonduc[web]\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("oh\nno")])
def test_interrupts_and_faults_of_our_own_are_one_line(
    bonduc: Runner, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(games_command, "print_json", fail)
    bad_input(bonduc("games", "--json"))


def test_a_reader_that_goes_away_is_no_fault() -> None:
    """As in `bonduc rules kiothi | head -1`."""
    with subprocess.Popen([*RUN, "rules", "kiothi"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(1)
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() == 2


def test_output_that_knows_ascii_only() -> None:
    out = subprocess.run(
        [*RUN, "games"], capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii", "PATH": "/bin"}
    ).stdout
    assert b"Arara families" in out
    assert out.isascii()


@pytest.mark.parametrize(("language", "word"), [("fa", "سنگ"), ("ru", "камень"), ("az", "daş")])
def test_a_language_asked_for_by_name_is_readable_whatever_the_encoding(language: str, word: str) -> None:
    environment = {"PYTHONIOENCODING": "ascii", "PATH": "/bin"}
    command = [*RUN, "rules", "rio-kadalis", "--lang", language]
    shown = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    if language == "az":  # its letters can be told without their signs
        assert "?" not in shown.decode("ascii").replace("?\n", "")
    else:
        assert word in shown.decode()


def test_no_colour_codes_outside_a_terminal(tmp_path: Path) -> None:
    out = subprocess.run([*RUN, "rules", "rio-kadalis"], capture_output=True, text=True, check=True).stdout
    assert "\x1b" not in out


def test_folding() -> None:
    assert fold("Arará · ½ … «x» → ●ş") == 'Arara - 1/2 ... "x" -> ?s'
