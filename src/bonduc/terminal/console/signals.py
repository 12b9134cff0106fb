"""Signals that end the program, so that what is open is kept first, and those that only must not break in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
EXIT_CODE = 128  # and the number of the signal, as shells have it
_AGAIN = 0.1  # seconds until a signal that no handler has seen is sent again


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

    seen = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        seen.set()
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    # One that is ignored from the start stays so, as under nohup.
    wanted = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    with _handled(dict.fromkeys(wanted, end)), _sent_until(seen):
        yield


@contextmanager
def _sent_until(seen: threading.Event) -> Iterator[None]:
    """Inside, what ends the program is sent to this thread again and again until a handler has `seen` it.

    A signal that comes when Python is about to wait for a line, or that another thread is given, does not break off the
    wait: its handler would only run after the next key.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_kill"):
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    waiting = threading.get_ident()

    def send_again() -> None:
        while number := os.read(reader, 1):
            while number[0] in ENDING and not seen.wait(_AGAIN):
                signal.pthread_kill(waiting, number[0])

    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    sender = threading.Thread(target=send_again, name="signals", daemon=True)
    sender.start()
    try:
        yield
    finally:
        seen.set()
        signal.set_wakeup_fd(before)
        os.close(writer)
        sender.join()
        os.close(reader)


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
