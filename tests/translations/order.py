"""Where a right-to-left text would be shown in disorder: what is written left to right in it outside of isolates."""

from __future__ import annotations

import re
from unicodedata import bidirectional

from bonduc.bidi import OPENERS, outside_isolates
from tests.translations.kinds import Text

INSIDE = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands for an isolate, code, or a named place, which isolates itself
CLOSING = {")": "(", "]": "[", "}": "{"}
ISOLATED = re.compile(f"[{OPENERS}]")


def in_disorder(text: Text) -> bool:
    """Is anything of a text shown in another order than it is written in?"""
    shown = outside(text.text)
    kinds = [bidirectional(each) for each in shown]
    if not {"R", "AL"} & set(kinds):
        return False
    first = next(kind for kind in kinds if kind in ("L", "R", "AL"))
    pieces = "".join("\n" if kind in ("R", "AL") else each for each, kind in zip(shown, kinds, strict=True)).split("\n")
    return first == "L" or any(map(_mixes, pieces)) or not _is_balanced(shown)


def outside(text: str) -> str:
    """A text with one character for each isolate, piece of code and named place."""
    return re.sub(r"\{\w+\}|`[^`]+`", INSIDE, _marked(text))


def _marked(text: str) -> str:
    """The text with one character for each isolate."""
    outermost = re.sub(f"(?=[{OPENERS}])", INSIDE, text)
    return re.sub(f"{INSIDE}+", INSIDE, outside_isolates(outermost))


def _mixes(piece: str) -> bool:
    """Does what stands between two right-to-left words hold signs, or more than one run of Latin words or numbers?"""
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*)*", piece)
    if len(words) > 1 or (words and re.search(r"\d", piece.replace(words[0], "", 1))):
        return True
    return bool(re.search(rf"[-+=−]\s?[\d{INSIDE}]|[\w{INSIDE}][-+=−]|--|{INSIDE}:{INSIDE}|\w[-+=−>/:.]\w", piece))


def _is_balanced(text: str) -> bool:
    open_ones = []
    for each in text:
        if each in CLOSING.values():
            open_ones.append(each)
        elif each in CLOSING and (not open_ones or open_ones.pop() != CLOSING[each]):
            return False
    return not open_ones
