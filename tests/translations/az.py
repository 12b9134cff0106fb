"""Kinds of faults in Azerbaijani."""

from __future__ import annotations

from tests.translations.kinds import Kind

KINDS = (
    Kind(
        "the letter I takes endings with a: it is read ı",
        r"\bI(?:-d[əe]|-y[əi]|-n[iə])",
        wrong=("I-dən", "I-yə"),
        right=("I-dan", "a-dan", "E-dən"),
    ),
)
