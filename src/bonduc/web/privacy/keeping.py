"""Clears away, now and then, what has been kept for as long as it may be."""

from __future__ import annotations

import asyncio
import logging

from bonduc.web.live.service.games import LiveGames
from bonduc.web.privacy.forgetting import forget_outdated

PAUSE = 3600.0  # seconds between looks

log = logging.getLogger(__name__)


class Keeper:
    """A task that deletes what has not changed for `keep_days`; 0: nothing."""

    def __init__(self, live: LiveGames, keep_days: int) -> None:
        self._live = live
        self._days = keep_days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        if self._days:
            self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            try:
                count = await forget_outdated(self._live, self._days)
                if count:
                    log.info("%d games that had not changed for %d days were deleted", count, self._days)
            except Exception:
                log.exception("what is outdated could not be deleted")
            await asyncio.sleep(PAUSE)
