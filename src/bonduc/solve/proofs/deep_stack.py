"""Threads whose stack is deep enough for a proof: its search has one frame a ply."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

STACK_SIZE = 512 << 20

T = TypeVar("T")


def start_deep(task: Callable[[], None]) -> threading.Thread:
    """A started thread whose stack is deep enough for long lines."""
    before = threading.stack_size(STACK_SIZE)
    try:
        thread = threading.Thread(target=task, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread


def in_large_stack(task: Callable[[], T]) -> T:
    """Run a task in a thread whose stack is deep enough for long lines; its result, or its exception."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(task())
        except BaseException as fault:
            faults.append(fault)

    start_deep(run).join()
    if faults:
        raise faults[0]
    return results[0]
