"""Rio Kadalis, Habr Awal and allies, Somalia (RULES.md, Rio Kadalis; the numbers below are its rules).

Choices: a hole emptied by a group of four takes later stones of the same sowing as an empty one (rule 3). The game
is also played with five holes a row, and clockwise (options `holes`, `direction`). Holes closed with sand (rule 8)
are skipped by every sowing. Research boards keep the groups of four.
"""

from __future__ import annotations

from bonduc.games.compile import helper, kernel
from bonduc.games.contract import (
    CAPTURED,
    ENDLESS,
    FLAGS,
    MOVER,
    OVER,
    SOUTH_STORE,
    UNDECIDED,
    WIDTH,
    Ending,
    Event,
    Log,
    Moves,
    Options,
    Reason,
    States,
    Work,
    close_round,
    copy_row,
    share_seeds,
    sweep,
)
from bonduc.games.endless import GUARD_LAPS, NEVER, PROVED, endless

# Slots of the option array.
HOLES = 0
SEEDS = 1
DIRECTION = 2
COUNTERCLOCKWISE = 0
CLOCKWISE = 1

FOUR = 4  # rules 3 and 4


@kernel("start")
def start(states: States, ply: int, options: Options) -> int:
    for i in range(WIDTH):
        states[ply, i] = 0
    for hole in range(2 * options[HOLES]):
        states[ply, hole] = options[SEEDS]
    return 0


@kernel("list_moves")
def list_moves(states: States, ply: int, options: Options, moves: Moves) -> int:
    count = 0
    row = int(options[HOLES])
    first = row * int(states[ply, MOVER])
    for hole in range(first, first + row):
        if states[ply, hole] > 0:
            moves[ply, count] = hole
            count += 1
    return count


@helper
def sand_context(states: States, row: int, size: int) -> int:
    """What decides how laps go on beside the board: the closed holes."""
    context = 0
    for hole in range(size):
        context = context << 1 | int(states[row, FLAGS + hole])
    return context


@helper
def sow(states: States, row: int, hole: int, options: Options, work: Work, log: Log) -> int:
    """Rules 1 to 5: the sowing of a turn from `hole`, in place; flags or a refusal."""
    half = int(options[HOLES])
    size = 2 * half
    step, last, first = 1, size, 0
    if options[DIRECTION] == CLOCKWISE:
        step, last, first = -1, -1, size - 1
    mover = states[row, MOVER]
    at, laps, quiet_laps, flags = hole, 0, 0, 0
    while True:
        hand = int(states[row, at])
        states[row, at] = 0
        laps += 1
        quiet_laps += 1
        if log is not None:
            log.append((Event.LIFT, at, hand, laps))
        if quiet_laps >= GUARD_LAPS:
            context = sand_context(states, row, size)
            verdict = endless(states, row, size, at, hand, quiet_laps, context, work)
            if verdict != NEVER:
                return ENDLESS if verdict == PROVED else UNDECIDED
        while hand > 0:
            at += step
            if at == last:
                at = first
            while states[row, FLAGS + at]:
                at += step
                if at == last:
                    at = first
            states[row, at] += 1
            hand -= 1
            if log is not None:
                log.append((Event.DROP, at, int(states[row, at]), laps))
            if states[row, at] == FOUR:
                taker = at // half if hand > 0 else mover
                states[row, at] = 0
                states[row, SOUTH_STORE + taker] += FOUR
                flags = CAPTURED
                quiet_laps = 0
                if log is not None:
                    log.append((Event.CAPTURE, at, FOUR, int(taker)))
                if hand == 0:
                    if log is not None:
                        log.append((Event.END, at, Ending.FOUR_TAKEN, 0))
                    return flags
        if states[row, at] == 1:
            if log is not None:
                log.append((Event.END, at, Ending.EMPTY_HOLE, 0))
            return flags


@helper
def trace_play(states: States, ply: int, move: int, options: Options, work: Work, log: Log) -> int:
    row = ply + 1
    copy_row(states, ply, row)
    flags = sow(states, row, move, options, work, log)
    if flags >= 0:
        states[row, MOVER] = 1 - states[row, MOVER]
    return flags


@helper
def trace_stuck(states: States, ply: int, options: Options, work: Work, log: Log) -> int:
    """Rule 6: the stones left belong to the owner of the row they lie in."""
    row = ply + 1
    copy_row(states, ply, row)
    half = int(options[HOLES])
    for hole in range(2 * half):
        sweep(states, row, hole, hole // half, log)
    close_round(states, row, 2 * half, log, Reason.NO_LEGAL_MOVE)
    return OVER


@helper
def trace_share(states: States, ply: int, options: Options, log: Log) -> int:
    return share_seeds(states, ply, 2 * int(options[HOLES]), log)


@kernel("play")
def play(states: States, ply: int, move: int, options: Options, work: Work) -> int:
    return trace_play(states, ply, move, options, work, None)


@kernel("stuck")
def stuck(states: States, ply: int, options: Options, work: Work) -> int:
    return trace_stuck(states, ply, options, work, None)


@kernel("share")
def share(states: States, ply: int, options: Options) -> int:
    return trace_share(states, ply, options, None)


@kernel("evaluate")
def evaluate(states: States, ply: int, options: Options) -> int:
    """Stones in store count whole, stones in the own row a quarter: they are its owner's if nothing else comes."""
    mover = int(states[ply, MOVER])
    half = int(options[HOLES])
    lead = 100 * (int(states[ply, SOUTH_STORE + mover]) - int(states[ply, SOUTH_STORE + 1 - mover]))
    for hole in range(2 * half):
        lead += 25 * int(states[ply, hole]) if hole // half == mover else -25 * int(states[ply, hole])
    return lead
