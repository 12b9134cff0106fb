from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import NORTH, SOUTH, Match, Outcome, Player, Position, Round, Termination
from tests.playing import OPTION_SETS, option_set_id, play_match, play_on

KIOTHI, RIO, ADJI, BAO = (bonduc.game(name) for name in ("kiothi", "rio-kadalis", "adji-kui-ii", "bao-la-kimasai"))


def started(game: bonduc.Game = RIO, plies: int = 3, seed: int = 1) -> Round:
    return play_on(Round(game), random.Random(seed), plies)


def state(round_: Round) -> tuple[Any, ...]:
    """All that a round shows."""
    return (
        round_.position,
        hash(round_.position),
        round_.positions,
        round_.moves,
        round_.mover,
        round_.legal_moves,
        round_.outcome,
        str(round_.record()),
    )


# Rounds.


def test_a_round_begins_at_the_start_or_where_told() -> None:
    assert Round(RIO).position == RIO.start()
    later = RIO.position("0,0,0,0,0,5/0,0,0,0,1,4 20 18 N -")
    assert Round(RIO, later).mover == NORTH
    with pytest.raises(bonduc.BonducError, match="the position belongs to"):
        Round(RIO, ADJI.start())


def test_nothing_changes_when_a_move_is_refused() -> None:
    round_ = started()
    before = state(round_)
    for move in ("A", "Z", "", "pass"):
        with pytest.raises(bonduc.BonducError):
            round_.play(move)
    assert state(round_) == before


ACTIONS = st.lists(
    st.sampled_from(["play", "play", "play", "undo", "undo", "redo", "resign", "forfeit", "draw"]), max_size=60
)


@given(option_set=st.sampled_from(OPTION_SETS), seed=st.integers(0, 999), actions=ACTIONS)
@settings(max_examples=60)
def test_undo_and_redo_equal_replay(option_set: tuple[str, dict[str, Any]], seed: int, actions: list[str]) -> None:
    """A round after any actions equals a new round in which only what was not taken back was done."""
    chance = random.Random(seed)
    game = bonduc.game(option_set[0], **option_set[1])
    round_ = Round(game)
    done: list[Any] = []
    undone: list[Any] = []
    for action in actions:
        if action == "undo" and done:
            back = round_.undo()
            assert back == (None if callable(done[-1]) else done[-1])
            undone.append(done.pop())
        elif action == "redo" and undone:
            again = round_.redo()
            assert again == (None if callable(undone[-1]) else undone[-1])
            done.append(undone.pop())
        elif round_.outcome is None and action not in ("undo", "redo"):
            step = ending(action, chance) if action != "play" else chance.choice(round_.legal_moves)
            step(round_) if callable(step) else round_.play(step)
            done.append(step)
            undone.clear()
    replayed = Round(game)
    for step in done:
        step(replayed) if callable(step) else replayed.play(step)
    assert state(round_) == state(replayed)
    assert state(bonduc.Round.from_record(round_.record()))[1] == state(replayed)[1]
    assert bonduc.Round.from_record(round_.record()).outcome == replayed.outcome


def ending(action: str, chance: random.Random) -> Any:
    player = Player(chance.randint(0, 1))
    if action == "draw":
        return lambda round_: round_.agree_draw()
    return (lambda round_: round_.resign(player)) if action == "resign" else (lambda round_: round_.forfeit(player))


def test_a_resignation_before_the_first_move_is_taken_back() -> None:
    round_ = Round(RIO)
    round_.resign(SOUTH)
    assert round_.outcome is not None
    assert round_.undo() is None
    assert state(round_) == state(Round(RIO))
    assert round_.redo() is None
    assert round_.outcome == Outcome(NORTH, Termination.RESIGNATION, (0, 48))


def test_nothing_to_undo_or_redo() -> None:
    round_ = Round(RIO)
    with pytest.raises(bonduc.BonducError, match="cannot undo"):
        round_.undo()
    with pytest.raises(bonduc.BonducError, match="cannot redo"):
        round_.redo()
    round_.play("A")
    round_.undo()
    round_.play("B")
    with pytest.raises(bonduc.BonducError, match="cannot redo"):
        round_.redo()
    round_.undo()
    round_.resign(NORTH)
    with pytest.raises(bonduc.BonducError, match="cannot redo"):
        round_.redo()


@pytest.mark.parametrize("player", [SOUTH, NORTH])
@pytest.mark.parametrize("game", [KIOTHI, RIO, ADJI, BAO], ids=lambda game: game.id)
def test_who_resigns_or_forfeits_leaves_the_board_to_the_opponent(game: bonduc.Game, player: Player) -> None:
    for reason in (Termination.RESIGNATION, Termination.TIME):
        round_ = started(game, 30)
        position = round_.position
        outcome = round_.resign(player) if reason == Termination.RESIGNATION else round_.forfeit(player)
        assert (outcome.winner, outcome.reason, round_.outcome) == (player.other, reason, outcome)
        assert round_.position == position
        assert round_.mover is None
        assert round_.legal_moves == ()
        if game is BAO:
            assert outcome.score == ((0, 1) if player == SOUTH else (1, 0))
        else:
            assert sum(outcome.score) == game.seeds
            assert outcome.score[player] == position.stores[player]
        back = bonduc.Round.from_record(round_.record())
        assert back.outcome == outcome
        assert back.position == position


@pytest.mark.parametrize(("game", "half"), [(KIOTHI, 30), (RIO, 24), (ADJI, 24), (BAO, 0)], ids=str)
def test_an_agreed_draw_shares_the_seeds_of_the_game(game: bonduc.Game, half: int) -> None:
    round_ = started(game, 30)
    assert round_.agree_draw() == Outcome(None, Termination.AGREEMENT, (half, half))
    assert bonduc.Round.from_record(round_.record()).outcome == round_.outcome


def test_no_more_can_happen_in_a_round_that_is_over() -> None:
    declared, played = started(), play_on(Round(RIO), random.Random(0))
    declared.resign(SOUTH)
    for round_ in (declared, played):
        before = state(round_)
        for action in (lambda r: r.play("A"), lambda r: r.resign(SOUTH), lambda r: r.forfeit(SOUTH), Round.agree_draw):
            with pytest.raises(bonduc.BonducError, match="the round is over"):
                action(round_)
        assert state(round_) == before


def repeating(game: bonduc.Game) -> Round:
    """A random round that a repetition ends."""
    for seed in range(1000):
        round_ = play_on(Round(game), random.Random(seed))
        assert round_.outcome is not None
        if round_.outcome.reason == Termination.REPETITION:
            return round_
    raise AssertionError(f"no random round of {game!r} ends by repetition")


@pytest.mark.parametrize("game", [RIO, ADJI, bonduc.game("rio-kadalis", holes=5)], ids=repr)
def test_a_position_that_occurs_twice_ends_the_round(game: bonduc.Game) -> None:
    round_ = repeating(game)
    *earlier, before_last, last = round_.positions
    keys = [position.repetition_key for position in (*earlier, before_last)]
    assert len(set(keys)) == len(keys)
    assert last.repetition_key in keys
    board = sum(last.holes)
    assert round_.position.stores == tuple(store + board // 2 for store in last.stores)
    assert round_.position.lost == last.lost + board % 2
    assert (round_.position.holes, round_.mover) == ((0,) * len(last.holes), None)
    # The lead of the players is what it was.
    south, north = round_.position.stores
    assert south - north == last.stores[0] - last.stores[1]
    assert round_.undo() == round_.redo()
    assert round_.outcome == bonduc.Round.from_record(round_.record()).outcome
    round_.undo()
    assert round_.outcome is None


# Set-up of later rounds.


@pytest.mark.parametrize("first", [SOUTH, NORTH])
@pytest.mark.parametrize("south", range(49))
def test_rio_kadalis_is_set_up_for_every_split(south: int, first: Player) -> None:
    """Rule 8, worked out here from its words alone."""
    held = (south, 48 - south)
    filled = [min(6, seeds // 4) for seeds in held]
    row = [*[0] * (6 - filled[0]), *[4] * filled[0], *[0] * (6 - filled[1]), *[4] * filled[1]]
    closed = {hole for hole in range(12) if row[hole] == 0}
    position = RIO.restock(held, first)
    if filled[first] == 0:
        assert (position.mover, position.stores) == (None, held)
        return
    assert position.holes == tuple(row)
    assert position.closed == closed
    assert position.stores == tuple(held[p] - 4 * filled[p] for p in (0, 1))
    check_set_up(RIO, position, first)


@pytest.mark.parametrize("first", [SOUTH, NORTH])
@pytest.mark.parametrize("south", range(49))
def test_adji_kui_ii_is_set_up_for_every_split(south: int, first: Player) -> None:
    """Rule 10, worked out here from its words alone."""
    held = (south, 48 - south)
    handfuls = [seeds // 4 for seeds in held]
    filled = [min(6, count) for count in handfuls]
    bought = [handfuls[player] - filled[player] for player in (0, 1)]
    row = [0] * 12
    owners = [SOUTH] * 6 + [NORTH] * 6
    for player in (0, 1):
        own, other = 6 * player, 6 * (1 - player)
        row[own + 6 - filled[player] : own + 6] = [4] * filled[player]
        row[other : other + bought[player]] = [4] * bought[player]
        owners[other : other + bought[player]] = [Player(player)] * bought[player]
    position = ADJI.restock(held, first)
    assert position.holes == tuple(row)
    assert position.owners == tuple(owners)
    assert position.stores == tuple(held[p] - 4 * handfuls[p] for p in (0, 1))
    check_set_up(ADJI, position, first)


def check_set_up(game: bonduc.Game, position: Position, first: Player) -> None:
    assert position.mover == first
    assert sum(position.holes) + sum(position.stores) == 48
    assert position.lost == 0
    assert position.legal_moves
    round_ = Round(game, position)
    back = bonduc.Round.from_record(bonduc.parse_record(round_.record().write()))
    assert (back.position, hash(back.position)) == (position, hash(position))


def test_the_worked_set_ups() -> None:
    """RULES.md, Worked set-ups of a second round."""
    rio = RIO.restock((29, 19), first=NORTH)
    assert str(rio) == "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b"
    adji = ADJI.restock((29, 19), first=NORTH)
    assert str(adji) == "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS"
    assert adji.owners[7] == NORTH


@pytest.mark.parametrize("held", [(-1, 49), (25, 24), (48, 1)])
def test_impossible_holdings_are_refused(held: tuple[int, int]) -> None:
    for game in (RIO, ADJI):
        with pytest.raises(bonduc.BonducError, match="cannot restock"):
            game.restock(held)
    with pytest.raises(bonduc.BonducError, match="every round starts alike"):
        KIOTHI.restock((30, 30))


def test_captures_in_bought_holes_go_by_the_owner() -> None:
    """Adji Kui II, rules 2, 3 and 10: a bought hole is its buyer's, whatever row it is in."""
    bought = ADJI.position("0,0,0,4,0,3/0,0,0,4,2,1 20 14 S owner=aS")
    plain = ADJI.position("0,0,0,4,0,3/0,0,0,4,2,1 20 14 S -")
    # South's E makes four in a: an own four where South has bought a, the opponent's four otherwise.
    assert (bought.play("E").stores, bought.play("E").holes[6]) == ((20, 14), 4)
    assert (plain.play("E").stores, plain.play("E").holes[6]) == ((24, 14), 0)
    # The buyer may start from a, the player of the row may not.
    assert [str(move) for move in bought.legal_moves] == ["D", "E", "a"]
    assert [str(move) for move in plain.legal_moves] == ["D", "E"]
    # North's f makes four in a: the opponent's four, though it lies in North's own row.
    bought = ADJI.position("7,0,0,0,0,3/0,0,0,2,2,0 20 14 N owner=aS")
    plain = ADJI.position("7,0,0,0,0,3/0,0,0,2,2,0 20 14 N -")
    assert [str(move) for move in bought.legal_moves] == ["f"]
    assert [str(move) for move in plain.legal_moves] == ["a", "f"]
    assert (bought.play("f").stores, bought.play("f").holes[6]) == ((20, 18), 0)
    assert (plain.play("f").stores, plain.play("f").holes[6]) == ((20, 14), 4)
    # At the end of the round the seeds of a are their owner's.
    bought = ADJI.position("0,0,0,2,3,1/2,0,0,1,3,0 20 16 S owner=aS")
    plain = ADJI.position("0,0,0,2,3,1/2,0,0,1,3,0 20 16 S -")
    assert (bought.play("E").stores, plain.play("E").stores) == ((30, 18), (28, 20))


# Matches.


def test_seats_and_first_moves() -> None:
    for game in (RIO, ADJI):
        match = Match(game)
        assert [match.first(number) for number in (1, 2, 3)] == [SOUTH, NORTH, SOUTH]
        assert [match.seats(number) for number in (1, 2)] == [(SOUTH, NORTH)] * 2
    for game in (KIOTHI, BAO):
        match = Match(game)
        assert [match.first(number) for number in (1, 2, 3)] == [SOUTH] * 3
        assert [match.seats(number) for number in (1, 2, 3)] == [(SOUTH, NORTH), (NORTH, SOUTH), (SOUTH, NORTH)]


def test_players_start_rounds_in_turn() -> None:
    match = Match(RIO)
    for number in range(1, 5):
        assert match.number == number
        assert match.round.mover == match.first(number)
        match.round.agree_draw()
        if number < 4:
            match.next_round()


def test_match_options_are_checked() -> None:
    for options in ({"max_rounds": 0}, {"one_warrior_value": 1}, {"one_warrior_value": 11}, {"rounds": 3}):
        with pytest.raises(bonduc.OptionError):
            Match(KIOTHI, **options)
    with pytest.raises(bonduc.OptionError):
        Match(RIO, target_holes=8)


def finish(match: Match, score: tuple[int, int]) -> None:
    """End the round under way with this score by a position in which it is over."""
    match._rounds[-1] = Round(
        match.game, match.game.setup(holes=(0,) * match.game.layout.size, stores=score, mover=None)
    )


def test_holes_are_closed_and_open_again() -> None:
    match = Match(RIO)
    finish(match, (29, 19))
    assert str(match.next_round().position) == "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b"
    finish(match, (22, 26))
    assert str(match.next_round().position) == "4,4,4,4,4,4/0,4,4,4,4,4 2 2 S closed=A"
    finish(match, (24, 24))
    assert match.next_round().position.closed == frozenset()
    assert match.score == (1.5, 1.5)
    assert match.holdings == (24, 24)


def test_closed_holes_are_skipped_in_the_whole_round() -> None:
    match = Match(RIO)
    finish(match, (29, 19))
    match.next_round()
    play_on(match.round, random.Random(3))
    for position in match.round.positions:
        assert position.holes[6:8] == (0, 0)
        assert position.mover is None or position.closed == {6, 7}


@pytest.mark.parametrize("game", [RIO, ADJI], ids=lambda game: game.id)
def test_a_player_with_fewer_than_four_seeds_has_lost_the_match(game: bonduc.Game) -> None:
    for held in range(4):
        for winner in (SOUTH, NORTH):
            match = Match(game, **({"target_holes": 24} if game is ADJI else {}))
            finish(match, (48 - held, held) if winner == SOUTH else (held, 48 - held))
            assert match.outcome is not None
            assert match.outcome.winner == winner
            assert re.fullmatch(f"{winner.other} holds fewer than 4 (stones|seeds)", match.outcome.reason)
            with pytest.raises(bonduc.BonducError, match="the match is over"):
                match.next_round()
            assert match.number == 1
    match = Match(game, **({"target_holes": 24} if game is ADJI else {}))
    finish(match, (44, 4))
    assert match.outcome is None


def test_owning_the_target_number_of_holes_wins_the_match() -> None:
    for held, target, winner in ((40, 10, SOUTH), (39, 10, None), (28, 7, SOUTH), (27, 7, None), (8, 10, NORTH)):
        match = Match(ADJI, target_holes=target)
        finish(match, (held, 48 - held))
        assert (match.outcome.winner if match.outcome else None) == winner
        if winner is not None:
            assert match.outcome is not None
            assert match.outcome.reason == f"{winner} owns {target} holes"


def test_after_the_last_round_more_seeds_win() -> None:
    for score, winner in (((20, 28), NORTH), ((28, 20), SOUTH), ((24, 24), None)):
        for game in (RIO, ADJI):
            match = Match(game, max_rounds=2)
            finish(match, (30, 18))
            match.next_round()
            finish(match, score)
            assert match.outcome is not None
            assert (match.outcome.winner, match.outcome.reason) == (winner, "2 rounds played")


def test_no_new_round_while_one_is_under_way() -> None:
    match = Match(RIO)
    with pytest.raises(bonduc.BonducError, match="cannot start round 2: round 1 is under way"):
        match.next_round()
    assert match.outcome is None


@pytest.mark.parametrize("value", [2, 10])
def test_a_one_warrior_victory_counts_more(value: int) -> None:
    """Kiothi, rule 13; the players change seats, so South's win in round two is for the second player."""
    match = Match(KIOTHI, one_warrior_value=value, max_rounds=4)
    finish(match, (31, 29))
    assert match.points(1) == (value, 0)
    match.next_round()
    finish(match, (31, 29))
    assert match.points(2) == (0, value)
    match.next_round()
    finish(match, (34, 26))
    assert match.points(3) == (1, 0)
    match.next_round()
    assert match.points(4) == (0, 0)
    finish(match, (30, 30))
    assert match.points(4) == (0.5, 0.5)
    assert match.score == (value + 1.5, value + 0.5)
    assert match.outcome == bonduc.MatchOutcome(SOUTH, "4 rounds played", (value + 1.5, value + 0.5))


def test_a_resigned_round_is_no_one_warrior_victory() -> None:
    match = Match(KIOTHI, one_warrior_value=10)
    match._rounds[-1] = Round(KIOTHI, KIOTHI.position("0,0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,0,0,1 29 29 S -"))
    match.round.resign(NORTH)
    assert match.round.outcome == Outcome(SOUTH, Termination.RESIGNATION, (31, 29))
    assert match.points(1) == (1, 0)


@pytest.mark.parametrize("game", [RIO, ADJI], ids=lambda game: game.id)
@pytest.mark.parametrize("player", [SOUTH, NORTH])
def test_a_round_given_up_in_the_opening_is_not_the_match(game: bonduc.Game, player: Player) -> None:
    """Half of the own holes stay with their owner where seeds are carried on."""
    match = Match(game)
    assert match.given_up(player) is None
    assert match.round.given_up(player) == ((12, 36) if player == SOUTH else (36, 12))
    outcome = match.round.resign(player)
    assert outcome.winner == player.other
    assert outcome.score == match.holdings == ((12, 36) if player == SOUTH else (36, 12))
    assert match.outcome is None
    assert sum(match.next_round().position.holes) == 48 - sum(match.round.position.stores)


@pytest.mark.parametrize("game", [RIO, ADJI], ids=lambda game: game.id)
def test_who_gives_up_a_round_keeps_what_they_have_won(game: bonduc.Game) -> None:
    match = play_on_to_stores(Match(game))
    position = match.round.position
    own = sum(seeds for seeds, owner in zip(position.holes, position.owners, strict=True) if owner == NORTH)
    outcome = match.round.forfeit(NORTH)
    match.round.undo()
    assert match.round.resign(NORTH).score == outcome.score
    assert outcome.score[NORTH] == position.stores[NORTH] + own // 2
    assert sum(outcome.score) == 48
    again = Match.from_records(list(bonduc.parse_records("\n".join(map(str, match.records())))))
    assert again.holdings == match.holdings
    assert bonduc.Round.from_record(again.records()[0]).outcome == match.round.outcome


def play_on_to_stores(match: Match) -> Match:
    """A match in whose first round both have won something."""
    while not all(match.round.position.stores):
        position = match.round.position
        match.round.play(max(position.legal_moves, key=lambda move: sum(position.play(move).stores)))
    return match


def test_the_match_ends_when_what_is_kept_fills_no_hole() -> None:
    match = Match(RIO)
    for _ in range(3):
        assert match.given_up(SOUTH) is None
        match.round.resign(SOUTH)
        match.next_round()
    ended = match.given_up(SOUTH)
    assert ended is not None
    match.round.resign(SOUTH)
    assert match.outcome == ended
    assert ended.winner == NORTH


@pytest.mark.parametrize("game", [KIOTHI, BAO], ids=lambda game: game.id)
def test_where_rounds_start_alike_a_round_given_up_is_a_point(game: bonduc.Game) -> None:
    match = Match(game, max_rounds=2)
    assert match.given_up(SOUTH) is None
    match.round.resign(SOUTH)
    match.next_round()
    assert match.given_up(SOUTH) == bonduc.MatchOutcome(None, "2 rounds played", (1.0, 1.0))


def test_whoever_has_won_more_and_gives_up_has_no_score_to_tell() -> None:
    round_ = Round(RIO, RIO.position("0,0,0,0,0,4/4,0,0,0,0,0 30 10 S -"))
    outcome = round_.resign(SOUTH)
    assert (outcome.winner, outcome.score) == (NORTH, (30, 18))
    assert not outcome.is_by_score
    assert Round(RIO).resign(SOUTH).is_by_score


def test_seeds_lost_in_a_repetition_stay_lost() -> None:
    game = bonduc.game("rio-kadalis", holes=3, seeds=3)
    for seed in range(100):
        chance = random.Random(seed)
        match = Match(game, max_rounds=20)
        while not match.round.position.lost and match.outcome is None:
            play_on(match.round, chance)
            if match.outcome is None and not match.round.position.lost:
                match.next_round()
        if match.outcome is None:
            break
    ended = match.round.outcome
    assert ended is not None
    assert ended.reason == Termination.REPETITION
    assert sum(ended.score) == game.seeds - 1
    later = match.next_round()
    assert later.position.lost == 1
    assert "lost=1" in str(later.position)
    again = Match.from_records(list(bonduc.parse_records("\n".join(map(str, match.records())))))
    assert again.round.position == later.position
    outcome = later.resign(SOUTH)
    assert sum(outcome.score) == game.seeds - 1
    later.undo()
    share = (game.seeds - 1) // 2
    assert later.agree_draw().score == (share, share)


# Matches as records.


def complete(name: str, seed: int, options: dict[str, Any], **match_options: Any) -> Match:
    return play_match(Match(bonduc.game(name, **options), **match_options), random.Random(seed))


MATCHES: tuple[tuple[str, int, dict[str, Any], dict[str, Any]], ...] = (
    ("rio-kadalis", 2, {}, {}),
    ("rio-kadalis", 4, {"holes": 5, "direction": "clockwise"}, {"max_rounds": 6}),
    ("rio-kadalis", 0, {"holes": 3, "seeds": 3}, {"max_rounds": 12}),
    ("adji-kui-ii", 0, {}, {"target_holes": 9}),
    ("adji-kui-ii", 1, {"own_four": "relays"}, {"max_rounds": 4}),
    ("adji-kui-ii", 1, {"holes": 2, "seeds": 2}, {"max_rounds": 4}),
    ("kiothi", 5, {}, {"max_rounds": 3, "one_warrior_value": 10}),
    ("bao-la-kimasai", 0, {"columns": 6}, {"max_rounds": 5}),
)


@pytest.mark.parametrize(("name", "seed", "options", "match_options"), MATCHES)
def test_a_match_is_resumed_from_its_records_at_any_ply(
    name: str, seed: int, options: dict[str, Any], match_options: dict[str, Any]
) -> None:
    match = complete(name, seed, options, **match_options)
    text = "\n".join(map(str, match.records(South="first", North="second")))
    records = list(bonduc.parse_records(text))
    back = Match.from_records(records)
    assert back.options == match.options
    assert [round_.outcome for round_ in back.rounds] == [round_.outcome for round_ in match.rounds]
    assert (back.outcome, back.score, back.holdings) == (match.outcome, match.score, match.holdings)
    assert "\n".join(map(str, back.records(South="first", North="second"))) == text
    chance = random.Random(seed)
    for number in {1, match.number, chance.randint(1, match.number)}:
        record = records[number - 1]
        for ply in {0, len(record.moves), *(chance.randint(0, len(record.moves)) for _ in range(6))}:
            resumed = Match.from_records(records, number, ply)
            assert (resumed.number, len(resumed.round.moves)) == (number, ply)
            position = record.position_at(ply)
            assert (resumed.round.position, hash(resumed.round.position)) == (position, hash(position))
            text = "\n".join(map(str, resumed.records(South="first", North="second")))
            again = Match.from_records(bonduc.parse_records(text))
            assert again.round.position == position
            assert again.score == resumed.score


def test_tags_of_the_records_of_a_match() -> None:
    match = Match(ADJI, target_holes=8)
    match.round.agree_draw()
    match.next_round()
    records = match.records(South="Ann", North="Ben", Event="market day")
    assert [record.tags["Round"] for record in records] == ["1", "2"]
    assert [record.tags["Match"] for record in records] == ["max_rounds=100 target_holes=8"] * 2
    assert [(record.tags["South"], record.tags["North"]) for record in records] == [("Ann", "Ben")] * 2
    assert [record.tags["Event"] for record in records] == ["market day"] * 2
    assert records[1].tags["Position"] == "4,4,4,4,4,4/4,4,4,4,4,4 0 0 N -"
    with pytest.raises(bonduc.BonducError, match="the tag Result cannot be set"):
        match.records(Result="1-0")


def test_names_change_seats_with_the_players() -> None:
    match = Match(BAO)
    match.round.resign(NORTH)
    match.next_round()
    match.round.resign(NORTH)
    records = match.records(South="Ann", North="Ben")
    assert [(record.tags["South"], record.tags["North"]) for record in records] == [("Ann", "Ben"), ("Ben", "Ann")]
    assert match.score == (1.0, 1.0)
    one_name = match.records(South="Ann")
    assert ["South" in record.tags for record in one_name] == [True, False]
    assert Match.from_records(one_name).score == (1.0, 1.0)


def broken(change: str) -> list[bonduc.GameRecord]:
    """The records of a match of three rounds with one thing wrong."""
    match = Match(RIO, max_rounds=5)
    for moves in ("A b C d", "a B c", ""):
        for move in moves.split():
            match.round.play(move)
        if moves:
            match.round.agree_draw()
            match.next_round()
    texts = [str(record) for record in match.records(South="Ann", North="Ben")]
    old, new, *which = change.split("|")
    for index in map(int, which):
        assert old in texts[index - 1]
        texts[index - 1] = texts[index - 1].replace(old, new)
    return list(bonduc.parse_records("\n".join(texts)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('[Match "max_rounds=5"]\n||2', "record 2 does not continue the match: a record has no Match tag"),
        ("max_rounds=5|max_rounds=6|2", "record 2 .* its Match tag is 'max_rounds=6', the first is 'max_rounds=5'"),
        ("max_rounds=5|max_round=5|3", "record 3 .* has no option 'max_round'; did you mean max_rounds?"),
        ("max_rounds=5|max_rounds=many|3", "record 3 .* max_rounds must be a whole number"),
        ("max_rounds=5|max_rounds|3", "record 3 .* 'max_rounds' should be an option and its value"),
        ('Round "2"|Round "3"|2', "record 2 .* its Round tag is '3', the round after is 2"),
        ('[Round "1"]\n||1', "record 1 .* its Round tag is None"),
        ("Ann|Eve|3", "record 3 .* its South is 'Eve', in this round it should be 'Ann'"),
        ("max_rounds=5|max_rounds=2|1|2|3", "record 3 .* cannot start round 3: the match is over"),
    ],
)
def test_records_that_do_not_make_a_match(change: str, message: str) -> None:
    with pytest.raises(bonduc.BonducError, match=message):
        Match.from_records(broken(change))


def test_records_out_of_order_missing_or_of_another_game() -> None:
    first, second, third = broken("|")
    assert Match.from_records([first, second, third]).number == 3
    assert Match.from_records([first, second]).number == 2
    with pytest.raises(bonduc.BonducError, match=r"record 1 .* its Round tag is '2'"):
        Match.from_records([second, third])
    with pytest.raises(bonduc.BonducError, match=r"record 2 .* its Round tag is '3'"):
        Match.from_records([first, third])
    with pytest.raises(bonduc.BonducError, match="a match has at least one round"):
        Match.from_records([])
    with pytest.raises(bonduc.BonducError, match=r"record 2 .* it is of bonduc\.game\('adji-kui-ii'\)"):
        Match.from_records([first, Match(ADJI).records(South="Ann", North="Ben")[0]])
    with pytest.raises(bonduc.BonducError, match="no Match tag: it is of a single round"):
        Match.from_records([started().record()])
    for number in (0, 4):
        with pytest.raises(bonduc.BonducError, match=f"there is no round {number}: the match has 3 records"):
            Match.from_records([first, second, third], number)
    with pytest.raises(bonduc.BonducError, match=r"record 2 .* no ply 9: the record has 3 moves"):
        Match.from_records([first, second, third], 2, 9)


def test_a_round_that_starts_elsewhere_or_before_the_one_before_is_over() -> None:
    first, second, third = broken("|")
    shorter = bonduc.GameRecord(RIO, tags={"Round": "1", "Match": "max_rounds=5", "South": "Ann", "North": "Ben"})
    with pytest.raises(bonduc.BonducError, match=r"record 2 .* cannot start round 2: round 1 is under way"):
        Match.from_records([shorter, second])
    third_as_second = bonduc.parse_record(str(third).replace('Round "3"', 'Round "2"'))
    with pytest.raises(bonduc.BonducError, match=r"record 2 .* it starts from .*, the rounds before lead to "):
        Match.from_records([first, third_as_second])


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_set_id)
def test_whole_matches_end_and_keep_their_seeds(option_set: tuple[str, dict[str, Any]]) -> None:
    match = complete(option_set[0], 1, option_set[1], max_rounds=6)
    assert match.outcome is not None
    assert match.number <= 6
    held = match.holdings
    if held is not None:
        assert sum(held) + match.round.position.lost == match.game.seeds
        for before, after in zip(match.rounds, match.rounds[1:], strict=False):
            assert before.outcome is not None
            start = after.initial
            assert sum(start.holes) + sum(start.stores) == sum(before.outcome.score)
    with pytest.raises(bonduc.BonducError, match="the match is over"):
        match.next_round()


@pytest.mark.parametrize("wrong", [None, "rio-kadalis", 1.0])
def test_arguments_of_the_wrong_type(wrong: Any) -> None:
    for make in (Round, Match):
        with pytest.raises(TypeError, match="needs a Game"):
            make(wrong)
    with pytest.raises(TypeError, match="a round needs a Game and a Position of it"):
        Round(bonduc.game("rio-kadalis"), wrong or RIO)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a GameRecord is needed"):
        Round.from_record(wrong)
    with pytest.raises(TypeError, match="a GameRecord is needed"):
        Match.from_records([wrong])
    with pytest.raises(TypeError, match="choose needs a Position or a Round"):
        bonduc.choose(wrong)
    with pytest.raises(TypeError, match="analyse needs a Position"):
        bonduc.analyse(wrong)


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_points_of_rounds_that_there_are_not(number: int) -> None:
    with pytest.raises(bonduc.BonducError, match=f"there is no round {number}: the match is in round 1"):
        Match(bonduc.game("kiothi")).points(number)


def test_a_player_may_forfeit_and_the_record_says_how() -> None:
    for reason, text in ((Termination.TIME, "time forfeit"), (Termination.FORFEIT, "forfeit")):
        played = Round(bonduc.game("rio-kadalis"))
        played.play("A")
        outcome = played.forfeit(NORTH, reason)
        assert (outcome.winner, outcome.reason) == (SOUTH, reason)
        record = played.record()
        assert (record.tags["Termination"], record.tags["Result"]) == (text, "1-0")
        assert Round.from_record(record).outcome == outcome
    with pytest.raises(ValueError, match="not forfeited by resignation"):
        Round(bonduc.game("rio-kadalis")).forfeit(SOUTH, Termination.RESIGNATION)
