"""Backups of a site: its database and its secret in one file, made while it runs, checked before it counts.

A backup is a tar archive, compressed with gzip and readable by its owner only: it can do what the site can. In it are
`manifest.json` (what made it, when, and a digest of everything else), `secret`, and `database.sqlite3`, a database as
it was at one moment, or `database.dump`, as `pg_dump` makes it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL

from bonduc import __version__
from bonduc.errors import BonducError, system_fault
from bonduc.language import N_
from bonduc.web.db.database import parsed
from bonduc.web.running.lock import alone
from bonduc.web.running.private import SECRET_FILE, make_folder
from bonduc.web.server import postgres
from bonduc.web.settings import Settings

FORMAT = 1
MANIFEST, SQLITE, DUMP = "manifest.json", "database.sqlite3", "database.dump"
LARGEST_MANIFEST = 1 << 20
PIECE = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself: digests (SHA-256) by member, and rows by table."""

    made: str
    database: str
    digests: dict[str, str]
    rows: dict[str, int] = field(default_factory=dict)
    format: int = FORMAT
    bonduc: str = __version__

    @property
    def member(self) -> str:
        """The member that holds the database."""
        return SQLITE if self.database == "sqlite" else DUMP


def make_backup(settings: Settings, path: Path) -> Manifest:
    """Back the site up into a file, in one step: it is there whole or not at all. The site may be running."""
    url = parsed(settings.database_url)
    secret = settings.signing_secret()
    with _working_folder(path) as folder:
        copy = folder / (SQLITE if _is_sqlite(url) else DUMP)
        rows = _copy_sqlite(url, copy) if _is_sqlite(url) else postgres.dump(url, copy)
        (folder / SECRET_FILE).write_text(secret + "\n", encoding="utf-8")
        digests = {name: _digest(folder / name) for name in (copy.name, SECRET_FILE)}
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(made, "sqlite" if _is_sqlite(url) else "postgresql", digests, rows)
        (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1) + "\n", encoding="utf-8")
        packed = folder / "backup"
        _pack(packed, [folder / MANIFEST, folder / SECRET_FILE, copy])
        check_backup(packed)
        os.replace(packed, path)
    return manifest


def check_backup(path: Path) -> Manifest:
    """What a backup says of itself, once it is sure that it holds what it says. BonducError if it does not."""
    with _working_folder(path) as folder:
        return _unpack(path, folder)


def restore_backup(settings: Settings, path: Path, replace: bool = False) -> Manifest:
    """Put a backup in the place of the site's database and secret. No server may be running on them.

    BonducError if there is a database already, unless it is to be replaced: an SQLite one then stays beside the new
    one, with the time at the end of its name.
    """
    url = parsed(settings.database_url)
    with alone(settings.folder), _working_folder(path) as folder:
        manifest = _unpack(path, folder)
        if _is_sqlite(url) != (manifest.database == "sqlite"):
            fault = N_(
                "{path} is a backup of {kind}, the site's database is another", path=path, kind=manifest.database
            )
            raise BonducError(fault)
        _check_secret(settings, folder / SECRET_FILE)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        if _is_sqlite(url):
            _put_aside(Path(str(url.database)), stamp, replace)
            _put(folder / SQLITE, Path(str(url.database)))
        else:
            postgres.restore(url, folder / DUMP, replace)
        _restore_secret(settings, folder / SECRET_FILE, stamp)
    return manifest


# The archive


def _pack(path: Path, members: list[Path]) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
            for member in members:
                about = tarfile.TarInfo(member.name)
                about.size, about.mode = member.stat().st_size, 0o600
                with member.open("rb") as content:
                    archive.addfile(about, content)
        file.flush()
        os.fsync(file.fileno())


def _unpack(path: Path, folder: Path) -> Manifest:
    """Read a backup into a folder; its manifest, which everything agrees with."""
    try:
        with tarfile.open(path, "r:gz") as archive:
            manifest = _manifest(archive)
            for name in (manifest.member, SECRET_FILE):
                _extract(archive, name, folder / name)
                if _digest(folder / name) != manifest.digests.get(name):
                    raise BonducError(N_("{path}: {name} is not what was backed up", path=path, name=name))
    except (OSError, EOFError, tarfile.TarError, KeyError, ValueError, TypeError) as error:
        if isinstance(error, BonducError):
            raise
        raise BonducError(
            N_("{path} is no backup of a site, or is damaged: {fault}", path=path, fault=error)
        ) from error
    if manifest.member == SQLITE:
        _check_sqlite(folder / SQLITE, path)
    return manifest


def _manifest(archive: tarfile.TarFile) -> Manifest:
    found = archive.extractfile(MANIFEST)
    value = json.loads((found or io.BytesIO()).read(LARGEST_MANIFEST))
    if value["format"] != FORMAT:
        raise BonducError(N_("the backup was made by a newer bonduc ({version})", version=value.get("bonduc")))
    return Manifest(**value)


def _extract(archive: tarfile.TarFile, name: str, path: Path) -> None:
    """One member into a file of our own choice: names in an archive lead nowhere."""
    found = archive.extractfile(name)
    if found is None:
        raise KeyError(name)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        while piece := found.read(PIECE):
            file.write(piece)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _working_folder(path: Path) -> Iterator[Path]:
    """A folder for the owner alone, on the disk of a file that is to be written."""
    try:
        with tempfile.TemporaryDirectory(prefix=".bonduc-", dir=path.resolve().parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise BonducError(N_("{source}: {fault}", source=path, fault=system_fault(error))) from error


# SQLite


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _copy_sqlite(url: URL, path: Path) -> dict[str, int]:
    """Copy a database as it is at one moment, whoever is writing to it; how many rows its tables have."""
    source = Path(str(url.database))
    if not source.is_file():
        raise BonducError(N_("there is no database {path}: nothing to back up", path=source))
    try:
        with closing(sqlite3.connect(source, timeout=60)) as live, closing(sqlite3.connect(path)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            return _rows(copy)
    except sqlite3.Error as error:
        raise BonducError(f"{source}: {error}") from error


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def _check_sqlite(path: Path, shown: Path) -> None:
    faults = sqlite_faults(path)
    if faults:
        raise BonducError(N_("{path}: the database is damaged: {fault}", path=shown, fault=faults[0]))


def sqlite_faults(path: Path) -> list[str]:
    """What is wrong with a database: damage, and rows that belong to nothing."""
    try:
        with closing(sqlite3.connect(path)) as database:
            found = [text for (text,) in database.execute("PRAGMA integrity_check(10)") if text != "ok"]
            loose = [
                f"{table}: a row belongs to no {parent}"
                for table, _, parent, _ in database.execute("PRAGMA foreign_key_check")
            ]
            return found + loose[:10]
    except sqlite3.Error as error:
        return [str(error)]


def _put_aside(path: Path, stamp: str, replace: bool) -> None:
    if not path.exists():
        make_folder(path.parent)
        return
    if path.stat().st_size and not replace:
        raise BonducError(N_("{path} is there already: --replace puts it aside", path=path))
    try:
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        pass  # it is put aside as it is
    for end in ("", "-wal", "-shm"):
        beside = path.with_name(path.name + end)
        if beside.exists():
            os.replace(beside, path.with_name(f"{path.name}{end}.{stamp}"))


def _put(new: Path, path: Path) -> None:
    """Move a file to its place, and be sure that it is on disk; the place may be on another one."""
    own = path.with_name(f".{path.name}.new")
    with new.open("rb") as source, open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        while piece := source.read(PIECE):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    os.replace(own, path)


def _check_secret(settings: Settings, kept: Path) -> None:
    if settings.secret and settings.secret != kept.read_text(encoding="utf-8").strip():
        raise BonducError(N_("the secret of this site is not that of the backup: visitors would be strangers"))


def _restore_secret(settings: Settings, kept: Path, stamp: str) -> None:
    if settings.secret:
        return
    path = settings.folder / SECRET_FILE
    make_folder(settings.folder)
    if path.exists() and path.read_bytes() != kept.read_bytes():
        os.replace(path, path.with_name(f"{path.name}.{stamp}"))
    _put(kept, path)
