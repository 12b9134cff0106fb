"""Clocks, turns and results while a board still sows: one side looks on step by step, the other one is quick.

Step by step a sowing stands still until its page is told to go on, so nothing here depends on how fast a machine is.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bonduc.games.registry import GAMES
from bonduc.position import game
from bonduc.web.live.game.allowance import DROP, LONGEST, showing
from bonduc.web.views import sowing_view
from tests.web.browser.conftest import Visit
from tests.web.browser.tables import begin, click, connected, hole, playable, press, stands

STEPWISE = {"speed": "step"}
CLOCK: dict[str, Any] = {"clock": {"initial": 600, "increment": 0}}
STATE = """async (code) => (await fetch(`/api/live/${code}`)).json()"""
NOTE_SIGNS = """() => {
  const note = () => {
    const place = document.querySelector("#seat-near .seat-starts");
    if (!place.hidden && place.textContent) document.body.dataset.sign = place.textContent;
  };
  const watched = { subtree: true, attributes: true, childList: true };
  new MutationObserver(note).observe(document.getElementById("seat-near"), watched);
}"""


def seated(visit: Visit, slow: dict[str, str] | None = None, **creation: Any) -> tuple[Page, Page]:
    """Ann, South, who looks on slowly, and Ben, who is quick."""
    ann, ben = visit(settings=slow or STEPWISE), visit()
    begin(ann, "rio-kadalis", opponent="friend", name="Ann", **creation)
    ben.goto(ann.locator(".bar-invitation input").input_value())
    connected(ben)
    ben.get_by_role("button", name="Join the game").click()
    stands(ann, status="playing", turn="mine")
    return ann, ben


def answered(visit: Visit, **creation: Any) -> tuple[Page, Page]:
    """Ann has played A and Ben has answered, while Ann's board still stands at her own first step."""
    ann, ben = seated(visit, **creation)
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    click(ben, playable(ben)[0])
    stands(ben, ply=2, turn="theirs")
    stands(ann, ply=2, turn="sowing")
    return ann, ben


def hit(page: Page, index: int) -> None:
    """Click a hole, whether it can be chosen or not."""
    hole(page, index).locator(".hole-reach").click(force=True)


def state(page: Page) -> dict[str, Any]:
    """What the server says."""
    found: dict[str, Any] = page.evaluate(STATE, page.url.rpartition("/")[2])
    return found


def legal(page: Page) -> int:
    """A hole that can be chosen in the game as it stands on the server."""
    chosen: int = state(page)["round"]["position"]["moves"][0]["hole"]
    return chosen


def test_the_clocks_shown_are_the_servers_while_the_board_sows(visit: Visit) -> None:
    ann, _ben = answered(visit, **CLOCK)
    assert state(ann)["clock"]["running"] == "S"
    expect(ann.locator("#seat-near .seat-clock")).to_contain_class("running")
    expect(ann.locator("#seat-far .seat-clock")).not_to_contain_class("running")


def test_offers_and_results_are_shown_while_the_board_sows(visit: Visit) -> None:
    ann, ben = answered(visit)
    ben.get_by_role("button", name="Offer a draw").click()
    expect(ann.locator(".bar-offer")).to_contain_text("offers a draw")
    ben.get_by_role("button", name="Resign").click()
    ben.locator("#ask-yes").click()
    expect(ann.locator(".bar-end")).to_contain_text("gave up: you win.")
    stands(ann, status="finished", turn="sowing")


@pytest.mark.parametrize("choose", [hit, press])
def test_with_a_clock_the_first_choice_ends_the_sowing_and_counts(visit: Visit, choose: Any) -> None:
    ann, ben = answered(visit, **CLOCK)
    expect(ann.locator("#turn")).to_contain_text("You may move now.")
    choose(ann, legal(ann))
    stands(ben, ply=3, turn="mine")
    stands(ann, ply=3)
    expect(ann.locator("#moves li")).to_have_count(2)


def test_a_choice_that_cannot_be_played_says_why_and_nothing_is_played(visit: Visit) -> None:
    ann, _ben = answered(visit, **CLOCK)
    moves = {move["hole"] for move in state(ann)["round"]["position"]["moves"]}
    hit(ann, min({*range(6)} - moves))
    expect(ann.locator(".board-caption")).to_contain_text("empty")
    stands(ann, ply=2, turn="mine")


def test_without_a_clock_a_click_on_the_sowing_plays_nothing(visit: Visit) -> None:
    ann, _ben = answered(visit)
    expect(ann.locator("#turn")).not_to_contain_text("You may move now")
    hit(ann, legal(ann))
    for _ in range(2):
        ann.get_by_role("button", name="Skip").click()
    stands(ann, ply=2, turn="mine")


def test_a_clock_that_waits_for_the_sowing_says_so(visit: Visit) -> None:
    ann, ben = seated(visit, **CLOCK)
    ann.evaluate(NOTE_SIGNS)
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    assert state(ben)["clock"]["starts"] == 0, "Ben's page shows sowings at once"
    click(ben, playable(ben)[0])
    stands(ann, ply=2, turn="sowing")
    ann.wait_for_selector("body[data-sign^='starts in ']")


def test_the_server_is_told_when_the_speed_changes(visit: Visit) -> None:
    ann, ben = seated(visit, {"speed": "instant"}, **CLOCK)
    version = ann.locator("#table").get_attribute("data-version")
    ann.locator("#settings-menu summary").click()
    ann.locator("[data-setting=speed]").select_option("slow")
    ann.locator(f'#table:not([data-version="{version}"])').wait_for()
    ann.evaluate(NOTE_SIGNS)
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    click(ben, playable(ben)[0])
    ann.wait_for_selector("body[data-sign^='starts in ']")


def test_whose_turn_it_is_does_not_run_ahead_of_the_board(visit: Visit) -> None:
    ann, _ben = answered(visit)
    expect(ann.locator(".to-move")).to_have_count(0)
    expect(ann.locator("#seat-near")).to_contain_text("sowing…")
    assert "Your turn" not in ann.title()
    ann.get_by_role("button", name="Skip").click()
    expect(ann.locator("#seat-far")).to_contain_text("sowing…")
    expect(ann.locator("#turn")).to_contain_text("North plays")
    assert "Your turn" not in ann.title()
    ann.get_by_role("button", name="Skip").click()
    stands(ann, turn="mine")
    expect(ann.locator("#seat-near")).to_contain_class("to-move")
    expect(ann).to_have_title("● Your turn · Rio Kadalis · bonduc")


def test_it_is_not_your_turn_while_the_computer_sows(visit: Visit) -> None:
    page = visit(settings=STEPWISE)
    begin(page, "rio-kadalis", opponent="computer", level=1)
    click(page, 0)
    stands(page, ply=2, turn="sowing")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#seat-far")).to_contain_class("sows")
    expect(page.locator(".to-move")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#seat-near")).to_contain_class("to-move")


def test_a_result_that_a_sowing_brings_waits_for_it_where_there_is_no_clock(visit: Visit) -> None:
    page = visit()
    begin(page, "bao-la-kimasai", opponent="same-screen", options={"columns": 2})
    watching = visit(page.url, settings=STEPWISE)
    connected(watching)
    while page.locator("#table").get_attribute("data-status") == "playing":
        stands(page, turn="mine")
        before = page.locator("#table").get_attribute("data-version")
        click(page, playable(page)[0])
        page.locator(f'#table:not([data-version="{before}"])').wait_for()
    stands(watching, status="finished", turn="sowing")
    expect(watching.locator(".bar-end")).to_have_count(0)
    while watching.locator("#table").get_attribute("data-turn") == "sowing":
        watching.keyboard.press("Escape")
    expect(watching.locator(".bar-end")).to_be_visible()


def test_a_move_taken_back_while_the_board_sows_is_not_shown(visit: Visit) -> None:
    ann, ben = answered(visit, **CLOCK)
    ben.get_by_role("button", name="Ask to take back").click()
    ann.locator(".bar-offer").get_by_role("button", name="Accept").click()
    stands(ben, ply=1, turn="mine")
    expect(ann.locator("#table")).to_have_attribute("data-ply", "1")
    for _ in range(2):
        ann.keyboard.press("Escape")
    stands(ann, ply=1, turn="theirs")
    expect(ann.locator("#moves li")).to_have_count(1)


LENGTH = """async ({ data, sowing, speed }) => {
  const base = document.querySelector('script[src*="play/game"]').src.replace("play/game.js", "");
  const { Board } = await import(`${base}board.js`);
  const board = new Board(document.createElement("div"), data, { speed, announce: false });
  board.show(sowing.before);
  let now = 0;
  const waiting = [];
  const FRAME = 1000 / 60;
  board.motion.run = (duration, draw) => {
    if (duration <= 0) return draw(1), { done: Promise.resolve(), stop() {} };
    const at = now + (Math.floor(duration / FRAME) + 1) * FRAME;
    const done = new Promise((resolve) => waiting.push({ resolve, draw, at }));
    return { done, stop() {} };
  };
  let over = false;
  board.animate(sowing).then(() => (over = true));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  await settle();
  while (!over) {
    waiting.sort((one, other) => one.at - other.at);
    const next = waiting.shift();
    now = next.at;
    next.draw(1);
    next.resolve();
    await settle();
  }
  return now;
}"""


@pytest.mark.parametrize("name", GAMES)
def test_sowings_take_as_long_as_the_clock_allows_for(visit: Visit, name: str) -> None:
    """What the server thinks a page needs is what it needs, up to the pause after the last seed."""
    page = visit()
    begin(page, name, opponent="same-screen")
    position = game(name).start()
    if game(name).spec.has_opening:
        position = position.play("EF>A5,B5").play("ef>a5,b5")
    data = page.evaluate("JSON.parse(document.getElementById('board-data').textContent)")
    for _ in range(3):
        sowing = position.sowing(position.legal_moves[-1])
        given = {"data": data, "sowing": sowing_view(sowing), "speed": "fast"}
        taken = page.evaluate(LENGTH, given)
        expected = showing(sowing, DROP["fast"])
        assert expected == pytest.approx(taken, rel=0.1, abs=120) or expected > LONGEST
        position = sowing.after
