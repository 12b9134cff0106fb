"""What to type to run bonduc again: not every installation has it on the path."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "bonduc"


def own_command(*arguments: str) -> str:
    """A command line that runs this bonduc with these arguments, quoted for a shell."""
    return shlex.join([*_own_words(), *arguments])


def _own_words() -> list[str]:
    """`bonduc` where that is what runs; else the file that does, `.venv/bin/bonduc`, or Python with the module."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        return [sys.executable or "python3", "-m", NAME]
    if program.name != NAME or not program.is_file():
        return [NAME]
    on_path = shutil.which(NAME)
    return [NAME] if on_path and os.path.samefile(on_path, program) else [_shown(program)]


def _shown(program: Path) -> str:
    """The shortest name of a file that works from the current folder."""
    absolute = Path(os.path.abspath(program))  # no links followed: a link in .venv is the name to use
    here = Path.cwd()
    return str(absolute.relative_to(here)) if absolute.is_relative_to(here) else str(absolute)
