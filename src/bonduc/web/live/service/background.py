"""What a process does for its live games by itself, beside what anybody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from bonduc.errors import BonducError

log = logging.getLogger(__name__)
T = TypeVar("T")


class BackgroundTasks:
    """Tasks that end with the process; what goes wrong in them is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._busy: set[str] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Let something be done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def start_once(self, code: str, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done for a game, unless something is being done already."""
        if code in self._busy:
            work.close()
            return
        self._busy.add(code)
        self.start(work).add_done_callback(lambda task: self._busy.discard(code))

    async def close(self) -> None:
        """End all of it."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None or isinstance(task.exception(), BonducError):
            return
        log.error("a task of the live games failed", exc_info=task.exception())
