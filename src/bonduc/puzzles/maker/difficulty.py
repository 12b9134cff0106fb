"""How hard a puzzle is: the rating it starts with, from what a solver has to see."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.engine.analysis import Limits
from bonduc.puzzles.facts import Facts
from bonduc.puzzles.maker.judge import Judge
from bonduc.puzzles.model import EASIEST, HARDEST

DEEPEST_LOOK = 9
BY_DEPTH = (0, 0, 170, 320, 450, 560, 660, 750, 830, 900)  # by the depth from which a search finds the first move
MISLED = 180  # the move that takes most is another one
MISLED_A_SEED = 20  # and for each seed that it takes more,
MOST_MISLED = 100  # up to this
A_CHOICE = 12  # for each legal move beyond two,
MOST_CHOICES = 180  # up to this
A_LAP = 18  # for each lap of the first move beyond the first,
MOST_LAPS = 200  # up to this
A_STEP = 130  # for each move to be found beyond the first


@dataclass(frozen=True)
class Difficulty:
    """What makes a puzzle hard.

    `depth`: the least depth from which on every search has the right first move; `misled`: how many seeds more the
    greediest other move takes (0: greed finds the right one or takes no more); `choices` legal moves, `laps` of the
    first move, `steps` to be found.
    """

    depth: int
    greedy: bool
    misled: int
    choices: int
    laps: int
    steps: int

    @property
    def rating(self) -> int:
        """The rating the puzzle starts with, from EASIEST to HARDEST."""
        score = EASIEST + BY_DEPTH[min(self.depth, DEEPEST_LOOK)]
        if not self.greedy:
            score += MISLED + min(MOST_MISLED, MISLED_A_SEED * self.misled)
        score += min(MOST_CHOICES, A_CHOICE * (self.choices - 2))
        score += min(MOST_LAPS, A_LAP * max(0, self.laps - 1))
        score += A_STEP * (self.steps - 1)
        return min(HARDEST, score)


def difficulty(judge: Judge, facts: Facts) -> Difficulty:
    """How hard a puzzle is."""
    return Difficulty(
        depth=_depth_found(judge, facts),
        greedy=facts.own_gain > facts.greedy_gain,
        misled=max(0, facts.greedy_gain - facts.own_gain),
        choices=len(facts.position.legal_moves),
        laps=facts.first.laps,
        steps=len(facts.steps),
    )


def _depth_found(judge: Judge, facts: Facts) -> int:
    wanted = facts.steps[0].move
    for depth in range(min(facts.steps[0].depth, DEEPEST_LOOK), 0, -1):
        found = judge.search(facts.position, Limits(depth=depth), lines=1)
        if str(found.best) != wanted:
            return depth + 1
    return 1
