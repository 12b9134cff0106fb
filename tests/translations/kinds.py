"""What a kind of fault is, and the texts of a language in which kinds are looked for.

A language's module (`fa.py`, `ru.py`, …) lists its `KINDS`. A kind finds its fault in a text, told with the English
beside it, and carries examples of both: what it must find, and what it must leave alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from bonduc.games.registry import GAMES
from bonduc.rules_pages import Example, Page, read_page
from tests.tools.make_messages import catalogue_path, messages, read


@dataclass(frozen=True)
class Text:
    """A text and its English: a message (of several forms one, with all the English ones) or a paragraph of a page."""

    english: str
    text: str
    where: str = ""  # `catalogue`, or the name of a rules page


@dataclass(frozen=True)
class Kind:
    """A kind of fault.

    `pattern` is what must not stand in a text, a regular expression or a function; it is looked for only where
    `english` matches the English, if given, and not where `unless` does. Examples are texts, or pairs of English and
    text: `wrong` ones have the fault, `right` ones do not.
    """

    fault: str
    pattern: str | Callable[[Text], bool]
    english: str = ""
    unless: str = ""
    wrong: tuple[str | tuple[str, str], ...] = ()
    right: tuple[str | tuple[str, str], ...] = ()

    def found_in(self, text: Text) -> bool:
        """Does a text have the fault?"""
        if self.english and not re.search(self.english, text.english):
            return False
        if self.unless and re.search(self.unless, text.english):
            return False
        return bool(re.search(self.pattern, text.text) if isinstance(self.pattern, str) else self.pattern(text))


def example_text(example: str | tuple[str, str]) -> Text:
    """An example of a kind as a text."""
    return Text("", example, "example") if isinstance(example, str) else Text(*example, "example")


@cache
def texts(language: str) -> tuple[Text, ...]:
    """Everything that is translated into a language: its catalogue and its rules pages."""
    return (*_messages(language), *(text for name in GAMES for text in _paragraphs(name, language)))


def _messages(language: str) -> Iterator[Text]:
    for entry in messages(read(catalogue_path(language), language)):
        english = entry.id if isinstance(entry.id, str) else " | ".join(entry.id)
        forms = [entry.string] if isinstance(entry.string, str) else entry.string or ()
        for form in forms:
            yield Text(english, form, "catalogue")


def _paragraphs(name: str, language: str) -> Iterator[Text]:
    pieces, english = list(_pieces(read_page(name, language))), list(_pieces(read_page(name)))
    assert len(pieces) == len(english), f"{language}/{name}.md has other paragraphs than the English page"
    for theirs, own in zip(english, pieces, strict=True):
        yield Text(theirs, own, f"{language}/{name}.md")


def _pieces(page: Page) -> Iterator[str]:
    """The paragraphs of a page and the titles of its examples."""
    for part in page.parts:
        if isinstance(part, Example):
            yield part.title
        else:
            yield from (" ".join(piece.split()) for piece in re.split(r"\n\s*\n", part))
