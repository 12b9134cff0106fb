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
from bonduc.games.kernels.rules import Scratch, scratch_type
from bonduc.games.kernels.state import (
    MAX_MOVES,
    MOVER,
    NORTH_STORE,
    OVER,
    SOUTH_STORE,
    WIDTH,
    Options,
    States,
)
from bonduc.notation import Move
from bonduc.play import Round
from bonduc.position import Game, Position

WON = 1000  # a won round counts more than any number of seeds
INFINITE = 1 << 20
IN_STORES = 0  # for the size of a board: its holes are not counted


@helper
def count_seeds(states: States, row: int, player: int, size: int) -> int:
    """Seeds of `player` less the opponent's: in the stores, or on the players' sides of a board of `size` holes."""
    if size == IN_STORES:
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


def _search_signature(parts: dict[str, Any]) -> Any:
    functions = parts["list_moves"], parts["play"], parts["stuck"]
    return parts["types"].int64(*functions, parts["options"], scratch_type(parts), *[parts["types"].int64] * 5)


@kernel(_search_signature)
def search_seeds(
    list_moves: Callable[..., int],
    play: Callable[..., int],
    stuck: Callable[..., int],
    options: Options,
    scratch: Scratch,
    ply: int,
    alpha: int,
    beta: int,
    depth: int,
    size: int,
) -> int:
    """Fail-soft alpha-beta: the value of row `ply` for its mover; `scratch` needs `ply + depth + 3` rows.

    It is its own entry kernel: called for every move of a round, it must be handed no more functions than it needs.
    """
    states, moves, work = scratch.states, scratch.moves, scratch.work
    mover = int(states[ply, MOVER])
    if depth == 0:
        return count_seeds(states, ply, mover, size)
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
            value = search_seeds(list_moves, play, stuck, options, scratch, ply + 1, alpha, beta, depth - 1, size)
        else:
            value = -search_seeds(
                list_moves, play, stuck, options, scratch, ply + 1, -beta, -alpha, depth - 1, size
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
        self._search: Any = compiled(search_seeds)
        kernels = game.runner.compile()
        self._rules = kernels.list_moves, kernels.play, kernels.stuck, game.runner.options
        self._size = IN_STORES if game.spec.counts_seeds else game.layout.size
        states, moves = np.zeros((depth + 3, WIDTH), np.int8), np.zeros((depth + 3, MAX_MOVES), np.int32)
        self._scratch = Scratch(states, moves, workspace())

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
        self._scratch.states[0] = np.frombuffer(after.row, np.int8)
        assert mover is not None
        if after.mover is None:
            return int(count_result(self._scratch.states, 0, mover))
        same = after.mover == mover
        window = (floor, INFINITE) if same else (-INFINITE, -floor)
        value = self._search(*self._rules, self._scratch, 0, *window, self.depth - 1, self._size)
        return int(value if same else -value)
