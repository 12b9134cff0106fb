"""Writing files that are either there whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from bonduc.errors import BonducError


def write_file(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; a pipe or a device is written to and stays what it is.

    Raises BonducError with the file's name and the reason if it cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise BonducError(f"cannot write {str(path)!r}: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise BonducError(f"cannot write {str(path)!r}: {error.strerror}") from error


def check_file(path: Path) -> None:
    """Raise what `write_file` would: asked before the work whose result is to be written there."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not path.parent.is_dir():
            raise BonducError(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
        if path.exists() and not path.is_file():
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        with tempfile.NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent):
            pass
    except OSError as error:
        raise BonducError(f"cannot write {str(path)!r}: {error.strerror}") from error


def check_folder(path: Path) -> None:
    """Raise BonducError unless files can be made in a folder, which is made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(prefix=".bonduc.", dir=path):
            pass
    except OSError as error:
        raise BonducError(f"cannot write into the folder {str(path)!r}: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
