"""Text of both directions in one sentence: what is written left to right keeps its order inside right-to-left text.

Signs, brackets and digits take the direction of what surrounds them (Unicode Standard Annex 9): after Persian words
`1-0` is shown as `0-1`, `E-` as `-E`, `--plot` as `plot--`. An isolate, an invisible pair of characters around such a
piece, shows it as it is written, and takes no column of a terminal.
"""

from __future__ import annotations

import re
from unicodedata import bidirectional

LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT ISOLATE}"
AS_IT_BEGINS = "\N{FIRST STRONG ISOLATE}"
END = "\N{POP DIRECTIONAL ISOLATE}"
OPENERS = LEFT_TO_RIGHT + AS_IT_BEGINS + "\N{RIGHT-TO-LEFT ISOLATE}"
MARKS = "\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}"

_INNERMOST = re.compile(f"[{OPENERS}][^{OPENERS}{END}]*{END}")
_NUMBER = re.compile(r"[\d\s]*|\d+(?:[.,:/\N{ARABIC DECIMAL SEPARATOR}\N{ARABIC THOUSANDS SEPARATOR}]\d+)*")


def isolate(text: str) -> str:
    """The text as it stands inside a right-to-left sentence: isolated if its order could suffer there.

    Numbers and right-to-left text are left as they are, and so is what is isolated already.
    """
    outside = outside_isolates(text)
    kinds = set(map(bidirectional, outside))
    if "L" in kinds:
        return f"{AS_IT_BEGINS if kinds & {'R', 'AL'} else LEFT_TO_RIGHT}{text}{END}"
    if kinds & {"R", "AL"} or outside != text or _NUMBER.fullmatch(text):
        return text
    return f"{LEFT_TO_RIGHT}{text}{END}"


def outside_isolates(text: str) -> str:
    """What of a text stands in no isolate."""
    while (shorter := _INNERMOST.sub("", text)) != text:
        text = shorter
    return text


def is_balanced(text: str) -> bool:
    """Is every isolate of a text closed, and nothing closed that was not opened?"""
    return not set(outside_isolates(text)) & {*OPENERS, END}


def bare(text: str) -> str:
    """A text without isolates and marks of direction, as a program reads it."""
    return re.sub(f"[{OPENERS}{END}{MARKS}]", "", text)
