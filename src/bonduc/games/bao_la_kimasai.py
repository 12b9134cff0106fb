"""Bao la Kimasai in four rows, Maasai, Dodoma region, Tanzania (RULES.md; the numbers below are its rules).

Each player's two rows are one ring, `0 … c-1` the back row from the owner's left, `c … 2c-1` the front row from the
owner's right; South's ring comes first in the row of the state. The stores stay empty until the round is over; then
the winner's holds 1, the point of the round, and after a draw both hold 0.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.state import (
    CAPTURED,
    MOVER,
    NOBODY,
    NORTH,
    NORTH_STORE,
    SOUTH,
    SOUTH_STORE,
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
    copy_row,
    decode,
    over,
)
from bonduc.games.narration import REASONS, Narration
from bonduc.games.options import Option
from bonduc.games.spec import Alternation, GameSpec, Layout, MatchRules, OptionValues, Winnings, four_rows
from bonduc.games.words import SIDES, STONES
from bonduc.language import N_, NP_

# Slots of the option array.
COLUMNS = 0


@kernel("start")
def start(states: States, ply: int, options: Options) -> int:
    """Rule 1: one stone everywhere but in the leftmost front hole of each player, the last of the ring."""
    for i in range(WIDTH):
        states[ply, i] = 0
    ring = 2 * int(options[COLUMNS])
    for hole in range(2 * ring):
        states[ply, hole] = int(hole % ring != ring - 1)
    return 0


@kernel("list_moves")
def list_moves(states: States, ply: int, options: Options, moves: Moves) -> int:
    count = 0
    ring = 2 * int(options[COLUMNS])
    first = ring * int(states[ply, MOVER])
    for hole in range(first, first + ring - 1):
        if states[ply, hole] > states[ply, hole + 1]:
            moves[ply, count] = hole
            count += 1
    if states[ply, first + ring - 1] > states[ply, first]:
        moves[ply, count] = first + ring - 1
        count += 1
    return count


@helper
def finish(states: States, row: int, options: Options, winner: int, log: Log, reason: int) -> int:
    """The board is cleared; the winner, if any, has the point. The flags."""
    for hole in range(4 * options[COLUMNS]):
        if states[row, hole] > 0:
            states[row, hole] = 0
            if log is not None:
                log.append((Event.SWEEP, hole, 1, NOBODY))
    if winner != NOBODY:
        states[row, SOUTH_STORE + winner] = 1
    states[row, MOVER] = NOBODY
    if log is not None:
        log.append((Event.ROUND_END, 0, reason, 0))
    return over(reason)


@helper
def trace_play(states: States, ply: int, move: int, options: Options, work: Work, log: Log) -> int:
    """Rules 2 to 4: one step, and what it captures."""
    row = ply + 1
    copy_row(states, ply, row)
    columns = int(options[COLUMNS])
    ring = 2 * columns
    mover = int(states[row, MOVER])
    first, enemy = ring * mover, ring * (1 - mover)
    to = move - first + 1
    if to == ring:
        to = 0
    states[row, move] = 0
    states[row, first + to] = 1
    if log is not None:
        log.append((Event.LIFT, move, 1, 1))
        log.append((Event.DROP, first + to, 1, 1))
    flags = 0
    if to >= columns and states[row, enemy + 3 * columns - 1 - to]:
        front, back = enemy + 3 * columns - 1 - to, enemy + to - columns
        flags = CAPTURED
        states[row, front] = 0
        if log is not None:
            log.append((Event.CAPTURE, front, 1, mover, Manner.OPPOSITE))
            if states[row, back]:
                log.append((Event.CAPTURE, back, 1, mover, Manner.BEHIND))
        states[row, back] = 0
    if log is not None:
        log.append((Event.END, first + to, Ending.STEP, 0))
    if flags:
        left = 0
        for hole in range(enemy, enemy + ring):
            left += int(states[row, hole])
        if left == 0:
            return CAPTURED | finish(states, row, options, mover, log, Reason.ALL_CAPTURED.value)
    states[row, MOVER] = 1 - mover
    return flags


@helper
def trace_stuck(states: States, ply: int, options: Options, work: Work, log: Log) -> int:
    """Rule 4: who is to move and cannot has lost."""
    row = ply + 1
    copy_row(states, ply, row)
    mover = int(states[ply, MOVER])
    ring = 2 * int(options[COLUMNS])
    own, enemy = 0, 0
    for hole in range(ring):
        own += int(states[ply, ring * mover + hole])
        enemy += int(states[ply, ring * (1 - mover) + hole])
    reason = Reason.NO_LEGAL_MOVE.value if own > 0 and enemy > 0 else Reason.ALL_CAPTURED.value
    winner = mover if enemy == 0 and own > 0 else 1 - mover
    return finish(states, row, options, winner, log, reason)


@helper
def trace_share(states: States, ply: int, options: Options, log: Log) -> int:
    """Rule 5: a repeated position is a draw."""
    copy_row(states, ply, ply + 1)
    return finish(states, ply + 1, options, NOBODY, log, Reason.REPETITION.value)


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
    """The lead in stones, a twentieth of the point each."""
    mover = int(states[ply, MOVER])
    ring = 2 * int(options[COLUMNS])
    lead = 0
    for hole in range(2 * ring):
        lead += 5 * int(states[ply, hole]) if hole // ring == mover else -5 * int(states[ply, hole])
    return lead + 100 * (int(states[ply, SOUTH_STORE + mover]) - int(states[ply, SOUTH_STORE + 1 - mover]))


NARRATION = Narration(
    task=N_("move the {seed} of this hole one hole on"),
    lift=N_("{player} moves a {seed} on from {hole}."),
    captures=FrozenMapping(
        {
            Manner.OPPOSITE: N_("The {seed} in {hole} faces it: it is captured and leaves the game."),
            Manner.BEHIND: N_("The {seed} in {hole} stands behind it: it is captured and leaves the game."),
        }
    ),
    reasons=FrozenMapping({**REASONS, Reason.ALL_CAPTURED: N_("All enemy stones are captured.")}),
)


def _layout(values: OptionValues) -> Layout:
    return four_rows(int(values["columns"]))


def _total(values: OptionValues) -> int:
    return 2 * (2 * int(values["columns"]) - 1)


def _defects(row: Sequence[int], values: OptionValues, layout: Layout) -> list[str]:
    found: list[str] = [
        NP_(
            "{hole} holds {count} stone; no hole ever holds two (rule 2)",
            "{hole} holds {count} stones; no hole ever holds two (rule 2)",
            row[hole],
            hole=layout.names[hole],
        )
        for hole in range(layout.size)
        if row[hole] > 1
    ]
    ring = layout.size // 2
    for player in (SOUTH, NORTH):
        stones = sum(row[ring * player : ring * (player + 1)])
        if stones > ring - 1:
            found.append(
                NP_(
                    "{player} has {count} stone; each player starts with {most} (rule 1)",
                    "{player} has {count} stones; each player starts with {most} (rule 1)",
                    stones,
                    player=SIDES[player],
                    most=ring - 1,
                )
            )
    stores = (row[SOUTH_STORE], row[NORTH_STORE])
    if row[MOVER] == NOBODY and stores not in ((0, 0), (1, 0), (0, 1)):
        found.append(N_("in a finished round the winner's store holds 1 and the loser's 0, or both 0 after a draw"))
    if row[MOVER] != NOBODY and stores != (0, 0):
        found.append(N_("captured stones leave the game: the stores stay 0 while the round lasts (rule 3)"))
    return found


def _forbids(row: Sequence[int], move: int, values: OptionValues, layout: Layout) -> str:
    _, hole, _ = decode(move)
    name = layout.names[hole]
    if layout.side(hole) != row[MOVER]:
        return N_("{hole} is not your hole (rule {rule})", hole=name, rule=2)
    if row[hole] == 0:
        return N_("{hole} is empty (rule {rule})", hole=name, rule=2)
    ring = layout.size // 2
    following = layout.names[hole - hole % ring + (hole + 1) % ring]
    return N_("the next hole, {hole}, is occupied (rule 2)", hole=following)


def _finished(row: Sequence[int], options: Options) -> bool:
    ring = 2 * int(options[COLUMNS])
    return not any(row[:ring]) or not any(row[ring : 2 * ring])


SPEC = GameSpec(
    id="bao-la-kimasai",
    name="Bao la Kimasai",
    people=N_("Maasai, Dodoma region, Tanzania"),
    rules_version=1,
    module=sys.modules[__name__],
    options=(Option("columns", 12, N_("holes a row: 12 traditionally, others for research"), low=2, high=12),),
    layout=_layout,
    total=_total,
    kinds=(Kind.SOW,),
    defects=_defects,
    forbids=_forbids,
    finished=_finished,
    counts_seeds=False,
    hole_limit=1,
    winnings=Winnings.ASIDE,
    words=STONES,
    narration=NARRATION,
    aliases=("bao", "kimasai"),
    match=MatchRules(
        options=(Option("max_rounds", 10, N_("rounds of the match"), low=1, high=10_000),),
        alternation=Alternation.SEATS,
    ),
)
