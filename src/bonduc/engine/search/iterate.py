"""Iterative deepening in machine code: one call a thread and analysis, for calling with first-class functions is slow.

After each iteration the lines found are published in `reports`, a row a line, best first: SCORE, EXACT (whether the
score is proved), BEST_LEFT (whether it is proved as well that no move is better but those of the lines before), DEPTH,
LENGTH and the moves. control[EDITION] is odd while they are being written, so a reader that finds the same even number
before and after has read one edition. Rows from DRAFT on are the iteration under way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.engine.nodes.bounds import UNPROVED
from bonduc.engine.nodes.memory import (
    EDITION,
    EXCLUDED,
    EXCLUDED_MOVES,
    EXTEND_BELOW,
    FINISHED,
    HIGH,
    INFINITE,
    LINE_EXACT,
    LINE_SCORE,
    LINES,
    LOW,
    MAX_PLY,
    STOP,
    Memory,
    memory_type,
    search_signature,
)
from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.rules import Rules, function_types
from bonduc.games.kernels.state import MAX_MOVES

DEEPEST = MAX_PLY // 2
WINDOW = 100  # hundredths of a seed on either side of the score of the iteration before
WIDER = 4
WINDOW_FROM_DEPTH = 4
EXTENSIONS = 2  # forced moves cost no depth up to this many times the depth

SCORE = 0
EXACT = 1
BEST_LEFT = 2
DEPTH = 3
LENGTH = 4
FIRST = 5
REPORT_WIDTH = FIRST + MAX_MOVES
DRAFT = MAX_MOVES


def new_reports() -> npt.NDArray[np.int64]:
    """Room for as many lines as there can be moves, published and in the making."""
    return np.zeros((2 * MAX_MOVES, REPORT_WIDTH), np.int64)


def deepen_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `deepen`."""
    types = parts["types"]
    number = types.int64
    search = types.FunctionType(search_signature(parts))
    return number(search, *function_types(parts), memory_type(parts), parts["work"], number, number, number)


@helper
def draft_line(memory: Memory, reports: npt.NDArray[np.int64], row: int, best_left: bool, depth: int) -> None:
    """Note the root's best line in a row of `reports`."""
    reports[row, SCORE] = memory.stack[0, LINE_SCORE]
    reports[row, EXACT] = memory.stack[0, LINE_EXACT]
    reports[row, BEST_LEFT] = best_left
    reports[row, DEPTH] = depth
    length = memory.moves[LINES, 0]
    reports[row, LENGTH] = length
    for i in range(length):
        reports[row, FIRST + i] = memory.moves[LINES, 1 + i]


@helper
def copy_line(reports: npt.NDArray[np.int64], source: int, target: int) -> None:
    for i in range(REPORT_WIDTH):
        reports[target, i] = reports[source, i]


@subroutine
def complete_draft(reports: npt.NDArray[np.int64], drafted: int, lines: int, known: int) -> int:
    """Lines a stop kept from being searched are those of the iteration before; how many there are now."""
    in_order = drafted == 0
    for old in range(known):
        if drafted == lines:
            break
        fresh = True
        for i in range(drafted):
            fresh = fresh and reports[DRAFT + i, FIRST] != reports[old, FIRST]
        if fresh:
            copy_line(reports, old, DRAFT + drafted)
            if not in_order:
                reports[DRAFT + drafted, BEST_LEFT] = 0
            drafted += 1
    return drafted


@subroutine
def publish(memory: Memory, reports: npt.NDArray[np.int64], drafted: int, finished: int) -> bool:
    """The drafted lines, best first (the first of equals first), become the published ones.

    Are all proved to be the best there are?
    """
    memory.control[EDITION] += 1
    proved = True
    for target in range(drafted):
        best = -1
        for i in range(drafted):
            unused = reports[DRAFT + i, LENGTH] > 0
            if unused and (best < 0 or reports[DRAFT + i, SCORE] > reports[DRAFT + best, SCORE]):
                best = i
        copy_line(reports, DRAFT + best, target)
        reports[DRAFT + best, LENGTH] = 0
        proved = proved and best == target and reports[target, BEST_LEFT] != 0
        reports[target, BEST_LEFT] = proved
    memory.control[FINISHED] = finished
    memory.control[EDITION] += 1
    return proved


@kernel(deepen_signature)
def deepen(
    search: Callable[..., int],
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    memory: Memory,
    reports: npt.NDArray[np.int64],
    lines: int,
    first: int,
    last: int,
) -> int:
    """Search the prepared root at depths `first` to `last`, `lines` best moves of it; the last depth finished.

    Ends early at a stop (never before depth 1 is done) and when all the lines are proved to be the best.
    """
    rules = Rules(list_moves, play, stuck, share, evaluate, memory.options)
    control, stack = memory.control, memory.stack
    known = 0
    for depth in range(first, last + 1):
        control[EXTEND_BELOW] = EXTENSIONS * depth
        drafted = 0
        while drafted < lines and control[STOP] == 0:
            control[EXCLUDED_MOVES] = drafted
            alpha, beta, width = -INFINITE, INFINITE, WINDOW
            if drafted < known and depth >= WINDOW_FROM_DEPTH:
                alpha, beta = reports[drafted, SCORE] - width, reports[drafted, SCORE] + width
            while True:
                score = search(rules, memory, 0, alpha, beta, depth)
                if control[STOP] != 0 or alpha < score < beta:
                    break
                width *= WIDER
                if score <= alpha:
                    alpha = max(-INFINITE, score - width)
                else:
                    beta = min(INFINITE, score + width)
            if memory.moves[LINES, 0] == 0:
                break
            best_left = control[STOP] == 0 and stack[0, LOW] > UNPROVED and stack[0, HIGH] > UNPROVED
            draft_line(memory, reports, DRAFT + drafted, best_left, depth)
            control[EXCLUDED + drafted] = memory.moves[LINES, 1]
            drafted += 1
        control[EXCLUDED_MOVES] = 0
        drafted = complete_draft(reports, drafted, lines, known)
        finished = depth - 1 if control[STOP] != 0 else depth
        if publish(memory, reports, drafted, finished) or control[STOP] != 0:
            return finished
        known = lines
    return last
