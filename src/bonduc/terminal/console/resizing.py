"""Windows that change their size: what they show is drawn again at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNAL = getattr(signal, "SIGWINCH", None)


class Resizing:
    """Calls `redraw` whenever the window has changed its size; while something is being drawn, right after that.

    To be made before `readline` is loaded: that hands the signal on, and draws its own line once the rest is drawn.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._redraw = redraw
        self._drawing = False
        self._wanted = False
        self._watching = _SIGNAL is not None and threading.current_thread() is threading.main_thread()
        if _SIGNAL is not None and self._watching:
            self._before = signal.signal(_SIGNAL, self._resized)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        if self._drawing:
            self._wanted = True
        else:
            self._redraw()

    @contextmanager
    def later(self) -> Iterator[None]:
        """Inside something is drawn, which a change of size must not break into."""
        if self._drawing:
            yield
            return
        self._drawing = True
        try:
            yield
            while self._wanted:  # one drawing more for all the changes that came while something was drawn
                self._wanted = False
                self._redraw()
        finally:
            self._drawing = False

    def end(self) -> None:
        """Watch no longer."""
        if _SIGNAL is not None and self._watching:
            signal.signal(_SIGNAL, self._before)
            self._watching = False
