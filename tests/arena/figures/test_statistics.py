"""Scores, Elo differences and their intervals, against published values and independent formulas."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from bonduc.arena.figures.statistics import (
    PAIR_POINTS,
    elo_of_score,
    estimate,
    score_of_elo,
    summarise,
    wilson,
)
from tests.arena.common import made_up, made_up_match


def test_the_elo_scale() -> None:
    assert elo_of_score(0.5) == 0
    assert elo_of_score(0.75) == pytest.approx(190.85, abs=0.005)
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(0) == -math.inf
    assert elo_of_score(1) == math.inf
    for elo in (-700, -20, 0, 3, 250):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_as_published(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_an_estimate_without_draws_is_wilson_over_games() -> None:
    found = estimate((40, 0, 60), (0.0, 0.5, 1.0))
    assert found is not None
    assert found.score == pytest.approx(0.6)
    assert found.error == pytest.approx(math.sqrt(0.6 * 0.4 / 100))
    assert (found.low, found.high) == pytest.approx(wilson(0.6, 100))


def test_the_error_is_the_standard_error_of_the_pairs() -> None:
    counts = (3, 7, 20, 11, 9)
    observed = [points for points, count in zip(PAIR_POINTS, counts, strict=True) for _ in range(count)]
    found = estimate(counts, PAIR_POINTS)
    assert found is not None
    assert found.score == pytest.approx(statistics.fmean(observed))
    assert found.error == pytest.approx(statistics.pstdev(observed) / math.sqrt(len(observed)))
    # Near the middle Wilson's interval is the usual one, a little drawn towards one half.
    assert found.high - found.low == pytest.approx(2 * 1.96 * found.error, rel=0.02)
    normal = statistics.NormalDist(found.score, found.error)
    assert found.superiority == pytest.approx(1 - normal.cdf(0.5), abs=0.005)


def test_extreme_results_have_sensible_intervals() -> None:
    all_won = estimate((0, 0, 0, 0, 100), PAIR_POINTS)
    assert all_won is not None
    assert (all_won.low, all_won.high) == pytest.approx((0.963, 1.0), abs=5e-4)
    assert all_won.elo == math.inf
    assert all_won.superiority > 0.999999
    all_level = estimate((0, 0, 50, 0, 0), PAIR_POINTS)
    assert all_level is not None
    assert (all_level.score, all_level.error, all_level.superiority) == (0.5, 0.0, 0.5)
    # 50 level pairs: up to 7 % of pairs may well be others (Wilson, 0 of 50), each half a point away.
    assert 0.5 - all_level.low == pytest.approx(all_level.high - 0.5)
    assert all_level.high - 0.5 == pytest.approx(wilson(0, 50)[1] / 2, abs=0.002)
    assert estimate((0, 0, 0), (0.0, 0.5, 1.0)) is None


@pytest.mark.parametrize("count", [1, 2, 3, 4, 10, 1000])
@pytest.mark.parametrize("best", range(5))
@pytest.mark.parametrize("other", range(5))
def test_superiority_is_as_certain_as_the_interval(best: int, other: int, count: int) -> None:
    counts = [0, 0, 0, 0, 0]
    counts[best] += count
    counts[other] += count // 2
    found, mirrored = estimate(counts, PAIR_POINTS), estimate(counts[::-1], PAIR_POINTS)
    assert found is not None
    assert mirrored is not None
    assert (found.superiority > 0.975) == (found.low > 0.5)
    assert (found.superiority < 0.025) == (found.high < 0.5)
    assert found.low < found.high
    assert found.superiority == pytest.approx(1 - mirrored.superiority)
    if count == 1:
        assert 0.1 < found.superiority < 0.9


def test_rare_differences_between_pairs_widen_the_interval_steadily() -> None:
    """One other pair of a hundred must not make the result seem surer, and many level pairs make it sure."""
    widths = []
    for other in (0, 1, 4, 12, 40):
        found = estimate((0, 0, 100 - other, other, 0), PAIR_POINTS)
        assert found is not None
        assert found.low < found.score < found.high
        widths.append(found.high - found.low)
    assert widths == pytest.approx(sorted(widths), rel=0.01)
    longer = estimate((0, 0, 10_000, 0, 0), PAIR_POINTS)
    assert longer is not None
    assert longer.high - longer.low < widths[0] / 50


def test_intervals_cover_the_truth_where_nearly_all_pairs_are_alike() -> None:
    chance = random.Random(6)
    truth = 0.5 + 0.02 * 0.25
    covered = 0
    for _ in range(500):
        other = sum(chance.random() < 0.02 for _ in range(60))
        found = estimate((0, 0, 60 - other, other, 0), PAIR_POINTS)
        assert found is not None
        covered += found.low <= truth <= found.high
    assert covered >= 475


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    chance = random.Random(5)
    chances = (0.02, 0.08, 0.25, 0.35, 0.30)
    truth = sum(share * points for share, points in zip(chances, PAIR_POINTS, strict=True))
    covered = 0
    for _ in range(1000):
        drawn = chance.choices(range(5), chances, k=100)
        found = estimate([drawn.count(i) for i in range(5)], PAIR_POINTS)
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 930 <= covered <= 970


def test_a_match_is_summed_up_from_both_sides() -> None:
    results = made_up_match(1, 1, 1, 0.5, 0.5, 0, 0, 0, 1, 0)
    summary = summarise(results, 0, 1)
    assert (summary.wins, summary.draws, summary.losses, summary.points) == (4, 2, 4, 5)
    assert summary.pairs == (1, 1, 1, 1, 1)
    assert summary.method == "pentanomial"
    other = summarise(results, 1, 0)
    assert (other.wins, other.draws, other.losses) == (4, 2, 4)
    assert other.pairs == (1, 1, 1, 1, 1)


def test_openings_that_decide_games_do_not_count_as_noise() -> None:
    # South wins every game: 50 % with no doubt over pairs, with much doubt over games.
    summary = summarise(made_up_match(*[1, 0] * 20), 0, 1)
    assert summary.pentanomial is not None
    assert summary.trinomial is not None
    assert summary.pentanomial.error == 0
    assert summary.trinomial.error == pytest.approx(0.5 / math.sqrt(40))


def test_a_pair_under_way_is_left_out_of_the_pairs_only() -> None:
    summary = summarise(made_up_match(1, 0, 1), 0, 1)
    assert summary.games == 3
    assert sum(summary.pairs) == 1
    assert summary.method == "pentanomial"
    lone = summarise(made_up_match(1), 0, 1)
    assert (lone.method, lone.pentanomial) == ("trinomial", None)
    assert lone.best is lone.best is not None or lone.best == lone.trinomial


def test_faults_are_counted_by_who_lost() -> None:
    results = [
        made_up(0, 0.0, reason="illegal move", loser_fault=True),
        made_up(1, 0.0, 1, 0, reason="time forfeit", loser_fault=True),
        made_up(2, 0.0, 0, 1, reason="illegal move", loser_fault=True),
    ]
    summary = summarise(results, 0, 1)
    assert summary.faults == {"illegal move": 2}
    assert summary.opponent_faults == {"time forfeit": 1}
