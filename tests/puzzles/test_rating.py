"""Ratings by Glicko-2, against the worked example of its author's paper and by its properties."""

from __future__ import annotations

import pytest

from bonduc.puzzles.rating import SURE_DEVIATION, Rating, Result, after_attempt, updated


def test_the_published_example() -> None:
    """Glickman, Example of the Glicko-2 system (2012): three games in one rating period, tau 0.5."""
    games = [
        Result(Rating(1400, 30), 1.0),
        Result(Rating(1550, 100), 0.0),
        Result(Rating(1700, 300), 0.0),
    ]
    found = updated(Rating(1500, 200, 0.06), games, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.02)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_only_the_deviation_grows() -> None:
    found = updated(Rating(1700, 50, 0.06), [])
    assert found.rating == 1700
    assert found.volatility == 0.06
    assert found.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)


def test_a_solver_gains_what_a_puzzle_of_the_same_rating_loses() -> None:
    solver, puzzle = after_attempt(Rating(1500, 100), Rating(1500, 100), score=1.0)
    assert solver.rating - 1500 == pytest.approx(1500 - puzzle.rating)
    assert solver.rating > 1500
    failed, harder = after_attempt(Rating(1500, 100), Rating(1500, 100), score=0.0)
    assert failed.rating == pytest.approx(puzzle.rating)
    assert harder.rating == pytest.approx(solver.rating)


def test_a_surprise_moves_a_rating_further() -> None:
    easy, _ = after_attempt(Rating(1500, 80), Rating(1000, 80), score=1.0)
    hard, _ = after_attempt(Rating(1500, 80), Rating(2000, 80), score=1.0)
    assert 1500 < easy.rating < hard.rating


def test_a_great_surprise_raises_the_volatility() -> None:
    found = updated(Rating(1500, 50), [Result(Rating(2500, 30), 1.0)] * 5)
    assert found.volatility > 0.06


def test_no_rating_gets_stuck() -> None:
    solver = Rating(1500, 350)
    for _ in range(300):
        solver, _ = after_attempt(solver, Rating(solver.rating, 60), score=1.0)
    assert solver.deviation >= SURE_DEVIATION
    assert solver.rating > 2500
