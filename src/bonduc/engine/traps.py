"""Playing on where no win can be forced: of moves that keep as much, the one that is hardest to answer.

Perfect play does not tell a draw that any reply keeps from one that a single reply keeps. So where a search has
followed the best line to an end of the round that is no win, what is left of the time goes to the opponent's chances
to err (`search/chances.py`). Of the moves that are worth as much as the best, that one is played after which the
opponent is likeliest to give something away: a draw where the game is lost, a win where it is drawn.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from bonduc.engine.analysis import Analysis, Limits, Line, StopSignal
from bonduc.engine.nodes.memory import (
    BEST,
    CHECK_DEPTH,
    EXTEND_BELOW,
    HELD,
    HERO,
    HOPED,
    NODE_LIMIT,
    NODES,
    PROVED_ONLY,
    STOP,
    STOP_WANTED,
    Memory,
)
from bonduc.engine.search.chances import FORCED_TO, LOOKS_AHEAD, chance_of_error, weigh
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.search.threads import POLL_SECONDS, machine_code
from bonduc.games.kernels.compile import compiled
from bonduc.notation import move_of_steps
from bonduc.position import Position

SURELY = 990_000  # of a million chances
SCHEDULE = ((2, 8), (2, 10), (2, 12), (4, 10), (2, 14), (4, 12), (2, 16), (4, 14), (6, 12))  # moves ahead; depth
CHECKED_TO = 16  # the depth, at most, of the searches that keep what is held from being given away
UNTIMED_NODES = 100_000


def is_settled(found: Analysis) -> bool:
    """Whether the best line was followed to an end of the round that is no win for the mover."""
    best = found.lines[0]
    return best.score <= 0 and (best.exact or float(best.score).is_integer())


class Settled:
    """A stop signal for a search, set once half of its time is over and what it finds is settled, or `stop` is set."""

    def __init__(self, seconds: float | None, stop: StopSignal | None) -> None:
        self._half = math.inf if seconds is None else perf_counter() + seconds / 2
        self._stop = stop
        self._found: Analysis | None = None

    def note(self, found: Analysis) -> None:
        """What the search has found by now."""
        self._found = found

    def is_set(self) -> bool:
        """Whether the search should end."""
        if self._stop is not None and self._stop.is_set():
            return True
        return self._found is not None and perf_counter() >= self._half and is_settled(self._found)


def hardest_answer(
    searcher: Searcher,
    found: Analysis,
    limits: Limits,
    history: Sequence[Position] = (),
    stop: StopSignal | None = None,
) -> Analysis:
    """The analysis of a search with the move first that is hardest to answer among those as good as the best.

    As it was, unless it is settled. The seconds or, if there are none, the nodes of `limits` say how much is looked at.
    """
    position, best = found.position, found.lines[0]
    no_choice = len(position.legal_moves) == 1 or position.phase != "play"
    if position.mover is None or no_choice or not is_settled(found):
        return found
    began = perf_counter()
    memory, model = searcher.practice(position, history)
    memory.control[PROVED_ONLY] = found.proved
    memory.control[CHECK_DEPTH] = max(1, min(found.depth - 1, CHECKED_TO))
    memory.control[EXTEND_BELOW] = FORCED_TO
    model.control[EXTEND_BELOW] = LOOKS_AHEAD
    if limits.seconds is None and limits.nodes is not None:
        memory.control[NODE_LIMIT] = limits.nodes
    code, kernels = compiled(weigh), (compiled(chance_of_error), *machine_code(position.game)[1:])
    memory.control[HERO] = int(position.mover)
    memory.control[HELD] = best.hundredths
    memory.control[HOPED] = int(best.hundredths == 0)
    chosen = [str(best.moves[0])]

    def look() -> None:
        for ahead, depth in SCHEDULE:
            chance = code(*kernels, memory, model, ahead, depth)
            if memory.control[STOP] != 0:
                return
            if chance > 0:
                chosen[0] = str(move_of_steps((int(memory.stack[0, BEST]),), position.game.layout))
            if chance >= SURELY:
                return

    end = None if limits.seconds is None else began + limits.seconds
    run_watched(look, (memory, model), end, stop)
    nodes = found.nodes + int(memory.control[NODES] + model.control[NODES])
    return replace(found, lines=_first(found, chosen[0]), nodes=nodes, seconds=found.seconds + perf_counter() - began)


def _first(found: Analysis, text: str) -> tuple[Line, ...]:
    """The lines of an analysis, that of a move (as text) in front; as many as there were."""
    best = found.lines[0]
    move = next(move for move in found.position.legal_moves if str(move) == text)
    line = next((line for line in found.lines if line.moves[0] == move), replace(best, moves=(move,)))
    others = [other for other in found.lines if other.moves[0] != move]
    return (line, *others)[: len(found.lines)]


def run_watched(
    work: Callable[[], None], memories: Sequence[Memory], end: float | None, stop: StopSignal | None
) -> None:
    """Run machine code in a thread of its own; once the time is up or `stop` is set, ask it to stop."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            left = POLL_SECONDS if end is None else end - perf_counter()
            if left <= 0 or (stop is not None and stop.is_set()):
                ask_to_stop(memories)
            thread.join(POLL_SECONDS if left <= 0 else min(POLL_SECONDS, left))
    finally:
        ask_to_stop(memories)
        thread.join()


def ask_to_stop(memories: Sequence[Memory]) -> None:
    """Machine code that works in these memories ends soon."""
    for memory in memories:
        memory.control[STOP_WANTED] = 1
