"""Puzzles on the site: the server decides what is right, and rates a puzzle once a visitor."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.rating import Rating
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.web.puzzles.attempts import NEWCOMER, Attempt, Progress
from bonduc.web.puzzles.next import daily_puzzle, next_puzzle

GAME = "rio-kadalis"


def simple() -> Puzzle:
    """A puzzle of one step."""
    return next(puzzle for puzzle in shipped_puzzles(GAME) if len(puzzle.steps) == 1)


def long() -> Puzzle:
    """A puzzle of several steps."""
    return next(puzzle for puzzle in shipped_puzzles(GAME) if len(puzzle.steps) > 1)


def address(puzzle: Puzzle, what: str = "") -> str:
    return f"/api/puzzles/{puzzle.game.id}/{puzzle.id}{what}"


def attempt(client: TestClient, puzzle: Puzzle, step: int, move: str) -> dict[str, Any]:
    answer = client.post(address(puzzle, "/try"), json={"step": step, "move": move})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def rating(client: TestClient) -> int:
    made: int = client.get("/api/puzzles", params={"game": GAME}).json()["rating"]
    return made


@pytest.fixture
def stranger(app: Starlette, client: TestClient) -> TestClient:
    """Another visitor of the same site."""
    browser = TestClient(app)
    browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
    return browser


def test_a_puzzle_tells_nothing_of_its_solution(client: TestClient) -> None:
    puzzle = long()
    answer = client.get(address(puzzle))
    view = answer.json()
    assert view["view"]["position"] == str(puzzle.position)
    assert view["solver"] == puzzle.solver.letter
    assert view["themes"] == []
    assert "steps" not in view
    assert puzzle.steps[0].reply not in view
    listed = client.get("/api/puzzles", params={"game": GAME}).json()["puzzles"]
    assert set(listed[0]) == {"id", "rating", "score", "solved"}


def test_solved_at_once_it_is_rated(client: TestClient) -> None:
    puzzle = simple()
    before = rating(client)
    found = attempt(client, puzzle, 0, puzzle.steps[0].move)
    assert found["right"]
    assert found["solved"]
    assert found["attempt"]["score"] == 1.0
    assert found["attempt"]["rating_before"] == before == round(NEWCOMER.rating)
    assert rating(client) == found["attempt"]["rating_after"] > before
    assert [theme["id"] for theme in found["themes"]] == list(puzzle.themes)
    assert found["sowings"][0]["move"] == puzzle.steps[0].move


def test_a_wrong_move_is_refuted_and_rated_once(client: TestClient) -> None:
    puzzle = simple()
    wrong, refutation = next((move, each) for move, each in puzzle.steps[0].wrong.items() if each.line)
    found = attempt(client, puzzle, 0, wrong)
    assert not found["right"]
    assert found["attempt"]["score"] == 0.0
    assert [sowing["move"] for sowing in found["sowings"]] == [wrong, refutation.line[0]]
    assert found["sowings"][1]["explanation"]
    lost = rating(client)
    assert lost < NEWCOMER.rating
    attempt(client, puzzle, 0, wrong)
    after = attempt(client, puzzle, 0, puzzle.steps[0].move)
    assert after["solved"]
    assert after["attempt"]["score"] == 0.0
    assert after["attempt"]["faults"] == 2
    assert rating(client) == lost


def test_step_by_step(client: TestClient) -> None:
    puzzle = long()
    for number, step in enumerate(puzzle.steps):
        assert client.get(address(puzzle)).json()["step"] == number, "a reload loses nothing"
        found = attempt(client, puzzle, number, step.move)
        assert found["right"]
        last = number == len(puzzle.steps) - 1
        assert found["solved"] is last
        assert (found["view"] is None) is last
        assert [sowing["move"] for sowing in found["sowings"]] == [each for each in (step.move, step.reply) if each]
    assert found["attempt"]["score"] == 1.0


def test_steps_cannot_be_skipped(client: TestClient) -> None:
    puzzle = long()
    last = len(puzzle.steps) - 1
    answer = client.post(address(puzzle, "/try"), json={"step": last, "move": puzzle.steps[last].move})
    assert answer.status_code == 409
    assert client.post(address(puzzle, "/hint"), json={"step": last}).status_code == 409
    assert rating(client) == NEWCOMER.rating


def test_a_move_that_arrives_twice_changes_nothing(client: TestClient) -> None:
    puzzle = long()
    first = attempt(client, puzzle, 0, puzzle.steps[0].move)
    again = attempt(client, puzzle, 0, puzzle.steps[0].move)
    assert again == first
    late = attempt(client, puzzle, 0, next(iter(puzzle.steps[0].wrong)))
    assert not late["right"]
    assert late["attempt"] == first["attempt"]


def test_an_illegal_move_is_no_attempt(client: TestClient) -> None:
    puzzle = simple()
    for move in ("pass", "Z", "", "'; DROP TABLE puzzle_attempts"):
        answer = client.post(address(puzzle, "/try"), json={"step": 0, "move": move})
        assert answer.status_code in (400, 422)
    assert client.get(address(puzzle)).json()["attempt"]["score"] is None


def test_hints_tell_more_and_count_half(client: TestClient) -> None:
    puzzle = simple()
    hints = [client.post(address(puzzle, "/hint"), json={"step": 0}).json()["hint"] for _ in range(3)]
    assert len(set(hints)) == 3
    assert puzzle.steps[0].move[0] in hints[-1]
    found = attempt(client, puzzle, 0, puzzle.steps[0].move)
    assert found["attempt"]["score"] == 0.5


def test_the_solution_shown_is_no_success(client: TestClient) -> None:
    puzzle = long()
    attempt(client, puzzle, 0, puzzle.steps[0].move)
    shown = client.post(address(puzzle, "/show"), json={"step": 1}).json()
    assert [sowing["move"] for sowing in shown["sowings"]] == list(puzzle.moves[2:])
    assert shown["attempt"]["score"] == 0.0
    assert not shown["attempt"]["solved"]
    assert shown["worth"]
    assert client.get(address(puzzle)).json()["step"] == 0, "it may be tried again from the start"


def test_what_was_solved_cannot_be_spoilt(client: TestClient) -> None:
    puzzle = simple()
    solved = attempt(client, puzzle, 0, puzzle.steps[0].move)["attempt"]
    shown = client.post(address(puzzle, "/show"), json={"step": 0}).json()["attempt"]
    assert shown == solved
    assert attempt(client, puzzle, 0, next(iter(puzzle.steps[0].wrong)))["attempt"]["score"] == 1.0


def test_visitors_are_told_apart(client: TestClient, stranger: TestClient) -> None:
    puzzle = simple()
    attempt(client, puzzle, 0, puzzle.steps[0].move)
    assert stranger.get(address(puzzle)).json()["attempt"]["score"] is None
    assert rating(stranger) == NEWCOMER.rating
    harder = stranger.get(address(puzzle)).json()["rating"]
    assert harder < puzzle.rating or client.get(address(puzzle)).json()["rating"] == harder


def test_what_there_is_not(client: TestClient) -> None:
    assert client.get("/api/puzzles/rio-kadalis/0000000000").status_code == 404
    assert client.get("/api/puzzles/chess/0000000000").status_code == 400
    assert client.get("/api/puzzles", params={"game": GAME, "theme": "dancing"}).status_code == 400
    assert client.post("/api/puzzles/rio-kadalis/0000000000/try", json={"step": 0, "move": "A"}).status_code == 404
    assert client.post(address(simple(), "/try"), json={"step": -1, "move": "A"}).status_code == 422
    assert client.post(address(simple(), "/show"), json={"step": 9}).status_code == 409


def test_every_operation_is_documented(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    told = {path: set(methods) for path, methods in paths.items() if path.startswith("/api/puzzles")}
    assert told == {
        "/api/puzzles": {"get"},
        "/api/puzzles/next": {"get"},
        "/api/puzzles/daily": {"get"},
        "/api/puzzles/{game}/{id}": {"get"},
        "/api/puzzles/{game}/{id}/try": {"post"},
        "/api/puzzles/{game}/{id}/hint": {"post"},
        "/api/puzzles/{game}/{id}/show": {"post"},
    }


# Which comes next


def progress(value: float, *done: Puzzle) -> Progress:
    attempts = {puzzle.id: Attempt(score=1.0) for puzzle in done}
    return Progress(Rating(value), len(done), attempts, {puzzle.id: i for i, puzzle in enumerate(done, 1)})


def test_the_next_puzzle_is_as_hard_as_the_visitor_is_good() -> None:
    puzzles = shipped_puzzles(GAME)
    for wanted in (puzzles[0], puzzles[-1]):
        found = next_puzzle(puzzles, progress(wanted.rating), {})
        assert found is not None
        assert found.rating == wanted.rating
    assert next_puzzle(puzzles, progress(puzzles[0].rating, puzzles[0]), {}) != puzzles[0]
    assert next_puzzle(puzzles, progress(puzzles[0].rating), {}, last=puzzles[0].id) != puzzles[0]


def test_after_all_are_done_the_oldest_comes_again() -> None:
    puzzles = shipped_puzzles(GAME)
    assert next_puzzle(puzzles, progress(1000, *puzzles), {}) == puzzles[0]
    assert next_puzzle(puzzles[:1], progress(1000), {}, last=puzzles[0].id) == puzzles[0]
    assert next_puzzle((), progress(1000), {}) is None


def test_what_people_found_hard_counts() -> None:
    puzzles = shipped_puzzles(GAME)[:2]
    ratings = {puzzles[0].id: 2500.0, puzzles[1].id: 1000.0}
    assert next_puzzle(puzzles, progress(1000), ratings) == puzzles[1]


def test_every_day_has_a_puzzle(client: TestClient) -> None:
    days = [daily_puzzle(date(2026, 1, 1) + timedelta(days)) for days in range(40)]
    assert {puzzle.game.id for puzzle in days if puzzle} == {name for name in GAMES if shipped_puzzles(name)}
    assert len({puzzle.id for puzzle in days if puzzle}) > 20
    found = client.get("/api/puzzles/daily", params={"game": GAME}).json()
    assert found["game"] == GAME
    page = client.get("/puzzles/daily", follow_redirects=False)
    assert page.status_code == 303


# Pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(client: TestClient, language: str) -> None:
    puzzle = simple()
    for path in ("/puzzles", f"/puzzles/{GAME}", f"/puzzles/{GAME}/{puzzle.id}"):
        page = client.get(path, params={"lang": language})
        assert page.status_code == 200
        assert "style=" not in page.text
        assert puzzle.game.name in page.text


def test_a_page_carries_no_solution(client: TestClient) -> None:
    puzzle = long()
    page = client.get(f"/puzzles/{GAME}/{puzzle.id}").text
    assert str(puzzle.position) in page
    assert '"wrong"' not in page
    assert '"reply"' not in page


def test_progress_is_shown(client: TestClient) -> None:
    puzzle = simple()
    attempt(client, puzzle, 0, puzzle.steps[0].move)
    count = len(shipped_puzzles(GAME))
    assert f"1 of {count} solved" in client.get("/puzzles").text
    assert '<span class="visually-hidden"> solved</span>' in client.get(f"/puzzles/{GAME}").text


def test_the_way_to_the_next_one(client: TestClient) -> None:
    theme = simple().themes[0]
    answer = client.get(f"/puzzles/{GAME}/next", params={"theme": theme}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith(f"?theme={theme}")
    assert client.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/puzzles/chess", "/puzzles/chess/next", f"/puzzles/{GAME}/0000000000", f"/puzzles/{GAME}/next?theme=dancing"],
)
def test_pages_that_there_are_not(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_puzzle_leads_to_the_analysis_board(client: TestClient) -> None:
    puzzle = simple()
    page = client.get(client.get(address(puzzle)).json()["analysis"])
    assert page.status_code == 200
    assert str(puzzle.position) in page.text
