"""What only the site's own account may read: its secret, its database, passwords."""

from __future__ import annotations

import logging
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from bonduc.errors import BonducError
from bonduc.language import N_

SECRET_FILE = "secret"
SECRET_BYTES = 32
SHORTEST_SECRET = 16  # characters
GOOD_SECRET = 24
FEWEST_LETTERS = 6  # different ones
IN_ORDER = 0.6  # of the letters, each the next after the one before it: a row of the keyboard, the alphabet
SAMPLES = ("changeme", "changethis", "yoursecret", "placeholder", "replaceme", "insecure", "passwordpassword")
MAKING = "openssl rand -base64 32"
TAKING = "chmod 600"
OTHERS, GROUP = 0o007, 0o070

log = logging.getLogger(__name__)


# Secrets


def sound(secret: str, place: str) -> str:
    """The secret; BonducError if it could be guessed: whoever knows it can be any visitor."""
    if len(secret) < SHORTEST_SECRET:
        raise BonducError(f"{place}: a secret must have at least {SHORTEST_SECRET} characters")
    if _is_easy(secret):
        raise BonducError(
            N_("{place}: this secret can be guessed: make one with {command}", place=place, command=MAKING)
        )
    if len(secret) < GOOD_SECRET:
        log.warning("%s: a secret of fewer than %d characters is weak", place, GOOD_SECRET)
    return secret


def _is_easy(secret: str) -> bool:
    plain = "".join(letter for letter in secret.lower() if letter.isalnum())
    repeated = (secret + secret).find(secret, 1) <= len(secret) // 2
    steps = [abs(ord(after) - ord(before)) for before, after in pairwise(secret)]
    in_order = sum(step == 1 for step in steps) >= IN_ORDER * len(steps)
    return len(set(secret)) < FEWEST_LETTERS or repeated or in_order or plain.startswith(SAMPLES)


def kept_secret(folder: Path) -> str:
    """The secret in a folder, made if there is none: whole or not at all, for another process may do the same."""
    make_folder(folder)
    path = folder / SECRET_FILE
    if not path.exists():
        own = folder / f"{SECRET_FILE}.{secrets.token_hex(8)}"
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(SECRET_BYTES) + "\n")
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    if _open_to(path, OTHERS):
        fault = N_("{path}: others can read this secret; {command} takes it from them", path=path, command=TAKING)
        raise BonducError(fault)
    if _open_to(path, GROUP):
        log.warning("%s: its group can read this secret", path)
    return path.read_text(encoding="ascii").strip()


# Files


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may look into, if there is none."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _open_to(folder, OTHERS):
        log.warning("%s: others can look into the folder of the site (chmod 700)", folder)


def make_file(path: Path) -> None:
    """Make a file that only its owner may read, if there is none."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def take_from_others(database: Path) -> None:
    """Let nobody but its owner and group read an SQLite database."""
    for end in ("", "-wal", "-shm"):
        _take_from_others(database.with_name(database.name + end))


def _take_from_others(path: Path) -> None:
    if not _open_to(path, OTHERS):
        return
    try:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    except OSError:
        log.warning("%s: others can read the database (chmod 600)", path)
    else:
        log.warning("%s: others could read the database; they can no longer", path)


def _open_to(path: Path, whom: int) -> bool:
    """Whether others, or the group, may do anything with a file; systems that know no such thing tell nothing."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & whom)


# Passwords


def from_file(path: str, variable: str) -> str:
    """The value that a file holds, without the end of its line. BonducError if it cannot be read."""
    try:
        found = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BonducError(f"{variable}: {error}") from error
    if not found:
        raise BonducError(N_("{name}: {path} is empty", name=variable, path=path))
    return found


def warn_of_open_files(variables: Mapping[str, str], prefix: str) -> None:
    """Say which files that hold passwords others can read."""
    for name, path in variables.items():
        if name.startswith(prefix) and name.endswith("_FILE") and _open_to(Path(path), OTHERS):
            log.warning("%s: others can read %s", name, path)


def refuse_password(option: str, url: str, variable: str) -> None:
    """BonducError if a URL on the command line, which everyone on the machine can read, holds a password."""
    try:
        parts = urlsplit(url)
        password = parts.password or "password" in parse_qs(parts.query)
    except ValueError:
        return  # whoever reads the URL says so
    if password:
        fault = N_(
            "{option}: everyone on this machine can read a password on the command line: give {variable}, or {file} "
            "with the name of a file",
            option=option,
            variable=variable,
            file=f"{variable}_FILE",
        )
        raise BonducError(fault)
