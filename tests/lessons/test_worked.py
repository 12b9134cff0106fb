"""Worked examples of the rules pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES
from bonduc.lessons.worked import work_out
from bonduc.rules_pages import Page, read_page

PAGES = [read_page(name, language) for name in GAMES for language in LANGUAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.language}-{page.game}")
def test_examples_come_out_as_the_page_says(page: Page) -> None:
    for example in page.examples:
        worked = work_out(example, page)
        assert (worked.sowing is None) == (worked.refusal is not None) == (example.refused is not None)


def test_a_page_that_is_wrong_is_told() -> None:
    page = read_page("kiothi")
    played = next(one for one in page.examples if one.after)
    refused = next(one for one in page.examples if one.refused)
    with pytest.raises(BonducError, match="leads to"):
        work_out(replace(played, after="nowhere"), page)
    with pytest.raises(BonducError, match="is refused"):
        work_out(replace(refused, refused="no such words"), page)
    with pytest.raises(BonducError, match="is refused"):
        work_out(replace(refused, refused=None, after="somewhere"), page)
