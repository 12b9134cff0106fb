"""Positions named in an address: pictures of them, and the data of their boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from bonduc.language import current, speaking
from bonduc.picture.data import board_data
from bonduc.picture.svg import Highlight, draw
from bonduc.position import Game, Position
from bonduc.position import game as find_game
from bonduc.records.reader import parse_options
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.tasks.desk import work_out
from bonduc.web.tasks.pictures import WIDTHS, Pictures, painted_width
from bonduc.web.visitors.requester import requester_of

KEPT_DRAWINGS = 64
WIDTH_A_UNIT = 350  # pixels of a picture that is painted at the cost of one unit (`limits.budget`)
CACHED = {"cache-control": "public, max-age=86400"}


class Board(Model):
    """A game with its options, as a record's tag has them: `holes=5 direction=clockwise`, or `-`."""

    game: Annotated[str, Field(max_length=40)]
    options: Annotated[str, Field(max_length=500)] = "-"

    def read_game(self) -> Game:
        """The game."""
        return find_game(self.game, **parse_options(self.options))


class Spot(Board):
    """A position of it; without one, the start of a round."""

    position: Annotated[str, Field(max_length=1000)] | None = None

    def read(self) -> Position:
        """The position; BonducError if there is none such."""
        game = self.read_game()
        return game.start() if self.position is None else game.position(self.position)


class Drawing(Spot):
    """How a position is to be drawn; `move` is one that is then played and highlighted."""

    move: Annotated[str, Field(max_length=200)] | None = None
    shape: Literal["wide", "portrait"] = "wide"
    theme: Literal["light", "dark"] = "light"
    flip: bool = False

    def drawn(self) -> str:
        """The drawing, in the language in use."""
        position = self.read()
        move = None if self.move is None else str(position.parse_move(self.move))
        return _drawn(position, move, self.shape, self.theme, self.flip, current())


class Picture(Drawing):
    """How a position is to be painted, and how wide in pixels."""

    width: Annotated[int, Field(ge=100, le=WIDTHS[-1])] = 1200

    def surcharge(self) -> float:
        """By the number of pixels."""
        return (painted_width(self.width) / WIDTH_A_UNIT) ** 2


@operation("GET", "/api/board", "What a board needs to be drawn", query=Board, tag="rules")
async def board(request: Request, query: Board) -> Any:
    """The data of the board of a game with these options."""
    return await work_out(request, lambda: board_data(query.read_game()))


@operation(
    "GET", "/api/picture.svg", "A position as SVG", query=Drawing, media_type="image/svg+xml", tag="pictures", cost=4
)
async def picture_svg(request: Request, query: Drawing) -> Response:
    """The picture, in the language of the request."""
    picture = await work_out(request, query.drawn)
    return Response(picture, media_type="image/svg+xml", headers=CACHED)


@operation(
    "GET", "/api/picture.png", "A position as PNG", query=Picture, media_type="image/png", tag="pictures", cost=4
)
async def picture_png(request: Request, query: Picture) -> Response:
    """The picture, in the language of the request, 300, 600, 1200 or 2400 pixels wide: the least of these that is as
    wide as `width`."""
    drawing = await work_out(request, query.drawn)
    pictures: Pictures = request.app.state.pictures
    picture = await pictures.png(requester_of(request), drawing, painted_width(query.width))
    return Response(picture, media_type="image/png", headers=CACHED)


@lru_cache(maxsize=KEPT_DRAWINGS)
def _drawn(position: Position, move: str | None, shape: str, theme: str, flip: bool, language: str) -> str:
    highlight = None
    if move is not None:
        sowing = position.sowing(move)
        position, highlight = sowing.after, Highlight.of(sowing)
    with speaking(language):
        return draw(position, shape=shape, theme=theme, flip=flip, highlight=highlight, background=True)


OPERATIONS: list[Operation] = [board, picture_svg, picture_png]
