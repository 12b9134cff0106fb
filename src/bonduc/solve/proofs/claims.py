"""Claims about positions, "from here one side gains at least so much more than the other", and what is known of them.

Claims are memorised in a table of two int64 a slot. The first holds the position itself, not a hash of it (its rank
among all positions with up to so many seeds, and who is to move), with the most that is proved and the least that is
refuted; the second the work spent on it and the move that proves the most that is proved. These proving moves never
lead round in a circle: each was noted when the position it leads to was proved already, and is replaced only by one
that proves more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.state import MOVER, NORTH_STORE, SOUTH_STORE, Moves, Options, States, Work
from bonduc.solve.index.ranking import rank_row

PROVED = -2
REFUTED = 1 << 20  # the failure depends on nothing above
UNKNOWN = -3

MOST = 127  # bounds run from -MOST to MOST, stored from 1 on; 0: not known
BOUND_BITS = 8
KEY_SHIFT = 2 * BOUND_BITS
BOUND_MASK = (1 << BOUND_BITS) - 1
FIELD_BITS = 16  # of each field of the second word
FIELD_MASK = (1 << FIELD_BITS) - 1
PROVING_MOVE = 0  # one more than the move, 0 where there is none
WORK = FIELD_BITS  # the greatest work spent on the position, as `work_of` tells it
PROBES = 4  # slots of a table that a position may be in

# Slots of the counter array.
NODES = 0
TABLE_HITS = 1
STOP = 2  # set from outside: give up
NODE_LIMIT = 3  # give up after so many nodes; 0: no limit
PROOFS = 4  # how many claims have been proved
CUT = 5  # how many lines have been cut because of their length
THOROUGH = 6  # not 0: no position is left before its claim is settled
COUNTERS = 7


class ProofSearch(NamedTuple):
    """All that a search for one side's claims works with.

    `states`, `moves`, `path`, `children` and `node` have a row for each ply, `path[p]` being the key of the position
    in row p. `orders` holds the open holes as South (row 0) and North (row 1) see them; `tables` the values of classes,
    those of seeds s with mover m to move from `table_starts[m, s]` on (negative: none); the keys of positions with s
    seeds begin at `key_starts[s]`. `memory` holds claims, `numbers` proof numbers (`prove`), `generation`
    counts, from 1 on, how often failures that rest on the path were forgotten.
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
    numbers: Any
    path: Any
    children: Any
    node: Any
    counters: Any
    claimant: int
    generation: int


def search_type(p: dict[str, Any]) -> Any:
    """The Numba type of `ProofSearch`."""
    t = p["types"]
    int8, int64 = t.Array(t.int8, 1, "C"), t.Array(t.int64, 1, "C")
    wide, cube = t.Array(t.int64, 2, "C"), t.Array(t.int64, 3, "C")
    given = p["states"], p["options"], p["moves"], p["work"], wide, wide, int8, wide, int64
    return t.NamedTuple([*given, wide, wide, int64, cube, wide, int64, t.int64, t.int64], ProofSearch)


@helper
def gain_of(search: ProofSearch, ply: int) -> int:
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
def first_slot(table: Any, key: int) -> int:
    """The first of the slots that a key may be in."""
    return (key * 0x1E3779B97F4A7C15 >> 20) & (len(table) - 1) & ~(PROBES - 1)


@helper
def slot_of(memory: Any, key: int) -> int:
    """The slot that holds a position, or the first of those it may be put in, as a negative number less one."""
    base = first_slot(memory, key)
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
def work_of(nodes: int) -> int:
    """The work that so many positions looked into are: how many bits their number has."""
    bits = 0
    while nodes > 0:
        nodes >>= 1
        bits += 1
    return bits


@helper
def slot_for(memory: Any, key: int, work: int) -> int:
    """The slot of a position, made for it where there is none; of the full ones the one with least work goes."""
    slot = slot_of(memory, key)
    if slot < 0:
        base = -1 - slot
        slot = base
        for i in range(base + 1, base + PROBES):
            if get_field(memory, i, WORK) < get_field(memory, slot, WORK):
                slot = i
        memory[slot, 0] = key << KEY_SHIFT
        memory[slot, 1] = 0
    if get_field(memory, slot, WORK) < work:
        set_field(memory, slot, WORK, work)
    return slot


@kernel(lambda p: p["types"].int64(*[p["types"].Array(p["types"].int64, 2, "C")] * 2, *[p["types"].int64] * 3))
def put_over(old: Any, new: Any, key_shift: int, work_shift: int, work_mask: int) -> int:
    """Put what a table of another size holds into a new one; where there is no room, what most work went into stays.

    Keys stand above `key_shift` in the first word, the work in the second. Returns how many slots are in use.
    """
    used = 0
    for i in range(len(old)):
        if old[i, 0] == 0:
            continue
        base = first_slot(new, old[i, 0] >> key_shift)
        slot = base
        for j in range(base, base + PROBES):
            if new[slot, 0] != 0 and (
                new[j, 0] == 0 or new[j, 1] >> work_shift & work_mask < new[slot, 1] >> work_shift & work_mask
            ):
                slot = j
        if new[slot, 0] == 0 or new[slot, 1] >> work_shift & work_mask < old[i, 1] >> work_shift & work_mask:
            used += new[slot, 0] == 0
            new[slot, 0], new[slot, 1] = old[i, 0], old[i, 1]
    return used


@subroutine
def note_proved(memory: Any, key: int, need: int, work: int, move: int) -> None:
    """Remember that a claim is proved, and by which move (negative: by none that has a code)."""
    slot = slot_for(memory, key, work)
    bound = need + MOST + 1
    if bound > memory[slot, 0] & BOUND_MASK:
        memory[slot, 0] = memory[slot, 0] & ~BOUND_MASK | bound
        set_field(memory, slot, PROVING_MOVE, move + 1)


@subroutine
def note_refuted(memory: Any, key: int, need: int, work: int) -> None:
    """Remember that a claim is refuted: it cannot be forced in finite play."""
    slot = slot_for(memory, key, work)
    bound = need + MOST + 1
    most = memory[slot, 0] >> BOUND_BITS & BOUND_MASK
    if most == 0 or bound < most:
        memory[slot, 0] = memory[slot, 0] & ~(BOUND_MASK << BOUND_BITS) | bound << BOUND_BITS


@helper
def rounded(need: int, seeds: int) -> int:
    """With an even number of seeds on the board every gain is even, so an odd need is one more."""
    return need + 1 if seeds % 2 == 0 and need % 2 != 0 else need


@subroutine
def known(search: ProofSearch, row: int, need: int) -> int:
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
