"""The words that JavaScript says: the messages marked in our modules, translated, for the page to carry along."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bonduc.language import SOURCE, translations

STRING = r"\"(?:[^\"\\\n]|\\.)*\""
ONE = re.compile(rf"\b_\(\s*({STRING})")
PLURAL = re.compile(rf"\bngettext\(\s*({STRING})\s*,\s*({STRING})")
TOLD_APART = re.compile(rf"\bpgettext\(\s*({STRING})\s*,\s*({STRING})")


@dataclass(frozen=True)
class Marked:
    """Messages: single ones, pairs of singular and plural, and pairs of context and text."""

    single: tuple[str, ...]
    plural: tuple[tuple[str, str], ...]
    told_apart: tuple[tuple[str, str], ...]


@cache
def marked() -> Marked:
    """The messages in the JavaScript modules."""
    text = "\n".join(_modules(files("bonduc.web").joinpath("static", "js")))
    return Marked(
        tuple(sorted({json.loads(found) for found in ONE.findall(text)})),
        tuple(sorted(_pairs(PLURAL, text))),
        tuple(sorted(_pairs(TOLD_APART, text))),
    )


def _modules(folder: Any) -> Iterator[str]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _modules(path)
        elif path.name.endswith(".js"):
            yield path.read_text(encoding="utf-8")


def _pairs(pattern: re.Pattern[str], text: str) -> set[tuple[str, str]]:
    return {(json.loads(one), json.loads(other)) for one, other in pattern.findall(text)}


@cache
def browser_messages(language: str) -> dict[str, Any]:
    """Translations by English message: a text, or the list of plural forms; nothing in English."""
    if language == SOURCE:
        return {}
    found = marked()
    return translations(language, found.single, found.plural, found.told_apart)
