"""Kiothi, plainly. The numbers are those of the rules (section "Kiothi")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from .common import (
    NORTH,
    SOUTH,
    IllegalMove,
    LapStarts,
    count_sequences,
    find_hole,
    hole_names,
    opposite,
    other,
    row,
    row_owner,
)

COLUMNS = 10
NAMES = hole_names(COLUMNS)

Phase = Literal["open-south", "open-north", "play"]


@dataclass(frozen=True)
class State:
    holes: tuple[int, ...]  # South's left to right, then North's from North's left
    stores: tuple[int, int]  # the prisons of South and North
    mover: int | None  # None when the round is over
    marks: frozenset[int] = frozenset()  # the marked (nki) holes
    phase: Phase = "play"
    hand: int = 0  # opening: warriors emptied out and not yet dropped
    emptied: int | None = None  # opening: the one hole emptied so far, when it is exactly one
    last: int | None = None  # opening: where the last warrior was dropped


@dataclass(frozen=True)
class Options:
    holes_filled: int = 6  # rule 1
    seeds: int = 5  # rule 1
    partial_lift: bool = True  # rule 4
    first_lap_restriction: bool = True  # rule 6
    capture_needs_crossing: bool = False  # rule 9
    bonus: Literal["three", "run", "none"] = "three"  # rule 10
    bonus_needs_capture: bool = True  # rule 10

    def __post_init__(self) -> None:
        if (self.holes_filled, self.seeds) not in [(6, 5), (5, 5), (5, 6)]:
            raise ValueError("holes_filled and seeds must be 6 and 5, 5 and 5, or 5 and 6")


@dataclass
class Sowing:
    """What a whole sowing has done to the board, before any capture."""

    board: list[int]
    marks: set[int]
    end: int  # the empty hole into which the last warrior fell
    crossed: bool  # whether a warrior was dropped into the enemy row
    laps: int


def start(options: Options) -> State:
    """Rule 1: equal heaps in the rightmost holes of each row."""
    one_row = [0] * (COLUMNS - options.holes_filled) + [options.seeds] * options.holes_filled
    return State(tuple(one_row + one_row), (0, 0), SOUTH, phase="open-south")


def legal_moves(state: State, options: Options) -> list[str]:
    """The texts of the legal moves: by hole, and at one hole by the number of warriors lifted."""
    if state.mover is None:
        return []
    if state.phase != "play":
        return opening_steps(state)
    return [f"{NAMES[hole]}:{count}" for hole, count in legal_lifts(state, options)]


def play(state: State, move: str, options: Options) -> State:
    """The settled state after a move; raise ValueError when it is not legal."""
    if state.mover is None:
        raise IllegalMove(f"{move!r}: the round is over")
    if state.phase != "play":
        return settle(play_opening_step(state, move), options)
    return settle(play_lift(state, move, options), options)


def settle(state: State, options: Options) -> State:
    """Rule 11: when the player to move has no legal move, the finished state; otherwise the same state."""
    if state.mover is None or state.phase != "play" or can_move(state, options):
        return state
    south, north = state.stores
    opponent = other(state.mover)
    if can_move(replace(state, mover=opponent), options):
        everything = sum(state.holes)
        if opponent == SOUTH:
            south += everything
        else:
            north += everything
    else:
        south += sum(state.holes[hole] for hole in row(SOUTH, COLUMNS))
        north += sum(state.holes[hole] for hole in row(NORTH, COLUMNS))
    return finished((south, north))


def share(state: State, options: Options) -> State:
    """The finished state after a repetition: the warriors on the board are shared, an odd one is nobody's."""
    half = (sum(state.holes) + state.hand) // 2
    south, north = state.stores
    return finished((south + half, north + half))


def perft(state: State, depth: int, options: Options) -> int:
    """The number of sequences of exactly `depth` moves; in the opening every step is a move."""
    return count_sequences(state, depth, lambda s: legal_moves(s, options), lambda s, move: play(s, move, options))


def finished(stores: tuple[int, int]) -> State:
    return State((0,) * (2 * COLUMNS), stores, None)


# The opening (rules 2 and 3, and "Size of the opening")


def opening_steps(state: State) -> list[str]:
    """Rule 2: empty one hole, then another to its right, then drop warriors, never before the last drop."""
    assert state.mover is not None
    occupied = [hole for hole in row(state.mover, COLUMNS) if state.holes[hole] > 0]
    if state.emptied is not None:
        return [f"{NAMES[hole]}-" for hole in occupied if hole > state.emptied]
    if state.hand == 0:
        # The rightmost occupied hole cannot be the first: the second is to the right of the first.
        return [f"{NAMES[hole]}-" for hole in occupied[:-1]]
    first = 0 if state.last is None else state.last
    return [f"{NAMES[hole]}+" for hole in range(first, 2 * COLUMNS)]


def play_opening_step(state: State, move: str) -> State:
    if move not in opening_steps(state):
        raise IllegalMove(f"{move!r} is not a legal step of the opening")
    hole = NAMES.index(move[0])
    holes = list(state.holes)
    if move[1] == "-":
        hand = state.hand + holes[hole]
        holes[hole] = 0
        emptied = hole if state.emptied is None else None
        return replace(state, holes=tuple(holes), hand=hand, emptied=emptied)

    holes[hole] += 1
    hand = state.hand - 1
    if hand > 0:
        return replace(state, holes=tuple(holes), hand=hand, last=hole)
    if state.phase == "open-south":
        return State(tuple(holes), state.stores, NORTH, phase="open-north")
    # Rule 3: after North's redistribution every occupied hole becomes marked.
    marks = frozenset(hole for hole in range(2 * COLUMNS) if holes[hole] > 0)
    return State(tuple(holes), state.stores, SOUTH, marks=marks, phase="play")


# The play (rules 4 to 10)


def legal_lifts(state: State, options: Options) -> Iterator[tuple[int, int]]:
    """Every hole and number of warriors that the mover may lift."""
    assert state.mover is not None
    for hole in row(state.mover, COLUMNS):
        # Rule 4: any number of the warriors, or always all of them.
        for count in range(1, state.holes[hole] + 1):
            if count < state.holes[hole] and not options.partial_lift:
                continue
            try:
                sow(state, hole, count, options)
            except IllegalMove:
                continue
            yield hole, count


def can_move(state: State, options: Options) -> bool:
    return any(True for _ in legal_lifts(state, options))


def play_lift(state: State, move: str, options: Options) -> State:
    assert state.mover is not None
    text = re.fullmatch(r"(.):([1-9][0-9]*)", move)
    if text is None:
        raise IllegalMove(f"{move!r} is not a lift")
    hole = find_hole(text[1], NAMES)
    count = int(text[2])
    if hole not in row(state.mover, COLUMNS):
        raise IllegalMove(f"{move!r}: not a hole of the mover's row")
    if count > state.holes[hole]:
        raise IllegalMove(f"{move!r}: there are only {state.holes[hole]} warriors")
    if count < state.holes[hole] and not options.partial_lift:
        raise IllegalMove(f"{move!r}: all the warriors must be lifted")

    sowing = sow(state, hole, count, options)
    board = sowing.board
    stores = list(state.stores)
    for taken in captured_holes(sowing, state.mover, options):
        stores[state.mover] += board[taken]
        board[taken] = 0
    return State(tuple(board), (stores[0], stores[1]), other(state.mover), marks=frozenset(sowing.marks))


def sow(state: State, hole: int, count: int, options: Options) -> Sowing:
    """Sow a handful and relay until the last warrior falls into an empty hole (rules 4 to 8)."""
    assert state.mover is not None
    board = list(state.holes)
    marks = set(state.marks)
    crossed = False
    laps = 0
    lap_starts = LapStarts()

    board[hole] -= count
    hand = count
    while True:
        marks.discard(hole)  # rule 5: sown from, also by a partial lift, or relayed through
        lap_starts.add(board, hole, hand)
        laps += 1
        was_empty = False
        for _ in range(hand):
            hole = (hole + 1) % (2 * COLUMNS)
            was_empty = board[hole] == 0
            board[hole] += 1
            if row_owner(hole, COLUMNS) != state.mover:
                crossed = True
        if was_empty:
            return Sowing(board, marks, hole, crossed, laps)  # rule 8
        if laps == 1 and options.first_lap_restriction and row_owner(hole, COLUMNS) == state.mover:
            raise IllegalMove("the first lap would end in an occupied hole of the mover's row")  # rule 6
        hand = board[hole]  # rule 7
        board[hole] = 0


def captured_holes(sowing: Sowing, mover: int, options: Options) -> list[int]:
    """The holes, the capturing warrior's own included, whose contents go to the mover (rules 9 and 10)."""

    def can_be_taken(hole: int) -> bool:
        return sowing.board[hole] > 0 and hole not in sowing.marks

    if row_owner(sowing.end, COLUMNS) != mover:
        return []
    if options.capture_needs_crossing and not sowing.crossed:
        return []

    facing = opposite(sowing.end, COLUMNS)
    captured = []
    if can_be_taken(facing):
        captured = [facing, sowing.end]  # rule 9

    leftmost = row(mover, COLUMNS)[0]
    if sowing.end != leftmost or options.bonus == "none":
        return captured
    if options.bonus_needs_capture and not captured:
        return captured
    # The mover's right is the enemy's left: the enemy holes following the opposite one have lower indices.
    following = [hole for hole in reversed(row(other(mover), COLUMNS)) if hole < facing]
    if options.bonus == "three":
        three = following[:3]
        if all(can_be_taken(hole) for hole in three):
            captured += three
    else:
        for hole in following:
            if not can_be_taken(hole):
                break
            captured.append(hole)
    return captured
