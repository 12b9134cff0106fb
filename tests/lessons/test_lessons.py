"""Every lesson: legal, solvable, not solved by whatever one does, clear in what it says; every rule taught."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bonduc.errors import BonducError, NotationError, UnknownGameError
from bonduc.games.kernels.state import Kind, encode
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, Message, speaking, told
from bonduc.lessons import Lesson, Status, Verdict, courses, lesson, lessons
from bonduc.notation import move_of_steps
from bonduc.position import Position
from bonduc.rules_pages import read_page
from tests.tools.make_messages import TEMPLATE, messages, read

ALL = [each for name in GAMES for each in lessons(name)]
COMMON = {"endless", "repetition"}  # rules of all games, which have no number


def name_of(each: Lesson) -> str:
    return f"{each.game_id}-{each.slug}"


def whole_turns(position: Position) -> list[str]:
    """The turns to try: every legal move, or in an opening a few redistributions and ways to finish one."""
    if position.phase == "play":
        return [str(move) for move in position.legal_moves]
    layout = position.game.layout
    own = [hole for hole, seeds in enumerate(position.holes) if seeds and layout.side(hole) == position.mover][:2]
    steps = [encode(Kind.EMPTY, hole) for hole in own]
    seeds = sum(position.holes[hole] for hole in own)
    turns = []
    for first in range(0, layout.size, 3):
        drops = [encode(Kind.DROP, min(first + i // 2, layout.size - 1)) for i in range(seeds)]
        turns.append(str(move_of_steps(steps + drops, layout)))
    return turns


def finish(each: Lesson, position: Position, spread: bool) -> list[str]:
    """The steps that put down what is in hand: one to a hole, or all on the last hole."""
    steps = []
    while position.hand:
        moves = position.legal_moves
        side = position.game.layout.side
        empty = [
            move
            for move in moves
            if move.hole is not None and not position.holes[move.hole] and side(move.hole) == position.mover
        ]
        move = empty[0] if spread and empty else moves[-1]
        steps.append(str(move))
        position = position.play(move)
    return steps


@cache
def verdicts(each: Lesson) -> list[list[Verdict]]:
    """By stage, the verdicts on every turn that can be tried; the first right turn leads to the next stage."""
    found: list[list[Verdict]] = []
    moves: list[str] = []
    position = each.position
    for _ in each.stages:
        if position.hand:
            tries = [finish(each, position, spread) for spread in (True, False)]
        else:
            tries = [[turn] for turn in whole_turns(position)]
        told = [each.check([*moves, *steps]) for steps in tries]
        found.append(told)
        right = next((i for i, one in enumerate(told) if one.status in (Status.PASSED, Status.ONWARD)), None)
        assert right is not None, f"stage {len(found)} of {each.slug} cannot be done"
        moves += tries[right]
        position = told[right].position
    return found


@pytest.mark.parametrize("each", ALL, ids=name_of)
def test_lessons_can_be_done_and_missed(each: Lesson) -> None:
    stages = verdicts(each)
    assert any(one.passed for one in stages[-1])
    assert any(one.status == Status.MISSED for tried in stages for one in tried)
    for tried in stages[:-1]:
        assert any(one.status == Status.ONWARD for one in tried)


@pytest.mark.parametrize("each", [each for each in ALL if each.position.phase == "play"], ids=name_of)
def test_lessons_are_not_done_by_chance(each: Lesson) -> None:
    """At most half of the moves are right in the turn that has the most wrong ones."""
    shares = [sum(one.status != Status.MISSED for one in told) / len(told) for told in verdicts(each)]
    assert min(shares) <= 0.5


@pytest.mark.parametrize("each", ALL, ids=name_of)
def test_replies_fit_every_right_move(each: Lesson) -> None:
    for stage, tried in zip(each.stages, verdicts(each), strict=True):
        for one in tried:
            if one.status == Status.ONWARD:
                assert len(one.sowings) == (2 if stage.reply else 1)
                assert one.position.mover == each.learner


@pytest.mark.parametrize("each", ALL, ids=name_of)
def test_feedback_says_what_happened_and_why_it_misses(each: Lesson) -> None:
    for tried in verdicts(each):
        for one in tried:
            assert one.sowings
            if one.status == Status.MISSED:
                first = one.sowings[0].explain()[0] if each.position.phase == "play" else ""
                assert one.message.startswith(first)
                assert len(one.message) > len(first)
                assert one.message.endswith(".")
            if one.passed:
                assert one.message == each.praise


@pytest.mark.parametrize("each", ALL, ids=name_of)
def test_texts_are_messages_of_a_readable_length(each: Lesson) -> None:
    for text in (each.title, each.text, each.hint, each.praise):
        assert isinstance(text, Message)
        assert text.strip() == text
    assert len(each.title) <= 40
    assert not each.title.endswith(".")
    assert len(each.text) <= 320
    for text in (each.text, each.hint, each.praise):
        assert text[-1] in ".?!)"


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_the_game_is_taught(name: str) -> None:
    numbers = set(re.findall(r"^(\d+)\. ", read_page(name).source, re.MULTILINE))
    taught = {rule for each in lessons(name) for rule in each.rules}
    assert taught - COMMON == numbers


def test_rules_common_to_the_games_are_taught_somewhere() -> None:
    assert {rule for each in ALL for rule in each.rules} >= COMMON


@pytest.mark.parametrize("name", GAMES)
def test_a_course_has_eight_to_twelve_lessons(name: str) -> None:
    course = lessons(name)
    assert 8 <= len(course) <= 12
    assert len({each.slug for each in course}) == len(course)
    assert len({each.title for each in course}) == len(course)
    assert courses()[name].lessons == course


DIRECTIONS = {
    "en": r"\b(to the (left|right)|\w+most|(from|at|on) (the )?(left|right)|(left|right) end|up|down|above|below)\b",
    "fa": r"چپ|راست|بالا|پایین",
    "fil": r"kaliwa|kanan|\bitaas\b|pataas|paakyat|ibaba|pababa",
    "ru": r"\b(лев|прав(?!ил)(?=ы[йхем]|ая|ой|ую|о\b)|вверх|вниз|верхн|нижн|наверх|налев|направ|спуска)",
    "az": r"\b(sol|sağ)(?!ı)\w*|yuxarı|aşağı|\benir\b",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("each", ALL, ids=name_of)
def test_lessons_name_holes_not_directions(each: Lesson, language: str) -> None:
    """The board stands upright on a phone: there `to the right` is up."""
    said = [each.title, each.text, each.hint, each.praise, *(stage.done for stage in each.stages if stage.done)]
    with speaking(language):
        for text in said:
            assert not re.search(DIRECTIONS[language], told(text), re.IGNORECASE), told(text)


def test_goals_name_no_directions_either() -> None:
    template = read(TEMPLATE)
    here = [entry for entry in messages(template) if any("lessons/" in place for place, _ in entry.locations)]
    assert len(here) > 150
    for entry in here:
        for text in [entry.id] if isinstance(entry.id, str) else entry.id:
            assert not re.search(DIRECTIONS["en"], text, re.IGNORECASE), text


@pytest.mark.parametrize("name", GAMES)
def test_the_first_lesson_wins_nothing_and_calls_no_capture_wrong(name: str) -> None:
    first = lesson(name, 1)
    for move in first.position.legal_moves:
        sowing = first.check([str(move)]).sowings[0]
        assert sowing.captured == (0, 0)


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].hole_limit != 1])
def test_words_are_explained_where_they_are_first_used(name: str) -> None:
    """What sowing is in the first lesson; relay and lap together, in the lesson that first speaks of them."""
    texts = [str(each.text) for each in lessons(name)]
    assert "To sow, you lift" in texts[0]
    assert "rows of holes" in texts[0]
    assert not re.search(r"\b(lap|relay)\b", " ".join(filter(None, (texts[0], lessons(name)[0].hint))))
    first = next(text for text in texts if re.search(r"\blaps?\b", text))
    assert "is a lap" in first
    assert "relay" in first


# Checking


def test_illegal_moves_are_told_with_their_rule() -> None:
    verdict = lesson("kiothi", 1).check(["D:5"])
    assert verdict.status == Status.ILLEGAL
    assert not verdict.passed
    assert "first-lap restriction, rule 6" in verdict.message
    assert verdict.sowings == ()
    assert verdict.position == lesson("kiothi", 1).position


def test_a_missed_turn_is_taken_back_and_shown() -> None:
    first = lesson("kiothi", 1)
    verdict = first.check(["D:1"])
    assert verdict.status == Status.MISSED
    assert verdict.position == first.position
    assert str(verdict.sowings[0].move) == "D:1"
    assert verdict.message.endswith("It ended in E; it should end in G.")


def test_a_lesson_of_two_turns_answers_the_first() -> None:
    each = lesson("bao", 3)
    verdict = each.check(["E2"])
    assert verdict.status == Status.ONWARD
    assert [str(sowing.move) for sowing in verdict.sowings] == ["E2", "d1"]
    assert verdict.message.startswith("E2 is free now. North answers: ")
    assert each.check(["E2", "F2"]).passed
    assert each.check(["F2"]).status == Status.ILLEGAL
    assert each.check(["B1", "F2"]).status == Status.MISSED  # the first wrong turn decides


def test_an_opening_is_judged_when_it_is_complete_step_by_step_or_at_once() -> None:
    each = next(one for one in lessons("kiothi") if one.slug == "opening")
    steps = ["E-", "F-", *["A+"] * 6, *["a+"] * 4]
    for count in range(1, len(steps)):
        verdict = each.check(steps[:count])
        assert verdict.status == Status.UNFINISHED
    assert each.check(steps).passed
    assert each.check(["EF>A6,a4"]).passed
    missed = each.check([*steps[:8], *["B+"] * 4])
    assert missed.status == Status.MISSED
    assert missed.position == each.position
    assert missed.message == each.check(["EF>A6,B4"]).message
    assert "0 warriors fell into the other player's row; 4 should." in missed.message


def test_an_opening_of_north_is_judged_by_its_marks() -> None:
    each = next(one for one in lessons("kiothi") if one.slug == "marks")
    assert each.check(["ef>a3,b3,c3,d1"]).passed
    missed = each.check(["ef>a4,b3,c3"])
    assert "7 of your holes are marked; 8 are wanted." in missed.message


def test_the_repetition_rule_decides() -> None:
    each = next(one for one in lessons("rio-kadalis") if one.slug == "repetition")
    verdict = each.check(["C"])
    assert verdict.passed
    assert verdict.position.stores == (24, 23)


def test_moves_that_are_none_and_too_many_are_refused() -> None:
    each = lesson("rio-kadalis", 1)
    with pytest.raises(BonducError, match="no moves"):
        each.check([])
    with pytest.raises(NotationError):
        each.check(["Z9"])
    with pytest.raises(BonducError, match="done already"):
        each.check(["B", "B"])


def test_lessons_are_found_by_name_and_number() -> None:
    assert lessons("rio") == lessons("rio-kadalis")
    assert lesson("adji", 1) is lessons("adji-kui-ii")[0]
    with pytest.raises(UnknownGameError):
        lessons("chess")
    for number in (0, 99):
        with pytest.raises(BonducError, match=f"there is no lesson {number}"):
            lesson("bao", number)


def goal_names() -> Iterator[str]:
    from bonduc.lessons import goals

    yield from (name for name, value in vars(goals).items() if isinstance(value, type) and hasattr(value, "miss"))


@pytest.mark.parametrize("name", [name for name in goal_names() if name != "Goal"])
def test_every_goal_is_used(name: str) -> None:
    def kinds(goal: object) -> set[str]:
        inner = getattr(goal, "goals", ())
        return {type(goal).__name__}.union(*(kinds(one) for one in inner))

    assert any(name in kinds(stage.goal) for each in ALL for stage in each.stages)
