"""The analysis board in a browser: records, branches, live lines, set-up, permalinks, the graph, downloads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bonduc
from tests.web.browser.conftest import PHONE, Visit

RECORD = """[Game "rio-kadalis"]
[South "Ann"]
[North "Ben"]

1. A b {A surprise.} 2. F (2. D {Quieter.} a) 2... f *
"""
ENGINE_PATIENCE = 600_000  # milliseconds: it may have to be compiled first


def study(page: Page) -> Page:
    """The page, once it is ready."""
    page.wait_for_selector("html[data-ready=analysis]")
    return page


def tree(page: Page) -> list[str]:
    """The moves in the tree, in reading order."""
    return page.locator(".tree-text").all_inner_texts()


def here(page: Page) -> str:
    """The move that is marked as the present one."""
    found = page.locator(".tree-move[aria-current] .tree-text").all_inner_texts()
    return found[0] if found else ""


def load(page: Page, text: str) -> None:
    page.locator("#load-panel summary").click()
    page.fill("#record-text", text)
    page.click("#load")


def hole(page: Page, index: int) -> Any:
    return page.locator(f'.hole[data-hole="{index}"]')


def test_a_record_is_loaded_and_leafed_through(visit: Visit, accessible: Callable[[Page], None]) -> None:
    page = study(visit("/analysis"))
    load(page, RECORD)
    expect(page.locator("#tags")).to_have_text("Ann – Ben")
    assert tree(page) == ["A", "b", "F", "D", "a", "f"]
    page.locator("#tree").focus()
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"/analysis/rio-kadalis\?moves=A\+b\+F\+f$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree-move[aria-current]")).to_contain_text("F")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree-move[aria-current]")).to_contain_text("D")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"/analysis/rio-kadalis$"))
    page.locator("#told").wait_for(state="hidden")
    page.click("#to-next")
    page.locator("#told summary").click()
    expect(page.locator("#sentences")).to_contain_text("A")
    accessible(page)


def test_faults_of_records_are_told(visit: Visit) -> None:
    page = study(visit("/analysis", faults=True))
    load(page, RECORD.replace("2. F", "2. Q"))
    expect(page.locator("#load-fault")).to_contain_text("line 5")
    assert tree(page) == []


def test_a_bad_permalink_is_told(visit: Visit) -> None:
    page = study(visit("/analysis/rio-kadalis?moves=A+Q", faults=True))
    expect(page.locator("#notice")).to_contain_text("'Q'")
    hole(page, 0).click()
    expect(page.locator(".tree-text")).to_have_text(["A"])
    expect(page.locator("#notice")).to_be_hidden()


def test_moves_make_variations_that_can_be_promoted_and_deleted(visit: Visit) -> None:
    page = study(visit("/analysis/rio-kadalis?moves=A"))
    page.click("#to-start")
    hole(page, 2).click()
    expect(page.locator(".tree-move[aria-current]")).to_contain_text("C")
    assert tree(page) == ["A", "C"]
    expect(page).to_have_url(re.compile(r"moves=C$"))
    page.fill("#comment", "Bolder.")
    page.locator("#comment").blur()
    expect(page.locator(".tree-comment")).to_have_text("Bolder.")
    page.click("#promote")
    assert tree(page) == ["C", "A"]
    page.reload()
    study(page)
    assert tree(page) == ["C", "A"], "the tree survives a reload"
    page.click("#delete")
    expect(page.locator(".tree-text")).to_have_text(["A"])


def test_letters_choose_holes(visit: Visit) -> None:
    page = study(visit("/analysis/adji-kui-ii"))
    page.keyboard.press("b")
    expect(page.locator(".tree-text")).to_have_text(["B"])
    page.keyboard.press("f")
    expect(page.locator(".tree-text")).to_have_text(["B", "f"])


def test_a_permalink_is_restored_and_the_way_back_works(visit: Visit) -> None:
    page = study(visit("/analysis/rio-kadalis?options=holes%3D5&moves=B+c"))
    assert page.locator(".hole").count() == 10
    assert here(page) == "c"
    expect(page.locator("#rules-in-force")).to_have_text("holes=5")
    load(page, RECORD)
    expect(page.locator(".hole")).to_have_count(12)
    expect(page).to_have_url(re.compile(r"/analysis/rio-kadalis$"))
    page.go_back()
    expect(page.locator(".hole")).to_have_count(10)
    expect(page.locator(".tree-move[aria-current]")).to_contain_text("c")


def test_a_position_is_set_up(visit: Visit, accessible: Callable[[Page], None]) -> None:
    page = study(visit("/analysis/rio-kadalis"))
    page.locator("#setup-panel summary").click()
    page.click("#setup-clear")
    expect(page.locator("#setup-defects li").first).to_be_visible()
    expect(page.locator("#setup-use")).to_be_disabled()
    hole(page, 0).click()
    hole(page, 0).click()
    hole(page, 7).click()
    expect(page.locator("[data-hole='0'] >> nth=-1")).to_have_value("2")
    page.get_by_label("South's store").fill("25")
    page.get_by_label("North's store").fill("20")
    expect(page.locator("#setup-total")).to_have_text("48 of 48 seeds")
    expect(page.locator("#setup-use")).to_be_enabled()
    accessible(page)
    page.click("#setup-use")
    expect(page).to_have_url(re.compile(r"position=0%2C0%2C0%2C0%2C1%2C0%2F2%2C0"))
    hole(page, 0).click()
    expect(page.locator(".tree-text")).to_have_text(["A"])


def test_an_opening_is_played_in_any_order_and_becomes_one_move(
    visit: Visit, accessible: Callable[[Page], None]
) -> None:
    """The last hole first, then one before it; a seed in D, then some in A: engines list steps in one order only."""
    page = study(visit("/analysis/kiothi"))
    for index in (9, 4, 3, 0, 0):
        hole(page, index).click()
    expect(page.locator("#opening-words")).to_contain_text("7 in hand")
    page.keyboard.press("Backspace")
    expect(page.locator("#opening-words")).to_contain_text("8 in hand")
    expect(page.locator(".tree-text")).to_have_count(0)
    page.reload()
    study(page)
    for index in [12] * 8:
        hole(page, index).click()
    accessible(page)
    page.get_by_role("button", name="Play the opening").click()
    expect(page.locator(".tree-text")).to_have_text(["EJ>A1,D1,c8"])
    for index in (19, 12, *[11] * 6, *[1] * 7):
        hole(page, index).click()
    page.get_by_role("button", name="Play the opening").click()
    expect(page.locator(".tree-text")).to_have_text(["EJ>A1,D1,c8", "cj>B7,b6"])
    expect(page.locator("#opening")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator("#opening")).to_be_visible()
    page.keyboard.press("End")
    page.reload()
    assert tree(study(page)) == ["EJ>A1,D1,c8", "cj>B7,b6"]


def test_live_lines_appear_and_stop(visit: Visit) -> None:
    page = study(visit("/analysis/rio-kadalis?moves=A+b"))
    page.select_option("#lines", "2")
    page.keyboard.press("Space")
    expect(page.locator(".engine-line")).to_have_count(2, timeout=ENGINE_PATIENCE)
    expect(page.locator("#score-words")).to_have_text(re.compile(r"^(South|North|Even|A draw)"))
    page.locator(".engine-line").first.hover()
    expect(page.locator(".board-arrow")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".board-arrow")).to_have_count(0)
    move = page.locator(".line-moves").first.inner_text().split()[0]
    page.locator(".line-play").first.click()
    expect(page.locator(".tree-text")).to_have_count(3)
    assert tree(page)[2] in (move, *"CDEF")
    expect(page.locator(".engine-line")).to_have_count(2, timeout=ENGINE_PATIENCE)
    page.click("#think")
    expect(page.locator(".engine-line")).to_have_count(0)
    expect(page.locator("#engine-idle")).to_be_visible()


def test_the_engine_rests_while_a_position_is_set_up(visit: Visit) -> None:
    page = study(visit("/analysis/rio-kadalis"))
    page.click("#think")
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "true")
    page.locator("#setup-panel summary").click()
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#think")).to_be_disabled()
    expect(page.locator("#engine-idle")).to_have_text("The engine rests while a position is set up.")
    expect(page.locator(".engine-line")).to_have_count(0)
    page.locator("#setup-panel summary").click()
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#think")).to_be_enabled()


def test_a_finished_round_shows_its_result(visit: Visit) -> None:
    played = bonduc.Round(bonduc.game("bao-la-kimasai", columns=2))
    while played.outcome is None:
        played.play(played.legal_moves[0])
    moves = "+".join(str(move) for move in played.moves)
    page = study(visit(f"/analysis/bao-la-kimasai?options=columns%3D2&moves={moves}"))
    words = {None: "A draw", 0: "South wins", 1: "North wins"}[played.outcome.winner]
    expect(page.locator("#score-words")).to_have_text(words)
    expect(page.locator("#engine-state")).not_to_be_empty()


def test_the_graph_marks_mistakes_and_leads_to_moves(visit: Visit, accessible: Callable[[Page], None]) -> None:
    page = study(visit("/analysis/rio-kadalis?moves=B+a+E+c+C+b+E"))
    page.click("#review")
    expect(page.locator("#graph-words")).to_contain_text("South:", timeout=ENGINE_PATIENCE)
    graph = page.locator("#graph svg")
    expect(graph).to_be_visible()
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 13, box["y"] + 20)
    expect(page.locator(".tree-move[aria-current]")).to_contain_text("E")
    page.mouse.click(box["x"] + 53, box["y"] + 20)
    expect(page).to_have_url(re.compile(r"/analysis/rio-kadalis$"))
    for mark in page.locator(".mistakes button").all():
        mark.click()
        expect(page.locator(".tree-move[aria-current] .tree-mark")).to_be_visible()
    expect(page.locator("#score-words")).not_to_have_text("–")
    accessible(page)


def test_downloads(visit: Visit) -> None:
    page = study(visit("/analysis"))
    load(page, RECORD)
    page.locator("#share-panel summary").click()
    with page.expect_download() as got:
        page.click("#download-record")
    assert bonduc.read_record(got.value.path()).write() == bonduc.parse_record(RECORD).write()
    with page.expect_download() as got:
        page.click("#download-json")
    assert got.value.suggested_filename == "rio-kadalis.json"
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as got:
            page.click(f"#download-{kind}")
        assert got.value.path().read_bytes().startswith(begins)
    assert page.input_value("#link").endswith("/analysis/rio-kadalis")
    assert page.input_value("#notation").endswith(" S -")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_phone_has_room_for_it(visit: Visit, accessible: Callable[[Page], None], language: str) -> None:
    page = study(visit(f"/analysis/kiothi?lang={language}", viewport=PHONE, has_touch=True))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("getComputedStyle(document.querySelector('.board-svg')).direction") == "ltr"
    for panel in page.locator("details.panel").all():
        panel.locator("summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    accessible(page)


def test_it_is_as_good_in_the_dark(visit: Visit, accessible: Callable[[Page], None]) -> None:
    page = study(visit("/analysis/rio-kadalis?moves=A+b", color_scheme="dark"))
    page.locator("#explorer-panel summary").click()
    expect(page.locator("#explorer")).not_to_be_empty()
    accessible(page)


def test_a_long_relay_is_told_lap_by_lap_when_asked_for(visit: Visit) -> None:
    """South's C is a relay of 22 laps: a few sentences sum it up, all of them are a button away."""
    game = bonduc.game("adji-kui-ii")
    played = game.position("7,4,1,8,1,4/5,0,6,2,0,6 0 4 S -")
    move = max(played.legal_moves, key=lambda each: played.sowing(each).laps)
    laps = played.sowing(move).laps
    assert laps > 5
    page = study(visit(f"/analysis/adji-kui-ii?position={str(played).replace(' ', '+')}&moves={move}"))
    page.locator("#told summary").click()
    sentences = page.locator("#sentences p")
    expect(sentences.first).to_be_visible()
    few = sentences.count()
    page.get_by_role("button", name="Show every lap").click()
    assert sentences.count() >= laps > few
    expect(page.locator("#sentences")).to_contain_text(f"Lap {laps}:")
    expect(page.get_by_role("button", name="Show every lap")).to_have_count(0)


def test_a_number_that_may_not_be_lifted_says_why_and_links_to_the_rule(visit: Visit) -> None:
    """On a phone the panel lies above the bar at the foot, so that all of it can be reached."""
    page = study(visit("/analysis/kiothi?moves=EF>A5,B5+ef>a5,b5", viewport=PHONE, has_touch=True))
    page.locator("#board .hole").nth(2).dispatch_event("click")
    expect(page.locator(".board-caption a")).to_have_attribute("href", "/learn/kiothi#rule-4")
    page.locator("#board .hole").first.tap()
    forbidden = page.locator(".chip[aria-disabled]").first
    forbidden.focus()
    expect(page.locator(".chooser-text")).to_contain_text("first-lap restriction")
    link = page.locator(".chooser-text a")
    expect(link).to_have_attribute("href", "/learn/kiothi#rule-6")
    page.locator(".chooser-confirm").click()
    expect(page.locator(".chooser")).to_have_count(0)
