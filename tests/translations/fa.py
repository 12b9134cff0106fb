"""Kinds of faults in Persian."""

from __future__ import annotations

from tests.translations.kinds import Kind

KINDS = (
    Kind(
        "level of difficulty for an even position",
        "سطح",
        unless=r"[Ll]evel",
        wrong=(("Even", "سطح"),),
        right=(("Level", "سطح"), ("Even", "برابر")),
    ),
)
