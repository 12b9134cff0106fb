"""Adji Kui II, Arará families, Matanzas, Cuba (RULES.md, Adji Kui II; the numbers below are its rules).

Choices: an own four ends the turn (rule 3; `own_four = "relays"` follows other accounts); a pass is a turn of its
own, legal only when nothing else is (rule 7); the round ends at eight seeds *or fewer* (rule 8). "Own" means owned,
not the row (rule 10). Research boards keep the groups of four and the eight seeds.
"""

from __future__ import annotations

from bonduc.games.compile import helper, kernel
from bonduc.games.contract import (
    CAPTURED,
    ENDLESS,
    FLAGS,
    MOVER,
    OVER,
    PASSED,
    PASSED_TURN,
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
OWN_FOUR = 2
ENDS = 0  # OWN_FOUR: the turn ends
RELAYS = 1  # OWN_FOUR: the relay goes on

FOUR = 4  # rules 2 and 3
LAST_SEEDS = 8  # rule 8
SMALLEST_LIFT = 2  # rule 1: single seeds cannot be sown


@kernel("start")
def start(states: States, ply: int, options: Options) -> int:
    for i in range(WIDTH):
        states[ply, i] = 0
    row = int(options[HOLES])
    for hole in range(2 * row):
        states[ply, hole] = options[SEEDS]
        states[ply, FLAGS + hole] = hole // row
    return 0


@kernel("list_moves")
def list_moves(states: States, ply: int, options: Options, moves: Moves) -> int:
    count = 0
    mover = states[ply, MOVER]
    for hole in range(2 * options[HOLES]):
        if states[ply, hole] >= SMALLEST_LIFT and states[ply, FLAGS + hole] == mover:
            moves[ply, count] = hole
            count += 1
    return count


@helper
def relay_context(states: States, row: int, size: int, options: Options) -> int:
    """What decides how laps go on beside the board: who owns what, but only where own fours relay."""
    if options[OWN_FOUR] == ENDS:
        return 0
    context = 1
    for hole in range(size):
        context = context << 1 | int(states[row, FLAGS + hole] == states[row, MOVER])
    return context


@helper
def sow(states: States, row: int, hole: int, options: Options, work: Work, log: Log) -> int:
    """Rules 1 to 6: the sowing of a turn from `hole`, in place; flags or a refusal."""
    size = 2 * options[HOLES]
    mover = states[row, MOVER]
    own_four_ends = options[OWN_FOUR] == ENDS
    at, laps = hole, 0
    while True:
        hand = int(states[row, at])
        states[row, at] = 0
        laps += 1
        if log is not None:
            log.append((Event.LIFT, at, hand, laps))
        if laps >= GUARD_LAPS:
            verdict = endless(states, row, size, at, hand, laps, relay_context(states, row, size, options), work)
            if verdict != NEVER:
                return ENDLESS if verdict == PROVED else UNDECIDED
        while hand > 0:
            at += 1
            if at == size:
                at = 0
            states[row, at] += 1
            hand -= 1
            if log is not None:
                log.append((Event.DROP, at, int(states[row, at]), laps))
        count = states[row, at]
        if count == 1:
            if log is not None:
                log.append((Event.END, at, Ending.EMPTY_HOLE, 0))
            return 0
        if count == FOUR:
            if states[row, FLAGS + at] != mover:
                states[row, at] = 0
                states[row, SOUTH_STORE + mover] += FOUR
                if log is not None:
                    log.append((Event.CAPTURE, at, FOUR, int(mover)))
                    log.append((Event.END, at, Ending.FOUR_TAKEN, 0))
                return CAPTURED
            if own_four_ends:
                if log is not None:
                    log.append((Event.END, at, Ending.OWN_FOUR, 0))
                return 0


@helper
def divide(states: States, row: int, options: Options, log: Log, reason: int) -> None:
    """Rules 7 and 8: each player takes the seeds in their own holes, and the round is over."""
    for hole in range(2 * options[HOLES]):
        sweep(states, row, hole, int(states[row, FLAGS + hole]), log)
    close_round(states, row, 2 * int(options[HOLES]), log, reason)


@helper
def seeds_in_play(states: States, row: int, options: Options) -> int:
    total = 0
    for hole in range(2 * options[HOLES]):
        total += int(states[row, hole])
    return total


@helper
def trace_play(states: States, ply: int, move: int, options: Options, work: Work, log: Log) -> int:
    row = ply + 1
    copy_row(states, ply, row)
    flags = sow(states, row, move, options, work, log)
    if flags < 0:
        return flags
    states[row, PASSED] = 0
    if flags & CAPTURED and seeds_in_play(states, row, options) <= LAST_SEEDS:
        divide(states, row, options, log, Reason.FEW_SEEDS)
        return flags | OVER
    states[row, MOVER] = 1 - states[row, MOVER]
    return flags


@helper
def trace_stuck(states: States, ply: int, options: Options, work: Work, log: Log) -> int:
    """Rule 7: a pass; the second in succession ends the round."""
    row = ply + 1
    copy_row(states, ply, row)
    if seeds_in_play(states, row, options) <= LAST_SEEDS:
        divide(states, row, options, log, Reason.FEW_SEEDS)
        return OVER
    if log is not None:
        log.append((Event.PASS, 0, 0, int(states[row, MOVER])))
        log.append((Event.END, 0, Ending.PASS, 0))
    if states[row, PASSED]:
        divide(states, row, options, log, Reason.BOTH_PASSED)
        return PASSED_TURN | OVER
    states[row, PASSED] = 1
    states[row, MOVER] = 1 - states[row, MOVER]
    return PASSED_TURN


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
    """Seeds in store count whole, seeds in own holes a quarter: half the board is still to be won."""
    mover = int(states[ply, MOVER])
    lead = 100 * (int(states[ply, SOUTH_STORE + mover]) - int(states[ply, SOUTH_STORE + 1 - mover]))
    for hole in range(2 * options[HOLES]):
        seeds = int(states[ply, hole])
        lead += 25 * seeds if states[ply, FLAGS + hole] == mover else -25 * seeds
    return lead
