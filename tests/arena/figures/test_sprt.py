"""The sequential test, against independent maximisation and by simulation."""

from __future__ import annotations

import math
import random

import pytest

from bonduc.arena.figures.sprt import Sprt, SprtWatch, log_likelihood_ratio, parse_sprt
from bonduc.arena.figures.statistics import PAIR_POINTS, score_of_elo
from bonduc.errors import BonducError
from tests.arena.common import made_up, made_up_match


def test_bounds() -> None:
    bounds = Sprt(0, 5)
    assert (bounds.lower, bounds.upper) == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))


def test_reading_bounds() -> None:
    assert parse_sprt("0,10") == Sprt(0, 10)
    assert parse_sprt("-5, 5, 0.1, 0.2") == Sprt(-5, 5, 0.1, 0.2)
    for text in ("", "1", "5,0", "0,0", "0,5,0.05", "a,b", "0,5,0,0.1", "0,5,0.6,0.1", "nan,5", "0,inf", "0,5000"):
        with pytest.raises(BonducError):
            parse_sprt(text)


def test_without_draws_the_ratio_is_the_binomial_one() -> None:
    p0, p1 = score_of_elo(-10), score_of_elo(30)
    expected = 57 * math.log(p1 / p0) + 43 * math.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio((43, 57), (0.0, 1.0), -10, 30) == pytest.approx(expected)


def best_trinomial(losses: float, draws: float, wins: float, mean: float) -> float:
    """The greatest log likelihood of a distribution on 0, ½, 1 with that mean, by golden section over its draws."""

    def likelihood(share: float) -> float:
        return losses * math.log(1 - mean - share / 2) + draws * math.log(share) + wins * math.log(mean - share / 2)

    low, high = 1e-12, 2 * min(mean, 1 - mean) - 1e-12
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(200):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (left, high) if likelihood(left) < likelihood(right) else (low, right)
    return likelihood((low + high) / 2)


@pytest.mark.parametrize("counts", [(30, 40, 50), (5, 90, 5), (100, 3, 60), (1, 1, 40)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-50, 50), (100, 120)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, int, int], elo0: int, elo1: int) -> None:
    expected = best_trinomial(*counts, score_of_elo(elo1)) - best_trinomial(*counts, score_of_elo(elo0))
    assert log_likelihood_ratio(counts, (0.0, 0.5, 1.0), elo0, elo1) == pytest.approx(expected, abs=1e-6)


def test_the_ratio_is_antisymmetric() -> None:
    counts = (3, 8, 20, 11, 6)
    there = log_likelihood_ratio(counts, PAIR_POINTS, 0, 10)
    assert log_likelihood_ratio(counts[::-1], PAIR_POINTS, -10, 0) == pytest.approx(-there)
    assert log_likelihood_ratio((0,) * 5, PAIR_POINTS, 0, 10) == 0


def test_the_ratio_is_finite_when_classes_are_empty() -> None:
    assert log_likelihood_ratio((0, 0, 0, 0, 30), PAIR_POINTS, 0, 10) > 0
    assert log_likelihood_ratio((30, 0, 0, 0, 0), PAIR_POINTS, 0, 10) < 0
    assert -10 < log_likelihood_ratio((0, 0, 30, 0, 0), PAIR_POINTS, 0, 10) < 0


def with_mean(elo: float) -> list[float]:
    """A plausible distribution of pairs whose mean is the expected score at `elo`."""
    tilt = (score_of_elo(elo) - 0.5) / 0.2
    return [0.1 * (1 - tilt), 0.2 * (1 - tilt), 0.4, 0.2 * (1 + tilt), 0.1 * (1 + tilt)]


@pytest.mark.parametrize(("elo", "accepted"), [(0, "elo0"), (60, "elo1")])
def test_error_rates_by_simulation(elo: float, accepted: str) -> None:
    chance = random.Random(11)
    chances = with_mean(elo)
    assert sum(share * points for share, points in zip(chances, PAIR_POINTS, strict=True)) == pytest.approx(
        score_of_elo(elo)
    )
    right = 0
    for _ in range(100):
        watch = SprtWatch(Sprt(0, 60, 0.1, 0.1))
        number = 0
        while not watch.verdict.accepted:
            pair = chance.choices(range(5), chances)[0]
            first = min(pair, 2) / 2
            for points in (first, pair / 2 - first):
                watch.add(made_up(number, points, 0, 1))
                number += 1
        right += watch.verdict.accepted == accepted
    assert right >= 82, "of 100, about 90 are expected"


def test_pairs_count_in_their_order_whatever_order_they_finish_in() -> None:
    results = made_up_match(*[1, 0.5] * 40)
    forward = SprtWatch(Sprt(0, 50))
    verdict = forward.add_all(results)
    assert verdict.accepted == "elo1"
    assert verdict.pairs < 40, "the verdict stays where it was reached"
    backward = SprtWatch(Sprt(0, 50))
    assert backward.add(results[-1]).pairs == 0
    assert backward.add_all(results[-2::-1]) == verdict
