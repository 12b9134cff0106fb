"""`bonduc serve`: what it says, how it ends, and what of it the manual tells."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette")

from bonduc.errors import BonducError
from bonduc.terminal.app import run
from bonduc.web.running.private import SECRET_FILE
from bonduc.web.server import serving
from bonduc.web.settings import Settings, from_environment
from tests.web.servers import free_port, serve

ROOT = Path(__file__).resolve().parents[3]


FAULTS = [
    {"database": "postgresql://u:hidden@127.0.0.1:{port}/x"},
    {"database": "sqlite:///{folder}/text"},
    {"bus": "postgresql"},
    {"bus": "pigeons"},
    {"bus": "redis://:hidden@127.0.0.1:{port}/0"},
    {"processes": "0"},
    {"folder": "{folder}/text"},
]


@pytest.mark.parametrize("settings", FAULTS, ids=str)
def test_faults_are_one_line(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no database, but a text that is long enough to be read as one")
    for name, value in ({"folder": f"{tmp_path}/site", "port": "0"} | settings).items():
        shown = value.format(folder=tmp_path, port=free_port())
        monkeypatch.setenv(f"BONDUC_WEB_{name.upper()}", shown)
    assert run(["serve"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert err.startswith("bonduc: ")
    assert "hidden" not in err


def test_processes_are_replaced_and_end_together(tmp_path: Path) -> None:
    with serve(tmp_path, "--processes", "2") as server:
        assert urlopen(f"{server.address}/api/session", timeout=60).status == 200
        first = servers_of(server.process.pid)
        os.kill(first[0], signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len(servers_of(server.process.pid)) < 2 or first[0] in servers_of(server.process.pid):
            assert time.monotonic() < deadline, "no process took the place of the one that was killed"
            time.sleep(0.1)
        assert urlopen(f"{server.address}/api/session", timeout=60).status == 200
        last = servers_of(server.process.pid)
        server.end()
    assert not any(Path(f"/proc/{process}").exists() for process in last)


def servers_of(parent: int) -> list[int]:
    """The server processes that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            status = (entry / "status").read_text() if entry.name.isdigit() else ""
            program = (entry / "cmdline").read_text() if status else ""
        except OSError:
            continue
        if f"\nPPid:\t{parent}\n" in status and "spawn_main" in program and "State:\tZ" not in status:
            found.append(int(entry.name))
    return found


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(lambda _: Settings(folder=tmp_path / "new").signing_secret(), range(8)))
    assert len(made) == 1
    path = tmp_path / "new" / SECRET_FILE
    assert path.read_text().strip() in made
    assert path.stat().st_mode & 0o077 == 0
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_secrets_do_not_show() -> None:
    shown = repr(Settings(secret="hidden", database="postgresql://u:hidden@h/x", bus="redis://:hidden@h"))
    assert "hidden" not in shown


BAD = [("PORT", "x"), ("PORT", "99999"), ("BEHIND_PROXY", "perhaps"), ("RATE", "-1")]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_bad_variables_are_named(name: str, value: str) -> None:
    with pytest.raises(BonducError, match=name.lower() + "|" + name):
        from_environment({f"BONDUC_WEB_{name}": value})


def test_the_manual_tells_of_every_setting() -> None:
    manual = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
    for each in fields(Settings):
        assert f"`BONDUC_WEB_{each.name.upper()}`" in manual


def test_ctrl_c_is_the_way_to_end_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "run", interrupted)
    assert run(["serve"]) == 0
    assert capsys.readouterr() == ("", "")
