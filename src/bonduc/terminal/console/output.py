"""Standard output: what it can show, how text is folded for it, and JSON."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from bonduc.bidi import bare
from bonduc.language import LANGUAGES, current

PLAIN_WIDTH = 80  # columns when the output is no terminal
_FOLDS = {
    "·": "-",
    "…": "...",
    "–": "-",
    "—": "-",
    "’": "'",
    "×": "x",
    "½": "1/2",
    "±": "+/-",
    "≥": ">=",
    "≤": "<=",
    "−": "-",
    "→": "->",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "•": "-",
    "ə": "e",
    "Ə": "E",
    "ı": "i",
    "،": ",",
    "؛": ";",
    "؟": "?",
}
_OWN_SCRIPT = ("fa", "ru")  # languages that no ASCII letters can stand for


def fold(text: str) -> str:
    """The text in plain ASCII: known signs spelt out, accents and isolates dropped, anything else a question mark."""
    return "".join(_fold_character(character) for character in text)


def without_signs(text: str) -> str:
    """The text for who asked for plain ASCII: `fold`ed, but for the letters of a language that has no ASCII ones."""
    if current() not in _OWN_SCRIPT:
        return fold(text)
    return "".join(_FOLDS.get(character, character) for character in text)


def line_without_signs(text: Text) -> Text:
    """The same for a styled line; board signs are ASCII already, so the spans stay where they are."""
    if text.plain.isascii():
        return text
    folded = without_signs(text.plain)
    return Text(folded, spans=text.spans if len(folded) == len(text.plain) else [])


def can_show(language: str) -> bool:
    """Can standard output show the letters of a language, at least folded?"""
    try:
        LANGUAGES[language].encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return language not in _OWN_SCRIPT
    return True


def make_readable(language: str) -> None:
    """Let the output show a language that was asked for by name: in UTF-8, if its own encoding has not the letters."""
    if can_show(language):
        return
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8")


def _fold_character(character: str) -> str:
    if character.isascii():
        return character
    if character in _FOLDS:
        return _FOLDS[character]
    if not bare(character):
        return ""
    base = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return base or "?"


def _fold_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return fold(error.object[error.start : error.end]), error.end


def prepare_streams() -> None:
    """Let standard output and error fold what their encoding cannot hold instead of failing, and input take any bytes.

    Bytes typed that are no text become lone surrogates, as in names of files.
    """
    codecs.register_error("bonduc-fold", _fold_error)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="bonduc-fold")
    take_any = getattr(sys.stdin, "reconfigure", None)
    if take_any is not None:
        take_any(errors="surrogateescape")


def speaks_unicode() -> bool:
    """Can standard output show the box characters and signs of the board?"""
    try:
        "╭─┬ˢ░▸".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_terminal() -> bool:
    """Is a person at both ends: a terminal for input and output that can move its cursor?"""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def plain_width() -> int:
    """Columns for output line after line: those of a terminal narrower than usual, so that it need not break lines."""
    return min(PLAIN_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else PLAIN_WIDTH


def make_console(width: int | None = None) -> Console:
    """A console on standard output: no colour under NO_COLOR, no styles at all when it is no terminal."""
    if width is None and not sys.stdout.isatty():
        width = PLAIN_WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


def print_lines(lines: Iterable[Text | str]) -> None:
    """Lines as they are, never wrapped or cropped."""
    console = make_console()
    for line in lines:
        console.print(line, soft_wrap=True)


def print_json(value: object) -> None:
    """One JSON document, indented, keys in the order given."""
    sys.stdout.write(json.dumps(value, ensure_ascii=not speaks_unicode(), indent=2) + "\n")
