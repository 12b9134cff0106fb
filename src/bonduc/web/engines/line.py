"""A line of play as it is given to the engines, and the rounds they are asked about."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from bonduc.games.options import Value
from bonduc.play import Round
from bonduc.web.engines.pool import EnginePool
from bonduc.web.processes.job import Answer
from bonduc.web.tasks.lines import play
from bonduc.web.visitors.requester import Requester


@dataclass(frozen=True)
class MoveLine:
    """Moves from a start (None: the usual one) of a game."""

    game: str
    options: Mapping[str, Value]
    start: str | None = None
    moves: tuple[str, ...] = ()

    def play(self) -> Round:
        """The round after them; BonducError if there is no such game, position or move."""
        return play(self.game, self.options, self.start, self.moves)

    def to(self, ply: int) -> MoveLine:
        """Its first moves."""
        return MoveLine(self.game, self.options, self.start, self.moves[:ply])

    async def analysis(self, engines: EnginePool, requester: Requester, *, seconds: float, lines: int = 1) -> Answer:
        """The last that is found in so many seconds."""
        async with aclosing(self.analyse(engines, requester, seconds=seconds, lines=lines)) as found:
            return [each async for each in found][-1]

    def analyse(
        self, engines: EnginePool, requester: Requester, *, seconds: float, lines: int = 1
    ) -> AsyncGenerator[Answer, None]:
        """The analysis of its last position, as `EnginePool.analyse`."""
        place = self.game, self.options, self.start, self.moves
        return engines.analyse(*place, requester.visitor, seconds=seconds, lines=lines, address=requester.address)
