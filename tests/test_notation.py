"""Notation version 1: texts of moves and positions, read and written, and the faults of what cannot be read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import BonducError, NotationError, Position
from bonduc.games.kernels.state import Kind
from tests import strategies

K = bonduc.game("kiothi")
R = bonduc.game("rio-kadalis")
A = bonduc.game("adji-kui-ii")
B = bonduc.game("bao-la-kimasai")
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


# Positions


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"),
        (R, "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b"),
        (A, "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S passed"),
        (A, "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS,AN;passed"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,0,5,5,5,5,5 0 0 S phase=open-south;hand=5;emptied=E"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,3,0,0,0,0,5,5,5,5 0 0 S phase=open-south;hand=7;last=B"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,10,0,0,0,0,5,5,5,5 0 0 N phase=open-north"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,10,0,0,0,0,5,5,5,5 0 0 S marks=B,G,e,j"),
        (K, "0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0 31 29 - -"),
        (R, "0,0,0,0,0,0/0,0,0,0,0,0 24 23 - -"),  # an odd seed of a shared board
        (B, "1,1,1,1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1,1,1,0/0,1,1,1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1,1,1,1 0 0 S -"),
    ],
)
def test_positions_read_and_written(game: bonduc.Game, text: str) -> None:
    position = game.position(text)
    assert str(position) == text
    assert game.position(str(position)) == position


@pytest.mark.parametrize(
    ("name", "option", "sizes"),
    [
        ("rio-kadalis", "holes", range(2, 13)),
        ("adji-kui-ii", "holes", range(2, 13)),
        ("bao-la-kimasai", "columns", range(2, 13)),
    ],
)
def test_kind_16_norths_rows_read_from_norths_right(name: str, option: str, sizes: range) -> None:
    """At every width: numbers in board order come out where South sees them, and come back."""
    for size in sizes:
        game = bonduc.game(name, **{option: size})
        half = game.layout.size // 2
        start = game.start()
        seeds = start.holes[0]
        # One seed of the first hole of each side moves: South's leftmost is first in its line, North's last.
        holes = list(start.holes)
        holes[0], holes[half] = 0, 0
        fields: dict[str, Any] = {"holes": tuple(holes)}
        if game.spec.counts_seeds:
            fields["stores"] = (seeds, seeds)
        position = game.setup(**fields)
        if position.mover is None:
            continue
        lines = str(position).split()[0].split("/")
        assert lines[-1].split(",") == ["0"] + [str(seeds)] * (size - 1)
        assert lines[0].split(",") == [str(seeds)] * (size - 1) + ["0"]
        assert game.position(str(position)) == position


def test_kind_16_four_rows() -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    position = game.position("0,1,0/0,0,1/1,0,0/0,0,1 0 0 N -")
    held = [name for name, stones in zip(game.layout.names, position.holes, strict=True) if stones]
    assert held == ["C1", "A2", "b1", "a2"]
    assert str(position) == "0,1,0/0,0,1/1,0,0/0,0,1 0 0 N -"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  4,4,4,4,0,0/4,4,4,4,4,4   5 3  N   closed=b,a ", "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S", "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"),
        ("04,4,4,4,4,4/4,4,4,4,4,004 00 0 S -", "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"),
    ],
)
def test_leniencies_of_positions(text: str, same: str) -> None:
    assert str(R.position(text)) == same


def test_extras_in_any_order() -> None:
    text = "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N passed;owner=aS"
    assert str(A.position(text)) == "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS;passed"


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (R, "", "0 fields instead of five"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0", "3 fields instead of five"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S - -", "6 fields instead of five"),
        (R, "4,4,4,4,4,4 0 0 S -", "1 rows instead of 2"),
        (R, "4,4,4,4,4/4,4,4,4,4,4 0 0 S -", "row 1 has 5 holes instead of 6"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4,4 0 0 S -", "row 2 has 7 holes instead of 6"),
        (R, "4,4,4,4,4,x/4,4,4,4,4,4 0 0 S -", "hole a is 'x', not a number"),
        (R, "4,4,4,4,4,4/4,,4,4,4,4 0 0 S -", "hole B is ''"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4444 0 0 S -", "hole F is '4444', not a number of at most 3 digits"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,٤ 0 0 S -", "hole F is '٤'"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 z 0 S -", "South's store is 'z'"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 1.5 S -", "North's store is '1.5'"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 s -", "the mover is 's'"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S x", "'x' is no extra"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=", "'' is no hole"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=G", "'G' is no hole; the holes are A, B"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=A,A", "names a hole twice"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=A;closed=B", "closed= stands twice"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S owner=ab", "should be holes and their owner"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S owner=S", "should be holes and their owner"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S owner=aaS", "names a twice"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S passed=1", "'passed=1' is no extra"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=play", "phase=play is not open-south or open-north"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S hand=x", "hand is 'x'"),
        (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S emptied=Z", "'Z' is no hole"),
        (R, "4" * 3000, "3000 characters are too many"),
        (R, "\x00\x01\x7f", "1 fields instead of five"),
    ],
)
def test_positions_that_cannot_be_read(game: bonduc.Game, text: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        game.position(text)
    assert fault in str(caught.value)
    assert game.name in str(caught.value)
    assert len(str(caught.value)) < 600


# Moves


@pytest.mark.parametrize(
    ("game", "text", "kind", "hole", "count"),
    [
        (R, "B", Kind.SOW, 1, None),
        (R, "a", Kind.SOW, 6, None),
        (A, "pass", Kind.PASS, None, None),
        (B, "A2", Kind.SOW, 23, None),
        (B, "l1", Kind.SOW, 35, None),
        (K, "C:3", Kind.LIFT, 2, 3),
        (K, "E-", Kind.EMPTY, 4, None),
        (K, "j+", Kind.DROP, 19, None),
        (K, "EF>A2,B3,j5", Kind.EMPTY, 4, None),
    ],
)
def test_moves_read_and_written(game: bonduc.Game, text: str, kind: Kind, hole: int | None, count: int | None) -> None:
    move = game.parse_move(text)
    assert str(move) == text
    assert (move.kind, move.hole, move.count) == (kind, hole, count)
    assert game.parse_move(f"  {text} ") == move


def test_texts_copied_from_a_persian_sentence_are_read() -> None:
    redistribution = "EF>A2,B3,J5"
    assert K.start().play(f"\u2066{redistribution}\u2069") == K.start().play(redistribution)
    assert R.position(f"\u200e{R.start()}\u2069") == R.start()


def test_a_bare_lift_takes_all() -> None:
    position = K.start().play("EF>E5,F5").play("ef>e5,f5")
    assert str(position.parse_move("E")) == "E:5"
    assert position.play("J") == position.play("J:5")


def test_redistributions_have_one_canonical_text() -> None:
    for text in ("FE>j5,B3,A2", "EF> A1 , A1, B3, j5", "EF>A2,B1,B2,j5", "EF>A02,B3,j5"):
        assert str(K.parse_move(text)) == "EF>A2,B3,j5"


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (R, "", "it is empty"),
        (R, "   ", "it is empty"),
        (R, "G", "'G' is no hole"),
        (R, "B:2", "no partial lifts"),
        (R, "pass", "no passes"),
        (R, "B+", "no opening steps"),
        (R, "EF>A10", "no redistribution"),
        (R, "B" * 2500, "2500 characters are too many"),
        (A, "PASS", "'PASS' is no hole"),
        (B, "A", "'A' is no hole"),
        (B, "A3", "'A3' is no hole"),
        (K, "C:0", "'0' is no number of warriors"),
        (K, "C:", "'' is no number of warriors"),
        (K, "C:-1", "'-1' is no number of warriors"),
        (K, "C:121", "'121' is no number of warriors"),
        (K, "C:٣", "is no number of warriors"),
        (K, "K:1", "'K' is no hole"),
        (K, "+", "'' is no hole"),
        (K, "E>A10", "exactly two holes are emptied"),
        (K, "EE>A10", "exactly two holes are emptied"),
        (K, "EFG>A10", "exactly two holes are emptied"),
        (K, ">A10", "exactly two holes are emptied"),
        (K, "EF>", "should be a hole and a number"),
        (K, "EF>A", "should be a hole and a number"),
        (K, "EF>A0", "should be a hole and a number"),
        (K, "EF>A5,,B5", "should be a hole and a number"),
        (K, "EF>Z10", "'Z' is no hole"),
        (K, "EF>A100,B100", "200 warriors are more than the board has"),
    ],
)
def test_moves_that_cannot_be_read(game: bonduc.Game, text: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        game.parse_move(text)
    assert fault in str(caught.value)
    assert len(str(caught.value)) < 400


# Any text at all


@settings(max_examples=150)
@given(strategies.games(), ANY_TEXT)
def test_no_text_does_worse_than_a_bonduc_error(game: bonduc.Game, text: str) -> None:
    for act in (game.position, game.parse_move, game.start().play, game.start().is_legal):
        with suppress(BonducError):
            act(text)


@settings(max_examples=150)
@given(strategies.positions(), st.integers(0, 200), st.text("0123456789,/SN-=;abcAB pmhoedx", max_size=4))
def test_no_changed_position_does_worse_than_a_bonduc_error(position: Position, place: int, insert: str) -> None:
    text = str(position)
    place %= len(text)
    for changed in (text[:place] + insert + text[place + 1 :], text[:place] + insert + text[place:], text[:place]):
        with suppress(BonducError):
            again = position.game.position(changed)
            assert position.game.position(str(again)) == again


@settings(max_examples=100)
@given(strategies.positions())
def test_moves_are_read_back(position: Position) -> None:
    for move in position.legal_moves:
        assert position.game.parse_move(move.text) == move
        assert position.parse_move(f" {move} ") == move
        assert position.play(move) == position.play(move.text)
