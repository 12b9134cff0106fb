"""A puzzle: a position, the one move that is clearly best in it, and how play goes on.

Values are final leads of the solver, the side to move in the puzzle, in seeds; where a round has no stores, 1 is
a win and -1 a loss.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bonduc.errors import BonducError
from bonduc.frozen import FrozenMapping, freeze
from bonduc.games.kernels.state import Kind
from bonduc.language import N_, NP_, Message
from bonduc.players import Player
from bonduc.position import Game, Position

ID_BYTES = 5
EASIEST, HARDEST = 600, 2200  # ratings that puzzles start with


class PuzzleError(BonducError):
    """A file of puzzles that cannot be read, or a puzzle in it that cannot be right; the message says which."""


@dataclass(frozen=True)
class Refutation:
    """What is wrong with a move: the moves that answer it, and what it is worth to the solver."""

    line: tuple[str, ...]
    value: float


@dataclass(frozen=True)
class Step:
    """A move the solver has to find.

    `value` is what it is worth and `second` the most that any other move is, those in `wrong` among them; `exact` says
    whether both are proved, by search or by table; `depth` is that of the search that shows it. `reply` is the
    opponent's answer before the next step, empty in the last one; `wrong` says of every other legal move what refutes
    it.
    """

    move: str
    value: float
    second: float
    exact: bool
    depth: int
    reply: str = ""
    wrong: Mapping[str, Refutation] = FrozenMapping()

    def __post_init__(self) -> None:
        freeze(self, "wrong")

    @property
    def margin(self) -> float:
        """How much better than any other the move is."""
        return round(self.value - self.second, 2)


def reconciled(step: Step) -> Step:
    """The step with `second` the most that any wrong move is worth: what is proved goes before what is estimated."""
    if step.exact:
        wrong = {move: Refutation(each.line, min(each.value, step.second)) for move, each in step.wrong.items()}
        return replace(step, wrong=wrong)
    return replace(step, second=max(step.second, *(each.value for each in step.wrong.values())))


@dataclass(frozen=True)
class Source:
    """Where a puzzle comes from: the game of the engine against itself with this number and seed, after `ply` moves.

    `proof`: "table" if endgame tables say the same of its first step, else "search".
    """

    seed: int
    game: int
    ply: int
    proof: str


@dataclass(frozen=True)
class Puzzle:
    """A position and the steps of its solution; `rating` is the difficulty it starts with."""

    id: str
    position: Position
    steps: tuple[Step, ...]
    themes: tuple[str, ...]
    rating: int
    source: Source

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return self.position.game

    @property
    def solver(self) -> Player:
        """Who is to move in it."""
        assert self.position.mover is not None
        return self.position.mover

    @property
    def moves(self) -> tuple[str, ...]:
        """The whole solution, the opponent's replies between the solver's moves."""
        return tuple(move for step in self.steps for move in (step.move, step.reply) if move)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position of each step; raises as `Position.play` if the solution cannot be played."""
        found = [self.position]
        for step in self.steps[:-1]:
            found.append(found[-1].play(step.move).play(step.reply))
        return tuple(found)

    @property
    def goal(self) -> Message:
        """What the solver has to do, in a sentence."""
        first = self.steps[0]
        if first.exact and first.value > 0 >= first.second:
            return N_("{player} to move: only one move wins the round.", player=self.solver)
        if first.exact and first.value >= 0 > first.second:
            return N_("{player} to move: every move but one loses the round.", player=self.solver)
        if not self.game.spec.counts_seeds:
            return N_("{player} to move: one move is far better than any other.", player=self.solver)
        return NP_(
            "{player} to move: one move is better than any other by {count} seed or more.",
            "{player} to move: one move is better than any other by {count} seeds or more.",
            max(1, int(first.margin)),
            player=self.solver,
        )


def puzzle_id(position: Position) -> str:
    """The id of the puzzle of a position: the same wherever and whenever it is made."""
    game = position.game
    text = f"{game.id} {game.rules_version} {game.options_text} {position}"
    return hashlib.blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()


def is_opening(position: Position) -> bool:
    """Is this a step of an opening that is played as one move? Such positions make no puzzles."""
    return any(move.kind in (Kind.EMPTY, Kind.DROP) for move in position.legal_moves)
