"""Every page in every language: it says which language it is in and runs its way, fits a phone, logs no fault, and
axe finds nothing on it (in every language, on the pages of one game; in English and Persian, on all)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bonduc.bidi import isolate
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.puzzles import shipped_puzzles
from bonduc.web.visitors.language import direction
from tests.web.browser.conftest import PHONE, Visit
from tests.web.test_languages import PAGES as READ

FIRST = next(iter(GAMES))
PAGES = (*READ, f"/puzzles/{FIRST}/{shipped_puzzles(FIRST)[0].id}", "/api/docs")
PARTS = 3  # so many tests a language, so that they can run side by side


def is_of_another_game(path: str) -> bool:
    """Is there a page of the first game that is made in the same way?"""
    return any(game in path for game in GAMES if game != FIRST)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page(visit: Visit, accessible: Callable[[Page], None], language: str, part: int) -> None:
    page = visit("/", faults=True, viewport=PHONE, locale=language, has_touch=True, is_mobile=True)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    for path in PAGES[part::PARTS]:
        page.goto(path)
        root = page.locator("html")
        expect(root).to_have_attribute("lang", language)
        expect(root).to_have_attribute("dir", direction(language))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"{path} scrolls sideways by {wide} pixels"
        if language in ("en", "fa") or not is_of_another_game(path):
            accessible(page)
    assert faults == []


@pytest.mark.parametrize("language", ["en", "fa"])
def test_values_in_sentences_of_scripts_keep_their_order(visit: Visit, language: str) -> None:
    """The same values are isolated as in Python (bonduc.bidi), and none twice."""
    values = ["E-", "1-0", "+۵", "-3", "c", "۳", "2.5", "جنوب", "رضا (Reza)", "\u2066A\u2069، \u2066B\u2069", ""]
    page = visit(f"/?lang={language}")
    said = page.evaluate(
        "async (values) => {"
        "  const { _ } = await import(new URL('i18n.js', document.querySelector('script[type=module]').src));"
        "  return values.map((value) => _('{value}.', { value }));"
        "}",
        values,
    )
    assert said == [f"{isolate(value) if language == 'fa' else value}." for value in values]


@pytest.mark.parametrize("blocked", ["script", "fetch"])
def test_every_page_before_its_scripts_have_run(visit: Visit, accessible: Callable[[Page], None], blocked: str) -> None:
    """Without JavaScript, and on a slow line between a script's start and the server's first answer to it."""
    page = visit("/", faults=True)
    page.click(f"[data-play={FIRST}]")
    page.wait_for_url("**/play/*")
    game = page.url
    page.context.route(
        "**", lambda route: route.abort() if route.request.resource_type == blocked else route.continue_()
    )
    for path in (game, *(path for path in PAGES if FIRST in path or path.count("/") == 1), "/api/docs"):
        page.goto(path)
        accessible(page)


def lefts(page: Page, selector: str) -> list[float]:
    """How far from the left edge each element begins, in pixels."""
    return [box["x"] for each in page.locator(selector).all() if (box := each.bounding_box()) is not None]


def test_persian_pages_are_mirrored_and_their_boards_are_not(visit: Visit) -> None:
    persian, english = visit("/", faults=True, locale="fa-IR"), visit("/", faults=True, locale="en-GB")
    boards = 0
    for path in PAGES:
        for page in (persian, english):
            page.goto(path)
        [left], [right] = lefts(english, ".brand"), lefts(persian, ".brand")
        assert left < english.evaluate("innerWidth / 2") < right, f"{path} is not mirrored"
        if english.locator("div#board").count():
            boards += 1
            for page in (persian, english):
                page.locator("#board .hole").first.wait_for()
            across, mirrored = lefts(english, "#board .hole"), lefts(persian, "#board .hole")
            assert (across[0] < across[1]) == (mirrored[0] < mirrored[1]), f"the board of {path} is mirrored"
    assert boards >= len(GAMES)
