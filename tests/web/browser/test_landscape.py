"""A phone on its side: the board, what is said and what is pressed are all in view, without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bonduc.games.registry import GAMES
from bonduc.puzzles import shipped_puzzles
from tests.web.browser.conftest import Visit

SIZES = ((667, 375), (844, 390), (932, 430))


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def phone(request: pytest.FixtureRequest, visit: Visit) -> Callable[..., Page]:
    """Opens a page on a phone of one of the sizes that lies on its side."""
    width, height = request.param

    def open_page(path: str, **given: Any) -> Page:
        return visit(path, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, **given)

    return open_page


def in_view(page: Page, *selectors: str) -> None:
    """Asserts that everything these selectors find is wholly in view, and something is found."""
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    height = page.evaluate("innerHeight")
    for selector in selectors:
        found = page.locator(selector).filter(visible=True)
        expect(found.first).to_be_visible()
        for each in found.all():
            box = each.bounding_box()
            assert box is not None
            assert box["y"] >= -1, f"{selector} begins above"
            assert box["y"] + box["height"] <= height + 1, f"{selector} ends {box['y'] + box['height'] - height} below"


BEGIN = """async ([game, csrf]) => (await (await fetch("/api/live", {method: "POST",
  headers: {"content-type": "application/json", "x-csrf-token": csrf}, body: JSON.stringify(
  {game, kind: "round", opponent: "same-screen", side: "S", clock: {initial: 300, increment: 3}})})).json()).url"""


def test_a_game(phone: Callable[..., Page]) -> None:
    page = phone("/privacy")
    for name in GAMES:
        page.goto(page.evaluate(BEGIN, [name, page.get_attribute("meta[name=csrf]", "content")]))
        page.locator(".hole.can").first.wait_for()
        in_view(page, "#board svg", "#turn", ".console button", ".seat-name", ".seat-clock")


def test_a_lesson(phone: Callable[..., Page]) -> None:
    page = phone("/privacy")
    for name in GAMES:
        page.goto(f"/learn/{name}/tutorial/1")
        page.locator(".hole.can").first.wait_for()
        in_view(page, "#board svg", "h1", "#task", "#hint")


def test_a_lesson_tried_again(phone: Callable[..., Page]) -> None:
    page = phone("/learn/rio-kadalis/tutorial/1?lang=fa")
    page.tap('.hole[data-hole="2"]')
    page.locator("#again").wait_for()
    in_view(page, "#board svg", "#again", "#hint")


def test_a_puzzle(phone: Callable[..., Page]) -> None:
    page = phone("/privacy")
    for name in GAMES:
        page.goto(f"/puzzles/{name}/{shipped_puzzles(name)[0].id}")
        page.locator(".hole.can").first.wait_for()
        in_view(page, "#board svg", "#goal", "#verdict", "#actions > *")


def test_the_analysis_board(phone: Callable[..., Page]) -> None:
    page = phone("/privacy")
    for name in GAMES:
        page.goto(f"/analysis/{name}")
        page.wait_for_selector("html[data-ready=analysis]")
        opening = [".opening button"] if GAMES[name].has_opening else []
        in_view(page, "#board svg", ".leaf button", "#score-words", "#game", *opening)


def test_try_again_is_in_view_on_a_desktop(visit: Visit) -> None:
    for number in (2, 5, 7):
        page = visit(f"/learn/rio-kadalis/tutorial/{number}")
        page.locator(".hole.can").last.click()
        page.locator("#again").wait_for()
        in_view(page, "#board svg", "#task", "#again", "#hint")


def test_every_lesson_number_is_in_view_on_a_phone(visit: Visit) -> None:
    page = visit("/learn/kiothi/tutorial/12", viewport={"width": 390, "height": 844}, has_touch=True)
    numbers = page.locator(".steps-nav a")
    assert numbers.count() == 12
    for each in numbers.all():
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["width"] >= 24
        assert each.evaluate("(place) => place.scrollWidth <= place.clientWidth + 1")
