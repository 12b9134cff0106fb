"""The board in a browser: what it shows after moves, how it is acted on by mouse, keyboard and touch, and its panel."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

import bonduc
from bonduc.picture.data import board_data
from bonduc.position import Position, Sowing
from bonduc.web.views import position_view, sowing_view

STATIC = files("bonduc").joinpath("web/static")
TYPES = {"js": "text/javascript", "css": "text/css", "json": "application/json", "html": "text/html"}
POLICY = "default-src 'self'"
ADDRESS = "http://localhost"  # answered by the tests themselves
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/css/site.css"><link rel="stylesheet" href="/static/css/board.css"></head>
<body><main><h1>Board</h1><div id="place"></div></main><script type="module" src="/page.js"></script></body></html>"""
SCRIPT = """
import { Board } from "/static/js/board.js";
const carried = await (await fetch("/case.json")).json();
window.heard = [];
window.carried = carried;
window.board = new Board(document.getElementById("place"), carried.data, carried.options);
for (const name of ["choose", "preview", "pick", "refuse"]) board.on(name, (detail) => heard.push([name, detail]));
board.show(carried.view);
document.body.dataset.ready = "1";
"""

# What the board holds, as a position's view would say it.
HOLDS = """() => ({
  holes: board.seeds.holes.map((pile) => pile.length),
  stores: board.seeds.stores.map((pile) => pile.length),
  hand: board.seeds.hand.length,
  drawn: document.querySelectorAll(".board-svg use.seed").length,
})"""

OpenBoard = Callable[..., Page]


@pytest.fixture
def open_board(chromium: Browser) -> Iterator[OpenBoard]:
    """Opens a page with nothing but the board of a position; a fault in the page or a breach of its policy fails."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(position: Position, sowings: tuple[Sowing, ...] = (), phone: bool = False, **given: Any) -> Page:
        options = given.pop("options", {})
        size = {"width": 390, "height": 844} if phone else {"width": 1200, "height": 700}
        context = chromium.new_context(**{"viewport": size, "has_touch": phone, **given})
        contexts.append(context)
        case = {
            "data": board_data(position.game),
            "view": position_view(position),
            "sowings": [sowing_view(sowing) for sowing in sowings],
            "options": options,
        }
        context.route(f"{ADDRESS}/**", lambda route: answer(route, case))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"{ADDRESS}/")
        page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def answer(route: Route, case: dict[str, Any]) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    body = {"/": PAGE, "/page.js": SCRIPT, "/case.json": json.dumps(case), "/favicon.ico": ""}.get(path)
    if body is None:
        body = STATIC.joinpath(path.removeprefix("/static/")).read_text(encoding="utf-8")
    kind = TYPES.get(path.rpartition(".")[2], "text/html")
    route.fulfill(body=body, headers={"content-type": kind, "content-security-policy": POLICY})


def hole(page: Page, name: str) -> Any:
    index = page.evaluate("(name) => board.data.names.indexOf(name)", name)
    return page.locator(f'.hole[data-hole="{index}"]')


def heard(page: Page, event: str) -> list[Any]:
    return [detail for name, detail in page.evaluate("heard") if name == event]


def wandering(position: Position, moves: int, seed: int = 5) -> tuple[Sowing, ...]:
    """Sowings of a round played at random."""
    drawn = random.Random(seed)
    sowings: list[Sowing] = []
    while len(sowings) < moves and position.legal_moves:
        sowing = position.sowing(drawn.choice(position.legal_moves))
        sowings.append(sowing)
        position = sowing.after
    return tuple(sowings)


def opened_kiothi() -> Position:
    return bonduc.game("kiothi").start().play("IJ>A5,B5").play("ij>a5,b5")


ROUNDS = {
    "kiothi": (opened_kiothi(), 14),
    "kiothi opening": (bonduc.game("kiothi").start(), 14),
    "rio kadalis": (bonduc.game("rio-kadalis").start(), 40),
    "rio kadalis with sand": (bonduc.game("rio-kadalis").restock((29, 19)), 12),
    "adji kui": (bonduc.game("adji-kui-ii").restock((29, 19)), 40),
    "bao la kimasai": (bonduc.game("bao-la-kimasai", columns=4).start(), 60),
}


# Playing moves


@pytest.mark.parametrize("speed", ["instant", "normal"])
@pytest.mark.parametrize("name", ROUNDS)
def test_the_board_holds_what_the_position_after_a_move_does(name: str, speed: str, open_board: OpenBoard) -> None:
    start, moves = ROUNDS[name]
    sowings = wandering(start, moves)
    page = open_board(start, sowings)
    held = page.evaluate(
        """async (speed) => {
          const held = [];
          for (const sowing of carried.sowings) {
            const played = board.animate(sowing, { speed });
            if (speed !== "instant") setTimeout(() => board.skip(), 15);
            await played;
            held.push(HOLDS);
          }
          return held;
        }""".replace("HOLDS", f"({HOLDS})()"),
        speed,
    )
    for sowing, found in zip(sowings, held, strict=True):
        assert found["holes"] == list(sowing.after.holes), sowing.move
        assert found["hand"] == sowing.after.hand
        if sowing.after.game.spec.counts_seeds:
            assert found["stores"] == list(sowing.after.stores)
        assert found["drawn"] == sum(found["holes"]) + sum(found["stores"]) + found["hand"]


def test_a_sowing_runs_its_course(open_board: OpenBoard) -> None:
    start = bonduc.game("rio-kadalis").start().play("C")
    sowing = start.sowing("b")
    page = open_board(start, (sowing,))
    page.evaluate("board.animate(carried.sowings[0], { speed: 'fast' }).then(() => (window.finished = true)) && 0")
    assert page.evaluate("board.busy")
    assert page.get_attribute(".board-svg", "aria-busy") == "true"
    assert page.locator(".hole.can").count() == 0
    page.wait_for_selector(".board-svg[aria-busy=false]")
    assert page.evaluate(HOLDS)["holes"] == list(sowing.after.holes)
    assert page.locator(".last-end").count() == 1
    assert page.locator(".last-from").count() == 1


def test_a_click_skips_to_the_end(open_board: OpenBoard) -> None:
    start = bonduc.game("adji-kui-ii").start()
    sowing = max((start.sowing(move) for move in start.legal_moves), key=len)
    page = open_board(start, (sowing,))
    page.evaluate("board.animate(carried.sowings[0], { speed: 'slow' }) && 0")
    hole(page, "a").click(force=True)
    page.wait_for_selector(".board-svg[aria-busy=false]", timeout=5000)
    assert page.evaluate(HOLDS)["holes"] == list(sowing.after.holes)
    assert not heard(page, "choose")


def test_showing_another_position_ends_what_is_played(open_board: OpenBoard) -> None:
    start = bonduc.game("adji-kui-ii").start()
    page = open_board(start, (start.sowing("A"),))
    page.evaluate("board.animate(carried.sowings[0], { speed: 'slow' }) && 0")
    page.evaluate("board.show(carried.view)")
    page.wait_for_selector(".board-svg[aria-busy=false]", timeout=5000)
    assert page.evaluate(HOLDS)["holes"] == list(start.holes)


def test_step_by_step_waits_after_every_event(open_board: OpenBoard) -> None:
    start = bonduc.game("adji-kui-ii").start()
    sowing = start.sowing("A")
    page = open_board(start, (sowing,), options={"speed": "step"})
    page.evaluate("board.animate(carried.sowings[0]) && 0")
    steps = page.evaluate(
        """async () => {
          let steps = 0;
          while (board.busy) {
            if (board.step()) steps += 1;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          return steps;
        }"""
    )
    assert steps == len(sowing.events) - 1
    assert page.evaluate(HOLDS)["holes"] == list(sowing.after.holes)


def test_with_reduced_motion_nothing_flies(open_board: OpenBoard) -> None:
    start = bonduc.game("adji-kui-ii").start()
    sowing = start.sowing("A")
    page = open_board(start, (sowing,), reduced_motion="reduce")
    page.evaluate("board.animate(carried.sowings[0], { speed: 'slow' }) && 0")
    page.wait_for_selector(".board-svg[aria-busy=false]", timeout=5000)
    assert page.evaluate(HOLDS)["holes"] == list(sowing.after.holes)
    assert sowing.explain()[-1] in (page.text_content(".board-caption") or "")
    assert page.locator(".last-end").count() == 1


def test_every_seed_keeps_its_look_and_goes_home_when_moves_are_undone(open_board: OpenBoard) -> None:
    start = bonduc.game("rio-kadalis").start()
    sowings = wandering(start, 8)
    page = open_board(start, sowings)
    looks = "() => board.seeds.holes.map((pile) => pile.map((seed) => seed.look).sort())"
    before = page.evaluate(looks)
    page.evaluate(
        """async () => {
          for (const each of carried.sowings) {
            const played = board.animate(each);
            board.skip();
            await played;
          }
        }"""
    )
    page.evaluate("board.undoTo(carried.view)")
    assert page.evaluate(HOLDS)["holes"] == list(start.holes)
    assert page.evaluate(looks) == before


def test_counts_and_names_follow_the_seeds(open_board: OpenBoard) -> None:
    start = bonduc.game("rio-kadalis").start()
    page = open_board(start, (start.sowing("A"),))
    assert hole(page, "B").get_attribute("aria-label") == "B, 4 stones, South"
    page.evaluate("board.animate(carried.sowings[0], { speed: 'instant' })")
    assert hole(page, "B").get_attribute("aria-label") == "B, 7 stones, South"
    assert "7" in page.locator(".board-count").all_text_contents()


def test_what_was_won_can_be_heard(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("rio-kadalis").restock((29, 19)))
    assert page.get_by_role("img", name="South has won 5 stones").count() == 1
    assert page.get_by_role("img", name="North has won 3 stones").count() == 1


# Acting


def test_only_holes_that_can_be_played_can_be_chosen(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("rio-kadalis").start())
    assert page.locator(".hole.can").count() == 6
    assert hole(page, "A").get_attribute("aria-disabled") == "false"
    assert hole(page, "a").get_attribute("aria-disabled") == "true"
    hole(page, "a").click(force=True)
    assert not heard(page, "choose")
    assert heard(page, "pick") == [{"hole": 6, "name": "a"}]
    hole(page, "C").click()
    assert [move["move"] for move in heard(page, "choose")] == ["C"]


def test_an_own_hole_that_cannot_be_played_says_why(open_board: OpenBoard) -> None:
    position = bonduc.game("adji-kui-ii").position("4,4,4,4,4,4/1,4,4,4,4,4 0 3 S -")
    page = open_board(position)
    hole(page, "A").click(force=True)
    said = heard(page, "refuse")
    assert said[0]["name"] == "A"
    assert page.text_content(".board-caption") == said[0]["text"]
    assert "single" in said[0]["text"]


def test_who_only_looks_on_cannot_act(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("rio-kadalis").start(), options={"seats": "N"})
    assert page.locator(".hole.can").count() == 0
    page.evaluate("board.set({ seats: 'S' })")
    assert page.locator(".hole.can").count() == 6


def test_hovering_shows_where_a_sowing_ends_and_what_it_takes(open_board: OpenBoard) -> None:
    position = bonduc.game("rio-kadalis").position("4,4,4,4,4,4/1,3,4,4,4,0 2 6 S -")
    preview = next(move for move in position_view(position)["moves"] if move["move"] == "A")["preview"]
    assert sum(preview["captured"]) == 4
    page = open_board(position)
    hole(page, "A").hover()
    assert page.locator(".ghost-end").count() == 1
    assert page.locator(".ghost-taken").count() == 1
    assert page.text_content(".board-caption") == preview["text"]
    assert heard(page, "preview")[-1]["move"]["move"] == "A"
    page.mouse.move(5, 5)
    assert page.locator(".ghost-end").count() == 0
    assert heard(page, "preview")[-1]["move"] is None


def test_arrow_keys_go_where_the_holes_lie(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("rio-kadalis").start())

    def after(key: str) -> str:
        page.keyboard.press(key)
        return str(page.evaluate("board.data.names[document.activeElement.dataset.hole]"))

    page.keyboard.press("Tab")
    assert [after(key) for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")] == list("BCdeB")
    assert [after("Home"), after("End")] == ["A", "F"]
    assert page.locator(".hole[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    page.keyboard.press("b")
    assert [move["move"] for move in heard(page, "choose")] == ["F", "E", "B"]


def test_letters_and_numbers_choose_holes_of_four_rows(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("bao-la-kimasai").start())
    page.keyboard.press("Tab")
    page.keyboard.type("b2")
    assert [move["move"] for move in heard(page, "choose")] == ["B2"]


def test_a_forced_pass_is_told_and_has_a_button(open_board: OpenBoard) -> None:
    position = bonduc.game("adji-kui-ii").position("4,4,4,0,0,0/1,1,1,1,1,0 14 17 S -")
    assert [move.text for move in position.legal_moves] == ["pass"]
    page = open_board(position)
    assert page.inner_text(".board-caption") == "South has no legal move and passes."
    page.click(".board-pass")
    assert [move["move"] for move in heard(page, "choose")] == ["pass"]


# How many to lift


def test_clicking_a_hole_asks_how_many_to_lift(open_board: OpenBoard) -> None:
    page = open_board(opened_kiothi())
    hole(page, "E").click()
    panel = page.locator(".chooser")
    assert panel.get_attribute("role") == "dialog"
    counts = [move["count"] for move in page.evaluate("board.movesAt(4)")]
    enabled = [int(text) for text in panel.locator(".chip:not([aria-disabled])").all_inner_texts()]
    assert enabled == counts
    panel.get_by_role("button", name=f"Lift {counts[0]}").first.click()
    assert [move["move"] for move in heard(page, "choose")] == [f"E:{counts[0]}"]
    assert panel.count() == 0


def test_the_keyboard_chooses_how_many(open_board: OpenBoard) -> None:
    page = open_board(opened_kiothi())
    page.keyboard.press("Tab")
    page.keyboard.press("e")
    counts = [move["count"] for move in page.evaluate("board.movesAt(4)")]
    page.keyboard.press("ArrowLeft")
    assert page.locator(".ghost-end").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".chooser").count() == 0
    assert page.evaluate("document.activeElement.dataset.hole") == "4"
    page.keyboard.press("Enter")
    page.keyboard.press(str(counts[0]))
    page.keyboard.press("Enter")
    assert [move["move"] for move in heard(page, "choose")] == [f"E:{counts[0]}"]


def test_many_seeds_are_chosen_from_on_a_slider(open_board: OpenBoard) -> None:
    position = bonduc.game("kiothi").position("0,0,0,0,2,0,0,0,0,0/0,1,2,3,18,5,0,0,0,1 26 2 S -")
    page = open_board(position)
    counts = [move["count"] for move in page.evaluate("(e) => board.movesAt(e)", 4)]
    hole(page, "E").click()
    page.keyboard.press("Home")
    assert page.inner_text(".chooser-confirm") == f"Lift {counts[0]}"
    page.click(".chooser-slider button >> nth=1")
    page.click(".chooser-confirm")
    assert [move["move"] for move in heard(page, "choose")] == [f"E:{counts[1]}"]


def test_a_finger_chooses_how_many(open_board: OpenBoard) -> None:
    page = open_board(opened_kiothi(), phone=True)
    hole(page, "E").tap()
    box = page.locator(".chooser").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    last = page.evaluate("board.movesAt(4).at(-1).count")
    page.locator(".chip[aria-pressed=true]").tap()
    assert not heard(page, "choose")  # a finger cannot hover: the first touch only looks
    page.locator(".chooser-confirm").tap()
    assert [move["move"] for move in heard(page, "choose")] == [f"E:{last}"]


def test_the_first_tap_shows_and_the_second_plays(open_board: OpenBoard) -> None:
    position = bonduc.game("rio-kadalis").position("4,4,0,4,4,4/4,4,4,4,4,0 4 4 S -")
    page = open_board(position, phone=True, options={"taps": 2})
    hole(page, "B").tap()
    assert not heard(page, "choose")
    assert "Ends in" in page.inner_text(".board-caption")
    assert page.inner_text(".board-sow") == "Sow from B"
    hole(page, "C").tap()
    assert page.inner_text(".board-sow") == "Sow from C"
    hole(page, "F").tap(force=True)  # nothing lies in it
    assert not page.is_visible(".board-sow")
    assert len(heard(page, "refuse")) == 1
    hole(page, "B").tap()
    page.locator(".board-store rect").first.evaluate(
        "(place) => place.ownerSVGElement.dispatchEvent(new Event('click'))"
    )
    assert not page.is_visible(".board-sow"), "a tap beside the holes takes it back"
    hole(page, "B").tap()
    hole(page, "B").tap()
    hole(page, "D").tap()
    page.locator(".board-sow").tap()
    assert [move["move"] for move in heard(page, "choose")] == ["B", "D"]


def test_one_tap_plays_where_that_is_wished(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("adji-kui-ii").start(), phone=True, options={"taps": 1})
    hole(page, "B").tap()
    assert [move["move"] for move in heard(page, "choose")] == ["B"]


def test_mouse_and_keys_play_at_once(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("adji-kui-ii").start(), phone=True, options={"taps": 2})
    hole(page, "B").click()
    hole(page, "C").focus()
    page.keyboard.press("Enter")
    assert [move["move"] for move in heard(page, "choose")] == ["B", "C"]


def test_stones_that_are_not_sown_are_moved(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("bao-la-kimasai").start(), phone=True, options={"taps": 2})
    hole(page, "B2").tap()
    assert page.inner_text(".board-sow") == "Move from B2"


# The opening


def test_warriors_are_spread_by_clicking(open_board: OpenBoard) -> None:
    start = bonduc.game("kiothi").start()
    page = open_board(start, (start.sowing("I-"),))
    assert "Empty two" in (page.text_content(".board-caption") or "")
    hole(page, "I").click()
    assert [move["move"] for move in heard(page, "choose")] == ["I-"]
    page.evaluate("board.animate(carried.sowings[0])")
    assert page.evaluate(HOLDS)["hand"] == 5
    assert page.text_content(".hand-pill") == "5"
    assert "one more" in (page.text_content(".board-caption") or "")


def test_warriors_are_dragged_from_the_hand(open_board: OpenBoard) -> None:
    position = bonduc.game("kiothi").start().play("I-").play("J-")
    page = open_board(position, (position.sowing("c+"),))
    seed = page.locator(".board-hand .seed").last.bounding_box()
    target = hole(page, "c").locator(".hole-ring").bounding_box()
    assert seed is not None
    assert target is not None
    page.mouse.move(seed["x"] + seed["width"] / 2, seed["y"] + seed["height"] / 2)
    page.mouse.down()
    page.mouse.move(300, 20)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    assert page.locator(".hole.under").count() == 1
    page.mouse.up()
    assert [move["move"] for move in heard(page, "choose")] == ["c+"]
    page.evaluate("board.animate(carried.sowings[0])")
    assert page.evaluate(HOLDS)["hand"] == 9


def test_a_warrior_let_go_beside_the_board_returns_to_the_hand(open_board: OpenBoard) -> None:
    position = bonduc.game("kiothi").start().play("I-").play("J-")
    page = open_board(position)
    seed = page.locator(".board-hand .seed").last
    before = seed.get_attribute("transform")
    box = seed.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(600, 600)
    assert seed.get_attribute("transform") != before
    page.mouse.up()
    assert seed.get_attribute("transform") == before
    assert not heard(page, "choose")


# How it looks


@pytest.mark.parametrize("name", ["kiothi", "rio kadalis", "bao la kimasai"])
def test_a_phone_has_holes_for_thumbs_and_nothing_sticks_out(name: str, open_board: OpenBoard) -> None:
    start = ROUNDS[name][0]
    if name == "bao la kimasai":
        start = bonduc.game("bao-la-kimasai").start()
    page = open_board(start, phone=True, viewport={"width": 360, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.locator(".hole-reach").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_the_board_turns_with_the_screen(open_board: OpenBoard) -> None:
    page = open_board(opened_kiothi())
    assert page.get_attribute(".board", "data-shape") == "wide"
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".board[data-shape=portrait]")
    assert page.evaluate(HOLDS)["drawn"] == 60
    assert page.locator(".hole.can").count() > 0


def test_flip_and_face_to_face(open_board: OpenBoard) -> None:
    page = open_board(bonduc.game("rio-kadalis").start())
    top = page.evaluate("board.stage.centre(0).y")
    page.evaluate("board.set({ flip: true })")
    page.wait_for_function("() => board.stage.flip")
    assert page.evaluate("board.stage.centre(0).y") < top
    assert page.evaluate(HOLDS)["holes"] == [4] * 12
    page.evaluate("board.set({ flip: false, facing: true })")
    page.wait_for_function("() => board.stage.facing")
    assert page.locator(".board-count[transform*='rotate(180']").count() == 6


def test_marks_bought_and_closed_holes_are_drawn_and_named(open_board: OpenBoard) -> None:
    marked = open_board(opened_kiothi())
    assert marked.locator(".board-notches").count() == 12
    assert hole(marked, "A").get_attribute("aria-label") == "A, 5 warriors, South, marked"
    closed = open_board(bonduc.game("rio-kadalis").restock((29, 19)))
    assert closed.locator(".board-sand").count() == 2
    assert hole(closed, "a").get_attribute("aria-label") == "a, closed with sand, North"
    bought = open_board(bonduc.game("adji-kui-ii").restock((29, 19)))
    assert bought.locator(".board-bought").count() == 1
    assert hole(bought, "a").get_attribute("aria-label") == "a, 4 seeds, South, bought"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, open_board: OpenBoard, accessible: Callable[[Page], None]) -> None:
    page = open_board(opened_kiothi(), color_scheme=scheme, bypass_csp=True)
    accessible(page)
    hole(page, "E").click()
    accessible(page)
