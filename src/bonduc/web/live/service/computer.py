"""What the computer does in live games: its moves, and its answers to offers of a draw, thought about elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import aclosing

from bonduc.games.options import Value
from bonduc.players import SOUTH
from bonduc.web.engines.pool import EnginePool
from bonduc.web.live.game.decisions import decide_answer, decide_computer_move
from bonduc.web.live.game.table import Table
from bonduc.web.live.service.kept import Decide

JUDGING = 0.5  # seconds that an offer of a draw is thought about


async def choose_move(engines: EnginePool, table: Table, address: str) -> str:
    """The computer's move in the current position, for whoever plays from this address; raises what the pool raises."""
    assert table.terms.level is not None
    return await engines.choose(*_place(table), table.terms.level, _patron(table), address)


async def accepts_draw(engines: EnginePool, table: Table, address: str) -> bool:
    """Whether the computer stands no better than its opponent, by a short look; as `choose_move`."""
    offered = table.offers.draw
    assert offered is not None
    lead: float | None = None
    found = engines.analyse(*_place(table), _patron(table), seconds=JUDGING, address=address)
    async with aclosing(found) as answers:
        async for answer in answers:
            score = answer.get("score")
            lead = lead if score is None else float(score)
    computer = table.seat_of(offered.other)
    return lead is not None and (lead if computer == SOUTH else -lead) <= 0


def moved(ply: int, move: str, at: int) -> Decide:
    """What follows when the computer has found its move for a ply."""
    return lambda table: decide_computer_move(table, ply, move, at)


def answered(ply: int, accepts: bool) -> Decide:
    """What follows when the computer has thought about an offer of a draw."""
    return lambda table: decide_answer(table, ply, accepts)


def _place(table: Table) -> tuple[str, Mapping[str, Value], str, list[str]]:
    """The current position, by the start of the round and its moves."""
    game, played = table.terms.game, table.round
    return game.id, game.options, str(played.initial), [str(move) for move in played.moves]


def _patron(table: Table) -> str:
    """Whom the computer plays with: nobody gets more of the engines than others by many games at once."""
    return next((seat.visitor for seat in table.seats if seat.visitor), table.terms.code)
