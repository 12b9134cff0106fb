"""Retrograde analysis of one class of positions, all cycles within it included.

The value of a position is what the mover still gains minus what the opponent still gains, play without end counting
nothing more for either. A move leaves the class (seeds are captured, or the round ends) with a known *exit* value,
or stays in it. So within a class the players fight about which exit is taken, and a class is solved by settling

    w(p) = max(best exit of p, max of -w(child) over the moves that stay)

for values from the largest size down. A position is settled at +v as soon as it has an exit worth v or a child
settled at -v, and at -v as soon as all its moves are settled and the best of them is worth -v.

Why this is right, cycles and all: by induction over v and over the order of settling, a position settled at +v or -v
has that value forced in finite play, since every move of the forcing side leads to one settled before; and a position
not settled when v has been worked through cannot be forced that far: its mover has a move to a position not settled
at +v or more, and none to one settled at -v or less, so the mover can stay among such positions for ever, which is
worth 0, or leave by an exit worth less than v in size. What is not settled in the end has value 0: neither side can
force a gain, and each can avoid a loss by playing on.

A value 0 is *cyclic* if it is not the value of finite play: if some side holds the balance only by never leaving the
class. Two further sets of positions, grown in the same way, tell: those where the mover can force an end worth at
least 0, and those where the opponent can force one worth at most 0. (A finite play that leaves the class counts as an
end, with the value of the position it leads to.)

Each move is sown once: `expand` finds exits and the moves that stay. Two ways lead from there to the values, and they
give the same: `propagate` follows moves backwards, each once; it needs them all in memory. `sweep` looks at them
forwards, again and again, and needs one byte a position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.state import (
    CAPTURED,
    OVER,
    Moves,
    Options,
    States,
    Work,
    south_lead,
)
from bonduc.solve.index.ranking import next_board, rank_row, unrank_row

NO_EXIT = -128
MISSING_CLASS = -1


def edge_arrays(p: dict[str, Any]) -> list[Any]:
    """The types of the moves of a chunk, in both widths that a log keeps them in: kernels have a signature for each."""
    t = p["types"]
    return [t.Array(width, 1, "C") for width in (t.int32, t.int64)]


def _expand_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    kernels = p["list_moves"], p["play"], p["stuck"], p["states"], p["options"], p["moves"], p["work"]
    int8, int64 = (t.Array(kind, 1, "C") for kind in (t.int8, t.int64))
    block = t.Array(t.int64, 2, "C"), int64, int64, t.int64, t.boolean, t.int64, int64
    return t.int64(*kernels, *block, t.int64, t.int64, int8, int8, int8, int64)


@kernel(_expand_signature)
def expand(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    states: States,
    options: Options,
    moves: Moves,
    work: Work,
    ways: Any,
    order: Any,
    child_order: Any,
    seeds: int,
    over: bool,
    first: int,
    lower_starts: Any,
    child_base: int,
    count: int,
    lower: Any,
    exits: Any,
    degrees: Any,
    edges: Any,
) -> int:
    """Sow every move of `count` positions from rank `first` on; how many moves stay in the class.

    Row 0 of `states` holds what all positions of the block share (South to move, empty stores, flags) and is used
    up. `order` are its open holes from the mover's left; `child_order` the same holes as a child, North to move, is
    ranked by; a child of rank r that stays in the class has the place `child_base + r`. `over` says that the round is
    over in every position of so many seeds. `lower` holds the values of
    lower classes, that of s seeds which a child may fall into from `lower_starts[s]` on (negative: not given).
    Written for each position: its best exit (NO_EXIT if none) and number of edges, and one after another the
    children's places into `edges`. Returns MISSING_CLASS where a class that is not given is needed.
    """
    written = 0
    unrank_row(states, 0, order, ways, seeds, first)
    for index in range(count):
        best, before, moved = NO_EXIT, written, False
        for i in range(0 if over else list_moves(states, 0, options, moves)):
            flags = play(states, 0, moves[0, i], options, work)
            if flags < 0:
                continue
            moved = True
            if flags & CAPTURED or flags & OVER:
                worth = exit_worth(states, 1, flags, child_order, ways, lower, lower_starts)
                if worth == NO_EXIT:
                    return MISSING_CLASS
                best = max(best, worth)
            else:
                edges[written] = child_base + rank_row(states, 1, child_order, ways, seeds)
                written += 1
        if not moved:
            flags = stuck(states, 0, options, work)
            if flags & OVER:
                best = south_lead(states, 1)
            elif can_move(list_moves, play, states, 1, options, moves, work):
                edges[written] = child_base + rank_row(states, 1, child_order, ways, seeds)
                written += 1
            else:  # both players pass
                stuck(states, 1, options, work)
                best = south_lead(states, 2)
        exits[index] = best
        degrees[index] = written - before
        next_board(states, 0, order)
    return written


@helper
def exit_worth(states: States, row: int, flags: int, child_order: Any, ways: Any, lower: Any, lower_starts: Any) -> int:
    """What a move that took seeds or ended the round is worth to its mover, South; NO_EXIT if not known."""
    if flags & OVER:
        return south_lead(states, row)
    left = 0
    for i in range(len(child_order)):
        left += int(states[row, child_order[i]])
    if lower_starts[left] < 0:
        return NO_EXIT
    return south_lead(states, row) - int(lower[lower_starts[left] + rank_row(states, row, child_order, ways, left)])


@helper
def can_move(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    states: States,
    row: int,
    options: Options,
    moves: Moves,
    work: Work,
) -> bool:
    found = False
    for i in range(list_moves(states, row, options, moves)):
        if not found and play(states, row, moves[row, i], options, work) >= 0:
            found = True
    return found
