"""A process that answers many: no sowing is followed for long, and what was asked in vain can be learnt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bonduc
from bonduc.errors import LongSowingError, UndecidedSowingError
from bonduc.games import runner as running
from bonduc.games.kernels.state import ENDLESS, UNDECIDED
from bonduc.games.runner import STUCK, Runner, in_attendance, noting
from bonduc.position import Position

# An endless sowing of South from A, of 308,934 laps; other moves are quick.
LONG = "1,2,8,2,10,1/3,1,2,9,3,2 2 2 S -"


def fresh_game() -> bonduc.Game:
    """A game that remembers nothing of other tests."""
    usual = bonduc.game("adji-kui-ii")
    return bonduc.Game(usual.spec, usual.options)


@pytest.fixture(params=["compiled", "interpreted"])
def attended(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[bonduc.Game]:
    """A game in a process that answers many."""
    game = fresh_game()
    if request.param == "compiled":
        game.runner.compile()
    else:
        monkeypatch.setattr(running, "_is_loaded", lambda spec: False)
    with in_attendance(1 << 10):
        yield game
    assert not Runner.patience


def test_what_is_not_decided_in_time_is_told_and_noted(attended: bonduc.Game) -> None:
    position = attended.position(LONG)
    with noting() as questions:
        with pytest.raises(UndecidedSowingError):
            _ = position.legal_moves
        with pytest.raises(UndecidedSowingError):
            position.play("A")
        assert position.play("C").mover == bonduc.NORTH, "other moves are played at once"
    assert [question.moves for question in questions] == [(0,), (0,)]
    assert questions[0].row == position.row


def test_no_game_compiles_in_attendance(attended: bonduc.Game) -> None:
    before = attended.runner.is_compiled
    position = attended.start()
    for _ in range(500):
        position.is_legal("A")
    assert attended.runner.is_compiled == before


def test_what_was_learnt_is_known(attended: bonduc.Game) -> None:
    position = attended.position(LONG)
    attended.runner.learn(position.row, 0, (ENDLESS, b""))
    assert "A" not in map(str, position.legal_moves)
    with pytest.raises(bonduc.IllegalMoveError, match="never end"):
        position.play("A")


def test_what_nobody_could_decide_is_left_out_where_there_are_other_moves(attended: bonduc.Game) -> None:
    position = attended.position(LONG)
    attended.runner.learn(position.row, 0, (UNDECIDED, b""))
    assert "A" not in map(str, position.legal_moves)
    assert len(position.legal_moves) > 2
    with noting() as questions, pytest.raises(UndecidedSowingError):
        position.play("A")
    assert not questions, "nobody need try again"


def test_a_round_is_not_taken_for_over_where_moves_are_undecided(attended: bonduc.Game) -> None:
    position = attended.position(LONG)
    for move in attended.runner.candidates(position.row):
        attended.runner.learn(position.row, move, (UNDECIDED, b""))
    with pytest.raises(UndecidedSowingError):
        _ = position.legal_moves
    with pytest.raises(UndecidedSowingError):
        attended.position(LONG)


def test_a_decision_is_exact_or_gives_up_after_so_many_laps() -> None:
    position, runner = bonduc.game("adji-kui-ii").position(LONG), fresh_game().runner
    assert runner.decide(position.row, 0, 1 << 10)[0] == UNDECIDED
    assert runner.decide(position.row, 0, 1 << 20)[0] == ENDLESS
    assert runner.decide(position.row, 2, 1 << 10) == runner.play(position.row, 2)
    assert runner.decide(position.row, STUCK, 1 << 10)[0] >= 0


def test_a_legal_move_of_too_many_laps_is_played_but_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    position: Position = bonduc.game("adji-kui-ii").position("0,7,0,1,10,6/2,1,0,4,3,10 2 2 S -")
    monkeypatch.setattr(running, "PATIENCE", 100)  # the sowing from F has 156 laps
    assert position.sowing("F").laps == 156
    with in_attendance(1 << 10):
        assert position.play("F").mover == bonduc.NORTH
        with pytest.raises(LongSowingError):
            position.sowing("F")
