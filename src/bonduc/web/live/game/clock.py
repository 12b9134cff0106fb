"""The clock of a round: time left by seat, and whose time runs. Milliseconds."""

from __future__ import annotations

from bonduc.players import Player
from bonduc.web.live.game.terms import TimeControl

FORGIVEN = 500  # the most that the way of a move through the network is forgiven
FIRST_TURN = 60_000  # what two players have for the first turn of a round before it counts


class GameClock:
    """Time left of South and North. It is told what happened when, and never looks at the time itself.

    Whoever is to move may be allowed some time that does not count: for the first turn of a round, and while the
    other side's sowing is shown (`allowance`). What was left as each ply began is kept, for moves that are taken back.
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = [control.initial, control.initial]
        self.running: Player | None = None
        self._since = 0
        self._allowed = 0
        self._kept = [tuple(self.left)]

    def spent(self, now: int, forgiven: int = 0) -> int:
        """What the running side has used since its clock was started, `forgiven` milliseconds less."""
        return 0 if self.running is None else max(0, now - self._since - self._allowed - forgiven)

    def is_up(self, spent: int) -> bool:
        """Whether this much is more than the running side has."""
        return self.running is not None and spent > self.left[self.running]

    def take(self, side: Player, spent: int) -> None:
        """A move of `side` used this much."""
        self.left[side] = max(0, self.left[side] - spent)

    def add_increment(self, side: Player) -> None:
        """`side` has finished a turn."""
        self.left[side] += self.control.increment

    def run(self, side: Player | None, now: int, allowed: int = 0) -> None:
        """From now on the time of `side` runs, once what it is allowed is over; None: nobody's."""
        self.running = side
        self._since = now
        self._allowed = allowed

    def keep(self, ply: int) -> None:
        """Remember what is left as this ply begins; what was kept of later ones is forgotten."""
        self._kept[ply:] = [tuple(self.left)]

    def go_back(self, ply: int) -> None:
        """What is left is again what was left as this ply began."""
        self.left = list(self._kept[ply])
        self.keep(ply)

    def now(self, now: int) -> list[int]:
        """Time left of South and North at this moment."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - self.spent(now))
        return left

    def starts(self, now: int) -> int:
        """In how many milliseconds the running side's time begins to count; 0: it does."""
        return 0 if self.running is None else max(0, self._since + self._allowed - now)

    @property
    def falls(self) -> int | None:
        """When the flag falls for good: a move that was under way by then has had time to arrive."""
        if self.running is None:
            return None
        return self._since + self._allowed + self.left[self.running] + FORGIVEN + 1
