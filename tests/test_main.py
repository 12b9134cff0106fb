"""Starting bonduc: closed standard streams, and Ctrl-C while modules are being loaded."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bonduc.__main__ import main


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize("arguments", ["games", "play rio --north human"])
def test_closed_streams(closing: str, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONDUC_DATA_DIR", str(tmp_path))
    command = f'"{sys.executable}" -m bonduc {arguments} {closing}'
    ran = subprocess.run(["sh", "-c", command], input="A\nquit\n", capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert bool(ran.stdout) is (closing != ">&-")


def test_input_that_is_no_text() -> None:
    command = [sys.executable, "-m", "bonduc", "play", "rio", "--north", "human"]
    ran = subprocess.run(command, input=b"\xff\xe2\nA\nundo\nquit\n", capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"after 1 move" in ran.stdout


def test_an_interrupt_while_modules_are_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        """A finder of modules that is interrupted."""

        def find_spec(self, name: str, *_: object) -> None:
            if name.startswith("bonduc."):
                raise KeyboardInterrupt

    # With other threads alive, main would end the whole process at once: this one, which runs the tests.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.delitem(sys.modules, "bonduc.terminal.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    with pytest.raises(SystemExit) as left:
        main(["games"])
    assert left.value.code == 2
    assert capsys.readouterr() == ("", "bonduc: interrupted\n")
