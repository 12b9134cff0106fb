"""Monte Carlo tree search: UCT with proven results, random rollouts and a tree kept from move to move.

`search` is the whole of it; a `SearchTree` given to it again goes on where it was, also after moves of the round.
`Style` holds what can be tuned; `PLAIN` is textbook UCT, a baseline to measure against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt

from bonduc.engine.analysis import Analysis, Line, StopSignal, proved_to_be_best
from bonduc.engine.evaluation.patterns import load_weights
from bonduc.engine.rollouts import tree as tree_
from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.rules import functions_of
from bonduc.games.kernels.state import HAND, MAX_MOVES, MOVER, WIDTH
from bonduc.notation import Move, move_of_steps
from bonduc.players import SOUTH
from bonduc.playouts import LOW_32, PLANNED, ROWS
from bonduc.position import Game, Position

DEFAULT_NODES = 400_000  # about 45 MB
MOST_NODES = 100_000_000
LONGEST_HISTORY = tree_.PLIES // 2  # earlier positions that may recur; older ones are left out
CHUNK_SECONDS = 0.005  # between looks at the clock and the stop signal
TRUSTED_VISITS = 8  # a line goes no further than nodes visited this often


@dataclass(frozen=True)
class Style:
    """How the tree is grown (`tree.py`: settings).

    `exploration` is the constant of UCT for rewards from -1 to 1, of which `win_share` is for winning and the rest for
    the difference in seeds. `cutoff`: plies of a rollout before the static evaluation ends it, None: never. `scale`:
    what lead in seeds the evaluation must see to be fairly sure of the win. `minimax_share`: the weight of backed-up
    static evaluations beside the rollouts. `solve`: whether proven results are backed up.
    """

    exploration: float = 0.25
    win_share: float = 0.8
    scale: float = 8.0
    minimax_share: float = 0.7
    cutoff: int | None = 0
    expand_after: int = 1
    solve: bool = True

    def settings(self, game: Game) -> npt.NDArray[np.float64]:
        """The settings of `tree.py` for a game."""
        settings = np.zeros(tree_.SETTINGS, np.float64)
        settings[tree_.EXPLORATION] = self.exploration
        settings[tree_.WIN_SHARE] = self.win_share
        settings[tree_.SCALE] = self.scale
        settings[tree_.MINIMAX_SHARE] = self.minimax_share
        settings[tree_.CUTOFF] = -1 if self.cutoff is None else self.cutoff
        settings[tree_.EXPAND_AFTER] = self.expand_after
        settings[tree_.SOLVE] = self.solve
        settings[tree_.MOST] = game.seeds if game.spec.counts_seeds else 0
        return settings


STRONG = Style()
PLAIN = Style(exploration=1.0, win_share=1.0, minimax_share=0.0, cutoff=None, solve=False)


class SearchTree:
    """A tree of one game and style, to be given to `search` again and again.

    It holds at most `nodes` nodes, about 110 bytes each; when they are used up the search goes on with the leaves it
    has, and has room again once moves are played. Not to be shared by threads.
    """

    def __init__(self, game: Game, *, nodes: int = DEFAULT_NODES, style: Style = STRONG, seed: int = 0) -> None:
        if not MAX_MOVES < nodes <= MOST_NODES:
            raise BonducError(f"a tree of {nodes} nodes: must be more than {MAX_MOVES}, at most {MOST_NODES}")
        self.game = game
        self.style = style
        self.rows = np.zeros((nodes, WIDTH), np.int8)
        self.links = np.zeros((nodes, tree_.LINKS), np.int32)
        self.sums = np.zeros((nodes, tree_.SUMS), np.float64)
        self._states = np.zeros((ROWS, WIDTH), np.int8)
        self._moves = np.zeros((ROWS, MAX_MOVES), np.int32)
        self._keys = np.zeros(tree_.PLIES + 1, np.int64)
        self._control = np.zeros(tree_.CONTROLS, np.int64)
        self._randoms = np.array([seed & LOW_32, seed >> 32 & LOW_32, 0, 1], np.int64)
        self._plan = np.zeros(PLANNED + 1, np.int64)
        self._settings = style.settings(game)
        self._weights = load_weights(game)
        self._past: tuple[bytes, ...] = ()
        self._kernels = game.runner.compile()

    @property
    def nodes(self) -> int:
        """Nodes in use."""
        return int(self._control[tree_.NODES])

    @property
    def deepest(self) -> int:
        """Plies below the root that have been reached since the tree was last given a position."""
        return int(self._control[tree_.DEEPEST])

    @property
    def is_full(self) -> bool:
        """Whether a leaf could not be given children for lack of room."""
        return bool(self._control[tree_.FULL])

    @property
    def is_proven(self) -> bool:
        """Whether the result of the root is known."""
        return self._is_proven(0)

    @property
    def mean_lead(self) -> float:
        """South's mean lead at the end of the rollouts, in seeds."""
        return float(self.sums[0, tree_.SEEDS] / self.links[0, tree_.VISITS])

    def look_at(self, position: Position, history: Sequence[Position] = ()) -> bool:
        """Make `position` the root; whether nodes of the search before could be kept.

        `history` is the earlier positions of the round, oldest first.
        """
        rows = [earlier.row for earlier in history]
        if not rows or rows[-1] != position.row:
            rows.append(position.row)
        past = self._recurring(rows)
        found = self._find(rows) if self.nodes else None
        self._past = past
        earlier = np.frombuffer(b"".join(past), np.int8).reshape(len(past), WIDTH).copy()
        control = self._control
        control[tree_.HISTORY] = compiled(tree_.write_keys)(earlier, self._keys)
        control[tree_.DEEPEST] = control[tree_.FULL] = 0
        if found is None:
            self._plant(position.row)
            return False
        if found > 0:
            self._keep(found)
        return True

    def plant(self, row: bytes) -> None:
        """Begin anew with a row of the game as the root, as if the round had started there."""
        self._past = ()
        self._control[[tree_.HISTORY, tree_.DEEPEST, tree_.FULL]] = 0
        self._plant(row)

    def _plant(self, row: bytes) -> None:
        self.rows[0] = np.frombuffer(row, np.int8)
        compiled(tree_.plant)(self.rows, self.links, self.sums, self._control, self._settings)

    def _recurring(self, rows: Sequence[bytes]) -> tuple[bytes, ...]:
        """The earlier ones of successive rows that may recur after the last: those with as many seeds on the board."""
        size = self.game.layout.size

        def on_board(row: bytes) -> int:
            return sum(row[:size]) + row[HAND]

        first = len(rows) - 1
        while first > 0 and len(rows) - first <= LONGEST_HISTORY and on_board(rows[first - 1]) == on_board(rows[-1]):
            first -= 1
        return tuple(rows[first:-1])

    def _find(self, rows: Sequence[bytes]) -> int | None:
        """The node of the last row, if the rows before lead to it from the root and to the root by the same past."""
        root = bytes(self.rows[0])
        for i in reversed(range(len(rows))):
            if rows[i] == root and self._recurring(rows[: i + 1]) == self._past:
                return self._follow(rows[i + 1 :])
        return None

    def _follow(self, rows: Sequence[bytes]) -> int | None:
        """The node that successive positions lead to from the root; None if it is not there, or has no children."""
        node = 0
        for row in rows:
            after = [child for child in self.children(node) if bytes(self.rows[child]) == row]
            if not after:
                return None
            node = after[0]
        return node if self.links[node, tree_.COUNT] else None

    def children(self, node: int) -> range:
        """The children of a node."""
        first = int(self.links[node, tree_.FIRST])
        return range(first, first + int(self.links[node, tree_.COUNT]))

    def _keep(self, root: int) -> None:
        """Make a node the root and drop all that is not below it, level by level."""
        level, start, count = np.array([root]), 0, 1
        kept, parents, firsts = [level], [np.zeros(1, np.int64)], []
        while len(level):
            sizes = self.links[level, tree_.COUNT].astype(np.int64)
            before = np.cumsum(sizes) - sizes
            firsts.append(np.where(sizes > 0, count + before, 0))
            parents.append(np.repeat(np.arange(start, start + len(level)), sizes))
            offsets = np.arange(sizes.sum()) - np.repeat(before, sizes)
            level = np.repeat(self.links[level, tree_.FIRST], sizes) + offsets
            kept.append(level)
            start, count = count, count + len(level)
        nodes = np.concatenate(kept)
        for array in (self.rows, self.links, self.sums):
            array[:count] = array[nodes]
        self.links[:count, tree_.PARENT] = np.concatenate(parents)
        self.links[:count, tree_.FIRST] = np.concatenate(firsts)
        self._control[tree_.NODES] = count

    def grow(self, rollouts: int) -> int:
        """Make up to `rollouts` rollouts, fewer once the result is proven; how many."""
        runner = self.game.runner
        tree = tree_.Tree(self.rows, self.links, self.sums)
        memory = tree_.RolloutMemory(
            self._weights, self._states, self._moves, runner.work, self._keys, self._randoms, self._plan, self._control,
            self._settings,
        )  # fmt: skip
        return int(compiled(tree_.grow)(*functions_of(self._kernels), runner.options, tree, memory, rollouts))

    def bounds(self, node: int) -> tuple[int, int]:
        """What the player who moves into a node is proven to reach at least and at most, as a lead in seeds."""
        lower, upper = int(self.links[node, tree_.LOWER]), int(self.links[node, tree_.UPPER])
        return (lower, upper) if self._chooser_is_south(node) else (-upper, -lower)

    def seeds(self, node: int) -> float:
        """The lead in seeds that the player who moves into a node may expect."""
        least, most = self.bounds(node)
        visits = int(self.links[node, tree_.VISITS])
        if visits == 0:
            return (least + most) / 2
        mean = float(self.sums[node, tree_.SEEDS]) / visits
        return min(max(mean if self._chooser_is_south(node) else -mean, least), most)

    def _chooser_is_south(self, node: int) -> bool:
        return bool(self.rows[self.links[node, tree_.PARENT], MOVER] == SOUTH)

    def ranked(self, node: int) -> list[int]:
        """The children of a node, best first.

        A proven win comes first; then by visits, then by value. A child proven to be no better than another comes
        behind, and one with a proven result before all visits if it is at least what the most visited one seems.
        """
        children = list(self.children(node))
        bounds = {child: self.bounds(child) for child in children}
        visits = {child: int(self.links[child, tree_.VISITS]) for child in children}
        value = {child: self.seeds(child) for child in children}
        floor = max((least for least, _ in bounds.values()), default=0)
        still_open = [child for child in children if bounds[child][1] > floor and bounds[child][0] < bounds[child][1]]
        robust = max(still_open, key=lambda child: (visits[child], value[child]), default=None)

        def merit(child: int) -> tuple[float, ...]:
            least, most = bounds[child]
            if least > 0:
                return 3, least, visits[child], value[child]
            if child in still_open:
                return 1, visits[child], value[child]
            if least == floor and (robust is None or least >= value[robust]):
                return 2, most, visits[child]
            return 0, most, value[child]

        return sorted(children, key=merit, reverse=True)

    def line(self, child: int) -> tuple[Move, ...]:
        """The moves from the root through a child of it along the best children, as far as they can be trusted."""
        moves = []
        node: int | None = child
        while node is not None:
            moves.append(move_of_steps((int(self.links[node, tree_.MOVE]),), self.game.layout))
            node = next(iter(self.ranked(node)), None)
            if node is not None and self.links[node, tree_.VISITS] < TRUSTED_VISITS and not self._is_proven(node):
                node = None
        return tuple(moves)

    def _is_proven(self, node: int) -> bool:
        return bool(self.links[node, tree_.LOWER] == self.links[node, tree_.UPPER])


def search(
    position: Position,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    history: Sequence[Position] = (),
    tree: SearchTree | None = None,
    style: Style = STRONG,
    lines: int = 1,
    stop: StopSignal | None = None,
) -> Analysis:
    """Monte Carlo tree search of a position: its best `lines`, by how often they were visited.

    Ends after `rollouts` rollouts or `seconds`, when `stop` is set or when the result is proved, whichever comes
    first; after a second if nothing is said. `history` is the earlier positions of the round, oldest first: the
    repetition rule needs them. A `tree` given again is kept as far as it fits the position; it brings its own style
    and random numbers. The same call without a limit of time gives the same answer every time. `nodes` of the
    analysis counts the rollouts, `depth` is how many plies the tree reaches down.

    Raises BonducError if the round is over in `position` or an argument is out of range.
    """
    if position.mover is None:
        raise BonducError(f"nothing to search: the round is over in {position}")
    if rollouts is not None and rollouts < 1:
        raise BonducError(f"rollouts={rollouts}: must be at least 1")
    if seconds is not None and not seconds >= 0:
        raise BonducError(f"seconds={seconds}: must be at least 0")
    if lines < 1:
        raise BonducError(f"lines={lines}: must be at least 1")
    if tree is not None and tree.game != position.game:
        raise BonducError(f"the tree belongs to {tree.game!r}, not to {position.game!r}")
    if rollouts is None and seconds is None and stop is None:
        seconds = 1.0
    began = perf_counter()
    tree = tree or SearchTree(position.game, style=style, seed=seed)
    tree.look_at(position, history)
    done = _grow_until(tree, rollouts, None if seconds is None else began + seconds, stop)
    ranked = tree.ranked(0)
    found = tuple(_line(tree, child) for child in ranked[:lines])
    proved = proved_to_be_best([tree.bounds(child) for child in ranked])
    return Analysis(position, found, done, perf_counter() - began, tree.deepest, proved_lines=min(proved, len(found)))


def _grow_until(tree: SearchTree, rollouts: int | None, deadline: float | None, stop: StopSignal | None) -> int:
    """Grow the tree in small portions; how many rollouts were made, at least one."""
    done, portion = 0, 16
    while True:
        began = perf_counter()
        wanted = portion if rollouts is None else min(portion, rollouts - done)
        made = tree.grow(wanted)
        done += made
        now = perf_counter()
        if made < wanted or done == rollouts or (deadline is not None and now >= deadline):
            return done
        if stop is not None and stop.is_set():
            return done
        ideal = portion * CHUNK_SECONDS / max(now - began, 1e-6)
        portion = max(1, min(4 * portion, int(ideal)))


def _line(tree: SearchTree, child: int) -> Line:
    least, most = tree.bounds(child)
    return Line(tree.line(child), round(tree.seeds(child), 2), least == most, tree.deepest)
