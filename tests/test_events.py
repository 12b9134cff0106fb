"""The events of moves: seeds conserved at every drop, a ledger of who took what, endings, views of a Sowing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import NORTH, SOUTH, Position, Sowing, SowingEvent
from bonduc.checks.ledger import ledger_fault
from bonduc.games.kernels.state import Ending, Event, Reason
from tests import strategies

K = bonduc.game("kiothi")
R = bonduc.game("rio-kadalis")
A = bonduc.game("adji-kui-ii")


@settings(max_examples=200)
@given(st.one_of(strategies.positions(), strategies.strewn()))
def test_kinds_1_and_3_the_ledger_of_every_move_balances(position: Position) -> None:
    """Seeds are conserved at every event, from positions met and made up, and the events add up to the result."""
    for move in position.legal_moves:
        sowing = position.sowing(move)
        assert ledger_fault(sowing) == ""
        assert sowing.after == position.play(move)
        assert sowing.before == position
        assert sowing.move == move


@settings(max_examples=100)
@given(st.one_of(strategies.positions(in_opening=False), strategies.strewn()))
def test_kind_3_captures_and_sweeps_make_up_the_stores(position: Position) -> None:
    game = position.game
    if not game.spec.counts_seeds:
        return
    for move in position.legal_moves:
        sowing = position.sowing(move)
        for player in bonduc.Player:
            swept = sum(e.seeds for e in sowing if e.event == Event.SWEEP and e.player == player)
            gained = sowing.after.stores[player] - position.stores[player]
            assert sowing.captured[player] + swept == gained


@settings(max_examples=100)
@given(st.one_of(strategies.positions(in_opening=False), strategies.strewn()))
def test_laps_are_numbered_and_drops_follow_the_board(position: Position) -> None:
    """Laps count from 1; each lap's drops go on from the hole it was lifted from, one hole after the other."""
    for move in position.legal_moves:
        lifts = [event for event in position.sowing(move) if event.event == Event.LIFT]
        assert [event.lap for event in lifts] == list(range(1, len(lifts) + 1))
        lap = 0
        at = -1
        for event in position.sowing(move):
            if event.event == Event.LIFT:
                assert event.hole is not None
                assert lap == 0 or event.hole == at
                lap, at = event.lap, event.hole
            elif event.event == Event.DROP:
                assert event.lap == lap
                assert event.hole == following(position, at)
                at = event.hole


def following(position: Position, hole: int) -> int:
    """The hole that the rules of sowing put next."""
    game, size = position.game, position.game.layout.size
    if game.layout.rows == 4:
        half = size // 2
        return hole // half * half + (hole + 1) % half
    step = -1 if game.options.get("direction") == "clockwise" else 1
    hole = (hole + step) % size
    while hole in position.closed:
        hole = (hole + step) % size
    return hole


@settings(max_examples=60)
@given(strategies.positions())
def test_a_whole_turn_ends_once(position: Position) -> None:
    for move in position.legal_moves:
        sowing = position.sowing(move)
        steps_left = sowing.after.phase != "play" and sowing.after.hand > 0
        assert (sowing.ending is None) == steps_left
        assert [event.event for event in sowing].count(Event.END) == int(not steps_left)
        assert [event.event for event in sowing].count(Event.ROUND_END) == int(sowing.after.mover is None)
        assert len(sowing) == len(list(sowing)) == len(sowing.events)


def ends(sowing: Sowing) -> tuple[Ending | None, list[Reason | None]]:
    return sowing.ending, [event.reason for event in sowing if event.event == Event.ROUND_END]


@pytest.mark.parametrize(
    ("position", "move", "ending", "reasons"),
    [
        (R.start(), "A", Ending.EMPTY_HOLE, []),
        (R.position("0,0,0,0,0,1/0,0,0,0,3,1 20 23 S -"), "E", Ending.EMPTY_HOLE, []),
        (R.position("0,0,0,0,0,1/0,0,0,0,1,3 20 23 S -"), "E", Ending.FOUR_TAKEN, []),
        (R.position("0,0,0,0,0,0/0,0,0,0,1,3 20 24 S -"), "E", Ending.FOUR_TAKEN, [Reason.NO_LEGAL_MOVE]),
        (A.position("5,5,0,0,0,0/2,0,3,0,0,0 16 17 S -"), "A", Ending.OWN_FOUR, []),
        (A.position("2,0,0,0,3,1/1,0,0,0,0,2 20 19 S -"), "F", Ending.FOUR_TAKEN, [Reason.FEW_SEEDS]),
        (A.position("1,1,1,1,1,1/1,1,1,1,1,1 18 18 S -"), "pass", Ending.PASS, []),
        (A.position("1,1,1,1,1,1/1,1,1,1,1,1 18 18 S passed"), "pass", Ending.PASS, [Reason.BOTH_PASSED]),
        (K.position("0,3,0,0,0,0,0,0,0,1/1,0,0,0,1,0,0,0,0,0 27 27 S -"), "A:1", Ending.OPPOSITE_TAKEN, []),
        (K.position("0,0,0,0,0,0,0,0,0,0/20,0,0,0,0,0,0,0,0,0 20 20 S -"), "A:20", Ending.BONUS_TAKEN, []),
        (K.start().play("EF>A10"), "ef>a10", Ending.OPENING, []),
        (K.start(), "EF>A10", Ending.OPENING, []),
        (K.start(), "E-", None, []),
    ],
)
def test_why_turns_and_rounds_end(position: Position, move: str, ending: Ending | None, reasons: list[Reason]) -> None:
    assert ends(position.sowing(move)) == (ending, reasons)


def test_a_whole_redistribution_in_one_sowing() -> None:
    sowing = K.start().sowing("EF>A2,j8")
    assert [event.event for event in sowing] == [Event.LIFT] * 2 + [Event.DROP] * 10 + [Event.END]
    assert sowing.after == K.start().play("EF>A2,j8")
    assert sowing.captured == (0, 0)


def test_a_pass() -> None:
    sowing = A.position("1,1,1,1,1,1/1,1,1,1,1,1 18 18 N -").sowing("pass")
    assert sowing.events == (
        SowingEvent(Event.PASS, player=NORTH),
        SowingEvent(Event.END, ending=Ending.PASS),
    )
    assert sowing.laps == 0


def test_events_are_values() -> None:
    event = R.start().sowing("A").events[0]
    assert event == SowingEvent(Event.LIFT, 0, 4, lap=1)
    with pytest.raises(AttributeError):
        event.seeds = 3  # type: ignore[misc]


def test_the_ledger_finds_faults() -> None:
    sowing = R.position("0,0,0,0,0,1/0,0,0,0,1,3 20 23 S -").sowing("E")
    assert ledger_fault(sowing) == ""
    without_capture = tuple(event for event in sowing if event.event != Event.CAPTURE)
    assert "the events leave" in ledger_fault(Sowing(sowing.before, sowing.move, without_capture, sowing.after))
    twice = (*sowing.events[:2], *sowing.events[1:])
    assert "the hand -1" in ledger_fault(Sowing(sowing.before, sowing.move, twice, sowing.after))
    capture = next(event for event in sowing if event.event == Event.CAPTURE)
    to_north = tuple(
        SowingEvent(Event.CAPTURE, capture.hole, capture.seeds, NORTH) if event is capture else event
        for event in sowing
    )
    assert capture.player == SOUTH
    assert "in the stores" in ledger_fault(Sowing(sowing.before, sowing.move, to_north, sowing.after))
