"""The patterns of boards, their weights, and the estimate made of them."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np
import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.evaluation.estimate import ARITY, FIELDS, HEADERS, MOST, PATTERNS, TEMPO, pattern_index
from bonduc.engine.evaluation.patterns import (
    NO_WEIGHTS,
    file_name,
    from_json,
    lay_out,
    load_weights,
    patterns,
    tables,
    to_json,
)
from bonduc.engine.search.searcher import Searcher
from bonduc.games.kernels.state import WIDTH
from bonduc.players import NORTH, SOUTH
from tests.engine.brute_force import random_positions

BOARDS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in bonduc.games()),
    ("rio-kadalis", {"holes": 5}),
    ("bao-la-kimasai", {"columns": 2}),
]


def places(game: bonduc.Game, position: bonduc.Position) -> list[int]:
    """Where the weights of a position's patterns lie."""
    weights, states = lay_out(game), np.zeros((1, WIDTH), np.int8)
    states[0] = np.frombuffer(position.row, np.int8)
    assert position.mover is not None
    return [
        int(pattern_index(states, 0, weights, HEADERS + FIELDS * i, int(position.mover)))
        for i in range(int(weights[PATTERNS]))
    ]


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_every_look_of_a_pattern_has_a_place_of_its_own(name: str, options: dict[str, Any]) -> None:
    game = bonduc.game(name, **options)
    slices = tables(lay_out(game))
    wanted = patterns(game)
    assert len(slices) == len({pattern.name for pattern in wanted}) == len({frozenset(p.holes) for p in wanted})
    assert [s.stop for s in slices[:-1]] <= [s.start for s in slices[1:]]
    for line in random_positions(game, 20, seed=1):
        for place, table in zip(places(game, line[-1]), slices, strict=True):
            assert table.start <= place < table.stop


@pytest.mark.parametrize("name", ["rio-kadalis", "adji-kui-ii", "bao-la-kimasai"])
def test_both_players_see_the_board_alike(name: str) -> None:
    """A position and the same with the sides exchanged look the same to their movers."""
    game = bonduc.game(name)
    half = game.layout.size // 2
    for line in random_positions(game, 20, seed=2):
        position = line[-1]
        mirrored = game.setup(
            holes=position.holes[half:] + position.holes[:half],
            stores=position.stores[::-1],
            mover=NORTH if position.mover == SOUTH else SOUTH,
            passed=position.passed,
        )
        assert places(game, position) == places(game, mirrored)


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_weights_are_written_and_read(name: str, options: dict[str, Any]) -> None:
    game = bonduc.game(name, **options)
    weights = lay_out(game)
    weights[TEMPO] = 17
    for number, table in enumerate(tables(weights)):
        weights[table] = np.arange(table.stop - table.start) - number
    assert np.array_equal(from_json(game, to_json(game, weights), "test"), weights)


def test_weights_of_another_board_are_refused() -> None:
    rio, adji = bonduc.game("rio-kadalis"), bonduc.game("adji-kui-ii")
    with pytest.raises(bonduc.BonducError, match=r"somewhere\.json: weights of another board"):
        from_json(adji, to_json(rio, lay_out(rio)), "somewhere.json")
    for text in ("", "[]", "{}", '{"format": 1}', json.dumps({"format": 1, "game": "rio-kadalis", "holes": 12})):
        with pytest.raises(bonduc.BonducError, match=r"cannot be read|another board"):
            from_json(rio, text, "somewhere.json")


def test_boards_without_a_file_use_the_games_own_evaluation() -> None:
    assert load_weights(bonduc.game("rio-kadalis", holes=7)) is NO_WEIGHTS


@pytest.mark.parametrize("name", bonduc.games())
def test_shipped_files_are_as_tune_writes_them(name: str) -> None:
    game = bonduc.game(name)
    text = (resources.files("bonduc.engine.evaluation") / "weights" / file_name(game)).read_text(encoding="utf-8")
    assert to_json(game, from_json(game, text, name)) == text


def test_all_shipped_weights_are_read() -> None:
    shipped = {path.name for path in (resources.files("bonduc.engine.evaluation") / "weights").iterdir()}
    assert shipped == {file_name(bonduc.game(name)) for name in bonduc.games()}
    for name in bonduc.games():
        weights = load_weights(bonduc.game(name))
        assert int(weights[PATTERNS]) == len(patterns(bonduc.game(name)))
        assert weights[HEADERS + ARITY] >= 1


def test_estimates_of_a_single_point_stay_below_it() -> None:
    game = bonduc.game("bao-la-kimasai")
    weights = lay_out(game)
    weights[TEMPO] = 5000
    analysis = Searcher(game, weights=weights).analyse(game.start(), Limits(depth=1))
    assert abs(analysis.lines[0].hundredths) == int(weights[MOST]) == 99
    assert not analysis.lines[0].exact
