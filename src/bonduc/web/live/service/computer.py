"""What the computer does in live games, once engines have thought: its moves, and its answers to offers of a draw."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field

from bonduc.errors import BonducError
from bonduc.games.options import Value
from bonduc.players import SOUTH
from bonduc.web.engines.pool import EnginePool
from bonduc.web.live.game.decisions import RefusedError, decide_answer, decide_computer_move
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.changes import Changes
from bonduc.web.live.service.open_game import Decide
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.running.now import now

RETRY = 1.0  # seconds before the computer's move is asked for again
JUDGING = 0.5  # seconds that an offer of a draw is thought about


log = logging.getLogger(__name__)


@dataclass
class LiveComputer:
    """Plays in the games of this process, a step at a time in each."""

    engines: EnginePool
    open_games: OpenGames
    changes: Changes
    background: BackgroundTasks
    _thinking: set[str] = field(default_factory=set)

    def think_if_due(self, game: LiveGame) -> None:
        """Have the computer do what it has to do in a game, if there is anything."""
        code = game.terms.code
        if code not in self._thinking and (game.computer_to_move or game.computer_to_answer):
            self._thinking.add(code)
            self.background.start(self._think(code))

    async def _think(self, code: str) -> None:
        """Until it has nothing more to do."""
        try:
            while True:
                found = await self.open_games.get(code)
                try:
                    decide = await self._decision(found.game, found.address)
                    if decide is None:
                        return
                    await self.changes.change(code, decide)
                except BonducError as error:
                    if isinstance(error, RefusedError) and error.code == "full":
                        return
                    log.info("the computer's move in %s has to wait: %s", code, error)
                    await asyncio.sleep(RETRY)
                    await self.open_games.fresh(code)
        finally:
            self._thinking.discard(code)

    async def _decision(self, game: LiveGame, address: str) -> Decide | None:
        """What follows from what the computer thinks, for whoever plays from this address; None: it need not think."""
        ply = game.ply
        if game.computer_to_answer:
            accepts = await self._accepts_draw(game, address)
            return lambda game: decide_answer(game, ply, accepts)
        if game.computer_to_move:
            assert game.terms.level is not None
            move = await self.engines.choose(*_place(game), game.terms.level, _patron(game), address)
            found = now()
            return lambda game: decide_computer_move(game, ply, move, found)
        return None

    async def _accepts_draw(self, game: LiveGame, address: str) -> bool:
        """Whether the computer stands no better than its opponent, by a short look."""
        offered = game.offers.draw
        assert offered is not None
        lead: float | None = None
        found = self.engines.analyse(*_place(game), _patron(game), seconds=JUDGING, address=address)
        async with aclosing(found) as answers:
            async for answer in answers:
                score = answer.get("score")
                lead = lead if score is None else float(score)
        computer = game.seat_of(offered.other)
        return lead is not None and (lead if computer == SOUTH else -lead) <= 0


def _place(game: LiveGame) -> tuple[str, Mapping[str, Value], str, list[str]]:
    """The current position, by the start of the round and its moves."""
    rules, played = game.terms.game, game.round
    return rules.id, rules.options, str(played.initial), [str(move) for move in played.moves]


def _patron(game: LiveGame) -> str:
    """Whom the computer plays with: nobody gets more of the engines than others by many games at once."""
    return next((seat.visitor for seat in game.seats if seat.visitor), game.terms.code)
