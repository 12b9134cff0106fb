"""Kernels against the plain second implementation in tests/reference, at every ply of random rounds.

Legal moves, and every field of the position after a move, must agree; also with kernels run interpreted. Rounds
start from the start of a round, from restocked starts of later rounds, and from positions with seeds strewn about.
BONDUC_TEST_ROUNDS is the number of rounds for each game (default 1200, a minute in all).

The plain implementation remembers every lap of a sowing; where one outlasts `ShortLapStarts` it gives no answer, and
only there the kernels are not checked (long cycles are the subject of test_endless.py).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

import bonduc
from bonduc import Game, IllegalPositionError, Player, Position
from bonduc.notation import move_of_steps
from tests.reference import adji_kui_ii, kiothi, rio_kadalis
from tests.reference.common import IllegalMove
from tests.twins import NoAnswer, ShortLapStarts, Twins, twins_of

ROUNDS = int(os.environ.get("BONDUC_TEST_ROUNDS", "1200"))
MOST_PLIES = 120
NEVER_COMPILE = -(10**9)


@pytest.fixture(autouse=True)
def _short_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (adji_kui_ii, kiothi, rio_kadalis):
        monkeypatch.setattr(module, "LapStarts", ShortLapStarts)


def interpreted(game: Game) -> Game:
    """The same game, its kernels run as plain Python for ever."""
    twin = Game(game.spec, game.options)
    twin.runner._calls = NEVER_COMPILE
    return twin


def comparable(state: Any) -> Any:
    """What must agree: owners and closed holes are forgotten when the round is over."""
    fields = dict(vars(state))
    if state.mover is None:
        for name in ("owners", "closed"):
            fields.pop(name, None)
    return fields


class Comparison:
    """Random rounds of one configuration, compared at every ply."""

    def __init__(self, twins: Twins, chance: random.Random) -> None:
        self.twins = twins
        self.chance = chance
        self.slow = interpreted(twins.game)
        self.plies = 0
        self.refused = 0
        self.finished = 0
        self.unanswered = 0

    def run(self, rounds: int) -> None:
        self.twins.game.runner.compile()
        for number in range(rounds):
            self.play_round(self.beginning(number), number % 5 == 0)

    def beginning(self, number: int) -> Position:
        """In turn the start, the start of a later round, and a position with seeds strewn about."""
        game = self.twins.game
        if number % 3 == 1 and game.spec.match.restock is not None:
            south = self.chance.randint(0, game.seeds)
            return game.restock((south, game.seeds - south), Player(self.chance.randrange(2)))
        if number % 3 == 2:
            return self.strewn()
        return game.start()

    def strewn(self) -> Position:
        """A random position: some of the seeds in the stores, the others anywhere, with random notes of holes."""
        game, chance = self.twins.game, self.chance
        size = game.layout.size
        while True:
            holes = [0] * size
            fields: dict[str, Any] = {"mover": chance.randrange(2)}
            if game.spec.counts_seeds:
                closed = frozenset(chance.sample(range(size), chance.randrange(size // 2)))
                fields |= {"closed": closed} if game.spec.notes == "closed" else {}
                targets = [hole for hole in range(size) if game.spec.notes != "closed" or hole not in closed]
                left = chance.randint(1, chance.choice((game.seeds, min(14, game.seeds))))
                for _ in range(left):
                    holes[chance.choice(targets)] += 1
                south = chance.randint(0, game.seeds - left)
                fields["stores"] = (south, game.seeds - left - south)
            else:
                holes = [chance.randrange(2) for _ in range(size)]
            if game.spec.notes == "marks":
                fields["marks"] = frozenset(hole for hole in range(size) if holes[hole] and chance.random() < 0.4)
            elif game.spec.notes == "owner":
                some = chance.sample(range(size), chance.randrange(4))
                fields["owners"] = {hole: 1 - game.layout.side(hole) for hole in some}
            try:
                return game.setup(holes=tuple(holes), **fields)
            except IllegalPositionError:
                continue  # Bao la Kimasai: a full ring

    def play_round(self, position: Position, also_slow: bool) -> None:
        for _ in range(MOST_PLIES):
            if position.mover is None:
                self.finished += 1
                return
            self.plies += 1
            move = self.chance.choice(position.legal_moves).text
            try:
                self.compare(position, move)
            except NoAnswer:
                self.unanswered += 1
            if also_slow:
                self.compare_runners(position, move)
            position = position.play(move)

    def compare(self, position: Position, move: str) -> None:
        """Legal moves, and the position after `move`, against the plain implementation."""
        plain, options = self.twins.plain, self.twins.options
        state = self.twins.state(position)
        assert plain.settle(state, options) == state
        assert [each.text for each in position.legal_moves] == plain.legal_moves(state, options), str(position)
        refused = {each.text for each in candidates(position)} - {each.text for each in position.legal_moves}
        self.refused += len(refused)
        for text in refused:
            with pytest.raises(IllegalMove):
                plain.play(state, text, options)
        after = position.play(move)
        expected = plain.play(state, move, options)
        assert comparable(self.twins.state(after)) == comparable(expected), f"{position} {move}"
        shared = plain.share(state, options)
        assert comparable(self.twins.state(position.shared())) == comparable(shared), str(position)

    def compare_runners(self, position: Position, move: str) -> None:
        """Interpreted and compiled kernels."""
        twin = self.slow.position(str(position))
        assert twin == position
        assert twin.legal_moves == position.legal_moves
        assert twin.play(move) == position.play(move)


def candidates(position: Position) -> Iterator[bonduc.Move]:
    """The moves that `list_moves` lists, those included that `play` refuses."""
    for code in position.game.runner.candidates(position.row):
        yield move_of_steps((code,), position.game.layout)


CONFIGURATIONS: dict[str, list[dict[str, Any]]] = {
    "adji-kui-ii": [
        {},
        {"own_four": "relays"},
        {"holes": 2},
        {"holes": 2, "seeds": 9},
        {"holes": 3, "own_four": "relays"},
        {"holes": 4},
        {"holes": 5, "seeds": 3},
        {"holes": 8, "seeds": 2},
        {"holes": 10, "seeds": 3, "own_four": "relays"},
        {"holes": 12},
    ],
    "rio-kadalis": [
        {},
        {"direction": "clockwise"},
        {"holes": 5},
        {"holes": 5, "direction": "clockwise"},
        {"holes": 2},
        {"holes": 2, "seeds": 12},
        {"holes": 3, "seeds": 5, "direction": "clockwise"},
        {"holes": 4, "seeds": 3},
        {"holes": 8, "seeds": 2},
        {"holes": 10, "seeds": 6},
        {"holes": 12, "seeds": 5, "direction": "clockwise"},
    ],
    "kiothi": [
        {},
        {"holes_filled": 5},
        {"holes_filled": 5, "seeds": 6},
        {"partial_lift": False},
        {"first_lap_restriction": False},
        {"capture_needs_crossing": True},
        {"bonus": "run"},
        {"bonus": "none"},
        {"bonus_needs_capture": False},
        {"bonus_needs_capture": False, "bonus": "run", "partial_lift": False},
        {"first_lap_restriction": False, "capture_needs_crossing": True, "bonus_needs_capture": False},
        {"holes_filled": 5, "bonus": "run", "capture_needs_crossing": True, "first_lap_restriction": False},
    ],
    "bao-la-kimasai": [{"columns": columns} for columns in range(2, 13)],
}

# Kiothi's rounds are long and have many moves.
SHARE = {"kiothi": 0.4}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(name, options, id=" ".join([name, *(f"{key}={value}" for key, value in options.items())]))
        for name, several in CONFIGURATIONS.items()
        for options in several
    ],
)
def test_every_ply_of_random_rounds(name: str, options: dict[str, Any]) -> None:
    rounds = max(3, round(ROUNDS * SHARE.get(name, 1) / len(CONFIGURATIONS[name])))
    comparison = Comparison(twins_of(name, **options), random.Random(f"{name} {options}"))
    comparison.run(rounds)
    assert comparison.plies > rounds
    if rounds > 20:
        assert comparison.finished > 0
    # Only the boards with many seeds have sowings too long to follow, and few.
    assert comparison.unanswered <= 0.2 * comparison.plies


@pytest.mark.parametrize(("holes", "seeds"), [(2, 4), (2, 7), (3, 3)])
def test_kind_8_endless_sowings_are_refused_alike(holes: int, seeds: int) -> None:
    """On small boards endless sowings are common and short: every one is refused by both."""
    refused = 0
    for name in ("adji-kui-ii", "rio-kadalis"):
        comparison = Comparison(twins_of(name, holes=holes, seeds=seeds), random.Random(holes * seeds))
        comparison.run(max(3, ROUNDS // 20))
        assert comparison.unanswered == 0
        refused += comparison.refused
    assert refused > 0
