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
    from bonduc.terminal.app import run

    _leave(run(given))


def _leave(code: int) -> NoReturn:
    """Exit; a search or a compilation under way that nobody waits for any more must not hold it up."""
    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
