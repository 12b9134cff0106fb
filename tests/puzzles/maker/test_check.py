"""Checking: a puzzle that is not what it claims to be is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bonduc.puzzles.maker.check import faults, plain_faults
from bonduc.puzzles.model import Puzzle, Refutation


def test_a_good_one_has_no_fault(quiet_end: Puzzle) -> None:
    assert faults(quiet_end, use_tables=False) == []


def test_an_id_of_another_position(quiet_end: Puzzle) -> None:
    found = list(plain_faults(replace(quiet_end, id="0123456789")))
    assert found == [f"its id should be {quiet_end.id}"]


@pytest.mark.parametrize(("field", "value"), [("move", "A"), ("reply", "d"), ("move", "Z")])
def test_a_solution_that_cannot_be_played(quiet_end: Puzzle, field: str, value: str) -> None:
    first = replace(quiet_end.steps[0], **{field: value})  # type: ignore[arg-type]
    found = list(plain_faults(replace(quiet_end, steps=(first, *quiet_end.steps[1:]))))
    assert len(found) == 1
    assert value in found[0]


def test_other_moves_than_there_are(quiet_end: Puzzle) -> None:
    first = replace(quiet_end.steps[0], wrong={"A": Refutation((), 0)})
    found = list(plain_faults(replace(quiet_end, steps=(first, *quiet_end.steps[1:]))))
    assert found == ["step 1: the other moves are not those that there are"]


def test_a_move_that_is_not_the_best(quiet_end: Puzzle) -> None:
    """F instead of D: legal, but it loses."""
    wrong = {"B": Refutation((), 0), "D": Refutation((), 0)}
    last = replace(quiet_end.steps[0], move="F", reply="", wrong=wrong)
    found = faults(replace(quiet_end, steps=(last,)), use_tables=False)
    assert found == [f"F: a search {last.depth} moves deep does not find it clearly best"]


def test_a_deeper_search_is_made_if_wanted(quiet_end: Puzzle) -> None:
    assert faults(quiet_end, use_tables=False, deeper=2) == []
