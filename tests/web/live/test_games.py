"""Live games in the database: what is stored, found again, and done when processes meet."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from sqlalchemy import Row, select, update

from bonduc.errors import BonducError
from bonduc.players import NORTH, SOUTH
from bonduc.position import game as find_game
from bonduc.records.reader import parse_record
from bonduc.records.tree import GameRecord
from bonduc.web.db.database import Database
from bonduc.web.db.tables import finished_rounds, live_events, live_games, live_seats
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import read_act
from bonduc.web.live.game.terms import alias, invitation
from bonduc.web.live.service.bus import Polling
from bonduc.web.live.service.changes import Done
from bonduc.web.live.service.games import LiveGames
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.live.store import explorer
from bonduc.web.running.now import now
from tests.web.live.tools import ANN, BEN, EVE, FirstMove, idle_desk, new_game

SECRET = "a secret for tests"


@asynccontextmanager
async def serving(folder: Path, engines: FirstMove | None = None) -> AsyncIterator[LiveGames]:
    """The live games of a process on the database in a folder."""
    database = await asyncio.to_thread(Database, f"sqlite:///{folder / 'site.sqlite3'}")
    served = LiveGames(database, engines or FirstMove(), idle_desk(), Polling(database), SECRET)
    await served.start()
    try:
        yield served
    finally:
        await served.close()
        await database.close()


async def act(served: LiveGames, game: LiveGame, visitor: str, type_: str, **more: Any) -> Done:
    return await served.changes.act(game.terms.code, Actor(visitor, now()), read_act({"type": type_, **more}))


async def with_friend(served: LiveGames, **creation: Any) -> LiveGame:
    game = new_game(opponent="friend", **creation)
    await served.create(game)
    secret = invitation(SECRET, game.terms.code, NORTH)
    await served.changes.join(game.terms.code, Actor(BEN, now()), secret, "Ben")
    return game


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(300):
        while not await condition():
            await asyncio.sleep(0.02)


async def moves_of(served: LiveGames, code: str) -> list[str]:
    state = await served.watching.state(code, ANN, "en")
    found: list[str] = state["round"]["moves"]
    return found


def test_a_game_is_found_again_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as first:
            game = await with_friend(first, clock={"initial": 60, "increment": 1})
            await act(first, game, ANN, "move", round=1, ply=0, move="A")
            await act(first, game, BEN, "move", round=1, ply=1, move="a")
            before = await first.watching.state(game.terms.code, BEN, "en")
        async with serving(tmp_path) as second:
            after = await second.watching.state(game.terms.code, BEN, "en")
            before["clock"].pop("left"), after["clock"].pop("left")
            assert before == after
            assert after["round"]["moves"] == ["A", "a"]
            assert after["you"] == ["N"]
            assert after["players"]["N"]["name"] == "Ben"
            done = await act(second, game, BEN, "move", round=1, ply=1, move="a")
            assert done.repeated

    asyncio.run(play())


def test_no_game_of_this_code(tmp_path: Path) -> None:
    async def look() -> None:
        async with serving(tmp_path) as served:
            with pytest.raises(NoGameError):
                await served.watching.state("nothing", ANN, "en")
            with pytest.raises(NoGameError):
                await served.changes.join("nothing", Actor(ANN, 0), "x", "")

    asyncio.run(look())


def test_a_wrong_invitation_gives_no_seat(tmp_path: Path) -> None:
    async def join() -> None:
        async with serving(tmp_path) as served:
            game = new_game(opponent="friend")
            await served.create(game)
            for secret in ("", "é", invitation(SECRET, game.terms.code, SOUTH)[:-1]):
                with pytest.raises(RefusedError) as caught:
                    await served.changes.join(game.terms.code, Actor(EVE, 0), secret, "")
                assert caught.value.code == "not-yours"
            with pytest.raises(RefusedError) as caught:  # the secret of a seat that is taken
                await served.changes.join(
                    game.terms.code, Actor(EVE, 0), invitation(SECRET, game.terms.code, SOUTH), ""
                )
            assert caught.value.code == "not-now"

    asyncio.run(join())


def test_the_computer_answers_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    class Never(FirstMove):
        async def choose(self, *arguments: Any) -> str:
            await asyncio.Event().wait()
            return ""

    async def play() -> None:
        game = new_game(opponent="computer", level=1)
        async with serving(tmp_path) as served:
            await served.create(game)
            await act(served, game, ANN, "move", round=1, ply=0, move="A")
            await until(lambda: has_moves(served, 2))
        async with serving(tmp_path, Never()) as served:
            await act(served, game, ANN, "move", round=1, ply=2, move="B")
        async with serving(tmp_path) as served:
            await served.watching.watch(game.terms.code, Subscriber(ANN, "en"))
            await until(lambda: has_moves(served, 4))

    async def has_moves(served: LiveGames, count: int) -> bool:
        code = await served.database.read(lambda c: c.execute(select(live_games.c.code)).scalar_one())
        return len(await moves_of(served, code)) == count

    asyncio.run(play())


def test_the_engines_are_told_where_a_player_plays_from(tmp_path: Path) -> None:
    async def play() -> None:
        engines = FirstMove()
        async with serving(tmp_path, engines) as served:
            game = new_game(opponent="computer", level=1, side="N")
            code = game.terms.code
            await served.create(game, "192.0.2.1")
            await until(lambda: has_asked(engines, 1))
            resign = read_act({"type": "resign", "round": 1})
            with pytest.raises(RefusedError):
                await served.changes.act(code, Actor(EVE, now(), address="192.0.2.9"), resign)
            move = read_act({"type": "move", "round": 1, "ply": 1, "move": "a"})
            await served.changes.act(code, Actor(ANN, now(), address="192.0.2.2"), move)
            await until(lambda: has_asked(engines, 2))
        assert engines.addresses == ["192.0.2.1", "192.0.2.2"]

    async def has_asked(engines: FirstMove, times: int) -> bool:
        return engines.asked == times

    asyncio.run(play())


def test_the_computer_owes_its_move_even_if_nobody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(FirstMove):
        async def choose(self, *arguments: Any) -> str:
            await asyncio.Event().wait()
            return ""

    async def play() -> None:
        game = new_game(opponent="computer", level=1, side="N")
        async with serving(tmp_path, Never()) as served:
            await served.create(game)
        later = now() + 60_000
        monkeypatch.setattr("bonduc.web.running.now.time_ns", lambda: later * 1_000_000)
        async with serving(tmp_path) as served:
            await until(lambda: moved(served, game.terms.code))

    async def moved(served: LiveGames, code: str) -> bool:
        return len(await moves_of(served, code)) == 1

    asyncio.run(play())


@pytest.mark.parametrize(("lead", "accepts"), [(-4.0, False), (0.0, True), (4.0, True)])
def test_the_computer_accepts_a_draw_if_it_stands_no_better(tmp_path: Path, lead: float, accepts: bool) -> None:
    async def play() -> None:
        async with serving(tmp_path, FirstMove(lead)) as served:
            game = new_game(opponent="computer", level=1)
            await served.create(game)
            await act(served, game, ANN, "offer-draw", round=1, ply=0)
            await until(lambda: answered(served, game.terms.code))
            state = await served.watching.state(game.terms.code, ANN, "en")
            assert (state["status"] == "finished") == accepts

    async def answered(served: LiveGames, code: str) -> bool:
        return (await served.watching.state(code, ANN, "en"))["offers"]["draw"] is None

    asyncio.run(play())


def test_machine_code_plays_once_the_engines_have_made_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, FirstMove(is_warm=True)) as served:
            early = await with_friend(served, options={"direction": "clockwise"})
            await until(lambda: is_compiled(early))
            late = await with_friend(served, game="kiothi", options={"partial_lift": False})
            assert await is_compiled(late)
            for game, move in ((early, "A"), (late, "EF>J10")):
                await act(served, game, ANN, "move", round=1, ply=0, move=move)
                assert await moves_of(served, game.terms.code) == [move]

    async def is_compiled(game: LiveGame) -> bool:
        return game.terms.game.runner.is_compiled

    asyncio.run(play())


def test_a_flag_falls_though_nobody_says_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            game = await with_friend(served, clock={"initial": 10, "increment": 0}, studied=True)
            await act(served, game, ANN, "move", round=1, ply=0, move="A")
            later = now() + 11_000
            monkeypatch.setattr("bonduc.web.running.now.time_ns", lambda: later * 1_000_000)
            await until(lambda: is_over(served, game.terms.code))
            state = await served.watching.state(game.terms.code, ANN, "en")
            assert state["round"]["position"]["outcome"]["winner"] == "S"
            stored = await served.database.read(lambda c: c.execute(select(finished_rounds.c.record)).scalar_one())
            assert '[Termination "time forfeit"]' in stored

    async def is_over(served: LiveGames, code: str) -> bool:
        return bool((await served.watching.state(code, ANN, "en"))["status"] == "finished")

    asyncio.run(play())


def test_of_two_processes_one_is_first(tmp_path: Path) -> None:
    """Both take the same ply at once, again and again: one move counts, and both come to know it."""

    async def play() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as other:
            game = await with_friend(one, game="bao-la-kimasai")
            code = game.terms.code
            await other.watching.state(code, ANN, "en")
            for ply in range(6):
                visitor = (ANN, BEN)[ply % 2]
                live = await one.look(code, lambda game: [str(move) for move in game.round.legal_moves])
                first, second = live[0], live[-1]
                ends = await asyncio.gather(
                    act(one, game, visitor, "move", round=1, ply=ply, move=first),
                    act(other, game, visitor, "move", round=1, ply=ply, move=second),
                    return_exceptions=True,
                )
                done = [end for end in ends if isinstance(end, Done)]
                stale = [end for end in ends if isinstance(end, RefusedError) and end.code == "stale"]
                assert len(done) + len(stale) == 2
                assert len(done) == (2 if first == second else 1)
                assert len([end for end in done if not end.repeated]) == 1
            assert await moves_of(one, code) == await moves_of(other, code)
            assert len(await moves_of(one, code)) == 6
            seqs = await one.database.read(
                lambda c: list(c.execute(select(live_events.c.seq).order_by(live_events.c.seq)).scalars())
            )
            assert seqs == list(range(1, 8))

    asyncio.run(play())


def test_a_watcher_in_another_process_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as other:
            game = await with_friend(one)
            watcher = Subscriber(EVE, "en")
            await other.watching.watch(game.terms.code, watcher)
            assert json.loads(await other.watching.news(game.terms.code, watcher))["state"]["version"] == 1
            await act(one, game, ANN, "move", round=1, ply=0, move="A")
            async with asyncio.timeout(10):
                while watcher.version == 1:
                    _, dirty = await watcher.news()
                    if dirty:
                        news = json.loads(await other.watching.news(game.terms.code, watcher))
            assert [sowing["move"] for sowing in news["sowings"]] == ["A"]
            assert news["causes"] == [{"kind": "move", "seat": "S"}]

    asyncio.run(play())


def test_finished_rounds_are_stored_and_counted_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            match = {"kind": "match", "match": {"max_rounds": 2}}
            game = await with_friend(served, game="adji-kui-ii", name="Ann", studied=True, **match)
            await act(served, game, ANN, "move", round=1, ply=0, move="A")
            await act(served, game, BEN, "offer-draw", round=1, ply=1)
            await act(served, game, ANN, "accept-draw", round=1)
            await act(served, game, ANN, "next-round", round=1)
            assert await rounds(served) == [], "nothing is published in mid-match"
            await act(served, game, BEN, "leave")
            rows = await rounds(served)
            assert [row.result for row in rows] == ["1/2-1/2", "1-0"]
            assert {row.code for row in rows} == {alias(SECRET, game.terms.code)}
            record = parse_record(rows[0].record)
            assert isinstance(record, GameRecord)
            assert record.tags["Round"] == "1"
            assert not {"South", "North"} & set(record.tags)
            start = find_game("adji-kui-ii").start()
            counted = [{"move": "A", "south": 0, "draws": 1, "north": 0}]
            assert await served.database.read(explorer.explored, start) == counted
            await act(served, game, ANN, "offer-rematch")
            await act(served, game, ANN, "name", name="Anna")
            assert await rounds(served) == rows
            assert await served.database.read(explorer.explored, start) == counted

    async def rounds(served: LiveGames) -> list[Row[Any]]:
        query = select(finished_rounds).order_by(finished_rounds.c.number)
        return list(await served.database.read(lambda c: c.execute(query).all()))

    asyncio.run(play())


def test_a_rematch_is_another_game_with_sides_changed(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as served:
            game = await with_friend(served, name="Ann")
            await act(served, game, ANN, "resign", round=1)
            await act(served, game, ANN, "offer-rematch")
            await act(served, game, BEN, "accept-rematch")
            old = await served.watching.state(game.terms.code, ANN, "en")
            new = await served.watching.state(old["rematch"], ANN, "en")
            assert new["you"] == ["N"]
            assert new["players"]["N"]["name"] == "Ann"
            assert new["status"] == "playing"
            assert [each["code"] for each in await served.summaries(ANN)] == [new["code"], old["code"]]

    asyncio.run(play())


def test_a_game_by_older_rules_is_refused_and_left_alone(tmp_path: Path) -> None:
    async def play() -> None:
        game = new_game(opponent="computer", level=1, side="N")
        async with serving(tmp_path) as served:
            await served.create(game)
            await served.database.write(lambda c: c.execute(live_games.update().values(rules_version=0)).rowcount)
        async with serving(tmp_path) as served:
            with pytest.raises(BonducError, match="version 0 of the rules"):
                await served.watching.state(game.terms.code, ANN, "en")
            assert await served.summaries(ANN) == []

    asyncio.run(play())


def test_games_in_which_nobody_moves_are_cleared_away(tmp_path: Path) -> None:
    day = 24 * 3600 * 1000

    async def play() -> None:
        database = await asyncio.to_thread(Database, f"sqlite:///{tmp_path / 'site.sqlite3'}")
        games = {name: new_game(opponent="same-screen") for name in ("never begun", "moved", "left", "new")}
        served = LiveGames(database, FirstMove(), idle_desk(), Polling(database), SECRET)
        for game in games.values():
            await served.create(game)
        await act(served, games["moved"], ANN, "move", round=1, ply=0, move="A")
        await act(served, games["left"], ANN, "leave")
        old = [games[name].terms.code for name in ("never begun", "moved", "left")]
        before = now() - 31 * day
        await database.write(
            lambda c: c.execute(update(live_games).where(live_games.c.code.in_(old)).values(changed=before))
        )
        await served.close()

        served = LiveGames(database, FirstMove(), idle_desk(), Polling(database), SECRET, keep_days=30)
        await served.start()
        kept = {games[name].terms.code for name in ("moved", "left", "new")}
        await until(lambda: holds(database, kept))
        seats = await database.read(lambda c: set(c.execute(select(live_seats.c.code)).scalars()))
        assert seats == kept
        await served.close()
        await database.close()

    async def holds(database: Database, codes: set[str]) -> bool:
        return await database.read(lambda c: set(c.execute(select(live_games.c.code)).scalars())) == codes

    asyncio.run(play())
