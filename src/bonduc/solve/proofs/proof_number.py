"""Proving a claim about a position (`claims`): a search that goes where least is left to be shown.

Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
Each claim met carries two numbers: how much is left to be shown to prove it, and to see it fail. Where the claimant
is to move one good move is enough, so its proof number is the least of its children's, its failure number grows with
theirs; where the opponent is to move it is the other way round. The search always goes on below the child that
decides its parent's number, until a number passes a threshold at which another child above is the better one. Numbers
that grow with the children's are their sum; still a child may use up the threshold of its parent nearly alone, so that
the search is slow to leave it: of the ways that were tried this needed the fewest positions. What a claim not met
before is worth is guessed from how much is asked with so many seeds on the board.

Sound against cycles: unfinished play (a position met again on the path) counts against the claimant, so a proved claim
rests on finite play and tables alone and holds on every path. A failure is kept as refuted only where it met no
position above it on the path. Any other may be a success on another path, or later; it counts for the *generation* in
which it was found, which bounds the work by the number of positions, and after that the claim is put last.

A failure may rest on a position above that is left, unsettled, for a better one; so that a claim fails while nothing
new is proved does not mean yet that it cannot be forced. That takes a *thorough* search, in a generation of its own, in
which no position is left before it is settled. If the claim fails in it and nothing at all was proved, all claims met
have failed, each for others that have failed or are refuted, and none of them can be forced in finite play: the
shortest proof of any would need a shorter one of another.

Numbers are kept in a table of two int64 a slot: position and need; work, generation of a failure (0: it has not
failed), proof number and failure number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.state import MOVER, OVER
from bonduc.solve.proofs.claims import (
    CUT,
    MOST,
    NODE_LIMIT,
    NODES,
    PROBES,
    PROOFS,
    PROVED,
    REFUTED,
    STOP,
    THOROUGH,
    UNKNOWN,
    ProofSearch,
    first_slot,
    gain_of,
    known,
    note_proved,
    note_refuted,
    rounded,
    search_type,
    seeds_on,
    work_of,
)

DEEPEST = 4095  # plies
ABOVE = -1  # a failure that rests on something above, or on the length of the line

NUMBER_BITS = 24
NUMBER_MASK = (1 << NUMBER_BITS) - 1
INFINITE = (1 << 23) - 1
LAST = 1 << 20  # the proof number of a claim that failed by what lay above it
NEED_BITS = 8
GENERATION_SHIFT = 2 * NUMBER_BITS
GENERATION_BITS = 9
GENERATION_MASK = (1 << GENERATION_BITS) - 1
WORK_SHIFT = GENERATION_SHIFT + GENERATION_BITS

# Columns of `children` and of `node`.
PROOF = 0
FAILURE = 1
RESTS_ON = 2  # the highest ply that a failure rests on; REFUTED: on none above

# Further columns of `children`.
NEED = 3
KEY = 4
COLUMNS = 5

# Further columns of `node`.
BEST = 3  # the child to go on with
SECOND = 4  # the least number of the other children
OTHERS = 5  # how many children are open besides
NODE_COLUMNS = 6

SETTLED = -1
NO_MOVE = 0xFFFF  # stands for a turn that is passed
HARDEST = 6  # the greatest guess is 2 to this power


def _signature(p: dict[str, Any]) -> Any:
    number = p["types"].int64
    return number(p["list_moves"], p["play"], p["stuck"], search_type(p), number, number, number, number)


@helper
def slot_of_numbers(numbers: Any, key: int) -> int:
    """The slot of a claim, or the first of those it may be put in, as a negative number less one."""
    base = first_slot(numbers, key)
    for i in range(base, base + PROBES):
        if numbers[i, 0] == key:
            return base + (i - base)
    return -1 - base


@helper
def claim_of(key: int, need: int) -> int:
    """The key of a claim: a position's, and a need."""
    return key << NEED_BITS | (need + MOST + 1)


@subroutine
def keep_numbers(search: ProofSearch, ply: int, need: int, proof: int, failure: int, work: int, failed: int) -> None:
    """Keep the numbers of a claim, and the generation it failed in, in place of those of the claim with least work."""
    numbers, claim = search.numbers, claim_of(search.path[ply], need)
    slot = slot_of_numbers(numbers, claim)
    if slot < 0:
        base = -1 - slot
        slot = base
        for i in range(base + 1, base + PROBES):
            if numbers[i, 1] >> WORK_SHIFT < numbers[slot, 1] >> WORK_SHIFT:
                slot = i
    numbers[slot, 0] = claim
    numbers[slot, 1] = work << WORK_SHIFT | failed << GENERATION_SHIFT | proof << NUMBER_BITS | failure


@helper
def guess(need: int, seeds: int) -> int:
    """How much is left to be shown of a claim not met before: more where more is asked, of fewer seeds."""
    hard = (24 * need // seeds + 8) // 3
    return 1 << min(max(hard, 0), HARDEST)


@subroutine
def add_child(search: ProofSearch, ply: int, at: int, move: int, need: int) -> bool:
    """Child `at` of the position in row `ply`: that in the next row, its claim not known; False if it has failed."""
    order = search.orders[search.states[ply + 1, MOVER]]
    seeds, key = seeds_on(search.states, ply + 1, order), search.path[ply + 1]
    need = rounded(need, seeds)
    slot = slot_of_numbers(search.numbers, claim_of(key, need))
    proof, failure = guess(need, seeds), guess(2 - need, seeds)
    if slot >= 0:
        if search.numbers[slot, 1] >> GENERATION_SHIFT & GENERATION_MASK == search.generation:
            return False
        proof = search.numbers[slot, 1] >> NUMBER_BITS & NUMBER_MASK
        failure = search.numbers[slot, 1] & NUMBER_MASK
    search.children[ply, at, PROOF] = proof
    search.children[ply, at, FAILURE] = failure
    search.children[ply, at, RESTS_ON] = REFUTED
    search.children[ply, at, NEED] = need
    search.children[ply, at, KEY] = key
    search.moves[ply, at] = move
    return True


@subroutine
def met_above(search: ProofSearch, ply: int) -> int:
    """The ply of the position on the path that the one in row `ply + 1` repeats, ABOVE, or REFUTED for neither."""
    if ply + 1 >= DEEPEST:
        search.counters[CUT] += 1
        return ABOVE
    states, key = search.states, search.path[ply + 1]
    seeds = seeds_on(states, ply + 1, search.orders[states[ply + 1, MOVER]])
    above = ply
    while above >= 0 and seeds_on(states, above, search.orders[states[above, MOVER]]) == seeds:
        if search.path[above] == key:
            return above
        above -= 1
    return REFUTED


@subroutine
def next_row(play: Callable[..., int], stuck: Callable[..., int], search: ProofSearch, ply: int, move: int) -> int:
    """Play a move, or pass, from row `ply` into the next; its flags."""
    if move == NO_MOVE:
        return stuck(search.states, ply, search.options, search.work)
    return play(search.states, ply, move, search.options, search.work)


@helper
def fail(search: ProofSearch, ply: int, need: int, rests_on: int, nodes: int) -> int:
    """The claim fails; what the failure rests on, as those above see it."""
    search.node[ply, PROOF], search.node[ply, FAILURE] = INFINITE, 0
    if rests_on >= ply:  # what it met again, if anything, is this position or below it
        note_refuted(search.memory, search.path[ply], need, work_of(nodes))
        return REFUTED
    keep_numbers(search, ply, need, LAST, 1, work_of(nodes), search.generation)
    return rests_on


@helper
def succeed(search: ProofSearch, ply: int, need: int, move: int, nodes: int) -> int:
    """The claim is proved, by this move if the claimant is to move."""
    search.node[ply, PROOF], search.node[ply, FAILURE] = 0, INFINITE
    search.counters[PROOFS] += 1
    note_proved(search.memory, search.path[ply], need, work_of(nodes), -1 if move == NO_MOVE else move)
    return REFUTED


@subroutine
def expand(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    search: ProofSearch,
    ply: int,
    need: int,
) -> int:
    """List the children of a position whose claims are open, first in `moves` and `children`; how many there are.

    SETTLED if a child settles the claim; then `node` has the number, 0, that is settled, and the move or what it
    rests on. Otherwise RESTS_ON is what the failures of the other children rest on.
    """
    states, moves, node = search.states, search.moves, search.node
    claims = states[ply, MOVER] == search.claimant
    listed, moved, count = list_moves(states, ply, search.options, moves), False, 0
    node[ply, PROOF] = node[ply, FAILURE] = INFINITE
    node[ply, RESTS_ON] = REFUTED
    for i in range(listed + 1):
        if i == listed and moved:
            break
        move = int(moves[ply, i]) if i < listed else NO_MOVE
        flags = next_row(play, stuck, search, ply, move)
        if flags < 0:
            continue
        moved = True
        gain = gain_of(search, ply)
        if flags & OVER:
            verdict = PROVED if gain >= need else REFUTED
        else:
            verdict = known(search, ply + 1, need - gain)
        if verdict == UNKNOWN:
            verdict = met_above(search, ply)
            if verdict == REFUTED:
                if add_child(search, ply, count, move, need - gain):
                    count += 1
                    continue
                verdict = ABOVE
        if verdict == PROVED:
            if claims:
                node[ply, PROOF], node[ply, BEST] = 0, move
                return SETTLED
        elif claims:
            node[ply, RESTS_ON] = min(node[ply, RESTS_ON], verdict)
        else:
            node[ply, FAILURE], node[ply, RESTS_ON] = 0, verdict
            return SETTLED
    return count


@subroutine
def choose(search: ProofSearch, ply: int, count: int, least: int, sums: int) -> int:
    """The child to go on with, and its parent's numbers: `least` is the column that is the least of the children's,
    `sums` the one that grows with theirs. -1 if every child is settled against the player to move.
    """
    children, node = search.children, search.node
    best, lowest, second, total, alive = -1, INFINITE + 1, INFINITE, 0, 0
    for i in range(count):
        if children[ply, i, sums] == 0:
            continue
        alive += 1
        total += children[ply, i, sums]
        number = children[ply, i, least]
        if number < lowest:
            second, lowest, best = min(lowest, INFINITE), number, i
        else:
            second = min(second, number)
    node[ply, least] = min(lowest, INFINITE)
    node[ply, sums] = min(INFINITE - 1, total) if best >= 0 else 0
    node[ply, BEST], node[ply, SECOND], node[ply, OTHERS] = best, second, alive - 1
    return best


@helper
def told_to_stop(search: ProofSearch) -> bool:
    counters = search.counters
    return bool(counters[STOP] != 0 or (counters[NODE_LIMIT] > 0 and counters[NODES] >= counters[NODE_LIMIT]))


@helper
def close(search: ProofSearch, ply: int, need: int, count: int, nodes: int) -> int:
    """Keep what the search of a position has come to; what a failure rests on."""
    children, node, best = search.children, search.node, search.node[ply, BEST]
    if node[ply, PROOF] == 0:
        return succeed(search, ply, need, int(search.moves[ply, best]) if best >= 0 else NO_MOVE, nodes)
    if node[ply, FAILURE] == 0:
        rests_on = node[ply, RESTS_ON]
        for i in range(count):
            if children[ply, i, FAILURE] == 0:
                rests_on = min(rests_on, children[ply, i, RESTS_ON])
        return fail(search, ply, need, rests_on, nodes)
    keep_numbers(search, ply, need, node[ply, PROOF], node[ply, FAILURE], work_of(nodes), 0)
    return REFUTED


@kernel(_signature)
def prove(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    search: ProofSearch,
    ply: int,
    need: int,
    proof_limit: int,
    failure_limit: int,
) -> int:
    """Search the claim that the claimant gains at least `need` more from row `ply` on, not known yet, until a number
    reaches its limit.

    The numbers are left in `node`; returned is the ply that a failure rests on, REFUTED for none.
    """
    children, node, counters = search.children, search.node, search.counters
    began = counters[NODES]
    counters[NODES] += 1
    claims = search.states[ply, MOVER] == search.claimant
    count = expand(list_moves, play, stuck, search, ply, need)
    if count == SETTLED:
        if node[ply, PROOF] == 0:
            return succeed(search, ply, need, int(node[ply, BEST]), 1)
        return fail(search, ply, need, int(node[ply, RESTS_ON]), 1)
    least, sums = (PROOF, FAILURE) if claims else (FAILURE, PROOF)
    least_limit, sums_limit = (proof_limit, failure_limit) if claims else (failure_limit, proof_limit)
    while True:
        best = choose(search, ply, count, least, sums)
        settled = node[ply, least] == 0 or node[ply, sums] == 0
        if settled or node[ply, least] >= least_limit or node[ply, sums] >= sums_limit or told_to_stop(search):
            break
        next_row(play, stuck, search, ply, int(search.moves[ply, best]))
        search.path[ply + 1] = children[ply, best, KEY]
        second = node[ply, SECOND]
        child_least = min(least_limit, second + second // 4 + 1) if counters[THOROUGH] == 0 else INFINITE
        # Sums of a graph can grow to their greatest; without a limit they must not stop a child.
        child_sums = sums_limit - node[ply, OTHERS] if sums_limit < INFINITE else INFINITE
        limits = (child_least, child_sums) if claims else (child_sums, child_least)
        rests_on = prove(list_moves, play, stuck, search, ply + 1, children[ply, best, NEED], limits[0], limits[1])
        for column in (PROOF, FAILURE):
            children[ply, best, column] = node[ply + 1, column]
        children[ply, best, RESTS_ON] = rests_on
    return close(search, ply, need, count, counters[NODES] - began)


@kernel(lambda p: p["types"].int64(search_type(p), p["types"].int64))
def look_up(search: ProofSearch, need: int) -> int:
    """What is known of a claim about the position in row 0 (`claims.known`), before anything is searched."""
    return known(search, 0, need)
