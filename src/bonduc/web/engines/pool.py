"""The pool of engine processes: the computer's moves and analyses for everyone, in fair turn, within bounds.

What holds for every pool holds here (`processes.pool`). An analysis gives its process up after a slice of time when
others wait, and waits for its next turn; what the engine remembers makes up for the interruption. A process does short
jobs only before its machine code is loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from bonduc.games.options import Value
from bonduc.language import _, current
from bonduc.web.processes.errors import BusyError, FailedError
from bonduc.web.processes.job import Answer, Job
from bonduc.web.processes.pool import LONGEST_RETRY, ProcessPool
from bonduc.web.processes.process import WorkerProcess
from bonduc.web.processes.verdicts import Known
from bonduc.web.settings import Settings
from bonduc.web.tasks.desk import Desk
from bonduc.web.visitors.requester import Requester

T = TypeVar("T")

SLICE = 1.5  # seconds an analysis may go on while other analyses wait,
SLICE_BEFORE_SHORT = 0.3  # and while a short job does
LEAST_LEFT = 0.1  # seconds of an analysis that are worth another turn
MOVE_TIME = 20.0  # seconds after which the choice of a move is an overrun
STOP_TIME = 4.0  # seconds that a job may need beyond its time, or to stop
QUEUE_TIME = 60.0  # seconds that anyone waits for a first answer


class EngineFailedError(FailedError):
    """The engine failed at this job."""

    def __init__(self) -> None:
        super().__init__(_("The engine could not finish this. Try again in a moment."))


class EnginePool(ProcessPool):
    """Engine processes for a server: `start` it, ask it for moves and analyses, `close` it."""

    name = "engines"
    grace = STOP_TIME

    def __init__(self, settings: Settings, desk: Desk | None = None) -> None:
        queue, share = settings.engine_queue, settings.engine_share
        super().__init__("bonduc.web.engines.worker", settings.engine_processes, queue, share)
        self._desk = desk  # decides the sowings that a job comes upon and cannot follow
        self._warming = asyncio.Lock()

    def failure(self) -> FailedError:
        """A job could not be done."""
        return EngineFailedError()

    def closed(self) -> BusyError:
        """The processes do not run."""
        return BusyError(_("The engine is not running."), LONGEST_RETRY)

    def enough(self) -> BusyError:
        """The visitor has asked for enough."""
        return BusyError(_("The engine is busy with what you asked before. Wait a moment."), 2)

    def too_many(self) -> BusyError:
        """Others have asked for enough."""
        return BusyError(_("Too many are waiting for the engine. Try again in a moment."), self.retry_after)

    async def choose(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        level: int,
        visitor_id: str,
        address: str = "",
    ) -> str:
        """The computer's move after these moves from a position (None: the start of a round), at a level from 1 to 8.

        `visitor_id` is whom it plays for, `address` where that visitor's requests come from, if known. Raises BusyError
        if too many wait, EngineFailedError if the engine fails, a BonducError if there is no such position or the round
        is over in it.
        """
        request = _place(game_id, options, start_position, moves) | {"do": "choose", "level": level}

        async def ask(known: Known) -> str:
            job = self._admit(Job(visitor_id, True, request | {"known": known}, MOVE_TIME, address))
            try:
                async with asyncio.timeout(QUEUE_TIME):
                    return str((await job.next())["move"])
            except TimeoutError:
                raise EngineFailedError from None
            finally:
                self._leave(job)

        return await self._settled(Requester(visitor_id, address), ask)

    async def analyse(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        visitor_id: str,
        *,
        seconds: float,
        lines: int = 1,
        address: str = "",
    ) -> AsyncGenerator[Answer, None]:
        """What the engine finds, again and again as it looks deeper; the last one has `"done": true`.

        See `thinking.analysis_view` for what is in it. `seconds` is the time it may think in all, `address` where the
        visitor's requests come from. Close the iterator (`contextlib.aclosing`) to stop it early. Raises as `choose`.
        """
        request = _place(game_id, options, start_position, moves) | {"do": "analyse", "lines": lines}

        async def ask(known: Known) -> tuple[Job, Answer]:
            job = self._admit(Job(visitor_id, False, request | {"known": known}, seconds, address))
            try:
                return job, await self._first(job)
            except BaseException:
                self._leave(job)
                raise

        job, found = await self._settled(Requester(visitor_id, address), ask)
        try:
            yield found
            while not found["done"]:
                found = await job.next()
                yield found
        finally:
            self._leave(job)

    async def _settled(self, requester: Requester, ask: Callable[[Known], Awaitable[T]]) -> T:
        return await (ask([]) if self._desk is None else self._desk.settle(requester, ask))

    async def _first(self, job: Job) -> Answer:
        """The first that is found; EngineFailedError where that takes too long, though engines are ready."""
        while True:
            try:
                async with asyncio.timeout(QUEUE_TIME):
                    return await job.next()
            except TimeoutError:
                if self.is_warm:
                    raise EngineFailedError from None

    async def _prepare(self, process: WorkerProcess) -> None:
        """Have machine code loaded, by one process after the other: the first may have to compile it for all."""
        async with self._warming:
            process.send({"warm": True})
            await process.warmed.wait()

    def _takes_long_jobs(self, process: WorkerProcess, number: int) -> bool:
        return process.is_warm

    def _should_yield(self, job: Job, spent: float) -> bool:
        if job.short or not len(self._waiting):
            return False
        return spent >= (SLICE_BEFORE_SHORT if self._waiting.has_short else SLICE)

    def _settle(self, job: Job, message: Answer, spent: float, yielded: bool) -> None:
        """A process has answered: that was all, or the job waits for another turn, or it failed."""
        found = message.get("done")
        if found and yielded and not job.is_abandoned and job.seconds - spent > LEAST_LEFT and not _is_settled(found):
            job.progress(found)
            job.seconds -= spent
            job.attempts = 0
            self._waiting.put(job)
        else:
            super()._settle(job, message, spent, yielded)


def _place(
    game_id: str, options: Mapping[str, Value], start_position: str | None, moves: Sequence[str]
) -> dict[str, Any]:
    place = {"game": game_id, "options": dict(options), "start": start_position, "moves": list(moves)}
    return place | {"language": current()}


def _is_settled(found: Answer) -> bool:
    """Is there nothing more to find out?"""
    return bool(found.get("settled"))
