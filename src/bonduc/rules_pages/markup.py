"""The text of rules pages in blocks and spans, for whoever does not show Markdown as it stands.

The pages use little: headings, paragraphs, rules (paragraphs that begin with a number and a full stop), `code` and
*emphasis*. Words by which a page says that a decision is ours are spans of their own, so that they can be marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bonduc.errors import BonducError

SpanKind = Literal["plain", "code", "term", "ours", "setting"]

_OURS = {
    "en": r"our\s+decisions?|our\s+reading",
    "fa": r"تصمیم‌های\s+ما|تصمیم\s+ما|برداشت\s+ماست",
    "fil": r"(?:mga\s+)?pasya\s+namin|basa\s+namin",
    "ru": r"наш[еи]\s+решени[ея]|наше\s+прочтение",
    "az": r"bizim\s+qərar\w*|bizim\s+yozum\w*",
}
_RULE = re.compile(r"(\d+)\.\s+")
_HEADING = re.compile(r"(#+)\s+(.*)")


@dataclass(frozen=True)
class Span:
    """A piece of running text: plain, `code`, a term (emphasis), or the words that call a decision ours.

    What an option is set to stands in pages as code; who shows it in words makes a `setting` of it.
    """

    kind: SpanKind
    text: str


@dataclass(frozen=True)
class Block:
    """A heading (`level` 1 or more) or a paragraph (`level` 0), which may be the beginning of a numbered rule."""

    spans: tuple[Span, ...]
    level: int = 0
    rule: int | None = None

    @property
    def text(self) -> str:
        """The text without marks."""
        return "".join(span.text for span in self.spans)


def blocks(text: str, language: str) -> tuple[Block, ...]:
    """The blocks of a page's text, in a language that pages are written in."""
    found = []
    for piece in re.split(r"\n\s*\n", text.strip("\n")):
        joined = " ".join(line.strip() for line in piece.splitlines()).strip()
        if joined:
            found.append(_block(joined, language))
    return tuple(found)


def _block(text: str, language: str) -> Block:
    heading = _HEADING.fullmatch(text)
    if heading:
        return Block(spans(heading[2], language), level=len(heading[1]))
    rule = _RULE.match(text)
    if rule:
        return Block(spans(text[rule.end() :], language), rule=int(rule[1]))
    return Block(spans(text, language))


def spans(text: str, language: str) -> tuple[Span, ...]:
    """Running text in spans; BonducError if a mark is not closed."""
    ours = _OURS[language]
    pattern = re.compile(rf"`(?P<code>[^`]+)`|\*(?P<term>[^*]+)\*|(?P<ours>{ours})", re.IGNORECASE)
    found: list[Span] = []
    end = 0
    for match in pattern.finditer(text):
        _plain(text[end : match.start()], found)
        kind = match.lastgroup
        assert kind is not None
        found.append(Span(_KINDS[kind], match[kind]))
        end = match.end()
    _plain(text[end:], found)
    return tuple(found)


_KINDS: dict[str, SpanKind] = {"code": "code", "term": "term", "ours": "ours"}


def _plain(text: str, found: list[Span]) -> None:
    if "`" in text or "*" in text:
        raise BonducError(f"rules page: a mark is not closed in {text!r}")
    if text:
        found.append(Span("plain", text))
