"""Who may do what in a live game, and what follows."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("starlette")

from bonduc.games.registry import GAMES
from bonduc.players import NORTH, SOUTH, Player
from bonduc.web.live.game import decisions, table
from bonduc.web.live.game.decisions import RefusedError
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.table import Table
from bonduc.web.live.game.views import can
from tests.web.live.tools import ANN, BEN, EVE, act, friends, happen, new_table, play, refused

# Moves


def test_a_move_is_played() -> None:
    table = friends()
    assert act(table, ANN, "move", move="A") == ["move"]
    assert [str(move) for move in table.round.moves] == ["A"]


def test_a_move_that_arrives_again_changes_nothing() -> None:
    table = friends()
    act(table, ANN, "move", move="A")
    assert act(table, ANN, "move", ply=0, move="A") == []
    play(table, 3)
    assert act(table, ANN, "move", ply=0, move="A") == []
    assert table.ply == 4


def test_another_move_for_a_ply_that_was_played_is_stale() -> None:
    table = friends()
    act(table, ANN, "move", move="A")
    assert refused(table, ANN, "move", ply=0, move="B") == "stale"
    assert refused(table, ANN, "move", ply=0, move="nonsense") == "stale"


def test_the_opponents_move_cannot_be_repeated_for_them() -> None:
    table = friends()
    act(table, ANN, "move", move="A")
    assert refused(table, BEN, "move", ply=0, move="A") == "stale"


def test_a_move_of_a_later_ply_or_round_is_stale() -> None:
    table = friends()
    assert refused(table, ANN, "move", ply=1, move="A") == "stale"
    assert refused(table, ANN, "move", round=2, move="A") == "stale"


def test_only_the_mover_moves() -> None:
    table = friends()
    assert refused(table, BEN, "move", move="a") == "not-yours"
    assert refused(table, EVE, "move", move="A") == "not-yours"


def test_an_illegal_move_says_why() -> None:
    table = friends()
    with pytest.raises(RefusedError, match="not your hole") as caught:
        act(table, ANN, "move", move="a")
    assert caught.value.code == "illegal"
    assert refused(table, ANN, "move", move="Z9") == "illegal"


def test_nobody_moves_before_the_friend_is_there_or_after_the_end() -> None:
    table = new_table(opponent="friend")
    assert refused(table, ANN, "move", move="A") == "not-now"
    table = friends()
    act(table, ANN, "resign")
    assert refused(table, BEN, "move", move="a") == "over"


def test_a_late_repetition_of_a_move_that_was_taken_back_is_not_played_again() -> None:
    table = friends()
    version = table.version
    act(table, ANN, "move", move="A", version=version)
    act(table, ANN, "take-back")
    act(table, BEN, "accept-take-back")
    assert table.ply == 0
    assert refused(table, ANN, "move", move="A", version=version) == "stale"
    assert act(table, ANN, "move", move="A", version=table.version) == ["move"]


def test_an_opening_is_played_whole_or_in_steps() -> None:
    whole, steps = friends(game="kiothi"), friends(game="kiothi")
    act(whole, ANN, "move", move="EF>A2,B3,J5")
    for step in ("E-", "F-", *["A+"] * 2, *["B+"] * 3, *["J+"] * 5):
        act(steps, ANN, "move", move=step)
    assert whole.round.position == steps.round.position
    assert whole.mover == NORTH


@pytest.mark.parametrize("name", GAMES)
def test_a_round_to_its_end(name: str) -> None:
    table = friends(game=name)
    choose = random.Random(name).choice
    while table.status == "playing" and table.ply < 400:
        play(table, choose=choose)
    if table.status == "playing":
        act(table, ANN, "resign")
    assert table.status == "finished"
    assert table.mover is None
    assert table.round.outcome is not None


# Joining


def test_an_invitation_serves_once() -> None:
    table = new_table(opponent="friend")
    assert table.status == "waiting"
    assert happen(table, decisions.decide_join(table, BEN, NORTH, " Ben\n Ö ")) == ["join"]
    assert table.status == "playing"
    assert table.seats[NORTH].name == "Ben Ö"
    assert decisions.decide_join(table, BEN, NORTH, "Ben") == []
    with pytest.raises(RefusedError) as caught:
        decisions.decide_join(table, EVE, NORTH, "Eve")
    assert caught.value.code == "not-now"


def test_the_maker_of_a_game_cannot_take_both_seats() -> None:
    table = new_table(opponent="friend")
    with pytest.raises(RefusedError):
        decisions.decide_join(table, ANN, NORTH, "Ann")


def test_whoever_leaves_a_game_that_nobody_joined_ends_it() -> None:
    table = new_table(opponent="friend")
    assert act(table, ANN, "leave") == ["leave"]
    assert table.status == "finished"
    with pytest.raises(RefusedError):
        decisions.decide_join(table, BEN, NORTH, "Ben")


# Ending early


def test_resigning_and_leaving_lose_the_round() -> None:
    for how in ("resign", "leave"):
        table = friends()
        act(table, BEN, how)
        assert table.round.outcome is not None
        assert table.round.outcome.winner == SOUTH


def test_at_the_same_screen_either_seat_can_resign() -> None:
    table = new_table(opponent="same-screen")
    act(table, ANN, "resign", seat="N")
    assert table.round.outcome is not None
    assert table.round.outcome.winner == SOUTH
    assert refused(friends(), ANN, "resign", seat="N") == "not-yours"


def test_a_draw_is_offered_and_accepted() -> None:
    table = friends()
    assert act(table, ANN, "offer-draw") == ["draw-offer"]
    assert act(table, ANN, "offer-draw") == []
    assert refused(table, ANN, "accept-draw") == "not-now"
    assert refused(table, EVE, "accept-draw") == "not-yours"
    assert act(table, BEN, "accept-draw") == ["draw"]
    assert table.round.outcome is not None
    assert table.round.outcome.result == "1/2-1/2"


def test_two_offers_of_a_draw_meet() -> None:
    table = friends()
    act(table, ANN, "offer-draw")
    assert act(table, BEN, "offer-draw") == ["draw"]


def test_an_offer_of_a_draw_is_declined_by_word_or_by_a_move_and_not_repeated_at_once() -> None:
    table = friends()
    act(table, ANN, "offer-draw")
    assert act(table, BEN, "decline-draw") == ["draw-decline"]
    assert refused(table, ANN, "offer-draw") == "not-now"
    assert "offer-draw" not in can(table, [SOUTH])
    play(table, 4)
    act(table, ANN, "offer-draw")
    play(table)
    assert table.offers.draw == SOUTH
    play(table)
    assert table.offers.draw is None


# Taking back


def test_a_move_is_taken_back_with_the_opponents_consent() -> None:
    table = friends()
    play(table, 2)
    assert act(table, ANN, "take-back") == ["take-back-offer"]
    assert refused(table, ANN, "accept-take-back") == "not-now"
    assert act(table, BEN, "accept-take-back") == ["take-back"]
    assert table.ply == 0


def test_taking_back_one_move_or_two() -> None:
    table = friends()
    play(table, 3)
    act(table, ANN, "take-back")
    act(table, BEN, "accept-take-back")
    assert table.ply == 2


def test_taking_back_is_declined_by_word_or_by_a_move() -> None:
    table = friends()
    play(table)
    act(table, ANN, "take-back")
    act(table, BEN, "decline-take-back")
    assert table.offers.take_back is None
    act(table, ANN, "take-back")
    play(table)
    assert table.offers.take_back is None
    assert refused(table, BEN, "accept-take-back") == "not-now"


def test_against_the_computer_and_at_the_same_screen_moves_are_taken_back_at_once() -> None:
    table = new_table(opponent="computer", level=1)
    assert refused(table, ANN, "take-back") == "not-now"
    play(table, 2)
    assert act(table, ANN, "take-back") == ["take-back"]
    assert table.ply == 0
    table = new_table(opponent="same-screen")
    play(table, 3)
    act(table, ANN, "take-back")
    assert table.ply == 2


def test_the_repetition_rule_forgets_what_was_taken_back() -> None:
    table = new_table(opponent="same-screen")
    for _ in range(3):
        play(table)
        act(table, ANN, "take-back")
    play(table)
    assert table.status == "playing"


# Rounds of a match, rematches


def test_a_match_goes_on_round_by_round() -> None:
    table = friends(game="kiothi", kind="match", match={"max_rounds": 2})
    assert refused(table, ANN, "next-round") == "not-now"
    act(table, ANN, "resign")
    assert table.status == "between"
    assert act(table, BEN, "next-round") == ["next-round"]
    assert act(table, ANN, "next-round", round=1) == []
    assert table.match.number == 2
    assert table.seat_of(SOUTH) == NORTH
    assert table.mover == NORTH
    assert refused(table, ANN, "move", move="EF>A10") == "not-yours"
    act(table, BEN, "move", move="EF>A10")
    act(table, BEN, "resign")
    assert table.status == "finished"
    assert table.match.score == (1.0, 1.0)


def test_a_rematch_is_agreed_on() -> None:
    table = friends()
    assert refused(table, ANN, "offer-rematch") == "not-now"
    act(table, ANN, "resign")
    assert refused(table, ANN, "accept-rematch") == "not-now"
    assert act(table, ANN, "offer-rematch") == ["rematch-offer"]
    assert act(table, ANN, "offer-rematch") == []
    act(table, BEN, "decline-rematch")
    act(table, ANN, "offer-rematch")
    assert act(table, BEN, "accept-rematch") == ["rematch"]
    assert table.rematch is not None
    assert act(table, BEN, "offer-rematch") == []


# The computer


def test_the_computers_move_counts_only_where_it_was_meant() -> None:
    table = new_table(opponent="computer", level=1)
    assert decisions.decide_computer_move(table, 0, "A", 0) == []
    play(table)
    assert decisions.decide_computer_move(table, 0, "a", 0) == []
    assert [draft.kind for draft in decisions.decide_computer_move(table, 1, "a", 0)] == [Kind.MOVE]
    assert refused(table, ANN, "move", move="a") == "not-yours"


def test_the_computer_answers_an_offer_before_it_moves() -> None:
    table = new_table(opponent="computer", level=1)
    play(table)
    act(table, ANN, "offer-draw")
    assert decisions.decide_computer_move(table, 1, "a", 0) == []
    assert happen(table, decisions.decide_answer(table, 1, accepts=False)) == ["draw-decline"]
    assert [draft.kind for draft in decisions.decide_computer_move(table, 1, "a", 0)] == [Kind.MOVE]


def test_what_a_visitor_can_do_is_what_is_allowed() -> None:
    table = friends()
    play(table, 3)
    for visitor, players in ((ANN, [SOUTH]), (BEN, [NORTH]), (EVE, [])):
        offered = can(table, players)
        for type_ in (
            "resign",
            "offer-draw",
            "accept-draw",
            "take-back",
            "accept-take-back",
            "next-round",
            "call-off",
            "claim-win",
            "leave",
        ):
            copy = friends()
            play(copy, 3)
            if type_ in offered:
                assert act(copy, visitor, type_)
            else:
                refused(copy, visitor, type_)


def test_replaying_the_events_gives_the_same_game() -> None:
    table = new_table(opponent="friend", game="adji-kui-ii", kind="match", clock={"initial": 60, "increment": 1})
    events: list[Event] = []
    apply, chance = table.apply, random.Random(3)

    def note(event: Event) -> None:
        events.append(event)
        apply(event)

    table.apply = note  # type: ignore[method-assign]
    happen(table, decisions.decide_join(table, BEN, NORTH, "Ben"))
    for at in range(0, 30_000, 1000):
        play(table, at=at, choose=chance.choice)
        if at % 7000 == 0:
            mover = table.mover
            assert mover is not None
            act(table, (ANN, BEN)[mover.other], "take-back", at)
            act(table, (ANN, BEN)[mover], "accept-take-back", at)
    act(table, ANN, "offer-draw", 31_000)
    act(table, BEN, "accept-draw", 31_000)
    act(table, ANN, "next-round", 32_000)
    again = Table(table.terms, friends().seats)
    again.apply_all(events)
    assert again.round.positions == table.round.positions
    assert again.match.score == table.match.score
    assert again.clock is not None
    assert table.clock is not None
    assert vars(again.clock) == vars(table.clock)
    assert again.version == table.version == len(events)


def test_players_are_named_by_their_first_seat() -> None:
    table = friends()
    assert table.players_of(ANN) == (Player.SOUTH,)
    assert table.players_of(EVE) == ()


def test_every_kind_of_event_can_happen() -> None:
    assert set(table._APPLY) == set(Kind)
