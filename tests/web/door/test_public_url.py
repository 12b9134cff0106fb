"""The address people reach the site at: redirects lead back to it, its origin is ours, one with a path is no use."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from bonduc.errors import BonducError
from bonduc.web.app import create_app
from bonduc.web.door.redirects import relative
from bonduc.web.settings import Settings

PUBLIC = "https://bonduc.example:8443/"


@pytest.mark.parametrize("host", ["bonduc.example", "bonduc.example:8443", "127.0.0.1:8000"])
@pytest.mark.parametrize(
    ("asked", "answer"), [("/play/", "/play"), ("/learn/?lang=ru", "/learn?lang=ru"), ("/puzzles/daily", "/puzzles/")]
)
def test_redirects_keep_scheme_host_and_port(settings: Settings, host: str, asked: str, answer: str) -> None:
    with TestClient(create_app(replace(settings, public_url=PUBLIC)), follow_redirects=False) as browser:
        response = browser.get(asked, headers={"host": host})
    assert response.is_redirect
    assert response.headers["location"].startswith(answer)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://here.example/play?a=b#c", "/play?a=b#c"),
        ("http://here.example//evil.example", "/evil.example"),
        ("http://here.example/\\evil.example", "/evil.example"),
        ("http://there.example/play", "http://there.example/play"),
        ("/play", "/play"),
    ],
)
def test_only_our_own_host_is_left_out(address: str, told: str) -> None:
    assert relative(address, "here.example") == told


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/bonduc",
        "https://a.example/?x",
        "https://a.example/#x",
        "https:" + "//me@a.example",
        "a.example",
    ],
)
def test_a_public_url_that_is_more_than_a_host_is_refused(url: str) -> None:
    with pytest.raises(BonducError) as refused:
        Settings(public_url=url)
    assert repr(url) in str(refused.value)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        (PUBLIC, "https://bonduc.example:8443"),
        ("HTTPS://Bonduc.Example:443", "https://bonduc.example"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("", ""),
    ],
)
def test_the_public_origin_is_as_browsers_send_it(settings: Settings, url: str, origin: str) -> None:
    settings = replace(settings, public_url=url)
    assert settings.public_origin == origin
    assert settings.secure_cookies == origin.startswith("https")


def test_requests_from_the_public_address_are_ours(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, public_url=PUBLIC))) as browser:
        headers = {"host": "bonduc.example", "origin": "https://bonduc.example:8443"}
        assert browser.post("/api/position", json={"game": "kiothi"}, headers=headers).is_success
