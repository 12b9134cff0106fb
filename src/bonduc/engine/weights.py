"""The weights of the estimate: read from files shipped with the package, laid out for `estimate`.

A file holds, for one game and board size, patterns with their weights (see `estimate.py` for what a pattern is):

    game, options (of the board the weights are fitted for), tempo, most, note
    classes: {name: [[class of 0, 1, 2, … seeds without a note], [… with one]]}, the last class standing for more
    patterns: [{classes, holes, weights}]: hole indices as South sees the board, weights by radix order
"""

from __future__ import annotations

import numpy as np

from bonduc.engine.estimate import HEADERS
from bonduc.engine.memory import Weights
from bonduc.position import Game

NO_WEIGHTS: Weights = np.zeros(HEADERS, np.int32)


def load_weights(game: Game) -> Weights:
    """The weights shipped for a game of this size; none (the game's own evaluation) where there are none."""
    return NO_WEIGHTS
