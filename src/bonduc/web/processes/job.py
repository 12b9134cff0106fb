"""A job for an engine, between the one who asked for it and the process that does it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any]


class Job:
    """What is asked for: `request` as `thinking` reads it, for `visitor` at `address`, with `seconds` left to think.

    Only the latest of what is found is kept until it is asked for (`next`): a slow reader costs no memory. An
    analysis that goes on after an interruption begins with shallow lines again; those are not told.
    """

    def __init__(self, visitor: str, short: bool, request: Answer, seconds: float, address: str = "") -> None:
        self.visitor = visitor
        self.address = address
        self.short = short
        self.request = request
        self.seconds = seconds
        self.attempts = 0
        self.is_abandoned = False
        self.on_abandon: Callable[[], None] | None = None
        self._news = asyncio.Event()
        self._latest: Answer | None = None
        self._best: Answer | None = None
        self._fault: Exception | None = None

    async def next(self) -> Answer:
        """What has been found since the last call, with `done`; raises what went wrong."""
        await self._news.wait()
        self._news.clear()
        if self._fault is not None:
            raise self._fault
        assert self._latest is not None
        return self._latest

    def progress(self, found: Answer) -> None:
        """Something was found, which is not all."""
        if self._improves(found):
            self._tell(found, False)

    def finish(self, found: Answer) -> None:
        """The job is done; what was found before stands if it is better."""
        better = found if self._improves(found) else self._best
        self._tell(better or found, True)

    def fail(self, fault: Exception) -> None:
        """The job cannot be done."""
        self._fault = fault
        self._news.set()

    def abandon(self) -> None:
        """Nobody waits for it any longer."""
        self.is_abandoned = True
        if self.on_abandon is not None:
            self.on_abandon()

    def _improves(self, found: Answer) -> bool:
        return self._best is None or found.get("depth", 0) >= self._best.get("depth", 0)

    def _tell(self, found: Answer, done: bool) -> None:
        self._best = found
        self._latest = {**found, "done": done}
        self._news.set()
