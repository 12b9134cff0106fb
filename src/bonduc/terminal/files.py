"""Files that commands read and write; `-` is standard input or output. What is written is there whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from pathlib import Path

from bonduc.errors import BonducError, system_fault
from bonduc.language import N_

STANDARD = Path("-")


def read_file(path: Path) -> bytes:
    """What a file holds, or all of standard input; BonducError with its name and the reason if it cannot be read."""
    if path == STANDARD:
        return standard_input()
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        raise BonducError(N_("cannot read {file!r}: {why}", file=str(path), why=system_fault(error))) from error


def read_text(path: Path) -> str:
    """As `read_file`, of a file that must hold text."""
    try:
        return read_file(path).decode()
    except UnicodeDecodeError as error:
        why = N_("the byte {byte} is not UTF-8 text", byte=f"{error.object[error.start]:#04x}")
        raise BonducError(N_("cannot read {file!r}: {why}", file=name_of(path), why=why)) from error


def standard_input() -> bytes:
    """All of standard input."""
    buffer = getattr(sys.stdin, "buffer", None)
    return buffer.read() if buffer is not None else sys.stdin.read().encode()


def name_of(path: Path) -> str:
    """What messages call a file."""
    return N_("standard input") if path == STANDARD else str(path)


def file_meant(word: str) -> Path | None:
    """The file meant by a word that may be a game's name too: `-`, one that is there, or what looks like one."""
    path = Path(word)
    looks_so = bool(path.suffix) or len(path.parts) > 1
    return path if path == STANDARD or looks_so or path.is_file() else None


def write_file(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; a pipe or a device is written to and stays what it is.

    Raises BonducError with the file's name and the reason if it cannot be written.
    """
    if path == STANDARD:
        _write_out(content)
        return
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _cannot_write(path, system_fault(error)) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise _cannot_write(path, system_fault(error)) from error


def check_file(path: Path) -> None:
    """Raise what `write_file` would: asked before the work whose result is to be written there."""
    if path == STANDARD:
        return
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not path.parent.is_dir():
            raise _cannot_write(path, N_("there is no folder {folder!r}", folder=str(path.parent)))
        if path.exists() and not path.is_file():
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        with tempfile.NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent):
            pass
    except OSError as error:
        raise _cannot_write(path, system_fault(error)) from error


def check_folder(path: Path) -> None:
    """Raise BonducError unless files can be made in a folder, which is made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(prefix=".bonduc.", dir=path):
            pass
    except OSError as error:
        raise _cannot_write(path, system_fault(error)) from error


def _cannot_write(path: Path, why: str) -> BonducError:
    return BonducError(N_("cannot write {file!r}: {why}", file=str(path), why=why))


def _write_out(content: bytes) -> None:
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(content.decode())
        return
    sys.stdout.flush()
    buffer.write(content)
    buffer.flush()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
