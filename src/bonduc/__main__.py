"""The `bonduc` command: `bonduc …` or `python -m bonduc …`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 good, 1 a negative answer, 2 bad input (one line on standard error)."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given in (["--version"], ["-V"]):
        from bonduc import __version__

        sys.stdout.write(f"bonduc {__version__}\n")
        sys.exit(0)
    from bonduc.terminal.app import run

    sys.exit(run(given))


if __name__ == "__main__":
    main()
