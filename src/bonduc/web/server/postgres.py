"""Dumps of a PostgreSQL database, made and read back by its own programs. Passwords go to them in the environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL

from bonduc.errors import BonducError
from bonduc.language import N_

FOLDERS = "/usr/lib/postgresql"  # Debian keeps every version's programs in one of its own


def dump(url: URL, path: Path) -> dict[str, int]:
    """Dump a database as it is at one moment; nothing is counted."""
    _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={path}")
    path.chmod(0o600)
    return {}


def restore(url: URL, path: Path, replace: bool) -> None:
    """Read a dump back, all of it or nothing. BonducError if there are tables already, unless they are replaced."""
    if not replace and _has_tables(url):
        raise BonducError(N_("the database has tables already: --replace removes them"))
    clean = ("--clean", "--if-exists") if replace else ()
    _run("pg_restore", url, "--single-transaction", "--no-owner", "--no-privileges", *clean, str(path))


def _has_tables(url: URL) -> bool:
    query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()"
    return _run("psql", url, "--no-psqlrc", "--tuples-only", "--no-align", "--command", query).strip() != "0"


def _run(name: str, url: URL, *arguments: str) -> str:
    """What a program says that works on a database."""
    database = url.set(drivername="postgresql", password=None).render_as_string()
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    command = [_program(name), f"--dbname={database}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise BonducError(N_("{program} failed: {fault}", program=name, fault=lines[0]))
    return done.stdout


def _program(name: str) -> str:
    installed = sorted(
        Path(FOLDERS).glob(f"*/bin/{name}"), key=lambda path: int(re.sub(r"\D", "", path.parts[-3]) or 0)
    )
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise BonducError(N_("{program} is not installed: it comes with PostgreSQL", program=name))
    return found
