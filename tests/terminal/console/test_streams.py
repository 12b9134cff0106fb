"""Output that cannot be written, for every command: one line or silence, the right exit code, never a traceback."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bonduc.__main__ import main
from bonduc.terminal.console.streams import guarded
from tests.terminal.test_app import commands

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")

# Every command with something to print, and what it is asked; FILE is a record, OUT and DIR are new.
ASKED: dict[str, list[list[str]]] = {
    "bonduc": [[], ["--help"], ["--version"], ["-V"], ["--man"]],
    "bonduc play": [["rio", "--north", "human"], ["--help"]],
    "bonduc games": [[], ["--json"]],
    "bonduc rules": [["kiothi"], ["kiothi", "--json"]],
    "bonduc learn": [["rio"]],
    "bonduc replay": [["FILE"]],
    "bonduc convert": [["FILE"], ["FILE", "--to", "json"]],
    "bonduc picture": [["--help"]],
    "bonduc perft": [["rio", "1"], ["rio", "1", "--json"]],
    "bonduc match": [["random", "greedy", "-g", "bao", "-o", "columns=2", "--games", "2", "--workers", "0"]],
    "bonduc tournament": [["random", "greedy", "-g", "bao", "-o", "columns=2", "--games", "2", "--workers", "0"]],
    "bonduc analyse": [["bao", "-o", "columns=3", "--depth", "1"], ["FILE", "--depth", "1", "--json"]],
    "bonduc engine": [["--help"]],
    "bonduc levels": [[]],
    "bonduc tune": [["--help"]],
    "bonduc bench": [["--help"]],
    "bonduc tables": [["--help"]],
    "bonduc tables build": [["bao", "-o", "columns=2", "--dir", "DIR"]],
    "bonduc tables verify": [["bao", "-o", "columns=2", "--dir", "DIR"]],
    "bonduc tables probe": [["bao", "1,1/1,0/0,1/1,1 0 0 S -", "-o", "columns=2", "--dir", "DIR"]],
    "bonduc tables stats": [["bao", "-o", "columns=2", "--dir", "DIR"]],
    "bonduc puzzles": [["--help"]],
    "bonduc puzzles make": [["--help"]],
    "bonduc puzzles check": [["--help"]],
    "bonduc puzzles list": [["rio"], ["rio", "--json"]],
    "bonduc puzzles solve": [["rio"]],
    "bonduc solve": [["bao", "-o", "columns=2", "--dir", "DIR"]],
    "bonduc serve": [["--help"]],
    "bonduc site": [["--help"]],
    "bonduc site backup": [["--help"]],
    "bonduc site restore": [["--help"]],
    "bonduc site check": [["--help"]],
}
CASES = [[*name.split()[1:], *words] for name, lines in ASKED.items() for words in lines]


def test_every_command_is_asked_something() -> None:
    assert {name for name, _ in commands()} == set(ASKED)


@pytest.fixture
def unread() -> io.TextIOWrapper:
    """A pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "w", encoding="utf-8")


def run_main(arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **streams: object) -> int:
    """The exit code of the command, in this process, with these streams in place of the standard ones."""
    record = tmp_path / "one.txt"
    record.write_text('[Game "rio-kadalis"]\n\n1. A b *\n')
    places = {"FILE": str(record), "DIR": str(tmp_path / "dir")}
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # else main would end this process
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    with pytest.raises(SystemExit) as left:
        main([places.get(word, word) for word in arguments])
    monkeypatch.undo()
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.mark.parametrize("arguments", CASES, ids=" ".join)
def test_a_full_disk_is_one_line(arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = io.StringIO()
    with FULL.open("w", encoding="utf-8") as full:
        assert run_main(arguments, monkeypatch, tmp_path, stdout=full, stderr=told) == 2
    assert told.getvalue() == "bonduc: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("arguments", CASES, ids=" ".join)
def test_a_reader_that_has_gone_is_silence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unread: io.TextIOWrapper
) -> None:
    told = io.StringIO()
    assert run_main(arguments, monkeypatch, tmp_path, stdout=unread, stderr=told) == 2
    assert told.getvalue() == ""
    unread.close()


@pytest.mark.parametrize("arguments", [["rules", "chess"], ["wat"], ["convert", "nowhere.txt"]])
def test_a_complaint_that_nobody_can_read(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unread: io.TextIOWrapper
) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        assert run_main(arguments, monkeypatch, tmp_path, stdout=io.StringIO(), stderr=full) == 2
    assert run_main(arguments, monkeypatch, tmp_path, stdout=io.StringIO(), stderr=unread) == 2
    unread.close()


@pytest.mark.parametrize("arguments", ["--version", "rules rio", "--complete"])
@pytest.mark.parametrize("to", ["| true", ">/dev/full", ">&-", "<&- >&- 2>&-"])
def test_a_process_ends_quietly(arguments: str, to: str) -> None:
    """Nothing that Python itself would say as it exits, whatever the streams are."""
    completion = arguments == "--complete"
    words = "env _BONDUC_COMPLETE=source_bash" if completion else "env"
    command = f'{words} "{sys.executable}" -m bonduc {"" if completion else arguments} {to}'
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert ran.returncode == (2 if to == ">/dev/full" else 0)
    assert ran.stderr.count("\n") == (to == ">/dev/full")
    assert "Traceback" not in ran.stderr


def test_other_faults_of_the_system_are_told_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    assert guarded(fail) == 2
    assert capsys.readouterr().err == "bonduc: Too many open files\n"
