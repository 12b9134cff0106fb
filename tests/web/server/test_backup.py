"""Backups, and the drill: a site that people play on is backed up, lost, restored, and played on."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from bonduc.errors import BonducError
from bonduc.terminal.app import run
from bonduc.web.app import create_app
from bonduc.web.running.private import SECRET_FILE
from bonduc.web.server.backup import check_backup, make_backup, restore_backup
from bonduc.web.server.checking import check_site
from bonduc.web.settings import Settings
from tests.web.servers import Browser, Server, new_database, serve


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Server]:
    """A server that keeps its secret in its folder, as it usually does."""
    folder.mkdir(exist_ok=True)
    with serve(folder, secret="", **settings) as server:
        yield server


def begin(server: Server) -> tuple[Browser, str]:
    """A visitor, and a game with a move in it."""
    ann = Browser(server.address)
    code = str(ann.post("/api/live", {"game": "rio-kadalis", "opponent": "same-screen", "name": "Ann"})["code"])
    move(ann, code)
    return ann, code


def move(visitor: Browser, code: str) -> int:
    """Play the first legal move; how many moves the round has then."""
    played = visitor.get(f"/api/live/{code}")["round"]
    text = played["position"]["moves"][0]["move"]
    act = {"type": "move", "round": played["number"], "ply": played["ply"], "move": text}
    return int(visitor.post(f"/api/live/{code}/act", act)["state"]["round"]["ply"])


def site(command: str, folder: Path, *arguments: object, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("BONDUC_WEB_FOLDER", str(folder))
    return run(["site", command, *map(str, arguments)])


@pytest.mark.slow
def test_the_drill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Backed up while it runs; the machine is lost; restored on another; whoever played plays on."""
    saved = tmp_path / "saved.tar.gz"
    with serving(tmp_path / "one") as server:
        ann, code = begin(server)
        assert site("backup", tmp_path / "one", saved, monkeypatch=monkeypatch) == 0
        assert site("restore", tmp_path / "one", saved, "--replace", monkeypatch=monkeypatch) == 2, "it is running"
        assert "a server is running there" in capsys.readouterr().err
        move(ann, code)  # after the backup: lost with the machine
    shutil.rmtree(tmp_path / "one")
    assert saved.stat().st_mode & 0o777 == 0o600
    assert site("check", tmp_path / "two", saved, monkeypatch=monkeypatch) == 0
    assert site("restore", tmp_path / "two", saved, monkeypatch=monkeypatch) == 0
    assert site("check", tmp_path / "two", "--games", monkeypatch=monkeypatch) == 0
    assert "all is sound" in capsys.readouterr().out
    with serving(tmp_path / "two") as server:
        ann = ann.at(server.address)
        state = ann.get(f"/api/live/{code}")
        assert state["you"] == ["S", "N"], "the secret came with it"
        assert state["round"]["ply"] == 1
        assert move(ann, code) == 2


@pytest.mark.slow
def test_the_drill_on_postgresql(tmp_path: Path, cluster: str) -> None:
    saved = tmp_path / "saved.tar.gz"
    one, two = new_database(cluster), new_database(cluster)
    with serving(tmp_path / "one", database=one) as server:
        ann, code = begin(server)
        assert make_backup(Settings(folder=tmp_path / "one", database=one), saved).database == "postgresql"
    restored = Settings(folder=tmp_path / "two", database=two)
    restore_backup(restored, saved)
    report = check_site(restored, games=True)
    assert not report.faults
    assert report.games == 1
    with pytest.raises(BonducError, match="--replace"):
        restore_backup(restored, saved)
    restore_backup(restored, saved, replace=True)
    with serving(tmp_path / "two", database=two) as server:
        assert move(ann.at(server.address), code) == 2


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Settings, Path]:
    """A site and a backup of it."""
    settings = Settings(folder=tmp_path / "site")
    check_site(settings)
    make_backup(settings, tmp_path / "saved")
    return settings, tmp_path / "saved"


def test_a_database_is_only_replaced_if_asked_and_then_put_aside(saved: tuple[Settings, Path]) -> None:
    settings, path = saved
    with closing(sqlite3.connect(settings.folder / "bonduc.sqlite3")) as database, database:
        database.execute("INSERT INTO explored_moves VALUES ('p', 'A', 1, 0, 0)")
    with pytest.raises(BonducError, match="--replace"):
        restore_backup(settings, path)
    (settings.folder / SECRET_FILE).write_text("another secret, as good as the first")
    restore_backup(settings, path, replace=True)
    assert check_site(settings).rows["explored_moves"] == 0
    beside = [each.name for each in settings.folder.iterdir() if each.name.startswith(("bonduc.sqlite3.", "secret."))]
    assert len(beside) == 2
    old = next(each for each in settings.folder.iterdir() if each.name.startswith("bonduc.sqlite3."))
    with closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT move FROM explored_moves").fetchall() == [("A",)]


def damaged(path: Path, how: str) -> None:
    """Damage a backup."""
    content = path.read_bytes()
    if how == "cut short":
        path.write_bytes(content[: len(content) // 2])
    elif how == "a byte changed":
        plain = bytearray(gzip.decompress(content))
        plain[len(plain) // 2] ^= 1
        path.write_bytes(gzip.compress(bytes(plain)))
    elif how == "another file":
        path.write_bytes(b"not a backup")
    elif how == "a member missing":
        with tarfile.open(path) as archive:
            kept = [(each, archive.extractfile(each)) for each in archive.getmembers() if each.name != SECRET_FILE]
            with tarfile.open(path.with_name("new"), "w:gz") as new:
                for member, file in kept:
                    new.addfile(member, file)
        path.with_name("new").replace(path)
    else:
        path.unlink()


@pytest.mark.parametrize("how", ["cut short", "a byte changed", "another file", "a member missing", "nothing"])
def test_a_damaged_backup_is_never_restored(saved: tuple[Settings, Path], how: str) -> None:
    settings, path = saved
    before = (settings.folder / "bonduc.sqlite3").read_bytes()
    damaged(path, how)
    with pytest.raises(BonducError, match="saved"):
        check_backup(path)
    with pytest.raises(BonducError, match="saved"):
        restore_backup(settings, path, replace=True)
    assert (settings.folder / "bonduc.sqlite3").read_bytes() == before


def test_what_a_backup_cannot_be_made_of_or_put_into_is_told(saved: tuple[Settings, Path], tmp_path: Path) -> None:
    settings, path = saved
    with pytest.raises(BonducError, match="nothing to back up"):
        make_backup(Settings(folder=tmp_path / "empty"), tmp_path / "x")
    with pytest.raises(BonducError, match="No such file"):
        make_backup(settings, tmp_path / "no" / "folder")
    with pytest.raises(BonducError, match="another"):
        restore_backup(Settings(folder=tmp_path / "other", database="postgresql://u@127.0.0.1:1/x"), path)
    with pytest.raises(BonducError, match="strangers"):
        restore_backup(Settings(folder=tmp_path / "third", secret="a secret for tests"), path)
    assert not (tmp_path / "x").exists()


def test_a_check_finds_what_does_not_fit(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, hosts=("testserver",), engines=1)
    with TestClient(create_app(settings)) as browser:
        made = browser.post("/api/live", json={"game": "rio-kadalis", "opponent": "same-screen"})
        code = made.json()["code"]
    assert not check_site(settings, games=True).faults
    with closing(sqlite3.connect(tmp_path / "bonduc.sqlite3")) as database, database:
        database.execute("UPDATE live_games SET version = 7")
        database.execute("INSERT INTO live_events VALUES ('nobody', 1, 'move', 0, 0, '{}')")
    faults = check_site(settings, games=True).faults
    assert any(code in fault for fault in faults)
    assert any("live_events" in fault for fault in faults)
