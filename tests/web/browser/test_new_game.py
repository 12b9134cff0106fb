"""From the first page to a first move, and the form of a new game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, Visit
from tests.web.browser.tables import click, connected, playable, stands


def test_from_the_first_page_to_a_first_move(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Play Rio Kadalis", exact=True).click()
    page.wait_for_url("**/play/*")
    connected(page)
    expect(page.locator("#seat-far")).to_contain_text("Computer, level 2")
    click(page, playable(page)[0])
    page.locator("#table:not([data-ply='0'])").wait_for()
    stands(page, turn="mine")
    page.goto("/")
    expect(page.locator(".under-way")).to_contain_text("your move")


def test_the_tutorial_is_offered_once(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator("#tutorial")).to_be_visible()
    page.locator("#tutorial-no").click()
    expect(page.locator("#tutorial")).to_be_hidden()
    page.reload()
    expect(page.locator("#tutorial")).to_be_hidden()


def test_one_board_lives(visit: Visit) -> None:
    page = visit("/", settings={"speed": "fast"})
    page.locator("#living .board").wait_for()
    first = page.locator("#living .hole").first
    expect(first).not_to_have_attribute("aria-label", first.get_attribute("aria-label") or "")


def test_no_board_moves_where_less_motion_is_asked_for(visit: Visit) -> None:
    page = visit("/", settings={"speed": "fast"}, reduced_motion="reduce")
    page.wait_for_load_state("networkidle")
    assert page.locator("#living .board").count() == 0
    expect(page.locator("#living svg")).to_be_visible()


def test_faults_are_told_beside_the_field(visit: Visit) -> None:
    page = visit("/play?game=rio-kadalis")
    page.locator("#more summary").click()
    field = page.locator("#option-rio-kadalis-holes")
    field.fill("99")
    page.locator("#more summary").click()
    page.locator("#start").click()
    expect(page.locator("#fault-option-rio-kadalis-holes")).to_contain_text("from 2 to 12")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("5")
    page.locator("#clock").select_option("custom")
    page.locator("#clock-minutes").fill("")
    page.locator("#start").click()
    expect(page.locator("#fault-clock-minutes")).to_contain_text("from 1 to 180")
    page.locator("#clock-minutes").fill("7")
    page.locator("#start").click()
    page.wait_for_url("**/play/*")
    connected(page)
    expect(page.locator("#terms")).to_contain_text("7 min")
    expect(page.locator("#terms")).to_contain_text("Holes in a row: 5")


def test_what_only_the_server_can_judge_is_told_too(visit: Visit) -> None:
    page = visit("/play?game=kiothi", faults=True)
    page.locator("#more summary").click()
    page.locator("#option-kiothi-seeds").select_option("6")
    page.locator("#start").click()
    expect(page.locator("#form-fault")).to_contain_text("holes_filled")
    expect(page.locator("#start")).to_be_enabled()


def test_a_match_on_the_same_screen(visit: Visit) -> None:
    page = visit("/play?game=bao-la-kimasai", viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator("input[name=opponent][value=same-screen]").check(force=True)
    page.locator("input[name=length][value=match]").check(force=True)
    expect(page.get_by_text("Your side")).to_be_hidden()
    page.locator("#start").click()
    page.wait_for_url("**/play/*")
    connected(page)
    expect(page.locator("#terms")).to_contain_text("a match, round 1")
    stands(page, turn="mine")
    page.locator("#facing").click()
    expect(page.locator("body")).to_have_class("playing facing")


def test_the_form_remembers_name_and_level(visit: Visit) -> None:
    page = visit("/play")
    page.locator("#name").fill("Ann")
    page.locator("input[name=level][value='1']").check(force=True)
    page.locator("#start").click()
    page.wait_for_url("**/play/*")
    connected(page)
    expect(page.locator("#seat-near")).to_contain_text("Ann")
    page.locator("#seat-near .seat-rename").click()
    page.locator("#new-name").fill("Anna")
    page.keyboard.press("Enter")
    expect(page.locator("#seat-near")).to_contain_text("Anna")
    page.goto("/play")
    expect(page.locator("#name")).to_have_value("Anna")
    expect(page.locator("input[name=level]:checked")).to_have_value("1")
