"""Processes for tasks: what hangs or dies is ended and replaced, and whoever asked is told."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from bonduc.web.processes.errors import BusyError, FailedError
from bonduc.web.settings import Settings
from bonduc.web.tasks.pool import DECIDING, SHARE, OverrunError, TaskPool
from bonduc.web.visitors.requester import Requester

ANN = Requester("ann", "192.0.2.1")
BEN = Requester("ben", "192.0.2.2")
PATIENCE = 120.0  # seconds that anything may take on a busy machine
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>'


class Hanging(TaskPool):
    """A pool whose processes are given the tasks of `tests.web.hanging`."""

    grace = 0.2

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.module = "tests.web.hanging"


Test = Callable[[Hanging], Awaitable[None]]


@pytest.fixture(scope="module")
def in_pool() -> Iterator[Callable[[Test], None]]:
    """Runs tests with a pool of two processes."""

    with asyncio.Runner() as runner:
        pool = Hanging(Settings(helpers=2))
        runner.run(pool.start())

        async def with_pool(test: Test) -> None:
            async with asyncio.timeout(PATIENCE):
                await test(pool)

        yield lambda test: runner.run(with_pool(test))
        pids = pool.process_ids
        runner.run(pool.close())
    assert not any(is_alive(pid) for pid in pids)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def both_ready(pool: Hanging) -> None:
    while sum(process.ready.is_set() for process in pool._processes) < 2:
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("how", ["sleep", "loop"])
def test_a_task_that_hangs_costs_its_process_and_is_told(in_pool: Callable[[Test], None], how: str) -> None:
    async def test(pool: Hanging) -> None:
        await both_ready(pool)
        before = set(pool.process_ids)
        with pytest.raises(OverrunError):
            await pool.do(how, {}, ANN, 0.1)
        picture = await pool.do("paint", {"svg": SVG, "width": 16}, ANN, 60.0)
        assert picture["attached"].startswith(b"\x89PNG")
        while before == set(pool.process_ids) or len(pool.process_ids) < 2:
            await asyncio.sleep(0.02)
        assert len(before & set(pool.process_ids)) == 1, "one was replaced"

    in_pool(test)


def test_others_are_served_while_one_hangs(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: Hanging) -> None:
        hanging = asyncio.create_task(pool.do("sleep", {}, ANN, 60.0))
        await asyncio.sleep(0)
        for _ in range(3):
            assert await pool.do("paint", {"svg": SVG, "width": 16}, BEN, 60.0)
        assert not hanging.done()
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)

    in_pool(test)


def test_long_sowings_do_not_hold_pictures_up(in_pool: Callable[[Test], None]) -> None:
    """They are decided in one of two processes only."""

    async def test(pool: Hanging) -> None:
        long = [asyncio.create_task(pool.do(DECIDING, {"hang": True}, who, 60.0)) for who in (ANN, BEN)]
        await asyncio.sleep(0)
        assert await pool.do("paint", {"svg": SVG, "width": 16}, BEN, 60.0)
        assert not any(each.done() for each in long)
        for each in long:
            each.cancel()
        await asyncio.gather(*long, return_exceptions=True)

    in_pool(test)


def test_a_task_whose_process_dies_is_tried_again(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: Hanging) -> None:
        await both_ready(pool)
        task = asyncio.create_task(pool.do("die-once", {"note": str(os.getpid())}, ANN, 60.0))
        assert (await task)["tried"] == 2
        with pytest.raises(FailedError):
            await pool.do("die", {}, ANN, 60.0)

    in_pool(test)


def test_a_stopped_process_is_replaced(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: Hanging) -> None:
        await both_ready(pool)
        pids = set(pool.process_ids)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        with pytest.raises(OverrunError):
            await pool.do("paint", {"svg": SVG, "width": 16}, ANN, 0.2)
        with pytest.raises(OverrunError):
            await pool.do("paint", {"svg": SVG, "width": 16}, ANN, 0.2)
        assert await pool.do("paint", {"svg": SVG, "width": 16}, ANN, 60.0)
        assert not pids & set(pool.process_ids)

    in_pool(test)


def test_one_visitor_has_a_share_of_what_waits(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: Hanging) -> None:
        waiting = [asyncio.create_task(pool.do("sleep", {}, ANN, 60.0)) for _ in range(SHARE)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError) as refused:
            await pool.do("paint", {"svg": SVG, "width": 16}, ANN, 1.0)
        assert int((refused.value.headers or {})["Retry-After"]) > 0
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not pool._addresses

    in_pool(test)


def test_what_a_task_refuses_is_told_in_the_language_of_whoever_asks(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: Hanging) -> None:
        asked: dict[str, Any] = {"text": "", "game": None, "options": {}, "packed": False}
        with pytest.raises(Exception, match="nothing to read"):
            await pool.do("read-records", asked, ANN, 60.0)

    in_pool(test)


@pytest.mark.parametrize("how", ["sleep", "loop"])
def test_a_site_ends_though_a_task_hangs(how: str) -> None:
    """As when it is told to stop: whoever waited is told, and no process is left."""

    async def test() -> None:
        pool = Hanging(Settings(helpers=1))
        await pool.start()
        waiting = asyncio.create_task(pool.do(how, {}, ANN, 600.0))
        while not pool.busy:
            await asyncio.sleep(0.02)
        pids = pool.process_ids
        await pool.close()
        with pytest.raises(FailedError):
            await waiting
        assert not any(is_alive(pid) for pid in pids)

    async def in_time() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(in_time())
