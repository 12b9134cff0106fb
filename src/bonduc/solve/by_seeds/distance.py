"""How many moves off the end of the round is, for positions that tables by seeds hold.

The *end* of a position is the number of moves to the end of the round when both players keep to moves that keep its
value, and of these, in every position of the line, a mover who gains takes one after which the end comes soonest, one
who loses one after which it comes latest, and one for whom nothing is left to gain one after which it comes soonest.
A position has no end (NONE) if such play does not come to one, and if it is a cyclic draw.

    end(p) = 1 + least or greatest end of the positions after moves that keep the value of p

All ends of a class are NONE at first, and fall in sweeps over the moves (`sweep`) as they become known; so none rests
on itself. Here and on disk an end is one more than the number of moves: 1 where the round is over already, since the
side to move cannot move; 0 stands for no move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.rules import Rules, Scratch, function_types, scratch_type
from bonduc.games.kernels.state import CAPTURED, OVER, Options, States, south_lead
from bonduc.solve.by_seeds.expand import ClassBlock, block_type, can_move, edge_arrays, place_in_lower, seeds_left
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC, is_due
from bonduc.solve.index.ranking import next_board, unrank_row

NONE = 65535


class Leaving(NamedTuple):
    """A run of positions: their codes, the ends of lower classes, and, to be written, the ends by moves that leave."""

    codes: Any
    lower_ends: Any
    ends: Any


def _leaving_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, uint16 = (t.Array(kind, 1, "C") for kind in (t.int8, t.uint16))
    run = t.NamedTuple([int8, uint16, uint16], Leaving)
    return t.int64(*function_types(p), p["options"], scratch_type(p), block_type(p), t.int64, run)


def _sweep_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, uint8, uint16 = (t.Array(kind, 1, "C") for kind in (t.int8, t.uint8, t.uint16))
    return [t.int64(uint16, int8, uint16, int8, e, t.int64, uint8, uint8, t.int64, t.boolean) for e in edge_arrays(p)]


@helper
def value_of(code: int) -> int:
    """The value that a code of a table tells."""
    return 0 if code == CYCLIC else code


@helper
def nearer(end: int, other: int, value: int) -> int:
    """Of the ends after two moves the one that the mover of a position of this value prefers; 0: no move yet."""
    if end == 0 or other == 0:
        return end + other
    return max(end, other) if value < 0 else min(end, other)


@helper
def end_of_exit(states: States, row: int, flags: int, value: int, block: ClassBlock, ends: Any) -> int:
    """The end by a move into `row` that takes seeds or ends the round; 0 if it does not keep the value."""
    gain = south_lead(states, row)
    if flags & OVER:
        return 2 if gain == value else 0
    place = place_in_lower(states, row, block, seeds_left(states, row, block))
    if gain - value_of(int(block.lower[place])) != value:
        return 0
    return min(NONE, int(ends[place]) + 1)


@kernel(_leaving_signature)
def leave(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    options: Options,
    scratch: Scratch,
    block: ClassBlock,
    first: int,
    leaving: Leaving,
) -> int:
    """Find the ends by moves that leave the class, of a run of positions from rank `first` on; 0 where there are none.

    Row 0 of the scratch holds what all positions share, as for `expand.expand`.
    """
    rules = Rules(list_moves, play, stuck, share, evaluate, options)
    states, moves, work = scratch.states, scratch.moves, scratch.work
    unrank_row(states, 0, block.order, block.ways, block.seeds, first)
    for index in range(len(leaving.codes)):
        value = value_of(int(leaving.codes[index]))
        found, moved = 0, False
        for i in range(0 if block.over else list_moves(states, 0, options, moves)):
            flags = play(states, 0, moves[0, i], options, work)
            moved = moved or flags >= 0
            if flags >= 0 and flags & (CAPTURED | OVER):
                end = end_of_exit(states, 1, flags, value, block, leaving.lower_ends)
                found = nearer(found, end, value)
        if not moved:
            flags = stuck(states, 0, options, work)
            if flags & OVER:
                found = 1
            elif not can_move(rules, scratch, 1):
                found = 3  # both players pass
        leaving.ends[index] = found
        next_board(states, 0, block.order)
    return 0


@kernel(_sweep_signature)
def sweep_ends(
    ends: Any,
    codes: Any,
    leaving: Any,
    degrees: Any,
    edges: Any,
    first: int,
    before: Any,
    now: Any,
    shift: int,
    backward: bool,
) -> int:
    """One sweep over a chunk whose first place is `first` (`sweep.sweep_values`); how many ends changed."""
    changes, count = 0, len(degrees)
    edge = len(edges) if backward else 0
    for i in range(count):
        index = count - 1 - i if backward else i
        degree = int(degrees[index])
        edge -= degree if backward else 0
        code = int(codes[first + index])
        if code != CYCLIC and (degree == 0 or is_due(edges, edge, degree, before, now, shift)):
            end = int(leaving[first + index])
            for j in range(edge, edge + degree):
                if value_of(int(codes[edges[j]])) == -code:
                    end = nearer(end, min(NONE, int(ends[edges[j]]) + 1), code)
            if end != ends[first + index]:
                ends[first + index] = end
                now[(first + index) >> shift] = 1
                changes += 1
        edge += 0 if backward else degree
    return changes
