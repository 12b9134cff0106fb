"""Signals that end the program, so that what is open is kept first, and those that only must not break in."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
EXIT_CODE = 128  # and the number of the signal, as shells have it


class Ended(BaseException):
    """The terminal was closed or the program told to end: `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """The exit code of a program that a signal ended."""
        return EXIT_CODE + self.number


@contextmanager
def raised() -> Iterator[None]:
    """Inside, the first signal that ends the program raises Ended; what is done then is not broken into by others."""

    def end(number: int, frame: FrameType | None) -> None:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    # One that is ignored from the start stays so, as under nohup.
    wanted = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    with _handled(dict.fromkeys(wanted, end)):
        yield


@contextmanager
def held_back() -> Iterator[None]:
    """Inside, for a moment, Ctrl-C and what ends the program are ignored: a file is being written."""
    with _handled(dict.fromkeys((signal.SIGINT, *ENDING), signal.SIG_IGN)):
        yield


Handler = Callable[[int, FrameType | None], object] | signal.Handlers


@contextmanager
def _handled(handlers: dict[signal.Signals, Handler]) -> Iterator[None]:
    """Signals handled like this inside; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
