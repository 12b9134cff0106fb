"""The time of day, as events, seats and clocks note it."""

from __future__ import annotations

from time import time_ns


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000
