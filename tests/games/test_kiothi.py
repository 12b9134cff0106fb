"""Kiothi, rule by rule: the numbers in the tests' names are those of the rules. Every move from both seats."""

from __future__ import annotations

from math import comb

import pytest

import bonduc
from bonduc import NORTH, SOUTH, IllegalMoveError, IllegalPositionError, Match, OptionError, Position, Round
from bonduc.checks.mirror import mirror
from bonduc.outcome import Outcome, Termination
from tests.boards import board, check_forbidden, check_legal, check_move, legal, told

K = bonduc.game("kiothi")
WHOLE = bonduc.game("kiothi", partial_lift=False)
FREE = bonduc.game("kiothi", first_lap_restriction=False)
CROSSING = bonduc.game("kiothi", capture_needs_crossing=True)
RUN = bonduc.game("kiothi", bonus="run")
NO_BONUS = bonduc.game("kiothi", bonus="none")
LOOSE = bonduc.game("kiothi", bonus_needs_capture=False)
LOOSE_RUN = bonduc.game("kiothi", bonus_needs_capture=False, bonus="run")
LOOSE_NO_BONUS = bonduc.game("kiothi", bonus_needs_capture=False, bonus="none")
ALL_VARIANTS = (K, WHOLE, FREE, CROSSING, RUN, NO_BONUS, LOOSE, LOOSE_RUN, LOOSE_NO_BONUS)
ALL_HOLES = "ABCDEFGHIJabcdefghij"


def steps(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.play(text)
    return position


# Rule 1: the start


@pytest.mark.parametrize(
    ("options", "row"),
    [
        ({}, (0, 0, 0, 0, 5, 5, 5, 5, 5, 5)),
        ({"holes_filled": 5}, (0, 0, 0, 0, 0, 5, 5, 5, 5, 5)),
        ({"holes_filled": 5, "seeds": 6}, (0, 0, 0, 0, 0, 6, 6, 6, 6, 6)),
    ],
)
def test_1_start(options: dict[str, int], row: tuple[int, ...]) -> None:
    start = bonduc.game("kiothi", **options).start()
    assert start.holes == row + row
    assert (start.stores, start.mover, start.phase, start.hand) == ((0, 0), SOUTH, "open-south", 0)
    assert start.marks == frozenset()
    assert start.game.seeds == 2 * sum(row)


def test_1_six_warriors_go_with_five_holes() -> None:
    with pytest.raises(OptionError, match="holes_filled=5"):
        bonduc.game("kiothi", seeds=6)


# Rules 2 and 3: the opening


def test_2_opening_of_south_step_by_step() -> None:
    position = K.start()
    assert legal(position) == ["E-", "F-", "G-", "H-", "I-"]  # not J: a second hole must be left to its right
    position = position.play("H-")
    assert (position.hand, position.emptied, position.mover, position.phase) == (5, 7, SOUTH, "open-south")
    assert legal(position) == ["I-", "J-"]
    position = position.play("J-")
    assert (position.hand, position.emptied, position.last_drop) == (10, None, None)
    assert legal(position) == [f"{name}+" for name in ALL_HOLES]
    position = position.play("J+")  # an emptied hole may receive warriors
    assert (position.hand, position.last_drop, position.holes[9]) == (9, 9, 1)
    assert legal(position) == [f"{name}+" for name in "Jabcdefghij"]
    position = steps(position, *["a+"] * 9)
    assert (position.phase, position.mover, position.hand, position.last_drop) == ("open-north", NORTH, 0, None)
    assert str(position) == "5,5,5,5,5,5,0,0,0,9/0,0,0,0,5,5,5,0,5,1 0 0 N phase=open-north"


def test_2_opening_of_north_step_by_step() -> None:
    position = K.start().play("IJ>a10")
    assert legal(position) == ["a-", "e-", "f-", "g-", "h-", "i-"]  # North may empty what South has just filled
    position = position.play("a-")
    assert (position.hand, position.emptied, position.mover) == (10, 10, NORTH)
    assert legal(position) == ["e-", "f-", "g-", "h-", "i-", "j-"]
    position = position.play("j-")
    assert legal(position) == [f"{name}+" for name in ALL_HOLES]
    position = steps(position, *["J+"] * 14)
    assert (position.phase, position.mover, position.hand) == ("open-north", NORTH, 1)
    assert position.marks == frozenset()
    position = position.play("a+")
    assert str(position) == "0,5,5,5,5,5,0,0,0,1/0,0,0,0,5,5,5,5,0,14 0 0 S marks=E,F,G,H,J,a,e,f,g,h,i"


def test_2_whole_redistribution_is_its_steps() -> None:
    whole = K.start().play("EF>A2,B3,j5")
    assert whole == steps(K.start(), "E-", "F-", "A+", "A+", "B+", "B+", "B+", *["j+"] * 5)
    # Written in any order, with holes repeated: one canonical move.
    assert K.start().play("FE>j5,B1,A2,B2") == whole
    assert str(K.parse_move("FE>j5,B1,A2,B2")) == "EF>A2,B3,j5"
    both = whole.play("ej>J15")
    assert both == steps(whole, "e-", "j-", *["J+"] * 15)
    assert both.phase == "play"


def test_2_leaving_everything_as_it_was() -> None:
    position = K.start().play("EF>E5,F5").play("ef>e5,f5")
    assert position.holes == K.start().holes
    assert [K.layout.names[hole] for hole in sorted(position.marks)] == list("EFGHIJefghij")


def test_2_size_of_the_opening() -> None:
    assert bonduc.perft(K.start(), 2) == comb(6, 2)
    # Two warriors over twenty holes; ten warriors likewise make 20,030,010.
    few = board(K, "I1 J1 a1 b1 F56", phase="open-south", stores=(0, 0)).play("I-").play("J-")
    assert bonduc.perft(few, 2) == comb(21, 19) == 210
    assert comb(6, 2) * comb(29, 19) == 300_450_150


def test_2_kind_11_the_opening_is_each_players_own_first_turn() -> None:
    position = K.start()
    movers: list[bonduc.Player | None] = []
    for move in ("EF>A10", "ef>a10", "A:1", "a:1"):
        assert (position.phase == "play") == (len(movers) >= 2)
        movers.append(position.mover)
        position = position.play(move)
    assert movers == [SOUTH, NORTH, SOUTH, NORTH]


def test_2_kind_26_steps_of_the_opening_are_moves() -> None:
    # South empties 10 and North at most 10 + 5: 2 + 10 and 2 + 15 steps.
    round_ = Round(K)
    for move in ["E-", "F-", *["j+"] * 10, "i-", "j-", *["j+"] * 20]:
        round_.play(move)
    assert len(round_.moves) == 2 + 10 + 2 + 20
    assert round_.position.phase == "play"


@pytest.mark.parametrize(
    ("played", "move", "rule"),
    [
        ((), "A-", "A is empty"),
        ((), "e-", "e is not your hole"),
        ((), "J-", "no occupied hole comes after J"),
        ((), "A+", "two holes must be emptied before warriors are dropped"),
        ((), "E:1", "the opening comes first"),
        (("F-",), "E-", "E does not come after F"),
        (("F-",), "F-", "F is empty"),
        (("F-",), "A+", "two holes must be emptied before warriors are dropped"),
        (("F-",), "G:5", "the opening comes first"),
        (("E-", "F-"), "G-", "exactly two holes are emptied, and they have been"),
        (("E-", "F-", "B+"), "A+", "A comes before the hole of the last drop, B"),
        (("E-", "F-", "B+"), "G:1", "the opening comes first"),
        ((), "EF>A9", "it drops 9 of the 10 warriors lifted"),
        ((), "EF>A11", "two holes must be emptied before warriors are dropped"),
        ((), "AE>B5", "A is empty"),
        ((), "ef>A10", "e is not your hole"),
        (("E-",), "EF>A10", "E is empty"),
        (("EF>A10",), "EF>A10", "E is not your hole"),
        (("EF>A10", "ef>a10"), "AG>B15", "holes are emptied in the opening only"),
        (("EF>A10", "ef>a10"), "A-", "holes are emptied in the opening only"),
        (("EF>A10", "ef>a10"), "A+", "warriors are distributed in the opening only"),
    ],
)
def test_2_opening_steps_out_of_order(played: tuple[str, ...], move: str, rule: str) -> None:
    position = steps(K.start(), *played)
    shown = str(position)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    assert rule in caught.value.rule
    assert not position.is_legal(move)
    assert str(position) == shown


@pytest.mark.parametrize(
    ("text", "defect"),
    [
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 N phase=open-south", "it is South's turn"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-north", "it is North's turn"),
        ("5,5,5,5,5,0,0,0,0,0/0,0,0,0,5,5,5,5,5,5 5 0 S phase=open-south", "nothing is captured before the opening"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south;marks=E", "marked only after the opening"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,0 0 0 S phase=open-south;hand=5;emptied=I", "holds 5"),
        (
            "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,0 0 0 S phase=open-south;hand=5;emptied=J",
            "no occupied hole comes after",
        ),
        ("5,5,5,5,5,0,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south;hand=5;emptied=a", "is not the mover's hole"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,0,0 0 0 S phase=open-south;hand=10;last=A", "which is empty"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,0 0 0 S phase=open-south;hand=4;last=E;emptied=J", "wrong seed total"),
        ("30,5,5,5,5,5,0,0,0,0/0,0,0,0,0,0,0,0,0,5 0 0 S phase=open-south", "there are not two"),
        ("5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,0,0 0 0 S hand=10", "belong to the opening only"),
    ],
)
def test_2_impossible_openings(text: str, defect: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        K.position(text)
    assert any(defect in each for each in caught.value.defects)


def test_3_every_occupied_hole_is_marked_after_norths_redistribution() -> None:
    position = K.start().play("IJ>A5,j5")
    assert position.marks == frozenset()
    position = position.play("ij>h1,j14")
    assert position == board(K, "A5 E5 F5 G5 H5 e5 f5 g5 h6 j14", marks="AEFGHefghj", stores=(0, 0))


# Rules 4 to 8: the sowing


def test_4_any_number_of_one_own_hole() -> None:
    position = board(K, "A3 E2 j1")
    check_legal(position, "A:1 A:2 A:3 E:1 E:2")
    check_move(position, "A:2", "A1 B1 C1 E2 j1")
    check_move(position, "E", "A3 F1 G1 j1")  # a bare E lifts all
    check_forbidden(position, "A:4", "A holds only 3")
    check_forbidden(position, "B:1", "B is empty")
    check_forbidden(position, "j:1", "j is not your hole")


def test_4_option_partial_lift() -> None:
    position = board(WHOLE, "A3 E2 j1")
    check_legal(position, "A:3 E:2")
    check_move(position, "A:3", "B1 C1 D1 E2 j1")
    check_forbidden(position, "A:2", "all 3 warriors of A must be lifted")


def test_4_counterclockwise_around_the_board() -> None:
    # Twelve from J end on B, where i, opposite, is taken.
    check_move(board(K, "J12 e1"), "J:12", "A1 a1 b1 c1 d1 e2 f1 g1 h1 j1", (2, 0))


def test_4_kind_5_the_only_move_is_from_the_first_hole() -> None:
    check_legal(board(K, "A1 e1"), "A:1")
    check_legal(board(K, "J1 e1"), "J:1")


def test_5_a_mark_is_lost_by_sowing_also_by_a_partial_lift() -> None:
    position = board(K, "A2 E1 a1", marks="AEa")
    check_move(position, "A:1", "A1 B1 E1 a1", marks="Ea")
    check_move(position, "A:2", "B1 C1 E1 a1", marks="Ea")


def test_5_a_mark_is_lost_by_a_relay_in_either_row_and_never_gained_again() -> None:
    # Relay through a, North's: a has 3, sown on b, c and d, and d is empty.
    position = board(K, "A1 J1 a2 b1 c1", marks="AJabc")
    check_move(position, "J:1", "A1 b2 c2 d1", marks="Abc")
    # The third lap goes through E, South's own; the holes refilled stay without marks, f1 is not captured by D.
    position = board(K, "J9 C1 i3 f1", marks="JCi")
    assert position.play("J:9").marks == frozenset()


def test_5_warriors_that_fall_into_a_marked_hole_leave_its_mark() -> None:
    check_move(board(K, "A2 B1 j1", marks="ABj"), "A:2", "B2 C1 j1", marks="Bj")


def test_6_the_first_lap_may_not_end_in_an_own_occupied_hole() -> None:
    position = board(K, "A1 B1 j1")
    check_legal(position, "B:1")
    check_forbidden(position, "A:1", "first-lap restriction")
    check_forbidden(board(K, "A1 B1 j1", marks="ABj"), "A:1", "first-lap restriction")
    # Nor where the lap has been in the enemy row in between: twelve from J end on B.
    check_forbidden(board(K, "J12 B1 e1"), "J:12", "first-lap restriction")


def test_6_option_first_lap_restriction() -> None:
    position = board(FREE, "A1 B1 j1")
    check_legal(position, "A:1 B:1")
    check_move(position, "A:1", "C1 D1 j1")


def test_6_the_enemy_row_and_later_laps_are_free() -> None:
    check_move(board(K, "I1 J2 B1 b1"), "J:2", "I1 B1 a1 c1 d1")
    # a to i; i has 4: j, A, B, C; C has 2: D, E. E was empty, and f, opposite, has got one: both taken.
    check_move(board(K, "J9 C1 i3"), "J:9", "A1 B1 D1 a1 b1 c1 d1 e1 g1 h1 j1", (2, 0))


def test_6_all_the_way_round() -> None:
    # Twenty from A end on A, which is empty, and take j there, and i, h, g by rule 10.
    check_move(board(K, "A20"), "A:20", "B1 C1 D1 E1 F1 G1 H1 I1 J1 a1 b1 c1 d1 e1 f1", (5, 0))
    # After a partial lift A still holds a warrior, and 21 end on B, which has got one: both forbidden.
    position = board(K, "A21 a1")
    assert "A:19" in legal(position)
    check_forbidden(position, "A:20", "first-lap restriction")
    check_forbidden(position, "A:21", "first-lap restriction")


def test_6_kind_11_the_restriction_holds_in_every_turn_of_either_player() -> None:
    position = board(K, "A1 B1 D1 a1 b1 d1")
    for _ in range(2):
        first = "A" if position.mover == SOUTH else "a"
        assert f"{first}:1" not in legal(position)
        position = position.play("D:1" if position.mover == SOUTH else "d:1")
    assert "A:1" not in legal(position)


@pytest.mark.parametrize("marks", ["", "a", "E", "aE"])
def test_7_relay_from_marked_and_unmarked_holes_of_either_row(marks: str) -> None:
    # a: 2 with the last of J, sown on b, c. c is empty.
    position = board(K, "J1 a1 E2", marks=marks)
    check_move(position, "J:1", "E2 b1 c1", marks=marks.replace("a", ""))


def test_8_the_sowing_ends_in_an_empty_hole() -> None:
    check_move(board(K, "A2 j1 a1"), "A:2", "B1 C1 j1 a1")
    check_move(board(K, "J2 C1 j1"), "J:2", "C1 a1 b1 j1")


# Rule 9: the capture


@pytest.mark.parametrize(
    ("opposite", "marks", "after", "taken"),
    [
        ("i3", "", "E1 a1", 4),  # occupied, unmarked
        ("i3", "i", "B1 E1 i3 a1", 0),  # occupied, marked
        ("", "", "B1 E1 a1", 0),  # empty
    ],
)
def test_9_kind_4_the_opposite_hole(opposite: str, marks: str, after: str, taken: int) -> None:
    check_move(board(K, f"A1 E1 a1 {opposite}", marks=marks), "A:1", after, (taken, 0))


def test_9_kind_4_an_empty_hole_cannot_be_marked() -> None:
    with pytest.raises(IllegalPositionError, match="i is marked but empty"):
        board(K, "A1 E1 a1", marks="i")


@pytest.mark.parametrize("game", ALL_VARIANTS)
def test_9_no_capture_in_the_enemy_row(game: bonduc.Game) -> None:
    # The last warrior falls on b, empty, and I opposite is occupied.
    check_move(board(game, "I3 J2 e1"), "J:2", "I3 a1 b1 e1")


@pytest.mark.parametrize("hole", range(9))
def test_9_capture_in_every_hole_but_the_first(hole: int) -> None:
    names = K.layout.names
    source, last, facing = names[hole], names[hole + 1], names[18 - hole]
    rest = "a1" if facing != "a" else "j1"
    check_move(board(K, f"{source}1 {facing}2 {rest}"), f"{source}:1", rest, (3, 0))
    assert K.layout.names.index(last) + K.layout.names.index(facing) == 19


def test_9_option_capture_needs_crossing() -> None:
    check_move(board(CROSSING, "A1 E1 a1 i3"), "A:1", "B1 E1 a1 i3")
    # Twelve from J end on B, with one in each of a … j: i is taken.
    check_move(board(CROSSING, "J12 i4"), "J:12", "A1 a1 b1 c1 d1 e1 f1 g1 h1 j1", (6, 0))
    # The crossing may be in an earlier lap of the turn: J2 reaches b (2 there), lap two ends in the enemy row.
    check_move(board(CROSSING, "J9 C1 i3"), "J:9", "A1 B1 D1 a1 b1 c1 d1 e1 g1 h1 j1", (2, 0))


# Rule 10: the leftmost bonus


@pytest.mark.parametrize(
    ("game", "marks", "after", "taken"),
    [
        # Eleven from J end on A; then j3 i2 h2 g2 f2 e1 d1 c1 b1 a1 and A1.
        (K, "", "a1 b1 c1 d1 e1 f2", 10),
        (NO_BONUS, "", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (K, "i", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (K, "h", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (K, "g", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (K, "f", "a1 b1 c1 d1 e1 f2", 10),
        (K, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE, "j", "A1 a1 b1 c1 d1 e1 f2 j3", 6),
        (LOOSE, "jh", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE, "", "a1 b1 c1 d1 e1 f2", 10),
        (LOOSE_NO_BONUS, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (RUN, "f", "a1 b1 c1 d1 e1 f2", 10),
        (RUN, "h", "a1 b1 c1 d1 e1 f2 g2 h2", 6),
        (RUN, "i", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (RUN, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE_RUN, "jg", "A1 a1 b1 c1 d1 e1 f2 g2 j3", 4),
        (LOOSE_RUN, "ji", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
    ],
)
def test_10_bonus(game: bonduc.Game, marks: str, after: str, taken: int) -> None:
    before = board(game, "J11 B1 f1 g1 h1 i1 j2", marks=marks)
    check_move(before, "J:11", f"{after} B1", (taken, 0))


@pytest.mark.parametrize(
    ("before", "move", "after", "more_by_run"),
    [
        ("J7 B1 g3", "J:7", "B1 a1 b1 c1 d1 e1 f1", "h1 i1"),  # lap two lifts g: h, i, j, A
        ("J8 B1 h2", "J:8", "B1 a1 b1 c1 d1 e1 f1 g1", "i1"),
        ("J9 B1 i1", "J:9", "B1 a1 b1 c1 d1 e1 f1 g1 h1", ""),
    ],
)
def test_10_kind_4_one_of_the_three_empty_and_none_is_taken(
    before: str, move: str, after: str, more_by_run: str
) -> None:
    for game in (K, LOOSE, NO_BONUS):
        check_move(board(game, before), move, f"{after} {more_by_run}", (2, 0))
    for game in (RUN, LOOSE_RUN):
        check_move(board(game, before), move, after, (2 + len(more_by_run.split()), 0))


def test_10_the_run_takes_the_whole_row_and_the_round_is_over() -> None:
    # Everything is taken, so neither could move: the prisons stand.
    check_move(board(RUN, "J11 f1 g1 h1 i1 j2"), "J:11", "", (17, 0), mover=None)


def test_10_only_in_the_leftmost_hole() -> None:
    # On B no bonus: i is taken with the capturing warrior; h, g, f stay.
    for game in (K, RUN, LOOSE):
        check_move(board(game, "A1 f1 g1 h1 i1"), "A:1", "f1 g1 h1", (2, 0))


def test_10_needs_the_crossing_too() -> None:
    check_move(board(CROSSING, "A20"), "A:20", "B1 C1 D1 E1 F1 G1 H1 I1 J1 a1 b1 c1 d1 e1 f1", (5, 0))


# Rules 11 to 13: the end


def outcome_after(position: Position, move: str) -> Outcome | None:
    return position.play(move).outcome


def test_11_kind_12_who_cannot_move_leaves_the_board_to_the_other() -> None:
    position = board(K, "A1 E4", stores=(20, 35))
    check_move(position, "A:1", "", (5, 0), mover=None)
    assert outcome_after(position, "A:1") == Outcome(NORTH, Termination.NO_LEGAL_MOVE, (25, 35))
    assert outcome_after(mirror(position), "a:1") == Outcome(SOUTH, Termination.NO_LEGAL_MOVE, (35, 25))


def test_11_kind_12_neither_can_move() -> None:
    # Lifting all, South can move neither I (J is occupied) nor J (19 end on I, occupied); North likewise.
    both = board(WHOLE, "I1 J19 i1 j19", stores=(13, 7))
    assert both.outcome == Outcome(SOUTH, Termination.NEITHER_CAN_MOVE, (33, 27))
    assert board(WHOLE, "I1 J19 i1 j19", NORTH, stores=(7, 13)).outcome == Outcome(
        NORTH, Termination.NEITHER_CAN_MOVE, (27, 33)
    )
    one = board(WHOLE, "I1 J19 a1", stores=(13, 26))
    assert one.outcome == Outcome(NORTH, Termination.NO_LEGAL_MOVE, (13, 47))
    assert board(WHOLE, "A1 i1 j19", NORTH, stores=(26, 13)).outcome == Outcome(
        SOUTH, Termination.NO_LEGAL_MOVE, (47, 13)
    )
    # With partial lifts J still moves.
    assert board(K, "I1 J19 i1 j19", stores=(13, 7)).outcome is None


def test_11_checked_after_the_opening_too() -> None:
    # North's last drop leaves South nothing; North, who could move, gets everything.
    position = board(K, "a5 b54", NORTH, phase="open-north", hand=1, stores=(0, 0))
    after = position.play("j+")
    assert after.outcome == Outcome(NORTH, Termination.NO_LEGAL_MOVE, (0, 60))
    assert after.holes == (0,) * 20
    assert after.marks == frozenset()


@pytest.mark.parametrize(
    ("stores", "winner", "points"),
    [
        ((31, 29), SOUTH, (2.0, 0.0)),
        ((29, 31), NORTH, (0.0, 2.0)),
        ((30, 30), None, (0.5, 0.5)),
        ((32, 28), SOUTH, (1.0, 0.0)),
        ((0, 60), NORTH, (0.0, 1.0)),
    ],
)
def test_12_and_13_winner_and_one_warrior_victory(
    stores: tuple[int, int], winner: bonduc.Player | None, points: tuple[float, float]
) -> None:
    finished = board(K, "", mover=None, stores=stores)
    assert finished.outcome is not None
    assert finished.outcome.winner == winner
    match = Match(K)
    match._rounds[0] = Round(K, finished)
    assert match.points(1) == points


@pytest.mark.parametrize("value", range(2, 11))
def test_13_one_warrior_value(value: int) -> None:
    match = Match(K, one_warrior_value=value)
    match._rounds[0] = Round(K, board(K, "", mover=None, stores=(29, 31)))
    assert match.points(1) == (0.0, float(value))


@pytest.mark.parametrize("value", [1, 11])
def test_13_one_warrior_value_is_two_to_ten(value: int) -> None:
    with pytest.raises(OptionError, match="from 2 to 10"):
        Match(K, one_warrior_value=value)


def test_repetition_shares_the_warriors_on_the_board() -> None:
    shared = board(K, "A3 b4", marks="A", stores=(28, 25)).shared()
    assert shared.outcome == Outcome(SOUTH, Termination.REPETITION, (31, 28))
    assert shared.lost == 1
    assert shared.holes == (0,) * 20
    assert (shared.marks, shared.mover) == (frozenset(), None)


# Endless sowing


def test_kind_8_an_endless_sowing_is_refused() -> None:
    # A picture that repeats every three holes: three warriors go round and round.
    holes = [0] * 20
    for distance in range(1, 20):
        holes[(9 + distance) % 20] = (2, 1, 0)[distance % 3]
    holes[9] = 3
    position = board(K, " ".join(str(count) for count in holes), stores=(38, 0))
    assert "J:2" in legal(position)
    check_forbidden(position, "J:3", "endless sowing")


# Kind 10: golden traces, lap by lap


def test_kind_10_trace_of_relays_marks_and_capture() -> None:
    sowing = board(K, "J9 C1 i3", marks="JCi").sowing("J:9")
    assert told(sowing, K.layout.names) == [
        "lift J9", "unmark J",
        "drop a1", "drop b1", "drop c1", "drop d1", "drop e1", "drop f1", "drop g1", "drop h1", "drop i4",
        "lift i4", "unmark i",
        "drop j1", "drop A1", "drop B1", "drop C2",
        "lift C2", "unmark C",
        "drop D1", "drop E1",
        "take f1 S", "take E1 S", "end E OPPOSITE_TAKEN",
    ]  # fmt: skip
    assert [event.lap for event in sowing if event.event.name == "LIFT"] == [1, 2, 3]
    assert (sowing.laps, sowing.captured) == (3, (2, 0))


def test_kinds_3_and_10_trace_of_the_bonus() -> None:
    sowing = mirror(board(K, "J11 f1 g1 h1 i1 j2")).sowing("j:11")
    assert told(sowing, K.layout.names)[-7:] == [
        "drop a1", "take J3 N", "take a1 N", "take I2 N", "take H2 N", "take G2 N", "end a BONUS_TAKEN",
    ]  # fmt: skip
    assert sowing.captured == (0, 10)


def test_kind_10_trace_of_the_end() -> None:
    sowing = board(K, "A1 E4").sowing("A:1")
    assert told(sowing, K.layout.names) == [
        "lift A1", "drop B1", "end B EMPTY_HOLE", "sweep B1 S", "sweep E4 S", "over NO_LEGAL_MOVE",
    ]  # fmt: skip


def test_kind_10_trace_of_the_opening() -> None:
    sowing = K.start().play("EF>E5,F5").sowing("ef>J1,e9")
    lines = told(sowing, K.layout.names)
    assert lines[:5] == ["lift e5", "lift f5", "drop J6", "drop e1", "drop e2"]
    assert lines[11:] == ["drop e9", "end e OPENING", *(f"mark {name}" for name in "EFGHIJeghij")]
