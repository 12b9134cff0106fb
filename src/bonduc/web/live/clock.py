"""The clock of a round: time left by seat, and whose time runs. Milliseconds."""

from __future__ import annotations

from bonduc.players import Player
from bonduc.web.live.terms import TimeControl

FORGIVEN = 500  # the most that the way of a move through the network is forgiven


class Clock:
    """Time left of South and North. It is told what happened when, and never looks at the time itself."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = [control.initial, control.initial]
        self.running: Player | None = None
        self._since = 0

    def spent(self, now: int, forgiven: int = 0) -> int:
        """What the running side has used since its clock was started, `forgiven` milliseconds less."""
        return 0 if self.running is None else max(0, now - self._since - forgiven)

    def is_up(self, spent: int) -> bool:
        """Whether this much is more than the running side has."""
        return self.running is not None and spent > self.left[self.running]

    def take(self, side: Player, spent: int) -> None:
        """A move of `side` used this much."""
        self.left[side] = max(0, self.left[side] - spent)

    def add_increment(self, side: Player) -> None:
        """`side` has finished a turn."""
        self.left[side] += self.control.increment

    def run(self, side: Player | None, now: int) -> None:
        """From now on the time of `side` runs; None: nobody's."""
        self.running = side
        self._since = now

    def now(self, now: int) -> list[int]:
        """Time left of South and North at this moment."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - self.spent(now))
        return left

    @property
    def falls(self) -> int | None:
        """When the flag falls for good: a move that was under way by then has had time to arrive."""
        return None if self.running is None else self._since + self.left[self.running] + FORGIVEN + 1
