"""The pool of processes for tasks: who asks takes turns, and what takes too long is ended."""

from __future__ import annotations

from typing import Any

from bonduc.language import N_, current
from bonduc.web.processes.errors import FailedError
from bonduc.web.processes.job import Answer, Job
from bonduc.web.processes.pool import ProcessPool
from bonduc.web.processes.process import WorkerProcess
from bonduc.web.settings import Settings
from bonduc.web.visitors.requester import Requester

DECIDING = "decide"
QUEUE = 64  # tasks that may wait
SHARE = 6  # of them, and of those that run, of one visitor


class OverrunError(FailedError):
    """What was asked for took too long, and its process was ended."""


class TaskPool(ProcessPool):
    """Processes that carry out tasks (`worker`). Sowings are decided in all of them but the first, if there are more:
    they can take a second each, and whoever waits for a picture need not wait for them."""

    name = "tasks"

    def __init__(self, settings: Settings) -> None:
        super().__init__("bonduc.web.tasks.worker", settings.helpers, QUEUE, SHARE)
        self.has_code = False

    async def do(self, name: str, request: dict[str, Any], requester: Requester, seconds: float) -> Answer:
        """What comes of a task, which may take so many seconds.

        Raises BusyError if too many wait, OverrunError if it takes longer, FailedError if it fails, and the BonducError
        that the task raised.
        """
        asked = request | {"do": name, "language": current()}
        job = self._admit(Job(requester.visitor, name != DECIDING, asked, seconds, requester.address))
        try:
            return await job.next()
        finally:
            self._leave(job)

    def load_code(self) -> None:
        """Machine code is there: let the processes load it, and those that follow them."""
        self.has_code = True
        for process in self._processes:
            process.send({"warm": True})

    def _overran(self, job: Job) -> None:
        """It would take as long again."""
        job.fail(OverrunError(N_("This takes too long to be worked out here.")))

    async def _prepare(self, process: WorkerProcess) -> None:
        if self.has_code:
            process.send({"warm": True})

    def _takes_long_jobs(self, process: WorkerProcess, number: int) -> bool:
        return number > 0 or self.size == 1
