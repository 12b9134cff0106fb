"""Ratings of several contestants from all games between them: Bradley and Terry's model with draws after Davidson.

P(i beats j) : P(draw) : P(j beats i) = e^(d/2) : v : e^(-d/2), where d is the difference of the ratings in natural
units (Elo / 400 · ln 10) and v how drawish the game is (Davidson, "On extending the Bradley-Terry model to accommodate
ties in paired comparison experiments", 1970). The likelihood is maximised by Newton's method, ratings summing to 0.

To keep ratings finite when a contestant has won or lost all its games, each contestant is given one drawn game
against an opponent of average strength; with hundreds of games it does not matter. The error bars come from
the curvature of the likelihood, single games taken as independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from bonduc.arena.results import GameResult
from bonduc.arena.statistics import CONFIDENCE

ELO = 400 / math.log(10)  # Elo in a natural unit
STEPS = 200
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """One contestant's rating: `elo` above the average of all, with `error` either side at 95 % confidence."""

    contestant: int
    elo: float
    error: float
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def points(self) -> float:
        """A win 1, a draw ½."""
        return self.wins + self.draws / 2


def rate(results: Iterable[GameResult], contestants: int) -> list[Rating]:
    """The ratings of contestants 0 … n-1, best first."""
    wins = np.zeros((contestants, contestants))
    draws = np.zeros((contestants, contestants))
    for result in results:
        if result.points == 0.5:
            draws[result.south, result.north] += 1
            draws[result.north, result.south] += 1
        else:
            winner, loser = (result.south, result.north) if result.points else (result.north, result.south)
            wins[winner, loser] += 1
    elos, errors = fit(wins, draws)
    ratings = [
        Rating(
            i, float(elos[i]), float(errors[i]), int(wins[i].sum() + wins[:, i].sum() + draws[i].sum()),
            int(wins[i].sum()), int(draws[i].sum()), int(wins[:, i].sum()),
        )
        for i in range(contestants)
    ]  # fmt: skip
    return sorted(ratings, key=lambda rating: -rating.elo)


def fit(wins: Matrix, draws: Matrix, prior: float = 1.0) -> tuple[Matrix, Matrix]:
    """Ratings in Elo and their 95 % errors from wins[i, j] (i beat j) and the symmetric draws[i, j].

    `prior` is the number of virtual drawn games each contestant gets against an average opponent. The errors are of
    the rating against the average of all, which is 0.
    """
    n = len(wins)
    values = np.zeros(n + 1)  # natural ratings, then the logarithm of v
    for _ in range(STEPS):
        gradient, curvature = _slopes(values, wins, draws, prior)
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        longest = float(np.abs(step).max())
        values += step * min(1.0, 1.0 / longest if longest else 1.0)
        values[:n] -= values[:n].mean()
        if longest < 1e-10:
            break
    covariance = np.linalg.pinv(_slopes(values, wins, draws, prior)[1])[:n, :n]
    centre = np.eye(n) - 1 / n
    spread = np.sqrt(np.maximum(np.diag(centre @ covariance @ centre), 0.0))
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    return values[:n] * ELO, spread * z * ELO


def _slopes(values: Matrix, wins: Matrix, draws: Matrix, prior: float) -> tuple[Matrix, Matrix]:
    """The gradient of the log likelihood and its negated second derivatives."""
    n = len(wins)
    gradient, curvature = np.zeros(n + 1), np.zeros((n + 1, n + 1))
    for i in range(n):
        for j in range(i + 1, n):
            if wins[i, j] + wins[j, i] + draws[i, j]:
                counts = (wins[i, j], draws[i, j], wins[j, i])
                _add_pairing(gradient, curvature, values, i, j, counts)
        if prior:
            _add_prior(gradient, curvature, values, i, prior)
    # A game without any draw tells nothing of v but that it is small: a faint pull keeps it finite.
    gradient[n] -= 1e-3 * values[n]
    curvature[n, n] += 1e-3
    return gradient, curvature


def _add_pairing(gradient: Matrix, curvature: Matrix, values: Matrix, i: int, j: int, counts: Sequence[float]) -> None:
    win, draw, loss = probabilities(values[i] - values[j], values[-1])
    games = sum(counts)
    # The log likelihood is linear in (d/2, log v) but for the normaliser, so expectations give all its derivatives.
    lead = (counts[0] - counts[2]) / 2 - games * (win - loss) / 2
    drawish = counts[1] - games * draw
    gradient[i] += lead
    gradient[j] -= lead
    gradient[-1] += drawish
    in_lead = games * ((win + loss) - (win - loss) ** 2) / 4
    in_draw = games * draw * (1 - draw)
    mixed = -games * draw * (win - loss) / 2
    curvature[i, i] += in_lead
    curvature[j, j] += in_lead
    curvature[i, j] -= in_lead
    curvature[j, i] -= in_lead
    curvature[-1, -1] += in_draw
    for player, sign in ((i, 1), (j, -1)):
        curvature[player, -1] += sign * mixed
        curvature[-1, player] += sign * mixed


def _add_prior(gradient: Matrix, curvature: Matrix, values: Matrix, i: int, games: float) -> None:
    """A drawn game against average strength, in the model without draws: half a win and half a loss."""
    expected = 1 / (1 + math.exp(-values[i]))
    gradient[i] += games * (0.5 - expected)
    curvature[i, i] += games * expected * (1 - expected)


def probabilities(difference: float, log_v: float) -> tuple[float, float, float]:
    """Win, draw and loss at a difference of ratings in natural units."""
    highest = max(difference / 2, log_v, -difference / 2)
    win, draw, loss = (math.exp(part - highest) for part in (difference / 2, log_v, -difference / 2))
    total = win + draw + loss
    return win / total, draw / total, loss / total
