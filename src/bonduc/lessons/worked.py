"""Worked examples of rules pages: played out, and checked against what the page says comes of them."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.bidi import bare
from bonduc.errors import BonducError, IllegalMoveError
from bonduc.language import speaking, told
from bonduc.position import Position, Sowing, game
from bonduc.rules_pages import Example, Page


@dataclass(frozen=True)
class Worked:
    """An example played out: the position before, and the move as a sowing or the error that forbids it."""

    example: Example
    before: Position
    sowing: Sowing | None
    refusal: IllegalMoveError | None


def work_out(example: Example, page: Page) -> Worked:
    """Play an example of a page; BonducError if anything else comes of it than the page says."""
    before = starting_position(example, page.game)
    try:
        sowing = before.sowing(example.move)
    except IllegalMoveError as error:
        _check_refusal(example, page, error)
        return Worked(example, before, None, error)
    if str(sowing.after) != example.after:
        raise BonducError(_fault(example, page, f"{example.move} leads to {sowing.after}, not to {example.after}"))
    return Worked(example, before, sowing, None)


def starting_position(example: Example, name: str) -> Position:
    """The position an example's move is played in."""
    pairs = (pair.partition("=") for pair in example.options.split())
    found = game(name, **{key: value for key, _, value in pairs})
    position = found.start() if example.position is None else found.position(example.position)
    for move in example.moves:
        position = position.play(move)
    return position


def _check_refusal(example: Example, page: Page, error: IllegalMoveError) -> None:
    with speaking(page.language):
        rule = told(error.rule)
    if example.refused is None or bare(example.refused) not in bare(rule):
        raise BonducError(_fault(example, page, f"{example.move} is refused: {rule}"))


def _fault(example: Example, page: Page, fault: str) -> str:
    return f"rules page {page.language}/{page.game}, example {example.title!r}: {fault}"
