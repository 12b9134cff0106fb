"""Which positions of a round can occur again."""

from __future__ import annotations

from collections.abc import Sequence

from bonduc.position import Position


def earlier_that_can_recur(position: Position, history: Sequence[Position]) -> list[Position]:
    """The earlier positions since the last capture: the others cannot occur again."""
    seeds = sum(position.holes) + position.hand
    found: list[Position] = []
    for earlier in reversed(history):
        if sum(earlier.holes) + earlier.hand != seeds:
            break
        found.append(earlier)
    return found[::-1]
