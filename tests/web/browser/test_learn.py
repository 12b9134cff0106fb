"""Lessons in a real browser: by mouse, by keyboard, on a phone, from right to left."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Page, expect

from bonduc.games.registry import GAMES
from bonduc.lessons import Status, lesson, lessons
from tests.web.browser.conftest import PHONE, Visit

# The last lesson of each game: a move that misses its goal, and the one that reaches it.
LAST = {
    "kiothi": ("B:1", "D:2"),
    "rio-kadalis": ("A", "F"),
    "adji-kui-ii": ("C", "F"),
    "bao-la-kimasai": ("A1", "D2"),
}


def hole_of(page: Page, name: str) -> str:
    """The selector of a hole by its name."""
    names = page.evaluate("JSON.parse(document.getElementById('board-data').textContent).names")
    return f'.hole[data-hole="{names.index(name)}"]'


def play(page: Page, move: str) -> None:
    """Choose a move with the mouse."""
    name, _, count = move.partition(":")
    page.click(hole_of(page, name), force=True)  # what cannot be played may be chosen too, and says why
    chooser = page.locator(".chooser")
    if count and chooser.count():
        chooser.locator(f'.chip[aria-label="Lift {count}"]').click()


def play_by_key(page: Page, move: str) -> None:
    """Choose a move with the keyboard alone."""
    name, _, count = move.partition(":")
    page.focus(hole_of(page, name))
    page.keyboard.press("Enter")
    chooser = page.locator(".chooser")
    if count and chooser.count():
        chooser.locator(f'.chip[aria-label="Lift {count}"]').focus()
        page.keyboard.press("Enter")


@pytest.mark.parametrize("name", GAMES)
def test_the_tutorial_of_each_game(visit: Visit, accessible: Callable[[Page], None], name: str) -> None:
    """The last lesson, begun from the list: missed, explained, tried again by keyboard, and done."""
    course = lessons(name)
    wrong, right = LAST[name]
    page = visit(f"/learn/{name}/tutorial")
    page.click(f'a[href="/learn/{name}/tutorial/{len(course)}"]')
    expect(page.locator("h1")).to_have_text(course[-1].title)
    expect(page.locator(".hole.can").first).to_be_visible()

    play(page, wrong)
    expect(page.locator("#feedback")).to_have_text(lesson(name, len(course)).check([wrong]).message)
    assert page.locator(".hole.can").count() == 0
    expect(page.locator("#again")).to_be_focused()
    page.click("#why summary")
    expect(page.locator("#why-text p").first).to_be_visible()
    accessible(page)

    page.focus("#again")
    page.keyboard.press("Enter")
    expect(page.locator("#feedback")).to_have_text("")
    expect(page.locator(".hole.can").first).to_be_visible()
    page.focus("#hint")
    page.keyboard.press("Enter")
    expect(page.locator("#hint-text")).to_have_text(course[-1].hint)

    play_by_key(page, right)
    expect(page.locator("#feedback")).to_have_text(course[-1].praise)
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#finished")).to_be_visible()
    accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator(".lessons .is-done")).to_have_count(1)
    expect(page.locator("[data-progress]")).to_have_text(f"1 of {len(course)} done")


def test_a_lesson_of_two_turns(visit: Visit) -> None:
    page = visit("/learn/bao-la-kimasai/tutorial/3")
    play(page, "F2")
    expect(page.locator("#feedback")).to_contain_text("the next hole, E2, is occupied")
    play(page, "E2")
    expect(page.locator("#feedback")).to_contain_text("North answers")
    play(page, "B1")
    expect(page.locator("#feedback")).to_contain_text("it should end in E2")
    page.keyboard.press("Backspace")
    expect(page.locator("#again")).to_be_hidden()
    expect(page.locator(".hole.can").first).to_be_visible()
    play(page, "F2")
    expect(page.locator("#next")).to_be_visible()


def test_an_opening_is_played_and_checked_as_a_whole(visit: Visit) -> None:
    page = visit("/learn/kiothi/tutorial/9")
    expect(page.locator("#feedback")).to_have_text("Choose 2 of your holes to empty.")
    for hole in ("J", "E", *["a"] * 2, *["A"] * 8):
        play(page, hole)
    page.get_by_role("button", name="Play the opening").click()
    expect(page.locator("#feedback")).to_contain_text("2 warriors fell into the other player's row; 4 should.")
    page.click("#again")
    expect(page.locator("#feedback")).to_have_text("Choose 2 of your holes to empty.")
    for hole in ("J", "E", *["a"] * 2, *["A"] * 6, *["b"] * 2):
        play(page, hole)
    page.get_by_role("button", name="Play the opening").click()
    expect(page.locator("#feedback")).to_have_text(lesson("kiothi", 9).praise)


def test_an_opening_of_north_is_played_from_its_side(visit: Visit) -> None:
    page = visit("/learn/kiothi/tutorial/10")
    for hole in ("j", "f", *["d", "c", "b", "a"] * 2, "A", "A"):
        play(page, hole)
    page.get_by_role("button", name="Play the opening").click()
    expect(page.locator("#feedback")).to_have_text(lesson("kiothi", 10).praise)


def test_a_lesson_on_a_phone_in_persian(visit: Visit) -> None:
    page = visit("/learn/adji-kui-ii/tutorial/3?lang=fa", viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first, second = (page.locator(hole_of(page, name)).bounding_box() for name in ("A", "B"))
    assert first is not None
    assert second is not None
    assert first["x"] < second["x"], "the board is not mirrored"
    expect(page.locator(".board-count").first).to_have_text(re.compile("[۰-۹]"))
    page.tap(hole_of(page, "E"))
    expect(page.locator("#next")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/learn?lang=fa", "/learn/kiothi", "/learn/kiothi/tutorial", "/learn/rio-kadalis/tutorial/10"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, accessible: Callable[[Page], None], path: str, scheme: str) -> None:
    page = visit(path, color_scheme=scheme)
    accessible(page)


def test_the_moves_used_here_are_what_they_are_said_to_be() -> None:
    for name, (wrong, right) in LAST.items():
        last = lesson(name, len(lessons(name)))
        assert last.check([wrong]).status == Status.MISSED
        assert last.check([right]).passed
