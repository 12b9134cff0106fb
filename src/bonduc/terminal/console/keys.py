"""Keys pressed while nobody reads a line: any key skips, and what was typed is kept for the next prompt."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

try:
    import select
    import termios
    import tty
except ImportError:  # no such terminals here: nothing can be skipped, everything else works
    CAN_WATCH = False
else:
    CAN_WATCH = True

ESCAPE = "\x1b"
ERASE = ("\x7f", "\b")
SILENT = ("", " ")  # these only skip


class TypeAhead:
    """Text typed too early: complete lines, and the beginning of one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.pending = ""

    def add(self, text: str) -> None:
        """Take keys as they came. Enter and blanks on their own only skip; arrow keys and the like are dropped."""
        if text.startswith(ESCAPE):
            return
        for key in text.replace("\r", "\n"):
            if key == "\n":
                if self.pending.strip():
                    self.lines.append(self.pending)
                self.pending = ""
            elif key in ERASE:
                self.pending = self.pending[:-1]
            elif key.isprintable() and (self.pending or key not in SILENT):
                self.pending += key

    def take_line(self) -> str | None:
        """The next complete line, if one was typed."""
        return self.lines.pop(0) if self.lines else None

    def take_pending(self) -> str:
        """The beginning of a line, to go on with."""
        pending, self.pending = self.pending, ""
        return pending


class Keys:
    """While entered, keys are read one by one and not echoed. Ctrl-C still interrupts."""

    def __init__(self, ahead: TypeAhead) -> None:
        self.ahead = ahead

    def __enter__(self) -> Keys:
        if CAN_WATCH:
            self._fd = sys.stdin.fileno()
            self._saved = termios.tcgetattr(self._fd)
            tty.setcbreak(self._fd, termios.TCSADRAIN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if CAN_WATCH:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._saved)

    def pressed(self, seconds: float | None) -> bool:
        """Wait for a key so long (None: until one comes); whether one came. EOFError when the terminal is gone."""
        if not CAN_WATCH:
            time.sleep(seconds or 0.0)
            return seconds is None
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        read = os.read(self._fd, 1024)
        if not read or read == b"\x04":
            raise EOFError
        self.ahead.add(read.decode(errors="ignore"))
        return True
