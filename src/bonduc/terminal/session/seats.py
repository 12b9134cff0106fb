"""Who sits where: a person, or the computer at a level."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.errors import OptionError
from bonduc.language import N_

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
        raise OptionError(N_("player {player!r}: must be human, computer or computer:LEVEL", player=text))
    chosen = int(given) if colon else level
    if chosen not in LEVELS:
        raise OptionError(
            N_("level {level}: must be from {low} to {high}", level=chosen, low=LEVELS[0], high=LEVELS[-1])
        )
    return Seat(chosen, seconds)
