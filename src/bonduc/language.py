"""The languages people read: which one is in use, and how everything they are told is said in it.

Messages are written in English as whole sentences with named places: `_("{player} begins.", player=…)` is said at
once, `N_("{player} begins.", player=…)` is a `Message` that can be said later: English as the string it is, for logs
and tests, and `told(message)` for people. `NP_` and `ngettext` choose the plural form, `P_` and `pgettext` tell apart
what English does not. The translations are the gettext catalogues in `locale/`.

In a language written from right to left, values that are not are isolated where they are put into a sentence
(`bonduc.bidi`); translations isolate what they spell out themselves.

The notation, records and JSON are the same in every language and never go through here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path
from unicodedata import category

from bonduc import bidi

SOURCE = "en"
LANGUAGES = {
    "en": "English",
    "fa": "فارسی",
    "fil": "Filipino",
    "ru": "Русский",
    "az": "Azərbaycanca",
}
RIGHT_TO_LEFT = frozenset({"fa"})
DOMAIN = "bonduc"
FOLDER = Path(__file__).parent / "locale"

# Other codes of these languages: Tagalog, Dari, Azerbaijani in the Latin script (it is also written in others).
_OTHER_CODES = {"tl": "fil", "prs": "fa", "azj": "az"}
_OTHER_SCRIPTS = {("az", "arab"), ("az", "cyrl"), ("az", "ir")}

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # letters of Persian words, though nothing is printed
_DIRECTIONS = bidi.OPENERS + bidi.END + bidi.MARKS
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_DIGITS = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
_POINTS = {"fa": "٫", "ru": ",", "az": ","}
_GROUPS = {"fa": "٬", "ru": "\N{NO-BREAK SPACE}", "az": "."}  # between thousands
_SEPARATORS = {"fa": {", ": "، ", "; ": "؛ "}}

_HOLE = re.compile(r"[a-z][0-9]?\b")
_PERIOD = 100  # the plural forms of all languages repeat after so many numbers

_in_use: ContextVar[str] = ContextVar("bonduc language", default=SOURCE)


# Choosing


def current() -> str:
    """The code of the language in use here: `en` unless something else was chosen."""
    return _in_use.get()


def use(language: str) -> None:
    """Say everything in this language from here on, in this thread or task."""
    _in_use.set(_known(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in this language inside the `with` block, whatever is chosen in it."""
    token = _in_use.set(_known(language))
    try:
        yield
    finally:
        _in_use.reset(token)


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise KeyError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    return language


def match(tag: str) -> str | None:
    """The language that a tag or the name of a locale means, `fa-IR`, `ru_RU.UTF-8`, `tl`; None if there is none."""
    first, *others = re.split(r"[-_.@]", tag.strip().lower())
    code = _OTHER_CODES.get(first, first)
    if any((code, other) in _OTHER_SCRIPTS for other in others):
        return None
    return code if code in LANGUAGES else None


def first_of(tags: Iterable[str]) -> str:
    """The first of these tags that there is a language for; English if there is none."""
    return next((found for tag in tags if (found := match(tag)) is not None), SOURCE)


def from_environment(environment: Mapping[str, str] | None = None) -> str:
    """The language of BONDUC_LANG, or else of the locale: LC_ALL, LC_MESSAGES or LANG, the first that is set.

    A BONDUC_LANG that means no language counts as not set. As with other programs, LANGUAGE (a list with colons)
    comes before the locale, unless that is `C`.
    """
    given = os.environ if environment is None else environment
    wanted = match(given.get("BONDUC_LANG", ""))
    if wanted is not None:
        return wanted
    locale = next((given[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if given.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return SOURCE
    return first_of([*given.get("LANGUAGE", "").split(":"), locale])


def from_header(header: str) -> str:
    """The language a browser asks for in `Accept-Language`, `fa-IR,fa;q=0.9,en;q=0.5`; English if in none of ours."""
    weighed = []
    for place, item in enumerate(header.split(",")[:50]):
        tag, _, parameter = item.partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", parameter)
        quality = float(weight[1]) if weight else 0.0 if parameter.strip() else 1.0
        if quality > 0:
            weighed.append((-quality, place, tag))
    return first_of(tag for _, _, tag in sorted(weighed))


# Saying


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    found = translation(DOMAIN, FOLDER, [language])
    assert isinstance(found, GNUTranslations)
    return found


class Message(str):
    """A text that can be said in every language. As a string it is English; `told` is the language in use.

    `template` is its English text with `{named}` places, `values` what belongs into them; where the number
    `values["count"]` chooses the form, `plural` is the English one for more than one; `context` tells apart what is the
    same in English. Messages among the values are said in the same language.
    """

    __slots__ = ("context", "plural", "template", "values")
    template: str
    plural: str
    context: str
    values: dict[str, object]

    def __new__(cls, template: str, values: Mapping[str, object], plural: str = "", context: str = "") -> Message:
        """The message; KeyError if a value is missing."""
        english = plural if plural and values["count"] != 1 else template
        message = super().__new__(cls, english.format_map(values) if values else english)
        message.template, message.plural, message.context = template, plural, context
        message.values = dict(values)
        return message

    def __reduce__(self) -> tuple[object, ...]:
        return Message, (self.template, self.values, self.plural, self.context)

    def about(self, **values: object) -> str:
        """A message kept without values, said now with them."""
        return Message(self.template, values, self.plural, self.context).told

    @property
    def told(self) -> str:
        """The text in the language in use."""
        if current() == SOURCE:
            return str(self)
        text = self._translation(_catalogue(current()))
        return text.format_map({name: placed(value) for name, value in self.values.items()}) if self.values else text

    def _translation(self, catalogue: NullTranslations) -> str:
        if self.plural:
            count = self.values["count"]
            assert isinstance(count, int)
            if self.context:
                return catalogue.npgettext(self.context, self.template, self.plural, count)
            return catalogue.ngettext(self.template, self.plural, count)
        if self.context:
            return catalogue.pgettext(self.context, self.template)
        return catalogue.gettext(self.template)


def N_(template: str, /, **values: object) -> Message:  # noqa: N802 (the usual name)
    """A message to be said later."""
    return Message(template, values)


def NP_(singular: str, plural: str, count: int, /, **values: object) -> Message:  # noqa: N802
    """A message to be said later, in the form for `count`, which may stand in it as `{count}`."""
    return Message(singular, {"count": count, **values}, plural)


def P_(context: str, template: str, /, **values: object) -> Message:  # noqa: N802
    """A message to be said later, told apart by `context` from others that are the same in English."""
    return Message(template, values, context=context)


class Items(str):
    """Things in a row, to be said later in every language; `separator` is a comma or a semicolon and a blank."""

    __slots__ = ("items", "separator")
    items: tuple[object, ...]
    separator: str

    def __new__(cls, items: Iterable[object], separator: str = ", ") -> Items:
        """The row of things; as a string they are in English."""
        given = tuple(items)
        row = super().__new__(cls, separator.join(map(str, given)))
        row.items, row.separator = given, separator
        return row

    def __reduce__(self) -> tuple[object, ...]:
        return Items, (self.items, self.separator)

    @property
    def told(self) -> str:
        """The things in the language in use, with its commas or semicolons."""
        return _SEPARATORS.get(current(), {}).get(self.separator, self.separator).join(map(placed, self.items))


class Signed(int):
    """A whole number written with its sign, to be said later: `+3`, `−2`, `0`."""

    def __str__(self) -> str:
        return f"{int(self):+d}".replace("-", "\N{MINUS SIGN}") if self else "0"

    @property
    def told(self) -> str:
        """The number in the digits of the language in use."""
        return digits(str(self))


@dataclass(frozen=True)
class Counted:
    """Words for any number of things, `{count} seed` and `{count} seeds`, in the use that `context` names."""

    context: str
    singular: str
    plural: str

    def __call__(self, count: int) -> Message:
        """The words for so many."""
        return Message(self.singular, {"count": count}, self.plural, self.context)


def _(template: str, /, **values: object) -> str:
    """A message said now."""
    return Message(template, values).told


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """A message said now, in the form for `count`, which may stand in it as `{count}`."""
    return NP_(singular, plural, count, **values).told


def pgettext(context: str, template: str, /, **values: object) -> str:
    """A message said now, told apart by `context` from others that are the same in English."""
    return P_(context, template, **values).told


def told(value: object) -> str:
    """Anything as people are told it.

    What knows how to tell itself does (its `told`); whole numbers are written in the digits of the language, other
    texts as they are, but for characters that would upset a terminal or what follows.
    """
    own = getattr(value, "told", None)
    if isinstance(own, str):
        return own
    if isinstance(value, int):
        return digits(str(value))
    text = str(value)
    kept = _JOINERS + _DIRECTIONS if bidi.is_balanced(text) else _JOINERS
    return "".join(each if _is_shown(each) or each in kept else _REPLACEMENT for each in text)


def _is_shown(character: str) -> bool:
    """Is it a letter, a sign or a blank of any kind? Python does not count the no-break space as printable."""
    return character.isprintable() or category(character) == "Zs"


def placed(value: object) -> str:
    """Anything as people are told it inside a sentence: isolated where it would be shown in disorder there."""
    return bidi.isolate(told(value)) if current() in RIGHT_TO_LEFT else told(value)


def translations(
    language: str,
    single: Iterable[str],
    plural: Iterable[tuple[str, str]],
    told_apart: Iterable[tuple[str, str]] = (),
) -> dict[str, str | list[str]]:
    """Translations for a program of another language: by English message a text, or the list of plural forms.

    Messages `told_apart`, pairs of context and text, stand under both with END OF TRANSMISSION between them. Under the
    empty message stands which form numbers take: the digit at place n for n under 200, for greater ones the digit at
    100 + n % 100.
    """
    catalogue = _catalogue(language)
    choose = getattr(catalogue, "plural", lambda count: int(count != 1))
    places = [choose(count) for count in range(2 * _PERIOD)]
    examples = [places.index(form) for form in range(max(places) + 1)]
    found: dict[str, str | list[str]] = {"": "".join(map(str, places))}
    found.update((text, catalogue.gettext(text)) for text in single)
    found.update((f"{context}\x04{text}", catalogue.pgettext(context, text)) for context, text in told_apart)
    found.update((one, [catalogue.ngettext(one, many, count) for count in examples]) for one, many in plural)
    return found


def digits(text: str) -> str:
    """A text whose digits are those of the language in use."""
    return text.translate(_DIGITS.get(current(), {}))


def decimal(value: float, places: int) -> str:
    """A number with so many decimal places, as the language in use writes it."""
    return digits(f"{value:.{places}f}".replace(".", _POINTS.get(current(), ".")))


def grouped(number: int) -> str:
    """A large whole number, its thousands told apart as the language in use does."""
    return digits(f"{number:,}".replace(",", _GROUPS.get(current(), ",")))


def sentence(text: str) -> str:
    """A text as a sentence of its own: a capital first, one full stop last.

    A hole's letter stays as it is: `a` is another hole than `A`. (English has the article, and never begins with one.)
    """
    if current() != SOURCE and _HOLE.match(text):
        first = text[:1]
    else:
        first = "İ" if text[:1] == "i" and current() == "az" else text[:1].upper()
    return first + text[1:].rstrip(".") + "."
