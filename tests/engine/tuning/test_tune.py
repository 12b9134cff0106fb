"""Tuning, on a small scale."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.evaluation.estimate import TEMPO
from bonduc.engine.evaluation.patterns import NO_WEIGHTS, tables
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.tuning.selfplay import MatchScore, Samples, gather, play_match, random_start
from bonduc.engine.tuning.tune import Tuned, fit, tune
from tests.engine.brute_force import random_positions


def test_the_fit_finds_what_the_samples_are_worth() -> None:
    """Every seed in hole A is worth 50 to South, the move 30."""
    game = bonduc.game("rio-kadalis", holes=3)
    found = [line[-1] for line in random_positions(game, 800, seed=1)]
    rows = np.array([np.frombuffer(position.row, np.int8) for position in found])
    worth = np.array([30.0 + 50 * each.holes[0 if each.mover == bonduc.SOUTH else 3] for each in found])
    weights, error = fit(game, Samples(rows, worth), seed=1)
    assert error < 25
    assert 0 < weights[TEMPO] < 200
    single = weights[tables(weights)[0]]
    assert single[3] > single[2] > single[1] > single[0]


def test_tuning_twice_gives_the_same() -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    told: list[Tuned] = []
    first, second = (tune(game, rounds=1, games=12, nodes=100, pairs=4, seed=7, on_round=told.append) for _ in range(2))
    assert np.array_equal(first, second)
    assert np.array_equal(told[0].weights, told[1].weights)
    assert told[0].samples == told[1].samples > 50
    assert first is NO_WEIGHTS or told[0].kept


ONE_ROUND = """
import bonduc, sys
from bonduc.engine.evaluation.patterns import to_json
from bonduc.engine.tuning.tune import tune

game = bonduc.game("adji-kui-ii", holes=3)
tune(game, rounds=1, games=15, nodes=60, pairs=2, seed=5, on_round=lambda tuned: print(to_json(game, tuned.weights)))
"""


def test_another_process_makes_the_same_file() -> None:
    """What a memory of earlier searches, the order of a set or the address of an array decided would show here."""
    said = [
        subprocess.run([sys.executable, "-c", ONE_ROUND], check=True, capture_output=True, text=True, env=environment)
        for environment in ({**os.environ, "PYTHONHASHSEED": "1"}, {**os.environ, "PYTHONHASHSEED": "2"})
    ]
    assert said[0].stdout == said[1].stdout
    assert len(said[0].stdout) > 500


def test_samples_are_worth_what_the_rest_of_the_game_brings() -> None:
    game = bonduc.game("adji-kui-ii", holes=3)
    samples = gather(game, Searcher(game, megabytes=1), 5, Limits(nodes=50), random.Random(1), blend=1.0)
    stores = samples.rows[:, 48].astype(int) + samples.rows[:, 49]
    assert len(samples.rows) == len(samples.worth) > 20
    assert (np.abs(samples.worth) <= 100 * (game.seeds - stores)).all()


def test_a_match_against_oneself_is_even() -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    player = Searcher(game, megabytes=1)
    score = play_match(game, player, player, 10, Limits(nodes=100), seed=1)
    assert score.mean == 0.5
    assert score.error == 0
    assert score.wins == score.losses


def test_the_error_of_a_match_comes_from_its_pairs() -> None:
    score = MatchScore(2, 0, 2, (2.0, 0.0))
    assert score.mean == 0.5
    assert abs(score.error - 0.5) < 1e-9


def test_random_starts_are_not_over_and_differ() -> None:
    chance = random.Random(1)
    for name in bonduc.games():
        found = [random_start(bonduc.game(name), chance) for _ in range(10)]
        assert all(position.mover is not None and position.phase == "play" for position in found)
        assert len(set(found)) > 3


def test_a_few_pairs_that_end_alike_do_not_say_all() -> None:
    for points, count in ((2.0, 2), (1.5, 2), (1.5, 3), (1.0, 40), (1.5, 6)):
        match = MatchScore(0, 0, 0, (points,) * count)
        assert match.error == 0
        assert (match.mean - 0.5 > 2 * match.doubt) == (points > 1 and count > 5)
    many = MatchScore(0, 0, 0, (2.0, 0.0) * 500)
    assert many.doubt == pytest.approx(many.error, rel=0.01)
