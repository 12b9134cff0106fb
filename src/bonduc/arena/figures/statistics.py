"""What the results of a match say: score, Elo difference with error bars, likelihood of superiority.

The games of a pair share an opening, so their results are not independent: where every game belongs to a pair, the
spread is taken over the *pairs* (pentanomial: 0, ½, 1, 1½ or 2 points a pair), which is right whatever the games of a
pair have to do with each other. The trinomial spread, over single games, is given beside it.

The interval of the score is Wilson's, with as many independent games as the observed spread says; unlike the usual
one it stays sensible when one side wins nearly all or all games. Where hardly any results differ from each other, as
when all pairs end level, the spread is put no lower than Wilson's own allowance for what was not observed. The
likelihood of superiority belongs to that interval: it is above 97.5 % where the interval of 95 % lies above one half.
Elo differences are the score's in the logistic scale, 400 log10(s / (1 - s)), and the interval's ends are the score
interval's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from bonduc.arena.results import GameResult
from bonduc.frozen import freeze

CONFIDENCE = 0.95
PAIR_POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # the mean score of a pair, by its class


def elo_of_score(score: float) -> float:
    """The Elo difference at which `score` (0 … 1) is expected; infinite at the ends."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The expected score (0 … 1) at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """The mean score of one side, its standard error, and the interval of confidence.

    `games` is how many independent games of win or loss the interval stands on.
    """

    score: float
    error: float
    low: float
    high: float
    games: float

    @property
    def elo(self) -> float:
        """The Elo difference."""
        return elo_of_score(self.score)

    @property
    def elo_low(self) -> float:
        """The lower end of the Elo difference's interval."""
        return elo_of_score(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the Elo difference's interval."""
        return elo_of_score(self.high)

    @property
    def superiority(self) -> float:
        """The likelihood that this side is the stronger one (LOS): that of Wilson's interval beginning at one half."""
        return NormalDist().cdf(2 * math.sqrt(self.games) * (self.score - 0.5))


def estimate(counts: Sequence[float], points: Sequence[float], confidence: float = CONFIDENCE) -> Estimate | None:
    """The estimate from how often each of the `points` (0 … 1) was scored; None if nothing was."""
    total = sum(counts)
    if total == 0:
        return None
    shares = [count / total for count in counts]
    score = sum(share * point for share, point in zip(shares, points, strict=True))
    spread = sum(share * (point - score) ** 2 for share, point in zip(shares, points, strict=True))
    error = math.sqrt(max(spread, 0.0) / total)
    games = _independent_games(score, error, total, confidence)
    low, high = wilson(score, games, confidence)
    return Estimate(score, error, low, high, games)


def _independent_games(score: float, error: float, observed: float, confidence: float) -> float:
    """As many games of win or loss as have this standard error, but no more than so many observations can stand for.

    Wilson's interval is that of z² further games, half of them won. A spread of less than these alone would bring to
    the observations has not been seen often enough to be believed.
    """
    if not 0 < score < 1:
        return observed
    z = _quantile(confidence)
    most = observed * (observed + z * z) / (z * z)
    return most if error == 0 else min(score * (1 - score) / error**2, most)


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(score: float, games: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval of a proportion observed in that many (not necessarily whole) independent games."""
    z = _quantile(confidence)
    centre = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return max(centre - half, 0.0), min(centre + half, 1.0)


@dataclass(frozen=True)
class Summary:
    """A match from one side's view: wins, draws, losses, and the classes of its finished pairs.

    `pairs` counts pairs with 0, ½, 1, 1½ and 2 points. `faults` and `opponent_faults` count games lost by breaking
    off, by reason, own and the opponent's; they are among losses and wins.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    faults: Mapping[str, int]
    opponent_faults: Mapping[str, int]

    def __post_init__(self) -> None:
        freeze(self, "faults", "opponent_faults")

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win 1, a draw ½."""
        return self.wins + self.draws / 2

    @property
    def trinomial(self) -> Estimate | None:
        """The estimate from single games."""
        return estimate((self.losses, self.draws, self.wins), (0.0, 0.5, 1.0))

    @property
    def pentanomial(self) -> Estimate | None:
        """The estimate from finished pairs."""
        return estimate(self.pairs, PAIR_POINTS)

    @property
    def best(self) -> Estimate | None:
        """The estimate to report: over pairs when all games but at most the one under way are in pairs."""
        return self.pentanomial if sum(self.pairs) and self.games - 2 * sum(self.pairs) <= 1 else self.trinomial

    @property
    def method(self) -> str:
        """Which estimate `best` is."""
        paired = sum(self.pairs) and self.games - 2 * sum(self.pairs) <= 1
        return "pentanomial" if paired else "trinomial"


def summarise(results: Iterable[GameResult], contestant: int, opponent: int) -> Summary:
    """The games between two contestants, by index, seen by the first."""
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    by_pair: dict[int, list[float]] = {}
    faults: dict[str, int] = {}
    opponent_faults: dict[str, int] = {}
    for result in results:
        if {result.south, result.north} != {contestant, opponent}:
            continue
        points = result.points_of(contestant)
        counts[points] += 1
        by_pair.setdefault(result.pair, []).append(points)
        if result.loser_fault:
            table = faults if points == 0.0 else opponent_faults
            table[result.reason] = table.get(result.reason, 0) + 1
    pairs = [0, 0, 0, 0, 0]
    for games in by_pair.values():
        if len(games) == 2:
            pairs[int(2 * sum(games))] += 1
    return Summary(
        counts[1.0], counts[0.5], counts[0.0], (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
        faults, opponent_faults,
    )  # fmt: skip
