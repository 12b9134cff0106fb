"""Moves that are hardest to answer, where no win can be forced."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import bonduc
from bonduc.engine import Engine, EngineSettings, choose
from bonduc.engine.analysis import Analysis, Limits
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.traps import hardest_answer, is_settled
from bonduc.games.kernels.state import MOVER, NOBODY
from bonduc.position import Game, Position
from tests.engine.brute_force import children, lead, random_positions, solve

SOLVABLE = 4000  # positions


def solved_positions(game: Game, count: int, seed: int) -> Iterator[tuple[Position, dict[bytes, int]]]:
    """Positions with a choice that are no win for the mover, and the value of every position after them."""
    for line in random_positions(game, 100_000, seed):
        position = line[-1]
        if position.mover is None or len(position.legal_moves) < 2:
            continue
        values = solve(game, position.row, SOLVABLE)
        if values is not None and values[position.row] <= 0:
            yield position, values
            count -= 1
            if count == 0:
                return


def worth(values: dict[bytes, int], row: bytes, player: int) -> int:
    """The value of a position for one player."""
    if row[MOVER] == NOBODY:
        return lead(row, player)
    return values[row] if row[MOVER] == player else -values[row]


@pytest.fixture(scope="module")
def game() -> Game:
    return bonduc.game("rio-kadalis", holes=3)


def test_nothing_that_is_held_is_given_away(game: Game) -> None:
    searcher, others = Searcher(game, megabytes=4), 0
    for position, values in solved_positions(game, 60, seed=4):
        searcher.clear()
        first = searcher.analyse(position, Limits(depth=40))
        chosen = hardest_answer(searcher, first, Limits(nodes=20_000))
        assert chosen.lines[0].score == first.lines[0].score
        after = position.play(chosen.best)
        assert worth(values, after.row, int(position.mover or 0)) == values[position.row]
        others += chosen.best != first.best
    assert others > 3, "sometimes another move than the first of the best is chosen"


def test_more_replies_are_mistakes_than_after_the_search_s_move(game: Game) -> None:
    searcher = Searcher(game, megabytes=4)
    shares = [0.0, 0.0]
    for position, values in solved_positions(game, 60, seed=5):
        searcher.clear()
        first = searcher.analyse(position, Limits(depth=40))
        chosen = hardest_answer(searcher, first, Limits(nodes=20_000))
        for i, found in enumerate((first, chosen)):
            after = position.play(found.best)
            if after.mover is None or after.mover == position.mover:
                continue
            replies = children(game, after.row)
            best = values[after.row]
            shares[i] += sum(worth(values, row, after.mover) < best for row in replies) / len(replies)
    assert shares[1] > shares[0]


def test_won_positions_and_estimates_stay_as_they_were(game: Game) -> None:
    searcher = Searcher(game, megabytes=4)
    for line in random_positions(game, 60, seed=6):
        if line[-1].mover is None:
            continue
        found = searcher.analyse(line[-1], Limits(depth=3))
        if not is_settled(found):
            assert hardest_answer(searcher, found, Limits(nodes=1000)) is found


def test_settled_is_an_end_of_the_round_that_is_no_win(game: Game) -> None:
    position = game.start()

    def found(score: float, exact: bool) -> Analysis:
        line = bonduc.Line((position.legal_moves[0],), score, exact, 9)
        return Analysis(position, (line,), 1, 0.0, 9)

    assert is_settled(found(0, True))
    assert is_settled(found(-4, False))
    assert not is_settled(found(-1.37, False))
    assert not is_settled(found(4, True))


def test_without_a_clock_the_choice_is_the_same_every_time() -> None:
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=4))
    for _ in range(12):
        if played.outcome:
            break
        first, second = (choose(played, 8, nodes=4000).move for _ in range(2))
        assert first == second
        played.play(first)


def test_a_stop_ends_it_and_the_answer_is_a_legal_move(game: Game) -> None:
    position = next(solved_positions(game, 1, seed=8))[0]
    stop = threading.Event()
    stop.set()
    found = Engine(game, EngineSettings(megabytes=1)).choose(position, limits=Limits(seconds=30.0), stop=stop)
    assert found.move in position.legal_moves
