"""Every page in every language: nothing on it is left in English, and texts that only JavaScript says are there."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, SOURCE
from bonduc.web.http.script_messages import marked
from tests.test_language import english_in
from tests.tools.make_messages import TEMPLATE, ids, read

PAGES = (
    "/",
    "/play",
    *(f"/play?game={game}" for game in GAMES),
    "/learn",
    *(f"/learn/{game}" for game in GAMES),
    *(f"/learn/{game}/tutorial/1" for game in GAMES),
    "/puzzles",
    *(f"/puzzles/{game}" for game in GAMES),
    "/analysis",
    *(f"/analysis/{game}" for game in GAMES),
    "/games",
    "/privacy",
    "/no/such/page",
)
OTHERS = [language for language in LANGUAGES if language != SOURCE]
SAME_IN_FILIPINO = {"board", "is", "at"}


def words(page: str) -> str:
    """What people read on a page: no code, no data, no names of languages; texts for those who hear it included."""
    body = re.sub(r"<(script|style|code|kbd|pre)\b.*?</\1>", " ", page, flags=re.DOTALL)
    body = re.sub(r"<(\w+)[^>]*\blang=\"[^\"]*\"[^>]*hreflang.*?</\1>", " ", body, flags=re.DOTALL)
    spoken = re.findall(r"\b(?:aria-label|title|alt|placeholder)=\"([^\"]*)\"", body)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", body), *spoken]))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_left_in_english(client: TestClient, path: str, language: str) -> None:
    page = client.get(path, headers={"accept-language": language})
    assert page.headers["content-language"] == language
    left = english_in(words(page.text)) - SAME_IN_FILIPINO
    assert not left, f"{path} in {language}: {left}"


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_said_in_words_of_the_program(client: TestClient, path: str) -> None:
    """No `holes_filled=5`, `no-legal-move` or the like; commands that are to be typed stand in `kbd` and `pre`."""
    page = client.get(path).text
    codes = " ".join(re.findall(r"<code\b[^>]*>(.*?)</code>", page, flags=re.DOTALL))
    assert re.findall(r"\b\w+=\w+|\b[a-z]+(?:_[a-z]+)+\b", f"{words(page)} {unescape(codes)}") == []


def test_the_catalogues_hold_the_words_of_scripts() -> None:
    """What the pages look for in JavaScript, and what is collected for translation, must be the same."""
    collected = ids(read(TEMPLATE))
    found = marked()
    assert found.told_apart
    assert [text for text in found.single if ("", (text,)) not in collected] == []
    assert [pair for pair in found.plural if ("", pair) not in collected] == []
    assert [pair for pair in found.told_apart if (pair[0], (pair[1],)) not in collected] == []


@pytest.mark.parametrize("language", OTHERS)
def test_pages_carry_the_words_of_their_scripts(client: TestClient, language: str) -> None:
    page = client.get("/", headers={"accept-language": language}).text
    carried = json.loads(page.split('id="messages">')[1].split("</script>")[0])
    found = marked()
    told_apart = {f"{context}\x04{text}" for context, text in found.told_apart}
    assert {*found.single, *(one for one, _ in found.plural), *told_apart, ""} == set(carried)
    assert all(map(all, carried.values()))
    assert carried["score\x04Even"] != carried.get("Even")
