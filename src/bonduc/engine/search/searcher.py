"""Searcher: the search of one game with all it keeps between positions, its table, memories and weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from weakref import finalize

import numpy as np

from bonduc.engine.analysis import MOST_LINES, Analysis, Limits, OnInfo, StopSignal
from bonduc.engine.evaluation.patterns import NO_WEIGHTS, load_weights
from bonduc.engine.nodes.history import earlier_that_can_recur
from bonduc.engine.nodes.keys import position_key, table_key
from bonduc.engine.nodes.memory import (
    EARLIER,
    FILTER,
    FILTER_MASK,
    GENERATION,
    HISTORY,
    KEY,
    KILLER,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    SEEDS,
    SELECTIVE,
    SINCE,
    SPARE_ROWS,
    STOP,
    STOP_WANTED,
    Memory,
    Numbers,
    Weights,
    new_memory,
)
from bonduc.engine.nodes.transposition import GENERATION_MASK, new_table
from bonduc.engine.search.abdada import new_busy
from bonduc.engine.search.no_move import mask_sides
from bonduc.engine.search.threads import Deepening
from bonduc.engine.settings import MOST_MEGABYTES, MOST_THREADS, TABLE_MEGABYTES
from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.endless import ROUGH_PATIENCE, be_patient, workspace
from bonduc.games.kernels.state import PASS_CODE, UNDECIDED, Work
from bonduc.integers import number_from
from bonduc.position import Game, Position

MODEL_MEGABYTES = 2.0
NO_LIMIT = 1 << 62
NO_TABLES: Numbers = np.zeros(1, np.int64)


# Memories of endless sowings not in use now. What they hold is true for ever and dear to find out again.
_spare_works: defaultdict[Game, list[Work]] = defaultdict(list)


class Searcher:
    """Searches positions of one game, keeping what it learns in a table of `megabytes` (0: none) between searches.

    `selective` lets it look less deep at moves that seem worse; `weights` replaces the weights of the estimate.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        megabytes: float = TABLE_MEGABYTES,
        selective: bool = True,
        weights: Weights | None = None,
    ) -> None:
        threads = number_from(threads, "threads", 1, MOST_THREADS)
        if not 0 <= megabytes <= MOST_MEGABYTES:
            raise BonducError(f"megabytes={megabytes}: must be from 0 to {MOST_MEGABYTES}")
        self.game = game
        self.selective = selective
        self._table = new_table(megabytes)
        self._generation = 0
        weights = load_weights(game) if weights is None else weights
        busy = new_busy(threads)
        self._memories = [self._new_memory(weights, busy) for _ in range(threads)]
        self._model: Memory | None = None
        finalize(self, _spare_works[game].extend, [memory.work for memory in self._memories])

    def _new_memory(self, weights: Weights, busy: Numbers) -> Memory:
        spare = _spare_works[self.game]
        work = spare.pop() if spare else workspace()
        return new_memory(self.game.runner.options, weights, self._table, work, busy)

    def clear(self) -> None:
        """Forget all that earlier searches left behind."""
        self._table[:] = 0
        for memory in self._memories:
            memory.control[HISTORY:] = 0
        self._model = None

    def practice(self, position: Position, history: Sequence[Position] = ()) -> tuple[Memory, Memory]:
        """The first thread's memory, set up for a position, and that of an opponent to be modelled.

        The opponent knows neither the table nor the weights.
        """
        earlier = earlier_that_can_recur(position, history)
        memory = prepare(self._memories[0], position, earlier, NO_LIMIT, self.selective, self._generation)
        be_patient(memory.work, self._patience(position))
        self._memories[0] = memory
        if self._model is None:
            self._model = new_memory(memory.options, NO_WEIGHTS, new_table(MODEL_MEGABYTES), memory.work)
        self._model.control[NODES] = self._model.control[STOP] = self._model.control[STOP_WANTED] = 0
        self._model.control[NODE_LIMIT] = NO_LIMIT
        self._model.control[SEEDS] = memory.control[SEEDS]
        mask_sides(self._model, position.game.layout)
        return memory, self._model

    def _patience(self, position: Position) -> int:
        """ROUGH_PATIENCE, or none where a legal move takes more laps than that."""
        memory, play = self._memories[0], position.game.runner.compile().play
        memory.states[0] = np.frombuffer(position.row, np.int8)
        be_patient(memory.work, ROUGH_PATIENCE)
        codes = [move.steps[0] for move in position.legal_moves if move.steps[0] != PASS_CODE]
        decided = all(play(memory.states, 0, code, memory.options, memory.work) != UNDECIDED for code in codes)
        return ROUGH_PATIENCE if decided else 0

    def check(self, position: Position, lines: int) -> None:
        """BonducError if a position, or so many lines of it, cannot be searched."""
        if position.game != self.game:
            raise BonducError(f"the position belongs to {position.game!r}, not to {self.game!r}")
        if position.mover is None:
            raise BonducError(f"nothing to search: the round is over in {position}")
        if not 1 <= lines <= MOST_LINES:
            raise BonducError(f"lines={lines}: must be from 1 to {MOST_LINES}")

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        history: Sequence[Position] = (),
        stop: StopSignal | None = None,
        on_info: OnInfo | None = None,
        endgames: Numbers | None = None,
    ) -> Analysis:
        """Alpha-beta, and nothing else; `endgames` are the tables to probe in the search (`tables/loading.py`)."""
        self.check(position, lines)
        self._generation = self._generation + 1 & GENERATION_MASK
        earlier = earlier_that_can_recur(position, history)
        patience = self._patience(position)
        for number, memory in enumerate(self._memories):
            nodes = limits.nodes if limits.nodes is not None and number == 0 else NO_LIMIT
            memory = prepare(memory, position, earlier, nodes, self.selective, self._generation)
            be_patient(memory.work, patience)
            self._memories[number] = memory._replace(endgames=NO_TABLES if endgames is None else endgames)
        run = Deepening(position, limits, min(lines, len(position.legal_moves)), self._memories)
        return run.run(stop, on_info)


def prepare(
    memory: Memory, position: Position, earlier: Sequence[Position], nodes: int, selective: bool, generation: int
) -> Memory:
    """Set a thread's memory up for the search of a position; a memory with a longer path if it needs one."""
    needed = len(earlier) + MAX_PLY + SPARE_ROWS
    if len(memory.path) < needed:
        memory = memory._replace(path=np.zeros(needed, np.int64))
    control, path, stack = memory.control, memory.path, memory.stack
    control[:HISTORY] = 0
    control[NODE_LIMIT] = nodes
    control[EARLIER] = len(earlier)
    control[SEEDS] = position.game.seeds if position.game.spec.counts_seeds else 1
    mask_sides(memory, position.game.layout)
    control[SELECTIVE] = selective
    control[GENERATION] = generation
    stack[:, KILLER : KILLER + 2] = -1
    key = compiled(position_key)
    for i, each in enumerate([*earlier, position]):
        memory.states[0] = np.frombuffer(each.row, np.int8)
        path[i] = key(memory.states, 0)
        if each is not position:
            control[FILTER + (path[i] & FILTER_MASK)] += 1
    stack[0, KEY] = table_key(memory.states, 0, int(path[len(earlier)]))
    stack[0, SINCE] = 0
    return memory
