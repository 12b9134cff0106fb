"""Kiothi's opening chosen as one move: legal whatever the position, the same for the same seed, better than nothing."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.opening import OpeningSearch, Plan, Planner, in_opening, search_opening
from bonduc.errors import BonducError
from bonduc.games.kernels.state import Kind
from bonduc.players import NORTH, SOUTH
from bonduc.position import Position

GAME = bonduc.game("kiothi")
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"holes_filled": 5},
    {"holes_filled": 5, "seeds": 6},
    {"partial_lift": False, "bonus": "none"},
)
NO_LIMITS = Limits()
FEW = 500  # random rounds of a search that only has to work


def begun(*steps: str) -> Position:
    position = GAME.start()
    for step in steps:
        position = position.play(step)
    return position


@pytest.mark.parametrize("options", VARIANTS)
def test_both_players_choose_whole_redistributions(options: dict[str, Any]) -> None:
    position = bonduc.game("kiothi", **options).start()
    for player in (SOUTH, NORTH):
        assert position.mover == player
        found = search_opening(position, NO_LIMITS, playouts=FEW)
        move = found.best
        assert move.kind == Kind.EMPTY
        assert move == position.game.parse_move(move.text)
        position = position.play(move)
        assert found.nodes >= FEW
        assert len(found.lines[0].moves) == (2 if player == SOUTH else 1)
    assert not in_opening(position)


def test_the_expected_reply_is_legal() -> None:
    move, reply = search_opening(GAME.start(), NO_LIMITS, playouts=FEW).lines[0].moves
    assert not in_opening(GAME.start().play(move).play(reply))


def test_the_same_seed_chooses_the_same() -> None:
    once, again = (search_opening(GAME.start(), NO_LIMITS, playouts=FEW, seed=5) for _ in range(2))
    assert (once.lines, once.nodes) == (again.lines, again.nodes)
    assert once.lines != search_opening(GAME.start(), NO_LIMITS, playouts=FEW, seed=6).lines


@pytest.mark.parametrize(
    "steps",
    [("E-",), ("E-", "F-"), ("E-", "F-", "A+", "C+"), ("EF>A9,B1", "e-"), ("EF>A9,B1", "e-", "f-", "D+")],
)
def test_an_opening_already_begun_is_ended_step_by_step(steps: tuple[str, ...]) -> None:
    position = begun(*steps)
    move = search_opening(position, NO_LIMITS, playouts=FEW).best
    assert move in position.legal_moves
    for each in search_opening(position, NO_LIMITS, playouts=FEW).lines[0].moves:
        position = position.play(each)
    assert not in_opening(position)


def test_the_last_warrior_leaves_one_choice_a_hole() -> None:
    position = begun("E-", "F-", *["A+"] * 9)
    move = search_opening(position, NO_LIMITS, playouts=FEW).best
    assert move in position.legal_moves


def test_one_visit_is_enough_for_a_move() -> None:
    stop = threading.Event()
    stop.set()
    for limits in (NO_LIMITS, Limits(seconds=0), Limits(nodes=1)):
        assert GAME.start().is_legal(search_opening(GAME.start(), limits, stop=stop).best)


def test_a_position_after_the_opening_is_refused() -> None:
    position = begun("EF>A10", "ef>a10")
    assert not in_opening(position)
    with pytest.raises(BonducError, match="the opening is over"):
        search_opening(position, NO_LIMITS)


@pytest.mark.parametrize("name", ["rio-kadalis", "adji-kui-ii", "bao-la-kimasai"])
def test_other_games_have_no_opening(name: str) -> None:
    assert not in_opening(bonduc.game(name).start())


def test_plans_fit_any_position_of_the_opening() -> None:
    chance = random.Random(1)
    planner = Planner(GAME, chance)
    for position in (GAME.start(), begun("EF>A10"), begun("IJ>g10"), begun("E-"), begun("E-", "J-", "C+")):
        plan = planner.unchanged(position.row)
        for _ in range(100):
            plan = planner.fresh(position.row) if chance.random() < 0.2 else planner.changed(position.row, plan)
            after = position
            for step in plan.steps:
                after = after.play(next(move for move in after.legal_moves if move.steps == (step,)))
            assert after.mover != position.mover


def test_unchanged_puts_every_warrior_back() -> None:
    planner = Planner(GAME, random.Random(1))
    start = GAME.start()
    after = start.play(bonduc.notation.move_of_steps(planner.unchanged(start.row).steps, GAME.layout))
    assert after.holes == start.holes


def test_a_plan_for_fewer_warriors_is_filled_up_from_its_own_holes() -> None:
    position = begun("EF>E10")
    fitted = Planner(GAME, random.Random(1)).fit(position.row, Plan((14, 15), (3, 3, 12)))
    assert fitted.emptied == (14, 15)
    assert len(fitted.drops) == 10
    assert set(fitted.drops) == {3, 12}


def test_the_tree_of_redistributions_adds_up() -> None:
    search = OpeningSearch(GAME.start(), seed=2)
    for _ in range(60):
        search.visit()
    assert search.root.visits == 60
    assert sum(child.visits for child in search.root.children.values()) == 60
    for plan, child in search.root.children.items():
        assert child.plan == plan
        assert child.visits == sum(reply.visits for reply in child.children.values())
        assert child.total == pytest.approx(sum(reply.total for reply in child.children.values()))


def test_the_chosen_reply_is_not_judged_worse_than_putting_all_back() -> None:
    search = OpeningSearch(begun("EF>a10"), seed=1)
    for _ in range(150):
        search.visit()
    best = search.root.best
    unchanged = next(iter(search.root.children.values()))
    assert best is not None
    assert best.mean <= unchanged.mean


def test_every_limit_ends_the_search_of_an_opening() -> None:
    never = threading.Event()
    for stop in (None, never):
        by_depth = [search_opening(GAME.start(), Limits(depth=depth), stop=stop).nodes for depth in (1, 2, 3)]
        assert by_depth == sorted(by_depth)
        assert by_depth[-1] < 50_000
        for nodes in (100, 20_000):
            assert nodes <= search_opening(GAME.start(), Limits(nodes=nodes), stop=stop).nodes < nodes + 40_000
        assert search_opening(GAME.start(), Limits(seconds=1e9, depth=1), stop=stop).nodes == by_depth[0]


def test_what_is_found_of_an_opening_is_told_on_the_way() -> None:
    told: list[bonduc.Analysis] = []
    found = search_opening(GAME.start(), Limits(depth=4), on_info=told.append)
    assert len(told) == 5
    assert [each.nodes for each in (*told, found)] == sorted({each.nodes for each in (*told, found)})
