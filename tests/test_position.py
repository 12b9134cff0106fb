"""Game and Position: legality, errors, equality, immutability, and properties over every game and option value."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import (
    NORTH,
    SOUTH,
    BonducError,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    OptionError,
    Position,
    Round,
    UnknownGameError,
)
from bonduc.checks.conformance import writable_moves
from bonduc.checks.mirror import mirror, mirror_move
from bonduc.outcome import Termination
from tests import strategies

R = bonduc.game("rio-kadalis")
A = bonduc.game("adji-kui-ii")
K = bonduc.game("kiothi")
B = bonduc.game("bao-la-kimasai", columns=4)
SOAK_PLIES = int(os.environ.get("BONDUC_TEST_SOAK", "4000"))


# Games and options


@pytest.mark.parametrize("name", ["rio-kadalis", "Rio Kadalis", "rio", " RIO_KADALIS ", "riyo-ka-dhalis"])
def test_names_of_games(name: str) -> None:
    assert bonduc.game(name) == R


@pytest.mark.parametrize(
    ("name", "hint"),
    [("rio-kadali", "did you mean rio-kadalis?"), ("kioti", "did you mean kiothi?"), ("chess", "the games are kiothi")],
)
def test_unknown_games(name: str, hint: str) -> None:
    with pytest.raises(UnknownGameError, match=f"unknown game '{name}'") as caught:
        bonduc.game(name)
    assert hint in str(caught.value)
    assert isinstance(caught.value, BonducError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("name", "options", "fault"),
    [
        ("rio-kadalis", {"hole": 5}, "has no option 'hole'; did you mean holes?"),
        ("rio-kadalis", {"zzz": 5}, "has no option 'zzz'; it has holes, seeds, direction"),
        ("rio-kadalis", {"holes": 1}, "holes must be a whole number from 2 to 12"),
        ("rio-kadalis", {"holes": 13}, "from 2 to 12"),
        ("rio-kadalis", {"holes": "five"}, "option holes='five'"),
        ("rio-kadalis", {"holes": 5.0}, "holes must be a whole number"),
        ("rio-kadalis", {"holes": True}, "holes must be a whole number"),
        ("rio-kadalis", {"direction": "left"}, "direction must be counterclockwise or clockwise"),
        ("rio-kadalis", {"holes": 12, "seeds": 6}, "144 stones on the board; at most 120"),
        ("adji-kui-ii", {"holes": 12, "seeds": 6}, "144 seeds"),
        ("kiothi", {"seeds": 6}, "holes_filled=5"),
        ("kiothi", {"seeds": 7}, "seeds must be 5 or 6"),
        ("kiothi", {"partial_lift": "maybe"}, "partial_lift must be true or false"),
        ("kiothi", {"bonus": "four"}, "bonus must be three or run or none"),
        ("bao-la-kimasai", {"columns": 0}, "from 2 to 12"),
    ],
)
def test_bad_options(name: str, options: dict[str, Any], fault: str) -> None:
    with pytest.raises(OptionError) as caught:
        bonduc.game(name, **options)
    assert fault in str(caught.value)


def test_options_as_text() -> None:
    assert bonduc.game("rio-kadalis", holes="5", direction="clockwise").options == {
        "holes": 5,
        "seeds": 4,
        "direction": "clockwise",
    }
    assert bonduc.game("kiothi", partial_lift="no") == bonduc.game("kiothi", partial_lift=False)
    assert bonduc.game("kiothi", partial_lift=False).options_text == "partial_lift=false"
    assert R.options_text == "-"


def test_games_compare_by_id_and_options() -> None:
    five = bonduc.game("rio-kadalis", holes=5)
    assert five == bonduc.game("rio", holes=5)
    assert hash(five) == hash(bonduc.game("rio", holes=5))
    assert five != R
    assert R != A
    assert five != "rio-kadalis"
    assert pickle.loads(pickle.dumps(five)) == five
    assert repr(five) == "bonduc.game('rio-kadalis', holes=5)"


# Illegal moves: the rule that forbids each (the rest is in tests/games)


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        (R.start(), "a", "a is not your hole"),
        (R.start().play("A"), "A", "A is not your hole"),
        (R.start().play("A"), "c", "c is empty"),
        (R.restock((29, 19), NORTH), "a", "a is closed with sand"),
        (A.start(), "pass", "a pass is legal only when nothing else is"),
        (A.position("0,0,0,0,5,5/3,0,0,0,1,0 17 17 S -"), "E", "E holds a single seed"),
        (A.position("1,0,1,4,3,1/0,2,6,3,6,5 8 8 S -"), "D", "endless sowing"),
        (K.position("1,0,0,0,0,0,0,0,0,0/1,1,0,0,0,0,0,0,0,0 28 29 S -"), "A:1", "first-lap restriction"),
        (K.position("1,0,0,0,0,0,0,0,0,0/1,1,0,0,0,0,0,0,0,0 28 29 S -"), "A:2", "A holds only 1"),
        (K.start(), "E:2", "the opening comes first"),
        (B.start(), "A1", "the next hole, B1, is occupied"),
        (R.position("0,0,0,0,0,0/0,0,0,0,0,0 30 18 - -"), "A", "the round is over"),
        (A.position("0,0,0,0,0,0/0,0,0,0,0,0 30 18 - -"), "pass", "the round is over"),
    ],
)
def test_illegal_moves_say_the_rule_and_change_nothing(position: Position, move: str, rule: str) -> None:
    before, row = str(position), position.row
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    error = caught.value
    assert rule in error.rule
    assert (error.move, error.position) == (move, before)
    assert repr(move) in str(error)
    assert before in str(error)
    assert not position.is_legal(move)
    with pytest.raises(IllegalMoveError):
        position.sowing(move)
    with pytest.raises(IllegalMoveError):
        position.explain(move)
    assert (str(position), position.row) == (before, row)


@pytest.mark.parametrize("move", ["", "Z", "AA", "A2", "A:1", "pass", "A+", "EF>A10", "é", "A" * 5000])
def test_texts_that_are_no_moves(move: str) -> None:
    for act in (R.start().play, R.start().is_legal, R.start().sowing, R.parse_move):
        with pytest.raises(NotationError):
            act(move)


# Impossible positions: every defect is told


def test_all_defects_are_listed_at_once() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        K.position("5,5,5,5,5,5,0,0,0,-1/0,0,0,0,5,5,5,5,5,5 0 -2 S marks=A,B;passed;owner=abS;closed=C")
    defects = "\n".join(caught.value.defects)
    for defect in ("a holds -1", "North's prison holds -2", "wrong seed total: 57", "no owner=", "no closed="):
        assert defect in defects
    for defect in ("has no passes", "A is marked but empty", "B is marked but empty"):
        assert defect in defects
    assert len(caught.value.defects) == 8
    assert all(defect in str(caught.value) for defect in caught.value.defects)


@pytest.mark.parametrize(
    ("game", "text", "defect"),
    [
        (R, "4,4,4,4,4,4/4,4,4,4,4,5 0 0 S -", "wrong seed total: 49 stones, the game has 48"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S marks=A", "Rio Kadalis has no marks="),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=A", "A is closed with sand but holds 4"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S passed", "Rio Kadalis has no passes"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S phase=open-south", "has no phase="),
        (R, "4,4,4,4,4,4/4,4,4,4,4,0 0 0 S hand=4", "in hand between moves"),
        (R, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 - -", "the board is not swept"),
        (R, "0,0,0,0,0,0/0,0,0,0,0,0 20 20 - -", "wrong seed total: 40"),
        (R, "0,0,0,0,0,0/0,0,0,0,0,0 24 24 - closed=A", "the round is over: no marks"),
        (A, "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S closed=A", "Adji Kui II has no closed="),
        (A, "0,0,0,0,0,0/0,0,0,0,0,0 24 24 - passed", "the round is over: no marks"),
        (B, "1,1,1,1/1,1,1,0/0,1,1,1/1,1,1,1 1 0 S -", "the stores stay 0"),
        (B, "1,1,1,1/1,1,1,1/0,1,1,1/1,1,1,1 0 0 S -", "North has 8 stones; each player starts with 7"),
        (B, "2,1,1,1/1,1,0,0/0,1,1,1/1,1,1,1 0 0 S -", "d1 holds 2 stones"),
    ],
)
def test_impossible_positions(game: bonduc.Game, text: str, defect: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        game.position(text)
    assert any(defect in each for each in caught.value.defects), caught.value.defects
    assert text in str(caught.value)


def test_wrong_number_of_holes() -> None:
    with pytest.raises(IllegalPositionError, match="11 holes given; the board has 12"):
        R.setup(holes=(4,) * 11)


# Positions are values


def test_positions_cannot_be_changed() -> None:
    position = R.start()
    for name in ("game", "_row", "holes", "mover", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)
    with pytest.raises(TypeError, match="positions come from"):
        Position()
    assert isinstance(position.row, bytes)
    assert isinstance(position.holes, tuple)


def test_playing_leaves_the_position_as_it_was() -> None:
    position = K.start()
    text = str(position)
    for move in position.legal_moves:
        position.play(move)
        position.sowing(move)
    assert str(position) == text
    assert copy.deepcopy(position) == position


HIDDEN = [
    (K, "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S {}", ["-", "marks=J", "marks=E,J", "phase=open-south"]),
    (K, "5,5,5,5,5,0,0,0,0,0/0,0,0,0,5,5,5,5,0,5 0 0 S phase=open-south;hand=10;{}", ["last=F", "last=G"]),
    (A, "0,4,4,4,4,4/4,4,4,4,4,0 4 4 S {}", ["-", "passed", "owner=aS", "owner=AN", "owner=AN;passed"]),
    (R, "4,4,4,4,4,0/0,4,4,4,4,4 4 4 S {}", ["-", "closed=a", "closed=A", "closed=A,a"]),
]


@pytest.mark.parametrize(("game", "template", "extras"), HIDDEN)
def test_kind_18_equality_and_hash_cover_what_is_not_on_the_board(
    game: bonduc.Game, template: str, extras: list[str]
) -> None:
    positions = [game.position(template.format(extra)) for extra in extras]
    assert len(set(positions)) == len(positions)
    assert len({hash(position) for position in positions}) == len(positions)
    again = [game.position(template.format(extra)) for extra in extras]
    assert positions == again
    assert [hash(position) for position in positions] == [hash(position) for position in again]
    # A pass before does not make another position for the repetition rule; everything else does.
    keys = {position.repetition_key for position in positions}
    assert len(keys) == len({extra.replace(";passed", "").replace("passed", "-") for extra in extras})


def test_equality_covers_mover_stores_and_game() -> None:
    texts = ["4,4,4,4,4,4/4,4,4,4,4,0 4 0 S -", "4,4,4,4,4,4/4,4,4,4,4,0 0 4 S -", "4,4,4,4,4,4/4,4,4,4,4,0 0 4 N -"]
    positions = [R.position(text) for text in texts]
    positions += [bonduc.game("rio-kadalis", direction="clockwise").position(text) for text in texts]
    positions += [A.position(text) for text in texts]
    assert len(set(positions)) == len(positions)
    assert R.start() != "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"


def test_why_a_round_ended_is_not_compared() -> None:
    played = R.position("0,0,0,0,0,0/1,0,2,0,0,0 20 25 S -").play("A")
    loaded = R.position(str(played))
    assert played == loaded
    assert hash(played) == hash(loaded)
    assert played.outcome is not None
    assert loaded.outcome is not None
    assert (played.outcome.reason, loaded.outcome.reason) == (Termination.NO_LEGAL_MOVE, Termination.FINISHED)
    assert pickle.loads(pickle.dumps(played)).outcome == played.outcome


def test_repr_gives_the_position_again() -> None:
    position = R.start().play("A")
    assert repr(position) == f"bonduc.game('rio-kadalis').position('{position}')"


def test_kind_2_a_finished_set_up_is_swept() -> None:
    # North to move has no stone: over before anybody plays.
    position = R.position("0,0,0,0,0,0/1,0,2,0,0,0 20 25 N -")
    assert str(position) == "0,0,0,0,0,0/0,0,0,0,0,0 23 25 - -"
    assert position.legal_moves == ()


def test_mover_names() -> None:
    assert [str(player) for player in (SOUTH, NORTH)] == ["South", "North"]
    assert (SOUTH.other, NORTH.other, SOUTH.letter) == (NORTH, SOUTH, "S")


# Properties, over every game and option value


@settings(max_examples=60)
@given(strategies.positions())
def test_legal_if_and_only_if_listed(position: Position) -> None:
    listed = {move.text for move in position.legal_moves}
    assert len(listed) == len(position.legal_moves)
    assert (not listed) == (position.mover is None)
    for move in writable_moves(position):
        assert position.is_legal(move) == (move.text in listed)
    for text in listed:
        assert str(position.game.parse_move(text)) == text


@settings(max_examples=150)
@given(st.one_of(strategies.positions(in_opening=False), strategies.strewn()))
def test_kind_6_mirror(position: Position) -> None:
    """play(mirror(p)) == mirror(play(p)), for every move."""
    turned = mirror(position)
    assert mirror(turned) == position
    expected = {mirror_move(move, position.game) for move in position.legal_moves}
    assert set(turned.legal_moves) == expected
    for move in position.legal_moves:
        assert turned.play(mirror_move(move, position.game)) == mirror(position.play(move))


@settings(max_examples=150)
@given(st.one_of(strategies.positions(), strategies.strewn()))
def test_kinds_2_and_17_text_and_pickle_give_the_position_again(position: Position) -> None:
    for each in (position, *(position.play(move) for move in position.legal_moves), position.shared()):
        again = position.game.position(str(each))
        assert again == each
        assert hash(again) == hash(each)
        assert str(again) == str(each)
        assert again.row == each.row
        assert again.legal_moves == each.legal_moves
        assert pickle.loads(pickle.dumps(each)) == each
        assert (each.outcome is None) == (each.mover is not None)
        if each.mover is None:
            assert not any(each.holes)
            assert not each.hand
            assert (each.marks, each.closed, each.passed, each.phase) == (frozenset(), frozenset(), False, "play")
        if position.game.spec.counts_seeds:
            assert sum(each.holes) + sum(each.stores) + each.hand + each.lost == position.game.seeds


@settings(max_examples=100)
@given(strategies.positions(), st.data())
def test_repetition_key_follows_the_board(position: Position, data: st.DataObject) -> None:
    """Equal keys mean equal positions but for the pass before."""
    if position.mover is None:
        return
    other = position.play(data.draw(st.sampled_from(position.legal_moves)))
    same = (position.holes, position.mover, position.marks, position.owners, position.closed, position.phase) == (
        other.holes,
        other.mover,
        other.marks,
        other.owners,
        other.closed,
        other.phase,
    )
    same = same and (position.hand, position.emptied, position.last_drop) == (
        other.hand,
        other.emptied,
        other.last_drop,
    )
    assert (position.repetition_key == other.repetition_key) == (same and position.stores == other.stores)


@settings(max_examples=60)
@given(strategies.games(), st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 3)), max_size=40))
def test_kind_19_undo_and_redo_equal_replay(game: bonduc.Game, script: list[tuple[int, int]]) -> None:
    """A round with moves taken back and played again is the round of its moves, hashes and outcome included."""
    round_ = Round(game)
    for number, action in script:
        if action == 0 and round_.moves:
            undone = round_.undo()
            before = round_.position
            assert round_.redo() == undone
            round_.undo()
            assert round_.position == before
            if number % 2:
                round_.redo()
        elif round_.outcome is None:
            round_.play(round_.legal_moves[number % len(round_.legal_moves)])
        replayed = Round(game)
        for move in round_.moves:
            replayed.play(move)
        assert replayed.positions == round_.positions
        assert [hash(each) for each in replayed.positions] == [hash(each) for each in round_.positions]
        assert (replayed.position, replayed.outcome) == (round_.position, round_.outcome)
        assert replayed.legal_moves == round_.legal_moves


# Where rounds do repeat. In Bao la Kimasai none does in thousands of random rounds.
REPEATING = [
    (bonduc.game("adji-kui-ii", holes=2), "4,4/4,4 0 0 S -"),
    (bonduc.game("adji-kui-ii", holes=2, seeds=6), "0,6/6,6 6 0 S owner=bS"),
    (bonduc.game("rio-kadalis", holes=3), "0,1,1/0,1,1 10 10 S closed=A"),
    (bonduc.game("kiothi", capture_needs_crossing=True), "1,0,0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0,0,1 28 28 S marks=j"),
]


@pytest.mark.parametrize(("game", "text"), REPEATING)
def test_kind_14_a_round_ends_at_the_second_occurrence_and_never_before(game: bonduc.Game, text: str) -> None:
    """Every hole, mark, owner and closed hole, and the side to move, kept apart here from the rows."""
    game.runner.compile()
    chance = random.Random(14)
    repeated = 0
    for _ in range(60):
        round_ = Round(game, game.position(text))
        seen = {situation(round_.position)}
        for _ in range(150):
            if not round_.legal_moves:
                break
            move = chance.choice(round_.legal_moves)
            after = round_.position.play(move)
            round_.play(move)
            again = after.mover is not None and situation(after) in seen
            assert is_repetition(round_) == again
            assert round_.position == (after.shared() if again else after)
            repeated += again
            seen.add(situation(after))
    assert repeated


def is_repetition(round_: Round) -> bool:
    outcome = round_.outcome
    return outcome is not None and outcome.reason == Termination.REPETITION


def situation(position: Position) -> tuple[Any, ...]:
    """What the repetition rule compares."""
    opening = (position.phase, position.hand, position.emptied, position.last_drop)
    return position.holes, position.mover, position.marks, position.owners, position.closed, opening


def test_rows_are_the_same_in_every_process() -> None:
    code = "import bonduc; print(bonduc.game('adji-kui-ii').restock((29, 19)).row.hex())"
    rows = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert rows == {A.restock((29, 19)).row.hex()}


# Kind 15: long rounds


@pytest.mark.parametrize("name", ["kiothi", "adji-kui-ii", "bao-la-kimasai"])
def test_kind_15_soak_of_positions(name: str) -> None:
    """Thousands of plies in one line of positions, the repetition rule left aside; nothing is lost or left over."""
    game = bonduc.game(name)
    game.runner.compile()
    chance = random.Random(name)
    position = game.start()
    plies = 0
    while plies < SOAK_PLIES:
        if position.mover is None:
            position = game.start()
        position = position.play(chance.choice(position.legal_moves))
        plies += 1
        if game.spec.counts_seeds:
            assert sum(position.holes) + sum(position.stores) + position.hand + position.lost == game.seeds


def test_kind_15_a_round_of_thousands_of_plies() -> None:
    """Where captures need a crossing, warriors can walk about for ever: one Round, taken back and played again."""
    game = bonduc.game("kiothi", capture_needs_crossing=True)
    game.runner.compile()
    chance = random.Random(1)
    round_ = Round(game)
    while round_.outcome is None and len(round_.moves) < SOAK_PLIES // 2:
        options = chance.sample(round_.legal_moves, len(round_.legal_moves))
        round_.play(next((move for move in options if is_quiet(round_.position, move)), options[0]))
    plies = len(round_.moves)
    assert plies >= min(1500, SOAK_PLIES // 2)
    last, moves = round_.position, round_.moves
    for _ in range(plies):
        round_.undo()
    assert round_.position == game.start()
    assert [round_.redo() for _ in range(plies)] == list(moves)
    assert round_.position == last


def is_quiet(position: Position, move: bonduc.Move) -> bool:
    """Does the move neither capture nor end the round?"""
    after = position.play(move)
    return after.mover is not None and after.stores == position.stores


# Set-ups, restocking and moves of the wrong type or range


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("holes", (4.0,) * 12),
        ("holes", "4" * 12),
        ("holes", None),
        ("stores", 0),
        ("mover", True),
        ("mover", "S"),
        ("hand", None),
        ("emptied", 1.5),
        ("closed", 3),
        ("closed", {"A"}),
        ("owners", [0]),
        ("phase", 1),
        ("passed", 1),
    ],
)
def test_setups_of_the_wrong_type(field: str, value: object) -> None:
    fields: dict[str, object] = {"holes": (4,) * 12, field: value}
    with pytest.raises(TypeError, match=rf"{field} should"):
        R.setup(**fields)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("stores", (), "0 stores given"),
        ("mover", 2, "mover=2"),
        ("mover", -1, "mover=-1"),
        ("phase", "end", "phase=end"),
        ("closed", {-1}, "closed: there is no hole -1"),
        ("closed", {12}, "closed: there is no hole 12"),
        ("emptied", -1, "emptied: there is no hole -1"),
        ("owners", {0: 7}, "owners: there is no player 7"),
    ],
)
def test_setups_out_of_range(field: str, value: object, fault: str) -> None:
    fields: dict[str, object] = {"holes": (4,) * 12, field: value}
    with pytest.raises(IllegalPositionError) as caught:
        R.setup(**fields)
    assert fault in caught.value.defects[0]


def test_setups_of_numbers_beyond_any_board() -> None:
    with pytest.raises(BonducError, match="hand: a number of 16610 bits"):
        R.setup(holes=(4,) * 12, hand=10**5000)
    with pytest.raises(IllegalPositionError, match="Bao la Kimasai has no lost="):
        B.position("1,1,1,1/1,1,1,0/0,1,1,1/1,1,1,1 0 0 S lost=999")


def test_setups_of_any_sequence_of_whole_numbers() -> None:
    assert R.setup(holes=np.full(12, 4), stores=[0, 0], mover=np.int8(0)) == R.start()


@pytest.mark.parametrize("held", [(24,), (1, 2, 3), (), (-1, 10), (47, 2), (10**30, 0)])
def test_restocking_with_impossible_numbers(held: Any) -> None:
    with pytest.raises(BonducError):
        R.restock(held)


@pytest.mark.parametrize("held", [None, 24, "24", (24.0, 24), (True, False)])
def test_restocking_with_the_wrong_type(held: Any) -> None:
    with pytest.raises(TypeError, match="the seeds held should be"):
        R.restock(held)


def test_players_that_there_are_not() -> None:
    with pytest.raises(BonducError, match="2 is no player"):
        R.restock((24, 24), 2)  # type: ignore[arg-type]
    with pytest.raises(BonducError, match="'S' is no player"):
        Round(R).resign("S")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        (bonduc.Move("a", (6,)), "belongs to another board"),  # hole a of six a row is hole b of five
        (bonduc.Move("A", ()), "belongs to another board"),
        (bonduc.Move("A", (-1,)), "belongs to another board"),
        (bonduc.Move("A", (10**9,)), "belongs to another board"),
        (K.start().legal_moves[0], "cannot read move"),
        (bonduc.game("bao-la-kimasai").parse_move("l2"), "cannot read move"),
    ],
)
def test_moves_of_other_boards(move: bonduc.Move, fault: str) -> None:
    position = bonduc.game("rio-kadalis", holes=5).start().play("A")
    for method in (position.play, position.sowing, position.explain, position.parse_move):
        with pytest.raises(BonducError, match=fault):
            method(move)


@pytest.mark.parametrize("move", [None, 0, b"A", ["A"]])
def test_moves_of_the_wrong_type(move: Any) -> None:
    with pytest.raises(TypeError, match="should be a Move or its text"):
        R.start().play(move)
    with pytest.raises(TypeError, match="should be a text"):
        R.position(move)
    with pytest.raises(TypeError, match="should be a text"):
        bonduc.game(move)
    with pytest.raises(TypeError, match="needs a Setup"):
        R.build(move)
