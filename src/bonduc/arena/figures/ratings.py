"""Ratings of several contestants from all games between them: Bradley and Terry's model, a draw half a win.

The expected score of i against j is 1 / (1 + 10^((Rj - Ri) / 400)), so a rating difference means what an Elo
difference means in a match. The ratings are those of the greatest likelihood, a draw counting as half a win and half a
loss, found by Newton's method; they average 0. To keep them finite when a contestant has won or lost all its
games, each is given one drawn game against an opponent of average strength; in hundreds of games it does not matter.

The error bars come from the curvature of the likelihood, scaled by how much the points of pairs of games (or of
single ones) scatter about their expectations: draws make them narrower, openings that decide games wider.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from bonduc.arena.figures.statistics import CONFIDENCE
from bonduc.arena.results import GameResult

ELO = 400 / math.log(10)  # Elo in a natural unit
STEPS = 200
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """One contestant's rating: `elo` above the average of all, with `error` either side at 95 % confidence."""

    contestant: int
    elo: float
    error: float
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win 1, a draw ½."""
        return self.wins + self.draws / 2


def rate(results: Sequence[GameResult], contestants: int) -> list[Rating]:
    """The ratings of contestants 0 … n-1, best first."""
    points, games = np.zeros((2, contestants, contestants))
    counts = [{1.0: 0, 0.5: 0, 0.0: 0} for _ in range(contestants)]
    for result in results:
        for player, opponent in ((result.south, result.north), (result.north, result.south)):
            points[player, opponent] += result.points_of(player)
            games[player, opponent] += 1
            counts[player][result.points_of(player)] += 1
    values, covariance = fit(points, games)
    scatter = dispersion(values, results)
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    errors = z * ELO * np.sqrt(scatter * np.maximum(np.diag(covariance), 0.0))
    ratings = [
        Rating(i, float(values[i]) * ELO, float(errors[i]), counts[i][1.0], counts[i][0.5], counts[i][0.0])
        for i in range(contestants)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def fit(points: Matrix, games: Matrix, prior: float = 1.0) -> tuple[Matrix, Matrix]:
    """Ratings in natural units (averaging 0) and their covariance, from points[i, j] of i in games[i, j] against j.

    `prior` is the number of drawn games each contestant is given against an opponent of average strength.
    """
    count = len(points)
    values = np.zeros(count)
    for _ in range(STEPS):
        gradient, curvature = _slopes(values, points, games, prior)
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        longest = float(np.abs(step).max())
        values = values + step / max(longest, 1.0)
        values -= values.mean()
        if longest < 1e-10:
            break
    centre = np.eye(count) - 1 / count
    return values, centre @ np.linalg.pinv(_slopes(values, points, games, prior)[1]) @ centre


def _slopes(values: Matrix, points: Matrix, games: Matrix, prior: float) -> tuple[Matrix, Matrix]:
    """The gradient of the log likelihood, and its second derivatives with the sign changed."""
    expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
    against_average = 1 / (1 + np.exp(-values))
    gradient = (points - games * expected).sum(axis=1) + prior * (0.5 - against_average)
    weights = games * expected * (1 - expected)
    diagonal = weights.sum(axis=1) + prior * against_average * (1 - against_average)
    return gradient, np.diag(diagonal) - weights


def dispersion(values: Matrix, results: Sequence[GameResult]) -> float:
    """How the squared deviations of pairs compare with what independent games without draws would show: 1 if alike.

    Four even games of that kind are added, so that a few games do not seem to say everything.
    """
    deviations: dict[int, float] = {}
    variance = 1.0
    for result in results:
        expected = 1 / (1 + math.exp(values[result.north] - values[result.south]))
        # Within a pair the seats change: all deviations are taken for the contestant with the smaller index.
        sign = 1 if result.south < result.north else -1
        deviations[result.pair] = deviations.get(result.pair, 0.0) + sign * (result.points - expected)
        variance += expected * (1 - expected)
    return (1.0 + sum(deviation**2 for deviation in deviations.values())) / variance
