"""Setting up a position: any arrangement, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.requests import Request

from bonduc.errors import IllegalPositionError
from bonduc.language import told
from bonduc.position import game as find_game
from bonduc.setup import Setup
from bonduc.web.http.operation import Model, Operation, operation
from bonduc.web.rules.api import Options
from bonduc.web.tasks.desk import work_out
from bonduc.web.views import position_view

MOST_HOLES = 64
PLAYERS = {"S": 0, "N": 1}

Hole = Annotated[int, Field(ge=0, lt=MOST_HOLES)]
Count = Annotated[int, Field(ge=-1000, le=1000)]
Holes = Annotated[list[Hole], Field(max_length=MOST_HOLES)]


class Arrangement(Model):
    """Seeds by hole in board order and in the stores; whose move it is; holes that are marked, closed, or owned by the
    player of the other side (`owners`: by index)."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    holes: Annotated[list[Count], Field(max_length=MOST_HOLES)]
    stores: Annotated[list[Count], Field(min_length=2, max_length=2)] = Field(default=[0, 0])
    mover: Literal["S", "N"] = "S"
    marks: Holes = Field(default_factory=list)
    closed: Holes = Field(default_factory=list)
    owners: dict[Hole, Literal["S", "N"]] = Field(default_factory=dict)

    def read(self) -> Setup:
        """It as a Setup."""
        return Setup(
            holes=tuple(self.holes),
            stores=(self.stores[0], self.stores[1]),
            mover=PLAYERS[self.mover],
            marks=frozenset(self.marks),
            closed=frozenset(self.closed),
            owners={hole: PLAYERS[owner] for hole, owner in self.owners.items()},
        )


@operation("POST", "/api/setup", "A position set up hole by hole", body=Arrangement, tag="rules", cost=2)
async def set_up(request: Request, body: Arrangement) -> dict[str, Any]:
    """The position (`view`, as of `/api/position`), or null and every defect of the arrangement; `seeds` is how many
    seeds the game has."""

    def build() -> dict[str, Any]:
        game = find_game(body.game, **body.options)
        try:
            view = position_view(game.build(body.read()), previews=False)
        except IllegalPositionError as error:
            return {"view": None, "defects": [told(defect) for defect in error.defects], "seeds": game.seeds}
        return {"view": view, "defects": [], "seeds": game.seeds}

    return await work_out(request, build)


OPERATIONS: list[Operation] = [set_up]
