"""bonduc learn: lessons at the prompt."""

from __future__ import annotations

import pytest

from bonduc.games.registry import GAMES
from bonduc.lessons import lessons
from tests.terminal.support import Runner, bad_input


@pytest.mark.parametrize("name", GAMES)
def test_the_first_lesson_is_shown(bonduc: Runner, name: str) -> None:
    ran = bonduc("learn", name, typed=["quit"])
    first = lessons(name)[0]
    assert ran.code == 0
    assert f"1. {first.title}" in ran.words
    assert first.text in ran.words
    assert f"{first.game.name}, 1/{len(lessons(name))}" in ran.words
    assert max(map(len, ran.out.splitlines())) <= 80


def test_moves_are_checked_and_lessons_follow(bonduc: Runner) -> None:
    ran = bonduc("learn", "kiothi", typed=["D", "hint", "why", "d1", "why", "D:3", "", "quit"])
    assert ran.code == 0
    assert "Move D:5 is not legal: the first lap would end" in ran.words
    assert "G is three holes on from D." in ran.words
    assert "No move has been played." in ran.words
    assert "It ended in E; it should end in G. Try again." in ran.words
    assert lessons("kiothi")[0].praise in ran.words
    assert f"2. {lessons('kiothi')[1].title}" in ran.words


def test_a_lesson_of_two_turns(bonduc: Runner) -> None:
    ran = bonduc("learn", "bao", "--lesson", "3", typed=["E2", "b1", "F2", "", "quit"])
    assert "North answers" in ran.words
    assert "It ended in C1; it should end in E2. Try again." in ran.words
    assert lessons("bao")[2].praise in ran.words
    assert f"4. {lessons('bao')[3].title}" in ran.words


def test_an_opening_step_by_step(bonduc: Runner) -> None:
    steps = ["E-", "F-", *["A+"] * 10]
    ran = bonduc("learn", "kiothi", "--lesson", "9", typed=[*steps, "EF>A6,a4", "", "quit"])
    assert "Write it at once: EF>A2,B3,j5" in ran.words
    assert "0 warriors fell into the other player's row; 4 should. Try again." in ran.words
    assert lessons("kiothi")[8].praise in ran.words


def test_commands_and_the_end(bonduc: Runner) -> None:
    count = len(lessons("rio"))
    typed = ["", "help", "moves", "task", "back", "again", "wat", "next", "F", "", "F"]
    ran = bonduc("learn", "rio", "--lesson", str(count - 1), typed=[*typed, ""])
    assert ran.code == 0
    assert "Type a move, or: hint" in ran.words
    assert "'wat'" in ran.words
    assert "Play a game now: bonduc play rio-kadalis" in ran.words


def test_bad_input_is_told(bonduc: Runner) -> None:
    assert "there are lessons 1 to 12" in bad_input(bonduc("learn", "kiothi", "--lesson", "13"))
    assert "unknown game" in bad_input(bonduc("learn", "chess"))
    assert "speed" in bad_input(bonduc("learn", "bao", "--speed", "warp"))
