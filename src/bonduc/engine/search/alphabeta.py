"""Alpha-beta: principal variation search, one compiled function for every game.

Scores are the final lead of the side to move, in hundredths of a seed; at leaves estimates of it. `bounds.py` tells
how proved scores are kept apart. Depth is the number of moves still to be looked at; forced moves cost none.

A sowing that goes on beyond the patience of `work` is taken for an endless one without proof, for going round the
longest cycles takes seconds. No score that this could change is claimed to be proved.
"""

from __future__ import annotations

from bonduc.engine.evaluation.estimate import estimate
from bonduc.engine.nodes.bounds import (
    FREE,
    UNPROVED,
    bounds_to_keep,
    lead,
    most_to_come,
    set_claims,
    table_answers,
    turn_claims,
)
from bonduc.engine.nodes.keys import enter_path, find_repetition, leave_path, repetition_key, table_key
from bonduc.engine.nodes.memory import (
    BANK,
    BEST,
    EARLIER,
    EXCLUDED_MOVES,
    EXTEND_BELOW,
    GENERATION,
    GIVEN_UP,
    HIGH,
    INFINITE,
    KEY,
    LINE_EXACT,
    LINE_SCORE,
    LINES,
    LONGEST_LINE,
    LOW,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    NOT_PLAYED,
    PLAYED,
    SEED,
    SELECTIVE,
    SINCE,
    STOP,
    STOP_WANTED,
    TABLE_HITS,
    VALUE,
    Memory,
    search_signature,
)
from bonduc.engine.nodes.transposition import entry_bounds, entry_depth, entry_move, entry_score, find, keep
from bonduc.engine.search.abdada import is_busy, is_shared, leave, take
from bonduc.engine.search.no_move import is_over, may_be_over
from bonduc.engine.search.ordering import pick, play_ahead, put_off, rate_moves, resume, reward
from bonduc.engine.tables.probe import UNKNOWN, probe
from bonduc.games.kernels.compile import helper, kernel, subroutine
from bonduc.games.kernels.endless import stuck_exactly
from bonduc.games.kernels.rules import Rules
from bonduc.games.kernels.state import (
    CAPTURED,
    LEFT_OPEN,
    MAX_MOVES,
    MOVER,
    OVER,
    PASS_CODE,
    PASSED_TURN,
    UNDECIDED,
    copy_row,
)

REDUCE_FROM_DEPTH = 3
REDUCE_FROM_MOVE = 6  # boards with few moves gain nothing from it


@helper
def limits_reached(memory: Memory) -> bool:
    if memory.control[NODES] >= memory.control[NODE_LIMIT] or memory.control[STOP_WANTED] != 0:
        memory.control[STOP] = 1
    return bool(memory.control[STOP] != 0)


@subroutine
def settled_early(memory: Memory, ply: int, alpha: int, beta: int, depth: int) -> bool:
    """Is the window decided without a search, by what is left to be won or by the table?

    Then VALUE has the score, and the claims are set. Otherwise BEST is the table's move, -1 if it knows none.
    """
    states, stack = memory.states, memory.stack
    stack[ply, BEST] = -1
    data = find(memory.table, int(stack[ply, KEY]))
    if data != 0:
        stack[ply, BEST] = entry_move(data)
    if ply == 0:
        return False
    now, to_come = lead(states, ply, int(states[ply, MOVER])), most_to_come(memory, ply)
    if now - to_come >= beta:
        stack[ply, VALUE] = now - to_come
        set_claims(memory, ply, FREE, UNPROVED)
        return True
    if now + to_come <= alpha:
        stack[ply, VALUE] = now + to_come
        set_claims(memory, ply, UNPROVED, FREE)
        return True
    if data == 0:
        return False
    score = entry_score(data)
    stack[ply, VALUE] = score
    return table_answers(memory, ply, score, entry_bounds(data), entry_depth(data) >= depth, alpha, beta)


@subroutine
def settle_child(rules: Rules, memory: Memory, ply: int, flags: int) -> bool:
    """Does the position in row `ply + 1`, just played into, need no search?

    Then VALUE of `ply` is its score, and the claims of `ply + 1` are set, both for the mover of `ply`. Otherwise its
    keys are made ready for the search.
    """
    states, stack = memory.states, memory.stack
    mover = int(states[ply, MOVER])
    if flags & OVER:
        stack[ply, VALUE] = lead(states, ply + 1, mover)
        set_claims(memory, ply + 1, FREE, FREE)
        return True
    at = int(memory.control[EARLIER]) + ply
    since = at + 1 if flags & CAPTURED else int(stack[ply, SINCE])
    key = repetition_key(states, ply + 1)
    repeated = find_repetition(memory, key, since, at)
    if repeated >= 0:
        rules.share(states, ply + 1, rules.options)
        stack[ply, VALUE] = lead(states, ply + 2, mover)
        set_claims(memory, ply + 1, repeated, repeated)
        return True
    if memory.endgames.size > 1 and since > memory.control[EARLIER]:
        value = probe(memory.endgames, states, ply + 1)
        if value != UNKNOWN:
            memory.control[TABLE_HITS] += 1
            still_to_come = SEED * (value if states[ply + 1, MOVER] == mover else -value)
            stack[ply, VALUE] = lead(states, ply + 1, mover) + still_to_come
            set_claims(memory, ply + 1, FREE, FREE)
            return True
    memory.path[at + 1] = key
    stack[ply + 1, SINCE] = since
    stack[ply + 1, KEY] = table_key(states, ply + 1, key)
    return False


@subroutine
def leaf_score(rules: Rules, memory: Memory, ply: int) -> int:
    """The score, for the mover of `ply`, of the position in row `ply + 1` without a search, and its claims.

    An estimate; but where the round is over, the side to move having no move, what it ended with.
    """
    states, mover = memory.states, int(memory.states[ply, MOVER])
    if may_be_over(memory, ply + 1) and is_over(rules, memory, ply + 1):
        set_claims(memory, ply + 1, FREE, FREE)
        return lead(states, ply + 2, mover)
    set_claims(memory, ply + 1, UNPROVED, UNPROVED)
    score = estimate(rules.evaluate, states, ply + 1, rules.options, memory.weights)
    return score if states[ply + 1, MOVER] == mover else -score


@helper
def note_line(memory: Memory, ply: int, move: int, score: int) -> None:
    """The best line of a ply is this move and the best line of the next, whose claims are those of the score."""
    stack = memory.stack
    stack[ply, LINE_SCORE] = score
    stack[ply, LINE_EXACT] = stack[ply + 1, LOW] > UNPROVED and stack[ply + 1, HIGH] > UNPROVED
    moves = memory.moves
    longest = min(int(moves[LINES + ply + 1, 0]), LONGEST_LINE - 1)
    moves[LINES + ply, 0] = longest + 1
    moves[LINES + ply, 1] = move
    for i in range(longest):
        moves[LINES + ply, 2 + i] = moves[LINES + ply + 1, 1 + i]


@helper
def next_child(rules: Rules, memory: Memory, ply: int, i: int) -> int:
    """Put the position after candidate `i` (-1: after having no move) into row `ply + 1`; flags or a refusal."""
    if i < 0:
        flags = stuck_exactly(rules.stuck, memory.states, ply, rules.options, memory.work)
        memory.stack[ply, GIVEN_UP] |= flags & LEFT_OPEN != 0
        return flags
    flags = int(memory.stack[ply, PLAYED + i])
    if flags == NOT_PLAYED:
        flags = rules.play(memory.states, ply, memory.moves[ply, i], rules.options, memory.work)
        memory.stack[ply, GIVEN_UP] |= flags == UNDECIDED
        return flags
    copy_row(memory.states, BANK + MAX_MOVES * ply + i, ply + 1)
    return flags


@helper
def reduction(memory: Memory, tried: int, depth: int, flags: int) -> int:
    """How much shallower a move far back in the order is looked at first, if moves may be treated unequally."""
    late = tried > REDUCE_FROM_MOVE and depth >= REDUCE_FROM_DEPTH and not flags & CAPTURED
    return 1 if late and memory.control[SELECTIVE] else 0


@subroutine
def conclude(memory: Memory, ply: int, best: int, alpha: int, beta: int, depth: int, low: int, high: int) -> int:
    """Set the claims of a finished ply, keep them in the table, and return the score."""
    at, stack = int(memory.control[EARLIER]) + ply, memory.stack
    if stack[ply, GIVEN_UP] != 0:  # a move left out might be better, or be there where there seemed to be none
        high = UNPROVED
        if stack[ply, BEST] == PASS_CODE:
            low = UNPROVED
    if low >= at:
        low = FREE
    if high >= at:
        high = FREE
    set_claims(memory, ply, low, high)
    if ply > 0 or memory.control[EXCLUDED_MOVES] == 0:
        bounds = bounds_to_keep(best, alpha, beta, low, high)
        key, move = int(stack[ply, KEY]), int(stack[ply, BEST])
        keep(memory.table, key, move, best, depth, bounds, int(memory.control[GENERATION]))
    return best


@kernel(search_signature)
def search(rules: Rules, memory: Memory, ply: int, alpha: int, beta: int, depth: int) -> int:
    """The score of the position in row `ply` searched to `depth ≥ 1`: exact inside the window, else a bound.

    The claims are in the stack, the best line in `moves`. After a stop the result means nothing.
    """
    states, stack, control = memory.states, memory.stack, memory.control
    memory.moves[LINES + ply, 0] = 0
    if depth > 1 and limits_reached(memory):
        return 0
    if settled_early(memory, ply, alpha, beta, depth):
        return int(stack[ply, VALUE])
    count = rules.list_moves(states, ply, rules.options, memory.moves)
    table_move_first = rate_moves(memory, ply, count)
    below = depth if count <= 1 and ply < control[EXTEND_BELOW] else depth - 1
    ahead_due = below > 0 and count > 1
    enter_path(memory, ply)
    shared = putting_off = is_shared(memory, below)
    floor, best, low, high, tried = alpha, -INFINITE, UNPROVED, FREE, 0
    while best < beta:
        if ahead_due and (tried > 0 or not table_move_first):
            play_ahead(rules, memory, ply, count)
            ahead_due = False
        i = pick(memory, ply, count)
        if i < 0 and tried > 0:
            if putting_off and resume(memory, ply, count):
                putting_off = False
                continue
            break
        flags = next_child(rules, memory, ply, i)
        if flags < 0:
            continue
        tried += 1
        control[NODES] += 1
        memory.moves[LINES + ply + 1, 0] = 0
        if settle_child(rules, memory, ply, flags):
            score = int(stack[ply, VALUE])
        elif below <= 0 or ply + 1 >= MAX_PLY - 1:
            score = leaf_score(rules, memory, ply)
        elif putting_off and tried > 1 and is_busy(memory, ply + 1):
            put_off(memory, ply, i)
            tried -= 1
            continue
        else:
            if shared:
                take(memory, ply + 1)
            less = reduction(memory, tried, depth, flags)
            top = beta if tried == 1 else alpha + 1
            while True:
                turned = states[ply + 1, MOVER] != states[ply, MOVER]
                window = (-top, -alpha) if turned else (alpha, top)
                score = search(rules, memory, ply + 1, window[0], window[1], below - less)
                if turned:
                    score = -score
                    turn_claims(memory, ply + 1)
                if score <= alpha or (less == 0 and (top == beta or score >= beta)) or control[STOP] != 0:
                    break
                top = top if less > 0 else beta
                less = 0
            if shared:
                leave(memory, ply + 1)
            if control[STOP] != 0:
                break
        high = min(high, stack[ply + 1, HIGH])
        if score > best or (score == best and stack[ply + 1, LOW] > low):
            best, low = score, int(stack[ply + 1, LOW])
            stack[ply, BEST] = memory.moves[ply, i] if i >= 0 else PASS_CODE
            made = i >= 0 or flags & PASSED_TURN  # else the round was over before, and there is no move to tell of
            if made and best > floor and beta - floor > 1:
                note_line(memory, ply, int(stack[ply, BEST]), best)
            alpha = max(alpha, best)
    leave_path(memory, ply)
    if control[STOP] != 0:
        return 0
    if best >= beta:
        high = UNPROVED
        reward(memory, ply, depth)
    return conclude(memory, ply, best, floor, beta, depth, low, high)
