"""The site as a whole: it answers in the right language, and refuses what is foreign, forged or too large."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.web.app import create_app
from bonduc.web.settings import Settings


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_speaks_every_language(client: TestClient, language: str) -> None:
    page = client.get("/", params={"lang": language})
    assert page.status_code == 200
    assert f'<html lang="{language}" dir="{"rtl" if language == "fa" else "ltr"}">' in page.text
    assert page.headers["content-language"] == language
    assert f'<html lang="{language}"' in client.get("/").text, "the choice is not kept"


def test_the_browser_chooses_the_language(client: TestClient) -> None:
    assert '<html lang="ru"' in client.get("/", headers={"accept-language": "ru-RU,en;q=0.5"}).text


def test_no_page_runs_inline_script(client: TestClient) -> None:
    page = client.get("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "<script>" not in page.text
    assert "style=" not in page.text


@pytest.mark.parametrize("name", GAMES)
def test_a_position_and_a_move(client: TestClient, name: str) -> None:
    start = client.post("/api/position", json={"game": name}).json()
    assert start["mover"] == "S"
    move = start["moves"][0]["move"]
    played = client.post("/api/move", json={"game": name, "move": move}).json()
    assert played["before"]["position"] == start["position"]
    assert played["after"]["position"] != start["position"]
    assert all(event["event"].islower() for event in played["events"])


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"game": "chess"}, 400, "chess"),
        ({"game": "rio-kadalis", "position": "nonsense"}, 400, "nonsense"),
        ({"game": "rio-kadalis", "options": {"holes": 99}}, 400, "holes=99"),
        ({"game": "rio-kadalis", "colour": "red"}, 422, "colour"),
        ({}, 422, "game"),
    ],
)
def test_bad_input_is_named(client: TestClient, body: dict[str, object], status: int, message: str) -> None:
    answer = client.post("/api/position", json=body)
    assert answer.status_code == status
    assert message in answer.json()["error"]["message"]


def test_what_is_no_json_is_refused(client: TestClient) -> None:
    assert client.post("/api/position", content=b"{", headers={"content-type": "application/json"}).status_code == 422
    assert client.post("/api/position", content=b"x=1").status_code == 415


def test_requests_from_elsewhere_are_refused(client: TestClient) -> None:
    body = {"game": "rio-kadalis"}
    assert client.post("/api/position", json=body, headers={"origin": "https://evil.example"}).status_code == 403
    assert client.post("/api/position", json=body, headers={"x-csrf-token": "0" * 64}).status_code == 403
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_a_large_body_is_refused(client: TestClient) -> None:
    body = {"game": "rio-kadalis", "position": "x" * 1_000_000}
    assert client.post("/api/position", json=body).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 10_000

    answer = client.post("/api/position", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_a_missing_page_is_told_kindly(client: TestClient) -> None:
    page = client.get("/no/such/page")
    assert page.status_code == 404
    assert "There is no such page." in page.text
    assert client.get("/api/nothing").json()["error"]["status"] == 404


def test_openapi_lists_every_operation(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert {"/api/position", "/api/move", "/api/games", "/api/session"} <= set(document["paths"])


def test_static_files_may_be_kept(client: TestClient) -> None:
    page = client.get("/").text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in client.get(address).headers["cache-control"]


@pytest.mark.parametrize("stamp", ["x", "0" * 12, "immutable"])
def test_only_the_stamp_of_this_version_may_be_kept_for_ever(client: TestClient, stamp: str) -> None:
    answer = client.get(f"/static/{stamp}/js/site.js")
    assert answer.is_success
    assert answer.headers["cache-control"] == "public, no-cache"
    again = client.get(f"/static/{stamp}/js/site.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["cache-control"] == "public, no-cache"


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[TestClient]:
    """A browser at a site that is reached over TLS, through a proxy."""
    site = Settings(
        folder=tmp_path,
        secret="a secret for tests",
        rate=0,
        engines=1,
        public_url="https://b.example/",
        trusted_proxies="1",
    )
    headers = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https"}
    with TestClient(create_app(site), base_url="https://b.example", headers=headers) as browser:
        browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
        yield browser


def test_over_tls_the_cookie_is_bound_to_the_host(secure: TestClient) -> None:
    secure.cookies.clear()
    cookie = secure.get("/api/session").headers["set-cookie"]
    assert cookie.startswith("__Host-bonduc_visitor=")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "Domain" not in cookie
    secure.cookies.clear()
    name, value = cookie.partition(";")[0].removeprefix("__Host-").split("=", 1)
    tossed = secure.get("/api/session", headers={"cookie": f"{name}={value}"})
    assert "set-cookie" in tossed.headers, "a cookie that any host of the domain could have set is not taken"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://b.example", 200),
        ("http://b.example", 403),
        ("https://b.example:8443", 403),
        ("https://b.example.evil", 403),
        ("null", 403),
    ],
)
def test_a_secure_site_has_secure_origins(secure: TestClient, origin: str, status: int) -> None:
    body = {"game": "rio-kadalis"}
    assert secure.post("/api/position", json=body, headers={"origin": origin}).status_code == status
    plain = secure.post("/api/position", json=body, headers={"origin": origin, "x-forwarded-proto": "http"})
    assert plain.status_code == status, "nor does a proxy that says otherwise make it another"


def test_a_secure_proxy_makes_a_secure_site(tmp_path: Path) -> None:
    site = Settings(
        folder=tmp_path, secret="a secret for tests", rate=0, engines=1, hosts=("b.example",), trusted_proxies="1"
    )
    with TestClient(create_app(site), base_url="http://b.example", headers={"x-forwarded-proto": "https"}) as browser:
        for origin, status in (("https://b.example", 200), ("http://b.example", 403)):
            answer = browser.post("/api/position", json={"game": "kiothi"}, headers={"origin": origin})
            browser.cookies.clear()
            assert answer.status_code == status


def test_a_forwarded_host_is_one_that_the_site_answers_to(secure: TestClient) -> None:
    assert secure.get("/", headers={"x-forwarded-host": "b.example"}).is_success
    assert secure.get("/", headers={"x-forwarded-host": "evil.example"}).status_code == 421
    assert secure.get("/", headers={"host": "evil.example", "x-forwarded-host": "b.example"}).status_code == 421


def test_games_cannot_be_made_by_the_hundred(tmp_path: Path) -> None:
    """A visitor without cookies is another one every time: the address counts."""
    site = Settings(
        folder=tmp_path, secret="a secret for tests", rate=0.001, burst=50, hosts=("testserver",), engines=1
    )
    with TestClient(create_app(site)) as browser:
        answers = []
        for _ in range(4):
            browser.cookies.clear()
            answers.append(browser.post("/api/live", json={"game": "rio-kadalis", "opponent": "friend"}))
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
