"""Sentences as people are told them, their places filled in.

No English shows through them, a count agrees with its verb, and in right-to-left text nothing is shown in disorder.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import bonduc
from bonduc.errors import IllegalMoveError, IllegalPositionError, NotationError, system_fault
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, N_, RIGHT_TO_LEFT, Message, speaking, told
from bonduc.lessons import lessons
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


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_a_pass_that_is_refused_is_called_so(language: str) -> None:
    with speaking(language):
        assert "pass" not in lessons("adji-kui-ii")[0].check(["pass"]).message


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
@pytest.mark.parametrize("number", [errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_common_faults_of_the_system_are_translated(number: int, language: str) -> None:
    fault = system_fault(OSError(number, os.strerror(number)))
    assert fault == os.strerror(number)
    with speaking(language):
        assert told(fault) != os.strerror(number)


def test_only_commands_for_research_tell_faults_of_the_system_in_english() -> None:
    source = Path(bonduc.__file__).parent
    english = {"arena", "solve", "engine", "errors.py", "terminal/console/streams.py"}
    using = [str(path.relative_to(source)) for path in source.rglob("*.py") if "strerror}" in path.read_text("utf-8")]
    assert [each for each in using if not any(each.startswith(part) for part in english)] == []


def test_what_a_russian_player_takes_is_in_the_accusative() -> None:
    position = bonduc.game("kiothi").position("0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,3,0,0,0,0 30 27 S -")
    with speaking("ru"):
        said = " ".join(position.explain("F:1"))
    assert re.search(r"забирает с доски \d+ воин(?:а|ов)\.", said)
