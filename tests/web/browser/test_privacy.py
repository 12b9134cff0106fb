"""The page about privacy, and the choice whether a game may be studied."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit


def begin(page: Page) -> None:
    """Make a game on one screen."""
    page.goto("/play?game=rio-kadalis")
    page.locator("input[name=opponent][value=same-screen]").check(force=True)
    page.locator("#start").click()
    page.wait_for_url(re.compile("/play/[A-Za-z0-9]{16}"))


@pytest.mark.parametrize("act", ["end", "forget"])
def test_a_browser_is_somebody_new_afterwards(visit: Visit, act: str) -> None:
    page = visit("/", settings={"speed": "instant", "name": "Ann"})
    begin(page)
    game = page.url
    page.get_by_role("link", name="Privacy").click()
    page.locator(f"#{act}").click()
    if act == "forget":
        expect(page.locator("#forget-dialog")).to_be_visible()
        page.locator("#forget-dialog button[value=no]").click()
        expect(page.locator("#done")).to_be_hidden()
        page.locator("#forget").click()
        page.locator("#forget-yes").click()
    expect(page.locator("#done")).to_contain_text("somebody new")
    assert "Ann" not in page.evaluate("JSON.stringify(localStorage)")
    answer = page.request.get(game)
    assert answer.status == (404 if act == "forget" else 200)


def test_the_choice_follows_the_opponent_until_it_is_made(visit: Visit) -> None:
    page = visit("/play")
    studied = page.locator("#studied")
    expect(studied).to_be_checked()
    page.locator("input[name=opponent][value=friend]").check(force=True)
    expect(studied).not_to_be_checked()
    page.locator("input[name=opponent][value=computer]").check(force=True)
    expect(studied).to_be_checked()
    studied.uncheck()
    page.locator("input[name=opponent][value=same-screen]").check(force=True)
    expect(studied).not_to_be_checked()
    page.locator("#start").click()
    expect(page.locator("#terms")).to_contain_text("not to be studied")
