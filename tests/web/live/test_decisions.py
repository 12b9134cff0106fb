"""Who may do what in a live game, and what follows."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("starlette")

from bonduc.games.registry import GAMES
from bonduc.players import NORTH, SOUTH, Player
from bonduc.web.live.game import decisions, live_game
from bonduc.web.live.game.decisions import RefusedError
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.views import can
from tests.web.live.tools import ANN, BEN, EVE, act, friends, happen, new_game, play, refused

# Moves


def test_a_move_is_played() -> None:
    game = friends()
    assert act(game, ANN, "move", move="A") == ["move"]
    assert [str(move) for move in game.round.moves] == ["A"]


def test_a_move_that_arrives_again_changes_nothing() -> None:
    game = friends()
    act(game, ANN, "move", move="A")
    assert act(game, ANN, "move", ply=0, move="A") == []
    play(game, 3)
    assert act(game, ANN, "move", ply=0, move="A") == []
    assert game.ply == 4


def test_another_move_for_a_ply_that_was_played_is_stale() -> None:
    game = friends()
    act(game, ANN, "move", move="A")
    assert refused(game, ANN, "move", ply=0, move="B") == "stale"
    assert refused(game, ANN, "move", ply=0, move="nonsense") == "stale"


def test_the_opponents_move_cannot_be_repeated_for_them() -> None:
    game = friends()
    act(game, ANN, "move", move="A")
    assert refused(game, BEN, "move", ply=0, move="A") == "stale"


def test_a_move_of_a_later_ply_or_round_is_stale() -> None:
    game = friends()
    assert refused(game, ANN, "move", ply=1, move="A") == "stale"
    assert refused(game, ANN, "move", round=2, move="A") == "stale"


def test_only_the_mover_moves() -> None:
    game = friends()
    assert refused(game, BEN, "move", move="a") == "not-yours"
    assert refused(game, EVE, "move", move="A") == "not-yours"


def test_an_illegal_move_says_why() -> None:
    game = friends()
    with pytest.raises(RefusedError, match="not your hole") as caught:
        act(game, ANN, "move", move="a")
    assert caught.value.code == "illegal"
    assert refused(game, ANN, "move", move="Z9") == "illegal"


def test_nobody_moves_before_the_friend_is_there_or_after_the_end() -> None:
    game = new_game(opponent="friend")
    assert refused(game, ANN, "move", move="A") == "not-now"
    game = friends()
    act(game, ANN, "resign")
    assert refused(game, BEN, "move", move="a") == "over"


def test_a_late_repetition_of_a_move_that_was_taken_back_is_not_played_again() -> None:
    game = friends()
    version = game.version
    act(game, ANN, "move", move="A", version=version)
    act(game, ANN, "take-back")
    act(game, BEN, "accept-take-back")
    assert game.ply == 0
    assert refused(game, ANN, "move", move="A", version=version) == "stale"
    assert act(game, ANN, "move", move="A", version=game.version) == ["move"]


def test_an_opening_is_played_whole_or_in_steps() -> None:
    whole, steps = friends(game="kiothi"), friends(game="kiothi")
    act(whole, ANN, "move", move="EF>A2,B3,J5")
    for step in ("E-", "F-", *["A+"] * 2, *["B+"] * 3, *["J+"] * 5):
        act(steps, ANN, "move", move=step)
    assert whole.round.position == steps.round.position
    assert whole.mover == NORTH


@pytest.mark.parametrize("name", GAMES)
def test_a_round_to_its_end(name: str) -> None:
    game = friends(game=name)
    choose = random.Random(name).choice
    while game.status == "playing" and game.ply < 400:
        play(game, choose=choose)
    if game.status == "playing":
        act(game, ANN, "resign")
    assert game.status == "finished"
    assert game.mover is None
    assert game.round.outcome is not None


# Joining


def test_an_invitation_serves_once() -> None:
    game = new_game(opponent="friend")
    assert game.status == "waiting"
    assert happen(game, decisions.decide_join(game, BEN, NORTH, " Ben\n Ö ")) == ["join"]
    assert game.status == "playing"
    assert game.seats[NORTH].name == "Ben Ö"
    assert decisions.decide_join(game, BEN, NORTH, "Ben") == []
    with pytest.raises(RefusedError) as caught:
        decisions.decide_join(game, EVE, NORTH, "Eve")
    assert caught.value.code == "not-now"


def test_the_maker_of_a_game_cannot_take_both_seats() -> None:
    game = new_game(opponent="friend")
    with pytest.raises(RefusedError):
        decisions.decide_join(game, ANN, NORTH, "Ann")


def test_whoever_leaves_a_game_that_nobody_joined_ends_it() -> None:
    game = new_game(opponent="friend")
    assert act(game, ANN, "leave") == ["leave"]
    assert game.status == "finished"
    with pytest.raises(RefusedError):
        decisions.decide_join(game, BEN, NORTH, "Ben")


# Ending early


def test_resigning_and_leaving_lose_the_round() -> None:
    for how in ("resign", "leave"):
        game = friends()
        act(game, BEN, how)
        assert game.round.outcome is not None
        assert game.round.outcome.winner == SOUTH


def test_at_the_same_screen_either_seat_can_resign() -> None:
    game = new_game(opponent="same-screen")
    act(game, ANN, "resign", seat="N")
    assert game.round.outcome is not None
    assert game.round.outcome.winner == SOUTH
    assert refused(friends(), ANN, "resign", seat="N") == "not-yours"


def test_a_draw_is_offered_and_accepted() -> None:
    game = friends()
    assert act(game, ANN, "offer-draw") == ["draw-offer"]
    assert act(game, ANN, "offer-draw") == []
    assert refused(game, ANN, "accept-draw") == "not-now"
    assert refused(game, EVE, "accept-draw") == "not-yours"
    assert act(game, BEN, "accept-draw") == ["draw"]
    assert game.round.outcome is not None
    assert game.round.outcome.result == "1/2-1/2"


def test_two_offers_of_a_draw_meet() -> None:
    game = friends()
    act(game, ANN, "offer-draw")
    assert act(game, BEN, "offer-draw") == ["draw"]


def test_an_offer_of_a_draw_is_declined_by_word_or_by_a_move_and_not_repeated_at_once() -> None:
    game = friends()
    act(game, ANN, "offer-draw")
    assert act(game, BEN, "decline-draw") == ["draw-decline"]
    assert refused(game, ANN, "offer-draw") == "not-now"
    assert "offer-draw" not in can(game, [SOUTH])
    play(game, 4)
    act(game, ANN, "offer-draw")
    play(game)
    assert game.offers.draw == SOUTH
    play(game)
    assert game.offers.draw is None


# Taking back


def test_a_move_is_taken_back_with_the_opponents_consent() -> None:
    game = friends()
    play(game, 2)
    assert act(game, ANN, "take-back") == ["take-back-offer"]
    assert refused(game, ANN, "accept-take-back") == "not-now"
    assert act(game, BEN, "accept-take-back") == ["take-back"]
    assert game.ply == 0


def test_taking_back_one_move_or_two() -> None:
    game = friends()
    play(game, 3)
    act(game, ANN, "take-back")
    act(game, BEN, "accept-take-back")
    assert game.ply == 2


def test_taking_back_is_declined_by_word_or_by_a_move() -> None:
    game = friends()
    play(game)
    act(game, ANN, "take-back")
    act(game, BEN, "decline-take-back")
    assert game.offers.take_back is None
    act(game, ANN, "take-back")
    play(game)
    assert game.offers.take_back is None
    assert refused(game, BEN, "accept-take-back") == "not-now"


def test_against_the_computer_and_at_the_same_screen_moves_are_taken_back_at_once() -> None:
    game = new_game(opponent="computer", level=1)
    assert refused(game, ANN, "take-back") == "not-now"
    play(game, 2)
    assert act(game, ANN, "take-back") == ["take-back"]
    assert game.ply == 0
    game = new_game(opponent="same-screen")
    play(game, 3)
    act(game, ANN, "take-back")
    assert game.ply == 2


def test_the_repetition_rule_forgets_what_was_taken_back() -> None:
    game = new_game(opponent="same-screen")
    for _ in range(3):
        play(game)
        act(game, ANN, "take-back")
    play(game)
    assert game.status == "playing"


# Rounds of a match, rematches


def test_a_match_goes_on_round_by_round() -> None:
    game = friends(game="kiothi", kind="match", match={"max_rounds": 2})
    assert refused(game, ANN, "next-round") == "not-now"
    act(game, ANN, "resign")
    assert game.status == "between"
    assert act(game, BEN, "next-round") == ["next-round"]
    assert act(game, ANN, "next-round", round=1) == []
    assert game.match.number == 2
    assert game.seat_of(SOUTH) == NORTH
    assert game.mover == NORTH
    assert refused(game, ANN, "move", move="EF>A10") == "not-yours"
    act(game, BEN, "move", move="EF>A10")
    act(game, BEN, "resign")
    assert game.status == "finished"
    assert game.match.score == (1.0, 1.0)


def test_a_rematch_is_agreed_on() -> None:
    game = friends()
    assert refused(game, ANN, "offer-rematch") == "not-now"
    act(game, ANN, "resign")
    assert refused(game, ANN, "accept-rematch") == "not-now"
    assert act(game, ANN, "offer-rematch") == ["rematch-offer"]
    assert act(game, ANN, "offer-rematch") == []
    act(game, BEN, "decline-rematch")
    act(game, ANN, "offer-rematch")
    assert act(game, BEN, "accept-rematch") == ["rematch"]
    assert game.rematch is not None
    assert act(game, BEN, "offer-rematch") == []


# The computer


def test_the_computers_move_counts_only_where_it_was_meant() -> None:
    game = new_game(opponent="computer", level=1)
    assert decisions.decide_computer_move(game, 0, "A", 0) == []
    play(game)
    assert decisions.decide_computer_move(game, 0, "a", 0) == []
    assert [draft.kind for draft in decisions.decide_computer_move(game, 1, "a", 0)] == [Kind.MOVE]
    assert refused(game, ANN, "move", move="a") == "not-yours"


def test_the_computer_answers_an_offer_before_it_moves() -> None:
    game = new_game(opponent="computer", level=1)
    play(game)
    act(game, ANN, "offer-draw")
    assert decisions.decide_computer_move(game, 1, "a", 0) == []
    assert happen(game, decisions.decide_answer(game, 1, accepts=False)) == ["draw-decline"]
    assert [draft.kind for draft in decisions.decide_computer_move(game, 1, "a", 0)] == [Kind.MOVE]


def test_what_a_visitor_can_do_is_what_is_allowed() -> None:
    game = friends()
    play(game, 3)
    for visitor, players in ((ANN, [SOUTH]), (BEN, [NORTH]), (EVE, [])):
        offered = can(game, players)
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
    game = new_game(opponent="friend", game="adji-kui-ii", kind="match", clock={"initial": 60, "increment": 1})
    events: list[Event] = []
    apply, chance = game.apply, random.Random(3)

    def note(event: Event) -> None:
        events.append(event)
        apply(event)

    game.apply = note  # type: ignore[method-assign]
    happen(game, decisions.decide_join(game, BEN, NORTH, "Ben"))
    for at in range(0, 30_000, 1000):
        play(game, at=at, choose=chance.choice)
        if at % 7000 == 0:
            mover = game.mover
            assert mover is not None
            act(game, (ANN, BEN)[mover.other], "take-back", at)
            act(game, (ANN, BEN)[mover], "accept-take-back", at)
    act(game, ANN, "offer-draw", 31_000)
    act(game, BEN, "accept-draw", 31_000)
    act(game, ANN, "next-round", 32_000)
    again = LiveGame(game.terms, friends().seats)
    again.apply_all(events)
    assert again.round.positions == game.round.positions
    assert again.match.score == game.match.score
    assert again.clock is not None
    assert game.clock is not None
    assert vars(again.clock) == vars(game.clock)
    assert again.version == game.version == len(events)


def test_players_are_named_by_their_first_seat() -> None:
    game = friends()
    assert game.players_of(ANN) == (Player.SOUTH,)
    assert game.players_of(EVE) == ()


def test_every_kind_of_event_can_happen() -> None:
    assert set(live_game._APPLY) == set(Kind)
