"""Complete solutions agree with a brute force that knows only the rules: every value and distance of small boards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.games.kernels.state import MOVER, NOBODY, SOUTH, SOUTH_STORE, WIDTH
from bonduc.position import Game
from bonduc.solve.by_stones import build as stones_build
from bonduc.solve.by_stones.build import LowerClass, SolvedPair, derive_again, solve_pair
from bonduc.solve.by_stones.classes import Pair, all_pairs
from bonduc.solve.by_stones.retrograde import DRAW
from tests.reference import bao_la_kimasai as reference
from tests.solve.circling import circling

Rings = tuple[int, int]  # the mover's and the other's
Children = list[Rings | None]  # None: the round is over, won by the mover
Solved = dict[Rings, SolvedPair]


def _bits(holes: tuple[int, ...] | bytes) -> int:
    return sum(1 << i for i, stone in enumerate(holes) if stone)


def _children_by_reference(columns: int) -> Callable[[int, int], Children]:
    """What follows from a position under the plain implementation of the rules."""
    size, options = 2 * columns, reference.Options(columns)

    def children(own: int, enemy: int) -> Children:
        holes = tuple(own >> i & 1 for i in range(size)) + tuple(enemy >> i & 1 for i in range(size))
        state = reference.State(holes, (0, 0), SOUTH)
        found: Children = []
        for move in reference.legal_moves(state, options):
            after = reference.play(state, move, options)
            assert after.mover is not None or after.stores == (1, 0)
            found.append(None if after.mover is None else (_bits(after.holes[size:]), _bits(after.holes[:size])))
        return found

    return children


def _children_by_kernels(game: Game) -> Callable[[int, int], Children]:
    """What follows from a position of a game that has no plain implementation."""
    size = game.layout.size // 2

    def children(own: int, enemy: int) -> Children:
        row = bytearray(WIDTH)
        row[: 2 * size] = bytes([*(own >> i & 1 for i in range(size)), *(enemy >> i & 1 for i in range(size))])
        row[MOVER] = SOUTH
        found: Children = []
        for code in game.runner.candidates(bytes(row)):
            _, after = game.runner.play(bytes(row), code)
            over = after[MOVER] == NOBODY
            assert not over or after[SOUTH_STORE] == 1
            found.append(None if over else (_bits(after[size : 2 * size]), _bits(after[:size])))
        return found

    return children


def brute_force(size: int, children_of: Callable[[int, int], Children]) -> dict[Rings, int]:
    """The codes of all positions with stones on both sides, by plain definition, distance by distance."""
    full = 1 << size
    children = {(own, enemy): children_of(own, enemy) for own in range(1, full) for enemy in range(1, full)}
    codes: dict[Rings, int] = {position: 0 for position, following in children.items() if not following}
    distance, grew = 0, True
    while grew:
        distance += 1
        fresh = {}
        for position, following in children.items():
            if position in codes:
                continue
            known = [0 if child is None else codes.get(child) for child in following]
            won = distance % 2 == 1 and distance - 1 in known
            lost = distance % 2 == 0 and all(code is not None and code % 2 for code in known)
            if won or lost:
                fresh[position] = distance
        codes |= fresh
        grew = bool(fresh)
    return {position: codes.get(position, DRAW) for position in children}


def solve_all(game: Game, *, distances: bool = True, threads: int | None = 1) -> Solved:
    """Every pair of a board, solved upward."""
    solved: Solved = {}
    for pair in all_pairs(game, game.layout.size):
        lower = lower_of(game, solved)
        solved[pair.more, pair.fewer] = solve_pair(pair, lower, distances=distances, threads=threads)
    return solved


def lower_of(game: Game, solved: Solved) -> stones_build.LoadLower:
    """The classes of solved pairs."""

    def load(own: int, enemy: int) -> LowerClass | None:
        pair = Pair(game, max(own, enemy), min(own, enemy))
        codes = solved[pair.more, pair.fewer].codes
        if own >= enemy:
            return LowerClass(codes[: pair.block_size], pair.shape[1], 1)
        return LowerClass(codes[pair.block_size :], 1, pair.shape[1])

    return load


def codes_of(solved: Solved) -> dict[Rings, int]:
    """The code of every position."""
    return {each.pair.rings_at(place): int(code) for each in solved.values() for place, code in enumerate(each.codes)}


def test_every_value_and_distance_of_two_and_three_columns() -> None:
    for columns in (2, 3):
        truth = brute_force(2 * columns, _children_by_reference(columns))
        assert codes_of(solve_all(bonduc.game("bao-la-kimasai", columns=columns))) == truth


@pytest.mark.parametrize("columns", [2, 3])
def test_draws_are_found_where_there_are_some(columns: int) -> None:
    game = circling(columns)
    truth = brute_force(2 * columns, _children_by_kernels(game))
    solved = solve_all(game)
    assert codes_of(solved) == truth
    counted = [sum(getattr(each, name) for each in solved.values()) for name in ("wins", "draws", "losses")]
    assert counted[1] == sum(code == DRAW for code in truth.values()) > 20
    assert counted[0] == sum(code % 2 for code in truth.values())
    assert sum(counted) == len(truth)
    assert max(each.longest or 0 for each in solved.values()) == max(c for c in truth.values() if c != DRAW)


@pytest.mark.parametrize("game", [bonduc.game("bao-la-kimasai", columns=4), circling(3)], ids=str)
def test_without_distances_the_values_are_the_same(game: Game) -> None:
    full = solve_all(game)
    short = solve_all(game, distances=False)
    for key, each in full.items():
        expected = np.where(each.codes == DRAW, DRAW, each.codes & 1)
        assert (short[key].codes == expected).all()
        assert short[key].longest is None
        assert (short[key].wins, short[key].draws, short[key].losses) == (each.wins, each.draws, each.losses)


def test_threads_and_their_parts_do_not_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    alone = solve_all(game)
    monkeypatch.setattr(stones_build, "SMALL", 0)
    together = solve_all(game, threads=3)
    for key, each in alone.items():
        assert (together[key].codes == each.codes).all()
        assert derive_again(each.pair, each.codes, lower_of(game, alone), threads=3) is None


@pytest.mark.parametrize("distances", [True, False])
@pytest.mark.parametrize("game", [bonduc.game("bao-la-kimasai", columns=3), circling(3)], ids=str)
def test_one_wrong_entry_is_found_wherever_it_is(game: Game, distances: bool) -> None:
    solved = solve_all(game, distances=distances)
    generator = np.random.default_rng(4)
    for each in solved.values():
        lower = lower_of(game, solved)
        assert derive_again(each.pair, each.codes, lower, distances=distances) is None
        for place in generator.integers(len(each.codes), size=3):
            wrong = each.codes.copy()
            others = [
                code for code in ((0, 1, DRAW) if not distances else (0, 1, 2, 3, 7, 8, DRAW)) if code != wrong[place]
            ]
            wrong[place] = generator.choice(others)
            found = derive_again(each.pair, wrong, lower, distances=distances)
            assert found is not None
            assert distances or found == place


def test_false_claims_that_uphold_each_other_are_found() -> None:
    game = circling(3)
    solved = solve_all(game, distances=False)
    each = solved[2, 2]
    assert each.draws > 0
    wrong = np.where(each.codes == DRAW, 1, each.codes).astype(np.uint16)
    assert derive_again(each.pair, wrong, lower_of(game, solved), distances=False) is not None


def test_progress_goes_from_nothing_to_all() -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    solved = solve_all(game)
    shares: list[float] = []
    solve_pair(Pair(game, 3, 3), lower_of(game, solved), threads=1, share=shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.6
    assert shares[-1] == 1.0


def test_missing_lower_classes_are_told() -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    with pytest.raises(BonducError, match="with 3 against 2 stones need lower classes that are not given"):
        solve_pair(Pair(game, 3, 2), lambda own, enemy: None)


def test_a_game_whose_moves_are_no_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    monkeypatch.setattr(stones_build, "steps_of", lambda game: (3, 6, 12, 24, 48, 48))
    with pytest.raises(BonducError, match="cannot be solved"):
        solve_pair(Pair(game, 1, 1), lambda own, enemy: None)
