"""Limits of a visitor are limits of an address: a visitor who throws the cookie away again and again gains nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.web.app import create_app
from bonduc.web.http import streaming
from bonduc.web.http.socket import POLICY_VIOLATION
from bonduc.web.http.streaming import PatientResponse
from bonduc.web.limits.places import Daily, Places
from bonduc.web.puzzles.attempts import read_ratings
from bonduc.web.settings import Settings

SOCKETS, GAMES = 5, 4
ORIGIN = {"origin": "http://testserver"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Starlette:
    return create_app(
        Settings(
            folder=tmp_path_factory.mktemp("site"),
            secret="a secret for tests",
            rate=0,
            hosts=("testserver",),
            engines=1,
            trusted_proxies="1",
            sockets=SOCKETS,
            games_a_day=GAMES,
        )
    )


@pytest.fixture(scope="module")
def site(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def stranger(client: TestClient, address: str) -> TestClient:
    """The same browser, but its cookie is thrown away and it is given another one."""
    client.cookies.clear()
    client.headers["x-forwarded-for"] = address
    client.headers["x-csrf-token"] = client.get("/api/session").json()["csrf"]
    return client


@pytest.mark.parametrize("path", ["/ws/analysis", "/ws/live/x"])
def test_new_cookies_give_no_more_sockets(site: TestClient, path: str) -> None:
    with ExitStack() as sockets:
        for number in range(SOCKETS):
            stranger(site, f"2001:db8::{number:x}")
            sockets.enter_context(site.websocket_connect("/ws/analysis", headers=ORIGIN))
        stranger(site, "2001:db8::ffff")
        with pytest.raises(WebSocketDisconnect) as refused, site.websocket_connect(path, headers=ORIGIN):
            pass
        assert refused.value.code == POLICY_VIOLATION
        stranger(site, "2001:db8:0:1::1")
        sockets.enter_context(site.websocket_connect("/ws/analysis", headers=ORIGIN))


def test_new_cookies_give_no_more_games(site: TestClient) -> None:
    game = {"game": "rio-kadalis", "opponent": "friend"}
    made = [stranger(site, "192.0.2.1").post("/api/live", json=game) for _ in range(GAMES + 1)]
    assert [answer.status_code for answer in made] == [200] * GAMES + [429]
    assert int(made[-1].headers["retry-after"]) > 60
    assert stranger(site, "192.0.2.2").post("/api/live", json=game).is_success


def test_rematches_are_games_as_well(site: TestClient) -> None:
    visitor = stranger(site, "192.0.2.3")
    code = visitor.post("/api/live", json={"game": "rio-kadalis", "opponent": "same-screen"}).json()["code"]
    statuses = []
    for _ in range(GAMES):
        visitor.post(f"/api/live/{code}/act", json={"type": "resign", "round": 1})
        answer = visitor.post(f"/api/live/{code}/act", json={"type": "offer-rematch"})
        statuses.append(answer.status_code)
        code = answer.json()["state"]["rematch"] if answer.is_success else code
    assert statuses == [200] * (GAMES - 1) + [429]


def test_new_cookies_give_no_more_exports(app: Starlette, site: TestClient) -> None:
    stranger(site, "192.0.2.4")
    with app.state.exports.place(["at 192.0.2.4"]):
        assert site.get("/api/export").status_code == 503
        stranger(site, "192.0.2.5")
        assert site.get("/api/export").is_success
    assert app.state.exports.taken == 0


def test_new_cookies_do_not_rate_a_puzzle_again(app: Starlette, site: TestClient) -> None:
    puzzle = shipped_puzzles("rio-kadalis")[0]

    def rating() -> float:
        return float(app.state.database.read_now(read_ratings, puzzle.game.id)[puzzle.id])

    ratings = []
    for address in ("192.0.2.6", "192.0.2.6", "192.0.2.7"):
        visitor = stranger(site, address)
        answer = visitor.post(f"/api/puzzles/{puzzle.game.id}/{puzzle.id}/show", json={"step": 0})
        assert answer.json()["attempt"]["score"] == 0
        ratings.append(rating())
    assert ratings[0] == ratings[1] != ratings[2]


def test_new_cookies_give_no_more_tries(app: Starlette, site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.state, "attempts", Daily(2))
    puzzle = shipped_puzzles("rio-kadalis")[0]
    tried = [
        stranger(site, "192.0.2.8")
        .post(f"/api/puzzles/{puzzle.game.id}/{puzzle.id}/hint", json={"step": 0})
        .status_code
        for _ in range(3)
    ]
    assert tried == [200, 200, 429]


def test_places_are_given_back() -> None:
    places = Places(each=2, most=3)
    assert places.enter(["a", "x"])
    assert places.enter(["a", "y"])
    assert not places.enter(["a", "z"])
    assert places.enter(["b"])
    assert not places.enter(["c"])
    for keys in (["a", "x"], ["a", "y"], ["b"]):
        places.leave(keys)
    assert places.taken == 0
    assert not places._of


def test_who_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "PIECE_TIME", 0.01)
    ended: list[str] = []

    async def pieces() -> AsyncGenerator[str, None]:
        try:
            while True:
                yield "piece"
        finally:
            ended.append("pieces")

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    scope: dict[str, Any] = {"type": "http", "path": "/", "asgi": {"spec_version": "2.3"}}
    response = PatientResponse(pieces(), "text/plain", {}, lambda: ended.append("response"))
    asyncio.run(asyncio.wait_for(response(scope, receive, send), 10))
    assert ended == ["pieces", "response"]
