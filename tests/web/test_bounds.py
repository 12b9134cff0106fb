"""Nothing that a visitor asks for runs without a bound: the boards that once held the site up for minutes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

import bonduc
from bonduc.errors import UndecidedSowingError
from bonduc.games.runner import Runner
from bonduc.web.app import create_app
from bonduc.web.settings import Settings
from bonduc.web.tasks import desk as desk_module
from tests.web.conftest import has_machine_code

RELAYS = {"holes": 9, "seeds": 6, "own_four": "relays"}
SMALLER = {"holes": 7, "seeds": 7, "own_four": "relays"}
HEAVY = "6,5,11,7,5,9,5/13,8,10,1,5,7,6 0 0 S -"
LONG = "1,2,8,2,10,1/3,1,2,9,3,2 2 2 S -"  # Adji Kui II: from A an endless sowing of 308,934 laps, the others are short
OTHER = "6,5,0,12,5,1/0,7,1,7,1,3 0 0 S -"  # and from F one of 339,408


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A site whose machine code is there."""
    folder = tmp_path_factory.mktemp("site")
    settings = Settings(folder=folder, secret="a secret for tests", rate=0, hosts=("testserver",), engines=1)
    app = create_app(settings)
    with TestClient(app) as browser:
        browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
        has_machine_code(browser)
        yield browser


def begin(site: TestClient, game: str = "adji-kui-ii", **options: Any) -> str:
    """A game on one screen; its code."""
    creation = {"game": game, "options": options, "opponent": "same-screen"}
    return str(site.post("/api/live", json=creation).json()["code"])


def move(site: TestClient, code: str, ply: int, text: str) -> Any:
    act = {"type": "move", "round": 1, "ply": ply, "move": text}
    return site.post(f"/api/live/{code}/act", json=act)


def message_of(answer: Any) -> str:
    return str(answer.json()["error"]["message"])


@pytest.mark.parametrize(("options", "moves"), [(RELAYS, "F i E i E h"), (SMALLER, "A b E e C")])
def test_a_live_game_goes_on_whatever_its_sowings(site: TestClient, options: dict[str, Any], moves: str) -> None:
    code, ply = begin(site, **options), 0
    for text in moves.split():
        answer = move(site, code, ply, text)
        ply += answer.is_success
        assert answer.is_success or "given up" in message_of(answer)
    assert ply >= 4
    state = site.get(f"/api/live/{code}").json()
    assert state["round"]["ply"] == ply
    assert state["round"]["position"]["moves"], "there are moves to go on with"
    assert site.get(f"/play/{code}").is_success
    assert site.get(f"/api/live/{code}/record").is_success
    assert move(site, code, ply, state["round"]["position"]["moves"][0]["move"]).is_success


def test_the_explorer_and_positions_answer_whatever_their_sowings(site: TestClient) -> None:
    asked: dict[str, Any] = {"game": "adji-kui-ii", "options": SMALLER, "position": HEAVY}
    for path in ("/api/explorer", "/api/position"):
        answer = site.post(path, json=asked)
        assert answer.is_success or "given up" in message_of(answer)
    asked = {"game": "adji-kui-ii", "options": RELAYS, "position": "1,5,1,18,6,1,5,19,1/5,1,18,8,1,3,4,3,8 0 0 N -"}
    assert site.post("/api/position", json=asked).is_success


def test_a_sowing_that_takes_long_is_decided_elsewhere(site: TestClient) -> None:
    view = site.post("/api/position", json={"game": "adji-kui-ii", "position": LONG}).json()
    assert {each["move"] for each in view["moves"]} == {"C", "D", "E", "F"}
    assert "never end" in view["refused"]["A"]
    answer = site.post("/api/move", json={"game": "adji-kui-ii", "position": LONG, "move": "A"})
    assert "never end" in message_of(answer)


def test_records_and_lines_with_such_sowings_are_read(site: TestClient) -> None:
    line = {"game": "adji-kui-ii", "position": LONG, "moves": ["C"]}
    assert site.post("/api/replay", json=line).json()["plies"][0]["move"] == "C"
    record = f'[Game "adji-kui-ii"]\n[Position "{LONG}"]\n\n1. C *\n'
    assert site.post("/api/record", json={"text": record}).json()["records"][0]["moves"][0]["move"] == "C"
    wrong = site.post("/api/record", json={"text": record.replace("1. C", "1. A")})
    assert "never end" in message_of(wrong)
    assert wrong.json()["error"]["line"] == 4


def test_what_nobody_can_decide_is_refused_and_the_rest_is_played(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "MOST_LAPS", Runner.patience)
    view = site.post("/api/position", json={"game": "adji-kui-ii", "position": OTHER}).json()
    assert {each["move"] for each in view["moves"]} == {"B", "D"}
    assert "given up" in view["refused"]["F"]
    answer = site.post("/api/move", json={"game": "adji-kui-ii", "position": OTHER, "move": "F"})
    assert answer.status_code == 400
    assert "given up" in message_of(answer)


def test_the_server_follows_no_sowing_for_long(site: TestClient) -> None:
    assert 0 < Runner.patience <= 1 << 14
    assert not Runner.compiles_by_itself
    usual = bonduc.game("adji-kui-ii")
    with pytest.raises(UndecidedSowingError):
        _ = bonduc.Game(usual.spec, usual.options).position(LONG).legal_moves


def test_widths_of_pictures_are_few_and_what_was_painted_is_kept(site: TestClient) -> None:
    asked = {"game": "rio-kadalis"}
    first = site.get("/api/picture.png", params=asked | {"width": "301"})
    assert int.from_bytes(first.content[16:20]) == 600
    kept = site.app.state.pictures._kept  # type: ignore[attr-defined]
    before = len(kept)
    for width in range(302, 601, 50):
        for more in ({}, {"options": "-"}, {"options": "holes=6"}, {"position": "4,4,4,4,4,4/4,4,4,4,4,4  0 0 S -"}):
            again = site.get("/api/picture.png", params=asked | more | {"width": str(width)})
            assert again.content == first.content
    assert len(kept) == before


def test_boards_with_long_sowings_are_analysed_or_refused_in_words(site: TestClient) -> None:
    for options, start in (({}, LONG), ({}, OTHER), (SMALLER, HEAVY)):
        asked = {"game": "adji-kui-ii", "options": options, "start": start, "seconds": 0.3, "lines": 5}
        answer = site.post("/api/analyse", json=asked)
        assert answer.is_success or "given up" in message_of(answer)
        if answer.is_success:
            view = site.post(
                "/api/position", json={"game": "adji-kui-ii", "options": options, "position": start}
            ).json()
            legal = {each["move"] for each in view["moves"]}
            assert {line["moves"][0] for line in answer.json()["lines"]} <= legal


def test_the_computer_plays_on_boards_with_long_sowings(site: TestClient) -> None:
    engines = site.app.state.engines  # type: ignore[attr-defined]
    for level in (1, 8):
        text = site.portal.call(engines.choose, "adji-kui-ii", {}, LONG, [], level, "ann")  # type: ignore[union-attr]
        assert text in {"C", "D", "E", "F"}
