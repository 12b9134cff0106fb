"""Explanations cut down to what fits under a board."""

from __future__ import annotations

from collections.abc import Sequence

TOLD = 4  # sentences shown without being asked for


def briefly(sentences: Sequence[str], more: str = "") -> str:
    """An explanation in a few sentences: the first, and the last ones, where captures and the turn's end stand."""
    if len(sentences) > TOLD:
        sentences = [sentences[0], f"… {more}".rstrip(), *sentences[2 - TOLD :]]
    return " ".join(sentences)
