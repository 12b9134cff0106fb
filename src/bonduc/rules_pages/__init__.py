"""Rules pages: how each game is played, for people, with examples that the engine plays out.

A page is `LANGUAGE/GAME.md`: Markdown in short lines, with fenced `example` blocks of `key: value` lines:

    title      what it shows
    options    options of the game, `holes=5` (default: none)
    position   where it starts (default: the start of a round)
    moves      moves played before the one shown, separated by blanks
    move       the move shown
    after      the position it leads to
    refused    or instead: words of the rule that forbids it, in the language of the page

Showing a page plays its examples, so a page cannot contradict the rules; the tests play all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bonduc.errors import BonducError, OptionError
from bonduc.language import LANGUAGES, N_, Items

FENCE = "```"
KEYS = ("title", "options", "position", "moves", "move", "after", "refused")


@dataclass(frozen=True)
class Example:
    """A move to be played out: from `position` (None: the start) after `moves`, and what must come of it."""

    title: str
    move: str
    options: str = ""
    position: str | None = None
    moves: tuple[str, ...] = ()
    after: str | None = None
    refused: str | None = None


@dataclass(frozen=True)
class Page:
    """A rules page: `parts` are Markdown texts and examples in their order, `source` the whole text."""

    game: str
    language: str
    source: str
    parts: tuple[str | Example, ...]

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of the page."""
        return tuple(part for part in self.parts if isinstance(part, Example))


@cache
def read_page(game: str, language: str = "en") -> Page:
    """The rules page of a game by its id; OptionError for a language there is none in."""
    if language not in LANGUAGES:
        raise OptionError(
            N_("no language {language!r}: there are {languages}", language=language, languages=Items(LANGUAGES))
        )
    path = files(__name__).joinpath(language, f"{game}.md")
    try:
        source = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BonducError(f"the game {game!r} has no rules page in the language {language!r}") from None
    return Page(game, language, source, tuple(_parts(source, f"{language}/{game}.md")))


def _parts(source: str, name: str) -> list[str | Example]:
    parts: list[str | Example] = []
    text: list[str] = []
    block: list[str] | None = None
    for line in source.splitlines():
        if line.strip() == f"{FENCE}example":
            block = []
        elif line.strip() == FENCE and block is not None:
            parts += ["\n".join(text).strip("\n"), _example(block, name)]
            text, block = [], None
        elif block is not None:
            block.append(line)
        else:
            text.append(line)
    if block is not None:
        raise BonducError(f"rules page {name}: an example is not closed")
    return [part for part in (*parts, "\n".join(text).strip("\n")) if part]


def _example(lines: list[str], name: str) -> Example:
    fields: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS or key in fields:
            raise BonducError(f"rules page {name}: {line!r} is no line of an example; its keys are {', '.join(KEYS)}")
        fields[key] = value.strip()
    missing = [key for key in ("title", "move") if key not in fields]
    if missing or ("after" in fields) == ("refused" in fields):
        raise BonducError(f"rules page {name}: an example needs title, move, and either after or refused: {lines}")
    moves = tuple(fields.pop("moves", "").split())
    return Example(moves=moves, **fields)
