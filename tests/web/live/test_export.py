"""Bulk export of finished rounds, and the page that describes the JSON API."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

pytest.importorskip("starlette")

from sqlalchemy import Connection, insert
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.position import game as find_game
from bonduc.records.reader import parse_records
from bonduc.web.app import OPERATIONS
from bonduc.web.db.tables import finished_rounds
from bonduc.web.live import export
from bonduc.web.live.store import storage
from tests.web.live.tools import new_game

DAY = 24 * 3600 * 1000
NOON = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()) * 1000


def fill(connection: Connection, count: int, name: str) -> list[str]:
    """Rounds that were resigned at once, one a day from noon of 1 March 2026; their codes."""
    record = find_game(name).start()
    text = f'[Game "{name}"]\n[Result "0-1"]\n[Termination "resignation"]\n\n0-1\n'
    assert record.outcome is None
    codes = []
    for number in range(count):
        game = new_game(opponent="same-screen", game=name)
        storage.create(connection, game, NOON)
        codes.append(game.terms.code)
        row = {"code": codes[-1], "number": 1, "game": name, "finished": NOON + number * DAY}
        connection.execute(insert(finished_rounds).values(**row, result="0-1", moves=0, record=text))
    return codes


def test_export_of_rounds_by_game_and_date(app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "PAGE", 2)
    codes = app.state.database.write_now(fill, 5, "rio-kadalis")
    app.state.database.write_now(fill, 1, "kiothi")
    assert len(list(parse_records(client.get("/api/export").text))) == 6
    lines = client.get("/api/export?format=jsonl&game=rio-kadalis").text.splitlines()
    assert [json.loads(line)["code"] for line in lines] == codes
    assert json.loads(lines[0])["finished"] == "2026-03-01T12:00:00+00:00"
    some = client.get("/api/export?format=jsonl&game=rio-kadalis&since=2026-03-02&until=2026-03-03").text.splitlines()
    assert [json.loads(line)["code"] for line in some] == codes[1:3]
    assert client.get("/api/export?until=2026-02-28").text == ""
    assert client.get("/api/export?game=chess").status_code == 400
    assert client.get("/api/export?since=yesterday").status_code == 422
    assert app.state.exports.taken == 0


def test_so_many_exports_at_once_and_no_more(
    app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.exports, "taken", app.state.exports.most)
    answer = client.get("/api/export")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]


def test_every_operation_is_described_on_a_page(client: TestClient) -> None:
    page = client.get("/api/docs").text
    for each in OPERATIONS:
        path = each.path.replace(":int}", "}").replace(":path}", "}")
        assert path in page
        assert f'id="{each.handler.__name__}"' in page
    ids = [part.partition('"')[0] for part in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    document = client.get("/api/openapi.json").json()
    assert document["paths"]["/api/live/{code}/act"]["post"]["requestBody"]
