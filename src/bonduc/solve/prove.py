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
from typing import Any, NamedTuple

from bonduc.games.compile import helper, kernel
from bonduc.games.contract import MOVER, NORTH_STORE, OVER, SOUTH_STORE, Moves, Options, States, Work
from bonduc.solve.ranking import rank_row

PROVED = -2
HORIZON = -1
REFUTED = 1 << 20  # the failure depends on nothing above
UNKNOWN = -3
NO_MOVE = -4

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


class Search(NamedTuple):
    """All that a search for one side's claims works with.

    `states`, `moves` and `path` have a row for each ply, `path[p]` being the key of the position in row p. `orders`
    holds the open holes as South (row 0) and North (row 1) see them; `tables` the values of classes, those of seeds s
    with mover m to move from `table_starts[m, s]` on (negative: none); the keys of positions with s seeds begin at
    `key_starts[s]`.
    """

    states: States
    options: Options
    moves: Moves
    work: Work
    orders: Any
    ways: Any
    tables: Any
    table_starts: Any
    key_starts: Any
    memory: Any
    path: Any
    counters: Any
    claimant: int


def _signature(p: dict[str, Any]) -> Any:
    t = p["types"]
    int8, int64, wide = t.Array(t.int8, 1, "C"), t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C")
    arrays = p["states"], p["options"], p["moves"], p["work"], wide, wide, int8, wide, int64, wide, int64, int64
    search = t.NamedTuple([*arrays, t.int64], Search)
    return t.int64(p["list_moves"], p["play"], p["stuck"], search, t.int64, t.int64, t.int64)


@helper
def gain_of(search: Search, ply: int) -> int:
    """What the claimant gains on the other side by the move from row `ply` to the next."""
    states = search.states
    after = int(states[ply + 1, SOUTH_STORE]) - int(states[ply + 1, NORTH_STORE])
    before = int(states[ply, SOUTH_STORE]) - int(states[ply, NORTH_STORE])
    return after - before if search.claimant == 0 else before - after


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
def known(search: Search, row: int, need: int) -> int:
    """PROVED or REFUTED where the numbers of seeds, the tables or the memory tell, else UNKNOWN.

    Notes the key of the position in `path`.
    """
    mover = int(search.states[row, MOVER])
    order = search.orders[mover]
    seeds = seeds_on(search.states, row, order)
    rank = rank_row(search.states, row, order, search.ways, seeds)
    claims = mover == search.claimant
    key = (search.key_starts[seeds] + rank) * 2 + int(claims)
    search.path[row] = key
    need = rounded(need, seeds)
    if need <= -seeds:
        return PROVED
    if need > seeds:
        return REFUTED
    place = search.table_starts[mover, seeds]
    if place >= 0:
        search.counters[TABLE_HITS] += 1
        value = int(search.tables[place + rank])
        return PROVED if (value if claims else -value) >= need else REFUTED
    slot = slot_of(search.memory, key)
    if slot >= 0:
        if search.memory[slot, 0] & BOUND_MASK >= need + MOST + 1:
            return PROVED
        most = search.memory[slot, 0] >> BOUND_BITS & BOUND_MASK
        if most != 0 and most <= need + MOST + 1:
            return REFUTED
    return UNKNOWN


@helper
def given_up(search: Search, ply: int, seeds: int, need: int, depth: int) -> int:
    """The failure where the search must not go on: told to stop, failed before, met above, too deep. Else UNKNOWN."""
    counters, memory, key = search.counters, search.memory, search.path[ply]
    counters[NODES] += 1
    if counters[STOP] != 0 or (counters[NODE_LIMIT] > 0 and counters[NODES] > counters[NODE_LIMIT]):
        return HORIZON
    slot = slot_of(memory, key)
    if slot >= 0:
        tried = get_field(memory, slot, FAILED_NEED)
        if tried != 0 and tried <= need + MOST + 1 and get_field(memory, slot, FAILED_DEPTH) >= depth:
            return HORIZON
    order = search.orders[search.states[ply, MOVER]]
    above = ply - 1
    while above >= 0 and seeds_on(search.states, above, order) == seeds:
        if search.path[above] == key:
            return above
        above -= 1
    return HORIZON if depth == 0 else UNKNOWN


@helper
def look_ahead(
    list_moves: Callable[..., int], play: Callable[..., int], search: Search, ply: int, need: int, depth: int
) -> int:
    """A first look at every move: what is known of it already, and what its player gains by it.

    PROVED or REFUTED if one settles the claim; NO_MOVE if there is none; else how many moves are left to be searched,
    now first in `moves`, the most promising before the others.
    """
    states, moves, memory, key = search.states, search.moves, search.memory, search.path[ply]
    claims = states[ply, MOVER] == search.claimant
    slot = slot_of(memory, key)
    first_move = get_field(memory, slot, LAST_MOVE) - 1 if slot >= 0 else -1
    listed, moved = 0, False
    for i in range(list_moves(states, ply, search.options, moves)):
        move = int(moves[ply, i])
        flags = play(states, ply, move, search.options, search.work)
        if flags < 0:
            continue
        moved = True
        gain = gain_of(search, ply)
        if flags & OVER:
            verdict = PROVED if gain >= need else REFUTED
        else:
            verdict = known(search, ply + 1, need - gain)
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
    return listed if moved else NO_MOVE


@helper
def conclude(search: Search, ply: int, need: int, depth: int, failure: int, tried_move: int) -> int:
    """Remember how a position's search has failed; what it returns."""
    if failure >= ply:  # what it met again, if anything, is this position or below it
        note_refuted(search.memory, search.path[ply], need, depth, tried_move)
        return REFUTED
    if failure == HORIZON:
        note_failed(search.memory, search.path[ply], need, depth, tried_move)
    return failure


@kernel(_signature)
def prove(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    search: Search,
    ply: int,
    need: int,
    depth: int,
) -> int:
    """Does the claimant gain at least `need` more than the other side from row `ply` on?

    PROVED; or a failure: REFUTED, HORIZON, or the ply of the highest position on the path that it met again.
    """
    states, moves = search.states, search.moves
    seeds = seeds_on(states, ply, search.orders[states[ply, MOVER]])
    need = rounded(need, seeds)
    verdict = known(search, ply, need)
    if verdict == UNKNOWN:
        verdict = given_up(search, ply, seeds, need, depth)
    if verdict != UNKNOWN:
        return verdict
    listed = look_ahead(list_moves, play, search, ply, need, depth)
    if listed in (PROVED, REFUTED):
        return listed
    claims = states[ply, MOVER] == search.claimant
    failure, failed, tried_move = REFUTED, False, 0
    for i in range(1 if listed == NO_MOVE else listed):
        move = 0 if listed == NO_MOVE else int(moves[ply, i]) & 0xFFFF
        if listed == NO_MOVE:
            flags = stuck(states, ply, search.options, search.work)
        else:
            flags = play(states, ply, move, search.options, search.work)
        gain = gain_of(search, ply)
        if flags & OVER:
            result = PROVED if gain >= need else REFUTED
        else:
            result = prove(list_moves, play, stuck, search, ply + 1, need - gain, depth - 1)
        if claims and result == PROVED:
            note_proved(search.memory, search.path[ply], need, depth, move)
            return PROVED
        if result != PROVED:
            failed, failure, tried_move = True, min(failure, result), move
            if not claims:
                break
    if not claims and not failed:
        note_proved(search.memory, search.path[ply], need, depth, 0)
        return PROVED
    return conclude(search, ply, need, depth, failure, tried_move)
