"""Looking after the site: health, measures, logs, and a supervisor that notices a process which hangs."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette")

from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from bonduc.errors import BonducError
from bonduc.web.app import create_app
from bonduc.web.door import health
from bonduc.web.running.logs import JsonFormatter, Sparing, TextFormatter
from bonduc.web.settings import Settings, from_environment
from tests.web.server.test_serving import servers_of
from tests.web.servers import Server, serve

HERE, FAR = "127.0.0.1", "203.0.113.7"
PATIENCE = 60.0


def site(folder: Path, client: str = HERE, **settings: Any) -> TestClient:
    given = {"folder": folder, "secret": "a secret for tests", "rate": 0, "hosts": ("testserver",), "engines": 1}
    return TestClient(create_app(Settings(**{**given, **settings})), client=(client, 50000))


def measures(text: str) -> dict[str, float]:
    """What was measured, by name and labels."""
    return {
        f"{sample.name}{json.dumps(sample.labels, sort_keys=True)}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


# Health


def test_a_site_that_runs_is_alive_and_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", 0.0)
    with site(tmp_path) as client:
        by_address = {"host": "10.1.2.3:8000"}  # as probes come
        assert client.get("/healthz", headers=by_address).status_code == 200
        while client.get("/readyz", headers=by_address).status_code != 200:
            time.sleep(0.05)
        assert client.get("/readyz").json() == {"database": True, "engines": True}

        async def fail(*_arguments: object) -> None:
            raise OSError("disk I/O error")

        monkeypatch.setattr(client.app.state.database, "read", fail)  # type: ignore[attr-defined]
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["database"] is False
        assert answer.headers["retry-after"]
        assert client.get("/healthz").status_code == 200


# Measures


def test_requests_refusals_and_games_are_measured(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        before = measures(client.get("/metrics").text)
        client.headers["x-csrf-token"] = client.get("/api/session").json()["csrf"]
        made = client.post("/api/live", json={"game": "rio-kadalis", "opponent": "same-screen"}).json()
        client.post(f"/api/live/{made['code']}/act", json={"type": "move", "round": 1, "ply": 0, "move": "A"})
        client.get("/", headers={"host": "evil.example"})
        client.get("/no/such/page")
        answer = client.get("/metrics")
        now = measures(answer.text)
    assert answer.headers["content-type"].startswith("text/plain")

    def more(name: str, **labels: str) -> float:
        key = f"{name}{json.dumps(labels, sort_keys=True)}"
        return now.get(key, 0) - before.get(key, 0)

    assert more("bonduc_requests_total", method="POST", route="/api/live/{code}/act", status="200") == 1
    assert more("bonduc_requests_total", method="GET", route="none", status="404") == 1
    assert more("bonduc_request_seconds_count", route="/api/live") == 1
    assert more("bonduc_refusals_total", status="421") == 1
    assert more("bonduc_events_total", kind="move") == 1
    assert now["bonduc_games_kept{}"] == 1
    assert {"bonduc_engine_queue{}", "bonduc_sockets{}", "bonduc_engines{}"} <= set(now)
    assert made["code"] not in answer.text


@pytest.mark.parametrize(
    ("settings", "client", "headers", "status"),
    [
        ({}, HERE, {}, 200),
        ({}, "::1", {}, 200),
        ({}, FAR, {}, 404),
        ({}, HERE, {"x-forwarded-for": FAR}, 404),  # a proxy that nobody was told of
        ({"trusted_proxies": "1"}, HERE, {"x-forwarded-for": FAR}, 404),
        ({"trusted_proxies": "1"}, HERE, {"x-forwarded-for": f"{HERE}, {FAR}"}, 404),
        ({"trusted_proxies": "1"}, HERE, {}, 200),
        ({"metrics_from": "203.0.113.0/24"}, FAR, {}, 200),
        ({"metrics_from": "203.0.113.0/24"}, HERE, {}, 404),
        ({"metrics_from": ""}, HERE, {}, 404),
        ({"metrics_token": "a token"}, HERE, {}, 404),
        ({"metrics_token": "a token"}, FAR, {"authorization": "Bearer a token"}, 200),
        ({"metrics_token": "a token"}, HERE, {"authorization": "Bearer another"}, 404),
    ],
)
def test_measures_are_for_whoever_looks_after_the_site(
    tmp_path: Path, settings: dict[str, str], client: str, headers: dict[str, str], status: int
) -> None:
    with site(tmp_path, client, **settings) as browser:
        assert browser.get("/metrics", headers=headers).status_code == status


# Logs


def test_lines_have_time_and_level() -> None:
    record = logging.LogRecord("bonduc.web", logging.WARNING, "", 1, "what %s\nhappened", ("it was that",), None)
    line = TextFormatter().format(record)
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING bonduc\.web\[\d+\] what it was that happened", line
    )
    value = json.loads(JsonFormatter().format(record))
    assert value["level"] == "warning"
    assert value["message"] == "what it was that\nhappened"
    assert value["time"] == line.partition(" ")[0]


def test_strangers_cannot_fill_the_log() -> None:
    sparing = Sparing(most=3, seconds=0.0)
    sparing._seconds = 1e9

    def passes(name: str, text: str) -> bool:
        return sparing.filter(logging.LogRecord(name, logging.INFO, "", 1, text, (), None))

    assert [passes("bonduc.web.refusals", "refused") for _ in range(5)] == [True, True, True, False, False]
    assert passes("bonduc.web.refusals", "another kind")
    sparing._seconds = 0.0
    record = logging.LogRecord("bonduc.web.refusals", logging.INFO, "", 1, "refused %d", (429,), None)
    assert sparing.filter(record)
    assert "2 lines" in record.getMessage()


def test_refusals_are_logged_without_what_they_may_give_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bonduc.web.refusals")
    with site(tmp_path, FAR, burst=1, rate=0.001) as client:
        client.get("/play/secretsecret")
        client.get("/play/secretsecret?x=hidden")
        client.get("/api/live/secretsecret")
        client.get("/%0a%1b[31m/x", headers={"host": "evil.example"})
    said = [record.getMessage() for record in caplog.records if record.name == "bonduc.web.refusals"]
    refused = [f"refused: 429 Too Many Requests, GET {path} from {FAR}" for path in ("/play", "/play", "/api/live")]
    assert said == [*refused, rf"refused: 421 Misdirected Request, GET /\n\x1b[31m from {FAR}"]


@pytest.mark.parametrize(("name", "value"), [("log_level", "loud"), ("log_format", "xml"), ("metrics_from", "home")])
def test_bad_settings_are_named(name: str, value: str) -> None:
    with pytest.raises(BonducError, match=value):
        from_environment({f"BONDUC_WEB_{name.upper()}": value})


# The supervisor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("site")
    with serve(folder, hang_time=2, log_format="json") as running:
        yield running, folder


def get(server: Server, path: str) -> tuple[int, str]:
    try:
        with urlopen(Request(server.address + path), timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refusal:
        return refusal.code, ""


def until_another(server: Server, before: list[int]) -> list[int]:
    """The server processes, once others have taken the place of these."""
    deadline = time.monotonic() + PATIENCE
    while not (now := servers_of(server.process.pid)) or set(now) & set(before):
        assert time.monotonic() < deadline, "no process took the place of the one before"
        time.sleep(0.1)
    return now


@pytest.mark.slow
def test_a_single_process_that_hangs_or_dies_is_replaced(server: tuple[Server, Path]) -> None:
    running, folder = server
    assert get(running, "/healthz")[0] == 200
    first = servers_of(running.process.pid)
    assert len(first) == 1
    os.kill(first[0], signal.SIGSTOP)  # as a computation without end would
    second = until_another(running, first)
    assert get(running, "/healthz")[0] == 200
    os.kill(second[0], signal.SIGKILL)
    until_another(running, second)
    assert get(running, "/healthz")[0] == 200
    said = [
        json.loads(line)
        for log in folder.glob("server-*.log")
        for line in log.read_text().splitlines()
        if line[0] == "{"
    ]
    assert any("hangs" in each["message"] and each["level"] == "error" for each in said)


@pytest.mark.slow
def test_measures_outlive_a_process(server: tuple[Server, Path]) -> None:
    running, _folder = server
    for _ in range(3):
        get(running, "/api/session")
    labels = json.dumps({"method": "GET", "route": "/api/session", "status": "200"}, sort_keys=True)
    key = f"bonduc_requests_total{labels}"
    before = measures(get(running, "/metrics")[1])
    assert before[key] >= 3
    pids = servers_of(running.process.pid)
    os.kill(pids[0], signal.SIGKILL)
    until_another(running, pids)
    after = measures(get(running, "/metrics")[1])
    assert after[key] >= before[key]
    assert after["bonduc_server_processes{}"] == 1


@pytest.mark.slow
def test_no_server_process_outlives_its_supervisor(tmp_path: Path) -> None:
    with serve(tmp_path) as running:
        assert get(running, "/healthz")[0] == 200
        (pid,) = servers_of(running.process.pid)
        running.kill()
        deadline = time.monotonic() + PATIENCE
        while Path(f"/proc/{pid}").exists() and "State:\tZ" not in Path(f"/proc/{pid}/status").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
