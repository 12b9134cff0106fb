"""What a server process does when its time has come: flags fall, the computer moves, games are cleared away."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from bonduc.errors import BonducError
from bonduc.web.db.database import Database, first_line
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.live.game import decisions
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.changes import Changes
from bonduc.web.live.service.computer import LiveComputer
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.live.service.peers import Peers
from bonduc.web.live.service.watching import Watching
from bonduc.web.live.store import storage
from bonduc.web.running.now import now

TICK = 0.25  # seconds between looks for flags that fall and moves the computer owes
SWEEP = 20  # ticks between looks whether a message from another process was lost
CLEARING = 14_400  # ticks, an hour, between looks for games that nobody has begun to play
PRESENCE = 60  # ticks after which it is told to other processes, and noted in the database, who is there
DAY = 24 * 3600 * 1000  # milliseconds

log = logging.getLogger(__name__)


@dataclass
class Due:
    """Looks again and again for what is due. Games nobody has begun to play stay `keep_days`; 0: for ever."""

    database: Database
    open_games: OpenGames
    changes: Changes
    computer: LiveComputer
    background: BackgroundTasks
    keep_days: int

    async def tick(self, peers: Peers, watching: Watching) -> None:
        """Do it for ever; and have others do what they do from time to time."""
        count = 0
        while True:
            await asyncio.sleep(TICK)
            count += 1
            try:
                await self._look()
                if count % SWEEP == 0:
                    await peers.find_changes()
                if self.keep_days and count % CLEARING == 1:
                    await self.database.write(storage.clear_away, now() - self.keep_days * DAY)
                if count % PRESENCE == 0:
                    await watching.call_the_roll()
            except SQLAlchemyError as error:
                log.error("the database fails: %s", first_line(error))
            except Exception:
                log.exception("a look at the live games failed")

    async def _look(self) -> None:
        """Each by itself: a game that has to wait for its sowings holds up no other."""
        for code in await self.database.read(storage.due, now()):
            self.background.start_once(code, self._see_to(code))

    async def _see_to(self, code: str) -> None:
        try:
            await self._do(code)
        except RefusalError:
            pass  # too much to do at the moment: it stays due
        except BonducError as error:
            await self.database.write(storage.put_off, code)
            log.warning("%s", error)

    async def _do(self, code: str) -> None:
        game, moment = (await self.open_games.fresh(code)).game, now()
        await self.changes.change(code, lambda game: decisions.decide_flag(game, moment), moment)
        await self.database.write(storage.lease, code, game.version, storage.wakes(game, moment))
        self.computer.think_if_due(game)
