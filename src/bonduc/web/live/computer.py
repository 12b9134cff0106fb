"""What the computer does in live games: its moves, and its answers to offers of a draw, thought about elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Protocol

from bonduc.games.options import Value
from bonduc.players import SOUTH
from bonduc.web.live.table import Table

JUDGING = 0.5  # seconds that an offer of a draw is thought about


class Engines(Protocol):
    """The pool of engines (`bonduc.web.engines`)."""

    @property
    def is_warm(self) -> bool:
        """Whether it has made the machine code of the games, so that it can be loaded."""
        ...

    async def choose(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        level: int,
        visitor_id: str,
    ) -> str:
        """The computer's move after these moves."""
        ...

    def analyse(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        visitor_id: str,
        *,
        seconds: float,
        lines: int = 1,
    ) -> AsyncIterator[dict[str, Any]]:
        """What it finds in the position after these moves, again and again."""
        ...


async def choose_move(engines: Engines, table: Table) -> str:
    """The computer's move in the current position; raises what the pool raises."""
    assert table.terms.level is not None
    return await engines.choose(*_place(table), table.terms.level, _patron(table))


async def accepts_draw(engines: Engines, table: Table) -> bool:
    """Whether the computer stands no better than its opponent, by a short look; raises what the pool raises."""
    offered = table.offers.draw
    assert offered is not None
    lead: float | None = None
    found = engines.analyse(*_place(table), _patron(table), seconds=JUDGING)
    async with aclosing(found) as answers:  # type: ignore[type-var]
        async for answer in answers:
            score = answer.get("score")
            lead = lead if score is None else float(score)
    computer = table.seat_of(offered.other)
    return lead is not None and (lead if computer == SOUTH else -lead) <= 0


def _place(table: Table) -> tuple[str, Mapping[str, Value], str, list[str]]:
    """The current position, by the start of the round and its moves."""
    game, played = table.terms.game, table.round
    return game.id, game.options, str(played.initial), [str(move) for move in played.moves]


def _patron(table: Table) -> str:
    """Whom the computer plays with: nobody gets more of the engines than others by many games at once."""
    return next((seat.visitor for seat in table.seats if seat.visitor), table.terms.code)
