"""Time controls: what a contestant may spend on a move, and when it has lost on time.

Text: `0.1` (seconds a move), `60+0.5` (a clock: base and increment in seconds, for the whole game), and the same
with nodes or depth given beside or instead. A clock gains its increment when the turn passes to the opponent.

A move that takes longer than allowed by more than the margin loses the game. The margin is there because a busy
machine may stop a process for a while that is no fault of the contestant's; what it uses of its clock counts in full.
Contestants that bring their own limits, such as `uct:10000` or `level:3`, are not held to seconds a move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bonduc.errors import BonducError

MARGIN = 0.5  # seconds
LONGEST = 30 * 86400.0  # seconds

_CLOCK = re.compile(r"([0-9]+(?:\.[0-9]+)?)\+([0-9]+(?:\.[0-9]+)?)", re.ASCII)


@dataclass(frozen=True)
class Allowance:
    """What may be spent on the next move; None where there is no such limit.

    `seconds`: for this move. `clocks`: what is left to (south, north), with the `increment`. `nodes` and `depth`
    bound the search.
    """

    seconds: float | None = None
    clocks: tuple[float, float] | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class TimeControl:
    """The limits of every move of a game: `seconds` a move or a clock (`base`, `increment`), `nodes`, `depth`."""

    seconds: float | None = None
    base: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None
    margin: float = MARGIN

    def __post_init__(self) -> None:
        if self.seconds is not None and self.base is not None:
            raise BonducError("a time control has either seconds a move or a clock, not both")
        for name in ("seconds", "base", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= (LONGEST if name in ("seconds", "base") else 10**12):
                raise BonducError(f"time control: {name}={value} is out of range")
        if not (0 <= self.increment <= LONGEST and 0 <= self.margin <= LONGEST):
            raise BonducError(f"time control: increment={self.increment}, margin={self.margin}: out of range")

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s a move")
        if self.base is not None:
            parts.append(f"{self.base:g}+{self.increment:g} s")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "no limit"


def parse_clock(text: str) -> tuple[float, float]:
    """Base and increment of a clock like `60+0.5`, in seconds; BonducError if it cannot be read."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise BonducError(f"cannot read clock {text!r}: it should be base+increment in seconds, as in 60+0.5")
    return float(found[1]), float(found[2])


class Clock:
    """The clocks of one game: what is left to (south, north), and the time of the turn under way.

    A player who moves several times running (Kiothi's opening in steps) makes one turn: its moves share the seconds
    of a move, and the increment comes at its end. `free` players are not held to the seconds of a move (their
    contestants bring limits of their own); a clock binds everyone.
    """

    def __init__(self, control: TimeControl, free: tuple[bool, bool] = (False, False)) -> None:
        self.control = control
        self.free = free
        self.left = [control.base or 0.0, control.base or 0.0]
        self.used = [0.0, 0.0]
        self._turn = 0.0

    def allowance(self) -> Allowance:
        """What the side to move may spend now."""
        control = self.control
        seconds = None if control.seconds is None else max(control.seconds - self._turn, 0.001)
        clocks = None if control.base is None else (max(self.left[0], 0.001), max(self.left[1], 0.001))
        return Allowance(seconds, clocks, control.increment, control.nodes, control.depth)

    def patience(self, player: int) -> float | None:
        """After how many seconds more `player` has certainly lost on time; None without a limit of time."""
        control = self.control
        if control.seconds is not None and not self.free[player]:
            return max(control.seconds - self._turn, 0.0) + control.margin
        return None if control.base is None else max(self.left[player], 0.0) + control.margin

    def spend(self, player: int, seconds: float, turn_passes: bool) -> bool:
        """Count the time of a move; True if `player` has lost on time by it."""
        control = self.control
        self.used[player] += seconds
        self._turn += seconds
        self.left[player] -= seconds
        late = control.base is not None and self.left[player] < -control.margin
        if control.seconds is not None and not self.free[player]:
            late = self._turn > control.seconds + control.margin
        if turn_passes:
            self._turn = 0.0
            self.left[player] += control.increment
        return late


def time_for_move(allowance: Allowance, player: int | None) -> float | None:
    """Seconds to think for a move, from the seconds allowed or the clock; None without a limit of time.

    Of a clock a twenty-fifth and most of the increment, never more than half of what is left.
    """
    if allowance.seconds is not None:
        return allowance.seconds
    if allowance.clocks is None or player is None:
        return None
    left = allowance.clocks[player]
    return max(min(left / 25 + 0.8 * allowance.increment, left / 2), 0.001)
