"""A mark in the site's folder that servers are running on it: several may, but a restoration must be alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bonduc.errors import BonducError, system_fault
from bonduc.language import N_
from bonduc.web.running.private import make_folder

LOCK = "lock"


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """A server runs on a folder. BonducError while a backup is being restored there.

    Where the site keeps nothing in its folder, there need not be one.
    """
    with _held(folder, shared=True):
        yield


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nothing else runs on a folder. BonducError if it does."""
    with _held(folder, shared=False):
        yield


@contextmanager
def _held(folder: Path, shared: bool) -> Iterator[None]:
    try:
        import fcntl
    except ModuleNotFoundError:  # not on Windows: whoever restores must know
        yield
        return
    try:
        make_folder(folder)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if not shared:
            raise BonducError(N_("{source}: {fault}", source=folder, fault=system_fault(error))) from error
        yield
        return
    with open(descriptor, "rb") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            if shared:
                raise BonducError(N_("{folder}: a backup is being restored there", folder=folder)) from None
            raise BonducError(N_("{folder}: a server is running there: end it first", folder=folder)) from None
        yield
