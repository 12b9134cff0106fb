"""The arrays one search thread works in, and where things are in them.

`control` int64: limits and counters, then how often each path key may occur (FILTER), then the history of good moves.
`path` int64: the repetition keys of the earlier positions of the round that can recur, then of the current line.
`stack` int64[ply, …]: what search knows at each ply of the current line.
`states` int8: a row for each ply, then from BANK on the children played ahead, MAX_MOVES for each ply.
`moves` int32: the candidates of each ply, then from LINES on the best line found from it: its length, then its moves.
`endgames` int64: endgame tables (`tables/probe.py`); of length 1, there are none.
`busy` int64: the positions that threads are at (`search/abdada.py`); of length 1, there is one thread.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.rules import rules_type
from bonduc.games.kernels.state import AMOUNT_BITS, HOLE_BITS, MAX_MOVES, WIDTH, Moves, Options, States, Work

Numbers: TypeAlias = npt.NDArray[np.int64]
Weights: TypeAlias = npt.NDArray[np.int32]

MAX_PLY = 512
SPARE_ROWS = 3  # play, stuck and share write up to two rows beyond the deepest ply
BANK = MAX_PLY + SPARE_ROWS
LINES = MAX_PLY + SPARE_ROWS
LONGEST_LINE = MAX_MOVES - 1

# control
STOP = 0  # not 0: the search is being left
NODES = 1  # positions looked at
NODE_LIMIT = 2  # stop there
EARLIER = 3  # how many keys of the round's earlier positions lie in `path`
EXTEND_BELOW = 4  # forced moves cost no depth up to this ply
SEEDS = 5  # all that can be won: the seeds of the game, or the one point of the round
SELECTIVE = 6  # 0: search every move to the full depth
GENERATION = 7  # of the table's entries
EXCLUDED_MOVES = 8  # how many moves of the root are not to be searched
EDITION = 9  # of the lines published so far (`iterate.py`)
FINISHED = 10  # the depth of the last finished iteration
STOP_WANTED = 11  # set from outside; the search stops once depth 1 is done
PROVED_ONLY = 12  # of the moves to choose between, only those proved good enough count (`search/chances.py`)
TABLE_HITS = 13  # positions that endgame tables told the value of (`probe.py`)
CHECK_DEPTH = 14  # how deep the moves to choose between are searched first
HERO = 15  # for whom chances are looked for (`search/chances.py`),
HELD = 16  # the lead that is not to be risked,
HOPED = 17  # and the one hoped for
EXCLUDED = 18  # those moves
SIDES = EXCLUDED + MAX_MOVES  # for each player, a mask of the bytes of a row that are holes of theirs
HOLE_WORDS = 6
FILTER = SIDES + 2 * HOLE_WORDS
FILTER_SIZE = 1 << 12
FILTER_MASK = FILTER_SIZE - 1
HISTORY = FILTER + FILTER_SIZE
HISTORY_BITS = HOLE_BITS + AMOUNT_BITS
HISTORY_MASK = (1 << HISTORY_BITS) - 1
CONTROL_SIZE = HISTORY + 2 * (1 << HISTORY_BITS)

# stack columns
KEY = 0  # of the position, for the table
SINCE = 1  # index in `path` of the first position that can recur: nothing was captured after it
LOW = 2  # what the claims "worth at least" and "worth at most" of this ply's result rest on (`bounds.py`)
HIGH = 3
VALUE = 4  # the score of a child that needs no search, for the mover of this ply
KILLER = 5  # two moves that refuted siblings
BEST = 7
LINE_SCORE = 8  # of the best line noted in `moves`
GIVEN_UP = 9  # not 0: whether some candidate can be played was not found out, its sowing being too long
LINE_EXACT = 10  # not 0: whether the score of that line is proved
ORDER = 11  # the order scores of the candidates; the next is the highest
PLAYED = ORDER + MAX_MOVES  # what `play` returned for those played ahead, NOT_PLAYED for the others
COLUMNS = PLAYED + MAX_MOVES

NOT_PLAYED = -100
PUT_OFF = -(1 << 61)  # the order score of a move that another thread is at
NOBODY = 0  # an entry of `busy` that is free
DONE = -(1 << 60)  # the order score of a move that has been tried or is refused

INFINITE = 30_000  # more than any score
SEED = 100


class Memory(NamedTuple):
    """All the arrays, as compiled functions take them.

    `weights`, `table`, `endgames` and `busy` may be shared with other threads.
    """

    states: States
    options: Options
    moves: Moves
    work: Work
    weights: Weights
    table: Numbers
    control: Numbers
    path: Numbers
    stack: Numbers
    endgames: Numbers
    busy: Numbers


def new_memory(options: Options, weights: Weights, table: Numbers, work: Work, busy: Numbers | None = None) -> Memory:
    """Cleared arrays for one thread, around those it is given."""
    return Memory(
        states=np.zeros((BANK + MAX_PLY * MAX_MOVES, WIDTH), np.int8),
        options=options,
        moves=np.zeros((LINES + MAX_PLY + SPARE_ROWS, MAX_MOVES), np.int32),
        work=work,
        weights=weights,
        table=table,
        control=np.zeros(CONTROL_SIZE, np.int64),
        path=np.zeros(MAX_PLY + SPARE_ROWS, np.int64),
        stack=np.zeros((MAX_PLY + SPARE_ROWS, COLUMNS), np.int64),
        endgames=np.zeros(1, np.int64),
        busy=np.full(1, NOBODY, np.int64) if busy is None else busy,
    )


def memory_type(parts: dict[str, Any]) -> Any:
    """The Numba type of `Memory`, from the parts of `games.compile`."""
    types = parts["types"]
    numbers, weights = types.Array(types.int64, 1, "C"), types.Array(types.int32, 1, "C")
    options, moves, work = parts["options"], parts["moves"], parts["work"]
    arrays = [parts["states"], options, moves, work, weights, numbers, numbers, numbers, work, numbers, numbers]
    return types.NamedTuple(arrays, Memory)


def search_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `search`."""
    number = parts["types"].int64
    return number(rules_type(parts), memory_type(parts), number, number, number, number)
