"""Ending a game whose other player does not begin or has gone; who is known to be there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from bonduc.outcome import Termination
from bonduc.players import NORTH, SOUTH
from bonduc.web.live.game.absence import GONE, GONE_FOR_GOOD, GONE_TIMED, MINUTE, Presence, claim
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import read_act
from bonduc.web.live.game.views import can
from bonduc.web.live.service.attendance import FRESH, WORTH_NOTING, Attendance
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.running.now import now
from tests.web.live.test_games import act as act_in
from tests.web.live.test_games import serving, with_friend
from tests.web.live.tools import ANN, BEN, EVE, act, friends, new_game, play, refused

CLOCK: dict[str, Any] = {"clock": {"initial": 600, "increment": 0}}
ALONE = Presence(frozenset({ANN}))  # Ben has never been seen


def begun(**creation: Any) -> LiveGame:
    """A game in which both have had a turn and it is Ben's."""
    game = friends(**creation)
    play(game, 3)
    assert game.mover == NORTH
    return game


# Before both have had a turn


def test_until_both_have_had_a_turn_either_may_call_the_game_off() -> None:
    for visitor in (ANN, BEN):
        for plies in (0, 1):
            game = friends()
            play(game, plies)
            assert "call-off" in can(game, game.players_of(visitor))
            assert act(game, visitor, "call-off") == ["call-off"]
            assert game.status == "finished"
            assert game.round.outcome is None


def test_a_game_that_has_begun_is_not_called_off_while_both_are_there() -> None:
    game = begun()
    both = Presence(frozenset({ANN, BEN}))
    assert "call-off" not in can(game, [SOUTH], claim(game, both, 10**9))
    assert refused(game, ANN, "call-off", at=10**9, presence=both) == "not-now"
    assert refused(game, ANN, "claim-win", at=10**9, presence=both) == "not-now"


def test_a_first_turn_that_comes_again_cannot_be_called_off() -> None:
    game = friends()
    play(game, 2)
    act(game, ANN, "take-back")
    act(game, BEN, "accept-take-back")
    assert game.ply == 0
    assert refused(game, ANN, "call-off") == "not-now"


def test_a_game_that_was_called_off_is_over() -> None:
    game = friends(**CLOCK)
    act(game, ANN, "call-off")
    assert act(game, BEN, "call-off") == []
    assert refused(game, ANN, "move", move="A") == "over"
    assert game.clock is not None
    assert game.clock.falls is None
    assert act(game, ANN, "offer-rematch") == ["rematch-offer"]


def test_only_games_between_two_people_are_called_off() -> None:
    for opponent in ("computer", "same-screen"):
        assert refused(new_game(opponent=opponent), ANN, "call-off") == "not-now"
    assert refused(friends(), EVE, "call-off") == "not-yours"


# When the other has gone


@pytest.mark.parametrize("creation", [CLOCK, {}])
def test_whoever_waits_may_end_the_game_once_the_mover_has_been_away(creation: dict[str, Any]) -> None:
    call_off, win = (GONE_TIMED, GONE_TIMED) if creation else (GONE, GONE_FOR_GOOD)
    for type_, limit in (("call-off", call_off), ("claim-win", win)):
        game = begun(**creation)
        assert refused(game, ANN, type_, at=limit - 1, presence=ALONE) == "not-now"
        assert type_ in can(game, [SOUTH], claim(game, ALONE, limit))
        assert act(game, ANN, type_, at=limit, presence=ALONE) == [type_.removesuffix("-win")]


def test_a_round_that_is_claimed_is_won() -> None:
    game = begun(**CLOCK)
    act(game, ANN, "claim-win", at=GONE_TIMED, presence=ALONE)
    assert game.round.outcome is not None
    assert game.round.outcome.winner == SOUTH
    assert game.round.outcome.reason == Termination.FORFEIT


def test_the_time_away_counts_from_when_they_were_last_seen() -> None:
    game = begun(**CLOCK)
    seen = Presence(frozenset({ANN}), {BEN: 20_000})
    assert refused(game, ANN, "call-off", at=GONE_TIMED + 19_999, presence=seen) == "not-now"
    found = claim(game, seen, 30_000)
    assert found is not None
    assert found.call_off == GONE_TIMED - 10_000


def test_the_time_away_counts_from_the_start_of_their_turn() -> None:
    """Nobody has to be there while the other one thinks."""
    game = friends(**CLOCK)
    play(game, 2)
    play(game, at=50_000)
    assert refused(game, ANN, "claim-win", at=GONE_TIMED + 49_999, presence=ALONE) == "not-now"
    assert act(game, ANN, "claim-win", at=GONE_TIMED + 50_000, presence=ALONE) == ["claim"]


def test_whoever_is_to_move_has_nothing_to_claim() -> None:
    game = begun(**CLOCK)
    play(game)
    assert claim(game, ALONE, 10**9) is None
    assert refused(game, ANN, "claim-win", at=10**9, presence=ALONE) == "not-now"
    assert refused(game, BEN, "claim-win", at=10**9, presence=ALONE) == "not-now"


def test_a_claim_for_another_board_is_stale() -> None:
    game = begun(**CLOCK)
    assert refused(game, ANN, "claim-win", at=10**9, presence=ALONE, ply=2) == "stale"


def test_a_match_goes_on_after_a_round_that_was_claimed() -> None:
    game = begun(kind="match", game="adji-kui-ii")
    act(game, ANN, "claim-win", at=GONE_FOR_GOOD, presence=ALONE)
    assert game.status in ("between", "finished")


# Who is there


def test_whoever_was_seen_lately_is_there() -> None:
    attendance = Attendance()
    attendance.learn({BEN: 1000})
    assert attendance.presence(frozenset({ANN}), 1000 + FRESH - 1).here == {ANN, BEN}
    assert attendance.presence(frozenset({ANN}), 1000 + FRESH).here == {ANN}


def test_whoever_leaves_is_away_at_once_until_seen_again() -> None:
    attendance = Attendance()
    attendance.note(BEN, 1000)
    attendance.note(BEN, 2000, leaves=True)
    assert attendance.presence(frozenset(), 2001).here == frozenset()
    attendance.learn({BEN: 2500})
    assert attendance.presence(frozenset(), 2600).here == {BEN}


def test_not_every_request_is_noted_in_the_database() -> None:
    attendance = Attendance()
    assert attendance.note(BEN, WORTH_NOTING)
    assert not attendance.note(BEN, 2 * WORTH_NOTING - 1)
    assert attendance.note(BEN, 2 * WORTH_NOTING)
    assert attendance.note(BEN, 2 * WORTH_NOTING + 1, leaves=True)


class Time:
    """A clock that stands until it is put on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = now()
        monkeypatch.setattr("bonduc.web.running.now.time_ns", lambda: self.now * 1_000_000)


def test_a_program_that_asks_now_and_then_is_there_and_one_that_stops_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        time = Time(monkeypatch)
        async with serving(tmp_path) as served:
            game = await with_friend(served, **CLOCK)
            for ply, (visitor, move) in enumerate(((ANN, "A"), (BEN, "a"), (ANN, "B"))):
                await act_in(served, game, visitor, "move", round=1, ply=ply, move=move)
            code = game.terms.code
            place = {"round": 1, "ply": 3}
            time.now += MINUTE
            await served.watching.state(code, BEN, "en")
            with pytest.raises(RefusedError):
                await act_in(served, game, ANN, "claim-win", **place)
            state = await served.watching.state(code, ANN, "en")
            assert state["players"]["N"]["online"]
            assert state["claim"] is None
            time.now += GONE_TIMED - 1
            state = await served.watching.state(code, ANN, "en")
            assert not state["players"]["N"]["online"]
            assert state["claim"] == {"against": "N", "call_off": 1, "win": 1}
            time.now += 1
            assert {"claim-win", "call-off"} <= set((await served.watching.state(code, ANN, "en"))["can"])
            await act_in(served, game, ANN, "claim-win", **place)
            assert (await served.watching.state(code, ANN, "en"))["status"] == "finished"

    asyncio.run(play())


def test_a_player_who_is_connected_to_another_process_is_not_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite has no bus: the database says it."""

    async def play() -> None:
        time = Time(monkeypatch)
        async with serving(tmp_path) as one, serving(tmp_path) as other:
            game = await with_friend(one, **CLOCK)
            code = game.terms.code
            ann, ben = Subscriber(ANN, "en"), Subscriber(BEN, "en")
            await one.watching.watch(code, ann)
            await other.watching.watch(code, ben)
            for process, visitor, ply, move in ((one, ANN, 0, "A"), (other, BEN, 1, "a"), (one, ANN, 2, "B")):
                await act_in(process, game, visitor, "move", round=1, ply=ply, move=move)
            for _ in range(8):
                time.now += MINUTE // 4
                await other.watching.call_the_roll()
                await one.watching.call_the_roll()
                assert (await one.watching.presence(code))["online"] == {"S": True, "N": True}
            with pytest.raises(RefusedError):
                await act_in(one, game, ANN, "claim-win", round=1, ply=3)
            other.watching.unwatch(code, ben)
            await other.roll.close()
            time.now += GONE_TIMED
            await one.watching.call_the_roll()
            assert (await one.watching.presence(code))["claim"] == {"against": "N", "call_off": 0, "win": 0}
            actor = Actor(ANN, now())
            await one.changes.act(code, actor, read_act({"type": "claim-win", "round": 1, "ply": 3}))

    asyncio.run(play())
