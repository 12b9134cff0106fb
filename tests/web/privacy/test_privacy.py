"""What is known of visitors: published only as agreed, given to them, and forgotten when they ask."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, select, text, update
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.language import LANGUAGES
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.records.reader import parse_records
from bonduc.web.app import create_app
from bonduc.web.db.database import Database
from bonduc.web.db.migrate import configuration
from bonduc.web.db.tables import explored_moves, finished_rounds, live_games, puzzle_attempts
from bonduc.web.privacy.forgetting import forget_outdated
from bonduc.web.settings import Settings

GAME = "adji-kui-ii"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    folder = tmp_path_factory.mktemp("site")
    app = create_app(Settings(folder=folder, secret="a secret for tests", rate=0, hosts=("testserver",), engines=1))
    with TestClient(app):
        yield app


def visitor(site: Starlette) -> TestClient:
    """A browser of somebody new."""
    browser = TestClient(site)
    browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
    return browser


def make(browser: TestClient, **creation: Any) -> dict[str, Any]:
    given = {"game": GAME, "opponent": "same-screen", "side": "S", "name": "Ann", **creation}
    made: dict[str, Any] = browser.post("/api/live", json=given).json()
    return made


def friends(ann: TestClient, ben: TestClient, **creation: Any) -> str:
    """A game of Ann and Ben; its code."""
    made = make(ann, **creation | {"opponent": "friend"})
    secret = made["invitation"].partition("#")[2]
    assert ben.post(f"/api/live/{made['code']}/join", json={"invitation": secret, "name": "Ben"}).is_success
    return str(made["code"])


def act(browser: TestClient, code: str, type_: str, **more: Any) -> Any:
    answer = browser.post(f"/api/live/{code}/act", json={"type": type_, **more})
    assert answer.is_success, answer.text
    return answer.json()["state"]


def draw(ann: TestClient, ben: TestClient, code: str, number: int) -> None:
    """A round in which nothing happens: a match goes on after it."""
    act(ann, code, "offer-draw", round=number, ply=0)
    act(ben, code, "accept-draw", round=number, ply=0)


def exported(browser: TestClient) -> list[dict[str, Any]]:
    return [json.loads(line) for line in browser.get("/api/export?format=jsonl").text.splitlines()]


def everything(connection: Connection) -> str:
    """All that the database holds, as one text."""
    tables = MetaData()
    tables.reflect(connection)
    return json.dumps([[list(row) for row in connection.execute(select(table))] for table in tables.tables.values()])


# What is published


@pytest.mark.parametrize(
    ("creation", "published"),
    [
        ({"opponent": "friend"}, False),
        ({"opponent": "friend", "studied": True}, True),
        ({"opponent": "same-screen"}, True),
        ({"opponent": "same-screen", "studied": False}, False),
    ],
)
def test_what_is_published_was_agreed_when_the_game_was_made(
    site: Starlette, creation: dict[str, Any], published: bool
) -> None:
    ann = visitor(site)
    before = exported(ann)
    code = (
        friends(ann, visitor(site), **creation) if creation["opponent"] == "friend" else make(ann, **creation)["code"]
    )
    assert ann.get(f"/api/live/{code}").json()["studied"] is published
    assert ("not to be studied" in ann.get(f"/play/{code}").text) is not published
    explored = ann.post("/api/explorer", json={"game": GAME}).json()
    act(ann, code, "move", round=1, ply=0, move="A")
    act(ann, code, "resign", round=1, seat="S")
    new = exported(ann)[len(before) :]
    assert len(new) == published
    assert (ann.post("/api/explorer", json={"game": GAME}).json() != explored) is published


def test_nothing_published_leads_to_anybody(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    code = friends(ann, ben, studied=True)
    act(ann, code, "resign", round=1)
    text = ann.get("/api/export").text + ann.get("/api/export?format=jsonl").text
    assert code not in text
    assert "Ann" not in text
    assert "Ben" not in text
    alias = exported(ann)[-1]["code"]
    assert ann.get(f"/api/live/{alias}").status_code == 404
    assert len(list(parse_records(ann.get("/api/export").text))) == len(exported(ann))


def test_a_match_is_published_when_it_is_over(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    before = len(exported(ann))
    code = friends(ann, ben, studied=True, kind="match", match={"max_rounds": 2})
    draw(ann, ben, code, 1)
    act(ann, code, "next-round", round=1)
    assert len(exported(ann)) == before
    draw(ann, ben, code, 2)
    new = exported(ann)[before:]
    assert [each["round"] for each in new] == [1, 2]
    assert len({each["code"] for each in new}) == 1


# What visitors can have and have deleted


def test_what_is_known_can_be_had(site: Starlette) -> None:
    ann = visitor(site)
    code = make(ann)["code"]
    puzzle = shipped_puzzles("rio-kadalis")[0]
    ann.post(f"/api/puzzles/{puzzle.game.id}/{puzzle.id}/show", json={"step": 0})
    answer = ann.get("/api/session/data")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert {each["code"] for each in found["games"]} == {code}
    assert [each["puzzle"] for each in found["puzzles"]] == [puzzle.id]
    assert visitor(site).get("/api/session/data").json()["games"] == []


def test_all_that_is_known_is_deleted(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    alone, waiting = make(ann, name="Annabel")["code"], make(ann, opponent="friend", name="Annabel")["code"]
    act(ann, alone, "resign", round=1, seat="S")
    shared, over = friends(ann, ben, name="Annabel"), friends(ann, ben, name="Annabel")
    joined = friends(ben, ann)
    act(ann, shared, "name", name="Annabella")
    act(ann, joined, "name", name="Annabelle")
    act(ann, over, "resign", round=1)
    puzzle = shipped_puzzles("rio-kadalis")[0]
    ann.post(f"/api/puzzles/{puzzle.game.id}/{puzzle.id}/show", json={"step": 0})
    id_ = ann.get("/api/session/data").json()["visitor"]
    database = site.state.database
    assert id_ in database.read_now(everything)
    published = len(exported(ben))

    assert ann.post("/api/session/forget", json={"confirm": False}).status_code == 422
    answer = ann.post("/api/session/forget", json={"confirm": True})
    assert answer.json() == {"games_deleted": 2, "games_left": 3, "puzzles": 1}
    left = database.read_now(everything)
    assert id_ not in left
    assert "Annabel" not in left
    assert "bonduc_visitor" not in ann.cookies
    assert len(exported(ben)) == published - 1, "what was published of a game of nobody else is gone"

    for code in (alone, waiting):
        assert ben.get(f"/api/live/{code}").status_code == 404
        assert ben.get(f"/play/{code}").status_code == 404
    for code in (shared, joined):
        state = ben.get(f"/api/live/{code}").json()
        assert state["status"] == "finished", "whoever is left need not wait"
        names = sorted(player["name"] for player in state["players"].values())
        assert names == ["", "Ann" if code == joined else "Ben"]
        assert "Annabel" not in ben.get(f"/api/live/{code}/record").text
    assert ann.get("/api/live").json()["games"] == []


def test_a_seat_that_was_emptied_is_not_open(site: Starlette) -> None:
    ann, ben, eve = visitor(site), visitor(site), visitor(site)
    made = make(ann, opponent="friend")
    invitation = {"invitation": made["invitation"].partition("#")[2]}
    ben.post(f"/api/live/{made['code']}/join", json=invitation)
    assert ben.post("/api/session/forget", json={"confirm": True}).is_success
    assert eve.post(f"/api/live/{made['code']}/join", json=invitation).status_code == 409


def test_a_match_ends_when_a_player_is_forgotten(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    code = friends(ann, ben, kind="match")
    draw(ann, ben, code, 1)
    assert ann.get(f"/api/live/{code}").json()["status"] == "between"
    assert ann.post("/api/session/forget", json={"confirm": True}).is_success
    assert ben.get(f"/api/live/{code}").json()["status"] == "finished"


def test_a_game_that_both_have_left_is_deleted(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    code = friends(ann, ben)
    for browser in (ann, ben):
        assert browser.post("/api/session/forget", json={"confirm": True}).is_success
    assert visitor(site).get(f"/api/live/{code}").status_code == 404


def test_a_game_by_older_rules_is_left_as_well(site: Starlette) -> None:
    ann, ben = visitor(site), visitor(site)
    code = friends(ann, ben, name="Annette")
    site.state.live.open_games.forget(code)
    older = update(live_games).where(live_games.c.code == code).values(rules_version=0)
    site.state.database.write_now(lambda connection: connection.execute(older).rowcount)
    assert ann.post("/api/session/forget", json={"confirm": True}).is_success
    assert "Annette" not in site.state.database.read_now(everything)


def test_whoever_watches_a_deleted_game_is_told(site: Starlette) -> None:
    ann, eve = visitor(site), visitor(site)
    code = make(ann)["code"]
    with eve.websocket_connect(f"/ws/live/{code}", headers={"origin": "http://testserver"}) as socket:
        socket.send_json({"type": "hello", "version": None})
        while socket.receive_json()["type"] != "state":
            pass
        ann.post("/api/session/forget", json={"confirm": True})
        message = socket.receive()
        while message["type"] == "websocket.send":
            message = socket.receive()
        assert message["code"] == 4404


def test_a_browser_is_forgotten(site: Starlette) -> None:
    ann = visitor(site)
    code = make(ann)["code"]
    answer = ann.post("/api/session/end", json={})
    ended = [each for each in answer.headers.get_list("set-cookie") if each.startswith("bonduc_visitor=")]
    assert len(ended) == 1
    assert "Max-Age=0" in ended[0]
    assert "bonduc_visitor" not in ann.cookies
    assert ann.get(f"/api/live/{code}").json()["you"] == []


@pytest.mark.parametrize("path", ["/api/session/forget", "/api/session/end"])
def test_nobody_is_forgotten_by_a_foreign_page(site: Starlette, path: str) -> None:
    ann = visitor(site)
    code = make(ann)["code"]
    for headers in ({"origin": "https://evil.example"}, {"x-csrf-token": "0" * 64}):
        assert ann.post(path, json={"confirm": True}, headers=headers).status_code == 403
    assert ann.get(f"/api/live/{code}").json()["you"] == ["S", "N"]


# How long it is kept


def test_what_is_too_old_is_deleted(site: Starlette) -> None:
    ann = visitor(site)
    old, new = make(ann)["code"], make(ann)["code"]
    for code in (old, new):
        act(ann, code, "resign", round=1, seat="S")
    puzzle = shipped_puzzles("rio-kadalis")[0]
    ann.post(f"/api/puzzles/{puzzle.game.id}/{puzzle.id}/show", json={"step": 0})

    def make_old(connection: Connection) -> None:
        connection.execute(update(live_games).where(live_games.c.code == old).values(changed=1))
        connection.execute(update(puzzle_attempts).values(changed=1))

    published = len(exported(ann))
    site.state.database.write_now(make_old)
    assert asyncio.run(forget_outdated_in(site, 10)) == 1
    assert ann.get(f"/api/live/{old}").status_code == 404
    assert ann.get(f"/api/live/{new}").is_success
    assert ann.get("/api/session/data").json()["puzzles"] == []
    assert len(exported(ann)) == published, "what was published says nothing of anybody"


async def forget_outdated_in(site: Starlette, days: int) -> int:
    return await forget_outdated(Unwatched(site), days)  # type: ignore[arg-type]


class Unwatched:
    """The live games of a site, asked from another event loop: only what needs none."""

    def __init__(self, site: Starlette) -> None:
        self.database = site.state.database

    def drop(self, code: str) -> None:
        """Leave it to the other loop to find out."""


def test_rounds_stored_before_anybody_was_asked_are_not_published(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    engine = create_engine(url)
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0003")
        connection.execute(text("INSERT INTO explored_moves VALUES ('p', 'A', 1, 0, 0)"))
    engine.dispose()
    database = Database(url)
    assert database.read_now(lambda connection: connection.execute(select(finished_rounds)).all()) == []
    assert database.read_now(lambda connection: connection.execute(select(explored_moves)).all()) == []
    asyncio.run(database.close())


# What the page says


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_linked_and_says_how_long(tmp_path: Path, language: str) -> None:
    settings = Settings(
        folder=tmp_path, secret="a secret for tests", rate=0, hosts=("testserver",), engines=1, keep_finished_days=0
    )
    with TestClient(create_app(settings)) as browser:
        assert 'href="/privacy"' in browser.get("/", params={"lang": language}).text
        page = browser.get("/privacy")
        assert page.is_success
        read = re.sub(r"<[^>]*>", "", page.text)  # without attributes, where random tokens stand
        assert "30" in read or "۳۰" in read
        assert "730" not in read
