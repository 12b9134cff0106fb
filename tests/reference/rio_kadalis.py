"""Rio Kadalis, plainly. The numbers are those of the rules (section "Rio Kadalis")."""

from __future__ import annotations

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
    other,
    row,
    row_owner,
)


@dataclass(frozen=True)
class State:
    holes: tuple[int, ...]  # South's left to right, then North's from North's left
    stores: tuple[int, int]
    mover: int | None  # None when the round is over
    closed: frozenset[int] = frozenset()  # holes closed with sand for this round (rule 8)


@dataclass(frozen=True)
class Options:
    holes: int = 6  # holes a row
    seeds: int = 4  # stones a hole at the start
    direction: Literal["counterclockwise", "clockwise"] = "counterclockwise"  # rule 1

    def __post_init__(self) -> None:
        if not 2 <= self.holes <= 12:
            raise ValueError("holes must be from 2 to 12")
        if self.seeds < 1:
            raise ValueError("seeds must be at least 1")


@dataclass
class Sowing:
    """What a whole sowing has done."""

    board: list[int]
    taken: list[int]  # stones taken by South and by North
    laps: int


def start(options: Options) -> State:
    """The same number of stones in every hole, South to move."""
    return settle(State((options.seeds,) * (2 * options.holes), (0, 0), SOUTH), options)


def legal_moves(state: State, options: Options) -> list[str]:
    """The names of the holes from which the mover may sow, in board order."""
    if state.mover is None:
        return []
    names = hole_names(options.holes)
    return [names[hole] for hole in legal_holes(state, options)]


def play(state: State, move: str, options: Options) -> State:
    """The settled state after a move; raise ValueError when it is not legal."""
    if state.mover is None:
        raise IllegalMove(f"{move!r}: the round is over")
    hole = find_hole(move, hole_names(options.holes))
    if hole not in row(state.mover, options.holes):
        raise IllegalMove(f"{move!r}: not a hole of the mover's row")
    if state.holes[hole] == 0:
        raise IllegalMove(f"{move!r}: the hole is empty")
    sowing = sow(state, hole, options)
    stores = (state.stores[SOUTH] + sowing.taken[SOUTH], state.stores[NORTH] + sowing.taken[NORTH])
    after = replace(state, holes=tuple(sowing.board), stores=stores, mover=other(state.mover))
    return settle(after, options)


def settle(state: State, options: Options) -> State:
    """Rule 6: when the player to move has no legal move, each takes the stones of their own row."""
    if state.mover is None or any(True for _ in legal_holes(state, options)):
        return state
    south, north = state.stores
    south += sum(state.holes[hole] for hole in row(SOUTH, options.holes))
    north += sum(state.holes[hole] for hole in row(NORTH, options.holes))
    return finished(state, (south, north))


def share(state: State, options: Options) -> State:
    """The finished state after a repetition: the stones on the board are shared, an odd one is nobody's."""
    half = sum(state.holes) // 2
    south, north = state.stores
    return finished(state, (south + half, north + half))


def perft(state: State, depth: int, options: Options) -> int:
    """The number of sequences of exactly `depth` moves."""
    return count_sequences(state, depth, lambda s: legal_moves(s, options), lambda s, move: play(s, move, options))


def finished(state: State, stores: tuple[int, int]) -> State:
    return replace(state, holes=(0,) * len(state.holes), stores=stores, mover=None)


def legal_holes(state: State, options: Options) -> Iterator[int]:
    """Rule 1: every own occupied hole, unless its sowing is endless."""
    assert state.mover is not None
    for hole in row(state.mover, options.holes):
        if state.holes[hole] == 0:
            continue
        try:
            sow(state, hole, options)
        except IllegalMove:
            continue
        yield hole


def next_hole(hole: int, closed: frozenset[int], options: Options) -> int:
    """The hole that gets the next stone: closed holes are skipped (rule 8)."""
    step = 1 if options.direction == "counterclockwise" else -1
    hole = (hole + step) % (2 * options.holes)
    while hole in closed:
        hole = (hole + step) % (2 * options.holes)
    return hole


def sow(state: State, hole: int, options: Options) -> Sowing:
    """Lift all stones of a hole, sow them and relay until the turn ends (rules 1 to 5)."""
    assert state.mover is not None
    board = list(state.holes)
    taken = [0, 0]
    laps = 0
    lap_starts = LapStarts()

    while True:
        hand = board[hole]
        board[hole] = 0
        lap_starts.add(board, hole, hand)
        laps += 1
        while hand > 0:
            hole = next_hole(hole, state.closed, options)
            board[hole] += 1
            hand -= 1
            if hand > 0 and board[hole] == 4:  # rule 3
                taken[row_owner(hole, options.holes)] += 4
                board[hole] = 0
                lap_starts.forget()
        if board[hole] == 4:  # rule 4
            taken[state.mover] += 4
            board[hole] = 0
            return Sowing(board, taken, laps)
        if board[hole] == 1:  # rule 5: it was empty
            return Sowing(board, taken, laps)
        # Rule 2: go on with all the stones of this hole.
