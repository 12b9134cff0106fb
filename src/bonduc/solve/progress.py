"""What long work on tables reports while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """The class by its seeds, what is being done with it, the share of that done (0 to 1)."""

    seeds: int
    task: str
    done: float


Report = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Report to nobody."""
