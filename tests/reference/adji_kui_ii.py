"""Adji Kui II, plainly. The numbers are those of the rules (section "Adji Kui II")."""

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
    row_owner,
)

PASS = "pass"


@dataclass(frozen=True)
class State:
    holes: tuple[int, ...]  # South's left to right, then North's from North's left
    stores: tuple[int, int]
    mover: int | None  # None when the round is over
    owners: tuple[int, ...] = ()  # the owner of each hole; left out, every hole is its row's player's
    passed: bool = False  # whether the previous turn was a pass

    def __post_init__(self) -> None:
        if not self.owners:
            columns = len(self.holes) // 2
            owners = tuple(row_owner(hole, columns) for hole in range(len(self.holes)))
            object.__setattr__(self, "owners", owners)


@dataclass(frozen=True)
class Options:
    holes: int = 6  # holes a row
    seeds: int = 4  # seeds a hole at the start
    own_four: Literal["ends", "relays"] = "ends"  # rule 3

    def __post_init__(self) -> None:
        if not 2 <= self.holes <= 12:
            raise ValueError("holes must be from 2 to 12")
        if self.seeds < 1:
            raise ValueError("seeds must be at least 1")


@dataclass
class Sowing:
    """What a whole sowing has done."""

    board: list[int]
    taken: int  # seeds taken by the mover
    laps: int


def start(options: Options) -> State:
    """The same number of seeds in every hole, South to move."""
    return settle(State((options.seeds,) * (2 * options.holes), (0, 0), SOUTH), options)


def legal_moves(state: State, options: Options) -> list[str]:
    """The names of the holes from which the mover may sow, in board order, or else only the pass (rule 7)."""
    if state.mover is None:
        return []
    names = hole_names(options.holes)
    moves = [names[hole] for hole in legal_holes(state, options)]
    return moves or [PASS]


def play(state: State, move: str, options: Options) -> State:
    """The settled state after a move; raise ValueError when it is not legal."""
    if state.mover is None:
        raise IllegalMove(f"{move!r}: the round is over")
    if move == PASS:
        return play_pass(state, options)
    hole = find_hole(move, hole_names(options.holes))
    if state.owners[hole] != state.mover:
        raise IllegalMove(f"{move!r}: not a hole of the mover")
    if state.holes[hole] < 2:
        raise IllegalMove(f"{move!r}: fewer than two seeds")
    sowing = sow(state, hole, options)
    stores = list(state.stores)
    stores[state.mover] += sowing.taken
    after = replace(
        state,
        holes=tuple(sowing.board),
        stores=(stores[SOUTH], stores[NORTH]),
        mover=other(state.mover),
        passed=False,
    )
    return settle(after, options)


def play_pass(state: State, options: Options) -> State:
    """Rule 7: legal only when nothing else is; the second of two passes in succession ends the round."""
    assert state.mover is not None
    if any(True for _ in legal_holes(state, options)):
        raise IllegalMove("a pass is legal only when nothing else is")
    if state.passed:
        return each_takes_own(state)
    return settle(replace(state, mover=other(state.mover), passed=True), options)


def settle(state: State, options: Options) -> State:
    """Rule 8: with eight or fewer seeds on the board, the finished state; otherwise the same state."""
    if state.mover is None or sum(state.holes) > 8:
        return state
    return each_takes_own(state)


def share(state: State, options: Options) -> State:
    """The finished state after a repetition: the seeds on the board are shared, an odd one is nobody's."""
    half = sum(state.holes) // 2
    south, north = state.stores
    return finished(state, (south + half, north + half))


def perft(state: State, depth: int, options: Options) -> int:
    """The number of sequences of exactly `depth` moves, a pass counted as a move."""
    return count_sequences(state, depth, lambda s: legal_moves(s, options), lambda s, move: play(s, move, options))


def each_takes_own(state: State) -> State:
    """The finished state in which every player has taken the seeds in the holes they own."""
    stores = list(state.stores)
    for hole, seeds in enumerate(state.holes):
        stores[state.owners[hole]] += seeds
    return finished(state, (stores[SOUTH], stores[NORTH]))


def finished(state: State, stores: tuple[int, int]) -> State:
    return replace(state, holes=(0,) * len(state.holes), stores=stores, mover=None, passed=False)


def legal_holes(state: State, options: Options) -> Iterator[int]:
    """Rule 1: every own hole of two or more seeds, unless its sowing is endless."""
    for hole, seeds in enumerate(state.holes):
        if state.owners[hole] != state.mover or seeds < 2:
            continue
        try:
            sow(state, hole, options)
        except IllegalMove:
            continue
        yield hole


def sow(state: State, hole: int, options: Options) -> Sowing:
    """Lift all seeds of a hole, sow them and relay until the turn ends (rules 1 to 6)."""
    board = list(state.holes)
    laps = 0
    lap_starts = LapStarts()

    while True:
        hand = board[hole]
        board[hole] = 0
        lap_starts.add(board, hole, hand)
        laps += 1
        for _ in range(hand):
            hole = (hole + 1) % (2 * options.holes)
            board[hole] += 1
        own = state.owners[hole] == state.mover
        if board[hole] == 4 and not own:  # rule 2
            board[hole] = 0
            return Sowing(board, 4, laps)
        if board[hole] == 4 and own and options.own_four == "ends":  # rule 3
            return Sowing(board, 0, laps)
        if board[hole] == 1:  # rule 4: it was empty
            return Sowing(board, 0, laps)
        # Rule 5: go on with all the seeds of this hole.
