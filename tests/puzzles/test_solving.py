"""Solving: the right move goes on, a wrong one is refuted, hints tell more and more."""

from __future__ import annotations

import pytest

from bonduc.errors import BonducError, IllegalMoveError, NotationError
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.solving import answer, hint, position_at, solution


def test_the_solution_step_by_step(quiet_end: Puzzle) -> None:
    assert quiet_end.moves == ("D", "b", "B", "c", "D")
    for number, step in enumerate(quiet_end.steps):
        found = answer(quiet_end, number, step.move)
        assert found.right
        assert found.solved is (number == 2)
        assert found.line == ((step.move, step.reply) if step.reply else (step.move,))
        assert found.before == position_at(quiet_end, number)
    assert found.verdict == "D is right: solved."


def test_a_wrong_move_is_answered(quiet_end: Puzzle) -> None:
    found = answer(quiet_end, 0, "F")
    assert not found.right
    assert not found.solved
    assert found.line == ("F", "f")
    assert found.verdict == "After F, North comes out ahead."
    assert "North lifts" in " ".join(found.sentences)
    assert answer(quiet_end, 0, "B").verdict == "B lets the win slip."


def test_a_move_that_cannot_be_played_is_no_attempt(quiet_end: Puzzle) -> None:
    with pytest.raises(IllegalMoveError):
        answer(quiet_end, 0, "A")
    with pytest.raises(NotationError):
        answer(quiet_end, 0, "Z")
    with pytest.raises(BonducError, match="has no step 4"):
        answer(quiet_end, 3, "D")
    with pytest.raises(BonducError, match="has no step 0"):
        answer(quiet_end, -1, "D")


def test_hints_tell_more_and_more(quiet_end: Puzzle) -> None:
    told = [hint(quiet_end, 0, number) for number in range(4)]
    assert told == [
        "Two moves in succession have to be found.",
        "The right move takes nothing.",
        "The right move starts from D.",
        "The right move starts from D.",
    ]


def test_the_solution_is_told(quiet_end: Puzzle) -> None:
    text = " ".join(solution(quiet_end))
    assert text.startswith("South lifts 1 stone from D")
    assert text.count("South lifts") == 3
    assert text.count("North lifts") == 2


def test_the_goal_says_what_is_at_stake(quiet_end: Puzzle) -> None:
    assert quiet_end.goal == "South to move: only one move wins the round."
