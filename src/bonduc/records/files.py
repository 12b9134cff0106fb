"""Writes game records: their text, and files of them that are never left half written."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from bonduc.errors import BonducError, system_fault
from bonduc.language import N_
from bonduc.records.tree import GameRecord


def format_records(records: Iterable[GameRecord]) -> str:
    """The text of several records, an empty line between them."""
    return "\n".join(record.write() for record in records)


def write_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Write records to a file, in place of what it held: all of them, or, if anything fails, none.

    Raises BonducError if the file cannot be written.
    """
    _store(Path(path), format_records(records), keep=False)


def append_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Add records to the end of a file (made if it is missing): all of them, or, if anything fails, none.

    What the file held stays as it is, whatever that was. Several processes may append to one file at once. The file
    is copied each time, so many records are better given together. Raises BonducError if it cannot be written.
    """
    _store(Path(path), format_records(records), keep=True)


def _store(path: Path, text: str, keep: bool) -> None:
    """Put the new content beside the file and then in its place, in one step, while no one else does."""
    try:
        if path.exists() and not path.is_file():
            # A pipe or a terminal cannot be replaced; a directory refuses with the right message. It is opened by the
            # name given: /dev/stdout leads to a pipe that has no other.
            with path.open("wb") as device:
                device.write(text.encode())
            return
        target = Path(os.path.realpath(path))
        with _locked(target) as current:
            held = current.read() if keep else b""
            _replace(target, held + _gap(held) + text.encode())
    except (OSError, ValueError) as error:  # a name with a null byte or no encoding is a ValueError
        fault = N_("cannot write records to {file!r}: {why}", file=str(path), why=system_fault(error))
        raise BonducError(fault) from error


def _gap(held: bytes) -> bytes:
    """What must follow `held` so that an empty line comes before the next record."""
    if not held.strip():
        return b""
    line_ended = held.endswith(b"\n")
    empty_line = line_ended and held[:-1].removesuffix(b"\r").endswith(b"\n")
    return b"" if empty_line else b"\n" if line_ended else b"\n\n"


def _locked(target: Path) -> BinaryIO:
    """The file, opened and locked until it is closed; made if it is missing."""
    while True:
        file = target.open("a+b")
        fcntl.flock(file, fcntl.LOCK_EX)
        # Whoever held the lock before may have put a new file in this one's place.
        if target.exists() and os.path.samestat(os.fstat(file.fileno()), target.stat()):
            file.seek(0)
            return file
        file.close()


def _replace(target: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, name)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
