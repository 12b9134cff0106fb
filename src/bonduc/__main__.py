"""The `bonduc` command: `bonduc …` or `python -m bonduc …`."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn

from bonduc.terminal.console.streams import GOOD, complain, guarded, open_closed


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 good, 1 a negative answer, 2 bad input (one line on standard error)."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    open_closed()
    _leave(guarded(lambda: _run(given)))


def _run(given: Sequence[str]) -> int:
    if given in (["--version"], ["-V"]):
        from bonduc import __version__

        sys.stdout.write(f"bonduc {__version__}\n")
        return GOOD
    try:
        from bonduc.terminal.app import run

        return run(given)
    except KeyboardInterrupt:  # while modules are loaded; the command line deals with later ones
        return complain("interrupted")


def _leave(code: int) -> NoReturn:
    """Exit; a search or a compilation under way that nobody waits for any more must not hold it up."""
    if threading.active_count() > 1:
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
