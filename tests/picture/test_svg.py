"""Pictures of positions: well-formed, the same every time, and showing what the position holds."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import bonduc
from bonduc.errors import OptionError
from bonduc.language import speaking
from bonduc.picture.geometry import SHAPES
from bonduc.picture.ground import definitions
from bonduc.picture.palette import LIGHT
from bonduc.picture.svg import Arrow, Highlight, describe, draw, winnings
from bonduc.position import Position

SVG = "{http://www.w3.org/2000/svg}"


def kiothi_opened() -> Position:
    return bonduc.game("kiothi").start().play("IJ>A5,B5").play("ij>a5,b5")


POSITIONS = {
    "marks": kiothi_opened(),
    "opening": bonduc.game("kiothi").start().play("I-").play("J-").play("A+"),
    "sand": bonduc.game("rio-kadalis").restock((29, 19)),
    "bought": bonduc.game("adji-kui-ii").restock((29, 19)),
    "four rows": bonduc.game("bao-la-kimasai").start(),
    "over": bonduc.game("adji-kui-ii").position("0,0,0,0,0,0/0,0,0,0,0,0 30 18 - -"),
}


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def seeds(picture: ElementTree.Element) -> list[ElementTree.Element]:
    group = next(g for g in picture.iter(f"{SVG}g") if g.get("class") == "b-seeds")
    return list(group)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", POSITIONS)
def test_pictures_are_well_formed_and_reproducible(name: str, theme: str, shape: str) -> None:
    position = POSITIONS[name]
    text = draw(position, shape=shape, theme=theme, flip=True, highlight=Highlight(0, 1, (2,)), arrows=[Arrow(0, 3)])
    assert text == draw(
        position, shape=shape, theme=theme, flip=True, highlight=Highlight(0, 1, (2,)), arrows=[Arrow(0, 3)]
    )
    root = parsed(text)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert used <= set(ids)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_seed_is_drawn_once(name: str) -> None:
    position = POSITIONS[name]
    drawn = seeds(parsed(draw(position)))
    assert len(drawn) == sum(position.holes) + sum(winnings(position))


@pytest.mark.parametrize("name", POSITIONS)
def test_strict_pages_may_hold_pictures(name: str) -> None:
    text = draw(POSITIONS[name], background=True)
    assert "style" not in re.sub(r"font-[a-z]+", "", text)
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_counts_are_written_beside_the_holes() -> None:
    position = bonduc.game("rio-kadalis").start().play("A")
    texts = [element.text for element in parsed(draw(position)).iter(f"{SVG}text")]
    for name in position.game.layout.names:
        assert name in texts
    assert texts.count("6") == position.holes.count(6)
    assert {"North", "South"} <= set(texts)


def test_a_closed_hole_has_sand_and_no_count() -> None:
    closed, plain = POSITIONS["sand"], bonduc.game("rio-kadalis").start()
    assert draw(closed).count("url(#b-sand)") == 2
    assert "url(#b-sand)" not in draw(plain)
    counts = [e for e in parsed(draw(closed)).iter(f"{SVG}text") if e.text == "0"]
    assert not counts


def test_marks_and_bought_holes_have_rings_of_their_own() -> None:
    dashes = re.compile(r'class="b-s-note" stroke="[^"]+" r="[^"]+" stroke-width="([^"]+)"')
    assert dashes.findall(draw(POSITIONS["marks"])) == ["7"] * 12
    assert dashes.findall(draw(POSITIONS["bought"])) == ["4"]


def test_a_highlight_is_what_a_move_did() -> None:
    position = bonduc.game("rio-kadalis").start().play("C")
    sowing = position.sowing("b")
    found = Highlight.of(sowing)
    assert found.start == 7
    captured = {event.hole for event in sowing if event.event.name == "CAPTURE"}
    assert set(found.taken) == captured
    assert draw(sowing.after, highlight=found) != draw(sowing.after)


def test_flipped_boards_turn_about_their_centre() -> None:
    position = bonduc.game("rio-kadalis").start()

    def places(flip: bool) -> dict[str, tuple[float, float]]:
        root = parsed(draw(position, flip=flip))
        return {str(e.text): (float(e.get("x", 0)), float(e.get("y", 0))) for e in root.iter(f"{SVG}text")}

    upright, turned = places(False), places(True)
    assert turned["A"][0] == pytest.approx(upright["a"][0])
    assert turned["A"][1] == pytest.approx(upright["a"][1])


def test_pictures_in_a_page_can_share_their_definitions() -> None:
    position = bonduc.game("rio-kadalis").start()
    shared = draw(position, define=False)
    assert "<defs>" not in shared
    assert draw(position).replace(definitions(LIGHT, "b-"), "") == shared


def test_the_language_in_use_is_drawn() -> None:
    with speaking("fa"):
        text = draw(bonduc.game("adji-kui-ii").start())
    assert "۴" in text
    assert "جنوب" in text


def test_captured_stones_are_counted_where_they_leave_the_game() -> None:
    game = bonduc.game("bao-la-kimasai", columns=3)
    position = game.position("0,1,0/0,1,0/1,1,1/1,1,0 0 0 S -")
    assert winnings(position) == (3, 0)
    assert winnings(game.start()) == (0, 0)


def test_a_picture_is_described_in_words() -> None:
    said = describe(bonduc.game("rio-kadalis").start())
    assert said.startswith("Rio Kadalis, South to move. A 4, B 4")
    assert "the round is over" in describe(POSITIONS["over"])


@pytest.mark.parametrize("given", [{"shape": "round"}, {"theme": "neon"}])
def test_unknown_shapes_and_themes_are_told(given: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="there are"):
        draw(bonduc.game("rio-kadalis").start(), **given)  # type: ignore[arg-type]
