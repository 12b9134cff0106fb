"""Playing on where no win can be forced: of moves that keep as much, the one that is hardest to answer.

Perfect play does not tell a draw that any reply keeps from one that a single reply keeps. So where a search has
followed the best line to an end of the round that is no win, what is left of the time goes to the opponent's chances
to err. Of the moves that are worth as much as the best, that one is played after which the opponent is likeliest to
give something away: a draw where the game is lost, a win where it is drawn.

How likely is told by a model of the opponent, who looks a few moves ahead, counts as the game's own evaluation does,
and prefers what seems better without always choosing it. What a reply really gives away is found by searches deeper
than the model's. What is held already is never risked for a chance.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from bonduc.engine.alphabeta import limits_reached, settle_child
from bonduc.engine.analysis import Analysis, Limits, Line, OnInfo, StopSignal
from bonduc.engine.deepening import POLL_SECONDS, load_code
from bonduc.engine.keys import enter_path, leave_path, repetition_key, table_key
from bonduc.engine.memory import (
    BEST,
    CHECK_DEPTH,
    EXTEND_BELOW,
    HELD,
    HERO,
    HIGH,
    HOPED,
    INFINITE,
    KEY,
    LOW,
    NODE_LIMIT,
    NODES,
    ORDER,
    PLAYED,
    PROVED_ONLY,
    SEED,
    SEEDS,
    STOP,
    STOP_WANTED,
    VALUE,
    Memory,
    memory_type,
    search_signature,
)
from bonduc.engine.proof import UNPROVED
from bonduc.engine.tablebase import Tablebase, consult
from bonduc.games.kernels.compile import compiled, helper, kernel, subroutine
from bonduc.games.kernels.endless import stuck_exactly
from bonduc.games.kernels.rules import Rules, function_types, rules_type
from bonduc.games.kernels.state import MOVER, WIDTH
from bonduc.notation import move_of_steps
from bonduc.position import Position

if TYPE_CHECKING:
    from bonduc.engine.searcher import Searcher

CERTAIN = 1_000_000  # chances are in millionths
REFUSED = -1
SURELY = 990_000
LOOKS_AHEAD = 5  # moves the modelled opponent looks ahead
CARE = 24  # the model is e times as likely to choose a move that seems better by one in so many of the seeds
CARELESS = 0.05  # the weight of every move besides
FORCED_TO = 100  # plies: forced moves are followed no deeper
SCHEDULE = ((2, 8), (2, 10), (2, 12), (4, 10), (2, 14), (4, 12), (2, 16), (4, 14), (6, 12))  # moves ahead; depth
CHECKED_TO = 16  # the depth, at most, of the searches that keep what is held from being given away
UNTIMED_NODES = 100_000


def chances_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `chances`."""
    number, memory = parts["types"].int64, memory_type(parts)
    search = parts["types"].FunctionType(search_signature(parts))
    return number(search, rules_type(parts), memory, memory, number, number, number)


def weigh_signature(parts: dict[str, Any]) -> Any:
    """The Numba signature of `weigh`."""
    number, memory = parts["types"].int64, memory_type(parts)
    kernels = [parts["types"].FunctionType(signature(parts)) for signature in (chances_signature, search_signature)]
    return number(*kernels, *function_types(parts), memory, memory, number, number)


@subroutine
def brings(
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


@kernel(chances_signature)
def chances(
    search: Callable[..., int], rules: Rules, memory: Memory, model: Memory, ply: int, ahead: int, depth: int
) -> int:
    """The chance that within `ahead` moves the opponent lets the hero, who has the lead HELD, get the one HOPED for.

    Of the hero's moves only those count that keep what is held, at the root by a search to control[CHECK_DEPTH]. BEST
    of the ply is the one with most chances, -1 if it is the opponent's turn or there is none. Positions are judged by
    searches to `depth`. After a stop nothing of this means anything.
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
        enough = brings(search, rules, memory, ply, flags, control[HELD if own else HOPED], to_depth)
        if control[STOP] != 0:
            break
        value = 0
        if own and not enough:
            continue
        if enough and not own:
            value = CERTAIN
        elif below > 0 and ply < FORCED_TO and not settle_child(rules, memory, ply, flags):
            value = chances(search, rules, memory, model, ply + 1, below, max(2, depth - 1))
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
    chances: Callable[..., int],
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
    """The `chances` of the prepared root."""
    rules = Rules(list_moves, play, stuck, share, evaluate, memory.options)
    return chances(search, rules, memory, model, 0, ahead, depth)


def load_practical_code() -> None:
    """Load or compile the machine code now."""
    compiled(weigh), compiled(chances)


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


def search_and_choose(
    searcher: Searcher,
    position: Position,
    limits: Limits,
    history: Sequence[Position] = (),
    stop: StopSignal | None = None,
    on_info: OnInfo | None = None,
    tables: Tablebase | None = None,
) -> Analysis:
    """Search a position to play a move in it: what it is worth, then, where that is no win, what is hardest to answer.

    The limits are for both together; without one of time the same call gives the same answer every time. Positions
    that `tables` hold are played by them.
    """
    half = Settled(limits.seconds, stop)

    def note(found: Analysis) -> None:
        half.note(found)
        if on_info is not None:
            on_info(found)

    timed = limits.seconds is not None
    watched: tuple[StopSignal | None, OnInfo | None] = (half, note) if timed else (stop, on_info)
    found = consult(tables, searcher, position, limits, history=history, stop=watched[0], on_info=watched[1])
    if found.nodes == found.tbhits:
        return found
    left = Limits(
        seconds=None if limits.seconds is None else max(0.0, limits.seconds - found.seconds),
        nodes=UNTIMED_NODES if limits.nodes is None else max(1, limits.nodes - found.nodes),
    )
    return hardest_answer(searcher, found, left, history, stop)


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
    code, kernels = compiled(weigh), (compiled(chances), *load_code(position.game)[1:])
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
