"""What requests cost, and that whoever has used up what an address may use waits, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from bonduc.web.analysis.api import Path as LineBody
from bonduc.web.app import OPERATIONS, create_app
from bonduc.web.http.operation import Operation
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.turnstile import Turnstile, keep, step_aside
from bonduc.web.rules.pictures import Picture
from bonduc.web.rules.records import Document, RecordText
from bonduc.web.rules.replay import Line
from bonduc.web.settings import Settings

BURST = 40


@pytest.fixture
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, so nothing is given back."""
    monkeypatch.setattr("bonduc.web.limits.buckets.time.monotonic", lambda: 1000.0)


@pytest.fixture
def site(settings: Settings) -> Iterator[TestClient]:
    app = create_app(replace(settings, rate=1e-6, burst=BURST))
    with TestClient(app) as browser:
        browser.headers["x-csrf-token"] = browser.get("/api/session").json()["csrf"]
        yield browser


def budget(site: TestClient) -> Buckets:
    found = site.app.state.budget  # type: ignore[attr-defined]
    assert isinstance(found, Buckets)
    return found


def cost_of(site: TestClient, ask: Callable[[], Any]) -> float:
    """What a request takes of what is left."""
    levels = budget(site)._levels
    levels.clear()
    answer = ask()
    assert answer.status_code != 429
    [(level, _then)] = levels.values()
    return BURST - level


def test_what_an_operation_costs_is_declared_and_taken(site: TestClient) -> None:
    declared = {(each.method, each.path): each.cost for each in OPERATIONS}
    assert declared["POST", "/api/live"] == 20
    for method, path, body in (
        ("GET", "/api/session", None),
        ("POST", "/api/position", {"game": "kiothi"}),
        ("POST", "/api/setup", {"game": "kiothi", "holes": []}),
        ("POST", "/api/live", {"game": "kiothi", "opponent": "same-screen"}),
        ("GET", "/api/export", None),
    ):
        paid = cost_of(site, lambda m=method, p=path, b=body: site.request(m, p, json=b))  # type: ignore[misc]
        assert paid == pytest.approx(declared[method, path], abs=0.1), path


def test_what_was_asked_for_raises_the_price(site: TestClient) -> None:
    def line(count: int) -> float:
        body = {"game": "bao-la-kimasai", "moves": ["A2", "a2"] * count}
        return cost_of(site, lambda: site.post("/api/line", json=body))

    assert line(100) - line(0) == pytest.approx(5, abs=0.2)
    wide = cost_of(site, lambda: site.get("/api/picture.png?game=kiothi&width=1200"))
    narrow = cost_of(site, lambda: site.get("/api/picture.png?game=kiothi&width=300"))
    assert wide > narrow + 10


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (Line(game="kiothi"), Line(game="kiothi", moves=["A"] * 400)),
        (LineBody(game="kiothi"), LineBody(game="kiothi", moves=["A"] * 400)),
        (RecordText(text="A b"), RecordText(text="A b " * 4000)),
        (Document(document={}), Document(document={"records": [{"moves": [{"move": "A"}] * 1000}]})),
        (Picture(game="kiothi", width=300), Picture(game="kiothi", width=2400)),
    ],
)
def test_what_is_longer_or_larger_costs_more(small: Any, large: Any) -> None:
    assert small.surcharge() + 9 < large.surcharge()


@pytest.mark.usefixtures("slow_clock")
def test_whoever_has_used_it_up_waits(site: TestClient) -> None:
    budget(site)._levels.clear()
    while (answer := site.post("/api/position", json={"game": "kiothi"})).is_success:
        pass
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert "wait" in answer.json()["error"]["message"]
    assert site.get("/play").status_code == 429


def test_nothing_costs_more_than_anybody_has(site: TestClient) -> None:
    body = {"game": "bao-la-kimasai", "moves": ["A2"] * 2000}
    assert cost_of(site, lambda: site.post("/api/line", json=body)) < BURST


def test_pages_have_prices_too(site: TestClient) -> None:
    assert cost_of(site, lambda: site.get("/")) == pytest.approx(3)
    assert cost_of(site, lambda: site.get("/learn/kiothi")) == pytest.approx(3)
    moves = "A2 a2 " * 100
    paid = cost_of(site, lambda: site.get("/analysis/bao-la-kimasai", params={"moves": moves}))
    assert paid == pytest.approx(3 + len(moves) / 50)


def test_costs_are_in_the_description_for_programs(site: TestClient) -> None:
    document = site.get("/api/openapi.json").json()
    assert document["paths"]["/api/live"]["post"]["x-cost"] == 20
    assert all(isinstance(each, Operation) and each.cost >= 1 for each in OPERATIONS)


# The turnstile


def test_an_address_has_a_few_inside_and_the_others_in_order() -> None:
    async def run() -> None:
        turnstile, order = Turnstile(each=2), list[str]()

        async def visit(name: str, address: str) -> None:
            turn = await turnstile.enter(address)
            assert turn is not None
            order.append(name)
            for _ in range(3):
                await asyncio.sleep(0)
            turn.leave()
            turn.leave()

        names = [f"a{n}" for n in range(5)]
        visits = [asyncio.create_task(visit(name, "a")) for name in names]
        await asyncio.sleep(0)
        assert order == ["a0", "a1"]
        await visit("b", "b")
        assert order.index("b") <= 4, "another address does not wait for them"
        await asyncio.gather(*visits)
        assert [name for name in order if name != "b"] == names
        assert not turnstile._inside
        assert not turnstile._lines

    asyncio.run(run())


def test_whoever_gives_up_in_line_takes_no_place() -> None:
    async def run() -> None:
        turnstile = Turnstile(each=1, waiting=2)
        first = await turnstile.enter("a")
        assert first is not None
        second, third = (asyncio.create_task(turnstile.enter("a")) for _ in range(2))
        await asyncio.sleep(0)
        assert await turnstile.enter("a") is None, "the line is full"
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        first.leave()
        turn = await third
        assert turn is not None
        turn.leave()
        assert not turnstile._inside

    asyncio.run(run())


def test_whoever_waits_for_a_process_is_not_inside() -> None:
    async def run() -> None:
        turnstile = Turnstile(each=1)
        turn = await turnstile.enter("a")
        assert turn is not None
        keep(turn)
        step_aside()
        async with asyncio.timeout(60):
            other = await turnstile.enter("a")
        assert other is not None
        turn.leave()
        other.leave()
        assert not turnstile._inside

    asyncio.run(run())


def test_a_full_budget_pays_for_whatever_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1000.0
    monkeypatch.setattr("bonduc.web.limits.buckets.time.monotonic", lambda: time)
    buckets = Buckets(rate=2.0, burst=40)
    assert buckets.take("a", cost=100.0)
    assert not buckets.take("a", cost=1.0)
    assert buckets.wait("a", cost=100.0) == 20.0
    time += 20.0
    assert buckets.take("a", cost=100.0)
