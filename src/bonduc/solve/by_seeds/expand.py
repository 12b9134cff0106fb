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
from typing import Any, NamedTuple

from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.rules import Rules, Scratch, function_types, scratch_type
from bonduc.games.kernels.state import CAPTURED, OVER, Options, States, south_lead
from bonduc.solve.index.ranking import next_board, rank_row, unrank_row

NO_EXIT = -128
MISSING_CLASS = -1


def edge_arrays(p: dict[str, Any]) -> list[Any]:
    """The types of the moves of a chunk, in both widths that a log keeps them in: kernels have a signature for each."""
    t = p["types"]
    return [t.Array(width, 1, "C") for width in (t.int32, t.int64)]


class ClassBlock(NamedTuple):
    """What all positions of a block of a class have in common.

    `order` are its open holes from the mover's left, `child_order` the same holes as a child, North to move, is ranked
    by, with the help of `ways`; a child of rank r that stays in the class has the place `child_base + r`. `lower` holds
    the values or codes of lower classes, that of s seeds which a child may fall into from `starts[s]` on (negative: not
    given). `over` says that the round is over in every position of so many `seeds`.
    """

    ways: Any
    order: Any
    child_order: Any
    lower: Any
    starts: Any
    seeds: int
    over: bool
    child_base: int


class Moved(NamedTuple):
    """What is written of the moves of a run of positions: of each its best exit (NO_EXIT if none) and its number of
    moves that stay in the class, and one after another the places these lead to."""

    exits: Any
    degrees: Any
    edges: Any


def block_type(p: dict[str, Any]) -> Any:
    """The Numba type of `ClassBlock`."""
    t = p["types"]
    int8, int64 = (t.Array(kind, 1, "C") for kind in (t.int8, t.int64))
    ways = t.Array(t.int64, 2, "C")
    return t.NamedTuple([ways, int64, int64, int8, int64, t.int64, t.boolean, t.int64], ClassBlock)


def _expand_signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8 = t.Array(t.int8, 1, "C")
    moved = t.NamedTuple([int8, int8, t.Array(t.int64, 1, "C")], Moved)
    return t.int64(*function_types(p), p["options"], scratch_type(p), block_type(p), t.int64, moved)


@kernel(_expand_signature)
def expand(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    options: Options,
    scratch: Scratch,
    block: ClassBlock,
    first: int,
    moved: Moved,
) -> int:
    """Sow every move of the positions from rank `first` on that `moved` has room for; how many moves stay in the class.

    Row 0 of the scratch holds what all positions of the block share (South to move, empty stores, flags) and is used
    up. Returns MISSING_CLASS where a class that is not given is needed.
    """
    rules = Rules(list_moves, play, stuck, share, evaluate, options)
    states, moves, work = scratch.states, scratch.moves, scratch.work
    order, child_order, ways, seeds = block.order, block.child_order, block.ways, block.seeds
    exits, degrees, edges = moved.exits, moved.degrees, moved.edges
    written = 0
    unrank_row(states, 0, order, ways, seeds, first)
    for index in range(len(exits)):
        best, before, stays = NO_EXIT, written, True
        for i in range(0 if block.over else list_moves(states, 0, options, moves)):
            flags = play(states, 0, moves[0, i], options, work)
            if flags < 0:
                continue
            stays = False
            if flags & CAPTURED or flags & OVER:
                worth = exit_worth(states, 1, flags, block)
                if worth == NO_EXIT:
                    return MISSING_CLASS
                best = max(best, worth)
            else:
                edges[written] = block.child_base + rank_row(states, 1, child_order, ways, seeds)
                written += 1
        if stays:
            flags = stuck(states, 0, options, work)
            if flags & OVER:
                best = south_lead(states, 1)
            elif can_move(rules, scratch, 1):
                edges[written] = block.child_base + rank_row(states, 1, child_order, ways, seeds)
                written += 1
            else:  # both players pass
                stuck(states, 1, options, work)
                best = south_lead(states, 2)
        exits[index] = best
        degrees[index] = written - before
        next_board(states, 0, order)
    return written


@helper
def exit_worth(states: States, row: int, flags: int, block: ClassBlock) -> int:
    """What a move that took seeds or ended the round is worth to its mover, South; NO_EXIT if not known."""
    if flags & OVER:
        return south_lead(states, row)
    left = seeds_left(states, row, block)
    if block.starts[left] < 0:
        return NO_EXIT
    return south_lead(states, row) - int(block.lower[place_in_lower(states, row, block, left)])


@helper
def seeds_left(states: States, row: int, block: ClassBlock) -> int:
    """How many seeds lie on the board of a child."""
    left = 0
    for i in range(len(block.child_order)):
        left += int(states[row, block.child_order[i]])
    return left


@helper
def place_in_lower(states: States, row: int, block: ClassBlock, left: int) -> int:
    """Where in `lower` a child of so many seeds is."""
    return int(block.starts[left]) + rank_row(states, row, block.child_order, block.ways, left)


@helper
def can_move(rules: Rules, scratch: Scratch, row: int) -> bool:
    found = False
    states, moves = scratch.states, scratch.moves
    for i in range(rules.list_moves(states, row, rules.options, moves)):
        if not found and rules.play(states, row, moves[row, i], rules.options, scratch.work) >= 0:
            found = True
    return found
