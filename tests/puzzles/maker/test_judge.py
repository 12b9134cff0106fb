"""When a move counts as clearly the best."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.puzzles.maker.judge import MARGIN, POINT_MARGIN, Judge, Judgement
from tests.puzzles.conftest import BIG, QUIET

RIO = bonduc.game("rio-kadalis")
BAO = bonduc.game("bao-la-kimasai")
MOVE = RIO.parse_move("A")


def clear(
    value: float, second: float, game: bonduc.Game = RIO, proved: bool = False, second_proved: bool = False
) -> bool:
    return Judgement(MOVE, value, second, proved, second_proved, 9).is_clear(game)


@pytest.mark.parametrize(
    ("value", "second", "wanted"),
    [
        (4, 4 - MARGIN, True),
        (4, 4.01 - MARGIN, False),
        (-1, -1 - MARGIN, True),
        (20, 15, False),  # won whatever is played
        (-15, -20, False),  # lost whatever is played
    ],
)
def test_a_margin_of_seeds_in_a_round_still_open(value: float, second: float, wanted: bool) -> None:
    assert clear(value, second) is wanted


def test_a_proved_result_needs_no_margin() -> None:
    assert clear(1, 0, proved=True, second_proved=True)
    assert clear(0, -1, proved=True, second_proved=True)
    assert not clear(1, 0, proved=True)
    assert not clear(2, 1, proved=True, second_proved=True)


def test_a_point_is_what_a_round_without_stores_is_about() -> None:
    assert clear(1, -1, BAO, True, True)
    assert clear(0, -1, BAO, True, True)
    assert not clear(1, 1, BAO, True, True)
    assert clear(0.4, 0.4 - POINT_MARGIN, BAO)
    assert not clear(0.4, 0.41 - POINT_MARGIN, BAO)


def test_a_big_capture_is_a_step() -> None:
    judge = Judge(RIO, use_tables=False)
    found = judge.step(RIO.position(BIG))
    assert found is not None
    step, by_table = found
    assert step.move == "D"
    assert step.margin >= MARGIN
    assert not by_table
    assert set(step.wrong) == {"B", "C", "E"}
    assert all(refutation.value < step.value for refutation in step.wrong.values())


def test_a_position_with_several_good_moves_is_none() -> None:
    assert Judge(RIO, use_tables=False).step(RIO.start()) is None


def test_the_same_question_has_the_same_answer() -> None:
    judge = Judge(RIO, use_tables=False)
    first = judge.step(RIO.position(QUIET))
    judge.step(RIO.position(BIG))
    assert judge.step(RIO.position(QUIET)) == first
    assert Judge(RIO, use_tables=False).step(RIO.position(QUIET)) == first
