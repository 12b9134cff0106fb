"""Playing at a table of the site, as a person does: beginning a game, waiting for a turn, choosing a hole."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

MAKE = """async (creation) => {
  const { csrf } = await (await fetch("/api/session")).json();
  const headers = { "content-type": "application/json", "x-csrf-token": csrf };
  const answer = await fetch("/api/live", { method: "POST", headers, body: JSON.stringify(creation) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""
MOST_TURNS = 400
LOOK = 50  # milliseconds
MOST_LOOKS = 1200


def begin(page: Page, game: str, **creation: Any) -> dict[str, Any]:
    """Make a game and go to it; what the server answered."""
    made: dict[str, Any] = page.evaluate(MAKE, {"game": game, "side": "S", **creation})
    page.goto(made["url"])
    connected(page)
    return made


def connected(page: Page) -> None:
    """Wait until the page speaks with the server."""
    page.wait_for_selector("body[data-line=open]")


def stands(page: Page, **state: object) -> Locator:
    """Wait until the table has `data-` values (ply, round, status, turn, version); the table."""
    wanted = "".join(f'[data-{name}="{value}"]' for name, value in state.items())
    table = page.locator(f"#table{wanted}")
    table.wait_for()
    return table


def until(page: Page, condition: Callable[[], object]) -> None:
    """Wait until something is so; scripts of the page's own are not let in to wait there."""
    for _ in range(MOST_LOOKS):
        if condition():
            return
        page.wait_for_timeout(LOOK)
    raise AssertionError("it never came to be so")


def ply(page: Page) -> int:
    """How many moves the round has, as far as the page shows."""
    return int(page.locator("#table").get_attribute("data-ply") or 0)


def settled(page: Page) -> str:
    """Wait until this visitor is to act or the round is over; `mine` or the table's status."""
    page.wait_for_selector("#table[data-turn=mine], #table[data-status=finished], #table[data-status=between]")
    table = page.locator("#table")
    status = table.get_attribute("data-status") or ""
    return "mine" if status == "playing" else status


def playable(page: Page) -> list[int]:
    """The holes that can be chosen."""
    return [int(each.get_attribute("data-hole") or 0) for each in page.locator("#board .hole.can").all()]


def hole(page: Page, index: int) -> Locator:
    """A hole of the board."""
    return page.locator(f'#board [data-hole="{index}"]')


def click(page: Page, index: int) -> None:
    """Choose a hole with the mouse."""
    hole(page, index).locator(".hole-ring").click()


def tap(page: Page, index: int) -> None:
    """Choose a hole with a finger, and play what it would do once that is shown."""
    hole(page, index).locator(".hole-ring").tap()
    sow = page.locator(".board-sow")
    if sow.is_visible():
        sow.tap()


def press(page: Page, index: int) -> None:
    """Choose a hole by its name on the keyboard, the board having the focus."""
    page.keyboard.press("/")
    name = (hole(page, index).get_attribute("aria-label") or "").partition(",")[0]
    page.keyboard.type(name)


def play_out(page: Page, choose: Callable[[Page, int], None], seed: int = 1, turn: int = 0) -> None:
    """Play to the end of the round, choosing holes by chance."""
    chance = random.Random(seed)
    for _ in range(MOST_TURNS):
        if settled(page) != "mine":
            return
        before = page.locator("#table").get_attribute("data-version")
        play_once(page, choose, chance)
        page.locator(f'#table:not([data-version="{before}"])').wait_for()
    raise AssertionError(f"no end after {MOST_TURNS} turns")


def play_once(page: Page, choose: Callable[[Page, int], None], chance: random.Random) -> None:
    """One turn: a hole and, where it is asked, how much to lift."""
    page.wait_for_selector("#board .hole.can, #board .board-pass:not([hidden])")
    holes = playable(page)
    if not holes:
        page.locator(".board-pass").focus()
        page.keyboard.press("Enter")
        return
    choose(page, chance.choice(holes))
    if page.locator(".chooser").count():
        page.locator(".chooser-confirm").focus()
        page.keyboard.press("Enter")
