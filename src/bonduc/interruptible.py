"""Machine code that Ctrl-C can end.

Python hears of signals only between steps of its own, so machine code that the main thread waits in would hold Ctrl-C
up until it is done. Here it runs in a thread of its own, and the caller waits in small steps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

POLL_SECONDS = 0.02

T = TypeVar("T")


def run_interruptible(work: Callable[[], T], give_up: Callable[[], None]) -> T:
    """What `work` returns or raises; if the caller is interrupted meanwhile, `give_up` makes it end soon."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL_SECONDS)
    except BaseException:
        give_up()
        thread.join()
        raise
    if faults:
        raise faults[0]
    return results[0]
