"""A site of its own for every test that wants one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.web.app import create_app
from bonduc.web.settings import Settings
from tests.web.servers import new_database, postgresql

PREPARING = 300  # seconds that machine code may take to be made


def has_machine_code(site: TestClient) -> None:
    """Wait until a site can decide sowings that take long."""
    until = time.monotonic() + PREPARING
    while not site.app.state.desk.has_code:  # type: ignore[attr-defined]
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=tmp_path, secret="a secret for tests", rate=0, hosts=("testserver",), engines=1)


@pytest.fixture
def app(settings: Settings) -> Starlette:
    return create_app(settings)


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    """A browser that has been given its cookie and sends the proof that requests come from our pages."""
    with TestClient(app) as browser:
        browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
        yield browser


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL server for all tests; its URL."""
    with postgresql() as url:
        yield url


@pytest.fixture
def empty_postgresql(cluster: str) -> str:
    """An empty PostgreSQL database; its URL."""
    return new_database(cluster)
