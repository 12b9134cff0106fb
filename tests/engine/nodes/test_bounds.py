"""Proved scores against exhaustive solutions."""

from __future__ import annotations

from typing import Any

import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.nodes.bounds import FREE, UNPROVED, bounds_to_keep
from bonduc.engine.nodes.transposition import AT_LEAST, AT_MOST, PROVED_AT_LEAST, PROVED_AT_MOST
from bonduc.engine.search.searcher import Searcher
from bonduc.games.kernels.state import MOVER, NOBODY
from tests.engine.brute_force import children, key_of, lead, random_positions, solve

# The last number: how many of sixty positions must come out proved. Play in circles is hard to prove.
SOLVABLE: list[tuple[str, dict[str, Any], int]] = [
    ("rio-kadalis", {"holes": 2}, 60),
    ("rio-kadalis", {"holes": 3, "seeds": 2}, 1),
    ("rio-kadalis", {"holes": 3, "seeds": 3}, 50),
    ("adji-kui-ii", {"holes": 2, "seeds": 6}, 60),
    ("adji-kui-ii", {"holes": 2, "seeds": 5, "own_four": "relays"}, 50),
    ("bao-la-kimasai", {"columns": 2}, 60),
    ("bao-la-kimasai", {"columns": 3}, 50),
]


@pytest.mark.parametrize(("name", "options", "least"), SOLVABLE)
@pytest.mark.parametrize("threads", [1, 2])
def test_exact_scores_are_the_solution(name: str, options: dict[str, Any], least: int, threads: int) -> None:
    """With a table kept from position to position, so that all it holds as proved is tested too."""
    game = bonduc.game(name, **options)
    searcher = Searcher(game, megabytes=1, threads=threads)
    solved: dict[bytes, int] = {}
    proved = 0
    for line in random_positions(game, 60, seed=3):
        position = line[-1]
        if position.row not in solved:
            solved |= solve(game, position.row, 50_000) or pytest.fail(f"too many positions below {position}")
        found = searcher.analyse(position, Limits(depth=14)).lines[0]
        if found.exact:
            proved += 1
            assert found.hundredths == solved[position.row], str(position)
    assert proved >= least


class _TooManyError(Exception):
    pass


def first_repetition(game: bonduc.Game, row: bytes, path: list[bytes], budget: list[int]) -> int:
    """The score of play to the very end, where the first repetition, of the past too, ends the round."""
    budget[0] -= 1
    if budget[0] < 0:
        raise _TooManyError
    path = [*path, key_of(row)]
    scores = []
    for after in children(game, row):
        if after[MOVER] != NOBODY and key_of(after) in path:
            after = game.runner.share(after)
        if after[MOVER] == NOBODY:
            scores.append(lead(after, row[MOVER]))
            continue
        score = first_repetition(game, after, path, budget)
        scores.append(score if after[MOVER] == row[MOVER] else -score)
    return max(scores)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rio-kadalis", {"holes": 2, "seeds": 3}),
        ("adji-kui-ii", {"holes": 2, "seeds": 4}),
        ("bao-la-kimasai", {"columns": 2}),
    ],
)
def test_exact_scores_take_the_past_into_account(name: str, options: dict[str, Any]) -> None:
    """First the table is filled by searches without a past, then the same positions are searched with one."""
    game = bonduc.game(name, **options)
    searcher = Searcher(game, megabytes=1)
    proved = 0
    for line in random_positions(game, 120, seed=4):
        past = line[:-1]
        try:
            truth = first_repetition(game, line[-1].row, [key_of(each.row) for each in past], [20_000])
        except _TooManyError:
            continue
        searcher.analyse(line[-1], Limits(depth=14))
        found = searcher.analyse(line[-1], Limits(depth=14), history=past).lines[0]
        if found.exact:
            proved += 1
            assert found.hundredths == truth, f"{line[-1]} after {[str(each) for each in past]}"
    assert proved >= 30


def test_bounds_that_rest_on_a_repetition_above_are_not_kept() -> None:
    assert bounds_to_keep(5, 0, 10, FREE, FREE) == AT_LEAST | AT_MOST | PROVED_AT_LEAST | PROVED_AT_MOST
    assert bounds_to_keep(5, 0, 10, UNPROVED, UNPROVED) == AT_LEAST | AT_MOST
    assert bounds_to_keep(5, 0, 10, 3, 3) == 0
    assert bounds_to_keep(12, 0, 10, UNPROVED, UNPROVED) == AT_LEAST
    assert bounds_to_keep(-2, 0, 10, UNPROVED, 7) == 0
    assert bounds_to_keep(-2, 0, 10, UNPROVED, FREE) == AT_MOST | PROVED_AT_MOST
