"""Where what visitors ask about boards is worked out: here if that is quick, else in a process.

The rules give up on long sowings in the server (`games.runner`). Then `Desk` has them decided in a process, lets the
rules know, and asks again: so it may take seconds, but whoever asked is the only one who waits. What a process cannot
decide within MOST_LAPS, about a second, nobody knows: such a move cannot be played on the site.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from bonduc.errors import BonducError, UndecidedSowingError
from bonduc.games.kernels.state import UNDECIDED
from bonduc.games.runner import Question, Verdict, noting
from bonduc.language import _
from bonduc.web.processes.errors import BusyError, OpenQuestionsError
from bonduc.web.processes.job import Answer
from bonduc.web.processes.verdicts import Known, tell_question, tell_verdict
from bonduc.web.tasks.pool import DECIDING, OverrunError, TaskPool
from bonduc.web.visitors.requester import Requester, requester_of

T = TypeVar("T")

MOST_LAPS = 1 << 26  # that a sowing is followed for in a process
DECIDING_TIME = 5.0  # seconds after which a process that does so has gone astray
TASK_TIME = 8.0  # seconds that anything else may take in a process
LONGEST = 10.0  # seconds that a request waits for sowings to be decided
THREADS = 2
PREPARING = 5  # seconds after which to ask again while machine code is made


class Desk:
    """Works out what is asked: `run` and `run_now` call functions of the rules, `task` has things done in a process."""

    def __init__(self, pool: TaskPool) -> None:
        self.pool = pool
        self.has_code = False
        self._threads = ThreadPoolExecutor(THREADS, "rules")
        self._asked: dict[tuple[int, bytes, int], asyncio.Task[Verdict]] = {}

    def load_code(self) -> None:
        """Machine code has been made, without which nothing can be decided."""
        self.has_code = True
        self.pool.load_code()

    async def close(self) -> None:
        """Decide nothing more."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def run(
        self,
        requester: Requester,
        function: Callable[..., T],
        *arguments: Any,
        threads: ThreadPoolExecutor | None = None,
    ) -> T:
        """What a function of the rules returns or raises, called in a thread, again whenever sowings were decided.

        So it must change nothing when it raises. Raises BusyError and UndecidedSowingError where that cannot be.
        """
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()
        until = loop.time() + LONGEST
        while True:
            calling = loop.run_in_executor(threads or self._threads, context.run, _noted, function, arguments)
            found, questions, error = await calling
            if error is None:
                return cast(T, found)
            await self._decide_all(questions, error, requester, until)

    async def run_now(self, requester: Requester, function: Callable[..., T], *arguments: Any) -> T:
        """As `run`, in this thread: for what takes no longer than a few milliseconds."""
        until = asyncio.get_running_loop().time() + LONGEST
        while True:
            found, questions, error = _noted(function, arguments)
            if error is None:
                return cast(T, found)
            await self._decide_all(questions, error, requester, until)

    async def settle(self, requester: Requester, ask: Callable[[Known], Awaitable[T]]) -> T:
        """What is answered by a process that is told what has been decided for it, asked again whenever more was."""
        until = asyncio.get_running_loop().time() + LONGEST
        known: Known = []
        while True:
            try:
                return await ask(known)
            except OpenQuestionsError as error:
                await self._decide_all(error.questions, UndecidedSowingError(), requester, until)
                known = [*known, *(told for question in error.questions for told in _verdicts_on(question))]

    async def task(self, requester: Requester, name: str, request: Answer, seconds: float = TASK_TIME) -> Answer:
        """What a task of a process answers (`skills`)."""
        return await self.settle(
            requester, lambda known: self.pool.do(name, request | {"known": known}, requester, seconds)
        )

    async def answer(self, request: Request, name: str, asked: Answer) -> Response:
        """The answer of a task to a request: JSON that was written, and packed, in the process."""
        packed = "gzip" in request.headers.get("accept-encoding", "")
        found = await self.task(requester_of(request), name, asked | {"packed": packed})
        if "refusal" in found:
            return JSONResponse({"error": found["refusal"]}, found["refusal"]["status"])
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if packed else {}
        return Response(found["attached"], media_type="application/json", headers=headers)

    # Deciding

    async def _decide_all(
        self,
        questions: Iterable[Question],
        error: BaseException,
        requester: Requester,
        until: float,
    ) -> None:
        """Have everything decided that a call came upon; raises its error if there is nothing to decide, or no time."""
        questions = list(questions)
        if not questions:
            raise error
        for question in questions:
            for move in question.moves:
                if asyncio.get_running_loop().time() >= until:
                    raise error
                verdict = await self._verdict(question, move, requester)
                if verdict[0] >= 0 and question.any_will_do:
                    break

    async def _verdict(self, question: Question, move: int, requester: Requester) -> Verdict:
        """What comes of one sowing; whoever asks the same meanwhile waits for the same process."""
        runner, row = question.runner, question.row
        known = runner.verdicts.get((row, move))
        if known is not None:
            return known
        key = id(runner), row, move
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.ensure_future(self._decide(question, move, requester))
            task.add_done_callback(lambda done: self._asked.pop(key, None))
        return await asyncio.shield(task)

    async def _decide(self, question: Question, move: int, requester: Requester) -> Verdict:
        if not self.has_code:
            raise BusyError(_("The site is still getting ready for this. Try again in a moment."), PREPARING)
        asked = tell_question(question) | {"move": move, "laps": MOST_LAPS}
        try:
            found = await self.pool.do(DECIDING, asked, requester, DECIDING_TIME)
            verdict = found["flags"], bytes.fromhex(found["after"])
        except OverrunError:
            verdict = UNDECIDED, b""
        question.runner.learn(question.row, move, verdict)
        return verdict


def desk_of(connection: HTTPConnection) -> Desk:
    """The desk of the site."""
    desk = connection.app.state.desk
    assert isinstance(desk, Desk)
    return desk


async def work_out(connection: HTTPConnection, function: Callable[..., T], *arguments: Any) -> T:
    """What a function of the rules returns, for whoever sends a request (`Desk.run`)."""
    return await desk_of(connection).run(requester_of(connection), function, *arguments)


def _noted(
    function: Callable[..., T], arguments: tuple[Any, ...]
) -> tuple[T | None, list[Question], BonducError | None]:
    """What a function returns, the questions it came upon, and what it raised."""
    with noting() as questions:
        try:
            return function(*arguments), questions, None
        except BonducError as error:
            return None, questions, error


def _verdicts_on(question: Question) -> Known:
    """What is known now of a question's moves."""
    runner, row = question.runner, question.row
    return [tell_verdict(runner, row, move) for move in question.moves if (row, move) in runner.verdicts]
