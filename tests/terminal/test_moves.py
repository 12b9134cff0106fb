"""Moves as people type them."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.errors import IllegalMoveError, NotationError
from bonduc.play import Round
from bonduc.position import Position
from bonduc.terminal.session.moves import list_moves, looks_like_move, read_move


def opened() -> Position:
    return bonduc.game("kiothi").start().play("EF>A2,B3,J5").play("ef>a2,b3,j5")


@pytest.mark.parametrize("text", ["A", "a", " A ", "a "])
def test_case_is_forgiven_in_either_seat(text: str) -> None:
    rio = bonduc.game("rio-kadalis")
    assert str(read_move(text, rio.start())) == "A"
    assert str(read_move(text, rio.start().play("A"))) == "a"


@pytest.mark.parametrize("text", ["A:2", "a:2", "a2", "A 2", "a 2"])
def test_partial_lifts(text: str) -> None:
    assert str(read_move(text, opened())) == "A:2"


def test_a_bare_letter_lifts_all() -> None:
    assert str(read_move("h", opened())) == "H:5"


def test_a_bought_hole_is_meant_as_typed() -> None:
    position = bonduc.game("adji-kui-ii").restock((29, 19))
    assert str(read_move("a", position)) == "a"
    assert str(read_move("A", position)) == "A"
    assert str(read_move("b", position)) == "B"


@pytest.mark.parametrize("text", ["EF>A2,B3,j5", "ef>A2,B3,j5", "EF > A2, B3, j5", "fe>A2,B3,j5"])
def test_redistributions(text: str) -> None:
    assert str(read_move(text, bonduc.game("kiothi").start())) == "EF>A2,B3,j5"


@pytest.mark.parametrize("text", ["b2", "B2", " b 2"])
def test_four_rows(text: str) -> None:
    assert str(read_move(text, bonduc.game("bao-la-kimasai").start())) == "B2"


def test_pass_in_any_case() -> None:
    position = bonduc.game("adji-kui-ii").position("1,0,1,0,0,0/4,0,0,2,3,1 18 18 N -")
    assert str(read_move("PASS", position)) == "pass"


def test_faults_name_the_rule() -> None:
    rio = bonduc.game("rio-kadalis")
    with pytest.raises(IllegalMoveError, match=r"illegal move 'B': B is empty \(rule 1\)"):
        read_move("b", rio.position("8,4,4,4,4,0/4,0,8,4,4,4 0 0 S -"))
    with pytest.raises(NotationError, match="'Z' is no hole"):
        read_move("Z", rio.start())


def test_the_list_of_moves() -> None:
    assert list_moves(Round(bonduc.game("rio-kadalis"))) == "A  B  C  D  E  F"
    assert list_moves(Round(bonduc.game("kiothi"), opened())).startswith("A:2  B:1-3  ")
    over = bonduc.game("rio-kadalis").position("0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -")
    assert list_moves(Round(over.game, over)) == "none, the round is over"


def test_what_looks_like_a_move() -> None:
    start = bonduc.game("kiothi").start()
    assert looks_like_move("A", start)
    assert looks_like_move("Q:3", start)
    assert looks_like_move("ef>", start)
    assert not looks_like_move("wat", start)
    assert not looks_like_move("quit", start)
