"""Puzzles in a real browser: tried, refuted, tried again, solved; by mouse, by keyboard, on a phone, right to left."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.shipped import shipped_puzzles
from tests.web.browser.conftest import PHONE, Visit

GAME = "rio-kadalis"


def puzzle_of(steps: int) -> Puzzle:
    """A puzzle with so many steps, or more where there are several, whose first wrong move is answered."""
    return next(
        puzzle
        for puzzle in shipped_puzzles(GAME)
        if (len(puzzle.steps) > 1) == (steps > 1) and next(iter(puzzle.steps[0].wrong.values())).line
    )


def path(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game.id}/{puzzle.id}"


def hole(page: Page, move: str) -> None:
    """Choose the hole of a move."""
    page.get_by_role("button", name=re.compile(rf"^{move},")).click()


def test_a_wrong_move_is_refuted_and_another_may_be_tried(visit: Visit) -> None:
    puzzle = puzzle_of(1)
    page = visit(path(puzzle))
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("Choose a hole on the board.")
    wrong = next(iter(puzzle.steps[0].wrong))
    hole(page, wrong)
    expect(verdict).to_have_attribute("data-result", "wrong")
    expect(verdict).to_contain_text("Your rating:")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator(".hole.can")).to_have_count(0)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(again).to_be_hidden()
    hole(page, puzzle.steps[0].move)
    expect(verdict).to_have_attribute("data-result", "right")
    expect(verdict).to_contain_text("solved")
    expect(page.locator("#themes li")).to_have_count(len(puzzle.themes))


def test_the_opponent_replies_until_all_is_found(visit: Visit) -> None:
    puzzle = puzzle_of(2)
    page = visit(path(puzzle))
    for step in puzzle.steps[:-1]:
        hole(page, step.move)
        expect(page.locator("#verdict")).to_contain_text(f"{step.move} is right. What comes next?")
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Go on: what comes next?")
    hole(page, puzzle.steps[-1].move)
    expect(page.locator("#verdict")).to_contain_text("solved")
    page.get_by_role("button", name="Play the solution again").click()
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{GAME}/(?!{puzzle.id})[0-9a-f]+$"))


def test_by_keyboard_alone(visit: Visit) -> None:
    puzzle = puzzle_of(1)
    page = visit(path(puzzle))
    expect(page.locator(".hole.can").first).to_be_visible()
    page.locator("#hint").focus()
    said = ""
    for _ in range(3):
        page.keyboard.press("Enter")
        expect(page.locator("#hint-text")).not_to_have_text(said)
        said = page.locator("#hint-text").inner_text()
    expect(page.locator("#hint-text")).to_contain_text(puzzle.steps[0].move[0])
    expect(page.locator("#hint")).to_be_disabled()
    page.get_by_role("button", name=re.compile(rf"^{puzzle.steps[0].move},")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("solved")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()


def test_the_solution_can_be_shown(visit: Visit) -> None:
    puzzle = puzzle_of(2)
    page = visit(path(puzzle))
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#verdict")).to_contain_text("This was the solution.")
    expect(page.locator("#moves li b")).to_have_text(list(puzzle.moves))


def test_previews_can_be_switched_off(visit: Visit) -> None:
    puzzle = puzzle_of(1)
    page = visit(path(puzzle))
    page.get_by_role("button", name=re.compile(rf"^{puzzle.steps[0].move},")).hover()
    expect(page.locator(".board-caption")).to_contain_text("Ends in")
    page.get_by_label("Show what a move would do").uncheck()
    page.get_by_role("button", name=re.compile(rf"^{puzzle.steps[0].move},")).hover()
    expect(page.locator(".board-caption")).not_to_contain_text("Ends in")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_on_a_phone(visit: Visit, language: str) -> None:
    page = visit(f"{path(puzzle_of(1))}?lang={language}", viewport=PHONE, has_touch=True)
    expect(page.locator(".hole.can").first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page scrolls sideways"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible(visit: Visit, accessible: Callable[[Page], None], theme: str) -> None:
    page = visit("/puzzles", settings={"theme": theme, "speed": "instant"})
    accessible(page)
    page.goto(f"/puzzles/{GAME}")
    accessible(page)
    puzzle = puzzle_of(1)
    page.goto(path(puzzle))
    expect(page.locator(".hole.can").first).to_be_visible()
    accessible(page)
    hole(page, next(iter(puzzle.steps[0].wrong)))
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    accessible(page)
