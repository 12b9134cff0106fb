"""Sequential testing: is the first side better than `elo1`, or no better than `elo0`?

The generalised sequential probability ratio test (GSPRT) over pairs of games: after each finished pair, the log of the
ratio of the likelihoods of what was seen, under the likeliest distribution of pair results whose mean is `elo1`'s
expected score and the likeliest whose mean is `elo0`'s. The test ends when it leaves
(log β/(1-α), log (1-β)/α): the chance to accept elo1 where elo0 is true is then about α, and the other way round β.
(Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019.)

Pairs are taken in the order of their numbers, not in the order in which they finish, so the verdict does not
depend on how many games run at once, and short games have no more weight than long ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bonduc.arena.figures.statistics import PAIR_POINTS, score_of_elo
from bonduc.arena.results import GameResult
from bonduc.errors import BonducError

SMALLEST = 1e-3  # stands for a class of pairs not seen yet, so that no likelihood is zero


@dataclass(frozen=True)
class Sprt:
    """The bounds of a test: `elo0` < `elo1`, error rates `alpha` and `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BonducError(f"SPRT bounds elo0={self.elo0:g}, elo1={self.elo1:g}: elo0 must be the smaller one")
        if abs(self.elo0) > 1000 or abs(self.elo1) > 1000:
            raise BonducError(f"SPRT bounds elo0={self.elo0:g}, elo1={self.elo1:g}: must be from -1000 to 1000")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise BonducError(f"SPRT {name}={rate:g}: must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class SprtVerdict:
    """Where a test stands: the log likelihood ratio after so many pairs; `accepted` is "elo0", "elo1" or ""."""

    ratio: float
    pairs: int
    accepted: str


def parse_sprt(text: str) -> Sprt:
    """Read `elo0,elo1` or `elo0,elo1,alpha,beta`; BonducError if it cannot be read."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise BonducError(f"cannot read SPRT bounds {text!r}: elo0,elo1 or elo0,elo1,alpha,beta, as in 0,10,0.05,0.05")
    return Sprt(*numbers)


def log_likelihood_ratio(counts: Sequence[float], points: Sequence[float], elo0: float, elo1: float) -> float:
    """The generalised log likelihood ratio of elo1 against elo0, from how often each of the `points` was scored."""
    if sum(counts) == 0:
        return 0.0
    filled = [max(count, SMALLEST) for count in counts]
    total = sum(filled)
    shares = [count / total for count in filled]
    under0 = _likeliest(shares, points, score_of_elo(elo0))
    under1 = _likeliest(shares, points, score_of_elo(elo1))
    return total * sum(share * math.log(one / zero) for share, zero, one in zip(shares, under0, under1, strict=True))


def _likeliest(shares: Sequence[float], points: Sequence[float], mean: float) -> list[float]:
    """The distribution on `points` with that mean under which the observed `shares` are likeliest.

    By Lagrange it is share / (1 + t (point - mean)); t is the root of a decreasing function, found by bisection
    between the values at which a denominator vanishes.
    """
    low = -1 / (max(points) - mean)
    high = 1 / (mean - min(points))
    for _ in range(200):
        t = (low + high) / 2
        if t in (low, high):
            break
        drift = sum(
            share * (point - mean) / (1 + t * (point - mean)) for share, point in zip(shares, points, strict=True)
        )
        low, high = (t, high) if drift > 0 else (low, t)
    t = (low + high) / 2
    return [share / (1 + t * (point - mean)) for share, point in zip(shares, points, strict=True)]


class SprtWatch:
    """Follows a match: takes results as they come, weighs pairs in the order of their numbers."""

    def __init__(self, bounds: Sprt, contestant: int = 0) -> None:
        self.bounds = bounds
        self.contestant = contestant
        self.counts = [0, 0, 0, 0, 0]
        self.verdict = SprtVerdict(0.0, 0, "")
        self._waiting: dict[int, list[float]] = {}
        self._next = 0

    def add(self, result: GameResult) -> SprtVerdict:
        """Take one more result. Once something is accepted, the verdict stays."""
        self._waiting.setdefault(result.pair, []).append(result.points_of(self.contestant))
        for points in self._ready():
            if self.verdict.accepted:
                break
            self.counts[int(2 * points)] += 1
            self.verdict = self._weigh()
        return self.verdict

    def add_all(self, results: Iterable[GameResult]) -> SprtVerdict:
        """Take several results."""
        for result in results:
            self.add(result)
        return self.verdict

    def _ready(self) -> Iterator[float]:
        while len(self._waiting.get(self._next, ())) == 2:
            yield sum(self._waiting.pop(self._next))
            self._next += 1

    def _weigh(self) -> SprtVerdict:
        bounds = self.bounds
        ratio = log_likelihood_ratio(self.counts, PAIR_POINTS, bounds.elo0, bounds.elo1)
        accepted = "elo1" if ratio >= bounds.upper else "elo0" if ratio <= bounds.lower else ""
        return SprtVerdict(ratio, sum(self.counts), accepted)
