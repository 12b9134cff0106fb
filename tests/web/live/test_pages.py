"""The first page, the form of a new game and the page of a game, as they are sent to every language."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.position import game
from bonduc.web.live.play_words import LEVELS, clock_words
from bonduc.web.option_words import options_in_words

LIMIT = 100_000  # bytes that the first page may weigh as it is sent: HTML, CSS and JavaScript
IMPORT = re.compile(r"""(?:from|import\()\s*"(\.[^"]+)\"""")


def made(client: TestClient, **creation: Any) -> dict[str, Any]:
    answer = client.post("/api/live", json={"side": "S", **creation})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def state_in(page: str) -> dict[str, Any]:
    """The state that a game's page carries."""
    text = page.split('id="game-state">')[1].split("</script>")[0]
    return dict(json.loads(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_offers_every_game(client: TestClient, language: str) -> None:
    page = client.get("/", params={"lang": language}).text
    for name, spec in GAMES.items():
        assert f'data-play="{name}"' in page
        assert spec.name in page
    assert page.count("<svg") > len(GAMES)
    assert "style=" not in page


def test_the_first_page_is_light(client: TestClient) -> None:
    page = client.get("/", headers={"accept-encoding": "identity"}).text
    weight = len(gzip.compress(page.encode()))
    waiting = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page)
    seen: set[str] = set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        text = client.get(address).text
        weight += len(gzip.compress(text.encode()))
        if address.endswith(".js"):
            waiting += [_joined(address, found) for found in IMPORT.findall(text)]
    assert any(address.endswith("/board.js") for address in seen), "the living board is not counted"
    assert weight < LIMIT, f"{weight} bytes in {len(seen) + 1} files"


def _joined(address: str, relative: str) -> str:
    parts = address.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_has_every_option(client: TestClient, language: str) -> None:
    page = client.get("/play", params={"lang": language, "game": "adji-kui-ii"}).text
    for name, spec in GAMES.items():
        for option in spec.options:
            assert f'data-group="option-{name}" data-name="{option.name}"' in page
        for option in spec.match.options:
            assert f'data-group="match-{name}" data-name="{option.name}"' in page
    assert re.search(r'name="game" value="adji-kui-ii" checked', page)
    assert page.count('name="level"') == len(LEVELS) == 8


def test_an_unknown_game_is_no_fault(client: TestClient) -> None:
    page = client.get("/play", params={"game": '"><script>'})
    assert page.status_code == 200
    assert "<script>" not in page.text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_game(client: TestClient, name: str, language: str) -> None:
    url = made(client, game=name, opponent="same-screen")["url"]
    page = client.get(url, params={"lang": language}).text
    state = state_in(page)
    assert state["you"] == ["S", "N"]
    assert state["game"] == name
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="b-picture' in page, "nothing is shown before scripts run"
    assert "needs-script" in page
    assert "style=" not in page


def test_a_spectator_gets_no_seat(client: TestClient) -> None:
    created = made(client, game="rio-kadalis", opponent="friend")
    secret = created["invitation"].partition("#")[2]
    assert secret in client.get(created["url"]).text, "whoever made the game needs the invitation"
    client.cookies.clear()
    page = client.get(created["url"]).text
    assert state_in(page)["you"] == []
    assert secret not in page


def test_a_game_that_is_not_there(client: TestClient) -> None:
    page = client.get("/play/nosuchgame")
    assert page.status_code == 404
    assert "There is no such page." in page.text


def test_options_are_told_where_they_differ() -> None:
    assert options_in_words(game("kiothi")) == []
    told = options_in_words(game("kiothi", partial_lift=False, bonus="none"))
    assert told == ["Some of a hole's warriors may stay behind: no", "The leftmost bonus takes: nothing"]
    assert options_in_words(game("rio-kadalis", holes=5)) == ["Holes in a row: 5"]


def test_clocks_in_words() -> None:
    assert clock_words(300, 3) == "5 min + 3 s a move"
    assert clock_words(90, 0) == "90 s"


def test_a_round_in_short(client: TestClient) -> None:
    played = client.post("/api/replay", json={"game": "rio-kadalis", "moves": ["C", "d"]}).json()
    assert [ply["player"] for ply in played["plies"]] == ["S", "N"]
    assert played["start"]["seeds"] == [4] * 12
    position = game("rio-kadalis").start().play("C").play("d")
    last = played["plies"][-1]
    assert last["after"]["seeds"] == list(position.holes)
    assert last["after"]["stores"] == list(position.stores)
    assert last["laps"] == game("rio-kadalis").start().play("C").sowing("d").laps
    assert client.post("/api/replay", json={"game": "rio-kadalis", "moves": ["C", "C"]}).status_code == 400
    assert client.post("/api/replay", json={"game": "rio-kadalis", "moves": ["C"] * 5000}).status_code == 422


# Lists of games


def here(client: TestClient, **creation: Any) -> str:
    """The code of a new game."""
    return str(made(client, **{"game": "rio-kadalis", "opponent": "same-screen", **creation})["code"])


def test_the_first_page_lists_games_under_way(client: TestClient) -> None:
    assert "under-way" not in client.get("/").text
    here(client)
    assert "your move" in client.get("/").text
    waiting = here(client, opponent="friend")
    assert f'href="/play/{waiting}"' in client.get("/").text


def test_the_first_page_shows_games_under_way_and_finished_ones_and_leads_to_all(client: TestClient) -> None:
    codes = [here(client) for _ in range(9)]
    client.post(f"/api/live/{codes[0]}/act", json={"type": "resign", "round": 1})
    page = client.get("/").text
    assert page.count("game-card") == 7
    assert f"/play/{codes[0]}" in page
    assert "North won" in page
    assert '<a href="/games">' in page


def test_every_game_is_on_some_page(client: TestClient) -> None:
    codes = {here(client) for _ in range(14)}
    pages = [client.get(f"/games?page={number}").text for number in (1, 2)]
    assert {code for code in codes if any(f"/play/{code}" in page for page in pages)} == codes
    assert [page.count('class="game-card') for page in pages] == [12, 2]
    assert "Page 2 of 2" in pages[1]
    for address in ("/games?page=99", "/games?page=x", "/games?list=nothing&page=-1", "/games?page=" + "9" * 40):
        assert client.get(address).status_code == 200


def test_a_card_tells_games_apart(client: TestClient) -> None:
    here(client, opponent="computer", level=3)
    here(client, kind="match", name="Ann")
    here(client, opponent="friend", name="Ann")
    page = client.get("/games").text
    for words in ("against the computer, level 3", "round 1 · 0 moves", "waiting for your friend", "<time datetime"):
        assert words in page
    assert page.count("mini-board") == 3


def test_a_new_visitor_has_no_games(client: TestClient) -> None:
    assert "There is no game here." in client.get("/games").text
    assert "There is no game here." in client.get("/games?list=finished").text
