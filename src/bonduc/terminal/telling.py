"""Explanations cut down to what fits under a board, and refusals of moves in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from bonduc.errors import IllegalMoveError
from bonduc.language import _

TOLD = 4  # sentences shown without being asked for


def briefly(sentences: Sequence[str], more: str = "") -> str:
    """An explanation in a few sentences: the first, and the last ones, where captures and the turn's end stand."""
    if len(sentences) > TOLD:
        sentences = [sentences[0], f"… {more}".rstrip(), *sentences[2 - TOLD :]]
    return " ".join(sentences)


def describe_refusal(error: IllegalMoveError) -> str:
    """Which rule forbids a move, and why."""
    if error.move == "pass":
        return _("Pass is not legal: {rule}.", rule=error.rule)
    return _("Move {move} is not legal: {rule}.", move=error.move, rule=error.rule)
