"""The words that JavaScript says: the messages marked in our modules, translated, for the page to carry along."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from bonduc.language import SOURCE, translations

STRING = r"\"(?:[^\"\\\n]|\\.)*\""
ONE = re.compile(rf"\b_\(\s*({STRING})")
PLURAL = re.compile(rf"\bngettext\(\s*({STRING})\s*,\s*({STRING})")


@cache
def marked() -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The messages in the JavaScript modules: single ones, and pairs of singular and plural."""
    single: set[str] = set()
    plural: set[tuple[str, str]] = set()
    for path in files("bonduc.web").joinpath("static", "js").iterdir():
        _scan(path, single, plural)
    return tuple(sorted(single)), tuple(sorted(plural))


def _scan(path: Any, single: set[str], plural: set[tuple[str, str]]) -> None:
    if path.is_dir():
        for inner in path.iterdir():
            _scan(inner, single, plural)
    elif path.name.endswith(".js"):
        text = path.read_text(encoding="utf-8")
        single.update(json.loads(found) for found in ONE.findall(text))
        plural.update((json.loads(one), json.loads(many)) for one, many in PLURAL.findall(text))


@cache
def browser_messages(language: str) -> dict[str, Any]:
    """Translations by English message: a text, or the list of plural forms; nothing in English."""
    if language == SOURCE:
        return {}
    single, plural = marked()
    return translations(language, single, plural)
