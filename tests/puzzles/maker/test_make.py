"""Making puzzles: found in games against itself, the same however often and by however many processes."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.arena.runs.executors import InlineExecutor, local_executor
from bonduc.puzzles.files import dump_puzzles
from bonduc.puzzles.maker.check import faults
from bonduc.puzzles.maker.find import LEAST_MOVES, HuntPlan, find_in_game, is_fit
from bonduc.puzzles.maker.make import make_puzzles
from bonduc.puzzles.maker.select import alike, choose_puzzles
from bonduc.puzzles.model import Puzzle

SMALL = bonduc.game("rio-kadalis", holes=4)


@pytest.fixture(scope="module")
def made() -> list[Puzzle]:
    return make_puzzles(HuntPlan(SMALL, 5, use_tables=False), 4, 4, InlineExecutor())


def test_what_is_found_is_right(made: list[Puzzle]) -> None:
    assert 2 < len(made) <= 4
    for puzzle in made:
        assert faults(puzzle, use_tables=False) == []
        assert puzzle.game == SMALL
        assert len(puzzle.position.legal_moves) >= LEAST_MOVES
    assert [puzzle.rating for puzzle in made] == sorted(puzzle.rating for puzzle in made)


@pytest.mark.slow
def test_the_same_arguments_give_the_same_file() -> None:
    plan = HuntPlan(SMALL, 5, use_tables=False)
    here = make_puzzles(plan, 1, 1, InlineExecutor())
    with local_executor(2) as executor:
        there = make_puzzles(plan, 1, 1, executor, jobs=2)
    assert dump_puzzles(SMALL.id, there) == dump_puzzles(SMALL.id, here)


def test_a_game_depends_on_its_number_and_seed_alone(made: list[Puzzle]) -> None:
    plan = HuntPlan(SMALL, 5, use_tables=False)
    number = made[0].source.game
    find_in_game(plan, number + 1)
    assert made[0].id in {puzzle.id for puzzle in find_in_game(plan, number)}


def test_other_seeds_give_other_puzzles(made: list[Puzzle]) -> None:
    others = make_puzzles(HuntPlan(SMALL, 6, use_tables=False), 2, 2, InlineExecutor())
    assert {puzzle.id for puzzle in others}.isdisjoint(puzzle.id for puzzle in made)


def test_progress_is_reported() -> None:
    told: list[tuple[int, int, int]] = []
    make_puzzles(HuntPlan(SMALL, 5, use_tables=False), 1, 1, InlineExecutor(), 1, lambda *each: told.append(each))
    assert [games for games, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][1] >= told[-1][2] == 1


def test_openings_and_decided_rounds_are_not_fit() -> None:
    kiothi = bonduc.game("kiothi").start()
    assert not is_fit(kiothi)
    rio = bonduc.game("rio-kadalis")
    assert is_fit(rio.start())
    assert not is_fit(rio.position("1,2,1,1,0,0/1,2,1,3,0,0 28 8 S -")), "South has won"
    assert not is_fit(rio.position("1,2,3,1,5,0/0,0,0,0,0,4 16 16 S -")), "there is no choice"


# Choosing


def test_what_is_chosen_is_not_alike(made: list[Puzzle], quiet_end: Puzzle) -> None:
    assert alike(quiet_end, quiet_end)
    chosen = choose_puzzles([*made, *made], 60)
    assert len(chosen) == len({puzzle.id for puzzle in chosen})
    assert len(choose_puzzles(made, 2)) == 2


def test_another_first_move_is_another_puzzle(made: list[Puzzle]) -> None:
    one = made[0]
    for other in made[1:]:
        same_move = other.steps[0].move == one.steps[0].move
        different = sum(a != b for a, b in zip(one.position.holes, other.position.holes, strict=True))
        assert alike(one, other) == (same_move and different < 4)
