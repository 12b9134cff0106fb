"""Ratings of many contestants, against exact solutions and by simulation."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from bonduc.arena.figures.ratings import ELO, dispersion, fit, rate
from bonduc.arena.figures.statistics import elo_of_score, score_of_elo
from bonduc.arena.results import GameResult
from tests.arena.common import made_up, made_up_match


def test_two_contestants_have_the_elo_of_their_score() -> None:
    points, games = np.array([[0, 75.0], [25.0, 0]]), np.array([[0, 100.0], [100.0, 0]])
    values, covariance = fit(points, games, prior=0)
    assert ELO * (values[0] - values[1]) == pytest.approx(elo_of_score(0.75))
    # The difference has the variance of a logistic regression, 1 / (n s (1 - s)), and each rating half of it away.
    difference = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert difference == pytest.approx(1 / (100 * 0.75 * 0.25))
    assert covariance[0, 0] == pytest.approx(difference / 4)


def test_consistent_results_are_fitted_exactly() -> None:
    # A beats B three to one, B beats C three to one, A beats C nine to one: odds multiply.
    points = np.array([[0, 75, 90], [25, 0, 75], [10, 25, 0.0]])
    games = np.full((3, 3), 100.0) - 100 * np.eye(3)
    values, _ = fit(points, games, prior=0)
    step = elo_of_score(0.75)
    assert ELO * values == pytest.approx([step, 0, -step])


def test_expected_and_scored_points_agree_at_the_optimum() -> None:
    chance = np.random.default_rng(3)
    games = np.triu(chance.integers(1, 30, (6, 6)), 1).astype(float)
    wins = np.floor(games * chance.random((6, 6)))
    points = wins + (games - wins).T
    both = games + games.T
    values, _ = fit(points, both, prior=0)
    expected = both / (1 + np.exp(values[None, :] - values[:, None]))
    assert expected.sum(axis=1) == pytest.approx(points.sum(axis=1))


def test_unbeaten_contestants_have_finite_ratings() -> None:
    ratings = rate(made_up_match(*[1] * 40), 2)
    assert [rating.contestant for rating in ratings] == [0, 1]
    assert 300 < ratings[0].elo - ratings[1].elo < 1500
    assert all(math.isfinite(rating.error) and rating.error > 50 for rating in ratings)
    assert (ratings[0].wins, ratings[0].games, ratings[0].points) == (40, 40, 40)


def test_no_games() -> None:
    assert [rating.elo for rating in rate([], 3)] == [0, 0, 0]


def simulated(truth: list[float], pairs: int, draws: float, chance: random.Random) -> list[GameResult]:
    """A round robin between contestants of true strengths, a share of `draws` at equality."""
    results: list[GameResult] = []
    for a in range(len(truth)):
        for b in range(a + 1, len(truth)):
            expected = score_of_elo(truth[a] - truth[b])
            drawn = 4 * draws * expected * (1 - expected)
            for game in range(2 * pairs):
                kind = chance.choices((1.0, 0.5, 0.0), (expected - drawn / 2, drawn, 1 - expected - drawn / 2))[0]
                seats = (a, b) if game % 2 == 0 else (b, a)
                results.append(made_up(len(results), kind if game % 2 == 0 else 1 - kind, *seats))
    return results


def test_true_strengths_are_found_within_the_error_bars() -> None:
    truth = [150.0, 40.0, -30.0, -160.0]
    chance = random.Random(2)
    inside = 0
    for _ in range(50):
        ratings = rate(simulated(truth, 25, 0.2, chance), 4)
        inside += sum(abs(rating.elo - truth[rating.contestant]) <= rating.error for rating in ratings)
    assert 180 <= inside <= 198, "of 200, about 190 are expected"


def test_draws_make_error_bars_narrower() -> None:
    chance = random.Random(4)
    few = rate(simulated([0, 0, 0], 100, 0.05, chance), 3)
    many = rate(simulated([0, 0, 0], 100, 0.4, chance), 3)
    assert max(rating.error for rating in many) < min(rating.error for rating in few)


def test_dispersion_sees_what_pairs_have_in_common() -> None:
    level = np.zeros(2)
    assert dispersion(level, made_up_match(*[1, 0] * 50)) < 0.1, "openings that decide games"
    assert dispersion(level, made_up_match(*[1, 1, 0, 0] * 25)) == pytest.approx(2, rel=0.05)
