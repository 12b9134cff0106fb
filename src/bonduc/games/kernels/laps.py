"""Whole laps at a time, for the games in which only the last seed of a lap decides.

While a sowing runs, the seeds that have fallen need not be put into the holes one by one: how many fell into a hole
follows from where the sowing began (`origin`), where it is (`at`), and how often it has gone from the board's last
hole to its first since (`turns`). A hole's field in the row then holds its count less the seeds fallen into it,
reduced to COUNT_BITS bits, until `settle` puts the counts back. A lap costs one step, however many seeds it has, so
an endless sowing of millions of laps is proved in no time.
"""

from __future__ import annotations

from bonduc.games.kernels.compile import helper
from bonduc.games.kernels.state import Event, Log, States

COUNT_BITS = 7  # no hole ever holds more than 127 seeds
COUNT_MASK = (1 << COUNT_BITS) - 1


@helper
def fallen(hole: int, origin: int, at: int, turns: int) -> int:
    """How many seeds have fallen into a hole since the row was settled."""
    return turns + int(hole <= at) - int(hole <= origin)


@helper
def seeds_now(states: States, row: int, hole: int, origin: int, at: int, turns: int) -> int:
    """How many seeds a hole holds, while the sowing runs."""
    return (int(states[row, hole]) + fallen(hole, origin, at, turns)) & COUNT_MASK


@helper
def advance(at: int, turns: int, hand: int, size: int) -> tuple[int, int]:
    """Where the last seed of a handful lifted from `at` falls, and how many turns the sowing then has made."""
    at += hand
    # Nearly every second lap turns, at random: a branch here would be mispredicted, so the first turn has none.
    past = int(at >= size)
    at -= size * past
    turns += past
    while at >= size:
        at -= size
        turns += 1
    return at, turns


@helper
def lift_all(states: States, row: int, origin: int, at: int, turns: int) -> None:
    """The hole that the sowing has come to is emptied."""
    states[row, at] = -fallen(at, origin, at, turns) & COUNT_MASK


@helper
def settle(states: States, row: int, size: int, origin: int, at: int, turns: int) -> None:
    """Every hole's field holds its count again."""
    for hole in range(size):
        states[row, hole] = seeds_now(states, row, hole, origin, at, turns)


@helper
def log_drops(
    states: States, row: int, size: int, origin: int, at: int, turns: int, hand: int, lap: int, log: Log
) -> None:
    """The drops of a lap about to be sown from `at`."""
    if log is not None:
        for _ in range(hand):
            at += 1
            if at == size:
                at = 0
                turns += 1
            log.append((Event.DROP, at, seeds_now(states, row, at, origin, at, turns), lap))
