"""Plural forms: every language's rule is the one of CLDR, and Filipino numbers bring their linker."""

from __future__ import annotations

from collections.abc import Callable
from gettext import c2py

import pytest
from babel import Locale

from tests.tools.make_messages import TRANSLATED, catalogue_path, messages, read

NUMBERS = range(300)


def groups(form_of: Callable[[int], object]) -> list[list[int]]:
    """The numbers that share a form, in the order of their first."""
    found: dict[object, list[int]] = {}
    for number in NUMBERS:
        found.setdefault(form_of(number), []).append(number)
    return list(found.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_numbers_choose_the_form_that_their_language_gives_them(language: str) -> None:
    ours, theirs = c2py(read(catalogue_path(language), language).plural_expr), Locale(language).plural_form
    assert groups(ours) == groups(theirs)


def test_filipino_numbers_bring_their_linker() -> None:
    """Four, six and nine end in a consonant and take `na`; those that take -ng or -g are written without it."""
    for entry in messages(read(catalogue_path("fil"), "fil")):
        if isinstance(entry.id, str) or isinstance(entry.string, str):
            continue
        plain, linked = entry.string or ("", "")
        assert "{count} na " not in plain, entry.id
        if "{count} ang " not in plain and "{count} sa " not in plain:
            assert linked == plain.replace("{count} ", "{count} na "), entry.id
