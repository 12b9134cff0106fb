"""The pages of learning and the API of lessons."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.lessons import lesson, lessons
from bonduc.rules_pages import read_page
from bonduc.web.learn.rules_view import rules_view
from tests.web.conftest import has_machine_code

EVERYWHERE = [(name, language) for name in GAMES for language in LANGUAGES]


def check(client: TestClient, name: str, number: int, *moves: str) -> dict[str, Any]:
    answer = client.post(f"/api/lessons/{name}/{number}/check", json={"moves": list(moves)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_all_games_are_offered(client: TestClient) -> None:
    page = client.get("/learn")
    assert page.status_code == 200
    for name in GAMES:
        assert f'href="/learn/{name}"' in page.text
        assert f'href="/learn/{name}/tutorial"' in page.text


@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_rules_have_pictures_of_every_example(client: TestClient, name: str, language: str) -> None:
    page = client.get(f"/learn/{name}", params={"lang": language}).text
    text = read_page(name, language)
    pictures = 1 + sum(1 if example.after is None else 2 for example in text.examples)
    assert page.count('class="b-picture b-wide"') == page.count('class="b-picture b-portrait"') == pictures
    assert page.count('<figure class="worked">') == len(text.examples)
    numbers = re.findall(r"^(\d+)\. ", text.source, re.MULTILINE)
    assert re.findall(r'id="rule-(\d+)"', page) == [str(int(number)) for number in numbers]
    assert '<mark class="ours">' in page
    assert "style=" not in page
    sections = re.findall(r'<h2 id="(section-\d+)">', page)
    assert sections == re.findall(r'href="#(section-\d+)"', page) != []


@pytest.mark.parametrize("name", GAMES)
def test_examples_can_be_looked_at_on_the_analysis_board(client: TestClient, name: str) -> None:
    page = rules_view(name, "en")
    parts = [page["lead"], *(section["items"] for section in page["sections"])]
    items = [item for part in parts for item in part if item["kind"] == "example"]
    assert items
    for item in items:
        assert client.get(item["analysis"]).status_code == 200, item["analysis"]


def test_rules_point_to_lessons_that_teach_them(client: TestClient) -> None:
    for name in GAMES:
        page = rules_view(name, "en")
        texts = [item for section in page["sections"] for item in section["items"] if item["kind"] == "text"]
        for item in [*page["lead"], *texts]:
            if item.get("rule"):
                assert item["lessons"]
                assert all(str(item["rule"]) in each.rules for _, each in item["lessons"])


def test_pictures_share_their_definitions(client: TestClient) -> None:
    page = client.get("/learn/kiothi").text
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#(rules-[^")]+)', page)) <= set(ids)


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_has_its_page(client: TestClient, name: str) -> None:
    has_machine_code(client)
    listed = client.get(f"/learn/{name}/tutorial").text
    for number, each in enumerate(lessons(name), 1):
        assert f'href="/learn/{name}/tutorial/{number}"' in listed
        page = client.get(f"/learn/{name}/tutorial/{number}")
        assert page.status_code == 200
        assert f'data-lesson="{name} {each.slug}"' in page.text
        assert "b-picture" in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/learn/chess",
        "/learn/chess/tutorial",
        "/learn/kiothi/tutorial/0",
        "/learn/kiothi/tutorial/99",
        "/learn/kiothi/x",
    ],
)
def test_what_there_is_not(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_persian_pages_run_from_right_to_left_with_persian_digits(client: TestClient) -> None:
    page = client.get("/learn/kiothi/tutorial/12", params={"lang": "fa"}).text
    assert 'dir="rtl"' in page
    assert '<span class="numbers">۱۲</span>' in page
    rules = client.get("/learn/kiothi", params={"lang": "fa"}).text
    assert "</span>۱۳</span>" in rules
    assert '<code dir="ltr">' in rules


# The API


def test_rules_are_given_in_the_language_of_the_page(client: TestClient) -> None:
    english = client.get("/api/rules/adji").json()
    assert english["text"] == read_page("adji-kui-ii").source
    assert english["examples"][0]["move"] == "C"
    client.get("/learn?lang=az")
    assert client.get("/api/rules/adji-kui-ii").json()["text"] == read_page("adji-kui-ii", "az").source
    assert client.get("/api/rules/chess").status_code == 400


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_listed_and_given(client: TestClient, name: str) -> None:
    listed = client.get(f"/api/lessons/{name}").json()["lessons"]
    assert [each["slug"] for each in listed] == [each.slug for each in lessons(name)]
    first = client.get(f"/api/lessons/{name}/1").json()
    assert first["title"] == lesson(name, 1).title
    assert first["learner"] == "S"
    assert first["position"]["position"] == str(lesson(name, 1).position)
    assert all(move["preview"] is None for move in first["position"]["moves"])


def test_moves_are_checked(client: TestClient) -> None:
    passed = check(client, "kiothi", 1, "D:3")
    assert (passed["status"], passed["passed"]) == ("passed", True)
    assert passed["message"] == lesson("kiothi", 1).praise
    assert passed["sowings"][0]["explanation"][0] == "South lifts 3 warriors from D and sows."
    missed = check(client, "kiothi", 1, "D:1")
    assert missed["status"] == "missed"
    assert missed["position"]["position"] == str(lesson("kiothi", 1).position)
    assert missed["sowings"][0]["after"]["position"] != missed["position"]["position"]
    illegal = check(client, "kiothi", 1, "D:5")
    assert illegal["status"] == "illegal"
    assert illegal["sowings"] == []
    assert "rule 6" in illegal["message"]


def test_a_reply_comes_with_the_verdict(client: TestClient) -> None:
    onward = check(client, "bao-la-kimasai", 3, "E2")
    assert onward["status"] == "onward"
    assert [each["move"] for each in onward["sowings"]] == ["E2", "d1"]
    assert onward["position"]["mover"] == "S"


def test_the_end_of_a_round_by_repetition_is_told(client: TestClient) -> None:
    verdict = check(client, "rio-kadalis", 9, "C")
    assert verdict["passed"]
    assert verdict["position"]["outcome"]["score"] == [24, 23]
    assert verdict["sowings"][0]["after"]["outcome"]["reason"] == "A position has come back."


def test_verdicts_are_in_the_language_of_the_page(client: TestClient) -> None:
    client.get("/learn?lang=ru")
    assert "Юг" in check(client, "rio-kadalis", 1, "C")["message"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/chess/1/check", {"moves": ["A"]}, 400),
        ("/api/lessons/kiothi/99/check", {"moves": ["A"]}, 400),
        ("/api/lessons/kiothi/1/check", {"moves": []}, 422),
        ("/api/lessons/kiothi/1/check", {"moves": ["A"] * 101}, 422),
        ("/api/lessons/kiothi/1/check", {"moves": ["A" * 201]}, 422),
        ("/api/lessons/kiothi/1/check", {"moves": "D:3"}, 422),
        ("/api/lessons/kiothi/1/check", {"moves": ["D:3"], "more": 1}, 422),
        ("/api/lessons/kiothi/1/check", {"moves": ["nonsense"]}, 400),
        ("/api/lessons/kiothi/1/check", {"moves": ["D:3", "D:3"]}, 400),
    ],
)
def test_bad_requests_are_refused_with_a_message(client: TestClient, path: str, body: Any, status: int) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_the_operations_are_documented(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "get" in paths["/api/rules/{game}"]
    assert "get" in paths["/api/lessons/{game}"]
    assert "get" in paths["/api/lessons/{game}/{number}"]
    assert "Tried" in str(paths["/api/lessons/{game}/{number}/check"]["post"]["requestBody"])
