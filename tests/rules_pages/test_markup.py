"""Rules pages in blocks and spans."""

from __future__ import annotations

import pytest

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.rules_pages import read_page
from bonduc.rules_pages.markup import Block, Span, blocks, spans

PAGES = [(name, language) for name in GAMES for language in LANGUAGES]


def page_blocks(name: str, language: str) -> list[Block]:
    parts = read_page(name, language).parts
    return [block for part in parts if isinstance(part, str) for block in blocks(part, language)]


def test_blocks_and_spans() -> None:
    assert blocks("# Game\n\nSome *word*\nand `A`.\n\n3. First\n   line (our\n   decision).", "en") == (
        Block((Span("plain", "Game"),), level=1),
        Block(
            (
                Span("plain", "Some "),
                Span("term", "word"),
                Span("plain", " and "),
                Span("code", "A"),
                Span("plain", "."),
            )
        ),
        Block((Span("plain", "First line ("), Span("ours", "our decision"), Span("plain", ").")), rule=3),
    )


def test_a_mark_that_is_not_closed_is_a_fault() -> None:
    with pytest.raises(BonducError, match="not closed"):
        spans("a *word", "en")


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_page_has_its_title_and_the_rules_of_the_english_one(name: str, language: str) -> None:
    found = page_blocks(name, language)
    assert found[0].level == 1
    assert [block.rule for block in found if block.rule] == [
        block.rule for block in page_blocks(name, "en") if block.rule
    ]
    assert [block.level for block in found if block.level] == [
        block.level for block in page_blocks(name, "en") if block.level
    ]


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_page_calls_the_same_decisions_ours(name: str, language: str) -> None:
    def ours(language: str) -> list[int | None]:
        """The rules with decisions of ours, a rule for each; None: in a paragraph after it."""
        return [block.rule for block in page_blocks(name, language) for span in block.spans if span.kind == "ours"]

    assert len(ours(language)) == len(ours("en")) > 0
    assert ours(language) == ours("en")
