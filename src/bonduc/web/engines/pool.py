"""The pool: a fixed number of engine processes, the jobs that wait for one, and the rules between them.

- A visitor may have `engine_share` jobs of a kind waiting or running, visitors of one address half of `engine_queue`,
  which is how many may wait in all; more are refused (`BusyError`, 503 with Retry-After). Where all places are taken,
  the address that has most of them gives one up for another that has fewer.
- A process that is free takes the job whose turn it is (`turns`). An analysis gives its process up after a slice of
  time when others wait, and waits for its next turn; what the engine remembers makes up for the interruption.
- A job nobody waits for any longer is stopped. One that overruns its time, or does not stop, costs its process: it is
  killed and replaced, as is one that dies. The job is then tried once more; if that fails too, it is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from itertools import count
from typing import Any

from bonduc.errors import BonducError
from bonduc.games.options import Value
from bonduc.language import _, current
from bonduc.web.api.operation import RefusalError
from bonduc.web.engines.job import Answer, Job
from bonduc.web.engines.process import EngineProcess
from bonduc.web.engines.turns import Turns
from bonduc.web.settings import Settings

TICK = 0.05  # seconds between looks at a running job
SLICE = 1.5  # seconds an analysis may go on while other analyses wait,
SLICE_BEFORE_SHORT = 0.3  # and while a short job does
LEAST_LEFT = 0.1  # seconds of an analysis that are worth another turn
MOVE_TIME = 20.0  # seconds after which the choice of a move is an overrun
STOP_TIME = 8.0  # seconds that a job may need beyond its time, or to stop
QUEUE_TIME = 60.0  # seconds that anyone waits for a first answer
START_TIME = 60.0  # seconds a process has to start
ATTEMPTS = 2
LONG_LIFE = 10.0  # seconds of life after which a process is replaced without a pause
PAUSE = 0.2  # seconds before one that ended earlier is replaced; doubled each time up to
LONGEST_PAUSE = 20.0
LONGEST_RETRY = 20  # seconds

log = logging.getLogger(__name__)


class BusyError(RefusalError):
    """Too much is waiting for an engine already."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(503, message, {"Retry-After": str(seconds)})


class EngineFailedError(RefusalError):
    """The engine failed at this job."""

    def __init__(self) -> None:
        super().__init__(503, _("The engine could not finish this. Try again in a moment."), {"Retry-After": "2"})


class EnginePool:
    """Engine processes for a server: `start` it, ask it for moves and analyses, `close` it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._turns: Turns[Job] = Turns()
        self._running: set[Job] = set()
        self._shares: Counter[tuple[str, bool]] = Counter()
        self._addresses: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._numbers = count(1)
        self._seats: list[asyncio.Task[None]] = []
        self._processes: set[EngineProcess] = set()
        self._warming = asyncio.Lock()
        self._is_open = False

    async def start(self) -> None:
        """Start the processes; they load their machine code in the background."""
        self._is_open = True
        self._seats = [asyncio.create_task(self._seat()) for _ in range(self.settings.engine_processes)]

    async def close(self) -> None:
        """End every job and every process; none is left when this returns."""
        self._is_open = False
        for job in [*self._running, *self._turns]:
            job.fail(EngineFailedError())
        for seat in self._seats:
            seat.cancel()
        await asyncio.gather(*self._seats, return_exceptions=True)

    @property
    def process_ids(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid for process in self._processes]

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._turns)

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return len(self._running)

    @property
    def is_warm(self) -> bool:
        """Has any process loaded its machine code?"""
        return any(process.is_warm for process in self._processes)

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
        job = self._admit(Job(visitor_id, True, request, MOVE_TIME, address))
        try:
            async with asyncio.timeout(QUEUE_TIME):
                return str((await job.next())["move"])
        except TimeoutError:
            raise EngineFailedError from None
        finally:
            self._leave(job)

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
        job = self._admit(Job(visitor_id, False, request, seconds, address))
        try:
            found = await self._first(job)
            yield found
            while not found["done"]:
                found = await job.next()
                yield found
        finally:
            self._leave(job)

    async def _first(self, job: Job) -> Answer:
        """The first that is found; EngineFailedError where that takes too long, though engines are ready."""
        while True:
            try:
                async with asyncio.timeout(QUEUE_TIME):
                    return await job.next()
            except TimeoutError:
                if self.is_warm:
                    raise EngineFailedError from None

    def _admit(self, job: Job) -> Job:
        """Let a job wait, or refuse it."""
        key = job.visitor, job.short
        if not self._is_open:
            raise BusyError(_("The engine is not running."), LONGEST_RETRY)
        if self._shares[key] >= self.settings.engine_share:
            raise BusyError(_("The engine is busy with what you asked before. Wait a moment."), 2)
        crowded = bool(job.address) and self._addresses[job.address] > self.settings.engine_queue // 2
        if crowded or not self._has_room(job):
            raise self._too_many()
        self._shares[key] += 1
        self._addresses[job.address] += 1
        self._turns.put(job)
        self._news.set()
        return job

    def _has_room(self, job: Job) -> bool:
        """Whether a job may wait; the last of those who have many waiting makes room."""
        if len(self._turns) < self.settings.engine_queue:
            return True
        last = self._turns.last_of_most(job)
        if last is None:
            return False
        self._turns.remove(last)
        last.fail(self._too_many())
        return True

    def _too_many(self) -> BusyError:
        seconds = min(LONGEST_RETRY, 1 + len(self._turns) // self.settings.engine_processes)
        return BusyError(_("Too many are waiting for the engine. Try again in a moment."), seconds)

    def _leave(self, job: Job) -> None:
        """Nobody waits for a job any longer: it is done, or to be stopped."""
        counters: list[tuple[Counter[Any], Any]] = [
            (self._shares, (job.visitor, job.short)),
            (self._addresses, job.address),
        ]
        for counter, key in counters:
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        self._turns.remove(job)
        job.abandon()

    # A seat: one process after the other, one job after the other

    async def _seat(self) -> None:
        pause, clock = PAUSE, asyncio.get_running_loop().time
        while True:
            began = clock()
            process = await self._start_process()
            try:
                await self._serve(process)
            finally:
                await process.close()
                self._processes.discard(process)
            if process.is_spent or clock() - began >= LONG_LIFE:
                pause = PAUSE
                continue
            log.error("an engine process ended early; a new one starts in %.1f s", pause)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _start_process(self) -> EngineProcess:
        starting = asyncio.ensure_future(EngineProcess.start(self._news.set))
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            await (await starting).close()  # half-started processes must not be left behind
            raise
        self._processes.add(process)
        return process

    async def _serve(self, process: EngineProcess) -> None:
        """Give a process jobs until it is gone or spent."""
        warming = asyncio.create_task(self._warm(process))
        try:
            async with asyncio.timeout(START_TIME):
                await process.ready.wait()
            while (job := await self._next_job(process)) is not None:
                self._running.add(job)
                try:
                    await self._run(process, job)
                finally:
                    self._running.discard(job)
        except TimeoutError:
            log.error("an engine process did not start in %d s", START_TIME)
        finally:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)

    async def _warm(self, process: EngineProcess) -> None:
        """Have machine code loaded, by one process after the other: the first may have to compile it for all."""
        async with self._warming:
            process.send({"warm": True})
            await process.warmed.wait()

    async def _next_job(self, process: EngineProcess) -> Job | None:
        """The next job; None if the process is of no more use. Before it is warm it does short jobs only."""
        while not (process.is_gone or process.is_spent):
            job = self._turns.take(shorts_only=not process.is_warm)
            if job is not None:
                return job
            self._news.clear()
            await self._news.wait()
        return None

    async def _run(self, process: EngineProcess, job: Job) -> None:
        """Have one job done, as far as its turn goes."""
        number, clock = next(self._numbers), asyncio.get_running_loop().time
        began, stopped = clock(), None
        process.send({"job": number, **job.request, "seconds": job.seconds})
        job.attempts += 1
        job.on_abandon = lambda: process.send({"stop": number})
        try:
            while True:
                message = await process.receive(TICK)
                spent = clock() - began
                if message is not None and message["job"] == number:
                    if "progress" not in message:
                        self._settle(job, message, spent, yielded=stopped is not None)
                        return
                    job.progress(message["progress"])
                elif message is None and process.is_gone:
                    self._retry(job)
                    return
                if stopped is None and (job.is_abandoned or self._should_yield(job, spent)):
                    process.send({"stop": number})
                    stopped = spent
                if spent > (job.seconds if stopped is None else stopped) + STOP_TIME:
                    log.error("an engine overran its time at %s", job.request)
                    process.kill()
                    await process.gone.wait()
                    self._retry(job)
                    return
        finally:
            job.on_abandon = None

    def _should_yield(self, job: Job, spent: float) -> bool:
        if job.short or not len(self._turns):
            return False
        return spent >= (SLICE_BEFORE_SHORT if self._turns.has_short else SLICE)

    def _settle(self, job: Job, message: Answer, spent: float, yielded: bool) -> None:
        """A process has answered: that was all, or the job waits for another turn, or it failed."""
        if "refused" in message:
            job.fail(BonducError(message["refused"]))
        elif "fault" in message:
            log.error("an engine failed at %s: %s", job.request, message["fault"])
            job.fail(EngineFailedError())
        elif yielded and not job.is_abandoned and job.seconds - spent > LEAST_LEFT and not _is_settled(message["done"]):
            job.progress(message["done"])
            job.seconds -= spent
            job.attempts = 0
            self._turns.put(job)
        else:
            job.finish(message["done"])

    def _retry(self, job: Job) -> None:
        """The process of a job is gone: the job has one more chance."""
        if job.is_abandoned:
            return
        if job.attempts >= ATTEMPTS or not self._is_open:
            job.fail(EngineFailedError())
        else:
            self._turns.put(job)
            self._news.set()


def _place(
    game_id: str, options: Mapping[str, Value], start_position: str | None, moves: Sequence[str]
) -> dict[str, Any]:
    place = {"game": game_id, "options": dict(options), "start": start_position, "moves": list(moves)}
    return place | {"language": current()}


def _is_settled(found: Answer) -> bool:
    """Is there nothing more to find out?"""
    return bool(found.get("settled"))
