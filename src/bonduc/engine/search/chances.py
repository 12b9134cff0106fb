"""How likely is an opponent who plays well, but not perfectly, to give something away? In machine code.

How likely is told by a model of the opponent, who looks a few moves ahead, counts as the game's own evaluation does,
and prefers what seems better without always choosing it. What a reply really gives away is found by searches deeper
than the model's. What is held already is never risked for a chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bonduc.engine.nodes.bounds import UNPROVED
from bonduc.engine.nodes.keys import enter_path, leave_path, repetition_key, table_key
from bonduc.engine.nodes.memory import (
    BEST,
    CHECK_DEPTH,
    HELD,
    HERO,
    HIGH,
    HOPED,
    INFINITE,
    KEY,
    LOW,
    ORDER,
    PLAYED,
    PROVED_ONLY,
    SEED,
    SEEDS,
    STOP,
    VALUE,
    Memory,
    memory_type,
    search_signature,
)
from bonduc.engine.search.alphabeta import limits_reached, settle_child
from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.endless import stuck_exactly
from bonduc.games.kernels.rules import Rules, function_types, rules_type
from bonduc.games.kernels.state import MOVER, WIDTH

CERTAIN = 1_000_000  # chances are in millionths
REFUSED = -1
LOOKS_AHEAD = 5  # moves the modelled opponent looks ahead
CARE = 24  # the model is e times as likely to choose a move that seems better by one in so many of the seeds
CARELESS = 0.05  # the weight of every move besides
FORCED_TO = 100  # plies: forced moves are followed no deeper


def error_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `chance_of_error`."""
    number, memory = parts["types"].int64, memory_type(parts)
    search = parts["types"].FunctionType(search_signature(parts))
    return number(search, rules_type(parts), memory, memory, number, number, number)


def weigh_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `weigh`."""
    number, memory = parts["types"].int64, memory_type(parts)
    kernels = [parts["types"].FunctionType(signature(parts)) for signature in (error_signature, search_signature)]
    return number(*kernels, *function_types(parts), memory, memory, number, number)


@subroutine
def reaches(
    search: Callable[..., int], rules: Rules, memory: Memory, ply: int, flags: int, lead: int, depth: int
) -> bool:
    """Is the position just played into row `ply + 1` worth at least `lead` to the hero, as far as a search can tell?

    At the root, ply 0, where control[PROVED_ONLY] says so, only if it is proved.
    """
    states, stack, hero = memory.states, memory.stack, memory.control[HERO]
    if settle_child(rules, memory, ply, flags):
        value = int(stack[ply, VALUE])
        return value >= lead if states[ply, MOVER] == hero else -value >= lead
    if states[ply + 1, MOVER] == hero:
        value = search(rules, memory, ply + 1, lead - 1, lead, depth)
        claim = stack[ply + 1, LOW]
    else:
        value = -search(rules, memory, ply + 1, -lead, 1 - lead, depth)
        claim = stack[ply + 1, HIGH]
    return value >= lead and (ply > 0 or memory.control[PROVED_ONLY] == 0 or claim > UNPROVED)


@subroutine
def seeming_score(search: Callable[..., int], rules: Rules, memory: Memory, model: Memory, ply: int, flags: int) -> int:
    """What the modelled opponent, mover of `ply`, thinks of the position just played into row `ply + 1`."""
    if settle_child(rules, memory, ply, flags):
        return int(memory.stack[ply, VALUE])
    for column in range(WIDTH):
        model.states[0, column] = memory.states[ply + 1, column]
    model.path[0] = repetition_key(model.states, 0)
    model.stack[0, KEY] = table_key(model.states, 0, int(model.path[0]))
    score = int(search(rules, model, 0, -INFINITE, INFINITE, LOOKS_AHEAD))
    return score if memory.states[ply + 1, MOVER] == memory.states[ply, MOVER] else -score


@helper
def likelihood(memory: Memory, ply: int, i: int, count: int) -> float:
    """How likely the model is to choose candidate `i`, up to a factor that is the same for all."""
    top = -INFINITE
    for j in range(count):
        if memory.stack[ply, PLAYED + j] >= 0:
            top = max(top, int(memory.stack[ply, ORDER + j]))
    unit = max(float(SEED * memory.control[SEEDS]) / CARE, 10.0)
    return math.exp((float(memory.stack[ply, ORDER + i]) - top) / unit) + CARELESS


@subroutine
def play_all(
    search: Callable[..., int], rules: Rules, memory: Memory, model: Memory, ply: int, count: int, own: bool
) -> int:
    """How many of the candidates can be played; what became of each comes into PLAYED.

    What the opponent's own moves seem worth to the model comes into ORDER.
    """
    tried = 0
    for i in range(count):
        flags = rules.play(memory.states, ply, memory.moves[ply, i], rules.options, memory.work)
        memory.stack[ply, PLAYED + i] = flags
        tried += flags >= 0
        if flags >= 0 and not own:
            memory.stack[ply, ORDER + i] = seeming_score(search, rules, memory, model, ply, flags)
    return tried


@kernel(error_signature)
def chance_of_error(
    search: Callable[..., int], rules: Rules, memory: Memory, model: Memory, ply: int, ahead: int, depth: int
) -> int:
    """The chance that within `ahead` moves the opponent lets the hero, who has the lead HELD, get the one HOPED for.

    Of the hero's moves only those count that keep what is held, at the root by a search to control[CHECK_DEPTH]. BEST
    of the ply is the one with the highest chance, -1 if it is the opponent's turn or there is none. Positions are
    judged by searches to `depth`. After a stop nothing of this means anything.
    """
    states, stack, control = memory.states, memory.stack, memory.control
    stack[ply, BEST] = -1
    if limits_reached(memory):
        return 0
    own = states[ply, MOVER] == control[HERO]
    count = rules.list_moves(states, ply, rules.options, memory.moves)
    enter_path(memory, ply)
    tried = play_all(search, rules, memory, model, ply, count, own)
    below = ahead - 1 if tried > 1 else ahead
    best, total, weight = REFUSED, 0.0, 0.0
    for i in range(count if tried > 0 else 1):
        if tried == 0:
            flags = stuck_exactly(rules.stuck, states, ply, rules.options, memory.work)
        elif stack[ply, PLAYED + i] < 0:
            continue
        else:
            flags = rules.play(states, ply, memory.moves[ply, i], rules.options, memory.work)
        to_depth = int(control[CHECK_DEPTH]) if ply == 0 else max(1, depth - 1)
        enough = reaches(search, rules, memory, ply, flags, control[HELD if own else HOPED], to_depth)
        if control[STOP] != 0:
            break
        value = 0
        if own and not enough:
            continue
        if enough and not own:
            value = CERTAIN
        elif below > 0 and ply < FORCED_TO and not settle_child(rules, memory, ply, flags):
            value = chance_of_error(search, rules, memory, model, ply + 1, below, max(2, depth - 1))
        if own and value > best:
            best = value
            stack[ply, BEST] = memory.moves[ply, i]
        if not own:
            likely = likelihood(memory, ply, i, count) if tried > 0 else 1.0
            total += likely * value
            weight += likely
    leave_path(memory, ply)
    if own:
        return max(best, 0)
    return int(total / weight) if weight > 0.0 else 0


@kernel(weigh_signature)
def weigh(
    chance_of_error: Callable[..., int],
    search: Callable[..., int],
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    share: Callable[..., int],
    evaluate: Callable[..., int],
    memory: Memory,
    model: Memory,
    ahead: int,
    depth: int,
) -> int:
    """The `chance_of_error` of the prepared root."""
    rules = Rules(list_moves, play, stuck, share, evaluate, memory.options)
    return chance_of_error(search, rules, memory, model, 0, ahead, depth)
