"""Is one move clearly the best? Searches to a stated depth that overlook nothing, and tables where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bonduc.engine import Analysis, Engine, EngineSettings, Limits
from bonduc.engine.analysis import AUTO, SEED
from bonduc.notation import Move
from bonduc.position import Game, Position
from bonduc.puzzles.model import Refutation, Step, reconciled

MARGIN = 3.0  # seeds: how much better than any other a best move must be; where there are none to count,
POINT_MARGIN = 0.6  # this part of the point that a round is about
PLACES = 2  # decimal places of values
STEADY = 0.7  # the part of the margin that a search one move less deep must show too
DECIDED = 0.25  # a lead of this part of the seeds is as good as won
QUICK_NODES = 4_000
DEEPER = 3  # moves that a move is verified deeper than the quick search looks, unless told otherwise,
DEEPEST = 24  # but no deeper than this
REFUTE_NODES = 5_000
MEGABYTES = 6.0  # of the search table, which is cleared before every search
SHOWN_REPLIES = 3  # moves of a refutation


@dataclass(frozen=True)
class Judgement:
    """What a search says of the two best moves: the best, the values of both, and which of these are proved."""

    move: Move
    value: float
    second: float
    proved: bool
    second_proved: bool
    depth: int

    @property
    def exact(self) -> bool:
        """Are both values proved?"""
        return self.proved and self.second_proved

    def is_clear(self, game: Game, part: float = 1.0) -> bool:
        """Is the best move clearly the best one, in a round that is not decided whatever is played?

        It is if it wins for certain and no other move does, or draws and every other loses, or if it is better than
        any other by the margin, of which `part` may do.
        """
        if self.turns_the_result:
            return True
        stored = game.spec.counts_seeds
        decided = DECIDED * game.seeds if stored else POINT_MARGIN
        is_open = self.second < decided and self.value > -decided
        return is_open and round(self.value - self.second, PLACES) >= part * (MARGIN if stored else POINT_MARGIN)

    @property
    def turns_the_result(self) -> bool:
        """Is it proved that the best move wins and no other does, or that it draws and every other loses?"""
        return self.exact and (self.value > 0 >= self.second or self.value >= 0 > self.second)


def judgement(analysis: Analysis) -> Judgement:
    """The verdict of an analysis of two lines or more."""
    best, second = analysis.lines[:2]
    proved = analysis.proved_lines
    return Judgement(best.moves[0], best.score, second.score, proved > 0, proved > 1, analysis.depth)


class Judge:
    """Judges positions of one game. The same question has the same answer, whatever was asked before."""

    def __init__(self, game: Game, tables: Path | None = None, use_tables: bool = True, deeper: int = DEEPER) -> None:
        self.game = game
        self.deeper = deeper
        known = (tables or AUTO) if use_tables else None
        self.engine = Engine(game, EngineSettings(megabytes=MEGABYTES, selective=False, tables=known))

    def search(self, position: Position, limits: Limits, lines: int = 2, history: Sequence[Position] = ()) -> Analysis:
        """A search that starts from nothing."""
        self.engine.clear()
        return self.engine.search(position, limits, lines=lines, history=history)

    def at_depth(self, position: Position, depth: int, history: Sequence[Position] = ()) -> Judgement:
        """The verdict of a search to this depth."""
        return judgement(self.search(position, Limits(depth=depth), history=history))

    def in_tables(self, position: Position, history: Sequence[Position] = ()) -> Judgement | None:
        """The verdict of the tables; None where they do not hold the position, or what they say is not proved."""
        found = self.engine.look_up(position, lines=2, history=history)
        return judgement(found) if found is not None and found.proved_lines == len(found.lines) else None

    def step(self, position: Position, history: Sequence[Position] = ()) -> tuple[Step, bool] | None:
        """The step a solver has to find here, and whether tables say the same; None if no move is clearly best.

        The move is clearly best by a search `deeper` moves deeper than a quick one, the search one move less deep
        agrees, tables do where they hold the position, and every other move is refuted one by one.
        """
        quick = self.search(position, Limits(depth=DEEPEST, nodes=QUICK_NODES), history=history)
        if len(quick.lines) < 2:
            return None
        depth = max(quick.depth, min(DEEPEST, quick.depth + self.deeper))
        shallower = self.at_depth(position, max(1, depth - 1), history)
        if not shallower.is_clear(self.game, STEADY):
            return None
        deep = self.at_depth(position, depth, history)
        if deep.move != shallower.move or not deep.is_clear(self.game):
            return None
        exact = self.in_tables(position, history)
        if exact is not None and (exact.move != deep.move or not exact.is_clear(self.game)):
            return None
        best = exact or deep
        wrong = self._refutations(position, best, depth, history)
        if wrong is None:
            return None
        step = reconciled(Step(str(best.move), best.value, best.second, best.exact, depth, wrong=wrong))
        return (step, exact is not None) if replace(best, second=step.second).is_clear(self.game) else None

    def _refutations(
        self, position: Position, best: Judgement, depth: int, history: Sequence[Position]
    ) -> dict[str, Refutation] | None:
        """What refutes each other move; None if one of them is not refuted after all."""
        found = {}
        for move in position.legal_moves:
            if move == best.move:
                continue
            refutation = self._refutation(position, move, Limits(depth=depth - 1 or 1, nodes=REFUTE_NODES), history)
            if not self._refuted(refutation, best):
                refutation = self._refutation(position, move, Limits(depth=depth - 1 or 1), history)
            if not self._refuted(refutation, best):
                return None
            found[str(move)] = refutation
        return found

    def _refuted(self, refutation: Refutation, best: Judgement) -> bool:
        """Is a move worse than the best by at least half of what the next best one is?"""
        lost, least = (round(SEED * (best.value - other)) for other in (refutation.value, best.second))
        return lost >= least // 2

    def _refutation(self, position: Position, move: Move, limits: Limits, history: Sequence[Position]) -> Refutation:
        after = position.play(move)
        past = {each.repetition_key for each in (*history, position)}
        if after.mover is not None and after.repetition_key in past:
            after = after.shared()
        solver = position.mover
        assert solver is not None
        if after.mover is None:
            return Refutation((), float(after.stores[solver] - after.stores[solver.other]))
        line = self.search(after, limits, lines=1, history=(*history, position)).lines[0]
        value = line.score if after.mover == solver else -line.score
        return Refutation(tuple(str(each) for each in line.moves[:SHOWN_REPLIES]), value)
