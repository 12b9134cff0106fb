"""The WebSocket and the HTTP operations of live games, as browsers use them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from bonduc.web.app import create_app
from bonduc.web.http.socket import POLICY_VIOLATION, TOO_LARGE, TRY_AGAIN
from bonduc.web.live import socket as sockets
from bonduc.web.live.game import decisions
from bonduc.web.live.service.changes import Done
from bonduc.web.live.service.hub import OUTBOX, Subscriber
from bonduc.web.settings import Settings
from tests.web.live.tools import FirstMove

ORIGIN = {"origin": "http://testserver"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    """A running site, with engines that answer at once."""
    settings = Settings(
        folder=tmp_path_factory.mktemp("site"), secret="a secret for tests", rate=0, hosts=("testserver",), engines=1
    )
    app = create_app(settings)
    with TestClient(app) as client:
        app.state.live.computer.engines = FirstMove()
        app.state.portal = client.portal
        yield app


def visitor(site: Starlette, language: str = "en") -> TestClient:
    """A browser of a visitor of its own."""
    browser = TestClient(site, headers={"accept-language": language})
    browser.portal = site.state.portal  # all in the event loop of the site
    browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
    return browser


@pytest.fixture
def ann(site: Starlette) -> TestClient:
    return visitor(site)


@pytest.fixture
def ben(site: Starlette) -> TestClient:
    return visitor(site)


def make(browser: TestClient, **creation: Any) -> dict[str, Any]:
    answer = browser.post("/api/live", json={"game": "rio-kadalis", "side": "S", **creation})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def friends(ann: TestClient, ben: TestClient, **creation: Any) -> str:
    made = make(ann, opponent="friend", **creation)
    answer = ben.post(f"/api/live/{made['code']}/join", json={"invitation": made["invitation"].partition("#")[2]})
    assert answer.status_code == 200, answer.text
    return str(made["code"])


@contextmanager
def watching(browser: TestClient, code: str, version: int | None = None) -> Iterator[WebSocketTestSession]:
    with browser.websocket_connect(f"/ws/live/{code}", headers=ORIGIN) as socket:
        socket.send_json({"type": "hello", "version": version})
        yield socket


def until(socket: WebSocketTestSession, *types: str) -> dict[str, Any]:
    """The next message of one of these types; others stay for later."""
    passed: list[dict[str, Any]] = socket.__dict__.setdefault("passed", [])
    for message in passed:
        if message["type"] in types:
            passed.remove(message)
            return message
    while True:
        message = dict(socket.receive_json())
        if message["type"] in types:
            return message
        passed.append(message)


def state_of_ply(socket: WebSocketTestSession, ply: int) -> dict[str, Any]:
    """The first state message of this ply."""
    while True:
        message = until(socket, "state")
        if message["state"]["round"]["ply"] == ply:
            return message


def move(socket: WebSocketTestSession, ply: int, text: str, **more: Any) -> dict[str, Any]:
    socket.send_json({"type": "move", "round": 1, "ply": ply, "move": text, **more})
    return until(socket, "done", "refused")


# Playing


def test_two_friends_and_a_spectator_see_every_move(site: Starlette, ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben)
    with watching(ann, code) as south, watching(ben, code) as north, watching(visitor(site), code) as spectator:
        assert until(south, "state")["state"]["you"] == ["S"]
        assert until(north, "state")["state"]["you"] == ["N"]
        assert until(spectator, "state")["state"]["you"] == []
        assert move(south, 0, "A", id="x1")["id"] == "x1"
        for socket in (south, north, spectator):
            told = state_of_ply(socket, 1)
            assert [sowing["move"] for sowing in told["sowings"]] == ["A"]
            assert told["sowings"][0]["events"]
            assert told["causes"][-1] == {"kind": "move", "seat": "S"}
        assert move(spectator, 1, "a")["code"] == "not-yours"


def test_two_tabs_of_a_player_stay_in_step(ann: TestClient) -> None:
    code = make(ann, opponent="same-screen")["code"]
    with watching(ann, code) as one, watching(ann, code) as other:
        move(one, 0, "A")
        assert state_of_ply(other, 1)["state"]["round"]["moves"] == ["A"]
        assert move(other, 1, "a")["type"] == "done"
        assert state_of_ply(one, 2)["state"]["round"]["moves"] == ["A", "a"]


def test_whoever_comes_back_gets_what_was_missed(ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben)
    with watching(ann, code) as south:
        version = until(south, "state")["state"]["version"]
        move(south, 0, "A")
    with watching(ben, code, version) as north:
        told = until(north, "state")
        assert [sowing["move"] for sowing in told["sowings"]] == ["A"]
        move(north, 1, "a")
    with watching(ann, code, version) as south:
        told = until(south, "state")
        assert [(each["move"], each["ply"]) for each in told["sowings"]] == [("A", 1), ("a", 2)]
        south.send_json({"type": "hello", "version": version})
        assert [each["move"] for each in until(south, "state")["sowings"]] == ["A", "a"]
    with watching(ann, code) as south:
        assert until(south, "state")["sowings"] == []
    with watching(ann, code, 999) as south:
        assert until(south, "state")["sowings"] == []


def test_moves_that_were_taken_back_are_not_shown(ann: TestClient) -> None:
    code = make(ann, opponent="same-screen")["code"]
    with watching(ann, code) as socket:
        move(socket, 0, "A")
        socket.send_json({"type": "take-back", "round": 1, "ply": 1})
        until(socket, "done")
        move(socket, 0, "B")
    with watching(ann, code, 0) as socket:
        told = until(socket, "state")
        assert [each["move"] for each in told["sowings"]] == ["B"]
        assert [each["kind"] for each in told["causes"]] == ["move", "take-back", "move"]


def test_every_reader_is_told_in_their_language(site: Starlette, ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben)
    ann.post(f"/api/live/{code}/act", json={"type": "resign", "round": 1})
    texts = set()
    for language in ("en", "fa", "ru"):
        state = visitor(site, language).get(f"/api/live/{code}").json()
        texts.add(state["rounds"][0]["text"])
    assert len(texts) == 3


def test_the_computer_answers(ann: TestClient) -> None:
    code = make(ann, opponent="computer", level=3)["code"]
    with watching(ann, code) as socket:
        move(socket, 0, "A")
        assert len(state_of_ply(socket, 2)["state"]["round"]["moves"]) == 2


def test_presence_is_told(ann: TestClient, ben: TestClient, site: Starlette) -> None:
    code = friends(ann, ben)
    with watching(ann, code) as south:
        with watching(ben, code), watching(visitor(site), code):
            while True:
                told = until(south, "presence")
                if told["spectators"] == 1 and told["online"] == {"S": True, "N": True}:
                    break
        while told["online"]["N"] or told["spectators"]:
            told = until(south, "presence")


# Repeated, late, forged, malformed


def test_a_move_that_arrives_twice_counts_once(ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben)
    with watching(ann, code) as south:
        assert move(south, 0, "A")["repeated"] is False
        assert move(south, 0, "A")["repeated"] is True
        assert move(south, 0, "B")["code"] == "stale"
    twice = [
        ann.post(f"/api/live/{code}/act", json={"type": "move", "round": 1, "ply": 0, "move": "A"}) for _ in range(2)
    ]
    assert all(answer.json()["answer"]["repeated"] for answer in twice)
    assert ann.get(f"/api/live/{code}").json()["round"]["moves"] == ["A"]


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ({"type": "move", "round": 1, "ply": 0, "move": "a"}, 400),
        ({"type": "move", "round": 1, "ply": 5, "move": "A"}, 409),
        ({"type": "move", "round": 1, "ply": "0", "move": "A"}, 422),
        ({"type": "move", "round": 1, "ply": 0}, 422),
        ({"type": "move", "round": 1, "ply": 0, "move": "A", "seat": "N"}, 422),
        ({"type": "nonsense"}, 422),
        ({"type": "accept-draw", "round": 1}, 409),
    ],
)
def test_refusals_over_http(ann: TestClient, ben: TestClient, message: dict[str, Any], status: int) -> None:
    code = friends(ann, ben)
    answer = ann.post(f"/api/live/{code}/act", json=message)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert ann.get(f"/api/live/{code}").json()["version"] == 1


def test_a_forged_request_is_refused(ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben)
    message = {"type": "resign", "round": 1}
    assert ann.post(f"/api/live/{code}/act", json=message, headers={"x-csrf-token": "wrong"}).status_code == 403
    assert ann.post(f"/api/live/{code}/act", json=message, headers={"origin": "http://evil"}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        ann.websocket_connect(f"/ws/live/{code}", headers={"origin": "http://evil"}),
    ):
        pass
    assert caught.value.code == POLICY_VIOLATION


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"x"', '{"type":"move"}', '{"type":"x"}', "1e999", "\ud83d", "[" * 900]
)
def test_malformed_messages_are_answered(ann: TestClient, text: str) -> None:
    code = make(ann, opponent="same-screen")["code"]
    with watching(ann, code) as socket:
        socket.send({"type": "websocket.receive", "text": text})
        assert until(socket, "refused")["code"] == "malformed"
        socket.send({"type": "websocket.receive", "bytes": b"\xff\xfe"})
        assert until(socket, "refused")["code"] == "malformed"
        assert move(socket, 0, "A")["type"] == "done"


def closes(browser: TestClient, code: str, *texts: str) -> int:
    """The code that the connection is closed with after these messages."""
    try:
        with browser.websocket_connect(f"/ws/live/{code}", headers=ORIGIN) as socket:
            for text in texts:
                socket.send_text(text)
            while True:
                socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def test_what_closes_a_connection(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    code = make(ann, opponent="same-screen")["code"]
    hello = json.dumps({"type": "hello"})
    assert closes(ann, code, json.dumps({"type": "leave"})) == POLICY_VIOLATION
    assert closes(ann, code, "nonsense") == POLICY_VIOLATION
    assert closes(ann, code, hello, "x" * 5000) == TOO_LARGE
    assert closes(ann, "nothing", hello) == sockets.NO_GAME
    monkeypatch.setattr(sockets, "HELLO_TIME", 0.05)
    assert closes(ann, code) == POLICY_VIOLATION


def test_a_flood_is_refused_and_then_closed(ann: TestClient) -> None:
    code = make(ann, opponent="same-screen")["code"]
    flood = ["{}"] * (sockets.LiveConnection.BURST + sockets.PATIENCE_WITH_FLOODS + 50)
    assert closes(ann, code, json.dumps({"type": "hello"}), *flood) in (POLICY_VIOLATION, TRY_AGAIN)


def test_a_visitor_has_so_many_connections_and_no_more(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ann.app.state.sockets, "each", 2)  # type: ignore[attr-defined]
    code = make(ann, opponent="same-screen")["code"]
    with watching(ann, code) as one, watching(ann, code) as other:
        until(one, "state")
        until(other, "state")
        assert closes(ann, code) == POLICY_VIOLATION
    with watching(ann, code) as again:
        until(again, "state")


def test_a_client_that_takes_nothing_is_given_up_and_stalls_nobody(site: Starlette) -> None:
    subscriber = Subscriber("x", "en")
    for _ in range(OUTBOX + 1):
        subscriber.tell({"type": "ping"})
    assert subscriber.lagging
    messages, dirty = asyncio.run(subscriber.news())
    assert len(messages) == OUTBOX
    assert not dirty


def test_lag_is_believed_once_for_every_ping(ann: TestClient) -> None:
    code = make(ann, opponent="same-screen")["code"]
    with watching(ann, code) as socket:
        ping = until(socket, "ping")
        for at in (0, ping["at"], ping["at"]):
            socket.send_json({"type": "pong", "at": at})
        assert move(socket, 0, "A")["type"] == "done"


# Making, joining, looking


def test_an_invitation_is_shown_to_the_maker_only_while_it_is_open(site: Starlette, ann: TestClient) -> None:
    made = make(ann, opponent="friend")
    path = f"/api/live/{made['code']}"
    assert ann.get(path).json()["invitation"] == made["invitation"]
    assert visitor(site).get(path).json()["invitation"] is None
    ben = visitor(site)
    secret = {"invitation": made["invitation"].partition("#")[2], "name": "Ben"}
    assert ben.post(f"{path}/join", json=secret).json()["players"]["N"]["name"] == "Ben"
    assert ben.post(f"{path}/join", json=secret).status_code == 200
    assert visitor(site).post(f"{path}/join", json=secret).status_code == 409
    assert visitor(site).post(f"{path}/join", json={"invitation": "guess"}).status_code == 403
    assert ann.get(path).json()["invitation"] is None


@pytest.mark.parametrize(
    "creation",
    [
        {"game": "chess"},
        {"options": {"holes": 99}},
        {"match": {"max_rounds": 2}},
        {"kind": "match", "match": {"rounds": 2}},
        {"level": 9},
        {"clock": {"initial": 1}},
        {"opponent": "nobody"},
        {"name": "x" * 41},
        {"extra": 1},
    ],
)
def test_games_that_cannot_be_made(ann: TestClient, creation: dict[str, Any]) -> None:
    answer = ann.post("/api/live", json={"game": "rio-kadalis", **creation})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_a_visitor_cannot_make_games_without_end(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ann.app.state.live, "games_a_day", 1)  # type: ignore[attr-defined]
    make(ann)
    assert ann.post("/api/live", json={"game": "kiothi"}).status_code == 429


def test_my_games_are_listed(ann: TestClient) -> None:
    first = make(ann, opponent="same-screen")["code"]
    second = make(ann, opponent="friend")["code"]
    found = ann.get("/api/live").json()["games"]
    assert {each["code"] for each in found} == {first, second}
    assert {each["code"]: each["turn"] for each in found} == {first: True, second: False}


def test_a_move_can_be_looked_at_and_a_game_had_as_a_record(ann: TestClient) -> None:
    code = make(ann, opponent="same-screen", kind="match")["code"]
    act = f"/api/live/{code}/act"
    ann.post(act, json={"type": "move", "round": 1, "ply": 0, "move": "A"})
    sowing = ann.get(f"/api/live/{code}/sowing?round=1&ply=1").json()
    assert sowing["move"] == "A"
    assert sowing["explanation"]
    assert ann.get(f"/api/live/{code}/sowing?round=1&ply=2").status_code == 404
    assert ann.get(f"/api/live/{code}/sowing?round=2&ply=1").status_code == 404
    ann.post(act, json={"type": "offer-draw", "round": 1, "ply": 1})
    ann.post(act, json={"type": "next-round", "round": 1})
    both = ann.get(f"/api/live/{code}/record").text
    assert both.count("[Game ") == 2
    one = ann.get(f"/api/live/{code}/record?round=1&download=1")
    assert '[Result "1/2-1/2"]' in one.text
    assert "attachment" in one.headers["content-disposition"]
    assert ann.get(f"/api/live/{code}/record?round=3").status_code == 404
    assert ann.get("/api/live/nothing/record").status_code == 404


def test_the_explorer_knows_finished_rounds(ann: TestClient) -> None:
    code = make(ann, game="adji-kui-ii", opponent="same-screen")["code"]
    ann.post(f"/api/live/{code}/act", json={"type": "move", "round": 1, "ply": 0, "move": "F"})
    ann.post(f"/api/live/{code}/act", json={"type": "resign", "round": 1})
    found = ann.post("/api/explorer", json={"game": "adji-kui-ii"}).json()["moves"]
    assert {"move": "F", "south": 1, "draws": 0, "north": 0} in found


def test_tokens_are_not_in_what_others_see(site: Starlette, ann: TestClient, ben: TestClient) -> None:
    code = friends(ann, ben, name="Ann")
    seen = json.dumps(visitor(site).get(f"/api/live/{code}").json())
    for browser in (ann, ben):
        cookie = browser.cookies["bonduc_visitor"]
        assert cookie not in seen
    live = site.state.live.open_games.find(code)
    assert all(seat.visitor not in seen for seat in live.game.seats)


def test_a_code_of_a_refusal_has_a_status() -> None:
    from bonduc.web.live.api import STATUS

    codes = {"malformed", "stale", "not-yours", "illegal", "undecided", "over", "not-now", "full", "busy"}
    assert set(STATUS) == codes
    assert isinstance(decisions.RefusedError("over", "x"), ValueError)
    assert Done(1) == Done(1, False)


def test_who_leaves_before_watching_has_begun_is_not_left_watching() -> None:
    watching_now: list[object] = []

    class Games:
        async def watch(self, code: str, subscriber: object) -> None:
            watching_now.append(subscriber)
            raise WebSocketDisconnect(1001)

        def unwatch(self, code: str, subscriber: object) -> None:
            watching_now.remove(subscriber)

    class Hasty(sockets.LiveConnection):
        def __init__(self) -> None:
            self.code, self.games, self.subscriber = "a game", SimpleNamespace(watching=Games()), object()  # type: ignore[assignment]

        async def _greet(self) -> None:
            """Nothing need be said."""

    with pytest.raises(WebSocketDisconnect):
        asyncio.run(Hasty().run())
    assert watching_now == []
