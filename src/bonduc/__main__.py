"""The `bonduc` command: `bonduc …` or `python -m bonduc …`."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 good, 1 a negative answer, 2 bad input (one line on standard error)."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given in (["--version"], ["-V"]):
        from bonduc import __version__

        sys.stdout.write(f"bonduc {__version__}\n")
        sys.exit(0)
    _open_closed_streams()
    try:
        from bonduc.terminal.app import run

        code = run(given)
    except KeyboardInterrupt:  # while modules are loaded; the command line deals with later ones
        sys.stderr.write("bonduc: interrupted\n")
        code = 2
    _leave(code)


def _open_closed_streams() -> None:
    """Python has None for a standard stream that was closed when it started: nothing to read, nobody to write to."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open as long as the process


def _leave(code: int) -> NoReturn:
    """Exit; a search or a compilation under way that nobody waits for any more must not hold it up."""
    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
