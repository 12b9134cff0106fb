"""The value of a position, proved: a lower bound claimed for one side, an upper bound for the other, until they meet.

Each round allows a claim of either side more positions; within a round claims grow as long as they can be proved.
Nothing is lost between rounds: a search goes on from the numbers that it has left behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import MAX_MOVES, WIDTH
from bonduc.notation import Move
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Position
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.lookup import Lookup
from bonduc.solve.index.ranking import rank_row
from bonduc.solve.proofs import claims, proof_number
from bonduc.solve.proofs.certificate import lead_of
from bonduc.solve.proofs.deep_stack import start_deep

MEMORY_SLOTS = 1 << 23
SLOT_BYTES = 32  # of claims and of numbers, 16 each
LEAST_EFFORT = 1 << 10  # positions that a claim may cost in the first round
MORE = 2  # times as many in each further round
MOST_EFFORT = 1 << 50  # more than can ever be looked at


@dataclass(frozen=True)
class Interval:
    """What is proved of a position's value for South from here on: at least `lower`, at most `upper`.

    `effort` is how many positions the last round has allowed a claim.
    """

    lower: int
    upper: int
    effort: int
    nodes: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper


class StoppedError(BonducError):
    """A question about a proof that was stopped before the answer was found."""


Report = Callable[[Interval], None]


class _Side:
    """What the search for one side's claims works with: its memory, and rows, moves, keys and counters of its own."""

    def __init__(self, slots: int) -> None:
        plies = proof_number.DEEPEST + 4
        self.memory = np.zeros((slots, 2), np.int64)
        self.numbers = np.zeros((slots, 2), np.int64)
        self.states = np.zeros((plies, WIDTH), np.int8)
        self.moves = np.zeros((plies, MAX_MOVES), np.int32)
        self.path = np.zeros(plies, np.int64)
        self.children = np.zeros((plies, MAX_MOVES, proof_number.COLUMNS), np.int64)
        self.node = np.zeros((plies, proof_number.NODE_COLUMNS), np.int64)
        self.counters = np.zeros(claims.COUNTERS, np.int64)
        self.work = workspace()
        self.generation = 1
        self.proofs = 0  # when the generation began
        self.exhausted = False

    def renew(self) -> None:
        """Begin a new generation: what failed may be a success now."""
        self.proofs = int(self.counters[claims.PROOFS])
        self.generation += 1
        if self.generation > proof_number.GENERATION_MASK:
            self.forget_failures()

    @property
    def has_proved(self) -> bool:
        """Was anything proved since the generation began?"""
        return bool(self.counters[claims.PROOFS] > self.proofs)

    def forget_failures(self) -> None:
        """Let no claim count as failed that is not refuted."""
        self.numbers[:, 1] &= ~(proof_number.GENERATION_MASK << proof_number.GENERATION_SHIFT)
        self.generation = 1


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
        if self.key_starts[-1] + sizes[-1] > 1 << (61 - claims.KEY_SHIFT):
            raise BonducError(f"{self.game.name} with {most} seeds has too many positions to be proved")
        self.tables = np.concatenate([tables[s] for s in given]) if given else np.zeros(0, np.int8)
        self._sides = (_Side(slots), _Side(slots))

    @property
    def memories(self) -> tuple[npt.NDArray[np.int64], ...]:
        """What is known of South's claims, and of North's: claims settled, and the numbers of others."""
        return tuple(memory for side in self._sides for memory in (side.memory, side.numbers))

    def adopt(self, number: int, memory: npt.NDArray[np.int64]) -> None:
        """Take over what another solver of the position holds in the memory of this number, of another size."""
        own = self.memories[number]
        own[:] = 0
        settled = claims.KEY_SHIFT, claims.WORK, claims.FIELD_MASK
        others = 0, proof_number.WORK_SHIFT, (1 << 63 - proof_number.WORK_SHIFT) - 1
        compiled(claims.put_over)(memory, own, *(others if number % 2 else settled))

    def forget_failures(self) -> None:
        """Let no claim count as failed that is not refuted: for numbers that another run has left."""
        for side in self._sides:
            side.forget_failures()

    @property
    def nodes(self) -> int:
        """How many positions have been looked into."""
        return int(sum(side.counters[claims.NODES] for side in self._sides))

    @property
    def stopped(self) -> bool:
        """Whether the solver has been told to give up."""
        return any(side.counters[claims.STOP] for side in self._sides)

    def claim(self, position: Position, side: Player, need: int, effort: int) -> bool:
        """Is it proved, looking into at most so many positions, that `side` gains at least `need` more from here on?

        Claims of the two sides may be tried at the same time from two threads.
        """
        own = self._sides[side]
        own.states[0] = np.frombuffer(position.row, np.int8)
        own.counters[claims.NODE_LIMIT] = own.counters[claims.NODES] + effort
        own.counters[claims.CUT] = 0
        need = claims.rounded(need, sum(position.holes))
        thorough = False
        while True:
            if thorough or own.has_proved:
                own.renew()
            own.counters[claims.THOROUGH] = int(thorough)
            verdict = self._search(own, side, need)
            if verdict != claims.REFUTED or (thorough and not own.has_proved):
                own.exhausted = verdict == claims.REFUTED and own.counters[claims.CUT] == 0
                return bool(verdict == claims.PROVED)
            thorough = not own.has_proved

    def exhausted(self, side: Player) -> bool:
        """Has the last claim of a side failed because it cannot be forced in finite play, whatever the effort?"""
        return self._sides[side].exhausted

    def _search(self, own: _Side, side: Player, need: int) -> int:
        """PROVED, UNKNOWN where the effort is used up, or REFUTED: for good if nothing was proved meanwhile."""
        kernels = self.game.runner.compile()
        search = claims.ProofSearch(
            own.states, self.game.runner.options, own.moves, own.work, self.orders, self.ways, self.tables,
            self.table_starts, self.key_starts, own.memory, own.numbers, own.path, own.children, own.node,
            own.counters, int(side), own.generation,
        )  # fmt: skip
        verdict = int(compiled(proof_number.look_up)(search, need))
        if verdict == claims.UNKNOWN:
            limits = proof_number.INFINITE, proof_number.INFINITE
            compiled(proof_number.prove)(kernels.list_moves, kernels.play, kernels.stuck, search, 0, need, *limits)
            if own.node[0, proof_number.PROOF] == 0:
                return claims.PROVED
            if own.node[0, proof_number.FAILURE] == 0:
                return claims.REFUTED
        return verdict

    def proving_move(self, position: Position, side: Player, need: int, effort: int) -> Move | None:
        """The move by which `side`, to move, is proved to gain `need` with such effort; None where it is not proved.

        Following these moves a claim ends in finite play (`prove`), unless it holds however play goes on.
        """
        if position.mover != side or not self.claim(position, side, need, effort):
            return None
        if len(position.legal_moves) == 1:  # a pass, perhaps, which has no code of its own in the memory
            return position.legal_moves[0]
        return self._noted_move(position, side) or self._first_proving(position, side, need, effort)

    def claim_after(self, position: Position, move: Move, side: Player, need: int, effort: int) -> bool:
        """As `claim`, for what is left to be gained of `need` after a move of a position."""
        after = position.play(move)
        missing = need - (lead_of(after, side) - lead_of(position, side))
        if after.mover is None:
            self._sides[side].exhausted = missing > 0
            return missing <= 0
        return self.claim(after, side, missing, effort)

    def _first_proving(self, position: Position, side: Player, need: int, effort: int) -> Move | None:
        """The first move after which the rest is proved: for a claim that was known without looking at any move.

        The number of seeds tells such a claim, or a table. If it is None, `exhausted` says whether more effort helps.
        """
        exhausted = True
        for move in position.legal_moves:
            if self.claim_after(position, move, side, need, effort):
                return move
            exhausted = exhausted and self.exhausted(side)
        self._sides[side].exhausted = exhausted
        return None

    def _noted_move(self, position: Position, side: Player) -> Move | None:
        """The move that the memory has for the most that is proved of a position; None if it has none."""
        seeds = sum(position.holes)
        self._sides[side].states[0] = np.frombuffer(position.row, np.int8)
        rank = rank_row(self._sides[side].states, 0, self.orders[side], self.ways, seeds)
        key = (int(self.key_starts[seeds]) + rank) * 2 + 1
        memory = self._sides[side].memory
        slot = compiled(claims.find_slot)(memory, key)
        code = claims.get_field(memory, slot, claims.PROVING_MOVE) - 1 if slot >= 0 else -1
        return next((move for move in position.legal_moves if move.steps == (code,)), None)

    def solve(
        self,
        position: Position,
        *,
        known: Interval | None = None,
        report: Report = lambda interval: None,
    ) -> Interval:
        """The value of a position; the interval proved where it is stopped, or where neither side can force more.

        What is left in the latter case rests on play without end. `known` is what an earlier run proved; `report` is
        called after each round.
        """
        started = time.perf_counter()
        seeds = sum(position.holes)
        found = known or Interval(-seeds, seeds, 0, 0, 0.0)
        spent, nodes = found.seconds, found.nodes - self.nodes
        while not found.proved and not self.stopped and found.effort < MOST_EFFORT:
            effort = max(LEAST_EFFORT, MORE * found.effort)
            north: list[int] = []

            def claim_for_north(bounds: Interval = found, effort: int = effort, north: list[int] = north) -> None:
                north.append(self._best_claim(position, NORTH, -bounds.upper, -bounds.lower, effort))

            other = start_deep(claim_for_north)
            lower = self._best_claim(position, SOUTH, found.lower, found.upper, effort)
            other.join()
            reached = found.effort if self.stopped else effort
            found = Interval(lower, -north[0], reached, nodes + self.nodes, spent + time.perf_counter() - started)
            report(found)
            if all(map(self.exhausted, Player)):
                break
        return found

    def _best_claim(self, position: Position, side: Player, known: int, most: int, effort: int) -> int:
        """The greatest need from `known` (proved) to `most` that is proved with such effort each, by growing steps.

        A claim that fails costs far more than one that is proved, so the least one to be gained is tried first, and
        one failure at the least step ends the round.
        """
        step = 1
        while known < most:
            need = min(most, known + step)
            if self.claim(position, side, need, effort):
                known, step = need, 2 * step
            elif step == 1:
                break
            else:
                step = 1
        return known

    def stop(self) -> None:
        """Make a proof under way give up soon; for another thread or a signal handler."""
        for side in self._sides:
            side.counters[claims.STOP] = 1
