"""Rio Kadalis, Habr Awal and allies, Somalia (RULES.md, Rio Kadalis; the numbers below are its rules).

Choices: a hole emptied by a group of four takes later stones of the same sowing as an empty one (rule 3). The game
is also played with five holes a row, and clockwise (options `holes`, `direction`). Holes closed with sand (rule 8)
are skipped by every sowing. Research boards keep the groups of four.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.endless import NEVER, PROVED, endless, glimpse_of, is_suspect
from bonduc.games.kernels.state import (
    CAPTURED,
    ENDLESS,
    FLAGS,
    LOST,
    MOST_SEEDS,
    MOVER,
    NORTH,
    SOUTH,
    SOUTH_STORE,
    UNDECIDED,
    WIDTH,
    Ending,
    Event,
    Kind,
    Log,
    Manner,
    Moves,
    Options,
    Reason,
    States,
    Work,
    any_flag,
    close_round,
    copy_row,
    decode,
    share_seeds,
    sweep,
)
from bonduc.games.narration import Narration
from bonduc.games.options import Option
from bonduc.games.spec import Alternation, GameSpec, HoleNotes, Layout, MatchRules, OptionValues, two_rows
from bonduc.games.words import SIDES, STONES
from bonduc.language import N_, NP_

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
def closed_holes(states: States, row: int, size: int) -> int:
    """The holes closed with sand, a bit each: beside the board they alone decide how laps go on."""
    closed = 0
    if any_flag(states, row):
        for hole in range(size):
            closed |= int(states[row, FLAGS + hole]) << hole
    return closed


@helper
def sow(states: States, row: int, hole: int, options: Options, work: Work, log: Log) -> int:
    """Rules 1 to 5: the sowing of a turn from `hole`, in place; flags or a refusal."""
    half = int(options[HOLES])
    size = 2 * half
    step, last, first = 1, size, 0
    if options[DIRECTION] == CLOCKWISE:
        step, last, first = -1, -1, size - 1
    mover = states[row, MOVER]
    closed = closed_holes(states, row, size)
    at, glimpse, laps, quiet_laps, flags = hole, 0, 0, 0, 0
    while True:
        hand = int(states[row, at])
        states[row, at] = 0
        laps += 1
        quiet_laps += 1
        glimpse = glimpse_of(glimpse, hand)
        if log is not None:
            log.append((Event.LIFT, at, hand, laps))
        if is_suspect(glimpse, quiet_laps, work):
            verdict = endless(states, row, size, at, hand, glimpse, quiet_laps, closed, work)
            if verdict != NEVER:
                return ENDLESS if verdict == PROVED else UNDECIDED
        count = 0
        while hand > 0:
            at += step
            if at == last:
                at = first
            while closed >> at & 1:
                at += step
                if at == last:
                    at = first
            count = int(states[row, at]) + 1
            states[row, at] = count
            hand -= 1
            if log is not None:
                log.append((Event.DROP, at, count, laps))
            if count == FOUR:
                taker = int(at >= half) if hand > 0 else mover
                states[row, at] = 0
                states[row, SOUTH_STORE + taker] += FOUR
                flags = CAPTURED
                quiet_laps = 0
                if log is not None:
                    log.append((Event.CAPTURE, at, FOUR, int(taker), Manner.PASSING if hand > 0 else Manner.COUNT))
                if hand == 0:
                    if log is not None:
                        log.append((Event.END, at, Ending.FOUR_TAKEN, 0))
                    return flags
        if count == 1:
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
    return close_round(states, row, 2 * half, log, Reason.NO_LEGAL_MOVE.value)


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


NARRATION = Narration(
    captures=FrozenMapping(
        {
            Manner.COUNT: N_("The last {seed} made four in {hole}: {four}, {player} takes {count}."),
            Manner.PASSING: N_(
                "A {seed} that was not the last made four in {hole}: the owner of the row, {player}, takes {seeds}."
            ),
        }
    )
)


def _layout(values: OptionValues) -> Layout:
    return two_rows(int(values["holes"]))


def _total(values: OptionValues) -> int:
    return 2 * int(values["holes"]) * int(values["seeds"])


def _check_options(values: OptionValues) -> str:
    total = _total(values)
    if total <= MOST_SEEDS:
        return ""
    return N_("{count} on the board; at most {most} are possible", count=STONES.counted(total), most=MOST_SEEDS)


def _defects(row: Sequence[int], values: OptionValues, layout: Layout) -> list[str]:
    return [
        N_("{hole} is closed with sand but holds {count}", hole=layout.names[hole], count=row[hole])
        for hole in range(layout.size)
        if row[FLAGS + hole] and row[hole]
    ]


def _forbids(row: Sequence[int], move: int, values: OptionValues, layout: Layout) -> str:
    _, hole, _ = decode(move)
    name = layout.names[hole]
    if layout.side(hole) != row[MOVER]:
        return N_("{hole} is not your hole (rule {rule})", hole=name, rule=1)
    if row[FLAGS + hole]:
        return N_("{hole} is closed with sand (rule 8)", hole=name)
    return N_("{hole} is empty (rule {rule})", hole=name, rule=1)


def _restock(values: OptionValues, held: tuple[int, int], first: int) -> list[int]:
    """Rule 8: fill own holes from the right, close with sand those that cannot be filled."""
    half, price = int(values["holes"]), int(values["seeds"])
    row = [0] * WIDTH
    row[MOVER] = first
    for player in (SOUTH, NORTH):
        filled = min(half, held[player] // price)
        for i in range(half):
            hole = half * player + half - 1 - i
            if i < filled:
                row[hole] = price
            else:
                row[FLAGS + hole] = 1
        row[SOUTH_STORE + player] = held[player] - filled * price
    row[LOST] = _total(values) - sum(held)
    return row


def _match_ended(
    values: OptionValues, match: OptionValues, row: Sequence[int], held: tuple[int, int]
) -> tuple[int, str] | None:
    """Rule 9: the opponent holds fewer stones than a hole takes."""
    price = int(values["seeds"])
    for winner, loser in ((SOUTH, NORTH), (NORTH, SOUTH)):
        if held[loser] < price:
            fewer = NP_(
                "{player} holds fewer than {count} stone",
                "{player} holds fewer than {count} stones",
                price,
                player=SIDES[loser],
            )
            return winner, fewer
    return None


SPEC = GameSpec(
    id="rio-kadalis",
    name="Rio Kadalis",
    people=N_("Habr Awal and allies, Somalia"),
    rules_version=1,
    module=sys.modules[__name__],
    options=(
        Option("holes", 6, N_("holes a row: 6 or 5 traditionally, others for research"), low=2, high=12),
        Option("seeds", 4, N_("stones a hole at the start; other than 4 for research"), low=1, high=30),
        Option("direction", "counterclockwise", N_("the way of sowing"), choices=("counterclockwise", "clockwise")),
    ),
    layout=_layout,
    total=_total,
    kinds=(Kind.SOW,),
    defects=_defects,
    forbids=_forbids,
    check_options=_check_options,
    start_options=("seeds",),
    notes=HoleNotes.CLOSED,
    narration=NARRATION,
    words=replace(STONES, four="binikh"),
    aliases=("rio", "riya-ka-dhalis", "riyo-ka-dhalis"),
    match=MatchRules(
        options=(Option("max_rounds", 100, N_("rounds after which more stones win"), low=1, high=10_000),),
        alternation=Alternation.BEGINNER,
        restock=_restock,
        ended=_match_ended,
    ),
)
