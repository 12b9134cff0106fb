"""Fitting the weights of the estimate from self-play: `bonduc tune`.

Rounds of: play games at a small search with the weights so far; fit, by stochastic gradient descent, the weights so
that the estimate comes close to what the positions proved worth; keep the new weights if they win a match against the
old ones. The same seed gives the same weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bonduc.engine.analysis import Limits
from bonduc.engine.evaluation.estimate import FIELDS, HEADERS, MOST, PATTERNS, TEMPO
from bonduc.engine.evaluation.patterns import NO_WEIGHTS, lay_out
from bonduc.engine.nodes.memory import Weights
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.tuning.descent import SQUARES, fit_epoch
from bonduc.engine.tuning.selfplay import MatchScore, Samples, gather, play_match
from bonduc.games.kernels.compile import compiled
from bonduc.integers import LARGEST, number_from
from bonduc.position import Game

BLEND = 0.5  # how much of a sample's worth is the end result; the rest is the score of the search
EPOCHS = 30
FIRST_RATE = 0.2
LAST_RATE = 0.005
HELD_OUT = 10  # one sample in so many is not fitted, to measure the error
TABLE_MEGABYTES = 1.0  # for searches this small
MOST_ROUNDS = 1000
MOST_GAMES = 10_000_000  # of a round; likewise pairs


def fit(game: Game, samples: Samples, seed: int) -> tuple[Weights, float]:
    """The weights that bring the estimate closest to the samples' worth (least squares, a little shrunk).

    And the root mean square error, in hundredths of a seed, on samples held out.
    """
    weights = lay_out(game)
    values = np.zeros(len(weights))
    epoch, most = compiled(fit_epoch), float(weights[MOST])
    shuffle = np.random.default_rng(seed)
    order = shuffle.permutation(len(samples.rows))
    held_out, fitted = order[: len(order) // HELD_OUT], order[len(order) // HELD_OUT :]
    for number in range(EPOCHS):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / (EPOCHS - 1))
        epoch(samples.rows, weights, values, samples.worth, shuffle.permutation(fitted), rate, most)
    epoch(samples.rows, weights, values, samples.worth, held_out, 0.0, most)
    error = float(np.sqrt(values[SQUARES] / max(1, len(held_out))))
    values[SQUARES] = 0.0
    first = HEADERS + FIELDS * int(weights[PATTERNS])
    rounded = np.rint(values).astype(np.int32)
    weights[TEMPO] = rounded[TEMPO]
    weights[first:] += rounded[first:]
    return weights, error


@dataclass(frozen=True)
class Tuned:
    """One round of tuning: the new weights, how far off they are on samples not fitted, and the match they played."""

    number: int
    weights: Weights
    samples: int
    error: float
    match: MatchScore
    kept: bool


def tune(
    game: Game,
    *,
    rounds: int = 2,
    games: int = 2000,
    nodes: int = 1500,
    pairs: int = 200,
    seed: int = 1,
    start: Weights | None = None,
    on_round: Callable[[Tuned], None] | None = None,
    on_game: Callable[[int, int], None] | None = None,
) -> Weights:
    """Tune the weights of a board and return the best found; `start`, or the game's own evaluation, if none beat it.

    Each round plays `games` games at `nodes` positions a move, fits, and plays a match of `pairs` paired games. New
    weights are kept if they are ahead by two standard errors. `on_round` and `on_game` report progress. BonducError for
    a number out of range.
    """
    rounds = number_from(rounds, "rounds", 1, MOST_ROUNDS)
    games, pairs = number_from(games, "games", 1, MOST_GAMES), number_from(pairs, "pairs", 2, MOST_GAMES)
    seed = number_from(seed, "seed", 0, LARGEST - 1)
    limits = Limits(nodes=nodes)
    best = NO_WEIGHTS if start is None else start
    kept_samples: list[Samples] = []
    for number in range(1, rounds + 1):
        chance = random.Random(f"{seed} {number}")
        searcher = Searcher(game, megabytes=TABLE_MEGABYTES, weights=best)
        kept_samples.append(gather(game, searcher, games, limits, chance, BLEND, on_game))
        rows = np.concatenate([each.rows for each in kept_samples])
        worth = np.concatenate([each.worth for each in kept_samples])
        samples = Samples(rows, worth)
        fitted, error = fit(game, samples, seed)
        rival = Searcher(game, megabytes=TABLE_MEGABYTES, weights=fitted)
        match = play_match(game, rival, searcher, pairs, limits, seed * 1000 + number)
        kept = match.mean - 0.5 > 2 * match.doubt
        if kept:
            best = fitted
        if on_round is not None:
            on_round(Tuned(number, fitted, len(rows), error, match, kept))
    return best
