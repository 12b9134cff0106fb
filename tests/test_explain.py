"""Moves told in sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import Position
from bonduc.checks.mirror import mirror
from bonduc.games.kernels.state import Event
from tests import strategies

K = bonduc.game("kiothi")
R = bonduc.game("rio-kadalis")
A = bonduc.game("adji-kui-ii")
B = bonduc.game("bao-la-kimasai", columns=4)


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (
            R.position("0,0,0,0,0,1/1,0,3,2,0,0 20 21 S -"),
            "A",
            [
                "South lifts 1 stone from A and sows.",
                "The last stone fell into an empty hole, B: the turn ends.",
            ],
        ),
        (
            R.position("0,0,0,0,0,1/0,0,0,0,1,3 20 23 S -"),
            "E",
            ["South lifts 1 stone from E and sows.", "The last stone made four in F: binikh, South takes 4."],
        ),
        (
            R.position("1,0,0,0,3,3/2,3,4,0,0,0 16 16 S -"),
            "A",
            [
                "South lifts 2 stones from A and sows.",
                "A stone that was not the last made four in B: the owner of the row, South, takes 4 stones.",
                "The last stone of lap 1 fell into an occupied hole, C: 5 stones are lifted and sown on (lap 2).",
                "A stone that was not the last made four in a: the owner of the row, North, takes 4 stones.",
                "The last stone made four in b: binikh, South takes 4.",
            ],
        ),
        (
            R.position("0,0,0,0,0,0/1,0,2,0,0,0 20 25 S -"),
            "A",
            [
                "South lifts 1 stone from A and sows.",
                "The last stone fell into an empty hole, B: the turn ends.",
                "The player to move has no legal move. South takes the 3 stones left. "
                "The round is over: North wins, 25 to 23.",
            ],
        ),
        (
            A.position("5,5,0,0,0,0/2,0,3,0,0,0 16 17 S -"),
            "A",
            [
                "South lifts 2 seeds from A and sows.",
                "The last seed made four in an own hole, C: nothing is taken and the turn ends.",
            ],
        ),
        (A.position("1,1,1,1,1,1/1,1,1,1,1,1 18 18 S -"), "pass", ["South has no legal move and passes."]),
        (
            A.position("1,1,1,1,1,1/1,1,1,1,1,1 18 18 S passed"),
            "pass",
            [
                "South has no legal move and passes.",
                "Both players have passed. South takes the 6 seeds left. North takes the 6 seeds left. "
                "The round is over: a draw, 24 to 24.",
            ],
        ),
        (
            K.position("0,3,0,0,0,0,0,0,0,1/1,0,0,0,1,0,0,0,0,0 27 27 S marks=A"),
            "A:1",
            [
                "South lifts 1 warrior from A and sows.",
                "Hole A loses its mark for good.",
                "The last warrior fell into an own empty hole, B, and i opposite is occupied and unmarked: "
                "South takes 3 warriors.",
                "The capturing warrior in B goes to the prison too.",
            ],
        ),
        (
            K.start(),
            "EF>A2,j8",
            [
                "South empties E: 5 warriors in hand.",
                "South empties F: 5 warriors in hand.",
                "South puts 2 into A, 8 into j.",
            ],
        ),
        (
            B.position("0,1,0,1/0,1,0,1/0,0,1,0/0,0,0,0 0 0 S -"),
            "C2",
            [
                "South moves a stone on from C2.",
                "The stone in c2 faces it: it is captured and leaves the game.",
                "The stone in c1 stands behind it: it is captured and leaves the game.",
            ],
        ),
    ],
)
def test_sentences(position: Position, move: str, sentences: list[str]) -> None:
    assert position.explain(move) == sentences


def test_the_leftmost_bonus() -> None:
    position = K.position("0,0,0,0,0,0,0,0,0,0/20,0,0,0,0,0,0,0,0,0 20 20 S -")
    assert position.explain("A:20")[-4:] == [
        "The capturing warrior in A goes to the prison too.",
        "Leftmost bonus: South takes 1 warrior from i.",
        "Leftmost bonus: South takes 1 warrior from h.",
        "Leftmost bonus: South takes 1 warrior from g.",
    ]


def test_the_end_of_the_opening() -> None:
    sentences = K.start().play("EF>E5,F5").explain("ef>e5,f5")
    assert sentences[-1] == "The opening is over: every occupied hole is now marked (nki)."


def test_kind_22_both_seats_are_told_alike() -> None:
    position = R.position("1,0,0,0,3,3/2,3,4,0,0,0 16 16 S -")

    def other_seat(sentence: str) -> str:
        words = {"South": "North", "North": "South", "South,": "North,", "North,": "South,"}
        swapped = [words.get(word, word) for word in sentence.split(" ")]
        names = {"A", "B", "B:", "C:", "a:", "b:"}
        return " ".join(word.swapcase() if word in names and swapped[0] != word else word for word in swapped)

    told = [other_seat(sentence) for sentence in position.explain("A")]
    assert told == mirror(position).explain("a")


def test_long_sowings_are_summed_up() -> None:
    position = A.position("0,7,0,1,10,6/2,1,0,4,3,10 2 2 S -")
    sowing = position.sowing("F")
    assert sowing.laps == 156
    sentences = sowing.explain()
    assert len(sentences) < 10
    assert any("the last lap, lap 156" in sentence for sentence in sentences)


@settings(max_examples=150)
@given(st.one_of(strategies.positions(), strategies.strewn()))
def test_every_move_can_be_told(position: Position) -> None:
    for move in position.legal_moves:
        sowing = position.sowing(move)
        sentences = sowing.explain()
        assert sentences
        assert all(sentence and sentence[-1] == "." for sentence in sentences)
        assert not any("  " in sentence for sentence in sentences)
        captures = sum(event.event == Event.CAPTURE for event in sowing)
        told = sum("takes" in sentence or "captured and" in sentence or "too." in sentence for sentence in sentences)
        assert told >= captures
        assert ("The round is over" in sentences[-1]) == (sowing.after.mover is None)
