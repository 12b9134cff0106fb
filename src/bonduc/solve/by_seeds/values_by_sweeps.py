"""Values of a class from its exits and the moves that stay in it, looked at forwards in sweeps: a byte a position.

Every position starts at 0, and is put to w(p) = max(best exit, max of -w(child)) again and again, in any order, from
any number of threads, until nothing changes. Why that gives the values of `retrograde`, cycles and all:

- A value that is not 0 keeps its sign and only grows in size. For a positive w(p) comes from an exit or from a
  negative child, which only falls further; for a negative one all children are positive and only rise further; and 0
  stands until one of the two comes about.
- So each w(p) on the way is forced in finite play: it rests on exits, by a chain of changes in which no position
  rests on itself. What is reached in the end is the least set of such claims that is closed, that is, all of them.
- What stays 0 can be held by either side: its mover has an exit worth 0 or a move to a position that stays 0, and no
  move to one that is negative.

Any state on the way may be saved, and gone on from. In the same way the *codes* of zeros grow: CYCLIC (nobody has an
end in finite play yet), MOVER, OPPONENT (who has), and 0 where both have; and the distances of `settle_distances`
fall from FAR.

A position is looked at again only where a child's *group* of places has changed since the sweep before: `before` and
`now` hold a flag for each group of 2^`shift` places.
"""

from __future__ import annotations

from typing import Any

from bonduc.games.kernels.compile import helper, kernel
from bonduc.solve.by_seeds.expand import edge_arrays

CYCLIC = -128
MOVER = -127  # a value 0 whose mover can force an end in finite play that is worth at least 0
OPPONENT = -126  # a value 0 whose opponent can force one worth at most 0 for the mover
FAR = 65535


def _arrays(p: dict[str, Any]) -> tuple[Any, ...]:
    t = p["types"]
    return t, *(t.Array(kind, 1, "C") for kind in (t.int8, t.uint8, t.uint16))


def _sweep_signature(p: dict[str, Any]) -> Any:
    t, int8, uint8, _ = _arrays(p)
    return [t.int64(int8, int8, int8, e, t.int64, uint8, uint8, t.int64, t.boolean) for e in edge_arrays(p)]


def _distance_signature(p: dict[str, Any]) -> Any:
    t, int8, uint8, uint16 = _arrays(p)
    return [t.int64(uint16, int8, int8, int8, e, t.int64, uint8, uint8, t.int64, t.boolean) for e in edge_arrays(p)]


def _check_signature(p: dict[str, Any]) -> Any:
    t, int8, *_ = _arrays(p)
    return [t.int64(int8, int8, int8, e, t.int64) for e in edge_arrays(p)]


@helper
def is_due(edges: Any, edge: int, degree: int, before: Any, now: Any, shift: int) -> bool:
    """Has a child changed since the last sweep came by?"""
    flags = 0
    for i in range(edge, edge + degree):
        flags |= before[edges[i] >> shift] | now[edges[i] >> shift]
    return flags != 0


@helper
def derived(values: Any, edges: Any, edge: int, degree: int, leaving: int) -> int:
    """The value that follows from a position's best exit and its children."""
    best = leaving
    for i in range(edge, edge + degree):
        best = max(best, -int(values[edges[i]]))
    return best


@kernel(_sweep_signature)
def sweep_values(
    values: Any, exits: Any, degrees: Any, edges: Any, first: int, before: Any, now: Any, shift: int, backward: bool
) -> int:
    """One sweep over a chunk whose first place is `first`; how many values changed."""
    changes, count = 0, len(exits)
    edge = len(edges) if backward else 0
    for i in range(count):
        index = count - 1 - i if backward else i
        degree = int(degrees[index])
        edge -= degree if backward else 0
        if degree == 0 or is_due(edges, edge, degree, before, now, shift):
            value = derived(values, edges, edge, degree, int(exits[index]))
            if value != values[first + index]:
                values[first + index] = value
                now[(first + index) >> shift] = 1
                changes += 1
        edge += 0 if backward else degree
    return changes


@helper
def held(codes: Any, edges: Any, edge: int, degree: int, leaving: int) -> int:
    """The code of a position worth 0 that follows from its best exit and its children."""
    mover, opponent = leaving == 0, True
    for i in range(edge, edge + degree):
        code = int(codes[edges[i]])
        mover = mover or code == 0 or code == OPPONENT
        opponent = opponent and (code == MOVER or code > OPPONENT)
    if mover and opponent:
        return 0
    return MOVER if mover else OPPONENT if opponent else CYCLIC


@kernel(_sweep_signature)
def sweep_holds(
    codes: Any, exits: Any, degrees: Any, edges: Any, first: int, before: Any, now: Any, shift: int, backward: bool
) -> int:
    """One sweep over the zeros of a chunk; how many codes changed. Other values are left alone."""
    changes, count = 0, len(exits)
    edge = len(edges) if backward else 0
    for i in range(count):
        index = count - 1 - i if backward else i
        degree = int(degrees[index])
        edge -= degree if backward else 0
        code = int(codes[first + index])
        if code <= OPPONENT and (degree == 0 or is_due(edges, edge, degree, before, now, shift)):
            follows = held(codes, edges, edge, degree, int(exits[index]))
            if follows != code:
                codes[first + index] = follows
                now[(first + index) >> shift] = 1
                changes += 1
        edge += 0 if backward else degree
    return changes


@helper
def far_off(distances: Any, codes: Any, edges: Any, edge: int, degree: int, leaving: int, value: int) -> int:
    """How many moves within the class its value is off: the gainer hastens, the other delays, both keep the value."""
    if value > 0 and leaving == value:
        return 0
    found, least, most = False, FAR, 0
    for i in range(edge, edge + degree):
        if int(codes[edges[i]]) == -value:
            found = True
            least = min(least, int(distances[edges[i]]))
            most = max(most, int(distances[edges[i]]))
    if not found:
        return 0
    return min(FAR, (least if value > 0 else most) + 1)


@kernel(_distance_signature)
def sweep_distances(
    distances: Any,
    codes: Any,
    exits: Any,
    degrees: Any,
    edges: Any,
    first: int,
    before: Any,
    now: Any,
    shift: int,
    backward: bool,
) -> int:
    """One sweep over the values that are not 0 of a chunk; how many distances changed."""
    changes, count = 0, len(exits)
    edge = len(edges) if backward else 0
    for i in range(count):
        index = count - 1 - i if backward else i
        degree = int(degrees[index])
        edge -= degree if backward else 0
        value = int(codes[first + index])
        gains = value != 0 and value > OPPONENT
        if gains and (degree == 0 or is_due(edges, edge, degree, before, now, shift)):
            distance = far_off(distances, codes, edges, edge, degree, int(exits[index]), value)
            if distance != distances[first + index]:
                distances[first + index] = distance
                now[(first + index) >> shift] = 1
                changes += 1
        edge += 0 if backward else degree
    return changes


@kernel(_check_signature)
def check_values(values: Any, exits: Any, degrees: Any, edges: Any, first: int) -> int:
    """Derive each value of a chunk from its successors; the place of the first that is wrong, or -1."""
    edge = 0
    for index in range(len(exits)):
        value = derived(values, edges, edge, int(degrees[index]), int(exits[index]))
        if value != values[first + index]:
            return first + index
        edge += degrees[index]
    return -1
