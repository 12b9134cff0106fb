"""Nothing that a visitor asks for runs without a bound: the boards that once held the site up for minutes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from bonduc.web.app import create_app
from bonduc.web.settings import Settings

RELAYS = {"holes": 9, "seeds": 6, "own_four": "relays"}
SMALLER = {"holes": 7, "seeds": 7, "own_four": "relays"}
HEAVY = "6,5,11,7,5,9,5/13,8,10,1,5,7,6 0 0 S -"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(
        folder=tmp_path_factory.mktemp("site"), secret="a secret for tests", rate=0, hosts=("testserver",), engines=1
    )
    with TestClient(create_app(settings)) as browser:
        browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
        yield browser


def play(site: TestClient, options: dict[str, Any], moves: str) -> tuple[str, Any]:
    """A game on one screen with these moves, as far as they are taken; its code and the last answer."""
    creation = {"game": "adji-kui-ii", "options": options, "opponent": "same-screen"}
    code = site.post("/api/live", json=creation).json()["code"]
    answer = None
    for ply, move in enumerate(moves.split()):
        act = {"type": "move", "round": 1, "ply": ply, "move": move}
        answer = site.post(f"/api/live/{code}/act", json=act)
    return code, answer


@pytest.mark.parametrize(("options", "moves"), [(RELAYS, "F i E i E h"), (SMALLER, "A b E e C")])
def test_a_live_game_answers_whatever_its_sowings(site: TestClient, options: dict[str, Any], moves: str) -> None:
    code, answer = play(site, options, moves)
    if answer.status_code != 200:
        assert "given up" in answer.json()["error"]["message"]
    assert site.get(f"/play/{code}").status_code < 500
    assert site.get(f"/api/live/{code}/record").is_success


def test_the_explorer_and_positions_answer_whatever_their_sowings(site: TestClient) -> None:
    asked = {"game": "adji-kui-ii", "options": SMALLER, "position": HEAVY}
    for path in ("/api/explorer", "/api/position"):
        answer = site.post(path, json=asked)
        assert answer.is_success or "given up" in answer.json()["error"]["message"]
    asked = {"game": "adji-kui-ii", "options": RELAYS, "position": "1,5,1,18,6,1,5,19,1/5,1,18,8,1,3,4,3,8 0 0 N -"}
    assert site.post("/api/position", json=asked).is_success
