"""Solving a puzzle: whether a move tried is the one, what refutes it if not, hints, and the solution told."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.errors import BonducError
from bonduc.language import N_, NP_, Message, Signed
from bonduc.position import Position
from bonduc.puzzles.facts import gain
from bonduc.puzzles.model import Puzzle, Refutation, Step
from bonduc.puzzles.themes import THEMES

HINTS = 3


@dataclass(frozen=True)
class Answer:
    """What comes of a move tried in a step of a puzzle.

    `line`: the moves that are played, the one tried first: with the opponent's reply, if there is one. `before` is the
    position they are played in. `solved`: it was the last move to be found. `verdict` says in a sentence what the
    move is worth.
    """

    before: Position
    line: tuple[str, ...]
    right: bool
    solved: bool
    verdict: Message

    @property
    def sentences(self) -> list[str]:
        """Every move of the line told, in the language in use."""
        found, here = [], self.before
        for move in self.line:
            found += here.explain(move)
            here = here.play(move)
        return found


def position_at(puzzle: Puzzle, step: int) -> Position:
    """The position of a step, from 0; BonducError if there is none."""
    if not 0 <= step < len(puzzle.steps):
        raise BonducError(N_("puzzle {id} has no step {step}", id=puzzle.id, step=step + 1))
    return puzzle.positions[step]


def answer(puzzle: Puzzle, step: int, move: str) -> Answer:
    """Try a move in a step of a puzzle. Raises NotationError and IllegalMoveError as `Position.play` does."""
    before = position_at(puzzle, step)
    tried, wanted = before.parse_move(move), puzzle.steps[step]
    before.play(tried)
    last = step == len(puzzle.steps) - 1
    if str(tried) == wanted.move:
        played = (wanted.move, wanted.reply) if wanted.reply else (wanted.move,)
        return Answer(before, played, True, last, right_verdict(puzzle, step))
    refutation = wanted.wrong[str(tried)]
    line = (str(tried), *refutation.line[:1])
    return Answer(before, line, False, False, wrong_verdict(puzzle, wanted, str(tried), refutation))


def right_verdict(puzzle: Puzzle, step: int) -> Message:
    """Praise for the right move, and whether there is more to find."""
    move = puzzle.steps[step].move
    if step < len(puzzle.steps) - 1:
        return N_("{move} is right. What comes next?", move=move)
    return N_("{move} is right: solved.", move=move)


def wrong_verdict(puzzle: Puzzle, step: Step, move: str, refutation: Refutation) -> Message:
    """How a wrong move falls short of the right one."""
    wins = step.exact and step.value > 0 >= step.second
    if refutation.value < 0 and (step.value >= 0 or not puzzle.game.spec.counts_seeds):
        return N_("After {move}, {opponent} comes out ahead.", move=move, opponent=puzzle.solver.other)
    if wins and refutation.value <= 0:
        return N_("{move} lets the win slip.", move=move)
    if not puzzle.game.spec.counts_seeds:
        return N_("{move} is much worse than the best move.", move=move)
    return NP_(
        "{move} ends about {count} seed worse than the best move.",
        "{move} ends about {count} seeds worse than the best move.",
        max(1, round(step.value - refutation.value)),
        move=move,
    )


def hint(puzzle: Puzzle, step: int, number: int) -> Message:
    """The hint of this number, from 0: what the move is about, what it takes, and where it starts."""
    position, wanted = position_at(puzzle, step), puzzle.steps[step]
    if number <= 0 and puzzle.themes and step == 0:
        return THEMES[puzzle.themes[0]].about
    if number <= 1:
        taken = gain(position.sowing(wanted.move), puzzle.solver)
        if taken == 0:
            return N_("The right move takes nothing.")
        return N_("The right move takes {seeds}.", seeds=position.game.spec.words.taken(taken))
    hole = position.parse_move(wanted.move).hole
    if hole is None:
        return N_("The only right thing is to pass.")
    return N_("The right move starts from {hole}.", hole=position.game.layout.names[hole])


def solution(puzzle: Puzzle, step: int = 0) -> list[str]:
    """The moves from a step on, told in sentences, in the language in use."""
    found, here = [], position_at(puzzle, step)
    for each in puzzle.steps[step:]:
        for move in (each.move, each.reply):
            if move:
                found += here.explain(move)
                here = here.play(move)
    return found


def worth(puzzle: Puzzle) -> Message:
    """What the right move is worth, beside the next best one."""
    first = puzzle.steps[0]
    if not puzzle.game.spec.counts_seeds:
        return puzzle.goal
    places = {"player": puzzle.solver, "value": _lead(first.value), "second": _lead(first.second)}
    if first.exact:
        return N_(
            "Proved: with it the round ends {value} for {player}, with any other move {second} at best.", **places
        )
    return N_("With it {player} ends at about {value}, with any other move at {second} or less.", **places)


def _lead(value: float) -> Signed:
    """A lead in whole seeds, with its sign."""
    return Signed(round(value))
