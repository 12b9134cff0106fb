"""Games, positions and moves: what the rules say, without a game being stored."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request

from bonduc.games.registry import GAMES
from bonduc.position import Game, Position, game
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.tasks.desk import work_out
from bonduc.web.views import game_view, position_view, sowing_view
from bonduc.web.visitors.identity import visitor_of

Options = dict[Annotated[str, Field(max_length=40)], int | bool | Annotated[str, Field(max_length=40)]]
PositionText = Annotated[str, Field(max_length=1000)]
MoveText = Annotated[str, Field(max_length=200)]


class Place(Model):
    """A position of a game: its text, or none for the start of a round."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None

    def read_game(self) -> Game:
        """The game."""
        return game(self.game, **self.options)

    def read(self) -> Position:
        """The position; BonducError if there is none such."""
        found = self.read_game()
        return found.start() if self.position is None else found.position(self.position)


class Step(Place):
    """A move in a position."""

    move: MoveText


@operation("GET", "/api/session", "Who the visitor is", tag="session")
async def session(request: Request) -> dict[str, Any]:
    """The token that requests which change something carry in the header X-CSRF-Token, and the language in use."""
    return {"csrf": visitor_of(request).csrf, "language": request.scope["language"]}


@operation("GET", "/api/games", "All games with their options")
async def games(request: Request) -> dict[str, Any]:
    """Every game with the options of its rounds and of its matches."""
    return {"games": [game_view(game(name)) for name in GAMES]}


@operation("POST", "/api/position", "A position with its legal moves", body=Place, tag="rules", cost=2)
async def position(request: Request, body: Place) -> dict[str, Any]:
    """Holes, stores, legal moves with what each of them does, and why other holes cannot be chosen."""
    return await work_out(request, lambda: position_view(body.read()))


@operation("POST", "/api/move", "A move played out", body=Step, tag="rules", cost=2)
async def move(request: Request, body: Step) -> dict[str, Any]:
    """Every lift, drop and capture of a move in order, the move in sentences, and the position after it."""

    def play() -> dict[str, Any]:
        sowing = body.read().sowing(body.move)
        return sowing_view(sowing) | {"after": position_view(sowing.after)}

    return await work_out(request, play)


OPERATIONS: list[Operation] = [session, games, position, move]
