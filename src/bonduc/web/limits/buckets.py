"""Token buckets: so much in a time, with some in hand."""

from __future__ import annotations

import time
from collections import OrderedDict

KNOWN_ADDRESSES = 50_000  # whose rate is remembered


class Buckets:
    """Token buckets by key: `rate` tokens a second, at most `burst`; a rate of 0 means no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether this much may be taken now; a full bucket pays for anything."""
        if not self.rate:
            return True
        now = time.monotonic()
        level, then = self._levels.pop(key, (float(self.burst), now))
        level = min(self.burst, level + (now - then) * self.rate)
        cost = min(cost, self.burst)
        taken = level >= cost
        self._levels[key] = (level - cost if taken else level, now)
        if len(self._levels) > KNOWN_ADDRESSES:
            self._levels.popitem(last=False)
        return taken

    def wait(self, key: str, cost: float) -> float:
        """Seconds until this much may be taken."""
        level, then = self._levels.get(key, (float(self.burst), 0.0))
        return max(0.0, (min(cost, self.burst) - level) / self.rate - (time.monotonic() - then)) if self.rate else 0.0
