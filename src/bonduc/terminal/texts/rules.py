"""Rules pages on the terminal: text as it stands, examples drawn and played out."""

from __future__ import annotations

import re
import sys

from rich.text import Text

from bonduc.errors import IllegalMoveError
from bonduc.language import _, placed
from bonduc.lessons.worked import starting_position
from bonduc.rules_pages import Example, Page
from bonduc.terminal.console.output import line_without_signs, make_console, plain_width, speaks_unicode, without_signs
from bonduc.terminal.console.screen import wrap
from bonduc.terminal.drawing.board import draw_board, legend
from bonduc.terminal.drawing.parts import View
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.drawing.signs import ASCII, UNICODE

TEXT_WIDTH = 72


def print_page(page: Page, ascii_only: bool) -> None:
    """Print a page: with styles in a terminal, as plain text elsewhere."""
    from rich.markdown import Markdown  # slow to import, and no other command needs it

    console = make_console()
    in_ascii = ascii_only or not speaks_unicode()
    for part in page.parts:
        if isinstance(part, Example):
            for line in example_lines(part, page.game, in_ascii):
                shown = Text(line) if isinstance(line, str) else line
                console.print(line_without_signs(shown) if in_ascii else shown, soft_wrap=True)
        elif sys.stdout.isatty() and not in_ascii:
            console.print(Markdown(_ordered(part)), width=min(TEXT_WIDTH, console.width))
        else:
            text = _ordered(part)
            console.print(without_signs(text) if in_ascii else text, soft_wrap=True)
        console.print()


def _ordered(text: str) -> str:
    """A page's text whose `code` keeps its order in right-to-left text."""
    return re.sub(r"`[^`]+`", lambda code: placed(code[0]), text)


def example_lines(example: Example, name: str, in_ascii: bool) -> list[Text | str]:
    """An example as it is shown: the board, the move and what it does, the board after it."""
    position = starting_position(example, name)
    view = View(ASCII if in_ascii else UNICODE, plain_width())
    heading = wrap(_("Example: {title}", title=example.title))
    lines: list[Text | str] = [*(Text(line, "bold") for line in heading), ""]
    lines += draw_board(Scene.of(position), view)
    try:
        sowing = position.sowing(example.move)
    except IllegalMoveError as error:
        return [*lines, "", *wrap(error.refusal.told)]
    told = [_("{player} plays {move}.", player=position.mover, move=sowing.move), *sowing.explain()]
    lines += ["", *wrap(" ".join(told)), ""]
    scene = after_move(sowing)
    return [*lines, *draw_board(scene, view), *legend(scene, view)]
