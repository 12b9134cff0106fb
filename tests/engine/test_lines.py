"""Every line that anything of the engine shows can be played from its position, and stops where the round does."""

from __future__ import annotations

import io
import random
import threading
from collections.abc import Iterator

import pytest

import bonduc
from bonduc.engine import Engine, EngineSettings, choose
from bonduc.engine.analysis import Limits
from bonduc.engine.review import review
from bonduc.engine.rollouts.uct import search as tree_search
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.uci import Session
from tests.engine.endings import check_lines, final_lead, rounds_near_the_end
from tests.playing import play_on

ENDINGS = 25
RIO_ENDED_BY_D = "1,0,1,1,0,1/0,0,0,0,0,0 12 32 N -"


def rounds(name: str) -> Iterator[bonduc.Round]:
    """Rounds nearly over, most of them; and some at any stage."""
    game, chance = bonduc.game(name), random.Random(3)
    yield from rounds_near_the_end(game, ENDINGS, seed=2, most=5)
    for plies in (0, 10, 45, 60):
        played = play_on(bonduc.Round(game), chance, plies)
        if played.outcome is None:
            yield played


def past_the_opening(name: str) -> Iterator[bonduc.Round]:
    return (played for played in rounds(name) if played.position.phase == "play")


@pytest.mark.parametrize("name", bonduc.games())
def test_lines_of_the_search(name: str) -> None:
    ended = 0
    searcher, threads = Searcher(bonduc.game(name), megabytes=4), Searcher(bonduc.game(name), megabytes=4, threads=2)
    for played in past_the_opening(name):
        history = played.positions[:-1]
        for how, limits in ((searcher, Limits(depth=4)), (searcher, Limits(nodes=3000)), (threads, Limits(depth=6))):
            ended += check_lines(played, how.analyse(played.position, limits, lines=5, history=history).lines)
    assert ended > ENDINGS


@pytest.mark.parametrize("name", bonduc.games())
def test_lines_of_the_computer_at_play(name: str) -> None:
    engine = Engine(bonduc.game(name), EngineSettings(megabytes=4))
    for played in past_the_opening(name):
        found = engine.choose(played, limits=Limits(depth=5, nodes=2000)).analysis
        check_lines(played, found.lines)
        check_lines(played, choose(played, 3, depth=2, seed=1).analysis.lines)


@pytest.mark.parametrize("name", bonduc.games())
def test_lines_of_the_tree_search(name: str) -> None:
    for played in past_the_opening(name):
        found = tree_search(played.position, rollouts=60, history=played.positions[:-1], lines=5)
        for line in found.lines:
            final_lead(played, line.moves)


@pytest.mark.parametrize("name", bonduc.games())
def test_lines_of_the_protocol(name: str) -> None:
    for played in past_the_opening(name):
        answers = io.StringIO()
        session = Session(answers)
        session.handle("setoption name TablesPath value none")
        session.handle("setoption name MultiPV value 3")
        moves = " ".join(map(str, played.moves))
        session.handle(f"position game {name} startpos moves {moves}" if moves else f"position game {name}")
        session.handle("go depth 3")
        session._idle("the test")
        session.end()
        lines = [words.split() for words in answers.getvalue().splitlines() if " pv " in words]
        assert lines
        for words in lines:
            final_lead(played, words[words.index("pv") + 1 :])


@pytest.mark.parametrize("name", bonduc.games())
def test_lines_of_a_review(name: str) -> None:
    game, chance = bonduc.game(name), random.Random(5)
    played = play_on(bonduc.Round(game), chance)
    late = bonduc.Round(game, played.positions[max(0, len(played.moves) - 12)])
    play_on(late, chance)
    walked = bonduc.Round(game, late.initial)
    for each in review(late, Limits(depth=3)).moves:
        check_lines(walked, each.analysis.lines)
        walked.play(each.move)


def test_lines_of_an_opening() -> None:
    for steps in ("", "I-", "I- J- A+", "IJ>A5,B5"):
        begun = bonduc.Round(bonduc.game("kiothi"))
        for step in steps.split():
            begun.play(step)
        assert check_lines(begun, bonduc.analyse(begun.position, depth=1).lines) == 0


def test_a_line_stops_at_the_move_that_ends_the_round() -> None:
    position = bonduc.game("rio-kadalis").position(RIO_ENDED_BY_D)
    lines = bonduc.analyse(position, depth=2, lines=2).lines
    assert [str(move) for line in lines for move in line.moves if str(line.moves[0]) == "d"] == ["d"]
    stop = threading.Event()
    stop.set()
    check_lines(bonduc.Round(position.game, position), bonduc.analyse(position, stop=stop, lines=2).lines)
