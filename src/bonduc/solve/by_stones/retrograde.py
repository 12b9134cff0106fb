"""Retrograde analysis of games that are only won, drawn or lost, with the distance to the end of the round.

The distance of a position is the number of moves to the end of the round if the winner hastens and the loser delays.
Who is to move and cannot has lost, at distance 0; a won position has an odd distance, a lost one an even one. So one
number, the *code*, tells both: the distance, or DRAW.

A move captures and leads to a lower class, or ends the round, with a known code (the *exits* of a position), or stays
in the pair of classes (a *quiet* move). A pair is solved by settling positions distance by distance, d = 0, 1, 2, …:

- d odd: a position not settled is won at d if it has an exit won at d, or a quiet move to a position lost at d - 1;
- d even: it is lost at d if each quiet move leads to a position won at less than d, and each exit is lost by d.

Why this is right, cycles and all: by induction over d, the positions settled by d are those whose mover can force a
win, or cannot escape a loss, within d moves, and they are settled at the least such d; for each clause asks of the
moves just what makes a win or loss in d moves, and refers to smaller distances only. A position that is never settled
is a draw: its mover has no move to a lost position, and either an exit that is a draw or a quiet move to another such
position; who keeps to these moves never loses, and that holds for both sides. As a round cannot end without a winner
but by a repetition, every draw is play that never ends.

While a pair is solved, an entry of `codes` that is not settled holds UNSETTLED and the code of its best exit: the
least odd one, if there is any, else DRAW if it can leave to a draw, else the greatest even one (0: there is none);
`masks` holds a bit for each hole from which a quiet move leads to a position not yet settled as won.

A block's moves change the ring of one player: its positions lie in the same column of the other block, or in the same
row (`stones`). `settle` works on a range of rows or of columns, so that threads never touch the same entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.rules import Scratch, function_types, scratch_type
from bonduc.games.kernels.state import CAPTURED, HOLE_MASK, OVER, Options, States, south_lead

UNSETTLED = 0x8000
DRAW = 0x7FFE  # even, and greater than any distance
LONGEST = 0x7FF0  # a distance that no round has

# What `expand` returns instead of a distance.
MISSING_CLASS = -1
NOT_STONES = -2

GATHER = 0x0102040810204080  # times eight bytes of 0 or 1: their bits in the highest byte


def worth_of(code: int) -> int:
    """What a code is worth to the mover: 1 a win, 0 a draw, -1 a loss."""
    return 0 if code == DRAW else 1 if code & 1 else -1


def _arrays(p: dict[str, Any]) -> dict[str, Any]:
    t = p["types"]
    names = {"int8": t.int8, "int32": t.int32, "int64": t.int64, "uint16": t.uint16}
    found = {name: t.Array(kind, 1, "C") for name, kind in names.items()}
    return found | {
        "steps": t.Array(t.int32, 2, "C"),
        "holes": t.Array(t.int8, 2, "C"),
        "pairs": t.Array(t.int64, 2, "C"),
    }


class PairBlock(NamedTuple):
    """A block of a pair, to be expanded.

    `outer` and `inner` are the rings that rows and columns stand for, `size` holes each, `outer_moves` says whose turn
    it is. `ranks` are those of rings, `steps` how a move from each hole changes its ring. A child whose mover has lost
    k stones (k = 1, 2) and has the ring `own` against `enemy` is found at rank(own) · strides[k - 1, 0] + rank(enemy) ·
    strides[k - 1, 1] of `lower_one` or `lower_two`. Written are `codes`, UNSETTLED with the best exit, and `masks`.
    """

    size: int
    outer: Any
    inner: Any
    ranks: Any
    steps: Any
    outer_moves: bool
    lower_one: Any
    lower_two: Any
    strides: Any
    codes: Any
    masks: Any


def _expand_signature(p: dict[str, Any]) -> Any:
    t, a = p["types"], _arrays(p)
    board = t.int64, a["int64"], a["int64"], a["int32"], a["int64"], t.boolean
    block = t.NamedTuple([*board, a["uint16"], a["uint16"], a["pairs"], a["uint16"], a["uint16"]], PairBlock)
    return t.int64(*function_types(p), p["options"], scratch_type(p), block, t.int64, t.int64)


@helper
def board_bits(states: States, row: int) -> int:
    """The stones of up to 32 holes of a row, one bit each."""
    words = states.view(np.int64)
    bits = 0
    for i in range(4):
        bits |= ((words[row, i] * GATHER) >> 56 & 0xFF) << 8 * i
    return bits


@helper
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@helper
def better(code: int, other: int) -> int:
    """The code that the mover prefers: won soonest, else a draw, else lost latest."""
    if code & 1 and other & 1:
        return min(code, other)
    if code & 1:
        return code
    if other & 1:
        return other
    return max(code, other)


@helper
def before(code: int) -> int:
    """What a move is worth to its mover that leads to a position with this code."""
    return DRAW if code == DRAW else code + 1


@kernel(_expand_signature)
def expand(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    options: Options,
    scratch: Scratch,
    block: PairBlock,
    first: int,
    last: int,
) -> int:
    """Play every move of the rows `first` to before `last` of a block; the greatest distance of an exit.

    Row 0 of the scratch must be empty with South to move: the mover's ring comes first. Returns MISSING_CLASS where a
    lower class is needed and empty, NOT_STONES where a move is not one of `steps` or takes more than two stones, or a
    round ends otherwise than these games do.
    """
    states, moves, work = scratch.states, scratch.moves, scratch.work
    size, outer, inner, outer_moves = block.size, block.outer, block.inner, block.outer_moves
    ranks, steps, strides = block.ranks, block.steps, block.strides
    ring = (1 << size) - 1
    outer_base, inner_base = (0, size) if outer_moves else (size, 0)
    greatest = 0
    for i in range(first, last):
        for hole in range(size):
            states[0, outer_base + hole] = outer[i] >> hole & 1
        for j in range(len(inner)):
            for hole in range(size):
                states[0, inner_base + hole] = inner[j] >> hole & 1
            own, enemy = (outer[i], inner[j]) if outer_moves else (inner[j], outer[i])
            best, mask, moved = 0, 0, False
            for m in range(list_moves(states, 0, options, moves)):
                flags = play(states, 0, moves[0, m], options, work)
                if flags < 0:
                    continue
                moved = True
                if flags & OVER:
                    if south_lead(states, 1) <= 0:
                        return NOT_STONES
                    best = better(best, 1)
                    greatest = max(greatest, 1)
                    continue
                board = board_bits(states, 1)
                if not flags & CAPTURED:
                    from_hole = moves[0, m] & HOLE_MASK
                    if board != (enemy << size | own ^ steps[from_hole]):
                        return NOT_STONES
                    mask |= 1 << from_hole
                    continue
                taken = count_bits(enemy) - count_bits(board >> size)
                if not 1 <= taken <= 2 or count_bits(board & ring) != count_bits(own):
                    return NOT_STONES
                lower = block.lower_one if taken == 1 else block.lower_two
                if len(lower) == 0:
                    return MISSING_CLASS
                place = ranks[board >> size] * strides[taken - 1, 0] + ranks[board & ring] * strides[taken - 1, 1]
                code = before(lower[place])
                best = better(best, code)
                if code != DRAW:
                    greatest = max(greatest, code)
            if not moved and (stuck(states, 0, options, work) & OVER == 0 or south_lead(states, 1) >= 0):
                return NOT_STONES
            block.codes[i * len(inner) + j] = UNSETTLED | best
            block.masks[i * len(inner) + j] = mask
    return greatest


class Entries(NamedTuple):
    """What is known of the positions of a block."""

    codes: Any
    masks: Any


class Part(NamedTuple):
    """Rows and columns of a block, each from the first to before the last."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


class Backward(NamedTuple):
    """The steps that lead to each rank of a ring and their holes (`classes.Steps`); whether the ring is the rows'."""

    ranks: Any
    holes: Any
    outer: bool


def _settle_signature(p: dict[str, Any]) -> Any:
    t, a = p["types"], _arrays(p)
    entries, part = t.NamedUniTuple(a["uint16"], 2, Entries), t.NamedUniTuple(t.int64, 4, Part)
    back = t.NamedTuple([a["steps"], a["holes"], t.boolean], Backward)
    return t.int64(entries, entries, t.int64, t.int64, part, back)


@kernel(_settle_signature)
def settle(here: Entries, there: Entries, distance: int, width: int, part: Part, back: Backward) -> int:
    """Settle what is won or lost at `distance` in a part of a block, and tell the positions before it; how many.

    The positions before are in the other block, `there`; `width` is how many columns the blocks have.
    """
    settled = 0
    won = distance & 1
    for i in range(part.first_row, part.last_row):
        for j in range(part.first_column, part.last_column):
            place = i * width + j
            code = int(here.codes[place])
            if not code & UNSETTLED or code & 1 != won:
                continue
            exit_code = code & ~UNSETTLED
            if won and exit_code != distance:
                continue
            if not won and (exit_code > distance or here.masks[place] != 0):
                continue
            here.codes[place] = distance
            settled += 1
            rank = i if back.outer else j
            k = 0
            while back.ranks[rank, k] >= 0:
                parent = back.ranks[rank, k] * width + j if back.outer else i * width + back.ranks[rank, k]
                bit = 1 << back.holes[rank, k]
                k += 1
                known = int(there.codes[parent])
                if not known & UNSETTLED or not there.masks[parent] & bit:
                    continue
                if won:
                    there.masks[parent] &= ~bit
                elif not known & 1 or known & ~UNSETTLED > distance + 1:
                    there.codes[parent] = UNSETTLED | (distance + 1)
    return settled


@kernel(lambda p: p["types"].int64(_arrays(p)["uint16"], p["types"].boolean, _arrays(p)["int64"]))
def finish(codes: Any, distances: bool, counts: Any) -> int:
    """What is not settled is a draw; count wins, draws and losses. The longest distance.

    Without `distances` a win becomes 1 and a loss 0.
    """
    longest = 0
    for place in range(len(codes)):
        code = int(codes[place])
        if code & UNSETTLED:
            codes[place] = DRAW
            counts[1] += 1
            continue
        longest = max(longest, code)
        counts[0 if code & 1 else 2] += 1
        if not distances:
            codes[place] = code & 1
    return longest


def _check_signature(p: dict[str, Any]) -> Any:
    t, a = p["types"], _arrays(p)
    return t.int64(*[a["uint16"]] * 4, t.int64, t.int64, t.int64, t.boolean, a["steps"])


@kernel(_check_signature)
def check_codes(
    codes: Any,
    children: Any,
    exits: Any,
    masks: Any,
    width: int,
    first: int,
    last: int,
    outer_moves: bool,
    forward: Any,
) -> int:
    """Derive the codes of the rows `first` to before `last` from their successors; the first wrong place, or -1.

    `exits` and `masks` are what `expand` wrote, `children` the codes of the other block, `forward` the steps of the
    mover's ring.
    """
    for i in range(first, last):
        for j in range(width):
            place = i * width + j
            best = int(exits[place]) & ~UNSETTLED
            rank = i if outer_moves else j
            for hole in range(forward.shape[1]):
                if masks[place] >> hole & 1:
                    after = forward[rank, hole]
                    best = better(best, before(children[after * width + j if outer_moves else i * width + after]))
            if best != codes[place]:
                return place
    return -1
