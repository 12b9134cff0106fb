"""Lists of a visitor's games: what they tell, in which order, page by page, and what is taken off them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from sqlalchemy import update
from starlette.testclient import TestClient

from bonduc.players import SOUTH
from bonduc.web.db.tables import live_games
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.live.store import listing
from tests.web.live.test_games import act as act_in
from tests.web.live.test_games import serving, with_friend
from tests.web.live.tools import ANN, BEN, act, friends, new_game


def test_a_glance_tells_how_a_game_ended() -> None:
    resigned, called_off, left = friends(), friends(), new_game(opponent="friend")
    act(resigned, ANN, "resign")
    act(called_off, ANN, "call-off")
    act(left, ANN, "leave")
    assert listing.glance(friends())["end"] is None
    assert listing.glance(resigned)["end"] == {"winner": 1, "how": "resignation"}
    assert listing.glance(called_off)["end"] == {"winner": None, "how": "called off"}
    assert listing.glance(left)["end"] == {"winner": None, "how": "closed"}


def test_a_glance_names_the_winner_of_a_match_by_the_first_seats() -> None:
    game = friends(game="kiothi", kind="match", match={"max_rounds": 2})
    act(game, BEN, "resign")
    act(game, ANN, "next-round")
    assert listing.glance(game)["swapped"]
    act(game, BEN, "resign")
    assert listing.glance(game)["end"] == {"winner": SOUTH, "how": None}


def test_lists_by_status_and_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            games = [await with_friend(served) for _ in range(5)]
            codes = [game.terms.code for game in games]
            await act_in(served, games[4], ANN, "move", round=1, ply=0, move="A")
            await act_in(served, games[0], BEN, "resign", round=1)

            async def listed(which: listing.Which, start: int = 0, size: int = 30) -> list[str]:
                return [each["code"] for each in await served.summaries(ANN, which, start, size)]

            under_way = await listed("under-way")
            assert sorted(under_way) == sorted(codes[1:])
            assert under_way[-1] == codes[4], "the game in which the other is to move comes last"
            assert await listed("finished") == [codes[0]]
            assert len(await listed("all")) == 5
            assert await listed("under-way", 0, 2) + await listed("under-way", 2, 2) == under_way
            assert await served.database.read(listing.count, ANN, "under-way") == 4
            finished = (await served.summaries(ANN, "finished"))[0]
            assert finished["result"] == {"winner": "S", "drawn": False, "reason": "resignation"}
            played = (await served.summaries(ANN, "under-way"))[-1]
            assert (played["turn"], played["moves"], played["you"]) == (False, 1, ["S"])
            assert played["seeds"][:2] == [2, 7]

    asyncio.run(play())


def test_a_game_is_taken_off_the_list_of_one_player(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            code = (await with_friend(served)).terms.code
            await served.remove(code, ANN, removed=True)
            assert await served.summaries(ANN) == []
            assert [each["removed"] for each in await served.summaries(ANN, "removed")] == [True]
            assert [each["code"] for each in await served.summaries(BEN)] == [code]
            await served.remove(code, ANN, removed=False)
            assert [each["code"] for each in await served.summaries(ANN)] == [code]
            with pytest.raises(NoGameError):
                await served.remove(code, "x" * 32, removed=True)

    asyncio.run(play())


def test_a_game_that_nobody_joined_is_gone_from_the_list_once_it_is_closed(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            game = new_game(opponent="friend")
            await served.create(game)
            assert [each["status"] for each in await served.summaries(ANN)] == ["waiting"]
            await act_in(served, game, ANN, "leave")
            assert await served.summaries(ANN) == []

    asyncio.run(play())


def test_games_stored_before_there_were_glances_are_listed_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            game = new_game(opponent="same-screen")
            await served.create(game)
            told = await served.summaries(ANN)
            await served.database.write(
                lambda c: c.execute(update(live_games).values(glance=None, mover=None)).rowcount
            )
            before = await served.summaries(ANN)
            assert [each["seeds"] for each in before] == [each["seeds"] for each in told]

    asyncio.run(play())


def test_the_list_over_http(client: TestClient) -> None:
    made = [client.post("/api/live", json={"game": "kiothi", "opponent": "same-screen"}).json() for _ in range(3)]
    client.post(f"/api/live/{made[0]['code']}/act", json={"type": "resign", "round": 1})
    pages = [client.get(f"/api/live?status=under-way&size=1&page={page}").json() for page in (1, 2, 3)]
    assert [(page["page"], page["pages"], page["count"]) for page in pages] == [(1, 2, 2), (2, 2, 2), (3, 2, 2)]
    assert [len(page["games"]) for page in pages] == [1, 1, 0]
    assert client.post(f"/api/live/{made[1]['code']}/remove", json={}).json() == {"removed": True}
    assert client.get("/api/live?status=under-way").json()["count"] == 1
    assert client.get("/api/live?status=removed").json()["games"][0]["code"] == made[1]["code"]
    assert client.get("/api/live").json()["count"] == 2
    assert client.post("/api/live/nosuchgame/remove", json={}).status_code == 404
    assert client.get("/api/live?status=lost").status_code == 422
