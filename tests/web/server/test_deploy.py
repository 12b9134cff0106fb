"""The container and the service: what they say is there, and what they start becomes healthy and ends in order."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from bonduc.web.settings import Settings
from tests.tools.containerfile import FILE, ROOT, is_sent, parse

STAGES = parse(FILE.read_text(encoding="utf-8"))
DEPLOY = ROOT / "deploy"
PROGRAM = "/opt/bonduc/bin/bonduc"
PATIENCE = 120
OWN_FOLDERS = re.compile(r"/var/(lib|cache)/bonduc")
SETTINGS = {f"BONDUC_WEB_{each.name.upper()}" for each in fields(Settings)} | {"BONDUC_DATA_DIR", "BONDUC_CACHE_DIR"}


def unit(name: str) -> dict[str, list[str]]:
    """What a unit says, by its names."""
    said: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            said.setdefault(key, []).append(value)
    return said


def here(text: str, folder: Path) -> str:
    """A command or path of the installed site, for this machine: this Python, and folders of the test's own."""
    text = text.replace(PROGRAM, f"{sys.executable} -m bonduc")
    return OWN_FOLDERS.sub(lambda found: str(folder / found[1]), text)


@contextmanager
def started(command: list[str], variables: list[str], folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that a container or a service starts, and the port it took."""
    given = dict(here(each, folder).split("=", 1) for each in variables if not each.startswith("PATH="))
    environment = os.environ | given | {"BONDUC_WEB_PORT": "0", "BONDUC_WEB_ENGINES": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
        assert found
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def ends(process: subprocess.Popen[str]) -> int:
    """How it ends when it is told to."""
    process.send_signal(signal.SIGTERM)
    return process.wait(PATIENCE)


# The container


def test_what_is_copied_is_there_and_sent() -> None:
    for stage in STAGES:
        for step in stage.all("COPY"):
            words = step.split()
            if words[0].startswith("--from="):
                assert words[0].removeprefix("--from=") in {each.name for each in STAGES}
                continue
            for name in words[:-1]:
                assert (ROOT / name).exists(), name
                assert is_sent(name), name
    assert is_sent("src/bonduc/__init__.py")
    for private in (".git/config", "tests/test_main.py", ".venv/bin/python", "src/bonduc/__pycache__/x.pyc", "secret"):
        assert not is_sent(private), private


def test_the_image_is_installed_by_hash_and_run_by_nobody_special() -> None:
    installs = [step for step in STAGES[0].all("RUN") if "pip install" in step]
    assert all("--require-hashes" in step or "--no-deps --no-build-isolation" in step for step in installs)
    last = STAGES[-1]
    assert last.all("USER") == ["bonduc"]
    named = {step.partition("=")[0] for step in last.all("ENV")}
    assert {name for name in named if name.startswith("BONDUC")} <= SETTINGS


@pytest.mark.slow
def test_what_the_image_starts_becomes_healthy(tmp_path: Path) -> None:
    last = STAGES[-1]
    command = json.loads(last.all("CMD")[0])
    assert command[0] == "bonduc"
    check = json.loads(last.all("HEALTHCHECK")[0].partition(" CMD ")[2])
    with started([sys.executable, "-m", *command], last.all("ENV"), tmp_path) as (process, port):
        for _ in range(PATIENCE):
            look = [sys.executable, *(part.replace(":8000/", f":{port}/") for part in check[1:])]
            if subprocess.run(look, capture_output=True, check=False).returncode == 0:
                break
        else:
            pytest.fail("it does not become healthy")
        assert ends(process) == 0


# The service


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("name", sorted(path.name for path in DEPLOY.iterdir()))
def test_units_are_understood_and_hardened(tmp_path: Path, name: str) -> None:
    for path in DEPLOY.iterdir():
        text = path.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true").replace("User=bonduc", "User=root")
        (tmp_path / path.name).write_text(text.replace("Group=bonduc", "Group=root"))
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert not [line for line in verified.stderr.splitlines() if "bonduc" in line], verified.stderr
    if name != "bonduc.service":
        return
    secure = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(tmp_path / name)]
    judged = subprocess.run(secure, capture_output=True, text=True, check=False)
    if "unrecognized option" in judged.stderr:
        pytest.skip("this systemd cannot judge a file")
    assert judged.returncode == 0, judged.stdout[-600:] + judged.stderr


@pytest.mark.slow
def test_what_the_service_starts_becomes_ready_and_ends_in_time(tmp_path: Path) -> None:
    said = unit("bonduc.service")
    assert {each.partition("=")[0] for each in said["Environment"]} <= SETTINGS
    command = shlex.split(here(said["ExecStart"][0], tmp_path))
    with started(command, said["Environment"], tmp_path) as (process, port):
        from urllib.request import urlopen

        assert urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status == 200
        assert ends(process) == 0
    assert (tmp_path / "lib" / "web" / "bonduc.sqlite3").exists()
    assert int(said["TimeoutStopSec"][0]) > 10


def test_the_nightly_backup_is_made(tmp_path: Path) -> None:
    said = unit("bonduc-backup.service")
    (tmp_path / "lib" / "backups").mkdir(parents=True)
    given = dict(here(each, tmp_path).split("=", 1) for each in said["Environment"])
    from bonduc.web.server.checking import check_site

    check_site(Settings(folder=Path(given["BONDUC_DATA_DIR"]) / "web"))
    for command in said["ExecStart"]:
        words = shlex.split(here(command, tmp_path).replace("$$", "$").replace("%%", "%"))
        subprocess.run(words, env=os.environ | given, check=True, capture_output=True)
    (made,) = (tmp_path / "lib" / "backups").iterdir()
    with tarfile.open(made) as archive:
        assert "database.sqlite3" in archive.getnames()
