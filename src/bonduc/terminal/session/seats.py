"""Who sits where: a person, or the computer at a level."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.errors import OptionError

LEVELS = range(1, 9)
USUAL_LEVEL = 4


@dataclass(frozen=True)
class Seat:
    """A player: a person (`level` None), or the computer at a level, thinking at most `seconds` a move if given."""

    level: int | None = None
    seconds: float | None = None

    @property
    def is_computer(self) -> bool:
        """Whether the computer plays here."""
        return self.level is not None

    def __str__(self) -> str:
        return "human" if self.level is None else f"computer, level {self.level}"


def read_seat(text: str, level: int, seconds: float | None) -> Seat:
    """`human`, `computer` or `computer:LEVEL`; OptionError says what is possible."""
    kind, colon, given = text.strip().lower().partition(":")
    if kind == "human" and not colon:
        return Seat()
    if kind != "computer" or (colon and not given.isdecimal()):
        raise OptionError(f"player {text!r}: must be human, computer or computer:LEVEL")
    chosen = int(given) if colon else level
    if chosen not in LEVELS:
        raise OptionError(f"level {chosen}: must be from {LEVELS[0]} to {LEVELS[-1]}")
    return Seat(chosen, seconds)
