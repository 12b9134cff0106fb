"""`bonduc picture`: a position as an SVG or PNG file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bonduc.errors import BonducError, OptionError
from bonduc.language import N_
from bonduc.picture.png import png_bytes
from bonduc.picture.svg import Arrow, Highlight, draw
from bonduc.position import Position
from bonduc.terminal.commands.shared import GameName, GameOptions, Language, find_game, find_position
from bonduc.terminal.files import STANDARD, write_file


class Theme(StrEnum):
    """The colours of a picture."""

    LIGHT = "light"
    DARK = "dark"


class Shape(StrEnum):
    """Whether the board lies or stands."""

    WIDE = "wide"
    PORTRAIT = "portrait"


def picture(
    game: GameName,
    position: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The position (notation of positions); else the start.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-f", metavar="FILE", help="A file named .svg or .png.")] = Path(
        "board.svg"
    ),
    option: GameOptions = None,
    last: Annotated[
        str | None,
        typer.Option("--last", metavar="MOVE", help="Play this move from POSITION first, and show what it did."),
    ] = None,
    arrow: Annotated[
        list[str] | None,
        typer.Option("--arrow", metavar="MOVE", help="An arrow for a move that could be played; may be repeated."),
    ] = None,
    flip: Annotated[bool, typer.Option("--flip", help="Seen from North's side.")] = False,
    theme: Annotated[Theme, typer.Option(help="The colours.")] = Theme.LIGHT,
    shape: Annotated[Shape, typer.Option(help="portrait: for phones; long boards stand upright.")] = Shape.WIDE,
    width: Annotated[int, typer.Option(min=16, max=6000, help="Of a PNG, in pixels.")] = 1600,
    transparent: Annotated[bool, typer.Option("--transparent", help="On nothing instead of on paper.")] = False,
    lang: Language = None,
) -> None:
    """Draw a position as a picture, SVG or PNG by the name of the file."""
    kind = ".svg" if out == STANDARD else out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise OptionError(N_("{file}: the file should be named .svg or .png", file=str(out)))
    shown = find_position(find_game(game, option), position)
    highlight = None
    if last is not None:
        sowing = shown.sowing(last)
        highlight, shown = Highlight.of(sowing), sowing.after
    drawing = draw(
        shown,
        shape=shape.value,
        theme=theme.value,
        flip=flip,
        highlight=highlight,
        arrows=[_arrow(shown, move) for move in arrow or ()],
        background=not transparent,
    )
    write_file(out, png_bytes(drawing, width) if kind == ".png" else drawing.encode())


def _arrow(position: Position, move: str) -> Arrow:
    """From where a move begins to where it ends."""
    found = Highlight.of(position.sowing(move))
    if found.start is None or found.end is None:
        raise BonducError(N_("the move {move} goes from no hole to another: it has no arrow", move=move))
    return Arrow(found.start, found.end)
