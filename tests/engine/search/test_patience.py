"""Searches that do not wait for the end of long sowings: nothing that this leaves out may be called proved."""

from __future__ import annotations

import numpy as np
import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.nodes.memory import GIVEN_UP
from bonduc.engine.search import searcher as searching
from bonduc.engine.search.searcher import Searcher
from bonduc.games.kernels.endless import GUARD_LAPS, be_patient, stuck_exactly, workspace
from bonduc.games.kernels.state import LEFT_OPEN, MOVER, NOBODY, OVER, UNDECIDED
from bonduc.games.runner import in_attendance
from bonduc.position import Position
from tests.games.kernels.test_endless import LONG_BUT_ENDING, position

SHORT = 1  # laps: every sowing longer than the guard of the endless test is given up
DEPTH = 16


def boards() -> list[Position]:
    """Boards of three holes with a legal move whose sowing takes more than 24 laps, in the last a proved loss."""
    game = bonduc.game("adji-kui-ii", holes=3)
    return [game.position(text + " 6 6 S -") for text in ("4,0,1/3,4,0", "0,1,0/4,3,4", "3,4,0/4,0,1")]


def is_given_up(here: Position, move: bonduc.Move) -> bool:
    states, rules = position(()), here.game.runner
    states[0] = np.frombuffer(here.row, np.int8)
    flags = rules.compile().play(states, 0, move.steps[0], rules.options, workspace(SHORT))
    return bool(flags == UNDECIDED)


def test_nothing_is_called_proved_that_a_move_left_out_could_change(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = Searcher(boards()[0].game, megabytes=1)
    patient = [exact.analyse(here, Limits(depth=DEPTH)) for here in boards()]
    assert [found.proved for found in patient] == [False, False, True]
    monkeypatch.setattr(Searcher, "_patience", lambda self, position: SHORT)
    hasty = Searcher(exact.game, megabytes=1)
    for here in boards():
        assert any(is_given_up(here, move) for move in here.legal_moves)
        assert not hasty.analyse(here, Limits(depth=DEPTH)).proved
        assert hasty._memories[0].stack[0, GIVEN_UP] == 1


def test_no_legal_move_of_the_root_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ROUGH_PATIENCE", SHORT)
    for here in boards():
        lines = Searcher(here.game, megabytes=1).analyse(here, Limits(depth=4), lines=9).lines
        assert {line.moves[0] for line in lines} == set(here.legal_moves)


def test_a_search_has_patience_with_all_but_the_longest_sowings(monkeypatch: pytest.MonkeyPatch) -> None:
    holes, hole = LONG_BUT_ENDING
    south, north = (",".join(map(str, side)) for side in (holes[:6], holes[:5:-1]))
    here = bonduc.game("adji-kui-ii").position(f"{north}/{south} 2 2 S -")
    assert hole in [move.steps[0] for move in here.legal_moves]
    for patience, expected in ((200, 200), (100, 0)):
        monkeypatch.setattr(searching, "ROUGH_PATIENCE", patience)
        assert Searcher(here.game, megabytes=1)._patience(here) == expected


def test_who_takes_the_board_is_found_out_whatever_the_patience() -> None:
    """South cannot move; whether North can decides who takes the board."""
    work, asked = workspace(SHORT), []

    def stuck(states: object, ply: int, options: object, given: object) -> int:
        asked.append(int(work[0, 0]))
        return UNDECIDED if work[0, 0] else 5

    assert stuck_exactly(stuck, position((0,)), 0, work[0], work) == 5
    assert asked == [SHORT, 0]
    assert work[0, 0] == SHORT


def test_where_patience_has_a_ceiling_who_takes_the_board_may_be_left_open() -> None:
    with in_attendance(2 * SHORT):
        work = workspace(SHORT)
    states = position((3, 2, 1))
    states[0, 48] = 5
    flags = stuck_exactly(lambda *_: UNDECIDED, states, 0, work[0], work)
    assert flags == OVER | LEFT_OPEN
    assert not states[1, :24].any()
    assert states[1, 48] == 5
    assert states[1, MOVER] == NOBODY
    assert work[0, 0] == SHORT
    be_patient(work, 0)
    assert work[0, 0] == 2 * SHORT


def test_a_search_in_attendance_gives_an_answer_whatever_the_sowings() -> None:
    with in_attendance(GUARD_LAPS + 1):
        for here in boards():
            usual = here.game
            fresh = Searcher(bonduc.Game(usual.spec, usual.options), megabytes=1)
            known = fresh.game.position(str(here))
            for code in fresh.game.runner.candidates(known.row):
                fresh.game.runner.learn(known.row, code, usual.runner.decide(here.row, code, 1 << 20))
            found = fresh.analyse(known, Limits(depth=4))
            assert found.lines
            assert {line.moves[0] for line in found.lines} <= set(known.legal_moves)
