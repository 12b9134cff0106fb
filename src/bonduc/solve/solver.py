"""The value of a position, proved: a lower bound claimed for one side, an upper bound for the other, until they meet.

Each round allows both claims a greater depth; within a round claims grow as long as they can be proved.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.compile import compiled
from bonduc.games.contract import MAX_MOVES, WIDTH
from bonduc.games.endless import workspace
from bonduc.notation import Move
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Position
from bonduc.solve import prove as proving
from bonduc.solve.classes import Pattern
from bonduc.solve.lookup import Lookup
from bonduc.solve.ranking import rank_row

MEMORY_SLOTS = 1 << 23  # 16 bytes each
DEEPER = 2  # moves more in each round
STACK_SIZE = 512 << 20  # of the proving thread: one frame a ply


@dataclass(frozen=True)
class Interval:
    """What is proved of a position's value for South from here on: at least `lower`, at most `upper`."""

    lower: int
    upper: int
    depth: int
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper


Report = Callable[[Interval], None]
T = TypeVar("T")


class _Side:
    """What the search for one side's claims works with: its memory, and rows, moves, keys and counters of its own."""

    def __init__(self, slots: int) -> None:
        plies = proving.DEEPEST + 4
        self.memory = np.zeros((slots, 2), np.int64)
        self.states = np.zeros((plies, WIDTH), np.int8)
        self.moves = np.zeros((plies, MAX_MOVES), np.int32)
        self.path = np.zeros(plies, np.int64)
        self.counters = np.zeros(4, np.int64)
        self.work = workspace()


class Solver:
    """Proves claims about positions of one game and pattern; what it has proved is kept between calls.

    `tables` maps seeds to the values of the class with so many seeds (both blocks of it, 0 where a draw is cyclic).
    """

    def __init__(
        self, position: Position, tables: Mapping[int, npt.NDArray[np.int8]], slots: int = MEMORY_SLOTS
    ) -> None:
        if position.mover is None:
            raise BonducError("the round is over: there is nothing to prove")
        self.game = position.game
        pattern = Pattern.of(position)
        self.pattern = pattern if position.mover == SOUTH else pattern.turned
        most = sum(position.holes)
        given = [seeds for seeds in sorted(tables) if seeds <= most]
        lookup = Lookup.of(self.pattern, most, given)
        self.ways, self.orders, self.table_starts = lookup.ways, lookup.orders, lookup.starts
        sizes = [self.pattern.positions(seeds) for seeds in range(most + 1)]
        self.key_starts = np.cumsum([1, *sizes[:-1]]).astype(np.int64)
        if self.key_starts[-1] + sizes[-1] > 1 << (61 - proving.KEY_SHIFT):
            raise BonducError(f"{self.game.name} with {most} seeds has too many positions to be proved")
        self.tables = np.concatenate([tables[s] for s in given]) if given else np.zeros(0, np.int8)
        self._sides = (_Side(slots), _Side(slots))

    @property
    def memories(self) -> tuple[npt.NDArray[np.int64], ...]:
        """What is proved and refuted of South's claims, and of North's (`prove`)."""
        return tuple(side.memory for side in self._sides)

    @property
    def nodes(self) -> int:
        """How many positions have been looked into."""
        return int(sum(side.counters[proving.NODES] for side in self._sides))

    @property
    def stopped(self) -> bool:
        """Whether the solver has been told to give up."""
        return any(side.counters[proving.STOP] for side in self._sides)

    def claim(self, position: Position, side: Player, need: int, depth: int) -> bool:
        """Is it proved within `depth` moves that `side` gains at least `need` more from here on?

        Claims of the two sides may be tried at the same time from two threads.
        """
        own = self._sides[side]
        own.states[0] = np.frombuffer(position.row, np.int8)
        kernels = self.game.runner.compile()
        search = proving.Search(
            own.states, self.game.runner.options, own.moves, own.work, self.orders, self.ways, self.tables,
            self.table_starts, self.key_starts, own.memory, own.path, own.counters, int(side),
        )  # fmt: skip
        verdict = compiled(proving.prove)(
            kernels.list_moves, kernels.play, kernels.stuck, search, 0, need, min(depth, proving.DEEPEST)
        )
        return bool(verdict == proving.PROVED)

    def proving_move(self, position: Position, side: Player, need: int, depth: int) -> Move | None:
        """The move by which `side`, to move, is proved to gain `need` within the depth; None where it is not proved.

        Following these moves a claim ends in finite play (`prove`).
        """
        if position.mover != side or not self.claim(position, side, need, depth):
            return None
        if len(position.legal_moves) == 1:  # a pass, perhaps, which has no code of its own in the memory
            return position.legal_moves[0]
        seeds = sum(position.holes)
        rank = rank_row(self._sides[side].states, 0, self.orders[side], self.ways, seeds)
        key = (int(self.key_starts[seeds]) + rank) * 2 + 1
        memory = self.memories[side]
        slot = compiled(proving.find_slot)(memory, key)
        code = proving.get_field(memory, slot, proving.PROVING_MOVE) - 1 if slot >= 0 else -1
        return next((move for move in position.legal_moves if move.steps == (code,)), None)

    def solve(
        self,
        position: Position,
        *,
        known: Interval | None = None,
        report: Report = lambda interval: None,
        deepest: int = proving.DEEPEST,
    ) -> Interval:
        """The value of a position, or the interval proved when it is stopped or the depth is used up.

        `known` is what an earlier run proved; `report` is called after each round.
        """
        started = time.perf_counter()
        seeds = sum(position.holes)
        found = known or Interval(-seeds, seeds, 0, 0, 0.0)
        spent, nodes = found.seconds, found.nodes - self.nodes
        while not found.proved and found.depth < deepest and not self.stopped:
            depth = min(deepest, found.depth + DEEPER)
            north: list[int] = []

            def claim_for_north(bounds: Interval = found, depth: int = depth, north: list[int] = north) -> None:
                north.append(self._best_claim(position, NORTH, -bounds.upper, -bounds.lower, depth))

            other = _thread(claim_for_north)
            lower = self._best_claim(position, SOUTH, found.lower, found.upper, depth)
            other.join()
            reached = found.depth if self.stopped else depth
            found = Interval(lower, -north[0], reached, nodes + self.nodes, spent + time.perf_counter() - started)
            report(found)
        return found

    def _best_claim(self, position: Position, side: Player, known: int, most: int, depth: int) -> int:
        """The greatest need from `known` (proved) to `most` that is proved within the depth, by growing steps.

        A claim that fails costs far more than one that is proved, so the least one to be gained is tried first, and
        one failure at the least step ends the round.
        """
        step = 1
        while known < most:
            need = min(most, known + step)
            if self.claim(position, side, need, depth):
                known, step = need, 2 * step
            elif step == 1:
                break
            else:
                step = 1
        return known

    def stop(self) -> None:
        """Make a proof under way give up soon; for another thread or a signal handler."""
        for side in self._sides:
            side.counters[proving.STOP] = 1

    def best_moves(self, position: Position, value: int, *, deepest: int = proving.DEEPEST) -> tuple[Move, ...]:
        """All moves that keep the proved value (for South) of a position, in board order."""
        return tuple(move for move in position.legal_moves if self.keeps(position, move, value, deepest=deepest))

    def keeps(self, position: Position, move: Move, value: int, *, deepest: int = proving.DEEPEST) -> bool:
        """Does a move keep the proved value (for South) of a position? BonducError where that stays undecided."""
        mover = position.mover
        if mover is None:
            return False
        worth = value if mover == SOUTH else -value
        after = position.play(move)
        gain = _lead(after, mover) - _lead(position, mover)
        if after.mover is None:
            return gain >= worth
        depth = 2
        while depth <= deepest and not self.stopped:
            if self.claim(after, mover, worth - gain, depth):
                return True
            if self.claim(after, mover.other, gain - worth + 1, depth):
                return False
            depth = max(depth + 2, depth * 5 // 4)
        raise BonducError(f"whether {move} keeps the value is not decided within {deepest} moves")


def _lead(position: Position, side: Player) -> int:
    return position.stores[side] - position.stores[side.other]


def _thread(task: Callable[[], None]) -> threading.Thread:
    """A started thread whose stack is deep enough for long lines."""
    before = threading.stack_size(STACK_SIZE)
    try:
        thread = threading.Thread(target=task, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread


def in_large_stack(task: Callable[[], T]) -> T:
    """Run a task in a thread whose stack is deep enough for long lines; its result, or its exception."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(task())
        except BaseException as fault:
            faults.append(fault)

    _thread(run).join()
    if faults:
        raise faults[0]
    return results[0]
