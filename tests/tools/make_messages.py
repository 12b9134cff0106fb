"""Brings the translation catalogues up to date: python -m tests.tools.make_messages.

The messages are collected from the sources into `locale/bonduc.pot` (pyproject.toml, `tool.babel`, says what marks
one). Every language's `locale/LANGUAGE/LC_MESSAGES/bonduc.po` gets the new ones, untranslated, and loses those that
are gone; `bonduc.mo`, which the program reads, is compiled beside it. What is left to translate is listed.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import bonduc
from bonduc.language import DOMAIN, FOLDER, LANGUAGES, SOURCE

PACKAGE = Path(bonduc.__file__).parent
SETTINGS = Path(__file__).parents[2] / "pyproject.toml"
TEMPLATE = FOLDER / f"{DOMAIN}.pot"
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)
ABOUT = "# Translations of bonduc. Kept by tests/tools/make_messages.py; see CONTRIBUTING.md."


def catalogue_path(language: str, suffix: str = "po") -> Path:
    """The file of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{suffix}"


def settings() -> dict[str, Any]:
    """What marks messages, and where they are looked for."""
    return dict(tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["tool"]["babel"])


def collect() -> Catalog:
    """The messages of the sources."""
    given = settings()
    methods = [(mapping["pattern"], mapping["method"]) for mapping in given["mappings"]]
    catalogue = _empty()
    options = {mapping["pattern"]: mapping.get("options", {}) for mapping in given["mappings"]}
    found = extract_from_dir(PACKAGE, methods, options, keywords=parse_keywords(given["keywords"]))
    for name, _, message, _, context in found:
        catalogue.add(message, locations=[(f"src/bonduc/{name}", 0)], context=context)
    return catalogue


def _empty(language: str | None = None) -> Catalog:
    return Catalog(
        language,
        DOMAIN,
        header_comment=ABOUT,
        project="bonduc",
        version=bonduc.__version__,
        msgid_bugs_address="the maintainers",
        last_translator="the maintainers",
        language_team="the maintainers",
        charset="utf-8",
        fuzzy=False,
    )


def read(path: Path, language: str | None = None) -> Catalog:
    """A catalogue's file."""
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def messages(catalogue: Catalog) -> Iterable[Message]:
    """The messages of a catalogue, without its header."""
    return (message for message in catalogue if message.id)


def ids(catalogue: Catalog) -> set[tuple[str, tuple[str, ...]]]:
    """The messages of a catalogue as context and texts."""
    return {
        (message.context or "", (message.id,) if isinstance(message.id, str) else tuple(message.id))
        for message in messages(catalogue)
    }


def is_done(message: Message) -> bool:
    """Is a message translated, all its plural forms, and not fuzzy?"""
    texts = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    return all(texts) and not message.fuzzy


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def _write(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, sort_output=True, include_lineno=False, width=110)


def update() -> list[str]:
    """Write every catalogue; what is left to translate, a line a message."""
    template = collect()
    if TEMPLATE.exists() and ids(before := read(TEMPLATE)) == ids(template):
        template.creation_date = before.creation_date
    _write(template, TEMPLATE)
    left = []
    for language in TRANSLATED:
        path = catalogue_path(language)
        catalogue = read(path, language) if path.exists() else _empty(language)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        _write(catalogue, path)
        catalogue_path(language, "mo").write_bytes(compiled(read(path, language)))
        left += [f"{language}: {message.id}" for message in messages(catalogue) if not is_done(message)]
    return left


if __name__ == "__main__":
    sys.stdout.write("\n".join([*update(), ""]))
