"""Values of a class from its exits and the moves that stay in it, followed backwards, each move looked at once.

The kernels work on the *reversed* moves of the class: `sources[starts[c] : starts[c + 1]]` are the places of the
positions from which a move leads to place c. How values follow from them, and why that is sound in cycles, is told
in `retrograde`.
"""

from __future__ import annotations

from typing import Any

from bonduc.games.kernels.compile import kernel
from bonduc.solve.by_seeds.expand import edge_arrays

MOVER_HOLDS = 1  # bit: the mover can force an end in finite play that is worth at least 0
OPPONENT_HOLDS = 2  # bit: the opponent can force one worth at most 0 for the mover
FINAL = 4  # bit: the value is forced in finite play and not 0


def _arrays(p: dict[str, Any]) -> tuple[Any, ...]:
    t = p["types"]
    return t, *(t.Array(kind, 1, "C") for kind in (t.int8, t.int32, t.uint32))


def _count_signature(p: dict[str, Any]) -> Any:
    t, _, _, uint32 = _arrays(p)
    return [t.int64(edges, uint32) for edges in edge_arrays(p)]


def _reverse_signature(p: dict[str, Any]) -> Any:
    t, int8, int32, uint32 = _arrays(p)
    return [t.int64(int8, edges, t.int64, uint32, int32) for edges in edge_arrays(p)]


def _settle_signature(p: dict[str, Any]) -> Any:
    t, int8, int32, uint32 = _arrays(p)
    return t.int64(int8, int8, int8, uint32, int32, int32, t.int64)


def _zeros_signature(p: dict[str, Any]) -> Any:
    t, int8, int32, uint32 = _arrays(p)
    return t.int64(int8, int8, int8, uint32, int32)


def _holds_signature(p: dict[str, Any]) -> Any:
    t, int8, int32, uint32 = _arrays(p)
    return t.int64(int8, int8, int8, uint32, int32, int32, int32)


@kernel(_count_signature)
def count_sources(edges: Any, starts: Any) -> int:
    """Add to `starts[c]` the number of moves in `edges` that lead to place c."""
    for i in range(len(edges)):
        starts[edges[i]] += 1
    return 0


@kernel(lambda p: p["types"].int64(_arrays(p)[3]))
def sum_starts(starts: Any) -> int:
    """Turn the counts into ends: `starts[c]` becomes the number of moves to places up to c; all moves."""
    total = 0
    for c in range(len(starts)):
        total += starts[c]
        starts[c] = total
    return int(total)


@kernel(_reverse_signature)
def reverse_edges(degrees: Any, edges: Any, first: int, starts: Any, sources: Any) -> int:
    """File the moves of a chunk of positions, the first at place `first`, under the places they lead to.

    Each filing takes one from `starts[c]`, so that in the end it points to the first source of place c.
    """
    edge = 0
    for index in range(len(degrees)):
        for _ in range(degrees[index]):
            child = edges[edge]
            starts[child] -= 1
            sources[starts[child]] = first + index
            edge += 1
    return edge


@kernel(_settle_signature)
def settle_size(best: Any, remaining: Any, state: Any, starts: Any, sources: Any, queue: Any, size: int) -> int:
    """Settle what is worth `size` or -`size`, all larger sizes being settled; the longest line in moves.

    Before the largest size `best` holds the best exits, `remaining` the number of moves that stay in the class, `state`
    zeros. From the largest size down, whatever a position is worth when it is reached is the most its mover, or the
    least its opponent, can force. Within one size positions are settled in the order of their distance.
    """
    tail = 0
    for place in range(len(best)):
        settled = best[place] == size or (best[place] == -size and remaining[place] == 0)
        if settled and state[place] == 0:
            state[place] = FINAL
            queue[tail] = place
            tail += 1
    head, layers = 0, 0
    while head < tail:
        layers += 1
        for position in range(head, tail):
            child = queue[position]
            worth = -int(best[child])
            for i in range(starts[child], starts[child + 1]):
                place = sources[i]
                if state[place] == 0:
                    remaining[place] -= 1
                    if worth > best[place]:
                        best[place] = worth
                    if best[place] == size or (best[place] == -size and remaining[place] == 0):
                        state[place] = FINAL
                        queue[tail] = place
                        tail += 1
            head += 1
    return layers


@kernel(lambda p: p["types"].int64(*[_arrays(p)[1]] * 2))
def settle_zeros(best: Any, state: Any) -> int:
    """What no size has settled is worth 0. For `propagate_holds`; `remaining` now counts moves from zeros to zeros."""
    zeros = 0
    for place in range(len(best)):
        if state[place] == 0:
            state[place] = MOVER_HOLDS if best[place] == 0 else 0
            best[place] = 0
            zeros += 1
    return zeros


@kernel(_holds_signature)
def propagate_holds(
    best: Any, remaining: Any, state: Any, starts: Any, sources: Any, mover_queue: Any, opponent_queue: Any
) -> int:
    """Grow the bits that tell by whom a value 0 can be held in finite play; how many zeros are cyclic."""
    movers, opponents, zeros = 0, 0, 0
    for place in range(len(best)):
        if state[place] & FINAL:
            continue
        zeros += 1
        if state[place] & MOVER_HOLDS:
            mover_queue[movers] = place
            movers += 1
        if remaining[place] == 0:
            state[place] |= OPPONENT_HOLDS
            opponent_queue[opponents] = place
            opponents += 1
    while movers > 0 or opponents > 0:
        if movers > 0:
            movers -= 1
            child = mover_queue[movers]
            for i in range(starts[child], starts[child + 1]):
                place = sources[i]
                if state[place] & FINAL == 0:
                    remaining[place] -= 1
                    if remaining[place] == 0 and state[place] & OPPONENT_HOLDS == 0:
                        state[place] |= OPPONENT_HOLDS
                        opponent_queue[opponents] = place
                        opponents += 1
        else:
            opponents -= 1
            child = opponent_queue[opponents]
            for i in range(starts[child], starts[child + 1]):
                place = sources[i]
                if state[place] & (FINAL | MOVER_HOLDS) == 0:
                    state[place] |= MOVER_HOLDS
                    mover_queue[movers] = place
                    movers += 1
    cyclic = 0
    for place in range(len(best)):
        if state[place] < MOVER_HOLDS | OPPONENT_HOLDS:
            cyclic += 1
    return cyclic


@kernel(_zeros_signature)
def restore_zeros(values: Any, remaining: Any, state: Any, starts: Any, sources: Any) -> int:
    """From known values, what `settle_zeros` leaves behind: `remaining` and `state`; how many zeros there are.

    On entry `state` holds 1 where a position has an exit worth 0, else 0.
    """
    zeros = 0
    for place in range(len(values)):
        if values[place] != 0:
            state[place] = FINAL
            for i in range(starts[place], starts[place + 1]):
                remaining[sources[i]] -= 1
        else:
            zeros += 1
            state[place] = MOVER_HOLDS if state[place] != 0 else 0
    return zeros
