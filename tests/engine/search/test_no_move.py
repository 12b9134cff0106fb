"""The end of a round is seen when it comes: moves that end it are worth what they end with, and lines stop there."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.engine.analysis import MOST_LINES, Limits
from bonduc.engine.search.searcher import Searcher
from tests.engine.endings import check_lines, final_lead, rounds_near_the_end

ROUNDS = 100
KIOTHI_MISJUDGED = "0,0,0,0,0,0,0,1,0,0/2,0,0,1,2,3,1,0,1,1 19 29 S -"


@pytest.mark.parametrize("name", bonduc.games())
def test_a_move_that_ends_the_round_is_worth_what_it_ends_with_at_every_depth(name: str) -> None:
    searcher, ended = Searcher(bonduc.game(name), megabytes=1), 0
    for played in rounds_near_the_end(searcher.game, ROUNDS, seed=1):
        for depth in (1, 2, 5):
            found = searcher.analyse(
                played.position, Limits(depth=depth), lines=MOST_LINES, history=played.positions[:-1]
            )
            assert {line.moves[0] for line in found.lines} == set(played.legal_moves)
            ended += check_lines(played, found.lines)
    assert ended > ROUNDS


def test_a_move_that_ends_the_round_badly_is_not_thought_the_best() -> None:
    played = bonduc.Round(bonduc.game("kiothi"), bonduc.game("kiothi").position(KIOTHI_MISJUDGED))
    for depth in (1, 2, 3):
        lines = bonduc.analyse(played.position, depth=depth, lines=64).lines
        check_lines(played, lines)
        ending = next(line for line in lines if str(line.moves[0]) == "F:2")
        assert ending.score == final_lead(played, ["F:2"]) == 2
