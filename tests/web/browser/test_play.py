"""Playing in a browser: games by mouse, keyboard and touch; two people, two tabs, a spectator; clocks and offers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import bonduc
from bonduc.language import LANGUAGES
from tests.web.browser.conftest import DESKTOP, PHONE, Visit
from tests.web.browser.tables import begin, click, connected, hole, play_out, playable, ply, press, settled, stands, tap
from tests.web.servers import free_port, serve

Choose = Callable[[Page, int], None]
Push = Callable[[Locator], None]
SMALL = {
    "kiothi": {"holes_filled": 5},
    "rio-kadalis": {"holes": 3},
    "adji-kui-ii": {"holes": 3},
    "bao-la-kimasai": {"columns": 3},
}
COMPUTER = {"opponent": "computer", "level": 1}
HANDS: dict[str, tuple[Choose, Push, dict[str, Any]]] = {
    "mouse": (click, lambda button: button.click(), {}),
    "keyboard": (press, lambda button: button.press("Enter"), {}),
    "touch": (tap, lambda button: button.tap(), {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
}


def ended(page: Page) -> str:
    """The words of the bar that tells how the round ended."""
    return page.locator(".bar-end").inner_text()


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", SMALL)
def test_a_whole_game(visit: Visit, game: str, hand: str) -> None:
    choose, push, device = HANDS[hand]
    page = visit(**device)
    begin(page, game, options=SMALL[game], **COMPUTER)
    if bonduc.game(game).spec.has_opening:
        open_kiothi(page, choose, push)
    play_out(page, choose)
    assert re.search("wins|You won|You lost|draw", ended(page))
    expect(page.locator("#moves li")).to_have_count(ply(page))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def open_kiothi(page: Page, choose: Choose, push: Push) -> None:
    """Empty the two holes F and G and put their warriors into A, one into the enemy's a."""
    settled(page)
    choose(page, 5)
    choose(page, 6)
    expect(page.locator("#turn")).to_contain_text("10 in hand")
    for _ in range(9):
        choose(page, 0)
    choose(page, 10)
    push(page.get_by_role("button", name="Play the opening"))
    page.locator("#table[data-ply='0']").wait_for(state="detached")


def test_steps_of_an_opening_can_be_taken_back(visit: Visit) -> None:
    page = visit()
    begin(page, "kiothi", **COMPUTER)
    settled(page)
    click(page, 4)
    click(page, 5)
    click(page, 0)
    assert (hole(page, 0).get_attribute("aria-label") or "").startswith("A, 1 ")
    expect(page.locator("#turn")).to_contain_text("9 in hand")
    page.reload()
    connected(page)
    expect(page.locator("#turn")).to_contain_text("9 in hand")
    page.get_by_role("button", name="Undo step").click()
    page.keyboard.press("Backspace")
    expect(page.locator("#turn")).to_contain_text("Choose 1 more hole")
    page.get_by_role("button", name="Start over").click()
    assert playable(page) == [4, 5, 6, 7, 8, 9]
    page.get_by_role("button", name="Leave everything as it was").click()
    page.locator("#moves .move-text", has_text="EF>E5,F5").first.wait_for()


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/play?game=adji-kui-ii")
    page.keyboard.press("Tab")
    page.locator("#start").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    connected(page)
    play_out(page, press)
    assert re.search("wins|You won|You lost|draw", ended(page))
    again = page.get_by_role("button", name="Play again")
    again.focus()
    address = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/play/" in url and url != address)


@pytest.mark.parametrize("game", [name for name in SMALL if not bonduc.game(name).spec.has_opening])
def test_a_finger_sees_what_a_move_does_before_it_is_played(visit: Visit, game: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page, game, opponent="same-screen")
    stands(page, turn="mine")
    hole(page, playable(page)[0]).locator(".hole-ring").tap()
    expect(page.locator(".board-sow")).to_be_visible()
    expect(page.locator(".board-caption")).to_contain_text("Ends in")
    assert page.locator("#table").get_attribute("data-ply") == "0"
    page.locator(".board-sow").tap()
    page.locator("#table[data-ply='1']").wait_for()
    page.locator("#settings-menu summary").tap()
    page.get_by_label("One tap plays a move").check()
    page.locator("#settings-menu summary").tap()
    stands(page, turn="mine")
    hole(page, playable(page)[0]).locator(".hole-ring").tap()
    page.locator("#table[data-ply='2']").wait_for()


def test_a_whole_game_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    begin(page, "kiothi", opponent="same-screen", options={"holes_filled": 5})
    assert page.locator(".board").get_attribute("data-shape") == "portrait"
    open_kiothi(page, *HANDS["touch"][:2])
    stands(page, turn="mine")
    page.get_by_role("button", name="Leave everything as it was").tap()
    page.locator("#table[data-ply='2']").wait_for()
    play_out(page, tap)
    assert re.search("wins|You won|You lost|draw", ended(page))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def invited(visit: Visit, game: str = "rio-kadalis", faults: bool = False, **creation: object) -> tuple[Page, Page]:
    """Two visitors in one game: its maker, South, and a friend who has come by the link."""
    ann, ben = visit(faults=faults), visit(faults=faults)
    begin(ann, game, opponent="friend", name="Ann", **creation)
    stands(ann, status="waiting")
    link = ann.locator(".bar-invitation input").input_value()
    ben.goto(link)
    connected(ben)
    assert "#" not in ben.url, "the secret stays in the address"
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join the game").click()
    stands(ann, status="playing", turn="mine")
    stands(ben, status="playing", turn="theirs")
    return ann, ben


def test_two_friends_play_and_one_is_cut_off(visit: Visit) -> None:
    ann, ben = invited(visit, faults=True)
    expect(ann.locator("#seat-far")).to_contain_text("Ben")
    expect(ben.locator("#seat-far")).to_contain_text("Ann")
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    expect(ben.locator("#said")).to_contain_text("South plays A.")
    expect(ben).to_have_title("● Your turn · Rio Kadalis · bonduc")
    ben.context.set_offline(True)
    ben.wait_for_selector("body[data-line=lost]")
    expect(ben.locator("#line")).to_contain_text("Connection lost")
    choice = playable(ben)[0]
    click(ben, choice)
    expect(ben.locator("#turn")).to_contain_text("as soon as the connection is back")
    expect(ann.locator("#seat-far")).to_contain_text("away")
    ben.context.set_offline(False)
    connected(ben)
    stands(ben, ply=2, turn="theirs")
    stands(ann, ply=2, turn="mine")
    expect(ben.locator("#line")).to_be_hidden()
    expect(ben.locator("#moves li")).to_have_count(2)


def test_a_server_that_is_killed_loses_nothing(visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    with serve(tmp_path, port=port) as server:
        page = visit(faults=True, base_url=server.address)
        begin(page, "rio-kadalis", opponent="same-screen")
        click(page, 0)
        stands(page, ply=1, turn="mine")
        server.kill()
        page.wait_for_selector("body[data-line=lost]")
        click(page, playable(page)[0])
        expect(page.locator("#turn")).to_contain_text("as soon as the connection is back")
    with serve(tmp_path, port=port):
        connected(page)
        stands(page, ply=2, turn="mine")
        expect(page.locator("#moves li")).to_have_count(2)


def test_two_tabs_and_a_spectator_stay_in_step(visit: Visit) -> None:
    page = visit()
    begin(page, "rio-kadalis", opponent="same-screen")
    tab = page.context.new_page()
    tab.goto(page.url)
    connected(tab)
    spectator = visit(page.url)
    connected(spectator)
    expect(page.locator("#seat-near")).to_contain_text("1 watching")
    click(page, 0)
    stands(tab, ply=1, turn="mine")
    stands(spectator, ply=1, turn="theirs")
    assert playable(spectator) == []
    expect(spectator.locator("#acts button")).to_have_count(0)
    click(tab, playable(tab)[0])
    stands(page, ply=2)
    stands(spectator, ply=2)


def test_reloading_loses_nothing(visit: Visit) -> None:
    page = visit()
    begin(page, "adji-kui-ii", opponent="same-screen")
    for number in range(1, 4):
        stands(page, turn="mine")
        click(page, playable(page)[0])
        stands(page, ply=number)
    labels = [each.get_attribute("aria-label") for each in page.locator("#board .hole").all()]
    page.reload()
    connected(page)
    stands(page, ply=3, turn="mine")
    expect(page.locator("#moves li")).to_have_count(3)
    assert [each.get_attribute("aria-label") for each in page.locator("#board .hole").all()] == labels


def test_moves_are_taken_back_by_agreement(visit: Visit) -> None:
    ann, ben = invited(visit)
    start = hole(ann, 0).get_attribute("aria-label")
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    ann.get_by_role("button", name="Ask to take back").click()
    expect(ann.locator(".bar-offer")).to_contain_text("Waiting for an answer")
    ben.locator(".bar-offer").get_by_role("button", name="Decline").click()
    expect(ann.locator(".bar-offer")).to_have_count(0)
    ann.get_by_role("button", name="Ask to take back").click()
    ben.locator(".bar-offer").get_by_role("button", name="Accept").click()
    stands(ann, ply=0, turn="mine")
    stands(ben, ply=0, turn="theirs")
    expect(hole(ben, 0)).to_have_attribute("aria-label", start or "")
    expect(ben.locator("#moves li")).to_have_count(0)


def test_the_computer_takes_nothing_amiss(visit: Visit) -> None:
    page = visit()
    begin(page, "adji-kui-ii", **COMPUTER)
    labels = [each.get_attribute("aria-label") for each in page.locator("#board .hole").all()]
    click(page, 1)
    stands(page, ply=2, turn="mine")
    page.get_by_role("button", name="Take back").click()
    stands(page, ply=0, turn="mine")
    assert [each.get_attribute("aria-label") for each in page.locator("#board .hole").all()] == labels


def test_a_sowing_step_by_step(visit: Visit) -> None:
    page = visit(settings={"speed": "step"})
    begin(page, "adji-kui-ii", opponent="same-screen")
    click(page, 0)
    step = page.get_by_role("button", name="Next step")
    step.click()
    step.click()
    page.get_by_role("button", name="Skip").click()
    stands(page, ply=1, turn="mine")
    expect(step).to_be_hidden()


def test_a_draw_is_agreed_and_another_game_begun(visit: Visit) -> None:
    ann, ben = invited(visit)
    ann.get_by_role("button", name="Offer a draw").click()
    expect(ben.locator("#said")).to_contain_text("Ann offers a draw.")
    ben.locator(".bar-offer").get_by_role("button", name="Accept").click()
    stands(ann, status="finished")
    expect(ben.locator(".bar-end")).to_contain_text("draw")
    ben.get_by_role("button", name="Ask for another game").click()
    ann.locator(".bar-offer").get_by_role("button", name="Accept").click()
    address = ann.url
    ann.wait_for_url(lambda url: "/play/" in url and url != address)
    ben.wait_for_url(lambda url: "/play/" in url and url != address)
    stands(ann, status="playing", ply=0)


def test_resigning_asks_first(visit: Visit) -> None:
    page = visit()
    begin(page, "rio-kadalis", **COMPUTER)
    page.locator("#acts [data-act=resign]").click()
    page.locator("#ask-no").click()
    stands(page, status="playing")
    page.locator("#acts [data-act=resign]").click()
    page.locator("#ask-yes").click()
    stands(page, status="finished")
    assert "You gave up: Computer, level 1 wins." in ended(page)


def test_the_flag_falls(visit: Visit) -> None:
    page = visit()
    begin(page, "rio-kadalis", opponent="same-screen", clock={"initial": 10, "increment": 0})
    expect(page.locator("#seat-near .seat-clock")).to_have_text("0:10.0")
    click(page, 0)
    stands(page, ply=1, turn="mine")
    stands(page, status="finished")
    assert "South wins" in ended(page)


def test_looking_back_leaves_the_game_alone(visit: Visit) -> None:
    ann, ben = invited(visit)
    start = [each.get_attribute("aria-label") for each in ben.locator("#board .hole").all()]
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    ben.keyboard.press("PageUp")
    assert [each.get_attribute("aria-label") for each in ben.locator("#board .hole").all()] == start
    expect(ben.locator("#turn")).to_contain_text("at the start")
    assert playable(ben) == []
    ben.locator("#live").click()
    assert playable(ben)
    click(ben, playable(ben)[0])
    stands(ann, ply=2, turn="mine")
    ann.locator("#moves button").first.click()
    ann.locator(".told summary").click()
    expect(ann.locator(".sentences")).to_contain_text("South lifts")
    ann.keyboard.press("Escape")
    assert playable(ann)


def test_the_next_round_of_a_match(visit: Visit) -> None:
    page = visit()
    begin(page, "bao-la-kimasai", opponent="same-screen", kind="match", options={"columns": 2})
    play_out(page, click)
    stands(page, status="between")
    page.get_by_role("button", name="Next round").click()
    stands(page, status="playing", round=2, ply=0)


ASKED_LATE = """async () => {
  const game = document.querySelector('script[src*="play/game"]').src;
  const { Why } = await import(game.replace("play/game.js", "play/why.js"));
  const asked = [];
  const past = { plies: [{ move: "A2" }], sowing: async (ply) => (asked.push(ply), { explanation: ["So."] }) };
  const why = new Why(past);
  const pause = () => new Promise((done) => setTimeout(done, 300));
  why.show(1);
  past.plies = [];
  await pause();
  why.show(0);
  const hidden = document.getElementById("told").hidden;
  past.plies = [{ move: "A2" }];
  why.show(1);
  await pause();
  return { asked, hidden, told: document.querySelector("#told .told-short").textContent };
}"""


def test_the_sentences_of_a_move_are_not_asked_for_once_it_is_gone(visit: Visit) -> None:
    """The next round may begin in the moment before they would be."""
    page = visit()
    begin(page, "rio-kadalis", opponent="same-screen")
    assert page.evaluate(ASKED_LATE) == {"asked": [1], "hidden": True, "told": "So."}


def test_pages_of_play_are_accessible(visit: Visit, accessible: Callable[[Page], None]) -> None:
    for options in ({}, {"color_scheme": "dark", "viewport": PHONE}, {"locale": "fa-IR"}):
        page = visit("/", **options)
        accessible(page)
        page.goto("/play?game=kiothi")
        page.locator("#more summary").click()
        accessible(page)
        begin(page, "kiothi", opponent="same-screen")
        accessible(page)
        begin(page, "rio-kadalis", opponent="friend")
        accessible(page)
        begin(page, "rio-kadalis", **COMPUTER)
        click(page, 2)
        stands(page, ply=2, turn="mine")
        page.locator("#acts [data-act=resign]").click()
        accessible(page)
        page.locator("#ask-yes").click()
        stands(page, status="finished")
        accessible(page)
        page.locator("#help").click()
        accessible(page)


def test_without_javascript_the_position_can_be_seen(visit: Visit) -> None:
    page = visit()
    begin(page, "kiothi", opponent="same-screen")
    still = visit(page.url, java_script_enabled=False)
    expect(still.get_by_text("Playing needs JavaScript")).to_be_visible()
    expect(still.locator("#board svg").first).to_be_visible()
    still.get_by_role("link", name="Rules").click()
    still.wait_for_url("**/learn/kiothi")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_phone(visit: Visit, language: str) -> None:
    page = visit(f"/?lang={language}", viewport=PHONE, has_touch=True, is_mobile=True)
    fits(page)
    page.goto("/play?game=adji-kui-ii")
    page.locator("#more summary").click()
    fits(page)
    begin(page, "bao-la-kimasai", opponent="same-screen", kind="match", clock={"initial": 600, "increment": 5})
    fits(page)


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0, f"{page.url} scrolls sideways by {wide} pixels"


def test_persian_is_mirrored_but_the_board_is_not(visit: Visit) -> None:
    page = visit(locale="fa-IR")
    begin(page, "rio-kadalis", opponent="same-screen")
    assert left(hole(page, 0)) < left(hole(page, 5)), "the board is mirrored"
    assert left(page.locator(".brand")) > DESKTOP["width"] / 2, "the page is not mirrored"
    assert left(page.locator("#turn")) > left(page.locator(".history"))
    assert "۴" in page.locator("#board").inner_text()
    assert "4" not in page.locator("#board").inner_text()


def left(element: Locator) -> float:
    """Where the left edge of an element is, in pixels."""
    box = element.bounding_box()
    assert box is not None
    return box["x"]
