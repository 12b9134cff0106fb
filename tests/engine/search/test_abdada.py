"""Threads that share the work: what one puts off is still looked at, and the results stay those of one thread."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.evaluation.patterns import NO_WEIGHTS
from bonduc.engine.nodes.memory import DONE, KEY, NOBODY, ORDER
from bonduc.engine.search.abdada import SHARED_FROM_DEPTH, is_busy, is_shared, leave, new_busy, take
from bonduc.engine.search.ordering import pick, put_off, resume
from bonduc.engine.search.searcher import Searcher
from tests.engine.brute_force import minimax, random_positions, static_value

SMALL = [("rio-kadalis", {"holes": 3}), ("adji-kui-ii", {"holes": 3}), ("bao-la-kimasai", {"columns": 4})]


def two_threads(game: bonduc.Game) -> Searcher:
    return Searcher(game, threads=2, megabytes=0, selective=False, weights=NO_WEIGHTS)


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_two_threads_find_the_scores_of_minimax(name: str, options: dict[str, int]) -> None:
    game, depth = bonduc.game(name, **options), SHARED_FROM_DEPTH + 2
    value, searcher = static_value(game), two_threads(game)
    compared = 0
    for *_, position in random_positions(game, 100, seed=3):
        found = searcher.analyse(position, Limits(depth=depth)).lines[0]
        if found.depth == depth:
            assert found.hundredths == minimax(game, value, position.row, depth, [], 2 * depth), str(position)
            compared += 1
    assert compared > 10


def test_a_position_is_busy_for_others_until_it_is_left() -> None:
    first, second = two_threads(bonduc.game("kiothi"))._memories
    assert is_shared(first, SHARED_FROM_DEPTH)
    assert not is_shared(first, SHARED_FROM_DEPTH - 1)
    first.stack[3, KEY] = second.stack[5, KEY] = 0x1234567
    take(first, 3)
    assert is_busy(second, 5)
    second.stack[5, KEY] += len(first.busy)  # another position of the same slot
    assert not is_busy(second, 5)
    take(second, 5)
    leave(second, 5)
    assert is_busy(first, 3), "a slot was taken from its owner"
    leave(first, 3)
    assert not is_busy(first, 3)


def test_one_thread_shares_with_nobody() -> None:
    [memory] = Searcher(bonduc.game("kiothi"), megabytes=0)._memories
    assert not is_shared(memory, 50)
    assert len(new_busy(1)) == 1


def test_all_slots_are_free_after_a_search() -> None:
    game = bonduc.game("adji-kui-ii")
    searcher = Searcher(game, threads=2, megabytes=1.0)
    for nodes in (1_000, 50_000):
        searcher.analyse(game.start(), Limits(nodes=nodes))
        assert (searcher._memories[0].busy == NOBODY).all()


def test_what_was_put_off_is_picked_later_and_only_once() -> None:
    [memory] = Searcher(bonduc.game("kiothi"), megabytes=0)._memories
    memory.stack[0, ORDER : ORDER + 3] = [5, 9, 7]
    assert pick(memory, 0, 3) == 1
    put_off(memory, 0, 1)
    assert pick(memory, 0, 3) == 2
    assert pick(memory, 0, 3) == 0
    assert pick(memory, 0, 3) == -1
    assert resume(memory, 0, 3)
    assert pick(memory, 0, 3) == 1
    assert (memory.stack[0, ORDER : ORDER + 3] == DONE).all()
    assert not resume(memory, 0, 3)
