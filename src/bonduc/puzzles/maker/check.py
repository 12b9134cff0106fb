"""Checking puzzles again: that every solution can be played, and that each of its moves is clearly the best."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bonduc.engine.analysis import Limits
from bonduc.errors import BonducError
from bonduc.language import N_, Message, told
from bonduc.position import Game, Position
from bonduc.puzzles.maker.judge import STEADY, Judge, Judgement, judgement
from bonduc.puzzles.model import Puzzle, Step, puzzle_id, reconciled

DEEPER_NODES = 150_000


def faults(puzzle: Puzzle, tables: Path | None = None, use_tables: bool = True, deeper: int = 0) -> list[Message]:
    """What is wrong with a puzzle; nothing if all is well.

    Every move of the solution is searched again to the depth it states, and looked up where tables hold the position;
    then, if wanted, up to `deeper` moves deeper, as far as DEEPER_NODES positions reach.
    """
    found = list(plain_faults(puzzle))
    if found:
        return found
    judge = Judge(puzzle.game, tables, use_tables)
    history: list[Position] = []
    for position, step in zip(puzzle.positions, puzzle.steps, strict=True):
        found += _step_faults(judge, position, step, history, deeper)
        history += [position, position.play(step.move)]
    return found


def plain_faults(puzzle: Puzzle) -> Iterator[Message]:
    """What can be told without a search: an id that is not that of the position, moves that cannot be played."""
    if puzzle.id != puzzle_id(puzzle.position):
        yield N_("its id should be {id}", id=puzzle_id(puzzle.position))
    try:
        positions = puzzle.positions
        positions[-1].play(puzzle.steps[-1].move)
    except BonducError as fault:
        yield N_("{fault}", fault=told(fault))
        return
    for number, (position, step) in enumerate(zip(positions, puzzle.steps, strict=True), 1):
        if position.mover != puzzle.solver:
            yield N_("step {number}: it is not the solver's turn", number=number)
        others = {str(move) for move in position.legal_moves} - {step.move}
        if others != set(step.wrong):
            yield N_("step {number}: the other moves are not those that there are", number=number)
        elif not others:
            yield N_("step {number}: there is no other move", number=number)
        else:
            yield from _contradictions(puzzle.game, number, position, step)


def _contradictions(game: Game, number: int, position: Position, step: Step) -> Iterator[Message]:
    """Where what a step says of its moves does not agree, and refutations that cannot be played."""
    if reconciled(step) != step:
        yield N_("step {number}: a wrong move is worth more than the next best one is said to be", number=number)
    right = position.parse_move(step.move)
    if not Judgement(right, step.value, step.second, step.exact, step.exact, step.depth).is_clear(game):
        yield N_("step {number}: no move is clearly the best", number=number)
    for move, refutation in step.wrong.items():
        here = position.play(move)
        try:
            for reply in refutation.line:
                here = here.play(reply)
        except BonducError:
            yield N_("step {number}: what refutes {move} cannot be played", number=number, move=move)


def _step_faults(
    judge: Judge, position: Position, step: Step, history: list[Position], deeper: int
) -> Iterator[Message]:
    searched = judge.at_depth(position, step.depth, history)
    if not _agrees(judge, searched, step):
        yield N_("{move}: a search {depth} moves deep does not find it clearly best", move=step.move, depth=step.depth)
    exact = judge.in_tables(position, history)
    if exact is not None and not _agrees(judge, exact, step):
        yield N_("{move}: the tables do not say that it is clearly best", move=step.move)
    elif deeper and exact is None:
        limits = Limits(depth=step.depth + deeper, nodes=DEEPER_NODES)
        beyond = judgement(judge.search(position, limits, history=history))
        if not _agrees(judge, beyond, step, STEADY):
            yield N_("{move}: a deeper search does not find it clearly best", move=step.move)


def _agrees(judge: Judge, found: Judgement, step: Step, part: float = 1.0) -> bool:
    return str(found.move) == step.move and found.is_clear(judge.game, part)
