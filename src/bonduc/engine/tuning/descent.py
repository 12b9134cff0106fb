"""Gradient descent on the weights of the estimate, in machine code."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.engine.evaluation.estimate import FIELDS, HEADERS, PATTERNS, TEMPO, pattern_index
from bonduc.engine.nodes.memory import Weights
from bonduc.games.kernels.compile import kernel
from bonduc.games.kernels.state import MOVER, States

DECAY = 1e-4
SQUARES = 0  # the place of the number of patterns, which is no weight

Values = npt.NDArray[np.float64]


def _fit_signature(parts: dict[str, Any]) -> Any:
    types = parts["types"]
    values = types.Array(types.float64, 1, "C")
    order = types.Array(types.int64, 1, "C")
    return types.int64(
        parts["states"], types.Array(types.int32, 1, "C"), values, values, order, types.float64, types.float64
    )


@kernel(_fit_signature)
def fit_epoch(
    states: States,
    weights: Weights,
    values: Values,
    worth: Values,
    order: npt.NDArray[np.int64],
    rate: float,
    most: float,
) -> int:
    """One pass of gradient descent over samples in the given order; `values` are the weights as floats.

    The sum of the squared errors comes to stand in place SQUARES of `values`; with a rate of 0 nothing else changes.
    """
    count = int(weights[PATTERNS])
    values[SQUARES] = 0.0
    for sample in order:
        mover = int(states[sample, MOVER])
        estimate = values[TEMPO]
        for pattern in range(count):
            estimate += values[pattern_index(states, sample, weights, HEADERS + FIELDS * pattern, mover)]
        error = max(-most, min(most, worth[sample])) - estimate
        values[SQUARES] += error * error
        step = rate * error / (count + 1)
        values[TEMPO] += step
        for pattern in range(count):
            place = pattern_index(states, sample, weights, HEADERS + FIELDS * pattern, mover)
            values[place] += step - rate * DECAY * values[place]
    return len(order)
