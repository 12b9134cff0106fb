"""The pool of engines: moves and analyses in fair turn, within bounds, whatever happens to its processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.solve.by_seeds.library import build_tables
from bonduc.web.engines import BusyError, EngineFailedError, EnginePool
from bonduc.web.processes.job import Job
from bonduc.web.processes.queue import SHORTS_IN_A_ROW, FairQueue
from bonduc.web.processes.worker import megabytes
from bonduc.web.settings import Settings

LONG = 60.0
Test = Callable[[EnginePool], Awaitable[None]]


@dataclass(frozen=True)
class Asked:
    visitor: str
    name: str
    short: bool = False
    address: str = ""


def think(pool: EnginePool, visitor: str, seconds: float = LONG, **more: Any) -> AsyncGenerator[dict[str, Any], None]:
    return pool.analyse("rio-kadalis", {}, None, ["A"], visitor, seconds=seconds, **more)


async def last(found: AsyncGenerator[dict[str, Any], None]) -> dict[str, Any]:
    async with aclosing(found):
        return [each async for each in found][-1]


def move(pool: EnginePool, visitor: str, level: int = 1, address: str = "") -> Awaitable[str]:
    return pool.choose("rio-kadalis", {}, None, [], level, visitor, address)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# Whose turn it is


def names(queue: FairQueue[Asked]) -> list[str]:
    taken = []
    while (job := queue.take()) is not None:
        taken.append(job.name)
    return taken


def test_visitors_take_turns() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for job in [Asked("ann", f"a{i}") for i in range(4)] + [Asked("ben", "b0"), Asked("cy", "c0"), Asked("ben", "b1")]:
        queue.put(job)
    assert len(queue) == 7
    assert names(queue) == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]
    assert len(queue) == 0


def test_addresses_take_turns_and_then_their_visitors() -> None:
    queue: FairQueue[Asked] = FairQueue()
    crowd = [Asked(f"v{i}", f"v{i}{j}", True, "192.0.2.1") for i in range(3) for j in range(2)]
    for job in [*crowd, Asked("ann", "a0", True, "192.0.2.2"), Asked("ann", "a1", True, "192.0.2.2")]:
        queue.put(job)
    queue.put(Asked("ben", "b0", True))
    assert names(queue) == ["v00", "a0", "b0", "v10", "a1", "v20", "v01", "v11", "v21"]
    assert len(queue) == 0


def test_short_jobs_come_first_but_not_for_ever() -> None:
    queue: FairQueue[Asked] = FairQueue()
    queue.put(Asked("ann", "long"))
    for i in range(SHORTS_IN_A_ROW + 2):
        queue.put(Asked(f"v{i}", f"s{i}", short=True))
    taken = names(queue)
    assert taken.index("long") == SHORTS_IN_A_ROW


def test_short_jobs_only_and_removal() -> None:
    queue: FairQueue[Asked] = FairQueue()
    long, short = Asked("ann", "long"), Asked("ann", "short", short=True)
    queue.put(long)
    assert queue.take(shorts_only=True) is None
    queue.put(short)
    assert queue.has_short
    assert list(queue) == [short, long]
    assert queue.remove(short)
    assert not queue.remove(short)
    assert names(queue) == ["long"]


def test_a_job_tells_the_latest_and_never_a_shallower_line() -> None:
    async def run() -> None:
        job = Job("ann", False, {}, 1.0)
        for depth in (3, 5, 4):
            job.progress({"depth": depth})
        assert await job.next() == {"depth": 5, "done": False}
        job.finish({"depth": 4})
        assert await job.next() == {"depth": 5, "done": True}

    asyncio.run(run())


def test_a_process_knows_how_large_it_is() -> None:
    assert 1 < megabytes() < 100_000


# The pool


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(folder=tmp_path_factory.mktemp("engines"), secret="s", engines=1, engine_queue=8, engine_share=3)


@pytest.fixture(scope="module")
def in_pool(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Test], None]]:
    """Runs tests with a pool that has loaded its machine code; its user has a few small endgame tables."""
    folder = tmp_path_factory.mktemp("tables")
    list(build_tables(bonduc.game("rio-kadalis", holes=2), 8, folder))
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        patch.setenv("BONDUC_TABLES", str(folder))
        pool = EnginePool(settings)
        runner.run(pool.start())

        async def with_pool(test: Test) -> None:
            async with asyncio.timeout(600):
                while not pool.is_warm:
                    await asyncio.sleep(0.05)
                await test(pool)

        yield lambda test: runner.run(with_pool(test))
        runner.run(pool.close())


def test_moves_analyses_and_refusals(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        for name in GAMES:
            text = await pool.choose(name, {}, None, [], 1, "ann")
            assert bonduc.game(name).start().is_legal(text)
        text = await pool.choose("rio-kadalis", {"holes": 5}, "4,4,4,4,4/4,4,4,4,4 0 0 N -", ["b"], 3, "ann")
        assert text in "ABCDE"

        found = [each async for each in think(pool, "ann", seconds=0.4, lines=3)]
        assert [each["done"] for each in found] == [False] * (len(found) - 1) + [True]
        depths = [each["depth"] for each in found]
        assert depths == sorted(depths)
        assert len(found[-1]["lines"]) == 3
        scores = [line["score"] for line in found[-1]["lines"]]
        assert scores == sorted(scores), "North is to move: the best line is the least lead of South"

        wrong: list[tuple[str, dict[str, int], str | None, list[str]]] = [
            ("chess", {}, None, []),
            ("kiothi", {}, "x", []),
            ("rio-kadalis", {}, None, ["Z"]),
        ]
        for place in wrong:
            with pytest.raises(BonducError) as refused:
                await pool.choose(*place, 3, "ann")
            assert not isinstance(refused.value, BusyError | EngineFailedError)

    in_pool(test)


def test_a_cancelled_analysis_makes_way_at_once(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        async with aclosing(think(pool, "ann")) as found:
            async for each in found:
                if each["depth"] > 3:
                    break
        async with asyncio.timeout(60):
            await move(pool, "ann")
        waiting = asyncio.create_task(last(think(pool, "ann")))
        await asyncio.sleep(0.2)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert len(pool._waiting) == 0
        assert not pool._shares

    in_pool(test)


def test_one_visitor_cannot_starve_another(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        flood = [asyncio.create_task(last(think(pool, "greedy"))) for _ in range(3)]
        await asyncio.sleep(0.3)
        with pytest.raises(BusyError) as refused:
            await last(think(pool, "greedy"))
        assert refused.value.status == 503
        assert int((refused.value.headers or {})["Retry-After"]) > 0

        async with asyncio.timeout(120):
            assert await move(pool, "greedy"), "analyses do not use up the share of moves"
            assert await move(pool, "ann")
            mine = await last(think(pool, "ben", seconds=0.5))
        assert mine["depth"] > 3
        assert not any(task.done() for task in flood), "interrupted analyses go on"
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)

    in_pool(test)


def test_a_full_queue_refuses(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        jobs = [asyncio.create_task(last(think(pool, "v0")))]
        while not pool._running:
            await asyncio.sleep(0.01)
        jobs += [asyncio.create_task(last(think(pool, f"v{i}"))) for i in range(1, 9)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await move(pool, "late")
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert await move(pool, "late")

    in_pool(test)


def test_one_address_cannot_fill_the_queue(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        jobs = [asyncio.create_task(last(think(pool, f"v{i}", address="192.0.2.1"))) for i in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await last(think(pool, "v9", address="192.0.2.1"))
        with pytest.raises(BusyError):
            await move(pool, "v9", address="192.0.2.1")
        assert (await last(think(pool, "ann", seconds=0.3, address="192.0.2.2")))["done"]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert not pool._addresses

    in_pool(test)


def test_openings_are_thought_about_live(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        first = await last(pool.analyse("kiothi", {}, None, [], "ann", seconds=0.5, lines=2))
        again = await last(pool.analyse("kiothi", {}, None, [], "ann", seconds=0.5, lines=2))
        assert again["tried"] >= first["tried"] >= 1
        assert again["nodes"] > first["nodes"], "it goes on where it was"
        start = bonduc.game("kiothi").start()
        for line in again["lines"]:
            assert start.play(line["moves"][0]).phase == "open-north"

    in_pool(test)


def test_a_killed_process_is_replaced_and_the_job_tried_again(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        (pid,) = pool.process_ids
        job = asyncio.create_task(last(think(pool, "ann", seconds=1.0)))
        await asyncio.sleep(0.3)
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(300):
            assert (await job)["done"]
        assert pool.process_ids != [pid]

    in_pool(test)


def test_a_job_that_kills_its_process_twice_is_refused(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        job = asyncio.create_task(last(think(pool, "unlucky")))
        killed: set[int] = set()
        async with asyncio.timeout(300):
            while not job.done():
                is_running = any(each.visitor == "unlucky" for each in pool._running)
                fresh = set(pool.process_ids) - killed
                if is_running and fresh:
                    os.kill(fresh.pop(), signal.SIGKILL)
                    killed |= set(pool.process_ids)
                await asyncio.sleep(0.1)
            with pytest.raises(EngineFailedError):
                await job
        assert len(killed) == 2

    in_pool(test)


def test_an_overrun_costs_the_process(in_pool: Callable[[Test], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EnginePool, "grace", 4.0)

    async def test(pool: EnginePool) -> None:
        (pid,) = pool.process_ids
        os.kill(pid, signal.SIGSTOP)
        async with asyncio.timeout(300):
            found = await last(think(pool, "ann", seconds=0.3))
        assert found["done"]
        assert pool.process_ids != [pid]

    in_pool(test)


def test_a_full_queue_has_room_for_whoever_has_less_of_it(settings: Settings) -> None:
    pool = EnginePool(settings)
    pool._is_open = True  # without processes: all of it waits
    flood = [pool._admit(Job(f"v{n}", False, {}, 1.0, f"192.0.2.{n % 2}")) for n in range(settings.engine_queue)]
    with pytest.raises(BusyError):
        pool._admit(Job("v9", False, {}, 1.0, "192.0.2.0"))
    mine = pool._admit(Job("ann", True, {}, 1.0, "192.0.2.9"))
    assert mine in list(pool._waiting)
    assert len(pool._waiting) == settings.engine_queue
    assert sum(job in list(pool._waiting) for job in flood) == settings.engine_queue - 1
    for job in (*flood, mine):
        pool._leave(job)
    assert not pool._addresses


def test_nothing_is_left_after_closing(settings: Settings) -> None:
    async def run() -> None:
        pool = EnginePool(replace(settings, engines=2))
        await pool.start()
        while len(pool.process_ids) < 2:
            await asyncio.sleep(0.02)
        pids = pool.process_ids
        waiting = asyncio.create_task(last(think(pool, "ann")))
        await asyncio.sleep(0.05)
        await pool.close()
        with pytest.raises(EngineFailedError):
            await waiting
        assert not any(is_alive(pid) for pid in pids)
        with pytest.raises(BusyError):
            await move(pool, "ann")

    asyncio.run(run())


def test_a_process_ends_with_its_input(in_pool: Callable[[Test], None]) -> None:
    """A server that is killed leaves no engines behind."""

    async def test(pool: EnginePool) -> None:
        (process,) = pool._processes
        think_on = asyncio.create_task(last(think(pool, "ann")))
        await asyncio.sleep(0.3)
        assert process._process.stdin is not None
        process._process.stdin.close()
        async with asyncio.timeout(60):
            await process.gone.wait()
        think_on.cancel()
        await asyncio.gather(think_on, return_exceptions=True)

    in_pool(test)


def test_endgame_tables_are_used(in_pool: Callable[[Test], None]) -> None:
    async def test(pool: EnginePool) -> None:
        options = {"holes": 2}
        found = await last(pool.analyse("rio-kadalis", options, "2,1/0,1 8 4 S -", [], "ann", seconds=2.0))
        assert found["tables"]
        assert found["exact"]
        position = bonduc.game("rio-kadalis", holes=2).position("2,1/0,1 8 4 S -")
        assert set(found["values"]) == {str(each) for each in position.legal_moves}

    in_pool(test)
