"""What every game's kernels agree on: the state row, moves, events, return values.

A state is one row of an int8 array `states[ply, WIDTH]`:

    0 … 47   holes in board order (two rows: South's left to right, then North's from North's left;
             four rows: South's ring, then North's ring)
    24 … 47  two-row games: what the game notes of hole i in FLAGS + i (a mark, the owner, sand)
    48, 49   the stores, South's and North's (four rows: the winner's is 1 when the round is over)
    50       the side to move: SOUTH, NORTH, or NOBODY when the round is over
    51       seeds that belong to nobody (the odd seed of a shared board)
    52 …     what the game adds

Kernels (`options` is int64[OPTION_SLOTS]; `moves` int32[ply, MAX_MOVES]; `work` the memory of `endless`):

    start(states, ply, options)               write the start of a round into row `ply`
    list_moves(states, ply, options, moves)   candidates of the side to move into moves[ply]; how many
    play(states, ply, move, options, work)    play a candidate from row `ply` into row `ply + 1`: flags, or a
                                              refusal (negative; row `ply + 1` is then undefined)
    stuck(states, ply, options, work)         no candidate could be played: the swept board, or the forced pass,
                                              into row `ply + 1` (row `ply + 2` is scratch); flags
    share(states, ply, options)               the position occurred twice: the finished round into row `ply + 1`
    evaluate(states, ply, options)            a quick estimate for the mover, in hundredths of a seed

The module's `trace_play`, `trace_stuck` and `trace_share` are the same code given a log, a list that takes the
`Event`s. They run interpreted only, so the compiled kernels carry no trace of the log.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.compile import helper

States: TypeAlias = npt.NDArray[np.int8]
Options: TypeAlias = npt.NDArray[np.int64]
Moves: TypeAlias = npt.NDArray[np.int32]
Work: TypeAlias = npt.NDArray[np.int64]
Log: TypeAlias = "list[tuple[int, ...]] | None"

WIDTH = 64
FLAGS = 24
SOUTH_STORE = 48
NORTH_STORE = 49
MOVER = 50
LOST = 51
PASSED = 52
PHASE = 53
HAND = 54
EMPTIED = 55
LAST = 56

SOUTH = 0
NORTH = 1
NOBODY = 2

PHASES = ("play", "open-south", "open-north")  # what PHASE counts

MOST_SEEDS = 120  # on any board: a count fits the int8 of a row with room to spare
MAX_MOVES = 64
OPTION_SLOTS = 8

# Flags that play, stuck and share return.
CAPTURED = 1  # seeds left the board: no earlier position can recur
OVER = 2  # the round is over and the board swept; the Reason stands in the bits from REASON_SHIFT on
PASSED_TURN = 4  # the turn was a pass
REASON_SHIFT = 3
LEFT_OPEN = 1 << 10  # with OVER: nobody knows what comes, and the round was left where it was (`leave_open`)

# Refusals that play returns.
ENDLESS = -1
FIRST_LAP = -2
UNDECIDED = -3  # patience ran out before it was known whether the sowing ends (`endless.py`)


class Kind(IntEnum):
    """What a move does: the third part of its code."""

    SOW = 0
    LIFT = 1
    EMPTY = 2
    DROP = 3
    PASS = 4

    @property
    def is_opening(self) -> bool:
        """Whether it is a step of an opening."""
        return self in (Kind.EMPTY, Kind.DROP)


HOLE_BITS = 6
AMOUNT_BITS = 7
HOLE_MASK = (1 << HOLE_BITS) - 1
AMOUNT_MASK = (1 << AMOUNT_BITS) - 1
KIND_SHIFT = HOLE_BITS + AMOUNT_BITS

SOW_CODE = int(Kind.SOW) << KIND_SHIFT
LIFT_CODE = int(Kind.LIFT) << KIND_SHIFT
EMPTY_CODE = int(Kind.EMPTY) << KIND_SHIFT
DROP_CODE = int(Kind.DROP) << KIND_SHIFT
PASS_CODE = int(Kind.PASS) << KIND_SHIFT


def encode(kind: Kind, hole: int = 0, amount: int = 0) -> int:
    """The code of a move: kind, hole index, and how many seeds (0 where the kind takes none)."""
    return int(kind) << KIND_SHIFT | amount << HOLE_BITS | hole


def decode(code: int) -> tuple[Kind, int, int]:
    """Kind, hole index and amount of a move's code."""
    return Kind(code >> KIND_SHIFT), code & HOLE_MASK, code >> HOLE_BITS & AMOUNT_MASK


class Event(IntEnum):
    """What a log row `(event, hole, amount, who)` tells."""

    LIFT = 0  # amount seeds lifted from hole; who: the number of the lap they begin, from 1
    DROP = 1  # a seed into hole, which now holds amount; who: the lap
    CAPTURE = 2  # amount seeds of hole to who's store, or out of the game; a fifth number is the Manner
    MARK_LOST = 3
    MARK_SET = 4
    END = 5  # the turn's sowing is over; amount: an Ending
    PASS = 6
    ROUND_END = 7  # amount: a Reason
    SWEEP = 8  # amount seeds of hole to who at the round's end; NOBODY: out of the game
    SHARE = 9  # amount seeds of the shared board to who


class Ending(IntEnum):
    """Why a turn ended."""

    EMPTY_HOLE = 0
    FOUR_TAKEN = 1
    OWN_FOUR = 2
    OPPOSITE_TAKEN = 3
    BONUS_TAKEN = 4
    STEP = 5
    OPENING = 6
    PASS = 7


class Reason(IntEnum):
    """Why a round ended under the rules."""

    NO_LEGAL_MOVE = 0
    NEITHER_CAN_MOVE = 1
    FEW_SEEDS = 2
    BOTH_PASSED = 3
    ALL_CAPTURED = 4
    REPETITION = 5


class Manner(IntEnum):
    """How seeds were captured: the fifth number of a log row, where its game tells."""

    PLAIN = 0
    COUNT = 1  # the last seed made the number that is taken
    PASSING = 2  # a seed that was not the last made it
    OPPOSITE = 3  # they lay opposite the hole of the last seed
    CAPTURER = 4  # the seed that captured others
    BEHIND = 5  # they lay behind others that were captured
    BONUS = 6


@helper
def copy_row(states: States, source: int, target: int) -> None:
    words = states.view(np.int64)
    for i in range(WIDTH // 8):
        words[target, i] = words[source, i]


@helper
def any_flag(states: States, row: int) -> bool:
    """Is anything noted of any hole of a two-row board?"""
    words = states.view(np.int64)
    return bool(words[row, FLAGS // 8] | words[row, FLAGS // 8 + 1] | words[row, FLAGS // 8 + 2])


@helper
def over(reason: int) -> int:
    """The flags of a round that is over for this Reason."""
    return OVER | reason << REASON_SHIFT


def reason_of(flags: int) -> Reason:
    """Why the round is over, where flags say that it is."""
    return Reason(flags >> REASON_SHIFT)


@helper
def leave_open(states: States, ply: int) -> int:
    """Row `ply` given up, into row `ply + 1`: what lies on the board is nobody's. The flags."""
    copy_row(states, ply, ply + 1)
    for i in range(FLAGS):
        states[ply + 1, i] = 0
    states[ply + 1, MOVER] = NOBODY
    return OVER | LEFT_OPEN


@helper
def close_round(states: States, row: int, size: int, log: Log, reason: int) -> int:
    """Nobody is to move in the swept row any more; what the game noted of holes and turn is gone. The flags."""
    states[row, MOVER] = NOBODY
    for i in range(size):
        states[row, FLAGS + i] = 0
    for i in range(PASSED, WIDTH):
        states[row, i] = 0
    if log is not None:
        log.append((Event.ROUND_END, 0, reason, 0))
    return over(reason)


@helper
def sweep(states: States, row: int, hole: int, player: int, log: Log) -> None:
    """The seeds of a hole go to a player's store at the end of the round."""
    amount = states[row, hole]
    if amount > 0:
        states[row, SOUTH_STORE + player] += amount
        states[row, hole] = 0
        if log is not None:
            log.append((Event.SWEEP, hole, int(amount), player))


@helper
def share_seeds(states: States, ply: int, size: int, log: Log) -> int:
    """Repetition (RULES.md, Conventions): the seeds on the board shared equally, an odd one to nobody."""
    row = ply + 1
    copy_row(states, ply, row)
    total = int(states[row, HAND])
    for hole in range(size):
        total += int(states[row, hole])
        states[row, hole] = 0
    half = total // 2
    states[row, SOUTH_STORE] += half
    states[row, NORTH_STORE] += half
    states[row, LOST] += total - 2 * half
    flags = close_round(states, row, size, log, Reason.REPETITION.value)
    if log is not None:
        log.append((Event.SHARE, 0, half, SOUTH))
        log.append((Event.SHARE, 0, half, NORTH))
    return flags


Kernel: TypeAlias = Callable[..., Any]


@helper
def south_lead(states: States, row: int) -> int:
    """What South has taken more than North."""
    return int(states[row, SOUTH_STORE]) - int(states[row, NORTH_STORE])
