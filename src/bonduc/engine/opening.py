"""A round's opening of many steps by one player (Kiothi's redistribution), chosen as one move.

There are hundreds of millions of redistributions. Some hundreds are drawn at random, each is looked at one move deep,
and the best is taken.
"""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from bonduc.engine.analysis import Analysis, Line
from bonduc.games.contract import DROP_CODE, HAND, MOVER, NOBODY, PHASE, WIDTH
from bonduc.notation import move_of_steps
from bonduc.position import Game, Position

SAMPLES = 300


def in_opening(position: Position) -> bool:
    """Whether a move here is one of the steps of an opening."""
    return position.phase != "play"


def search_opening(position: Position, samples: int = SAMPLES, seed: int = 0) -> Analysis:
    """The best of `samples` random ways to finish the mover's part of the opening, as one move."""
    began = perf_counter()
    game, chance = position.game, random.Random(seed)
    mover = position.row[MOVER]
    best: tuple[int, tuple[int, ...]] | None = None
    for _ in range(samples):
        steps, row = _random_steps(game, position.row, chance)
        score = _one_ply(game, row, mover)
        if best is None or score > best[0]:
            best = score, steps
    assert best is not None
    line = Line((move_of_steps(best[1], game.layout),), best[0], False, 1)
    return Analysis(position, (line,), samples, perf_counter() - began, 1)


def _random_steps(game: Game, row: bytes, chance: random.Random) -> tuple[tuple[int, ...], bytes]:
    """Random steps to the end of the mover's part of the opening, and the row after them.

    The drops are drawn together and played in board order: drawn one by one they would crowd the last holes.
    """
    mover, phase = row[MOVER], row[PHASE]
    steps: list[int] = []
    drops: list[int] = []
    while (row[MOVER], row[PHASE]) == (mover, phase):
        if not drops:
            candidates = game.runner.candidates(row)
            if candidates[0] >= DROP_CODE:
                drops = sorted(chance.choices(candidates, k=row[HAND]))
            else:
                drops = [chance.choice(candidates)]
        steps.append(drops.pop(0))
        row = game.runner.play(row, steps[-1])[1]
    return tuple(steps), row


def _one_ply(game: Game, row: bytes, mover: int) -> int:
    """The estimate for `mover` after a redistribution and, once the opening is over, the best reply to it."""
    if row[PHASE]:
        return _estimate(game, row, mover)
    answers = [game.runner.play(row, code) for code in game.runner.candidates(row)]
    scores = [_estimate(game, after, mover) for flags, after in answers if flags >= 0]
    if not scores:
        return _estimate(game, game.runner.stuck(row)[1], mover)
    return max(scores) if row[MOVER] == mover else min(scores)


def _estimate(game: Game, row: bytes, mover: int) -> int:
    """The game's own static evaluation, for `mover`."""
    states = np.zeros((2, WIDTH), np.int8)
    states[0] = np.frombuffer(row, np.int8)
    if row[MOVER] == NOBODY:
        states[0, MOVER] = mover
        return int(game.runner.compile().evaluate(states, 0, game.runner.options))
    score = int(game.runner.compile().evaluate(states, 0, game.runner.options))
    return score if row[MOVER] == mover else -score
