"""The puzzles that come with bonduc: enough for every game, of every difficulty, no two alike, and right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from bonduc.games.registry import GAMES
from bonduc.puzzles.files import dump_puzzles
from bonduc.puzzles.maker.check import faults, plain_faults
from bonduc.puzzles.maker.select import alike
from bonduc.puzzles.model import EASIEST, HARDEST, PuzzleError
from bonduc.puzzles.shipped import find_puzzle, shipped_path, shipped_puzzles

ENOUGH = 40
CHECKED_AGAIN = 3  # of each game, those whose search is quickest; `bonduc puzzles check` checks them all


@pytest.mark.parametrize("name", GAMES)
def test_there_are_enough(name: str) -> None:
    assert len(shipped_puzzles(name)) >= ENOUGH


@pytest.mark.parametrize("name", GAMES)
def test_they_can_be_played(name: str) -> None:
    for puzzle in shipped_puzzles(name):
        assert list(plain_faults(puzzle)) == [], puzzle.id
        assert puzzle.game.id == name
        assert len(puzzle.position.legal_moves) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_they_are_of_every_difficulty(name: str) -> None:
    ratings = [puzzle.rating for puzzle in shipped_puzzles(name)]
    assert all(EASIEST <= rating <= HARDEST for rating in ratings)
    easy, hard = sum(rating < 1000 for rating in ratings), sum(rating >= 1200 for rating in ratings)
    assert easy >= 8
    assert hard >= 8


@pytest.mark.parametrize("name", GAMES)
def test_they_are_of_many_themes(name: str) -> None:
    counts = Counter(theme for puzzle in shipped_puzzles(name) for theme in puzzle.themes)
    assert len([theme for theme, count in counts.items() if count >= 2]) >= 5


@pytest.mark.parametrize("name", GAMES)
def test_no_two_are_alike(name: str) -> None:
    assert not [(one.id, other.id) for one, other in combinations(shipped_puzzles(name), 2) if alike(one, other)]


@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_as_the_command_writes_it(name: str) -> None:
    text = shipped_path(name).read_text(encoding="utf-8")
    assert dump_puzzles(name, shipped_puzzles(name)) == text


@pytest.mark.parametrize("name", GAMES)
def test_some_are_searched_again(name: str) -> None:
    quickest = sorted(shipped_puzzles(name), key=lambda puzzle: sum(step.depth for step in puzzle.steps))
    for puzzle in quickest[:CHECKED_AGAIN]:
        assert faults(puzzle, use_tables=False) == [], puzzle.id


def test_a_puzzle_is_found_by_its_id() -> None:
    puzzle = shipped_puzzles("kiothi")[0]
    assert find_puzzle("kiothi", puzzle.id) == puzzle
    with pytest.raises(PuzzleError, match="no puzzle '0000000000' of Kiothi"):
        find_puzzle("kiothi", "0000000000")


@pytest.mark.parametrize("name", GAMES)
def test_no_shipped_puzzle_contradicts_itself(name: str) -> None:
    """No wrong move is worth more than `second`, the margin is kept by it, and every refutation can be played."""
    puzzles = shipped_puzzles(name)
    assert len(puzzles) >= 50
    for puzzle in puzzles:
        assert list(plain_faults(puzzle)) == [], puzzle.id
        for step in puzzle.steps:
            assert max(each.value for each in step.wrong.values()) <= step.second


def test_a_puzzle_that_contradicts_itself_is_told_of() -> None:
    puzzle = shipped_puzzles("kiothi")[0]
    step = puzzle.steps[0]
    move, refutation = next(iter(step.wrong.items()))
    for wrong, fault in (
        (replace(refutation, value=step.value + 1), "is worth more than"),
        (replace(refutation, line=("pass", "pass")), "cannot be played"),
    ):
        broken = replace(step, exact=False, wrong={**step.wrong, move: wrong})
        found = list(plain_faults(replace(puzzle, steps=(broken, *puzzle.steps[1:]))))
        assert any(fault in str(each) for each in found)
    close = replace(step, exact=False, second=step.value - 1)
    found = list(plain_faults(replace(puzzle, steps=(close, *puzzle.steps[1:]))))
    assert any("clearly the best" in str(each) for each in found)
