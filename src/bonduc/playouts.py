"""Random playouts: whole rounds, each move drawn evenly from the legal ones, by the rules of the round.

Where seeds are dropped one at a time in board order, as in Kiothi's opening, each seed goes into a hole drawn evenly;
steps drawn evenly would heap them up in the last holes. Each round from Kiothi's start thus has a fresh opening: the
holes emptied and the holes filled are drawn for it.

Playout i of a seed has random numbers of its own: the result depends on nothing but start, seed and which playouts
are asked for, and they may be shared out among threads or machines.

The repetition rule is exact: rows are found again by a hash and then compared whole (but for the PASSED field). Only
positions since the last capture can recur, so a round keeps no more rows than its longest capture-free run has; that
has no bound but the number of arrangements of the seeds, so the memory grows as needed, up to `memory` bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.compile import compiled, helper, kernel
from bonduc.games.kernels.endless import stuck_exactly, workspace
from bonduc.games.kernels.rules import Rules, function_types, functions_of
from bonduc.games.kernels.state import (
    CAPTURED,
    ENDLESS,
    HAND,
    HOLE_MASK,
    KIND_SHIFT,
    MAX_MOVES,
    MOVER,
    NOBODY,
    NORTH_STORE,
    OVER,
    PASSED,
    PASSED_TURN,
    SOUTH_STORE,
    WIDTH,
    Kind,
    Moves,
    Options,
    States,
    Work,
    copy_row,
)

Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.int64]

# Slots of the tally, in the order of Playouts' fields.
SOUTH_WINS = 0
DRAWS = 1
NORTH_WINS = 2
PLIES = 3
LONGEST = 4
REPETITIONS = 5
PASSES = 6
LEAD = 7
FINISHED = 8
TALLY_SLOTS = 9

DROP_KIND = int(Kind.DROP)
PLANNED = HOLE_MASK + 1  # slot of a plan: the seeds it still holds; before it, how many for each hole

ROW_WORDS = WIDTH // 8
PASSED_WORD = PASSED // 8
_passed = np.zeros(8, np.uint8)
_passed[PASSED % 8] = 0xFF
WITHOUT_PASSED = ~int(_passed.view(np.int64)[0])  # keeps all of the word but the PASSED field

LOW_32 = (1 << 32) - 1
LOW_63 = (1 << 63) - 1
ROW_BITS = 32  # an entry of `seen`: the run's number, then the row's

# Rows of `states`: the start, the position, the next one, and scratch.
START = 0
NOW = 1
NEXT = 2
ROWS = 4

FIRST_ROWS = 1 << 10
AT_ONCE = 2000  # playouts by one call of machine code: Ctrl-C is heard between calls
SLOTS_PER_ROW = 2
BYTES_PER_ROW = WIDTH + 8 * SLOTS_PER_ROW
DEFAULT_MEMORY = 1 << 30


@helper
def seed_randoms(randoms: Ints, seed: int, playout: int) -> None:
    """The random numbers of a playout, the generator sfc32, mixed until seed and playout are spread over it."""
    randoms[0] = seed & LOW_32
    randoms[1] = seed >> 32 & LOW_32
    randoms[2] = playout & LOW_32
    randoms[3] = 1 + (playout >> 32 & LOW_32)
    for _ in range(16):
        draw_word(randoms)


@helper
def draw_word(randoms: Ints) -> int:
    """32 random bits. No number leaves 63 bits, so interpreted and compiled runs agree."""
    a, b, c, count = int(randoms[0]), int(randoms[1]), int(randoms[2]), int(randoms[3])
    word = (a + b + count) & LOW_32
    randoms[0] = b ^ b >> 9
    randoms[1] = (c + (c << 3)) & LOW_32
    randoms[2] = ((c << 21 & LOW_32 | c >> 11) + word) & LOW_32
    randoms[3] = (count + 1) & LOW_32
    return word


@helper
def draw_below(randoms: Ints, count: int) -> int:
    """A number from 0 to count - 1, each exactly as likely (Lemire 2019)."""
    product = draw_word(randoms) * count
    if product & LOW_32 < count:
        uneven = (1 << 32) % count
        while product & LOW_32 < uneven:
            product = draw_word(randoms) * count
    return product >> 32


@helper
def draw_drop(states: States, moves: Moves, candidates: int, randoms: Ints, plan: Ints) -> int:
    """Which candidate drop is next: all seeds in hand are given to holes at once, then dropped in board order."""
    if plan[PLANNED] == 0:
        plan[PLANNED] = states[NOW, HAND]
        for _ in range(plan[PLANNED]):
            plan[moves[NOW, draw_below(randoms, candidates)] & HOLE_MASK] += 1
    drawn = 0
    while plan[moves[NOW, drawn] & HOLE_MASK] == 0:
        drawn += 1
    plan[moves[NOW, drawn] & HOLE_MASK] -= 1
    plan[PLANNED] -= 1
    return drawn


@helper
def hash_row(words: Words, row: int) -> int:
    """Where a row is looked for; the low 63 bits of a product are the same interpreted and compiled."""
    key = int(words[row, 0]) * 0x1E3779B97F4A7C15
    key += int(words[row, 1]) * 0x42B2AE3D27D4EB4F
    key += int(words[row, 2]) * 0x165667B19E3779F9
    key += int(words[row, 3]) * 0x27D4EB2F165667C5
    key += int(words[row, 4]) * 0x2545F4914F6CDD1D
    key += int(words[row, 5]) * 0x58476D1CE4E5B9B9
    key += int(words[row, 6]) * 0x14D049BB133111EB
    key += int(words[row, 7]) * 0x3C79AC492BA7B653
    key &= LOW_63
    key = ((key ^ key >> 32) * 0x1C69B3F74AC4AE35) & LOW_63
    return key >> 20


@helper
def is_repeated(words: Words, history: Words, length: int, run: int, seen: Ints) -> bool:
    """Is the position of row NOW among the `length` ones of this capture-free run? If not, it is from now on."""
    for i in range(ROW_WORDS):
        history[length, i] = words[NOW, i]
    history[length, PASSED_WORD] &= WITHOUT_PASSED
    mask = len(seen) - 1
    slot = hash_row(history, length) & mask
    while seen[slot] >> ROW_BITS == run:
        earlier = int(seen[slot]) & LOW_32
        different = 0
        for i in range(ROW_WORDS):
            different |= int(history[length, i] ^ history[earlier, i])
        if different == 0:
            return True
        slot = (slot + 1) & mask
    seen[slot] = run << ROW_BITS | length
    return False


@helper
def play_random(rules: Rules, states: States, moves: Moves, work: Work, randoms: Ints, plan: Ints) -> int:
    """A move drawn evenly from the legal ones of row NOW, played into row NEXT; a refusal if there is none."""
    candidates = rules.list_moves(states, NOW, rules.options, moves)
    flags = ENDLESS
    while candidates > 0 and flags < 0:
        if moves[NOW, 0] >> KIND_SHIFT == DROP_KIND:
            drawn = draw_drop(states, moves, candidates, randoms, plan)
        else:
            drawn = draw_below(randoms, candidates)
        flags = rules.play(states, NOW, moves[NOW, drawn], rules.options, work)
        candidates -= 1
        moves[NOW, drawn] = moves[NOW, candidates]
    return flags


class PlayoutMemory(NamedTuple):
    """What playouts work with: rows and `words`, the same rows seen as words; moves; the memory of the endless test.

    `history` are the rows of a capture-free run; `seen` has a power of two of slots, twice as many or more.
    """

    states: States
    words: Words
    moves: Moves
    work: Work
    history: Words
    seen: Ints
    randoms: Ints
    plan: Ints
    tally: Ints


def _play_out_signature(parts: dict[str, Any]) -> Any:
    t, words = parts["types"], parts["work"]  # words of rows have the type of `work`
    memory = [parts["states"], words, parts["moves"], parts["work"], words, *[t.Array(t.int64, 1, "C")] * 4]
    memory_type = t.NamedTuple(memory, PlayoutMemory)
    return t.int64(*function_types(parts), parts["options"], memory_type, t.int64, t.int64, t.int64)


@kernel(_play_out_signature)
def play_out(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    options: Options,
    memory: PlayoutMemory,
    seed: int,
    first: int,
    count: int,
) -> int:
    """Playouts `first` … `first + count - 1` of the round in row START, added to `tally`; how many were finished.

    Fewer than `count` when `history` has too few rows for a capture-free run of the next one.
    """
    rules = Rules(list_moves, play, stuck, share, evaluate, options)
    states, words, moves, work = memory.states, memory.words, memory.moves, memory.work
    history, seen, randoms, plan, tally = memory.history, memory.seen, memory.randoms, memory.plan, memory.tally
    for slot in range(len(seen)):
        seen[slot] = 0
    run = 0
    for playout in range(first, first + count):
        seed_randoms(randoms, seed, playout)
        copy_row(states, START, NOW)
        plies, passes, repetitions, length = 0, 0, 0, 0
        flags = OVER if states[NOW, MOVER] == NOBODY else CAPTURED
        while not flags & OVER:
            if flags & CAPTURED:
                length = 0
                run += 1
            if length == len(history):
                return playout - first
            if is_repeated(words, history, length, run, seen):
                repetitions = 1
                flags = share(states, NOW, options)
            else:
                length += 1
                flags = play_random(rules, states, moves, work, randoms, plan)
                plies += 1
                if flags < 0:
                    flags = stuck_exactly(stuck, states, NOW, options, work)
                    if flags & PASSED_TURN:
                        passes += 1
                    else:
                        plies -= 1
            copy_row(states, NEXT, NOW)
        lead = int(states[NOW, SOUTH_STORE]) - int(states[NOW, NORTH_STORE])
        tally[SOUTH_WINS if lead > 0 else NORTH_WINS if lead < 0 else DRAWS] += 1
        tally[PLIES] += plies
        tally[LONGEST] = max(tally[LONGEST], plies)
        tally[REPETITIONS] += repetitions
        tally[PASSES] += passes
        tally[LEAD] += lead
        tally[FINISHED] += 1
    return count


@dataclass(frozen=True)
class Playouts:
    """What random playouts came to.

    `plies` counts the moves of all rounds, passes and opening steps included, `longest` those of the longest round;
    `repetitions` the rounds that a repeated position ended; `lead` is the sum of South's seeds less North's.
    """

    south_wins: int
    draws: int
    north_wins: int
    plies: int
    longest: int
    repetitions: int
    passes: int
    lead: int

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.south_wins + self.draws + self.north_wins

    def __add__(self, other: Playouts) -> Playouts:
        """Both together: sums, but for the longest round of either."""
        sums = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        return Playouts(**sums | {"longest": max(self.longest, other.longest)})


def random_playouts(
    kernels: Any,
    row: npt.NDArray[np.int8],
    options: Options,
    count: int,
    seed: int = 0,
    first: int = 0,
    memory: int = DEFAULT_MEMORY,
) -> Playouts:
    """Play `count` random rounds, the playouts `first` … `first + count - 1` of `seed`, from a state row.

    `kernels` are the game's module or its machine code; `row` is int8[WIDTH]; `options` the game's option array;
    `seed` and `first` from 0 to 2⁶³ - 1. BonducError when one of the numbers is out of range, or when a single
    capture-free run needs more than `memory` bytes (BYTES_PER_ROW a ply).
    """
    from bonduc.errors import BonducError  # here, for machine code does not depend on it

    if not (0 <= seed <= LOW_63 and count >= 0 and 0 <= first <= LOW_63 - count):
        raise BonducError(f"playouts {first} to {first + count} of seed {seed}: numbers from 0 to {LOW_63} only")
    states, moves = np.zeros((ROWS, WIDTH), np.int8), np.zeros((ROWS, MAX_MOVES), np.int32)
    states[START] = row
    tally, randoms, work = np.zeros(TALLY_SLOTS, np.int64), np.zeros(4, np.int64), workspace()
    plan = np.zeros(PLANNED + 1, np.int64)
    rows, kernel = FIRST_ROWS, compiled(play_out)
    while tally[FINISHED] < count:
        if rows * BYTES_PER_ROW > memory:
            raise BonducError(
                f"playout {first + tally[FINISHED]} of seed {seed}: more than {rows // 2} plies without a capture; "
                f"to remember twice as many takes {rows * BYTES_PER_ROW} bytes, and {memory} are allowed"
            )
        done = int(tally[FINISHED])
        wanted = min(count - done, AT_ONCE)
        history, seen = np.zeros((rows, ROW_WORDS), np.int64), np.zeros(SLOTS_PER_ROW * rows, np.int64)
        desk = PlayoutMemory(states, states.view(np.int64), moves, work, history, seen, randoms, plan, tally)
        made = kernel(*functions_of(kernels), options, desk, seed, first + done, wanted)
        if made < wanted:
            rows *= 2
    return Playouts(*(int(value) for value in tally[:FINISHED]))
