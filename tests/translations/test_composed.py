"""Sentences as people are told them, their places filled in: in right-to-left text nothing is shown in disorder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import bonduc
from bonduc.errors import IllegalMoveError, IllegalPositionError, NotationError
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, N_, RIGHT_TO_LEFT, Message, speaking, told
from bonduc.play import Round
from bonduc.players import NORTH, SOUTH
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.puzzles.solving import HINTS, hint, right_verdict, worth
from tests.translations.kinds import Text
from tests.translations.order import in_disorder, outside

REFUSED = [
    ("kiothi", "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south", "EF>A2,B3"),
    ("kiothi", "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south", "EF>A2,Q3"),
    ("kiothi", "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south", "E+"),
    ("rio-kadalis", "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b", "a"),
    ("rio-kadalis", "9,4,4,4,4,4/4,4,4,4,4,4 0 -1 S closed=A", "A"),
    ("adji-kui-ii", "6,6,1,0,6,6/2,7,1,6,1,6 0 0 S -", "C"),
    ("bao-la-kimasai", "1,1,0,0/0,0,1,1/1,1,0,0/0,0,1,1 0 0 S -", "A:2"),
]


def explained(name: str) -> Iterator[str]:
    """The sentences of the first moves of a round in which always the last legal move is played."""
    round_ = Round(bonduc.game(name))
    while round_.outcome is None and len(round_.moves) < 40:
        move = round_.legal_moves[-1]
        yield from round_.position.explain(move)
        round_.play(move)


def refused() -> Iterator[str]:
    for name, position, move in REFUSED:
        with pytest.raises((IllegalMoveError, IllegalPositionError, NotationError)) as caught:
            bonduc.game(name).position(position).play(move)
        yield caught.value.told


def of_puzzles(name: str) -> Iterator[str]:
    for puzzle in islice(shipped_puzzles(name), 5):
        yield from map(told, (puzzle.goal, worth(puzzle), right_verdict(puzzle, 0)))
        yield from (told(hint(puzzle, 0, number)) for number in range(1, HINTS + 1))


def of_options(name: str) -> Iterator[str]:
    for option in (*GAMES[name].options, *GAMES[name].match.options):
        yield f"{told(option.doc)} ({told(option.allowed())})"


def results() -> Iterator[Message]:
    for player, result in ((SOUTH, "1-0"), (NORTH, "0-1"), (None, "1/2-1/2")):
        yield N_("Result {result} ({reason}).", result=result, reason=N_("repetition"))
        yield N_("{player} plays {move}.", player=player or SOUTH, move="E-")
        yield N_("{player} +{lead} ({sure})", player=player or NORTH, lead="۲٫۵", sure=N_("exact"))


@pytest.mark.parametrize("language", sorted(RIGHT_TO_LEFT))
def test_nothing_is_shown_in_disorder(language: str) -> None:
    with speaking(language):
        said = [*refused(), *map(told, results())]
        for name in GAMES:
            said += [*explained(name), *of_puzzles(name), *of_options(name)]
    assert len(said) > 200
    assert [each for each in said if in_disorder(Text("", each))] == []
    assert [each for each in said if any(letter in outside(each) for letter in "0123456789")] == []


def test_languages_from_left_to_right_have_no_isolates() -> None:
    for language in LANGUAGES.keys() - RIGHT_TO_LEFT:
        with speaking(language):
            for message in results():
                assert outside(message.told) == message.told
