"""Seats and games in a browser: who joins, what a reload brings back, what stays where it is, lists of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bonduc.web.live.game import absence
from tests.web.browser.conftest import DESKTOP, PHONE, Visit
from tests.web.browser.tables import begin, click, connected, hole, playable, stands, until

LYING = {"width": 844, "height": 390}
RINGS = """() => [...document.querySelectorAll("#board [class*='last-']")]
  .map((each) => ["class", "cx", "cy"].map((name) => each.getAttribute(name)).join(" ")).sort()"""


def invitation(page: Page, game: str = "rio-kadalis", **creation: Any) -> str:
    """Make a game for a friend; the link that invites them."""
    begin(page, game, opponent="friend", name="Ann", **creation)
    return page.locator(".bar-invitation input").input_value()


def join(page: Page) -> None:
    page.get_by_role("button", name="Join the game").click()
    page.locator("#table[data-status=playing]").wait_for()


def seated(
    visit: Visit, game: str = "rio-kadalis", given: dict[str, Any] | None = None, faults: bool = False, **creation: Any
) -> tuple[Page, Page]:
    """Ann, South, and Ben, who has come by her invitation."""
    ann, ben = visit(faults=faults, **(given or {})), visit(faults=faults)
    ben.goto(invitation(ann, game, **creation))
    connected(ben)
    join(ben)
    stands(ann, status="playing", turn="mine")
    return ann, ben


def top(element: Locator) -> float:
    box = element.bounding_box()
    assert box is not None
    return box["y"]


def place(element: Locator) -> list[float]:
    """Where an element is on the page, however far it is scrolled."""
    found: list[float] = element.evaluate(
        "each => { const { x, y, width } = each.getBoundingClientRect(); return [x, y + scrollY, width]; }"
    )
    return found


# Joining


def test_the_joiners_own_row_is_nearer_at_once(visit: Visit) -> None:
    ann, ben = seated(visit)
    until(ben, lambda: top(hole(ben, 6)) > top(hole(ben, 0)))
    expect(ben.locator("#seat-near")).to_have_attribute("data-seat", "N")
    assert top(hole(ann, 6)) < top(hole(ann, 0))


def test_the_board_turns_when_players_change_seats_between_rounds(visit: Visit) -> None:
    ann, ben = seated(visit, "kiothi", kind="match", match={"max_rounds": 3})
    ann.get_by_role("button", name="Resign").click()
    ann.locator("#ask-yes").click()
    ben.get_by_role("button", name="Next round").click()
    stands(ann, round=2, status="playing")
    until(ann, lambda: top(hole(ann, 10)) > top(hole(ann, 0)))
    until(ben, lambda: top(hole(ben, 10)) < top(hole(ben, 0)))


def test_an_invitation_survives_a_reload_and_another_language(visit: Visit) -> None:
    ann, ben = visit(), visit()
    ben.goto(invitation(ann))
    connected(ben)
    ben.reload()
    connected(ben)
    ben.goto(f"{ben.url}?lang=en")
    connected(ben)
    join(ben)
    ben.reload()
    connected(ben)
    expect(ben.locator(".bar-join")).to_have_count(0)
    expect(ben.locator("#acts button").first).to_be_visible()


def test_an_invitation_opened_in_a_tab_that_shows_the_game_is_taken(visit: Visit) -> None:
    ann, ben = visit(), visit()
    link = invitation(ann)
    ben.goto(link.partition("#")[0])
    connected(ben)
    expect(ben.locator(".bar-join")).to_have_count(0)
    ben.evaluate("link => { location.href = link; }", link)
    join(ben)
    assert "#" not in ben.url


def test_an_invitation_that_has_been_used_says_so(visit: Visit) -> None:
    ann, ben, eve = visit(), visit(), visit()
    link = invitation(ann)
    ben.goto(link)
    join(ben)
    eve.goto(link.partition("#")[0])
    connected(eve)
    eve.evaluate("link => { location.href = link; }", link)
    expect(eve.locator("#notice")).to_contain_text("has been used")


def test_an_invitation_is_kept_when_the_server_does_not_answer(visit: Visit) -> None:
    ann, ben = visit(), visit(faults=True)
    ben.goto(invitation(ann))
    connected(ben)
    ben.route("**/join", lambda route: route.abort())
    ben.get_by_role("button", name="Join the game").click()
    expect(ben.locator("#notice")).to_contain_text("try again")
    ben.unroute("**/join")
    join(ben)


def test_the_skip_link_is_no_invitation(visit: Visit) -> None:
    ann, eve = visit(), visit()
    eve.goto(invitation(ann).partition("#")[0])
    connected(eve)
    eve.evaluate("location.hash = 'main'")
    expect(eve.locator(".bar-join")).to_have_count(0)
    assert eve.url.endswith("#main")


# What stays where it is


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, LYING], ids=["desktop", "phone", "lying"])
def test_nothing_moves_for_offers_notices_and_results(visit: Visit, screen: dict[str, int]) -> None:
    ann, ben = seated(visit, given={"viewport": screen})
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    kept = [ann.locator("#board"), *(ann.locator(f"[data-act={act}]") for act in ("take-back", "offer-draw", "resign"))]
    places = [place(each) for each in kept]

    def unmoved(*elements: Locator) -> None:
        assert [place(each) for each in elements] == places[: len(elements)]

    ben.get_by_role("button", name="Offer a draw").click()
    ann.locator(".bar-offer").wait_for()
    unmoved(*kept)
    ann.locator(".bar-offer").get_by_role("button", name="Decline").click()
    expect(ann.locator(".bar-offer")).to_have_count(0)
    unmoved(*kept)
    ann.get_by_role("button", name="Ask to take back").click()
    ann.locator(".bar-offer").wait_for()
    unmoved(*kept)
    ben.locator(".bar-offer").get_by_role("button", name="Decline").click()
    ann.locator("#notice").wait_for()
    unmoved(*kept)
    ann.context.set_offline(True)
    ann.locator("#line").wait_for()
    unmoved(*kept)
    ann.context.set_offline(False)
    connected(ann)
    ben.get_by_role("button", name="Resign").click()
    ben.locator("#ask-yes").click()
    ann.locator(".bar-end").wait_for()
    unmoved(ann.locator("#board"))


def test_buttons_that_cannot_serve_are_dimmed_where_they_are(visit: Visit) -> None:
    ann, ben = seated(visit)
    labels = [each.inner_text() for each in ann.locator("#acts button").all()]
    back = ann.locator("[data-act=take-back]")
    expect(back).to_have_attribute("aria-disabled", "true")
    back.click(force=True)
    expect(ann.locator(".bar-offer")).to_have_count(0)
    click(ann, 0)
    stands(ben, ply=1)
    expect(back).to_have_attribute("aria-disabled", "false")
    assert [each.inner_text() for each in ann.locator("#acts button").all()] == labels


def test_the_buttons_of_an_opening_stay_where_they_are(visit: Visit) -> None:
    page = visit()
    begin(page, "kiothi", opponent="same-screen")
    buttons = page.locator("#opening button")
    places = [place(each) for each in buttons.all()]
    for index in (4, 5):
        click(page, index)
    for _ in range(10):
        click(page, 0)
    expect(page.get_by_role("button", name="Play the opening")).to_be_enabled()
    assert [place(each) for each in buttons.all()] == places


# What a reload and looking back bring back


def rings(page: Page) -> list[str]:
    found: list[str] = page.evaluate(RINGS)
    return found


def test_the_last_move_is_marked_after_a_reload_a_take_back_and_when_looking_back(visit: Visit) -> None:
    page = visit()
    begin(page, "adji-kui-ii", opponent="same-screen")
    marked: list[list[str]] = [[]]
    for number in (1, 2, 3):
        stands(page, turn="mine")
        click(page, playable(page)[0])
        stands(page, ply=number, turn="mine")
        marked.append(rings(page))
    assert all(marked[1:])

    def marks(ply: int) -> None:
        until(page, lambda: rings(page) == marked[ply])

    page.reload()
    connected(page)
    marks(3)
    page.keyboard.press("PageUp")
    marks(2)
    page.keyboard.press("PageUp")
    marks(1)
    page.keyboard.press("Escape")
    marks(3)
    page.get_by_role("button", name="Take back").click()
    stands(page, ply=2, turn="mine")
    marks(2)
    page.keyboard.press("Home")
    marks(0)


def test_a_move_chosen_while_the_line_is_down_survives_a_reload(visit: Visit) -> None:
    ann, ben = seated(visit, faults=True)
    ann.context.set_offline(True)
    ann.wait_for_selector("body[data-line=lost]")
    click(ann, 0)
    expect(ann.locator("#turn")).to_contain_text("as soon as the connection is back")
    ann.context.set_offline(False)
    ann.reload()
    connected(ann)
    stands(ben, ply=1, turn="mine")
    stands(ann, ply=1, turn="theirs")


def test_a_notice_does_not_stay_under_a_past_position(visit: Visit) -> None:
    ann, ben = seated(visit)
    click(ann, 0)
    stands(ben, ply=1, turn="mine")
    ben.get_by_role("button", name="Offer a draw").click()
    ann.locator(".bar-offer").get_by_role("button", name="Decline").click()
    expect(ben.locator("#notice")).to_have_text("The draw is declined.")
    assert "declined" not in ben.locator(".board-caption").inner_text()
    ben.keyboard.press("PageUp")
    expect(ben.locator("#notice")).to_be_hidden()
    expect(ben.locator(".board-caption")).to_be_empty()


def test_the_caption_tells_of_the_position_that_is_shown(visit: Visit) -> None:
    page = visit()
    begin(page, "rio-kadalis", opponent="same-screen")
    click(page, 0)
    stands(page, ply=1, turn="mine")
    told = page.locator(".board-caption").inner_text()
    page.reload()
    connected(page)
    expect(page.locator(".board-caption")).to_have_text(told)


# A game that does not go on


def test_a_game_that_has_not_begun_is_called_off(visit: Visit) -> None:
    ann, ben = seated(visit)
    ben.get_by_role("button", name="Call it off").click()
    ben.locator("#ask-yes").click()
    for page in (ann, ben):
        expect(page.locator(".bar-end")).to_contain_text("called off")
        stands(page, status="finished")


CLOCK: dict[str, Any] = {"clock": {"initial": 600, "increment": 0}}


def gone(visit: Visit) -> Page:
    """Ann's page, after both have had a turn and Ben, whose move it is, has closed his."""
    ann, ben = seated(visit, **CLOCK)
    for page, number in ((ann, 1), (ben, 2), (ann, 3)):
        click(page, playable(page)[0])
        stands(page, ply=number, turn="theirs")
        stands(ben if page is ann else ann, ply=number, turn="mine")
    ben.close()
    return ann


def test_a_player_who_has_gone_can_be_waited_for_no_longer(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "GONE_TIMED", 0)
    ann = gone(visit)
    expect(ann.locator(".bar-gone")).to_contain_text("has gone")
    expect(ann.locator("[data-act=call-off]")).to_have_attribute("aria-disabled", "false")
    ann.get_by_role("button", name="Claim the win").click()
    expect(ann.locator(".bar-end")).to_contain_text("You won")


def test_how_long_a_player_has_to_come_back_is_told(visit: Visit) -> None:
    ann = gone(visit)
    expect(ann.locator(".bar-gone")).to_contain_text("if they do not come back")
    expect(ann.locator(".bar-gone .bar-time")).to_contain_text("0:")
    expect(ann.locator("[data-act=call-off]")).to_have_attribute("aria-disabled", "true")


# Giving up a round


def test_resigning_a_round_says_what_it_costs_and_the_match_goes_on(visit: Visit) -> None:
    ann, ben = seated(visit, kind="match")
    ann.get_by_role("button", name="Resign").click()
    expect(ann.locator("#ask-words")).to_contain_text("You keep 12")
    expect(ann.locator("#ask-words")).to_contain_text("The match goes on.")
    ann.locator("#ask-yes").click()
    stands(ann, status="between")
    expect(ben.locator(".bar-end")).to_contain_text("36")
    ben.get_by_role("button", name="Next round").click()
    stands(ann, status="playing", round=2)


def test_resigning_says_when_it_ends_the_match(visit: Visit) -> None:
    page = visit()
    begin(page, "adji-kui-ii", opponent="same-screen", kind="match", match={"max_rounds": 1})
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#ask-words")).to_contain_text("South keeps 12")
    expect(page.locator("#ask-words")).to_contain_text("That ends the match.")


# Lists


def test_a_game_is_taken_off_the_list_and_put_back(visit: Visit, accessible: Callable[[Page], None]) -> None:
    page = visit()
    begin(page, "rio-kadalis", opponent="same-screen")
    begin(page, "kiothi", opponent="friend")
    page.goto("/games")
    cards = page.locator(".game-card")
    expect(cards).to_have_count(2)
    accessible(page)
    page.get_by_role("button", name="Close this game").click()
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Remove from the list").click()
    expect(cards).to_have_count(0)
    page.get_by_role("link", name="Removed").click()
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Put back").click()
    expect(cards).to_have_count(0)
    page.get_by_role("link", name="Under way").click()
    expect(cards.locator("time")).to_have_text("now")
    cards.get_by_role("link").click()
    page.wait_for_url("**/play/*")
