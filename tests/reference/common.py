"""What the plain implementations share: the two players, two-row boards, endless sowing, and perft."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase, ascii_uppercase
from typing import TypeVar

SOUTH = 0
NORTH = 1

AnyState = TypeVar("AnyState")


class IllegalMove(ValueError):  # noqa: N818 - named as the rules name it
    """A move that the rules forbid, or a text that is not a move at all."""


class EndlessSowing(IllegalMove):
    """A sowing that would never end.

    `laps` is the number of different lap starts met since the last capture: the length of the cycle, when
    the cycle leads back to the first of them.
    """

    def __init__(self, laps: int) -> None:
        super().__init__(f"endless sowing: the lap starts repeat after {laps} laps")
        self.laps = laps


class LapStarts:
    """The lap starts of one sowing since its last capture.

    The rest of a sowing depends on nothing but the board with the hole lifted, that hole, and the handful, so
    the sowing is endless if and only if these three come back without a capture in between.
    """

    def __init__(self) -> None:
        self._seen: set[tuple[tuple[int, ...], int, int]] = set()

    def add(self, board: list[int], hole: int, hand: int) -> None:
        """Remember one lap start; raise EndlessSowing when it was there before."""
        lap_start = (tuple(board), hole, hand)
        if lap_start in self._seen:
            raise EndlessSowing(len(self._seen))
        self._seen.add(lap_start)

    def forget(self) -> None:
        """A capture was made: no earlier lap start can come back, for there are fewer seeds now."""
        self._seen.clear()


def other(player: int) -> int:
    """The opponent of a player."""
    return NORTH if player == SOUTH else SOUTH


def row(player: int, columns: int) -> range:
    """The holes of a player's row on a two-row board, from that player's left to right."""
    return range(columns) if player == SOUTH else range(columns, 2 * columns)


def row_owner(hole: int, columns: int) -> int:
    """The player in whose row a hole of a two-row board lies."""
    return SOUTH if hole < columns else NORTH


def opposite(hole: int, columns: int) -> int:
    """The hole facing a hole of a two-row board."""
    return 2 * columns - 1 - hole


def hole_names(columns: int) -> list[str]:
    """The names of the holes of a two-row board, in board order: `A B C ... a b c ...`."""
    return list(ascii_uppercase[:columns]) + list(ascii_lowercase[:columns])


def find_hole(name: str, names: list[str]) -> int:
    """The index of the hole with this name; raise IllegalMove when there is none."""
    if name not in names:
        raise IllegalMove(f"no such hole: {name!r}")
    return names.index(name)


def count_sequences(
    state: AnyState,
    depth: int,
    legal_moves: Callable[[AnyState], list[str]],
    play: Callable[[AnyState, str], AnyState],
) -> int:
    """The number of sequences of exactly `depth` moves (one cut short by the round's end is not counted)."""
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(count_sequences(play(state, move), depth - 1, legal_moves, play) for move in moves)
