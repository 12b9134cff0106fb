"""Plain Python searches that the engine is compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from bonduc.games.kernels.state import MOVER, NOBODY, NORTH_STORE, PASSED, SOUTH_STORE, WIDTH
from bonduc.position import Game, Position

SEED = 100


def key_of(row: bytes) -> bytes:
    return row[:PASSED] + b"\0" + row[PASSED + 1 :]


def lead(row: bytes, mover: int) -> int:
    south = SEED * (row[SOUTH_STORE] - row[NORTH_STORE])
    return -south if mover else south


def children(game: Game, row: bytes) -> list[bytes]:
    played = [game.runner.play(row, code) for code in game.runner.candidates(row)]
    return [after for flags, after in played if flags >= 0] or [game.runner.stuck(row)[1]]


def static_value(game: Game) -> Callable[[bytes], int]:
    """The game's own evaluation of a row."""
    evaluate, states = game.runner.compile().evaluate, np.zeros((2, WIDTH), np.int8)

    def value(row: bytes) -> int:
        states[0] = np.frombuffer(row, np.int8)
        return int(evaluate(states, 0, game.runner.options))

    return value


def minimax(
    game: Game,
    value: Callable[[bytes], int],
    row: bytes,
    depth: int,
    path: list[bytes],
    forced_below: int = 0,
    ply: int = 0,
) -> int:
    """The score for the mover of `row`, `depth` moves deep; forced moves cost none at plies before `forced_below`.

    Where the side to move has no move the round is over, at a leaf as anywhere.

    `path` holds the keys of the earlier positions, ancestors included.
    """
    below = depth if len(game.runner.candidates(row)) <= 1 and ply < forced_below else depth - 1
    path = [*path, key_of(row)]
    scores = []
    for after in children(game, row):
        if after[MOVER] != NOBODY and key_of(after) in path:
            after = game.runner.share(after)
        if below == 0:
            after, _ = game.runner.settle(after)
        if after[MOVER] == NOBODY:
            scores.append(lead(after, row[MOVER]))
            continue
        if below == 0:
            score = value(after)
        else:
            score = minimax(game, value, after, below, path, forced_below, ply + 1)
        scores.append(score if after[MOVER] == row[MOVER] else -score)
    return max(scores)


def solve(game: Game, row: bytes, limit: int) -> dict[bytes, int] | None:
    """The game-theoretic scores, for the mover, of all positions reachable from one; None if they are too many.

    By value iteration from "everything is worth its share": play that goes on for ever is worth the share.
    """
    graph: dict[bytes, list[bytes]] = {}
    waiting = [row]
    while waiting:
        state = waiting.pop()
        if state in graph:
            continue
        graph[state] = [] if state[MOVER] == NOBODY else children(game, state)
        waiting += graph[state]
        if len(graph) > limit:
            return None
    scores = {state: lead(state, 0) for state in graph}
    while True:
        after = {}
        for state, nexts in graph.items():
            best = min if state[MOVER] else max
            after[state] = best(scores[each] for each in nexts) if nexts else scores[state]
        if after == scores:
            return {state: -score if state[MOVER] == 1 else score for state, score in scores.items()}
        scores = after


def random_positions(game: Game, count: int, seed: int, start: Position | None = None) -> Iterator[list[Position]]:
    """`count` times the positions of a random play that is not over, the last of which is to be looked at."""
    chance = random.Random(seed)
    while count:
        line = [start or game.start()]
        for _ in range(chance.randrange(40)):
            after = line[-1].play(chance.choice(line[-1].legal_moves))
            if after.mover is None or any(after.repetition_key == each.repetition_key for each in line):
                break
            line.append(after)
        count -= 1
        yield line
