"""A pool: a fixed number of processes, the jobs that wait for one, and the rules between them.

- A visitor may have so many jobs of a kind waiting or running, visitors of one address half of all that may wait; more
  are refused (`BusyError`, 503 with Retry-After). Where all places are taken, the address that has most of them gives
  one up for another that has fewer.
- A process that is free takes the job whose turn it is (`queue`).
- A job nobody waits for any longer is stopped. One that overruns its time, or does not stop, costs its process: it is
  killed and replaced, as is one that dies. The job is then tried once more, if it can be helped; if that fails too, it
  is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from itertools import count
from typing import Any

from bonduc.errors import BonducError
from bonduc.language import N_, _
from bonduc.web.limits.turnstile import step_aside
from bonduc.web.processes.errors import BusyError, FailedError, OpenQuestionsError
from bonduc.web.processes.job import Answer, Job
from bonduc.web.processes.process import WorkerProcess
from bonduc.web.processes.queue import FairQueue
from bonduc.web.processes.verdicts import read_question

TICK = 0.05  # seconds between looks at a running job
START_TIME = 60.0  # seconds a process has to start
LONG_LIFE = 10.0  # seconds of life after which a process is replaced without a pause
PAUSE = 0.2  # seconds before one that ended earlier is replaced; doubled each time up to
LONGEST_PAUSE = 20.0
LONGEST_RETRY = 20  # seconds

log = logging.getLogger(__name__)


class ProcessPool:
    """`size` processes that run `module`; `queue` jobs may wait for them, `share` of a kind a visitor.

    What kinds of pools say: `grace`, the seconds that a job may need beyond its time, or to stop; `attempts` at a job
    whose process was lost; and `name`, for the log.
    """

    name = "worker"
    grace = 2.0
    attempts = 2

    def __init__(self, module: str, size: int, queue: int, share: int) -> None:
        self.module = module
        self.size = size
        self.queue = queue
        self.share = share
        self._waiting: FairQueue[Job] = FairQueue()
        self._running: set[Job] = set()
        self._shares: Counter[tuple[str, bool]] = Counter()
        self._addresses: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._numbers = count(1)
        self._seats: list[asyncio.Task[None]] = []
        self._processes: set[WorkerProcess] = set()
        self._is_open = False

    async def start(self) -> None:
        """Start the processes."""
        self._is_open = True
        self._seats = [asyncio.create_task(self._seat(number)) for number in range(self.size)]

    async def close(self) -> None:
        """End every job and every process; none is left when this returns."""
        self._is_open = False
        for job in [*self._running, *self._waiting]:
            job.fail(self.failure())
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
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return len(self._running)

    @property
    def is_warm(self) -> bool:
        """Has any process loaded its machine code?"""
        return any(process.is_warm for process in self._processes)

    # What is said of this pool where it refuses

    def failure(self) -> FailedError:
        """A job could not be done."""
        return FailedError()

    def closed(self) -> BusyError:
        """The processes do not run."""
        return BusyError(_("The site is still getting ready for this. Try again in a moment."), LONGEST_RETRY)

    def enough(self) -> BusyError:
        """The visitor has asked for enough."""
        return BusyError(_("The site is busy with what you asked before. Wait a moment."), 2)

    def too_many(self) -> BusyError:
        """Others have asked for enough."""
        return BusyError(_("Too many are waiting for this. Try again in a moment."), self.retry_after)

    @property
    def retry_after(self) -> int:
        """Seconds after which it may be worth asking again."""
        return min(LONGEST_RETRY, 1 + len(self._waiting) // self.size)

    # Jobs that wait

    def _admit(self, job: Job) -> Job:
        """Let a job wait, or refuse it."""
        key = job.visitor, job.short
        if not self._is_open:
            raise self.closed()
        if self._shares[key] >= self.share:
            raise self.enough()
        crowded = bool(job.address) and self._addresses[job.address] > self.queue // 2
        if crowded or not self._has_room(job):
            raise self.too_many()
        self._shares[key] += 1
        self._addresses[job.address] += 1
        self._waiting.put(job)
        self._news.set()
        step_aside()
        return job

    def _has_room(self, job: Job) -> bool:
        """Whether a job may wait; the last of those who have many waiting makes room."""
        if len(self._waiting) < self.queue:
            return True
        last = self._waiting.last_of_most(job)
        if last is None:
            return False
        self._waiting.remove(last)
        last.fail(self.too_many())
        return True

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
        self._waiting.remove(job)
        job.abandon()

    # A seat: one process after the other, one job after the other

    async def _seat(self, number: int) -> None:
        pause, clock = PAUSE, asyncio.get_running_loop().time
        while True:
            began = clock()
            process = await self._start_process()
            try:
                await self._serve(process, number)
            finally:
                await process.close()
                self._processes.discard(process)
            if process.is_spent or clock() - began >= LONG_LIFE:
                pause = PAUSE
                continue
            log.error("%s: a process ended early; a new one starts in %.1f s", self.name, pause)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _start_process(self) -> WorkerProcess:
        starting = asyncio.ensure_future(WorkerProcess.start(self.module, self._news.set))
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            await (await starting).close()  # half-started processes must not be left behind
            raise
        self._processes.add(process)
        return process

    async def _serve(self, process: WorkerProcess, number: int) -> None:
        """Give a process jobs until it is gone or spent."""
        preparing = asyncio.create_task(self._prepare(process))
        try:
            async with asyncio.timeout(START_TIME):
                await process.ready.wait()
            while (job := await self._next_job(process, number)) is not None:
                self._running.add(job)
                try:
                    await self._run(process, job)
                finally:
                    self._running.discard(job)
        except TimeoutError:
            log.error("%s: a process did not start in %d s", self.name, START_TIME)
        finally:
            preparing.cancel()
            await asyncio.gather(preparing, return_exceptions=True)

    async def _prepare(self, process: WorkerProcess) -> None:
        """Make a new process ready for more than it can do at once."""

    def _takes_long_jobs(self, process: WorkerProcess, number: int) -> bool:
        """Whether the process of this seat may be given long jobs now."""
        return True

    async def _next_job(self, process: WorkerProcess, number: int) -> Job | None:
        """The next job; None if the process is of no more use."""
        while not (process.is_gone or process.is_spent):
            job = self._waiting.take(shorts_only=not self._takes_long_jobs(process, number))
            if job is not None:
                return job
            self._news.clear()
            await self._news.wait()
        return None

    async def _run(self, process: WorkerProcess, job: Job) -> None:
        """Have one job done, as far as its turn goes."""
        number, clock = next(self._numbers), asyncio.get_running_loop().time
        began, stopped = clock(), None
        try:
            process.send({"job": number, **job.request, "seconds": job.seconds})
        except RecursionError:
            job.fail(BonducError(N_("This is nested too deeply to be read.")))
            return
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
                if spent > (job.seconds if stopped is None else stopped) + self.grace:
                    log.error("%s: a process overran its time at %s", self.name, _in_short(job.request))
                    process.kill()
                    await process.gone.wait()
                    self._overran(job)
                    return
        finally:
            job.on_abandon = None

    def _should_yield(self, job: Job, spent: float) -> bool:
        """Whether a running job should give its process up for others."""
        return False

    def _settle(self, job: Job, message: Answer, spent: float, yielded: bool) -> None:
        """A process has answered: that was all, or it failed."""
        if "refused" in message:
            job.fail(BonducError(message["refused"]))
        elif "undecided" in message:
            job.fail(OpenQuestionsError(map(read_question, message["undecided"])))
        elif "fault" in message:
            log.error("%s: failed at %s: %s", self.name, _in_short(job.request), message["fault"])
            job.fail(self.failure())
        else:
            job.finish(message["done"] | {key: message[key] for key in ("attached",) if key in message})

    def _overran(self, job: Job) -> None:
        """The process of a job was ended because it took too long: that may have been the process's fault."""
        self._retry(job)

    def _retry(self, job: Job) -> None:
        """The process of a job is gone: the job may have one more chance."""
        if job.is_abandoned:
            return
        if job.attempts >= self.attempts or not self._is_open:
            job.fail(self.failure())
        else:
            self._waiting.put(job)
            self._news.set()


def _in_short(request: Answer) -> str:
    text = str(request)
    return text if len(text) < 500 else f"{text[:500]}…"
