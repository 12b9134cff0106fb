"""Retrograde analysis agrees with a brute force that knows only the rules, on boards small enough for one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from types import ModuleType
from typing import Any, Literal

import numpy as np
import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.games.kernels.state import FLAGS, WIDTH
from bonduc.solve.by_seeds.build import Means, SolvedClass, solve_class
from bonduc.solve.index.classes import Pattern, start_pattern
from bonduc.solve.index.ranking import rank_row, ways
from tests.reference import adji_kui_ii, rio_kadalis

TWO = Means(threads=2)

Graph = dict[Any, list[tuple[str, Any]]]


def _brute_force(rules: ModuleType, states: Iterable[Any], options: Any) -> dict[Any, int]:
    """Values of the future by forcing sets: for v = top … 1, who can force at least v in finite play.

    Nodes are reference states with empty stores and either side to move; gains are kept on the edges. The sets are
    grown by the plain definition, one threshold at a time, on running totals: a node is (state, gain so far).
    """
    edges: dict[Any, list[tuple[Any, int]]] = {}
    waiting = list(states)
    while waiting:
        state = waiting.pop()
        if state in edges:
            continue
        edges[state] = []
        for move in rules.legal_moves(state, options):
            after = rules.play(state, move, options)
            gain = after.stores[state.mover] - after.stores[1 - state.mover]
            child = None if after.mover is None else _emptied(after)
            edges[state].append((child, gain))
            if child is not None:
                waiting.append(child)
    values = dict.fromkeys(edges, 0)
    by_seeds = sorted(edges, key=lambda state: sum(state.holes))
    for seeds in sorted({sum(state.holes) for state in edges}):
        members = [state for state in by_seeds if sum(state.holes) == seeds]
        for threshold in range(seeds, 0, -1):
            winning: set[Any] = set()
            losing: set[Any] = set()
            grew = True
            while grew:
                grew = False
                for state in members:
                    worths = [
                        _worth(child, gain, seeds, values, winning, losing, threshold) for child, gain in edges[state]
                    ]
                    if state not in winning and any(worth == 1 for worth in worths):
                        winning.add(state)
                        grew = True
                    if state not in losing and worths and all(worth == -1 for worth in worths):
                        losing.add(state)
                        grew = True
            for state in winning:
                values[state] = values[state] or threshold
            for state in losing:
                values[state] = values[state] or -threshold
    return values


def _worth(
    child: Any, gain: int, seeds: int, values: dict[Any, int], winning: set[Any], losing: set[Any], threshold: int
) -> int:
    """1 if the move forces at least the threshold, -1 if at most its negative, else 0."""
    if child is None or sum(child.holes) < seeds:
        total = gain - (values[child] if child is not None else 0)
        return 1 if total >= threshold else -1 if total <= -threshold else 0
    return 1 if child in losing else -1 if child in winning else 0


def _emptied(state: Any) -> Any:
    from dataclasses import replace

    return replace(state, stores=(0, 0))


def _lookup(solved: dict[int, SolvedClass], pattern: Pattern, holes: tuple[int, ...], mover: int) -> int:
    """The value of a board in the solved classes, the mover's side turned to South."""
    own = pattern if mover == 0 else pattern.turned
    half = len(holes) // 2
    board = holes if mover == 0 else holes[half:] + holes[:half]
    row = np.zeros((1, WIDTH), np.int8)
    row[0, : len(board)] = board
    one = solved[sum(holes)]
    block = one.pattern.blocks.index(own)
    base = block * own.positions(one.seeds)
    return int(one.values[base + rank_row(row, 0, own.order, ways(len(own.order), one.seeds), one.seeds)])


def _solve_all(pattern: Pattern, most: int) -> dict[int, SolvedClass]:
    solved: dict[int, SolvedClass] = {}
    for seeds in range(most + 1):
        solved[seeds] = solve_class(pattern, seeds, {s: one.values for s, one in solved.items()}, means=TWO)
    return solved


def _boards(size: int, most: int, closed: frozenset[int] = frozenset()) -> Iterable[tuple[int, ...]]:
    for board in product(range(most + 1), repeat=size):
        if sum(board) <= most and not any(board[hole] for hole in closed):
            yield board


@pytest.mark.parametrize(
    ("holes", "most", "options"),
    [(2, 9, {}), (2, 9, {"direction": "clockwise"}), (3, 6, {})],
)
def test_rio_kadalis_values(holes: int, most: int, options: dict[str, str]) -> None:
    game = bonduc.game("rio-kadalis", holes=holes, **options)
    rules = rio_kadalis.Options(holes=holes, **options)  # type: ignore[arg-type]
    solved = _solve_all(start_pattern(game), most)
    states = [rio_kadalis.State(board, (0, 0), mover) for board in _boards(2 * holes, most) for mover in (0, 1)]
    live = [state for state in states if rio_kadalis.settle(state, rules).mover is not None]
    brute = _brute_force(rio_kadalis, live, rules)
    assert len(brute) > 700
    for state, value in brute.items():
        assert _lookup(solved, start_pattern(game), state.holes, state.mover) == value, state
    for state in set(states) - set(live):
        swept = rio_kadalis.settle(state, rules).stores
        mover = int(state.mover or 0)
        assert _lookup(solved, start_pattern(game), state.holes, mover) == swept[mover] - swept[1 - mover]


def test_rio_kadalis_values_with_closed_holes() -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    closed = frozenset({0, 1, 4})
    pattern = Pattern(game, tuple(int(i in closed) for i in range(6)))
    assert len(pattern.blocks) == 2
    solved = _solve_all(pattern, 7)
    rules = rio_kadalis.Options(holes=3)
    states = [
        rio_kadalis.State(board, (0, 0), 0, closed=closed)
        for board in _boards(6, 7, closed)
        if rio_kadalis.settle(rio_kadalis.State(board, (0, 0), 0, closed=closed), rules).mover is not None
    ]
    brute = _brute_force(rio_kadalis, states, rules)
    for state, value in brute.items():
        assert _lookup(solved, pattern, state.holes, state.mover) == value, state


@pytest.mark.parametrize("own_four", ["ends", "relays"])
def test_adji_kui_values(own_four: Literal["ends", "relays"]) -> None:
    game = bonduc.game("adji-kui-ii", holes=2, own_four=own_four)
    rules = adji_kui_ii.Options(holes=2, own_four=own_four)
    solved = _solve_all(start_pattern(game), 13)
    states = [
        adji_kui_ii.State(board, (0, 0), mover, owners=(0, 0, 1, 1)) for board in _boards(4, 13) for mover in (0, 1)
    ]
    live = [state for state in states if adji_kui_ii.settle(state, rules).mover is not None]
    brute = _brute_force(adji_kui_ii, live, rules)
    assert len(brute) > 2000
    for state, value in brute.items():
        assert _lookup(solved, start_pattern(game), state.holes, state.mover) == value, state


def test_adji_kui_values_with_a_bought_hole() -> None:
    game = bonduc.game("adji-kui-ii", holes=2)
    owners = (0, 0, 0, 1)
    pattern = Pattern(game, owners)
    assert pattern.turned.notes == (1, 0, 1, 1)
    solved = _solve_all(pattern, 12)
    states = [adji_kui_ii.State(board, (0, 0), 0, owners=owners) for board in _boards(4, 12) if sum(board) > 8]
    brute = _brute_force(adji_kui_ii, states, adji_kui_ii.Options(holes=2))
    for state, value in brute.items():
        assert _lookup(solved, pattern, state.holes, state.mover) == value, state


def test_a_missing_lower_class_is_named() -> None:
    with pytest.raises(BonducError, match="class of 12 seeds needs lower classes not given"):
        solve_class(start_pattern(bonduc.game("rio-kadalis")), 12, {})


def test_turned_patterns_are_solved_together() -> None:
    game = bonduc.game("adji-kui-ii", holes=2)
    pattern = Pattern(game, (0, 0, 0, 1))
    assert pattern.turned.turned == pattern
    assert pattern.blocks == pattern.turned.blocks
    assert pattern.template()[FLAGS + 2] == 0
