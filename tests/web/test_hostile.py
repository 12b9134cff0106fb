"""What nobody should send, sent: every answer is a refusal in words, nothing fails inside or is given away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bonduc.errors import BonducError
from bonduc.web.analysis.socket import AnalysisConnection
from bonduc.web.app import create_app
from bonduc.web.http.socket import POLICY_VIOLATION
from bonduc.web.live.service.games import LiveGames
from bonduc.web.live.service.open_game import MOST_CACHED
from bonduc.web.settings import Settings

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One site for all these tests: nothing that they send may do it any harm."""
    folder = tmp_path_factory.mktemp("site")
    settings = Settings(folder=folder, secret="a secret for tests", rate=0, hosts=("testserver",), engines=1)
    with TestClient(create_app(settings)) as browser:
        yield browser


@pytest.fixture
def client(site: TestClient) -> TestClient:
    """A visitor of its own for every test."""
    site.cookies.clear()
    site.headers["x-csrf-token"] = site.get("/api/session").json()["csrf"]
    return site


@pytest.mark.parametrize("host", ["[::1", "::1]", "evil.example", "testserver@evil.example", ""])
def test_strange_hosts_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://[::1", "null", "http://testserver.evil", "ftp://testserver", "testserver", ""]
)
def test_strange_origins_are_refused(client: TestClient, origin: str) -> None:
    answer = client.post("/api/position", json={"game": "kiothi"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert client.post("/api/position", json={"game": "kiothi"}, headers={"origin": "http://testserver"}).is_success


@pytest.mark.parametrize(
    "path", ["/api/lessons/kiothi/", "/learn/kiothi/tutorial/", "/api/live/", "/play/", "/static/x/"]
)
def test_addresses_without_end_are_refused(client: TestClient, path: str) -> None:
    assert client.get(path + "1" * 5000).status_code == 414


@pytest.mark.parametrize(
    "path", ["/static/x/%00", "/static/x/..%2f..%2fapp.py", "/static/x/%2e%2e/%2e%2e/app.py", "/static/x//etc/passwd"]
)
def test_static_files_are_those_of_the_folder(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("cookie", [b"\xff.\xfe", b'"\\377\\400"', b"IngI.x", b"a." * 4000, b";=;="])
def test_strange_cookies_make_a_new_visitor(client: TestClient, cookie: bytes) -> None:
    answer = client.get("/api/session", headers={b"cookie": b"bonduc_visitor=" + cookie})
    assert answer.is_success
    assert "bonduc_visitor=" in answer.headers["set-cookie"]


def test_what_caches_may_share_gives_nobody_an_identity(client: TestClient) -> None:
    for path in ("/static/x/js/site.js", "/api/picture.svg?game=kiothi"):
        client.cookies.clear()
        answer = client.get(path)
        assert answer.headers["cache-control"].startswith("public")
        assert "set-cookie" not in answer.headers
    for path in ("/", "/play", "/api/session", "/api/live", "/api/puzzles?game=kiothi"):
        client.cookies.clear()
        answer = client.get(path)
        assert answer.headers["cache-control"] == "no-store"
        assert "HttpOnly" in answer.headers["set-cookie"]


@pytest.mark.parametrize("name", ["self", "game", "name", "options", "\x00", "__class__"])
def test_options_named_like_what_is_inside_are_unknown_options(client: TestClient, name: str) -> None:
    for given in ({"options": {name: 1}}, {"kind": "match", "match": {name: 1}}):
        answer = client.post("/api/live", json={"game": "kiothi", **given})
        assert answer.status_code == 400
        assert "option" in answer.json()["error"]["message"]


def test_export_takes_the_last_of_all_days_and_any_spelling_of_a_game(client: TestClient) -> None:
    assert client.get("/api/export?until=9999-12-31&since=0001-01-01").is_success
    named = client.get("/api/export", params={"game": "\u212aiothi"})  # KELVIN SIGN: a `k` in small letters
    assert named.headers["content-disposition"] == 'attachment; filename="bonduc-kiothi.txt"'


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ' + "1" * 5000 + "}",
        '{"a": NaN}',
        '{"\\ud800": 1}',
        '{"a":' * 9000,
        "[" * 5000,
        "\x00",
        "\u202e",
        "{" * 99_999,
    ],
)
def test_records_that_are_none_are_refused(client: TestClient, text: str) -> None:
    assert client.post("/api/record", json={"text": text}).status_code == 400


def test_half_a_letter_in_a_record_is_read(client: TestClient) -> None:
    answer = client.post("/api/record", json={"text": '[Game "rio-kadalis"]\n\n{so \\ud800 so} *\n'})
    assert answer.is_success
    assert answer.json()["records"][0]["comments"] == ["so \ud800 so"]


HOSTILE = ["null", "1e400", "NaN", "-1", "9" * 5000, '"\\u0000"', '"\\ud800"', '"\\u202e<b>"', "[[]]", '{"self": 1}']


def operations(client: TestClient) -> list[tuple[str, dict[str, Any]]]:
    document = client.get("/api/openapi.json").json()
    return [
        (path, fields_of(document, methods["post"])) for path, methods in document["paths"].items() if "post" in methods
    ]


def fields_of(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    found: dict[str, Any] = schema.get("properties", {})
    return found


def test_no_value_of_any_field_makes_an_operation_fail(client: TestClient) -> None:
    tried = 0
    for path, fields in operations(client):
        address = path.replace("{game}", "kiothi").replace("{number}", "1").replace("{code}", "x").replace("{id}", "x")
        for field in fields:
            given = {"game": '"kiothi"', "moves": '["?"]', "move": '"?"', "text": '"x"', "document": "{}", "step": "0"}
            given = {name: value for name, value in given.items() if name in fields}
            for value in HOSTILE:
                body = "{" + ",".join(f"{json.dumps(k)}: {v}" for k, v in {**given, field: value}.items()) + "}"
                assert client.post(address, content=body, headers=JSON).status_code < 500, (path, body[:200])
                tried += 1
    assert tried > 300


@pytest.mark.parametrize("body", [b"", b"\xff", b"\x00", b"[]", b"null", b"[" * 100_000, b'{"a":' * 40_000, b"{"])
def test_bodies_that_are_no_json_object_are_refused(client: TestClient, body: bytes) -> None:
    for path, _fields in operations(client):
        assert client.post(path, content=body, headers=JSON).status_code in (404, 422), path


def test_a_failing_database_is_told_in_words(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_arguments: object) -> None:
        raise OperationalError("SELECT", {}, Exception("disk I/O error"))

    monkeypatch.setattr(client.app.state.database, "read", fail)  # type: ignore[attr-defined]
    assert client.get("/api/live").status_code == 503
    assert client.get("/play/abcdefgh").status_code == 503


@pytest.mark.parametrize("code", ["%00", "a%00b", "%F0%9F%98%80", "..%2f..", "a'--"])
def test_codes_that_are_none_never_reach_the_database(client: TestClient, code: str) -> None:
    for address in (f"/api/live/{code}", f"/play/{code}", f"/analysis/game/{code}", f"/api/live/{code}/record"):
        assert client.get(address).status_code == 404, address


def test_what_is_remembered_of_a_game_is_bounded(client: TestClient) -> None:
    made = client.post("/api/live", json={"game": "rio-kadalis", "opponent": "same-screen"}).json()
    live: LiveGames = client.app.state.live  # type: ignore[attr-defined]
    known = live.open_games.find(made["code"])
    assert known is not None
    for version in range(3 * MOST_CACHED):
        known.cached(("en", version), lambda: "long")
    assert len(known._cache) <= MOST_CACHED


def test_sockets_of_analysis_are_counted_and_may_not_flood(client: TestClient) -> None:
    origin = {"origin": "http://testserver"}
    with ExitStack() as sockets:
        for _ in range(Settings.sockets):
            sockets.enter_context(client.websocket_connect("/ws/analysis", headers=origin))
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws/analysis", headers=origin):
            pass
    with client.websocket_connect("/ws/analysis", headers=origin) as socket:
        for _ in range(2 * AnalysisConnection.BURST):
            socket.send_text('{"type": "stop"}')
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == POLICY_VIOLATION


@pytest.mark.parametrize("kept", [b"", b"\n", b"short\n", b"\xff\xfe"])
def test_a_secret_that_can_be_guessed_signs_nothing(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret").write_bytes(kept)
    with pytest.raises(BonducError):
        Settings(folder=tmp_path).signing_secret()
    with pytest.raises(BonducError):
        Settings(folder=tmp_path, secret="x").signing_secret()


@pytest.mark.parametrize(
    "url", ["https://[::1", "https://", "ftp://site", "https://site.example:0", "https://site.example:99999"]
)
def test_a_public_url_names_a_host(url: str) -> None:
    with pytest.raises(BonducError):
        Settings(public_url=url)


def test_a_form_of_a_foreign_site_does_not_replace_the_visitor(client: TestClient) -> None:
    client.cookies.clear()  # as browsers leave it out of a form that another site sends
    for path in ("/", "/api/live", "/play"):
        answer = client.post(path, data={"a": "b"}, headers={"origin": "http://evil.example"})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
