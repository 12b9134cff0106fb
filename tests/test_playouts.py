"""Random playouts against a slow one: the same random numbers, interpreted kernels, a set of the rows seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import bonduc
from bonduc import BonducError, playouts
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import (
    HAND,
    LOST,
    MAX_MOVES,
    MOVER,
    NOBODY,
    NORTH_STORE,
    OVER,
    PASSED,
    PASSED_TURN,
    SOUTH_STORE,
    UNDECIDED,
    WIDTH,
    Kind,
    decode,
)
from bonduc.playouts import BYTES_PER_ROW, FIRST_ROWS, Playouts, random_playouts

PATIENCE = 1000  # laps that the interpreter follows

GAMES = [
    ("kiothi", {}),
    ("kiothi", {"partial_lift": False, "first_lap_restriction": False}),
    ("rio-kadalis", {}),
    ("rio-kadalis", {"holes": 5, "direction": "clockwise"}),
    ("adji-kui-ii", {}),
    ("adji-kui-ii", {"own_four": "relays"}),
    ("bao-la-kimasai", {}),
    ("bao-la-kimasai", {"columns": 3}),
]


def start_row(game: bonduc.Game) -> Any:
    return np.frombuffer(game.start().row, np.int8)


def play_fast(game: bonduc.Game, count: int, **settings: Any) -> Playouts:
    return random_playouts(game.runner.compile(), start_row(game), game.runner.options, count, **settings)


class Numbers:
    """The generator sfc32, after its author's description."""

    def __init__(self, seed: int, playout: int) -> None:
        self.a, self.b, self.c = seed % 2**32, seed >> 32, playout % 2**32
        self.count = 1 + (playout >> 32)
        for _ in range(16):
            self.word()

    def word(self) -> int:
        word = (self.a + self.b + self.count) % 2**32
        self.count = (self.count + 1) % 2**32
        self.a = self.b ^ (self.b >> 9)
        self.b = 9 * self.c % 2**32
        self.c = (((self.c << 21) | (self.c >> 11)) + word) % 2**32
        return word

    def below(self, count: int) -> int:
        while True:
            high, low = divmod(self.word() * count, 2**32)
            if low >= 2**32 % count:
                return high


def play_slowly(game: bonduc.Game, seed: int, playout: int) -> tuple[Counter[str], list[Any]]:
    """One playout: what it adds to the tally, and every row it went through."""
    module, options, work = game.spec.module, game.runner.options, workspace(PATIENCE)
    numbers = Numbers(seed, playout)
    rows, seen = [start_row(game).copy()], set()
    tally: Counter[str] = Counter()
    plan: list[int] = []
    while rows[-1][MOVER] != NOBODY:
        states, moves = np.zeros((3, WIDTH), np.int8), np.zeros((1, MAX_MOVES), np.int32)
        states[0] = rows[-1]
        key = states[0].copy()
        key[PASSED] = 0
        if key.tobytes() in seen:
            tally["repetitions"] += 1
            module.share(states, 0, options)
            rows.append(states[1].copy())
            break
        seen.add(key.tobytes())
        candidates = [int(move) for move in moves[0, : module.list_moves(states, 0, options, moves)]]
        flags = -1
        if candidates and decode(candidates[0])[0] == Kind.DROP:
            if not plan:
                drawn = [candidates[numbers.below(len(candidates))] for _ in range(states[0, HAND])]
                plan = sorted(drawn)
            flags = module.play(states, 0, plan.pop(0), options, work)
        while candidates and flags < 0:
            drawn_at = numbers.below(len(candidates))
            flags = module.play(states, 0, candidates[drawn_at], options, work)
            if flags == UNDECIDED:
                flags = game.runner.compile().play(states, 0, candidates[drawn_at], options, workspace())
            candidates[drawn_at] = candidates[-1]
            candidates.pop()
        if flags < 0:
            flags = module.stuck(states, 0, options, work)
            tally["passes"] += bool(flags & PASSED_TURN)
            tally["plies"] += bool(flags & PASSED_TURN)
        else:
            tally["plies"] += 1
        rows.append(states[1].copy())
        assert bool(flags & OVER) == (rows[-1][MOVER] == NOBODY)
    lead = int(rows[-1][SOUTH_STORE]) - int(rows[-1][NORTH_STORE])
    tally["south_wins" if lead > 0 else "north_wins" if lead < 0 else "draws"] += 1
    tally["lead"] += lead
    tally["longest"] = tally["plies"]
    return tally, rows


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_the_same_as_slow_playouts(game_id: str, options: dict[str, Any]) -> None:
    game, seed, first, count = bonduc.game(game_id, **options), 2**40 + 7, 3, 8
    expected: Counter[str] = Counter()
    longest = 0
    for playout in range(first, first + count):
        tally, rows = play_slowly(game, seed, playout)
        expected.update(tally)
        longest = max(longest, tally["plies"])
        if game.spec.counts_seeds:
            size = game.layout.size
            totals = {int(row[[*range(size), SOUTH_STORE, NORTH_STORE, LOST, HAND]].sum()) for row in rows}
            assert totals == {game.seeds}
            assert not rows[-1][:size].any()
    expected["longest"] = longest
    found = asdict(play_fast(game, count, seed=seed, first=first))
    assert found == {name: expected[name] for name in found}


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_a_seed_fixes_the_playouts(game_id: str, options: dict[str, Any]) -> None:
    game = bonduc.game(game_id, **options)
    whole = play_fast(game, 60, seed=5)
    assert whole == play_fast(game, 60, seed=5)
    assert whole == play_fast(game, 25, seed=5) + play_fast(game, 35, seed=5, first=25)
    assert whole != play_fast(game, 60, seed=6)
    assert whole.rounds == 60


def test_interpreted_playouts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bonduc.game("rio-kadalis")
    fast = play_fast(game, 3, seed=1)
    monkeypatch.setattr(playouts, "compiled", lambda function: function)
    slow = random_playouts(game.spec.module, start_row(game), game.runner.options, 3, seed=1)
    assert slow == fast


def test_memory_grows_with_the_longest_run(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bonduc.game("bao-la-kimasai")
    plenty = play_fast(game, 30)
    monkeypatch.setattr(playouts, "FIRST_ROWS", 1)
    assert play_fast(game, 30) == plenty
    with pytest.raises(BonducError, match="plies without a capture"):
        play_fast(game, 30, memory=16 * BYTES_PER_ROW)


def test_a_finished_round_is_its_own_playout() -> None:
    game = bonduc.game("rio-kadalis")
    row = np.zeros(WIDTH, np.int8)
    row[[SOUTH_STORE, NORTH_STORE, MOVER]] = 30, 18, NOBODY
    found = random_playouts(game.runner.compile(), row, game.runner.options, 4)
    assert found == Playouts(4, 0, 0, 0, 0, 0, 0, 48)


def test_repetition_ends_rounds() -> None:
    assert play_fast(bonduc.game("rio-kadalis"), 300).repetitions > 50


@pytest.mark.parametrize("settings", [{"seed": -1}, {"first": -1}, {"first": 2**63 - 1}, {"seed": 2**63}])
def test_numbers_out_of_range(settings: dict[str, int]) -> None:
    with pytest.raises(BonducError, match="numbers from 0"):
        play_fast(bonduc.game("rio-kadalis"), 1, **settings)


def test_a_run_needs_at_least_the_first_rows() -> None:
    with pytest.raises(BonducError, match="allowed"):
        play_fast(bonduc.game("rio-kadalis"), 1, memory=FIRST_ROWS * BYTES_PER_ROW - 1)
    assert play_fast(bonduc.game("rio-kadalis"), 0) == Playouts(0, 0, 0, 0, 0, 0, 0, 0)
