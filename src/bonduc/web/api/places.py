"""Positions named in an address: pictures of them, and the data of their boards."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from bonduc.language import current, speaking
from bonduc.picture.data import board_data
from bonduc.picture.png import png_bytes
from bonduc.picture.svg import Highlight, draw
from bonduc.position import Game, Position
from bonduc.position import game as find_game
from bonduc.record_reader import parse_options
from bonduc.web.api.operation import Model, Operation, operation

KEPT_PICTURES = 64
CACHED = {"cache-control": "public, max-age=86400"}
AT_ONCE = 2  # pictures painted at a time

_painting = asyncio.Semaphore(AT_ONCE)


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


class Picture(Spot):
    """How a position is to be drawn; `move` is one that is then played and highlighted."""

    move: Annotated[str, Field(max_length=200)] | None = None
    shape: Literal["wide", "portrait"] = "wide"
    theme: Literal["light", "dark"] = "light"
    flip: bool = False
    width: Annotated[int, Field(ge=100, le=2400)] = 1200


@operation("GET", "/api/board", "What a board needs to be drawn", query=Board, tag="rules")
async def board(request: Request, query: Board) -> Any:
    """The data of the board of a game with these options."""
    return await run_in_threadpool(lambda: board_data(query.read_game()))


@operation("GET", "/api/picture.svg", "A position as SVG", query=Picture, media_type="image/svg+xml", tag="pictures")
async def picture_svg(request: Request, query: Picture) -> Response:
    """The picture, in the language of the request."""
    picture = await run_in_threadpool(_svg, query.model_dump_json(), current())
    return Response(picture, media_type="image/svg+xml", headers=CACHED)


@operation("GET", "/api/picture.png", "A position as PNG", query=Picture, media_type="image/png", tag="pictures")
async def picture_png(request: Request, query: Picture) -> Response:
    """The picture, `width` pixels wide, in the language of the request."""
    async with _painting:
        picture = await run_in_threadpool(_png, query.model_dump_json(), current())
    return Response(picture, media_type="image/png", headers=CACHED)


@lru_cache(maxsize=KEPT_PICTURES)
def _svg(asked: str, language: str) -> str:
    picture = Picture.model_validate_json(asked)
    position, highlight = picture.read(), None
    if picture.move is not None:
        sowing = position.sowing(picture.move)
        position, highlight = sowing.after, Highlight.of(sowing)
    with speaking(language):
        return draw(
            position,
            shape=picture.shape,
            theme=picture.theme,
            flip=picture.flip,
            highlight=highlight,
            background=True,
        )


@lru_cache(maxsize=KEPT_PICTURES)
def _png(asked: str, language: str) -> bytes:
    return png_bytes(_svg(asked, language), Picture.model_validate_json(asked).width)


OPERATIONS: list[Operation] = [board, picture_svg, picture_png]
