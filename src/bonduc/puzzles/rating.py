"""Ratings of those who solve puzzles and of the puzzles: Glicko-2 (Glickman 2012), each attempt one game.

A solver who solves a puzzle has won against it. A rating goes with its deviation, how uncertain it is, and its
volatility, how much it is expected to fluctuate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178  # of the ratings people see to those of the formulas
CENTRE = 1500.0
START_DEVIATION = 350.0
START_VOLATILITY = 0.06
SYSTEM_CONSTANT = 0.5  # tau: how quickly volatilities may change
CONVERGED = 1e-6
SURE_DEVIATION = 45.0  # no rating counts as surer than this, so that none gets stuck
PUZZLE_DEVIATION = 120.0  # of a rating estimated when the puzzle was made


@dataclass(frozen=True)
class Rating:
    """A rating, its deviation and its volatility."""

    rating: float = CENTRE
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


@dataclass(frozen=True)
class Result:
    """A game against an opponent: `score` is 1 for a win, ½ for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def updated(rating: Rating, results: Sequence[Result], tau: float = SYSTEM_CONSTANT) -> Rating:
    """The rating after the games of one rating period; without a game only the deviation grows."""
    phi = rating.deviation / SCALE
    if not results:
        return Rating(rating.rating, sqrt(phi**2 + rating.volatility**2) * SCALE, rating.volatility)
    mu = (rating.rating - CENTRE) / SCALE
    information, surprise = 0.0, 0.0
    for result in results:
        weight = _weight(result.opponent.deviation / SCALE)
        expected = _expected(mu, (result.opponent.rating - CENTRE) / SCALE, weight)
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    variance = 1 / information
    volatility = _new_volatility(phi, rating.volatility, variance, variance * surprise, tau)
    before = phi**2 + volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return Rating((mu + after**2 * surprise) * SCALE + CENTRE, after * SCALE, volatility)


def after_attempt(solver: Rating, puzzle: Rating, score: float) -> tuple[Rating, Rating]:
    """The ratings of a solver and of a puzzle after one attempt: 1 solved, ½ solved with help, 0 not solved."""
    new_solver = updated(solver, [Result(puzzle, score)])
    new_puzzle = updated(puzzle, [Result(solver, 1.0 - score)])
    return _kept_open(new_solver), _kept_open(new_puzzle)


def _kept_open(rating: Rating) -> Rating:
    return Rating(rating.rating, max(SURE_DEVIATION, rating.deviation), rating.volatility)


def _weight(phi: float) -> float:
    """How much a result against an opponent of this deviation counts."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, opponent: float, weight: float) -> float:
    return 1 / (1 + exp(-weight * (mu - opponent)))


def _new_volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """The root of the equation for the new volatility (step 5), by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
