"""What only the site's own account may read, and what is said when the disk is full."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.errors import BonducError
from bonduc.terminal.app import run
from bonduc.web.db.database import Database, is_full
from bonduc.web.running.private import SECRET_FILE, kept_secret, sound
from bonduc.web.settings import Settings, from_environment

GOOD = "3kQ9-vXw2_LmN8rT5yUz7aBc"


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


# Files


@pytest.fixture
def open_mask() -> object:
    """As if whoever starts the server let everyone read everything."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_mask")
def test_database_and_secret_are_the_owners_alone(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path / "site")
    settings.signing_secret()
    database = Database(settings.database_url)
    database.write_now(lambda connection: None)
    assert mode(settings.folder) == 0o700
    assert {mode(path) for path in settings.folder.iterdir()} == {0o600}
    assert {"bonduc.sqlite3", "bonduc.sqlite3-wal"} <= {path.name for path in settings.folder.iterdir()}
    asyncio.run(database.close())


@pytest.mark.usefixtures("open_mask")
def test_a_database_that_others_could_read_is_taken_from_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "open.sqlite3"
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA user_version = 0")
    path.chmod(0o664)
    asyncio.run(Database(f"sqlite:///{path}").close())
    assert mode(path) == 0o660, "what its group may is for the operator to say"
    assert "others could read the database" in caplog.text


@pytest.mark.parametrize(("allowed", "refused"), [(0o600, False), (0o640, False), (0o604, True), (0o666, True)])
def test_a_secret_that_others_can_read_is_none(
    tmp_path: Path, allowed: int, refused: bool, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / SECRET_FILE
    path.write_text(GOOD)
    path.chmod(allowed)
    if refused:
        with pytest.raises(BonducError, match="chmod 600"):
            kept_secret(tmp_path)
        return
    assert kept_secret(tmp_path) == GOOD
    assert ("its group can read this secret" in caplog.text) is (allowed == 0o640)


GUESSED = [
    "",
    "short",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "secretsecretsecret",
    "0123456789abcdefgh",
    "zyxwvutsrqponmlkj",
    "1212121212121212",
    "change-me-change-me-now",
    "your-secret-goes-here-1",
]


@pytest.mark.parametrize("secret", GUESSED)
def test_a_secret_that_can_be_guessed_is_refused(secret: str) -> None:
    with pytest.raises(BonducError, match="secret"):
        sound(secret, "secret")


def test_a_secret_that_is_weak_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    assert sound(GOOD, "secret") == GOOD
    assert not caplog.records
    sound("k2J8d0aQ9zLmX4w7", "secret")
    assert "weak" in caplog.text


# Passwords


def test_secrets_can_stand_in_files(tmp_path: Path) -> None:
    path = tmp_path / "database"
    path.write_text("postgresql://u:hidden@h/x\n")
    assert from_environment({"BONDUC_WEB_DATABASE_FILE": str(path)}).database == "postgresql://u:hidden@h/x"
    path.write_text("")
    for variables in (
        {"BONDUC_WEB_DATABASE_FILE": str(path)},
        {"BONDUC_WEB_SECRET_FILE": str(tmp_path / "nowhere")},
        {"BONDUC_WEB_SECRET_FILE": str(path), "BONDUC_WEB_SECRET": GOOD},
    ):
        with pytest.raises(BonducError, match="_FILE"):
            from_environment(variables)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--database", "postgresql://bonduc:hidden@localhost/bonduc"],
        ["--database", "postgresql://localhost/bonduc?user=bonduc&password=hidden"],
        ["--bus", "redis://:hidden@localhost/0"],
    ],
)
def test_a_password_on_the_command_line_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", *arguments]) == 2
    said = capsys.readouterr().err
    assert "_FILE" in said
    assert "hidden" not in said


# A full disk


def fill(app: Starlette) -> None:
    """Let the database have no room for anything more."""

    def limit(connection: sqlite3.Connection, record: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # it has more already

    database: Database = app.state.database
    event.listen(database.engine, "connect", limit)
    database.engine.dispose()
    assert database._group is not None
    database._group._disconnect()


def test_a_full_disk_is_told_in_words(app: Starlette, client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    game = {"game": "rio-kadalis", "opponent": "same-screen", "name": "x" * 40}
    code = client.post("/api/live", json=game).json()["code"]
    fill(app)
    for number in range(200):
        made = client.post("/api/live", json=game)
        if not made.is_success:
            break
        move = {"type": "name", "name": f"{number:040}", "seat": "S"}
        acted = client.post(f"/api/live/{code}/act", json=move)
        if not acted.is_success:
            break
    acted = client.post(f"/api/live/{code}/act", json={"type": "name", "name": "y" * 40, "seat": "S"})
    for answer in (made, acted):
        if answer.is_success:
            continue
        assert answer.status_code == 507, answer.text
        assert "full" in answer.json()["error"]["message"]
        assert int(answer.headers["retry-after"]) > 0
    assert not (made.is_success and acted.is_success)
    assert client.get(f"/api/live/{code}").is_success, "what is stored can be read"


def test_full_is_what_databases_call_full() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert is_full(OperationalError("INSERT", {}, full))

    class PostgresError(Exception):
        sqlstate = "53100"

    assert is_full(OperationalError("INSERT", {}, PostgresError()))
    assert not is_full(OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error")))
