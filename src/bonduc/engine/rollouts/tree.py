"""The tree of the Monte Carlo search and the compiled code that grows it, one for all games.

A node is a row in three arrays: `rows` the position (games.contract), `links` its place in the tree, its bounds and
visits, `sums` what the rollouts through it brought. All of a node's children lie next to each other, behind their
parent. Values are South's; the bounds are on the final difference South - North in seeds, and a node whose bounds
meet is proven. A node that cannot better what its parent has proven is not visited any more (score bounded search,
Cazenave and Saffidine 2010).

The repetition rule is part of the tree: a child that repeats a position of the round or of its own path is a finished
round. Positions are compared by 64-bit keys.

The estimate of a node mixes the mean of its rollouts with the minimax of the static evaluations below it (implicit
minimax backups, Lanctot and others 2014).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bonduc.engine.evaluation.estimate import estimate
from bonduc.engine.nodes.memory import Weights
from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.endless import ROUGH_PATIENCE, be_patient, stuck_exactly
from bonduc.games.kernels.rules import Rules, function_types
from bonduc.games.kernels.state import (
    CAPTURED,
    LOST,
    MOVER,
    NORTH_STORE,
    OVER,
    PASS_CODE,
    PASSED,
    PASSED_TURN,
    SOUTH,
    SOUTH_STORE,
    WIDTH,
    Moves,
    Options,
    States,
    Work,
    copy_row,
    south_lead,
)
from bonduc.playouts import NEXT, NOW, Ints, draw_below, play_random

Links: TypeAlias = npt.NDArray[np.int32]
Sums: TypeAlias = npt.NDArray[np.float64]
Keys: TypeAlias = npt.NDArray[np.int64]
Control: TypeAlias = npt.NDArray[np.int64]
Settings: TypeAlias = npt.NDArray[np.float64]
Kernel: TypeAlias = Callable[..., int]

# Columns of `links`.
PARENT = 0
FIRST = 1  # the first child; 0: none yet
COUNT = 2  # how many children
MOVE = 3  # the code of the move that led here
LOWER = 4
UPPER = 5
VISITS = 6
FLAGS_IN = 7  # CAPTURED if the move that led here captured
LINKS = 8

# Columns of `sums`.
REWARD = 0  # the sum of rewards, each from -1 to 1
SEEDS = 1  # the sum of final differences in seeds
MINIMAX = 2  # the reward of the static evaluation, backed up by minimax
SUMS = 3

# `control`.
NODES = 0  # nodes in use
HISTORY = 1  # keys of earlier positions of the round that may recur
FULL = 2  # 1 when a node could not be expanded for lack of room
DEEPEST = 3  # plies of the longest path so far
ENDED = 4  # 1 when the last rollout came to the round's end, 0 when the cut-off ended it
CONTROLS = 5

# `settings`.
EXPLORATION = 0  # the constant of UCT, for rewards from -1 to 1
WIN_SHARE = 1  # how much of the reward is for winning; the rest is for the difference in seeds
SCALE = 2  # the difference in seeds that makes an unfinished round seem three quarters won
MINIMAX_SHARE = 3  # the weight of the minimax in a node's estimate
CUTOFF = 4  # plies of a rollout before the static evaluation ends it; below 0: to the end
EXPAND_AFTER = 5  # visits before a leaf gets children
SOLVE = 6  # 1: back up proven results
MOST = 7  # seeds of the game, or 0 where a round is worth one point (Bao la Kimasai)
SETTINGS = 8

SHARED = NEXT + 1  # the row that a shared round goes to
PLIES = 4096  # of the path and the rollout together; a longer round is shared like a repeated one
UNTRIED = 1e6  # plain UCT tries every child once before any twice


class Tree(NamedTuple):
    """The nodes; the root is node 0."""

    rows: States
    links: Links
    sums: Sums


class RolloutMemory(NamedTuple):
    """What the search works with: rows and moves as playouts have them, the keys of path and rollout, counters.

    `weights` are those of the estimate.
    """

    weights: Weights
    states: States
    moves: Moves
    work: Work
    keys: Keys
    randoms: Ints
    plan: Ints
    control: Control
    settings: Settings


@helper
def key_of(states: States, row: int) -> int:
    """The key of what the repetition rule compares: the whole row but for the note of a pass."""
    words = states.view(np.int64)
    key = 0
    for i in range(WIDTH // 8):
        word = words[row, i]
        if i == PASSED // 8:
            word &= ~(0xFF << 8 * (PASSED % 8))
        key = (key ^ word) * 0x2545F4914F6CDD1D
        key ^= key >> 29
    return int(key)


@helper
def recurs(keys: Keys, window: int, plies: int, key: int) -> bool:
    """Is the key among keys[window … plies]?"""
    at = plies
    while at >= window and keys[at] != key:
        at -= 1
    return at >= window


@helper
def won(seeds: float, settings: Settings) -> float:
    """The reward of a finished round that South leads by `seeds`."""
    sign = 1.0 if seeds > 0 else -1.0 if seeds < 0 else 0.0
    return float(settings[WIN_SHARE] * sign + (1 - settings[WIN_SHARE]) * seeds / max(1.0, settings[MOST]))


@helper
def expected_reward(seeds: float, settings: Settings) -> float:
    """The reward of an unfinished round that South seems to lead by `seeds`."""
    chance = math.tanh(seeds / settings[SCALE])
    return float(settings[WIN_SHARE] * chance + (1 - settings[WIN_SHARE]) * seeds / max(1.0, settings[MOST]))


@helper
def estimate_south(rules: Rules, memory: RolloutMemory, row: int) -> float:
    """The estimate of a position in seeds, for South."""
    seeds = estimate(rules.evaluate, memory.states, row, rules.options, memory.weights) / 100.0
    return seeds if memory.states[row, MOVER] == SOUTH else -seeds


@helper
def set_leaf(tree: Tree, node: int, settings: Settings) -> None:
    """A node without children; bounds by the seeds that are still to be won."""
    rows, links, sums = tree.rows, tree.links, tree.sums
    for i in range(LINKS):
        links[node, i] = 0
    for i in range(SUMS):
        sums[node, i] = 0.0
    now, left = 0, 1
    if settings[MOST] > 0:
        now = south_lead(rows, node)
        left = int(settings[MOST]) - rows[node, SOUTH_STORE] - rows[node, NORTH_STORE] - rows[node, LOST]
    links[node, LOWER] = now - left
    links[node, UPPER] = now + left


@helper
def set_final(states: States, row: int, tree: Tree, node: int, settings: Settings) -> None:
    """The node's round is over as the swept row says."""
    seeds = south_lead(states, row)
    tree.links[node, LOWER] = seeds
    tree.links[node, UPPER] = seeds
    tree.sums[node, MINIMAX] = won(seeds, settings)


@helper
def is_proven(links: Links, node: int) -> bool:
    return bool(links[node, LOWER] == links[node, UPPER])


@helper
def copy_between(source: States, row: int, target: States, to: int) -> None:
    from_words, to_words = source.view(np.int64), target.view(np.int64)
    for i in range(WIDTH // 8):
        to_words[to, i] = from_words[row, i]


@subroutine
def add_child(
    rules: Rules, tree: Tree, memory: RolloutMemory, window: int, plies: int, parent: int, move: int, flags: int
) -> None:
    """The position in row NEXT, reached from `parent` by `move`, as a new node."""
    states, node = memory.states, int(memory.control[NODES])
    copy_between(states, NEXT, tree.rows, node)
    set_leaf(tree, node, memory.settings)
    tree.links[node, PARENT] = parent
    tree.links[node, MOVE] = move
    tree.links[node, FLAGS_IN] = flags & CAPTURED
    if flags & OVER:
        set_final(states, NEXT, tree, node, memory.settings)
    elif not flags & CAPTURED and recurs(memory.keys, window, plies, key_of(states, NEXT)):
        rules.share(states, NEXT, rules.options)
        set_final(states, SHARED, tree, node, memory.settings)
    elif memory.settings[MINIMAX_SHARE] > 0:
        tree.sums[node, MINIMAX] = expected_reward(estimate_south(rules, memory, NEXT), memory.settings)
    memory.control[NODES] = node + 1


@subroutine
def expand(rules: Rules, tree: Tree, memory: RolloutMemory, node: int, window: int, plies: int) -> None:
    """All children of a leaf whose key is keys[plies]; where nobody can move, its final result."""
    states, moves, control = memory.states, memory.moves, memory.control
    copy_between(tree.rows, node, states, NOW)
    candidates = rules.list_moves(states, NOW, rules.options, moves)
    first = int(control[NODES])
    if first + max(1, candidates) > len(tree.rows):
        control[FULL] = 1
        return
    for i in range(candidates):
        flags = rules.play(states, NOW, moves[NOW, i], rules.options, memory.work)
        if flags >= 0:
            add_child(rules, tree, memory, window, plies, node, moves[NOW, i], flags)
    if control[NODES] == first:
        flags = stuck_exactly(rules.stuck, states, NOW, rules.options, memory.work)
        if not flags & PASSED_TURN:
            set_final(states, NEXT, tree, node, memory.settings)
            return
        add_child(rules, tree, memory, window, plies, node, PASS_CODE, flags)
    tree.links[node, FIRST] = first
    tree.links[node, COUNT] = control[NODES] - first


@helper
def quality(tree: Tree, node: int, settings: Settings) -> float:
    """The estimated reward for South, within what is proven."""
    visits, share = tree.links[node, VISITS], settings[MINIMAX_SHARE]
    value = float(tree.sums[node, MINIMAX])
    if visits > 0:
        value = (1 - share) * tree.sums[node, REWARD] / visits + share * value
    if settings[SOLVE] == 0:
        return value
    return min(max(value, won(tree.links[node, LOWER], settings)), won(tree.links[node, UPPER], settings))


@helper
def is_idle(links: Links, node: int, child: int, south: bool) -> bool:
    """Is the child proven, or proven unable to better what its parent is proven to reach?"""
    if links[child, LOWER] == links[child, UPPER]:
        return True
    if south:
        return bool(links[child, UPPER] <= links[node, LOWER])
    return bool(links[child, LOWER] >= links[node, UPPER])


@subroutine
def pick(tree: Tree, memory: RolloutMemory, node: int) -> int:
    """The child to visit next: the greatest upper confidence bound among those that can still matter."""
    links, settings = tree.links, memory.settings
    south = tree.rows[node, MOVER] == SOUTH
    spread = math.log(links[node, VISITS] + 1.0)
    best, best_value = -1, -math.inf
    first = links[node, FIRST]
    for child in range(first, first + links[node, COUNT]):
        if settings[SOLVE] > 0 and is_idle(links, node, child, south):
            continue
        visits = links[child, VISITS]
        if visits == 0 and settings[MINIMAX_SHARE] == 0:
            value = UNTRIED + draw_below(memory.randoms, 1 << 30)
        else:
            value = quality(tree, child, settings)
            if not south:
                value = -value
            value += settings[EXPLORATION] * math.sqrt(spread / (visits + 1.0))
        if value > best_value:
            best, best_value = child, value
    return best


@subroutine
def gather(tree: Tree, node: int, settings: Settings) -> bool:
    """A node's bounds and minimax from its children's; whether anything changed."""
    links, sums = tree.links, tree.sums
    south = tree.rows[node, MOVER] == SOUTH
    first = links[node, FIRST]
    lower, upper, best = links[first, LOWER], links[first, UPPER], sums[first, MINIMAX]
    for child in range(first + 1, first + links[node, COUNT]):
        if south:
            lower, upper = max(lower, links[child, LOWER]), max(upper, links[child, UPPER])
            best = max(best, sums[child, MINIMAX])
        else:
            lower, upper = min(lower, links[child, LOWER]), min(upper, links[child, UPPER])
            best = min(best, sums[child, MINIMAX])
    lower, upper = max(lower, links[node, LOWER]), min(upper, links[node, UPPER])
    best = min(max(best, won(lower, settings)), won(upper, settings))
    changed = lower != links[node, LOWER] or upper != links[node, UPPER] or best != sums[node, MINIMAX]
    links[node, LOWER], links[node, UPPER], sums[node, MINIMAX] = lower, upper, best
    return bool(changed)


@subroutine
def roll_out(rules: Rules, memory: RolloutMemory, window: int, plies: int) -> float:
    """Random moves from row NOW, its key keys[plies]; the lead of South at the end or, estimated, at the cut-off."""
    states, keys = memory.states, memory.keys
    memory.control[ENDED] = 1
    left = int(memory.settings[CUTOFF])
    for i in range(len(memory.plan)):
        memory.plan[i] = 0
    while left != 0:
        left -= 1
        flags = play_random(rules, states, memory.moves, memory.work, memory.randoms, memory.plan)
        if flags < 0:
            flags = stuck_exactly(rules.stuck, states, NOW, rules.options, memory.work)
        if flags & OVER:
            return float(south_lead(states, NEXT))
        plies += 1
        if flags & CAPTURED:
            window = plies
        key = key_of(states, NEXT)
        if plies >= PLIES or recurs(keys, window, plies - 1, key):
            rules.share(states, NEXT, rules.options)
            return float(south_lead(states, SHARED))
        keys[plies] = key
        copy_row(states, NEXT, NOW)
    memory.control[ENDED] = 0
    return estimate_south(rules, memory, NOW)


@subroutine
def sample(rules: Rules, tree: Tree, memory: RolloutMemory, node: int, window: int, plies: int) -> None:
    """The result of one round through a leaf, added to it and to all nodes above it."""
    links, sums, settings = tree.links, tree.sums, memory.settings
    if is_proven(links, node):
        seeds = float(links[node, LOWER])
        reward = won(seeds, settings)
    else:
        copy_between(tree.rows, node, memory.states, NOW)
        be_patient(memory.work, ROUGH_PATIENCE)
        seeds = roll_out(rules, memory, window, plies)
        be_patient(memory.work, 0)
        reward = won(seeds, settings) if memory.control[ENDED] else expected_reward(seeds, settings)
    links[node, VISITS] += 1
    sums[node, REWARD] += reward
    sums[node, SEEDS] += seeds
    while node > 0:
        node = links[node, PARENT]
        links[node, VISITS] += 1
        sums[node, REWARD] += reward
        sums[node, SEEDS] += seeds


@helper
def back_up(tree: Tree, node: int, settings: Settings) -> None:
    """Bounds and minimax from a node just expanded up to the root."""
    if settings[SOLVE] == 0 and settings[MINIMAX_SHARE] == 0:
        return
    if tree.links[node, FIRST] > 0 and not gather(tree, node, settings):
        return
    while node > 0:
        node = tree.links[node, PARENT]
        if not gather(tree, node, settings):
            return


@helper
def is_ready(tree: Tree, memory: RolloutMemory, node: int, plies: int) -> bool:
    """Should the node get children now?"""
    links = tree.links
    if links[node, FIRST] > 0 or is_proven(links, node):
        return False
    if links[node, VISITS] < memory.settings[EXPAND_AFTER] and node > 0:
        return False
    return bool(memory.control[FULL] == 0 and plies < PLIES - 2)


def _plant_signature(parts: dict[str, Any]) -> Any:
    t = parts["types"]
    numbers, floats = t.Array(t.int64, 1, "C"), t.Array(t.float64, 2, "C")
    return t.int64(parts["states"], t.Array(t.int32, 2, "C"), floats, numbers, t.Array(t.float64, 1, "C"))


@kernel(_plant_signature)
def plant(rows: States, links: Links, sums: Sums, control: Control, settings: Settings) -> int:
    """The position in rows[0] becomes a root without children."""
    set_leaf(Tree(rows, links, sums), 0, settings)
    control[NODES] = 1
    return 0


def _write_keys_signature(parts: dict[str, Any]) -> Any:
    t = parts["types"]
    return t.int64(parts["states"], t.Array(t.int64, 1, "C"))


@kernel(_write_keys_signature)
def write_keys(past: States, keys: Keys) -> int:
    """The keys of earlier positions of the round, before those of the path; how many."""
    for i in range(len(past)):
        keys[i] = key_of(past, i)
    return len(past)


def _grow_signature(parts: dict[str, Any]) -> Any:
    t = parts["types"]
    floats, numbers = t.Array(t.float64, 2, "C"), t.Array(t.int64, 1, "C")
    tree = t.NamedTuple([parts["states"], t.Array(t.int32, 2, "C"), floats], Tree)
    weights, settings = t.Array(t.int32, 1, "C"), t.Array(t.float64, 1, "C")
    memory = [weights, parts["states"], parts["moves"], parts["work"], *[numbers] * 4, settings]
    return t.int64(*function_types(parts), parts["options"], tree, t.NamedTuple(memory, RolloutMemory), t.int64)


@kernel(_grow_signature)
def grow(
    list_moves: Kernel,
    play: Kernel,
    stuck: Kernel,
    share: Kernel,
    evaluate: Kernel,
    options: Options,
    tree: Tree,
    memory: RolloutMemory,
    rollouts: int,
) -> int:
    """Make up to `rollouts` rollouts, fewer once the root is proven; how many."""
    rules = Rules(list_moves, play, stuck, share, evaluate, options)
    rows, links, keys, control, settings = tree.rows, tree.links, memory.keys, memory.control, memory.settings
    done = 0
    while done < rollouts and not is_proven(links, 0):
        node, window, plies = 0, 0, int(control[HISTORY])
        keys[plies] = key_of(rows, 0)
        while True:
            if is_ready(tree, memory, node, plies):
                expand(rules, tree, memory, node, window, plies)
                back_up(tree, node, settings)
            if links[node, FIRST] == 0 or (is_proven(links, node) and settings[SOLVE] > 0):
                break
            node = pick(tree, memory, node)
            plies += 1
            keys[plies] = key_of(rows, node)
            if links[node, FLAGS_IN] & CAPTURED:
                window = plies
        control[DEEPEST] = max(control[DEEPEST], plies - control[HISTORY])
        sample(rules, tree, memory, node, window, plies)
        done += 1
    return done
