"""The data of a board: all that the browser needs, as JSON."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

import bonduc
from bonduc.language import speaking
from bonduc.picture.data import attributes, board_data
from bonduc.picture.packing import FLAT


@pytest.mark.parametrize("name", bonduc.games())
def test_it_is_json_of_a_bearable_size(name: str) -> None:
    text = json.dumps(board_data(bonduc.game(name)), separators=(",", ":"))
    assert len(text) < 48_000


@pytest.mark.parametrize("name", bonduc.games())
def test_every_seed_has_a_place_everywhere(name: str) -> None:
    game = bonduc.game(name)
    data = board_data(game)
    assert [len(flat) for flat in data["packing"]["flat"]] == [2 * count for count in range(FLAT + 1)]
    assert len(data["packing"]["heap"]) == 2 * max(0, game.seeds - FLAT)
    assert len(data["packing"]["spin"]) == game.layout.size
    assert len(data["counted"]) == game.seeds + 1
    for shape in data["shapes"].values():
        assert len(shape["holes"]) == game.layout.size
        assert all(len(store["places"]) == 2 * game.seeds for store in shape["stores"])


@pytest.mark.parametrize("name", bonduc.games())
def test_its_markup_holds_together(name: str) -> None:
    data = board_data(bonduc.game(name))
    for shape in data["shapes"].values():
        markup = data["definitions"] + shape["ground"]
        ElementTree.fromstring(f"<svg>{markup}</svg>")
        ids = set(re.findall(r'id="(@[^"]+)"', markup))
        assert set(re.findall(r"#(@[^\")]+)", markup)) <= ids
        assert {f"@{look}" for look in data["looks"]} <= ids
        assert "style" not in markup


def test_its_words_are_in_the_language_in_use() -> None:
    game = bonduc.game("kiothi")
    assert board_data(game)["counted"][:3] == ["0 warriors", "1 warrior", "2 warriors"]
    with speaking("ru"):
        told = board_data(game)
    assert told["players"] == ["Юг", "Север"]
    assert board_data(game)["players"] == ["South", "North"]


def test_only_stones_that_leave_the_game_need_the_number_at_the_start() -> None:
    assert board_data(bonduc.game("bao-la-kimasai"))["start"] == 23
    assert board_data(bonduc.game("rio-kadalis"))["start"] is None


def test_attributes_are_taken_apart() -> None:
    assert attributes('r="3" stroke-dasharray="1 2.5" x="4"') == {"r": "3", "stroke-dasharray": "1 2.5", "x": "4"}
