"""A round's opening of many steps by one player, chosen as one move (Kiothi's redistribution).

There are hundreds of millions of redistributions, and the opponent redistributes in reply. So both turns are searched
as a tree of whole redistributions that widens as it is visited (progressive widening, Coulom 2007): at each visit the
most promising redistribution so far is looked at again, or, at first often and then more and more rarely, a new one is
tried, a small change to a good one. Both players go by what a short search and random rounds say of the position after
the opening. A reply that is good against one redistribution is tried against the others too.

Everything is known from the contract alone: an opening is a run of steps of the kinds EMPTY and DROP by one player.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from time import perf_counter

from bonduc.engine.analysis import Analysis, Limits, Line, OnInfo, StopSignal
from bonduc.engine.rollouts.uct import SearchTree, Style
from bonduc.engine.search.searcher import Searcher
from bonduc.errors import BonducError
from bonduc.games.kernels.state import (
    HAND,
    HOLE_MASK,
    MAX_MOVES,
    MOST_SEEDS,
    SOUTH,
    Kind,
    decode,
    encode,
)
from bonduc.notation import EMPTIED_HOLES, Move, move_of_steps
from bonduc.position import Game, Position

OPENING_KINDS = (Kind.EMPTY, Kind.DROP)
BATCH = 24  # random rounds a visit
DEPTHS = {1: 4, 4: 6}  # of the search of a position after the opening, by how often it has been visited;
MOST_POSITIONS = 30_000  # each looks at no more than so many
SEARCH_SHARE = 0.75  # the weight of the search in the judgement, fitted to the results of rounds played out
TABLE_MEGABYTES = 4.0
ROUNDS = Style(exploration=0.5, win_share=0.5, minimax_share=0.0, cutoff=None, expand_after=1 << 40, solve=False)
WIDENING = 0.5  # redistributions tried after n visits: n to this power, times
ANSWERED_WIDTH = 0.7  # this where a reply follows, which must be searched too
LAST_WIDTH = 1.5  # and this where none does
DOUBT = 6.0  # seeds: the constant of the upper confidence bound
FRESH = 0.2  # how often a new redistribution is drawn anew rather than changed from a good one
AMONG_BEST = 2.0  # the mean rank of the redistribution changed
OTHER_HOLES = 0.3  # how often a change is of the holes emptied,
WHOLE_HEAP = 0.4  # and otherwise, how often all that went to one hole goes to another
MOST_MOVED = 4  # else up to so many seeds are
VISITS_TO_DEPTH_1 = 4
DEEPEST = 40
SURE_VISITS = 3  # of a redistribution before its worth is told; the one tried most is told anyway


def in_opening(position: Position) -> bool:
    """Whether a move here is one of the steps of an opening."""
    if position.mover is None:
        return False
    codes = position.game.runner.candidates(position.row)
    return bool(codes) and decode(codes[0])[0] in OPENING_KINDS


@dataclass(frozen=True)
class Plan:
    """A redistribution: the holes emptied, in order, and the hole each seed is dropped into, in board order."""

    emptied: tuple[int, ...]
    drops: tuple[int, ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """The codes of its steps."""
        return tuple(
            [encode(Kind.EMPTY, hole) for hole in self.emptied] + [encode(Kind.DROP, hole) for hole in self.drops]
        )

    def moves(self, game: Game) -> list[Move]:
        """It as one move, or step by step if the opening had been begun before."""
        if len(self.emptied) == EMPTIED_HOLES:
            return [move_of_steps(self.steps, game.layout)]
        return [move_of_steps((step,), game.layout) for step in self.steps]


class Planner:
    """Draws and changes redistributions of the side to move of any row in a game's opening."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.runner = game.runner
        self.size = game.layout.size
        self.chance = chance

    def fit(self, row: bytes, plan: Plan) -> Plan:
        """The possible redistribution of a row nearest to a plan made for another."""
        left, emptied = list(plan.emptied), []
        codes = self.runner.candidates(row)
        while decode(codes[0])[0] == Kind.EMPTY:
            holes = [code & HOLE_MASK for code in codes]
            wanted = [hole for hole in left if hole in holes]
            emptied.append(wanted[0] if wanted else self.chance.choice(holes))
            left = [hole for hole in left if hole > emptied[-1]]
            row = self.runner.play(row, encode(Kind.EMPTY, emptied[-1]))[1]
            codes = self.runner.candidates(row)
        holes = [code & HOLE_MASK for code in codes]
        drops = [hole for hole in plan.drops if hole >= holes[0]]
        if len(drops) > row[HAND]:
            drops = self.chance.sample(drops, row[HAND])
        while len(drops) < row[HAND]:
            drops.append(self.chance.choice(drops or holes))
        return Plan(tuple(emptied), tuple(sorted(drops)))

    def fresh(self, row: bytes) -> Plan:
        """A redistribution drawn at random: any holes emptied, the seeds spread over few holes or many."""
        targets = self.chance.sample(range(self.size), self.chance.randint(1, self.size // 2))
        return self.fit(row, Plan((), tuple(self.chance.choices(targets, k=MOST_SEEDS))))

    def unchanged(self, row: bytes) -> Plan:
        """Every seed put back where it was lifted, from the first holes that can be emptied."""
        emptied, drops, after = [], [], row
        while decode(code := self.runner.candidates(after)[0])[0] == Kind.EMPTY:
            emptied.append(code & HOLE_MASK)
            drops += [emptied[-1]] * after[emptied[-1]]
            after = self.runner.play(after, code)[1]
        return self.fit(row, Plan(tuple(emptied), tuple(drops)))

    def changed(self, row: bytes, plan: Plan) -> Plan:
        """A redistribution a little different: other holes emptied, or some seeds dropped elsewhere."""
        chance, emptied, drops = self.chance, list(plan.emptied), list(plan.drops)
        if emptied and chance.random() < OTHER_HOLES:
            emptied[chance.randrange(len(emptied))] = chance.randrange(self.size)
            return self.fit(row, Plan(tuple(sorted(emptied)), plan.drops))
        target = chance.choice([chance.randrange(self.size), chance.choice(drops)])
        if chance.random() < WHOLE_HEAP:
            source = chance.choice(drops)
            drops = [target if hole == source else hole for hole in drops]
        else:
            for _ in range(chance.randint(1, MOST_MOVED)):
                drops[chance.randrange(len(drops))] = target
        return self.fit(row, Plan(plan.emptied, tuple(drops)))


@dataclass
class Node:
    """A position in or after the opening, how it came about, and the redistributions from it that have been tried.

    `total` is the sum of South's leads of `visits` visits; `borrowed` counts the replies to other redistributions
    that have been considered; `searched` is South's lead by the last short search.
    """

    position: Position
    is_open: bool
    plan: Plan = Plan((), ())
    visits: int = 0
    total: float = 0.0
    children: dict[Plan, Node] = field(default_factory=dict)
    borrowed: int = 0
    searched: float = 0.0

    @property
    def mean(self) -> float:
        """South's lead, in seeds."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def sign(self) -> int:
        """1 if South is to move, else -1."""
        return 1 if self.position.mover == SOUTH else -1

    @property
    def best(self) -> Node | None:
        """The redistribution visited most, the better of equals."""
        return max(self.children.values(), key=lambda child: (child.visits, self.sign * child.mean), default=None)


class OpeningSearch:
    """The search of one opening, visit by visit; the same seed and number of visits give the same tree.

    `stop` ends the search within a visit early; the visit then says less.
    """

    def __init__(self, position: Position, seed: int = 0, stop: StopSignal | None = None) -> None:
        if not in_opening(position):
            raise BonducError(f"no opening to search: the opening is over in {position}")
        self.game = position.game
        self.root = Node(position, True)
        self.playouts = self.positions = 0
        self._stop = stop
        self._chance = random.Random(seed)
        self._planner = Planner(self.game, self._chance)
        self._tree = SearchTree(self.game, nodes=2 * MAX_MOVES, style=ROUNDS, seed=seed)
        self._searcher = Searcher(self.game, megabytes=TABLE_MEGABYTES)
        self._replies: dict[Plan, None] = {}

    def visit(self) -> None:
        """Look at one line of redistributions again, or at a new one."""
        path = [self.root]
        while path[-1].is_open:
            node = path[-1]
            child = self._widen(node) if len(node.children) < self._width(node) else None
            path.append(child or self._most_promising(node))
        lead = self._judge(path[-1])
        for node in path:
            node.visits += 1
            node.total += lead
        for node in path[1:-1]:
            if node.visits & node.visits - 1 == 0 and node.best is not None:
                self._replies.setdefault(node.best.plan)

    @staticmethod
    def _width(node: Node) -> float:
        """How many redistributions may have been tried by now."""
        answered = any(child.is_open for child in node.children.values())
        return float((ANSWERED_WIDTH if answered else LAST_WIDTH) * (node.visits + 1) ** WIDENING)

    def _most_promising(self, node: Node) -> Node:
        doubt = DOUBT * math.sqrt(math.log(node.visits + 1))
        return max(
            node.children.values(), key=lambda child: node.sign * child.mean + doubt / math.sqrt(child.visits or 1)
        )

    def _widen(self, node: Node) -> Node | None:
        """A redistribution not tried before; None if the one drawn has been."""
        plan = self._new_plan(node)
        if plan in node.children:
            return None
        position = node.position
        for move in plan.moves(self.game):
            position = position.play(move)
        child = node.children[plan] = Node(position, in_opening(position), plan)
        return child

    def _new_plan(self, node: Node) -> Plan:
        planner = self._planner
        if not node.children:
            return planner.unchanged(node.position.row)
        if node is not self.root and node.borrowed < len(self._replies):
            node.borrowed += 1
            return planner.fit(node.position.row, list(self._replies)[-node.borrowed])
        if self._chance.random() < FRESH:
            return planner.fresh(node.position.row)
        best = sorted(node.children.values(), key=lambda child: (-child.visits, -node.sign * child.mean))
        rank = min(int(self._chance.expovariate(1 / AMONG_BEST)), len(best) - 1)
        return planner.changed(node.position.row, best[rank].plan)

    def _judge(self, node: Node) -> float:
        """South's lead after the opening: what a short search says, and the mean of some random rounds."""
        position = node.position
        if position.mover is None:
            south, north = position.stores
            return float(south - north)
        depth = DEPTHS.get(node.visits + 1)
        if depth is not None:
            found = self._searcher.analyse(position, Limits(depth=depth, nodes=MOST_POSITIONS), stop=self._stop)
            node.searched = found.score_south
            self.positions += found.nodes
        self._tree.look_at(position)
        self.playouts += self._tree.grow(BATCH)
        return SEARCH_SHARE * node.searched + (1 - SEARCH_SHARE) * self._tree.mean_lead

    @property
    def nodes(self) -> int:
        """Positions of the short searches and random rounds."""
        return self.positions + self.playouts

    def line(self) -> list[Node]:
        """The redistributions played if both players go by what was found."""
        found = []
        node = self.root.best
        while node is not None:
            found.append(node)
            node = node.best
        return found

    def lines(self, count: int) -> tuple[Line, ...]:
        """The redistributions tried most and the replies expected; after the first, only those worth believing."""
        sign = self.root.sign
        tried = sorted(self.root.children.values(), key=lambda child: (-child.visits, -sign * child.mean))
        shown = [tried[0], *(child for child in tried[1:count] if child.visits >= SURE_VISITS)]
        found = []
        for child in shown:
            played = [child] if child.best is None else [child, child.best]
            moves = tuple(move for node in played for move in node.plan.moves(self.game))
            found.append(Line(moves, sign * round(child.mean, 2), False, len(moves)))
        return tuple(found)

    def analysis(self, seconds: float) -> Analysis:
        """What has been found by now, in so many seconds."""
        line = self.line()
        moves = tuple(move for node in line for move in node.plan.moves(self.game))
        score = self.root.sign * round(line[0].mean, 2)
        return Analysis(self.root.position, (Line(moves, score, False, len(moves)),), self.nodes, seconds, len(moves))


def visits_to(depth: int) -> int:
    """How many visits an opening searched to so many moves is worth: each further move doubles the work, as in play."""
    return VISITS_TO_DEPTH_1 << min(depth, DEEPEST) - 1


def search_opening(
    position: Position,
    limits: Limits,
    *,
    playouts: int | None = None,
    seed: int = 0,
    stop: StopSignal | None = None,
    on_info: OnInfo | None = None,
) -> Analysis:
    """The redistribution of the side to move and the reply expected, as an analysis of one line.

    Ends within the `limits` (a depth is so much work as `visits_to` says), after about so many random rounds
    (`playouts`), or when `stop` is set; after a second if nothing is said. Without a limit of time the answer depends
    on the seed alone. Of an opening already begun the line begins with single steps. No position of an opening can
    recur, so nothing needs to be known of the round before. `nodes` are the positions of the short searches and the
    random rounds. Raises BonducError if the opening is over in `position`.
    """
    began = perf_counter()
    if limits == Limits() and playouts is None and stop is None:
        limits = Limits(seconds=1.0)
    end = stop if limits.seconds is None else _Deadline(began + limits.seconds, stop)
    search = OpeningSearch(position, seed, end)
    visits = None if limits.depth is None else visits_to(limits.depth)
    while True:
        search.visit()
        reached = (search.root.visits, visits), (search.nodes, limits.nodes), (search.playouts, playouts)
        if any(most is not None and count >= most for count, most in reached) or (end is not None and end.is_set()):
            return search.analysis(perf_counter() - began)
        if on_info is not None and search.root.visits & search.root.visits - 1 == 0:
            on_info(search.analysis(perf_counter() - began))


@dataclass(frozen=True)
class _Deadline:
    """Set once the time is up or a stop signal is set."""

    time: float
    stop: StopSignal | None

    def is_set(self) -> bool:
        return perf_counter() >= self.time or (self.stop is not None and self.stop.is_set())
