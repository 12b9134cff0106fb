"""The standard streams, whatever they are: closed when bonduc starts, a pipe that nobody reads, a full disk.

The one place that decides what becomes of output that cannot be written: one line on standard error, or silence where
nobody reads any more, the exit code of a command that failed, and nothing left that Python would complain of as it
exits. It needs no other module, so that `bonduc --version` is quick.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

GOOD = 0
_OF_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
FAILED = 2  # bad input, output that cannot be written, an interruption


def guarded(command: Callable[[], int]) -> int:
    """The exit code of a command; its output has been written when this returns, or there is a line that says why not.

    What the command raises because standard output cannot be written must come out of it as it is.
    """
    streams = (sys.stdout, sys.stderr)  # as they are now: libraries put others in their places
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads any more, as after `| head`: nothing is wrong, and nobody to tell
        code = FAILED
    except OSError as error:
        fault = error.strerror or str(error)
        code = complain(f"cannot write the output: {fault}" if error.errno in _OF_WRITING else fault)
    for stream in streams:
        if not _writable(stream):
            _lead_nowhere(stream)
    return code


def complain(message: str) -> int:
    """One line on standard error, whatever the message holds, and the exit code that goes with it."""
    with suppress(OSError, ValueError):  # nobody can be told
        sys.stderr.write(f"bonduc: {' '.join(message.split())}\n")
        sys.stderr.flush()
    return FAILED


def open_closed() -> None:
    """Python has None for a standard stream that was closed when it started: nothing to read, nobody to write to."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open as long as the process


def _writable(stream: TextIO) -> bool:
    """Whether all that is in a stream could be written."""
    try:
        stream.flush()
    except (OSError, ValueError):
        return False
    return True


def _lead_nowhere(stream: TextIO) -> None:
    """Let what is left in a stream go nowhere, instead of failing as Python exits."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
