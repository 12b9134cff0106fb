"""Proving a claim about a position: "from here one side gains at least so much more than the other".

A depth-first search of the moves, the claimant needing one good move where it is to move and all moves to be good
where the opponent is, with endgame tables underneath. Sound against cycles: unfinished play (a position met again on
the path, or the depth limit) counts against the claimant, so a proved claim rests on finite play and tables alone
and holds on every path. A claim not proved is kept only as "not within this depth", or as refuted where the failure
met neither the depth limit nor a position above it on the path.

Claims are memorised in a table of two int64 a slot. The first holds the position itself, not a hash of it (its rank
among all positions with up to so many seeds, and who is to move), with the most that is proved and the least that is
refuted; the second the last failure (need and depth), the move that did best last, and the move that proved the most
that is proved. These proving moves never lead round in a circle: each was noted when the position it leads to was
proved already, and is replaced only by one that proves more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bonduc.games.compile import helper, kernel
from bonduc.games.contract import MOVER, NORTH_STORE, OVER, SOUTH_STORE, Moves, Options, States, Work
from bonduc.solve.ranking import rank_row

PROVED = -2
HORIZON = -1
REFUTED = 1 << 20  # the failure depends on nothing above
UNKNOWN = -3

MOST = 127  # bounds run from -MOST to MOST, stored from 1 on; 0: not known
BOUND_BITS = 8
KEY_SHIFT = 2 * BOUND_BITS
BOUND_MASK = (1 << BOUND_BITS) - 1
FIELD_BITS = 12  # of each field of the second word
FIELD_MASK = (1 << FIELD_BITS) - 1
FAILED_DEPTH = 0
FAILED_NEED = FIELD_BITS
LAST_MOVE = 2 * FIELD_BITS
EFFORT = 3 * FIELD_BITS  # the greatest depth spent on the position
PROVING_MOVE = 4 * FIELD_BITS
DEEPEST = FIELD_MASK
PROBES = 4  # slots of the memory a position may be in

# Slots of the counter array.
NODES = 0
TABLE_HITS = 1
STOP = 2  # set from outside: give up
NODE_LIMIT = 3  # give up after so many nodes; 0: no limit


def _signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, int64, wide = t.Array(t.int8, 1, "C"), t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C")
    kernels = p["list_moves"], p["play"], p["stuck"], p["states"], p["options"], p["moves"], p["work"]
    return t.int64(*kernels, wide, wide, int8, wide, int64, wide, int64, int64, t.int64, t.int64, t.int64, t.int64)


@helper
def future_lead(states: States, row: int, before: int, claimant: int) -> int:
    """What the claimant has gained on the other side between two rows."""
    after = int(states[row, SOUTH_STORE]) - int(states[row, NORTH_STORE])
    earlier = int(states[before, SOUTH_STORE]) - int(states[before, NORTH_STORE])
    return after - earlier if claimant == 0 else earlier - after


@helper
def seeds_on(states: States, row: int, order: Any) -> int:
    total = 0
    for i in range(len(order)):
        total += int(states[row, order[i]])
    return total


@helper
def slot_of(memory: Any, key: int) -> int:
    """The slot that holds a position, or the first of those it may be put in, as a negative number less one."""
    base = (key * 0x1E3779B97F4A7C15 >> 20) & (len(memory) - 1) & ~(PROBES - 1)
    for i in range(base, base + PROBES):
        if memory[i, 0] >> KEY_SHIFT == key:
            return base + (i - base)
    return -1 - base


@kernel(lambda p: p["types"].int64(p["types"].Array(p["types"].int64, 2, "C"), p["types"].int64))
def find_slot(memory: Any, key: int) -> int:
    """The slot of a position, negative if it is not remembered."""
    return slot_of(memory, key)


@helper
def set_field(memory: Any, slot: int, field: int, value: int) -> None:
    memory[slot, 1] = memory[slot, 1] & ~(FIELD_MASK << field) | value << field


@helper
def get_field(memory: Any, slot: int, field: int) -> int:
    return int(memory[slot, 1] >> field & FIELD_MASK)


@helper
def slot_for(memory: Any, key: int, depth: int) -> int:
    """The slot of a position, made for it where there is none; of the full ones the one with least work goes."""
    slot = slot_of(memory, key)
    if slot < 0:
        base = -1 - slot
        slot = base
        for i in range(base + 1, base + PROBES):
            if get_field(memory, i, EFFORT) < get_field(memory, slot, EFFORT):
                slot = i
        memory[slot, 0] = key << KEY_SHIFT
        memory[slot, 1] = 0
    if get_field(memory, slot, EFFORT) < depth:
        set_field(memory, slot, EFFORT, depth)
    return slot


@helper
def note_proved(memory: Any, key: int, need: int, depth: int, move: int) -> None:
    slot = slot_for(memory, key, depth)
    bound = need + MOST + 1
    if bound > memory[slot, 0] & BOUND_MASK:
        memory[slot, 0] = memory[slot, 0] & ~BOUND_MASK | bound
        set_field(memory, slot, PROVING_MOVE, move + 1)
    set_field(memory, slot, LAST_MOVE, move + 1)


@helper
def note_refuted(memory: Any, key: int, need: int, depth: int, move: int) -> None:
    slot = slot_for(memory, key, depth)
    bound = need + MOST + 1
    most = memory[slot, 0] >> BOUND_BITS & BOUND_MASK
    if most == 0 or bound < most:
        memory[slot, 0] = memory[slot, 0] & ~(BOUND_MASK << BOUND_BITS) | bound << BOUND_BITS
    set_field(memory, slot, LAST_MOVE, move + 1)


@helper
def note_failed(memory: Any, key: int, need: int, depth: int, move: int) -> None:
    slot = slot_for(memory, key, depth)
    set_field(memory, slot, FAILED_DEPTH, depth)
    set_field(memory, slot, FAILED_NEED, need + MOST + 1)
    set_field(memory, slot, LAST_MOVE, move + 1)


@helper
def rounded(need: int, seeds: int) -> int:
    """With an even number of seeds on the board every gain is even, so an odd need is one more."""
    return need + 1 if seeds % 2 == 0 and need % 2 != 0 else need


@helper
def known(
    key: int,
    rank: int,
    claims: bool,
    seeds: int,
    need: int,
    mover: int,
    tables: Any,
    table_starts: Any,
    memory: Any,
    counters: Any,
) -> int:
    """PROVED or REFUTED where the numbers of seeds, the tables or the memory tell, else UNKNOWN."""
    if need <= -seeds:
        return PROVED
    if need > seeds:
        return REFUTED
    place = table_starts[mover, seeds]
    if place >= 0:
        counters[TABLE_HITS] += 1
        value = int(tables[place + rank])
        return PROVED if (value if claims else -value) >= need else REFUTED
    slot = slot_of(memory, key)
    if slot >= 0:
        if memory[slot, 0] & BOUND_MASK >= need + MOST + 1:
            return PROVED
        most = memory[slot, 0] >> BOUND_BITS & BOUND_MASK
        if most != 0 and most <= need + MOST + 1:
            return REFUTED
    return UNKNOWN


@helper
def look(
    states: States,
    row: int,
    flags: int,
    need: int,
    orders: Any,
    ways: Any,
    claimant: int,
    tables: Any,
    table_starts: Any,
    key_starts: Any,
    memory: Any,
    counters: Any,
) -> int:
    """What is known of the claim in a position just reached."""
    if flags & OVER:
        return PROVED if need <= 0 else REFUTED
    mover = int(states[row, MOVER])
    order = orders[mover]
    seeds = seeds_on(states, row, order)
    rank = rank_row(states, row, order, ways, seeds)
    claims = mover == claimant
    key = (key_starts[seeds] + rank) * 2 + int(claims)
    return known(key, rank, claims, seeds, rounded(need, seeds), mover, tables, table_starts, memory, counters)


@kernel(_signature)
def prove(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    states: States,
    options: Options,
    moves: Moves,
    work: Work,
    orders: Any,
    ways: Any,
    tables: Any,
    table_starts: Any,
    key_starts: Any,
    memory: Any,
    path: Any,
    counters: Any,
    ply: int,
    need: int,
    depth: int,
    claimant: int,
) -> int:
    """Does the claimant gain at least `need` more than the other side from row `ply` on?

    PROVED; or a failure: REFUTED, HORIZON, or the ply of the highest position on the path that it met again. `orders`
    holds the open holes as South (row 0) and North (row 1) see them, `tables` the values of classes, those of seeds s
    with mover m to move from `table_starts[m, s]` on (negative: none), `path[p]` the key of the position in row p.
    """
    order = orders[states[ply, MOVER]]
    seeds = seeds_on(states, ply, order)
    need = rounded(need, seeds)
    rank = rank_row(states, ply, order, ways, seeds)
    claims = states[ply, MOVER] == claimant
    key = (key_starts[seeds] + rank) * 2 + int(claims)
    verdict = known(key, rank, claims, seeds, need, int(states[ply, MOVER]), tables, table_starts, memory, counters)
    if verdict != UNKNOWN:
        return verdict
    counters[NODES] += 1
    if counters[STOP] != 0 or (counters[NODE_LIMIT] > 0 and counters[NODES] > counters[NODE_LIMIT]):
        return HORIZON
    first_move = -1
    slot = slot_of(memory, key)
    if slot >= 0:
        tried = get_field(memory, slot, FAILED_NEED)
        if tried != 0 and tried <= need + MOST + 1 and get_field(memory, slot, FAILED_DEPTH) >= depth:
            return HORIZON
        first_move = get_field(memory, slot, LAST_MOVE) - 1
    above = ply - 1
    while above >= 0 and seeds_on(states, above, order) == seeds:
        if path[above] == key:
            return above
        above -= 1
    if depth == 0:
        return HORIZON
    path[ply] = key

    # A first look at every move: what is known of it already, and what the claimant gains by it, the best first.
    listed, moved, failed, failure, tried_move = 0, False, False, REFUTED, 0
    for i in range(list_moves(states, ply, options, moves)):
        move = int(moves[ply, i])
        flags = play(states, ply, move, options, work)
        if flags < 0:
            continue
        moved = True
        gain = future_lead(states, ply + 1, ply, claimant)
        verdict = look(
            states,
            ply + 1,
            flags,
            need - gain,
            orders,
            ways,
            claimant,
            tables,
            table_starts,
            key_starts,
            memory,
            counters,
        )
        if claims and verdict == PROVED:
            note_proved(memory, key, need, depth, move)
            return PROVED
        if not claims and verdict == REFUTED:
            note_refuted(memory, key, need, depth, move)
            return REFUTED
        if verdict == UNKNOWN:
            worth = MOST if move == first_move else gain if claims else -gain
            at = listed
            while at > 0 and moves[ply, at - 1] >> 16 < worth:
                moves[ply, at] = moves[ply, at - 1]
                at -= 1
            moves[ply, at] = worth << 16 | move
            listed += 1
    for i in range(listed if moved else 1):
        move = int(moves[ply, i]) & 0xFFFF if moved else 0
        flags = play(states, ply, move, options, work) if moved else stuck(states, ply, options, work)
        gain = future_lead(states, ply + 1, ply, claimant)
        if flags & OVER:
            result = PROVED if gain >= need else REFUTED
        else:
            result = prove(
                list_moves, play, stuck, states, options, moves, work, orders, ways, tables, table_starts,
                key_starts, memory, path, counters, ply + 1, need - gain, depth - 1, claimant,
            )  # fmt: skip
        if claims and result == PROVED:
            note_proved(memory, key, need, depth, move)
            return PROVED
        if result != PROVED:
            failed, failure, tried_move = True, min(failure, result), move
            if not claims:
                break
    if not claims and not failed:
        note_proved(memory, key, need, depth, 0)
        return PROVED
    if failure >= ply:  # what it met again, if anything, is this position or below it
        note_refuted(memory, key, need, depth, tried_move)
        return REFUTED
    if failure == HORIZON:
        note_failed(memory, key, need, depth, tried_move)
    return failure
