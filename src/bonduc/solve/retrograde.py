"""Retrograde analysis of one class of positions, all cycles within it included.

The value of a position is what the mover still gains minus what the opponent still gains, play without end counting
nothing more for either. A move leaves the class (seeds are captured, or the round ends) with a known *exit* value,
or stays in it. So within a class the players fight about which exit is taken, and a class is solved by iterating

    w(p) = max(best exit of p, max of -w(child) over the moves that stay)

from w = 0 everywhere until nothing changes. Why this is right, cycles and all: after k rounds of it, w(p) >= v > 0
holds exactly where the mover can force an exit worth v or more within k moves, and w(p) <= -v exactly where the
opponent can; so the sets {w >= v} and {w <= -v} only grow, a value once away from 0 never comes back, and in the
limit they hold exactly the positions whose value can be forced in finite play. All others have value 0: neither side
can force a gain, and each can avoid a loss by playing on. The rounds are monotone, so they may update in place, in
any order and from several threads, and end in the same limit.

A value 0 is *cyclic* if it is not the value of finite play: if some side holds the balance only by never leaving the
class. Two further sets of positions, grown in the same way, tell: those where the mover can force an exit worth at
least 0, and those where the opponent can force one worth at most 0.

Each move is sown once: exits and the moves that stay are kept, and rounds only look values up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bonduc.games.compile import helper, kernel
from bonduc.games.contract import (
    CAPTURED,
    NORTH_STORE,
    OVER,
    SOUTH_STORE,
    Moves,
    Options,
    States,
    Work,
)
from bonduc.solve.ranking import next_board, rank_row, unrank_row

NO_EXIT = -128
MOVER_HOLDS = 1  # bit: the mover can force an exit worth at least 0
OPPONENT_HOLDS = 2  # bit: the opponent can force an exit worth at most 0 for the mover
MISSING_CLASS = -1


def _expand_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    kernels = p["list_moves"], p["play"], p["stuck"], p["states"], p["options"], p["moves"], p["work"]
    int8, int32, int64 = (t.Array(kind, 1, "C") for kind in (t.int8, t.int32, t.int64))
    block = t.Array(t.int64, 2, "C"), int64, int64, t.int64, t.int64, t.boolean, t.int64, t.int64
    return t.int64(*kernels, *block, int8, int64, int8, int8, int32)


def _relax_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, int32 = t.Array(t.int8, 1, "C"), t.Array(t.int32, 1, "C")
    return t.int64(int8, int8, int8, int32, t.int64)


def _holds_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, int32 = t.Array(t.int8, 1, "C"), t.Array(t.int32, 1, "C")
    return t.int64(int8, int8, int8, int8, int32, t.int64)


@helper
def lead(states: States, row: int) -> int:
    """What South has taken more than North."""
    return int(states[row, SOUTH_STORE]) - int(states[row, NORTH_STORE])


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
    child_base: int,
    seeds: int,
    over: bool,
    first: int,
    count: int,
    lower: Any,
    lower_starts: Any,
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
                best = lead(states, 1)
            elif can_move(list_moves, play, states, 1, options, moves, work):
                edges[written] = child_base + rank_row(states, 1, child_order, ways, seeds)
                written += 1
            else:  # both players pass
                stuck(states, 1, options, work)
                best = lead(states, 2)
        exits[index] = best
        degrees[index] = written - before
        next_board(states, 0, order)
    return written


@helper
def exit_worth(states: States, row: int, flags: int, child_order: Any, ways: Any, lower: Any, lower_starts: Any) -> int:
    """What a move that took seeds or ended the round is worth to its mover, South; NO_EXIT if not known."""
    if flags & OVER:
        return lead(states, row)
    left = 0
    for i in range(len(child_order)):
        left += int(states[row, child_order[i]])
    if lower_starts[left] < 0:
        return NO_EXIT
    return lead(states, row) - int(lower[lower_starts[left] + rank_row(states, row, child_order, ways, left)])


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


@kernel(_relax_signature)
def relax(values: Any, exits: Any, degrees: Any, edges: Any, first: int) -> int:
    """One round of the iteration over a chunk whose first position has the place `first`; how many values changed."""
    changed = 0
    edge = 0
    for index in range(len(exits)):
        best = int(exits[index])
        for _ in range(degrees[index]):
            best = max(best, -int(values[edges[edge]]))
            edge += 1
        if best != values[first + index]:
            values[first + index] = best
            changed += 1
    return changed


@kernel(_holds_signature)
def grow_holds(values: Any, holds: Any, exits: Any, degrees: Any, edges: Any, first: int) -> int:
    """One round of growing who can force a finite balance, among positions of value 0; how many bits changed."""
    changed = 0
    edge = 0
    for index in range(len(exits)):
        degree = int(degrees[index])
        if values[first + index] == 0:
            mover_holds = exits[index] == 0
            opponent_holds = True
            for i in range(edge, edge + degree):
                child = edges[i]
                # A child worth more than 0 to the opponent is no move to hold with, nor one to be held against.
                if values[child] == 0:
                    mover_holds = mover_holds or holds[child] & OPPONENT_HOLDS != 0
                    opponent_holds = opponent_holds and holds[child] & MOVER_HOLDS != 0
            bits = MOVER_HOLDS * int(mover_holds) + OPPONENT_HOLDS * int(opponent_holds)
            if bits != holds[first + index]:
                holds[first + index] = bits
                changed += 1
        edge += degree
    return changed
