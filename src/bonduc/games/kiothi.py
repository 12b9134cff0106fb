"""Kiothi, Meru people, Kenya (RULES.md, Kiothi; the numbers below are its rules).

Choices: the emptied holes of the opening may receive warriors too (rule 2); a mark is lost by a partial lift as well
(rule 5); the leftmost bonus needs the capture of rule 9 (rule 10; option `bonus_needs_capture`); if neither player
could move, each takes the warriors of their own row (rule 11).

The opening is played as steps of one player, in the canonical order of RULES.md: empty a hole, empty a second to its
right, drop the warriors one at a time, none before the hole of the one before.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bonduc.frozen import FrozenMapping
from bonduc.games.kernels.compile import helper, kernel
from bonduc.games.kernels.endless import NEVER, PROVED, endless, glimpse_of, is_suspect
from bonduc.games.kernels.laps import advance, lift_all, log_drops, seeds_now, settle
from bonduc.games.kernels.state import (
    AMOUNT_MASK,
    CAPTURED,
    DROP_CODE,
    EMPTIED,
    EMPTY_CODE,
    ENDLESS,
    FIRST_LAP,
    FLAGS,
    HAND,
    HOLE_BITS,
    HOLE_MASK,
    LAST,
    LIFT_CODE,
    MOVER,
    NORTH,
    NORTH_STORE,
    PHASE,
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
from bonduc.games.narration import Narration
from bonduc.games.options import Option
from bonduc.games.spec import (
    Alternation,
    GameSpec,
    HoleNotes,
    Layout,
    MatchRules,
    OptionValues,
    Redistribution,
    Winnings,
    two_rows,
)
from bonduc.games.words import WARRIORS
from bonduc.language import N_, NP_

# Slots of the option array.
HOLES_FILLED = 0
SEEDS = 1
PARTIAL_LIFT = 2
FIRST_LAP_RESTRICTION = 3
CAPTURE_NEEDS_CROSSING = 4
BONUS = 5
BONUS_NEEDS_CAPTURE = 6
BONUS_THREE = 0
BONUS_RUN = 1
BONUS_NONE = 2

HALF = 10
SIZE = 20
EMPTIED_HOLES = 2  # rule 2
BONUS_HOLES = 3  # rule 10
ONE_WARRIOR_LEAD = 2  # rule 13

# Phases.
PLAY = 0
OPEN_SOUTH = 1
OPEN_NORTH = 2


@kernel("start")
def start(states: States, ply: int, options: Options) -> int:
    """Rule 1: warriors in the rightmost holes of each row."""
    for i in range(WIDTH):
        states[ply, i] = 0
    for player in range(2):
        for i in range(HALF - options[HOLES_FILLED], HALF):
            states[ply, HALF * player + i] = options[SEEDS]
    states[ply, PHASE] = OPEN_SOUTH
    return 0


@kernel("list_moves")
def list_moves(states: States, ply: int, options: Options, moves: Moves) -> int:
    if states[ply, PHASE] != PLAY:
        return list_steps(states, ply, moves)
    count = 0
    first = HALF * int(states[ply, MOVER])
    partial = options[PARTIAL_LIFT] != 0
    for hole in range(first, first + HALF):
        warriors = int(states[ply, hole])
        if warriors > 0:
            fewest = 1 if partial else warriors
            for amount in range(fewest, warriors + 1):
                moves[ply, count] = LIFT_CODE | amount << HOLE_BITS | hole
                count += 1
    return count


@helper
def list_steps(states: States, ply: int, moves: Moves) -> int:
    """Rule 2 as steps: the holes that may be emptied, or those that may receive the next warrior."""
    count = 0
    if states[ply, HAND] > 0 and states[ply, EMPTIED] == 0:
        for hole in range(max(0, int(states[ply, LAST]) - 1), SIZE):
            moves[ply, count] = DROP_CODE | hole
            count += 1
        return count
    first = HALF * int(states[ply, MOVER])
    last = first + HALF - 1
    if states[ply, EMPTIED] == 0:
        # A second hole must be left to the right of the first.
        while last > first and states[ply, last] == 0:
            last -= 1
        last -= 1
    else:
        first = int(states[ply, EMPTIED])
    for hole in range(first, last + 1):
        if states[ply, hole] > 0:
            moves[ply, count] = EMPTY_CODE | hole
            count += 1
    return count


@helper
def lose_mark(states: States, row: int, hole: int, log: Log) -> None:
    """Rule 5."""
    if states[row, FLAGS + hole]:
        states[row, FLAGS + hole] = 0
        if log is not None:
            log.append((Event.MARK_LOST, hole, 0, 0))


@helper
def sow(states: States, row: int, hole: int, amount: int, options: Options, work: Work, log: Log) -> int:
    """Rules 4 to 8: the sowing of `amount` warriors of `hole`, in place; the last hole, or a refusal.

    The last hole comes back in the low bits, and above them whether a warrior fell into the enemy row.
    """
    mover = int(states[row, MOVER])
    at, origin, turns, laps, glimpse, crossed = hole, hole, 0, 1, 0, 0
    hand = amount
    states[row, hole] -= amount
    if log is not None:
        log.append((Event.LIFT, hole, amount, 1))
    lose_mark(states, row, hole, log)
    while True:
        glimpse = glimpse_of(glimpse, hand)
        if is_suspect(glimpse, laps, work):
            settle(states, row, SIZE, origin, at, turns)
            origin, turns = at, 0
            verdict = endless(states, row, SIZE, at, hand, glimpse, laps, 0, work)
            if verdict != NEVER:
                return ENDLESS if verdict == PROVED else UNDECIDED
        log_drops(states, row, SIZE, origin, at, turns, hand, laps, log)
        at, turns = advance(at, turns, hand, SIZE)
        if turns > 0 or at // HALF != mover:
            crossed = 1
        hand = seeds_now(states, row, at, origin, at, turns)
        if hand == 1:
            break
        if laps == 1 and at // HALF == mover and options[FIRST_LAP_RESTRICTION]:
            return FIRST_LAP
        lift_all(states, row, origin, at, turns)
        laps += 1
        if log is not None:
            log.append((Event.LIFT, at, hand, laps))
        lose_mark(states, row, at, log)
    settle(states, row, SIZE, origin, at, turns)
    return crossed << HOLE_BITS | at


@helper
def open_to_capture(states: States, row: int, hole: int) -> bool:
    return bool(states[row, hole] > 0 and states[row, FLAGS + hole] == 0)


@helper
def take(states: States, row: int, hole: int, manner: int, log: Log) -> None:
    """The warriors of a hole go to the mover's prison."""
    mover = int(states[row, MOVER])
    if log is not None:
        log.append((Event.CAPTURE, hole, int(states[row, hole]), mover, manner))
    states[row, SOUTH_STORE + mover] += states[row, hole]
    states[row, hole] = 0


@helper
def capture(states: States, row: int, at: int, crossed: int, options: Options, log: Log) -> int:
    """Rules 9 and 10, the last warrior having fallen into the empty hole `at`; the turn's Ending."""
    mover = int(states[row, MOVER])
    if at // HALF != mover or (options[CAPTURE_NEEDS_CROSSING] and not crossed):
        return Ending.EMPTY_HOLE.value
    opposite = SIZE - 1 - at
    ending = Ending.EMPTY_HOLE.value
    if open_to_capture(states, row, opposite):
        take(states, row, opposite, Manner.OPPOSITE.value, log)
        take(states, row, at, Manner.CAPTURER.value, log)
        ending = Ending.OPPOSITE_TAKEN.value
    elif options[BONUS_NEEDS_CAPTURE]:
        return ending
    if at != HALF * mover or options[BONUS] == BONUS_NONE:
        return ending
    # The enemy row ends BONUS_HOLES or more holes further on: `opposite` is its last hole, its first is 9 away.
    run = 0
    while run < HALF - 1 and open_to_capture(states, row, opposite - 1 - run):
        run += 1
    if options[BONUS] == BONUS_THREE:
        run = BONUS_HOLES if run >= BONUS_HOLES else 0
    for i in range(run):
        take(states, row, opposite - 1 - i, Manner.BONUS.value, log)
    return Ending.BONUS_TAKEN.value if run else ending


@helper
def step(states: States, row: int, move: int, log: Log) -> None:
    """One step of the opening (rules 2 and 3), in place."""
    hole = move & HOLE_MASK
    if move < DROP_CODE:
        if log is not None:
            log.append((Event.LIFT, hole, int(states[row, hole]), 1 if states[row, EMPTIED] == 0 else 2))
        states[row, HAND] += states[row, hole]
        states[row, hole] = 0
        states[row, EMPTIED] = hole + 1 if states[row, EMPTIED] == 0 else 0
        return
    states[row, hole] += 1
    states[row, HAND] -= 1
    states[row, LAST] = hole + 1
    if log is not None:
        log.append((Event.DROP, hole, int(states[row, hole]), 0))
    if states[row, HAND] > 0:
        return
    states[row, LAST] = 0
    if log is not None:
        log.append((Event.END, hole, Ending.OPENING, 0))
    if states[row, PHASE] == OPEN_SOUTH:
        states[row, PHASE] = OPEN_NORTH
        states[row, MOVER] = NORTH
        return
    states[row, PHASE] = PLAY
    states[row, MOVER] = SOUTH
    for i in range(SIZE):
        if states[row, i] > 0:
            states[row, FLAGS + i] = 1
            if log is not None:
                log.append((Event.MARK_SET, i, int(states[row, i]), 0))


@helper
def trace_play(states: States, ply: int, move: int, options: Options, work: Work, log: Log) -> int:
    row = ply + 1
    copy_row(states, ply, row)
    if move >= EMPTY_CODE:
        step(states, row, move, log)
        return 0
    hole, amount = move & HOLE_MASK, move >> HOLE_BITS & AMOUNT_MASK
    last = sow(states, row, hole, amount, options, work, log)
    if last < 0:
        return last
    at = last & HOLE_MASK
    ending = capture(states, row, at, last >> HOLE_BITS, options, log)
    if log is not None:
        log.append((Event.END, at, ending, 0))
    states[row, MOVER] = 1 - states[row, MOVER]
    return 0 if ending == Ending.EMPTY_HOLE else CAPTURED


@helper
def trace_stuck(states: States, ply: int, options: Options, work: Work, log: Log) -> int:
    """Rule 11: the board goes to the player who can still move, or each row to its owner."""
    row = ply + 1
    copy_row(states, ply, row)
    other = 1 - int(states[ply, MOVER])
    states[row, MOVER] = other
    other_moves = False
    for hole in range(HALF * other, HALF * other + HALF):
        warriors = int(states[row, hole])
        fewest = 1 if options[PARTIAL_LIFT] else warriors
        for amount in range(max(1, fewest), warriors + 1):
            if not other_moves:
                copy_row(states, row, row + 1)
                last = sow(states, row + 1, hole, amount, options, work, None)
                if last == UNDECIDED:
                    return UNDECIDED
                other_moves = last >= 0
    for hole in range(SIZE):
        sweep(states, row, hole, other if other_moves else hole // HALF, log)
    reason = Reason.NO_LEGAL_MOVE.value if other_moves else Reason.NEITHER_CAN_MOVE.value
    return close_round(states, row, SIZE, log, reason)


@helper
def trace_share(states: States, ply: int, options: Options, log: Log) -> int:
    return share_seeds(states, ply, SIZE, log)


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
    """Warriors in prison count whole; warriors in the own row a tenth: they keep their owner moving."""
    mover = int(states[ply, MOVER])
    lead = 100 * (int(states[ply, SOUTH_STORE + mover]) - int(states[ply, SOUTH_STORE + 1 - mover]))
    for hole in range(SIZE):
        lead += 10 * int(states[ply, hole]) if hole // HALF == mover else -10 * int(states[ply, hole])
    return lead


NARRATION = Narration(
    captures=FrozenMapping(
        {
            Manner.OPPOSITE: N_(
                "The last {seed} fell into an own empty hole, {last}, and {hole} opposite is occupied and "
                "unmarked: {player} takes {seeds}."
            ),
            Manner.CAPTURER: N_("The capturing {seed} in {hole} goes to the {store} too."),
            Manner.BONUS: N_("Leftmost bonus: {player} takes {seeds} from {hole}."),
        }
    ),
    marks_set=N_("The opening is over: every occupied hole is now marked (nki)."),
)
OPENING = Redistribution(
    help=(
        ("EF>A2,B3,j5", N_("opening: empty E and F, 2 to A, 3 to B, 5 to j")),
        ("EF", N_("opening, step by step")),
    ),
)


def _layout(values: OptionValues) -> Layout:
    return two_rows(HALF)


def _total(values: OptionValues) -> int:
    return 2 * int(values["holes_filled"]) * int(values["seeds"])


def _check_options(values: OptionValues) -> str:
    if values["seeds"] != 5 and values["holes_filled"] != 5:
        return N_("six warriors a hole go with five filled holes: set holes_filled=5 too")
    return ""


def _defects(row: Sequence[int], values: OptionValues, layout: Layout) -> list[str]:
    names = layout.names
    found: list[str] = [
        N_("{hole} is marked but empty", hole=names[hole])
        for hole in range(SIZE)
        if row[FLAGS + hole] and not row[hole]
    ]
    phase, hand, emptied, last = row[PHASE], row[HAND], row[EMPTIED] - 1, row[LAST] - 1
    if phase == PLAY:
        if hand or emptied >= 0 or last >= 0:
            found.append(N_("warriors in hand, an emptied hole or a last drop belong to the opening only"))
        return found
    if any(row[FLAGS : FLAGS + SIZE]):
        found.append(N_("holes are marked only after the opening (rule 3)"))
    if row[SOUTH_STORE] or row[NORTH_STORE]:
        found.append(N_("nothing is captured before the opening is over (rule 2)"))
    opener = SOUTH if phase == OPEN_SOUTH else NORTH
    if row[MOVER] != opener:
        turn = N_("in open-south it is South's turn") if opener == SOUTH else N_("in open-north it is North's turn")
        found.append(turn)
    own = range(HALF * opener, HALF * opener + HALF)
    if hand == 0:
        if emptied >= 0 or last >= 0:
            found.append(N_("an emptied hole or a last drop without warriors in hand"))
        if sum(row[hole] > 0 for hole in own) < EMPTIED_HOLES:
            found.append(N_("the opening empties two occupied holes, and there are not two (rule 2)"))
    elif emptied >= 0:
        if last >= 0:
            found.append(N_("a warrior dropped before the second hole was emptied"))
        if emptied not in own:
            found.append(N_("{hole} was emptied but is not the mover's hole (rule 2)", hole=names[emptied]))
        elif row[emptied]:
            found.append(N_("{hole} was emptied but holds {count}", hole=names[emptied], count=row[emptied]))
        elif not any(row[hole] for hole in own if hole > emptied):
            found.append(N_("no occupied hole comes after {hole} to be emptied (rule 2)", hole=names[emptied]))
    elif last >= 0 and not row[last]:
        found.append(N_("the last drop was into {hole}, which is empty", hole=names[last]))
    return found


def _forbids(row: Sequence[int], move: int, values: OptionValues, layout: Layout) -> str:
    kind, hole, amount = decode(move)
    name = layout.names[hole]
    opening = row[PHASE] != PLAY
    if kind == Kind.DROP:
        if not opening:
            return N_("warriors are distributed in the opening only (rule 2)")
        if not row[HAND] or row[EMPTIED]:
            return N_("two holes must be emptied before warriors are dropped (rule 2)")
        last = layout.names[row[LAST] - 1]
        return N_("{hole} comes before the hole of the last drop, {last} (canonical order)", hole=name, last=last)
    if kind == Kind.EMPTY and not opening:
        return N_("holes are emptied in the opening only (rule 2)")
    if kind == Kind.EMPTY and row[HAND] and not row[EMPTIED]:
        return N_("exactly two holes are emptied, and they have been (rule 2)")
    if layout.side(hole) != row[MOVER]:
        return N_("{hole} is not your hole (rule {rule})", hole=name, rule=4 if kind == Kind.LIFT else 2)
    if kind == Kind.EMPTY:
        if row[hole] == 0:
            return N_("{hole} is empty: an occupied hole must be chosen (rule 2)", hole=name)
        if row[EMPTIED] > hole:
            emptied = layout.names[row[EMPTIED] - 1]
            return N_("{hole} does not come after {emptied} (canonical order)", hole=name, emptied=emptied)
        return N_("no occupied hole comes after {hole} to be the second one (canonical order)", hole=name)
    if opening:
        return N_("the opening comes first: empty two holes and distribute their warriors (rule 2)")
    if row[hole] == 0:
        return N_("{hole} is empty (rule {rule})", hole=name, rule=4)
    if amount > row[hole]:
        return N_("{hole} holds only {count} (rule 4)", hole=name, count=row[hole])
    return NP_(
        "the only warrior of {hole} must be lifted (option partial_lift=false)",
        "all {count} warriors of {hole} must be lifted (option partial_lift=false)",
        row[hole],
        hole=name,
    )


def _points(match: OptionValues, score: tuple[int, int]) -> int:
    """Rule 13: what a round won with this score counts."""
    return int(match["one_warrior_value"]) if abs(score[0] - score[1]) == ONE_WARRIOR_LEAD else 1


SPEC = GameSpec(
    id="kiothi",
    name="Kiothi",
    people=N_("Meru people, Kenya"),
    rules_version=1,
    module=sys.modules[__name__],
    options=(
        Option("holes_filled", 6, N_("holes filled in each row at the start"), choices=(6, 5)),
        Option("seeds", 5, N_("warriors a filled hole (6 with holes_filled=5 only)"), choices=(5, 6)),
        Option("partial_lift", True, N_("whether fewer than all warriors of a hole may be lifted")),
        Option("first_lap_restriction", True, N_("whether the first lap may not end in an own occupied hole")),
        Option("capture_needs_crossing", False, N_("whether only a sowing that reached the enemy row captures")),
        Option("bonus", "three", N_("what the leftmost bonus takes"), choices=("three", "run", "none")),
        Option("bonus_needs_capture", True, N_("whether the leftmost bonus needs the opposite capture")),
    ),
    layout=_layout,
    total=_total,
    kinds=(Kind.LIFT, Kind.EMPTY, Kind.DROP),
    defects=_defects,
    forbids=_forbids,
    check_options=_check_options,
    start_options=("holes_filled", "seeds"),
    notes=HoleNotes.MARKS,
    opening=OPENING,
    narration=NARRATION,
    winnings=Winnings.TROUGHS,
    words=WARRIORS,
    match=MatchRules(
        options=(
            Option("max_rounds", 10, N_("rounds of the match"), low=1, high=10_000),
            Option("one_warrior_value", 2, N_("what a win by exactly two warriors counts"), low=2, high=10),
        ),
        alternation=Alternation.SEATS,
        points=_points,
    ),
)
