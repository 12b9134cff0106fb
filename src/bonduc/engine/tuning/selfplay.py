"""Games of the engine against itself: material for fitting the estimate, and matches between two sets of weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from bonduc.engine.analysis import SEED, Limits
from bonduc.engine.search.searcher import Searcher
from bonduc.games.kernels.state import DROP_CODE
from bonduc.notation import move_of_steps
from bonduc.players import SOUTH
from bonduc.position import Game, Position

RANDOM_PLIES = 8  # at most, at the start of a game
NOISE = 0.05  # how often a later move is a random one
RESTOCKED = 0.4  # how many games start as a later round of a match, where the game has such
LONGEST_GAME = 600  # plies; then the seeds on the board count as shared
KEEP_FROM = 2  # the first plies of all games are much alike


@dataclass(frozen=True)
class Samples:
    """Positions met in play: their rows, and what each was worth to its mover in the end, beyond the lead it had."""

    rows: npt.NDArray[np.int8]
    worth: npt.NDArray[np.float64]


def random_start(game: Game, chance: random.Random, plies: int = RANDOM_PLIES) -> Position:
    """A position some random plies into a round, that is not over; sometimes a later round of a match."""
    while True:
        position = game.start()
        if game.spec.match.restock is not None and chance.random() < RESTOCKED:
            taken = chance.randint(game.seeds // 4, game.seeds * 3 // 4)
            position = game.restock((taken, game.seeds - taken), chance.choice((0, 1)))  # type: ignore[arg-type]
        while position.mover is not None and position.phase != "play":
            position = _random_opening_step(position, chance)
        for _ in range(chance.randint(0, plies)):
            if position.mover is not None:
                position = position.play(chance.choice(position.legal_moves))
        if position.mover is not None:
            return position


def _random_opening_step(position: Position, chance: random.Random) -> Position:
    """One step of an opening; all drops at once, drawn together so that no hole is favoured by the order."""
    codes = [move.steps[0] for move in position.legal_moves]
    if codes[0] < DROP_CODE:
        return position.play(move_of_steps((chance.choice(codes),), position.game.layout))
    for code in sorted(chance.choices(codes, k=position.hand)):
        position = position.play(move_of_steps((code,), position.game.layout))
    return position


def play_game(
    players: Sequence[Searcher], start: Position, limits: Limits, chance: random.Random, noise: float = 0.0
) -> tuple[list[tuple[Position, int]], int]:
    """Play a round to its end, `players[0]` as South: the positions with their scores for the mover, South's lead."""
    position, seen = start, [start]
    looked_at: list[tuple[Position, int]] = []
    while position.mover is not None and len(seen) < LONGEST_GAME:
        analysis = players[position.mover].analyse(position, limits, history=seen[:-1])
        looked_at.append((position, analysis.lines[0].hundredths))
        move = chance.choice(position.legal_moves) if chance.random() < noise else analysis.best
        position = position.play(move)
        if position.mover is not None and any(p.repetition_key == position.repetition_key for p in seen):
            position = position.shared()
        seen.append(position)
    return looked_at, SEED * (position.stores[0] - position.stores[1])


def gather(
    game: Game,
    searcher: Searcher,
    games: int,
    limits: Limits,
    chance: random.Random,
    blend: float,
    on_game: Callable[[int, int], None] | None = None,
) -> Samples:
    """Play games and sample their positions; a sample's worth is the end result, blended with the search's score."""
    rows: list[bytes] = []
    worth: list[float] = []
    for number in range(games):
        if on_game is not None:
            on_game(number, games)
        searcher.clear()
        looked_at, result = play_game((searcher, searcher), random_start(game, chance), limits, chance, NOISE)
        for position, score in looked_at[KEEP_FROM:]:
            sign = 1 if position.mover == SOUTH else -1
            lead = sign * SEED * (position.stores[0] - position.stores[1])
            rows.append(position.row)
            worth.append(blend * sign * result + (1 - blend) * score - lead)
    data = np.frombuffer(b"".join(rows), np.int8).reshape(len(rows), -1) if rows else np.zeros((0, 64), np.int8)
    return Samples(data.copy(), np.array(worth))


@dataclass(frozen=True)
class MatchScore:
    """Results of paired games for the first of two players: wins, draws, losses, and the pairs' point sums."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Points a game, from 0 to 1."""
        return sum(self.pairs) / (2 * len(self.pairs))

    @property
    def error(self) -> float:
        """The standard error of `mean`, from the spread between pairs."""
        return sqrt(self._squares / max(1, len(self.pairs) - 1) / len(self.pairs))

    @property
    def doubt(self) -> float:
        """The same with a pair won and a pair lost added to the spread: a few pairs that end alike do not say all."""
        return sqrt((self._squares + 0.5) / (len(self.pairs) + 1) / len(self.pairs))

    @property
    def _squares(self) -> float:
        return sum((pair / 2 - self.mean) ** 2 for pair in self.pairs)


def play_match(
    game: Game,
    first: Searcher,
    second: Searcher,
    pairs: int,
    limits: Limits,
    seed: int,
    on_pair: Callable[[int], None] | None = None,
) -> MatchScore:
    """Play pairs of games from random starts, each start with both colours."""
    chance = random.Random(seed)
    results = [0, 0, 0]
    sums = []
    for number in range(pairs):
        start = random_start(game, chance)
        points = 0.0
        for colour in (0, 1):
            first.clear()
            second.clear()
            players = (first, second) if colour == 0 else (second, first)
            _, lead = play_game(players, start, limits, chance)
            lead = lead if colour == 0 else -lead
            points += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
            results[0 if lead > 0 else 1 if lead == 0 else 2] += 1
        sums.append(points)
        if on_pair is not None:
            on_pair(number + 1)
    return MatchScore(results[0], results[1], results[2], tuple(sums))
