"""Bao la Kimasai, plainly. The numbers are those of the rules (section "Bao la Kimasai, four rows")."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from .common import NORTH, SOUTH, IllegalMove, count_sequences, find_hole, other


@dataclass(frozen=True)
class State:
    holes: tuple[int, ...]  # South's ring, then North's ring
    stores: tuple[int, int]  # (0, 0) in the round and after a draw; else 1 for the winner
    mover: int | None  # None when the round is over


@dataclass(frozen=True)
class Options:
    columns: int = 12

    def __post_init__(self) -> None:
        if not 2 <= self.columns <= 12:
            raise ValueError("columns must be from 2 to 12")


def start(options: Options) -> State:
    """Rule 1: one stone in every hole but the leftmost front hole, which comes last in the ring."""
    ring = [1] * (2 * options.columns)
    ring[ring_index("A2", options.columns)] = 0
    return State(tuple(ring + ring), (0, 0), SOUTH)


def legal_moves(state: State, options: Options) -> list[str]:
    """The names of the holes whose stone may move, in ring order (rule 2)."""
    if state.mover is None:
        return []
    ring = rings(state)[state.mover]
    names = ring_names(state.mover, options.columns)
    return [names[index] for index in range(len(ring)) if can_step(ring, index)]


def play(state: State, move: str, options: Options) -> State:
    """The settled state after a move; raise ValueError when it is not legal."""
    if state.mover is None:
        raise IllegalMove(f"{move!r}: the round is over")
    both = rings(state)
    own = both[state.mover]
    enemy = both[other(state.mover)]
    origin = find_hole(move, ring_names(state.mover, options.columns))
    if not can_step(own, origin):
        raise IllegalMove(f"{move!r}: no stone there, or the next hole is occupied")

    # Rule 2
    arrival = (origin + 1) % len(own)
    own[origin] = 0
    own[arrival] = 1
    # Rule 3
    letter, row = hole_in_own_view(arrival, options.columns)
    if row == 2:
        # The leftmost file of one player is the rightmost of the other.
        enemy_letter = ascii_uppercase[options.columns - 1 - ascii_uppercase.index(letter)]
        enemy_front = ring_index(enemy_letter + "2", options.columns)
        enemy_back = ring_index(enemy_letter + "1", options.columns)
        if enemy[enemy_front] == 1:
            enemy[enemy_front] = 0
            enemy[enemy_back] = 0

    after = State(tuple(both[SOUTH] + both[NORTH]), state.stores, other(state.mover))
    return settle(after, options)


def settle(state: State, options: Options) -> State:
    """Rule 4: won when the player to move has no legal move, or when a player has no stones left."""
    if state.mover is None:
        return state
    if not legal_moves(state, options):
        return finished(state, winner=other(state.mover))
    if sum(rings(state)[other(state.mover)]) == 0:
        return finished(state, winner=state.mover)
    return state


def share(state: State, options: Options) -> State:
    """Rule 5: a repeated position is a draw."""
    return finished(state, winner=None)


def perft(state: State, depth: int, options: Options) -> int:
    """The number of sequences of exactly `depth` moves."""
    return count_sequences(state, depth, lambda s: legal_moves(s, options), lambda s, move: play(s, move, options))


def finished(state: State, winner: int | None) -> State:
    stores = (1 if winner == SOUTH else 0, 1 if winner == NORTH else 0)
    return State((0,) * len(state.holes), stores, None)


def rings(state: State) -> tuple[list[int], list[int]]:
    """The rings of South and of North."""
    half = len(state.holes) // 2
    return list(state.holes[:half]), list(state.holes[half:])


def can_step(ring: list[int], index: int) -> bool:
    """Rule 2: a stone moves one hole on, into an empty hole."""
    return ring[index] == 1 and ring[(index + 1) % len(ring)] == 0


def hole_in_own_view(index: int, columns: int) -> tuple[str, int]:
    """The column letter and the row of a ring index: back row left to right, front row right to left."""
    if index < columns:
        return ascii_uppercase[index], 1
    return ascii_uppercase[2 * columns - 1 - index], 2


def ring_index(hole: str, columns: int) -> int:
    """The ring index of a hole in its owner's view, such as `A2`."""
    column = ascii_uppercase.index(hole[0])
    return column if hole[1] == "1" else 2 * columns - 1 - column


def ring_names(player: int, columns: int) -> list[str]:
    """The names of a player's holes in ring order: `A1 ... L1 L2 ... A2`, or in small letters for North."""
    names = []
    for index in range(2 * columns):
        letter, row = hole_in_own_view(index, columns)
        names.append(f"{letter if player == SOUTH else letter.lower()}{row}")
    return names
