"""Adji Kui II, Arará families, Matanzas, Cuba (RULES.md, Adji Kui II; the numbers below are its rules).

Choices: an own four ends the turn (rule 3; `own_four = "relays"` follows other accounts); a pass is a turn of its
own, legal only when nothing else is (rule 7); the round ends at eight seeds *or fewer* (rule 8). "Own" means owned,
not the row (rule 10). Research boards keep the groups of four and the eight seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.endless import NEVER, PROVED, endless, glimpse_of, is_suspect
from bonduc.games.kernels.laps import advance, lift_all, log_drops, seeds_now, settle
from bonduc.games.kernels.state import (
    CAPTURED,
    ENDLESS,
    FLAGS,
    LOST,
    MOST_SEEDS,
    MOVER,
    NORTH,
    PASSED,
    PASSED_TURN,
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
    close_round,
    copy_row,
    decode,
    share_seeds,
    sweep,
)
from bonduc.games.narration import EMPTY_HOLE, REASONS, Narration
from bonduc.games.options import Option
from bonduc.games.spec import Alternation, GameSpec, HoleNotes, Layout, MatchRules, OptionValues, two_rows
from bonduc.games.words import SEEDS as SEED_WORDS
from bonduc.games.words import SIDES
from bonduc.language import N_, NP_

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
    context = 0
    if options[OWN_FOUR] == RELAYS:
        for hole in range(size):
            context |= int(states[row, FLAGS + hole] == states[row, MOVER]) << hole
    return context


@helper
def sow(states: States, row: int, hole: int, options: Options, work: Work, log: Log) -> int:
    """Rules 1 to 6: the sowing of a turn from `hole`, in place; flags or a refusal."""
    size = 2 * options[HOLES]
    mover = states[row, MOVER]
    own_four_ends = options[OWN_FOUR] == ENDS
    context = relay_context(states, row, size, options)
    at, origin, turns, laps, glimpse = hole, hole, 0, 0, 0
    hand = int(states[row, hole])
    while True:
        lift_all(states, row, origin, at, turns)
        laps += 1
        glimpse = glimpse_of(glimpse, hand)
        if log is not None:
            log.append((Event.LIFT, at, hand, laps))
        if is_suspect(glimpse, laps, work):
            settle(states, row, size, origin, at, turns)
            origin, turns = at, 0
            verdict = endless(states, row, size, at, hand, glimpse, laps, context, work)
            if verdict != NEVER:
                return ENDLESS if verdict == PROVED else UNDECIDED
        log_drops(states, row, size, origin, at, turns, hand, laps, log)
        at, turns = advance(at, turns, hand, size)
        hand = seeds_now(states, row, at, origin, at, turns)
        if hand == 1 or (hand == FOUR and (own_four_ends or states[row, FLAGS + at] != mover)):
            break
    settle(states, row, size, origin, at, turns)
    if hand == 1:
        if log is not None:
            log.append((Event.END, at, Ending.EMPTY_HOLE, 0))
        return 0
    if states[row, FLAGS + at] == mover:
        if log is not None:
            log.append((Event.END, at, Ending.OWN_FOUR, 0))
        return 0
    states[row, at] = 0
    states[row, SOUTH_STORE + mover] += FOUR
    if log is not None:
        log.append((Event.CAPTURE, at, FOUR, int(mover), Manner.COUNT))
        log.append((Event.END, at, Ending.FOUR_TAKEN, 0))
    return CAPTURED


@helper
def divide(states: States, row: int, options: Options, log: Log, reason: int) -> int:
    """Rules 7 and 8: each player takes the seeds in their own holes, and the round is over; the flags."""
    for hole in range(2 * options[HOLES]):
        sweep(states, row, hole, int(states[row, FLAGS + hole]), log)
    return close_round(states, row, 2 * int(options[HOLES]), log, reason)


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
        return flags | divide(states, row, options, log, Reason.FEW_SEEDS.value)
    states[row, MOVER] = 1 - states[row, MOVER]
    return flags


@helper
def trace_stuck(states: States, ply: int, options: Options, work: Work, log: Log) -> int:
    """Rule 7: a pass; the second in succession ends the round."""
    row = ply + 1
    copy_row(states, ply, row)
    if seeds_in_play(states, row, options) <= LAST_SEEDS:
        return divide(states, row, options, log, Reason.FEW_SEEDS.value)
    if log is not None:
        log.append((Event.PASS, 0, 0, int(states[row, MOVER])))
        log.append((Event.END, 0, Ending.PASS, 0))
    if states[row, PASSED]:
        return PASSED_TURN | divide(states, row, options, log, Reason.BOTH_PASSED.value)
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


NARRATION = Narration(
    captures=FrozenMapping({Manner.COUNT: N_("The last {seed} made four in {hole}, {player} takes {count}.")}),
    endings=FrozenMapping(
        {
            Ending.EMPTY_HOLE: EMPTY_HOLE,
            Ending.OWN_FOUR: N_(
                "The last {seed} made four in an own hole, {hole}: nothing is taken and the turn ends."
            ),
        }
    ),
    reasons=FrozenMapping({**REASONS, Reason.FEW_SEEDS: N_("Only eight seeds or fewer are left in play.")}),
)


def _layout(values: OptionValues) -> Layout:
    return two_rows(int(values["holes"]))


def _total(values: OptionValues) -> int:
    return 2 * int(values["holes"]) * int(values["seeds"])


def _check_options(values: OptionValues) -> str:
    total = _total(values)
    if total <= MOST_SEEDS:
        return ""
    return N_("{count} on the board; at most {most} are possible", count=SEED_WORDS.counted(total), most=MOST_SEEDS)


def _defects(row: Sequence[int], values: OptionValues, layout: Layout) -> list[str]:
    return []


def _forbids(row: Sequence[int], move: int, values: OptionValues, layout: Layout) -> str:
    kind, hole, _ = decode(move)
    if kind == Kind.PASS:
        return N_("a pass is legal only when nothing else is (rule 7)")
    name = layout.names[hole]
    if row[FLAGS + hole] != row[MOVER]:
        return N_("{hole} is not your hole (rule {rule})", hole=name, rule=1)
    if row[hole] == 0:
        return N_("{hole} is empty (rule {rule})", hole=name, rule=1)
    return N_("{hole} holds a single seed, and single seeds cannot be sown (rule 1)", hole=name)


def _finished(row: Sequence[int], options: Options) -> bool:
    return sum(row[: 2 * int(options[HOLES])]) <= LAST_SEEDS


def _restock(values: OptionValues, held: tuple[int, int], first: int) -> list[int]:
    """Rule 10: fill own holes from the right, then buy the opponent's from the opponent's left."""
    half, price = int(values["holes"]), int(values["seeds"])
    row = [0] * WIDTH
    row[MOVER] = first
    left = list(held)
    for player in (SOUTH, NORTH):
        for i in range(half):
            row[FLAGS + half * player + i] = player
        for i in range(min(half, left[player] // price)):
            row[half * player + half - 1 - i] = price
            left[player] -= price
    for player in (SOUTH, NORTH):
        for hole in range(half * (1 - player), half * (1 - player) + half):
            if left[player] >= price and row[hole] == 0:
                row[hole] = price
                row[FLAGS + hole] = player
                left[player] -= price
        row[SOUTH_STORE + player] = left[player]
    row[LOST] = _total(values) - sum(held)
    return row


def _match_ended(
    values: OptionValues, match: OptionValues, row: Sequence[int], held: tuple[int, int]
) -> tuple[int, str] | None:
    """Rule 10: fewer seeds than a hole takes, no hole of one's own, or the target number of holes."""
    half, price = int(values["holes"]), int(values["seeds"])
    owned = [sum(row[FLAGS + hole] == player for hole in range(2 * half)) for player in (SOUTH, NORTH)]
    for player in (SOUTH, NORTH):
        if held[1 - player] < price:
            fewer = NP_(
                "{player} holds fewer than {count} seed",
                "{player} holds fewer than {count} seeds",
                price,
                player=SIDES[1 - player],
            )
            return player, fewer
    for player in (SOUTH, NORTH):
        if owned[1 - player] == 0:
            return player, N_("{player} owns no hole", player=SIDES[1 - player])
        if owned[player] >= int(match["target_holes"]):
            owner = SIDES[player]
            return player, NP_("{player} owns {count} hole", "{player} owns {count} holes", owned[player], player=owner)
    return None


SPEC = GameSpec(
    id="adji-kui-ii",
    name="Adji Kui II",
    people=N_("Arará families, Matanzas, Cuba"),
    rules_version=1,
    module=sys.modules[__name__],
    options=(
        Option("holes", 6, N_("holes a row; other than 6 for research"), low=2, high=12),
        Option("seeds", 4, N_("seeds a hole at the start; other than 4 for research"), low=1, high=30),
        Option(
            "own_four",
            "ends",
            N_("what a four made in an own hole does to the sowing"),
            choices=("ends", "relays"),
        ),
    ),
    layout=_layout,
    total=_total,
    kinds=(Kind.SOW, Kind.PASS),
    defects=_defects,
    forbids=_forbids,
    check_options=_check_options,
    start_options=("seeds",),
    finished=_finished,
    notes=HoleNotes.OWNERS,
    has_passes=True,
    narration=NARRATION,
    aliases=("adji-kui", "adji", "adji-kui-2"),
    match=MatchRules(
        options=(
            Option("max_rounds", 100, N_("rounds after which more seeds win"), low=1, high=10_000),
            Option("target_holes", 10, N_("owning this many holes as a round starts wins"), low=2, high=24),
        ),
        alternation=Alternation.BEGINNER,
        restock=_restock,
        ended=_match_ended,
    ),
)
