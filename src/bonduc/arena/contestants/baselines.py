"""Baselines: opponents simple enough to be described in a sentence, so that others can rebuild them.

`random` plays a legal move at random. `depth:N` looks N moves ahead by alpha-beta and counts seeds in the stores
(stones on the board where captured stones leave the game), a won round counting more than any number of seeds; it has
no table, no ordering and no extension, knows nothing of repetition, and takes one of equally good moves at random.
`greedy` is `depth:1`. In Kiothi's opening all of them redistribute at random (`openings`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from bonduc.arena.clock import Allowance
from bonduc.arena.contestants.player import Chooser, Reply
from bonduc.arena.redistribution import random_redistribution
from bonduc.games.kernels.compile import compiled, helper, kernel
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import (
    MAX_MOVES,
    MOVER,
    NORTH_STORE,
    OVER,
    SOUTH_STORE,
    WIDTH,
    Moves,
    Options,
    States,
    Work,
)
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.position import Game, Position

WON = 1000  # a won round counts more than any number of seeds
INFINITE = 1 << 20


@helper
def count_seeds(states: States, row: int, player: int, size: int, in_stores: int) -> int:
    """Seeds of `player` less the opponent's: in the stores, or on the players' sides of the board."""
    if in_stores != 0:
        lead = int(states[row, SOUTH_STORE]) - int(states[row, NORTH_STORE])
    else:
        lead = 0
        for hole in range(size):
            lead += int(states[row, hole]) if hole < size // 2 else -int(states[row, hole])
    return lead if player == 0 else -lead


@helper
def count_result(states: States, row: int, player: int) -> int:
    """The value of a finished round for `player`."""
    lead = int(states[row, SOUTH_STORE + player]) - int(states[row, NORTH_STORE - player])
    if lead == 0:
        return 0
    return lead + WON if lead > 0 else lead - WON


@kernel(
    lambda parts: parts["types"].int64(
        parts["list_moves"],
        parts["play"],
        parts["stuck"],
        parts["states"],
        parts["types"].int64,
        parts["options"],
        parts["moves"],
        parts["work"],
        *[parts["types"].int64] * 5,
    )
)
def search_seeds(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    states: States,
    ply: int,
    options: Options,
    moves: Moves,
    work: Work,
    depth: int,
    alpha: int,
    beta: int,
    size: int,
    in_stores: int,
) -> int:
    """Fail-soft alpha-beta: the value of row `ply` for its mover; `states` needs `ply + depth + 3` rows."""
    mover = int(states[ply, MOVER])
    if depth == 0:
        return count_seeds(states, ply, mover, size, in_stores)
    best = -INFINITE
    count = list_moves(states, ply, options, moves)
    for i in range(count + 1):
        if i < count:
            flags = play(states, ply, moves[ply, i], options, work)
            if flags < 0:
                continue
        elif best > -INFINITE:
            break
        else:
            flags = stuck(states, ply, options, work)
        if flags & OVER:
            value = count_result(states, ply + 1, mover)
        elif states[ply + 1, MOVER] == mover:
            value = search_seeds(
                list_moves, play, stuck, states, ply + 1, options, moves, work, depth - 1,
                alpha, beta, size, in_stores,
            )  # fmt: skip
        else:
            value = -search_seeds(
                list_moves, play, stuck, states, ply + 1, options, moves, work, depth - 1,
                -beta, -alpha, size, in_stores,
            )  # fmt: skip
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


class RandomChooser(Chooser):
    """A legal move at random; in an opening a random redistribution."""

    def __init__(self) -> None:
        self._random = random.Random(0)

    def new_game(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        position = played.position
        if position.phase != "play":
            return Reply(random_redistribution(position, self._random))
        return Reply(self._random.choice(position.legal_moves))


class SeedCounter(Chooser):
    """`depth:N`: fixed-depth alpha-beta that counts seeds (module docstring)."""

    def __init__(self, game: Game, depth: int) -> None:
        self.depth = depth
        self._random = random.Random(0)
        self._kernels = game.runner.compile()
        self._search: Any = compiled(search_seeds)
        self._size = game.layout.size
        self._in_stores = int(game.spec.counts_seeds)
        self._options = game.runner.options
        self._states = np.zeros((depth + 3, WIDTH), np.int8)
        self._moves = np.zeros((depth + 3, MAX_MOVES), np.int32)
        self._work = workspace()

    def new_game(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        position = played.position
        if position.phase != "play":
            return Reply(random_redistribution(position, self._random))
        moves = position.legal_moves
        values = self._values(position, moves)
        best = max(values)
        choice = self._random.choice([move for move, value in zip(moves, values, strict=True) if value == best])
        return Reply(choice, score=float(best), depth=self.depth)

    def _values(self, position: Position, moves: tuple[Move, ...]) -> list[int]:
        """The values of the moves for the mover, exact for the best ones, below the best for the others."""
        values: list[int] = []
        best = -INFINITE
        for move in moves:
            after = position.play(move)
            # The window lets a move as good as the best so far be told from a worse one.
            value = self._value(after, position.mover, best - 1)
            best = max(best, value)
            values.append(value)
        return values

    def _value(self, after: Position, mover: int | None, floor: int) -> int:
        self._states[0] = np.frombuffer(after.row, np.int8)
        assert mover is not None
        if after.mover is None:
            return int(count_result(self._states, 0, mover))
        same = after.mover == mover
        window = (floor, INFINITE) if same else (-INFINITE, -floor)
        value = self._search(
            self._kernels.list_moves, self._kernels.play, self._kernels.stuck, self._states, 0, self._options,
            self._moves, self._work, self.depth - 1, *window, self._size, self._in_stores,
        )  # fmt: skip
        return int(value if same else -value)
