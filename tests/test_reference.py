"""The plain implementation by itself: the checked numbers, and positions worked by hand for every rule.

The names of the tests give the game and the number of the rule.
"""

from __future__ import annotations

import random
from dataclasses import replace
from math import comb

import pytest

from tests.reference import adji_kui_ii as adji
from tests.reference import bao_la_kimasai as bao
from tests.reference import kiothi
from tests.reference import rio_kadalis as rio
from tests.reference.common import NORTH, SOUTH, EndlessSowing, IllegalMove, hole_names
from tests.reference.positions import (
    adji_state,
    bao_state,
    kiothi_state,
    mirror_adji,
    mirror_bao,
    mirror_kiothi,
    mirror_rio,
    rio_state,
    seeds,
)

ADJI = adji.Options()
RIO = rio.Options()
BAO = bao.Options()
KIOTHI = kiothi.Options()


def kiothi_opening(*redistributions: str) -> kiothi.State:
    """`IJ=A5,B5` empties I and J and drops five warriors on A and five on B."""
    state = kiothi.start(KIOTHI)
    for text in redistributions:
        emptied, dropped = text.split("=")
        for name in emptied:
            state = kiothi.play(state, f"{name}-", KIOTHI)
        for word in dropped.split(","):
            for _ in range(int(word[1:])):
                state = kiothi.play(state, f"{word[0]}+", KIOTHI)
    return state


# The checked numbers


def test_adji_counts() -> None:
    found = [adji.perft(adji.start(ADJI), depth, ADJI) for depth in range(1, 8)]
    assert found == [6, 23, 102, 407, 1656, 6625, 26527]


@pytest.mark.parametrize(
    ("options", "counts"),
    [(RIO, [6, 32, 140, 638, 3029, 13800, 58706]), (rio.Options(holes=5), [5, 24, 96, 410, 1661, 6267])],
)
def test_rio_counts(options: rio.Options, counts: list[int]) -> None:
    found = [rio.perft(rio.start(options), depth, options) for depth in range(1, len(counts) + 1)]
    assert found == counts


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        (BAO, [1, 2, 3, 7, 15, 40, 105, 309, 937, 3046, 10207, 35922]),
        (bao.Options(columns=6), [1, 2, 3, 7, 15, 39, 98, 272, 764, 2242]),
    ],
)
def test_bao_counts(options: bao.Options, counts: list[int]) -> None:
    found = [bao.perft(bao.start(options), depth, options) for depth in range(1, len(counts) + 1)]
    assert found == counts


def test_kiothi_counts() -> None:
    state = kiothi_opening("IJ=A5,B5", "ij=a5,b5")
    assert [kiothi.perft(state, depth, KIOTHI) for depth in range(1, 4)] == [18, 288, 3830]


def test_board_after_first_move_a() -> None:
    board = seeds("2 7 1 6 1 6 / 6 6 0 1 6 6")
    assert adji.play(adji.start(ADJI), "A", ADJI) == adji.State(board, (0, 0), NORTH)
    assert rio.play(rio.start(RIO), "A", RIO) == rio.State(board, (0, 0), NORTH)


# Endless sowing


@pytest.mark.parametrize(
    ("board", "move", "laps"),
    [
        ("0 2 6 3 6 5 / 1 3 4 1 0 1", "D", 194),
        ("1 0 2 19 5 3 / 7 1 0 4 0 2", "E", 660),
        ("3 1 2 9 3 2 / 1 10 2 8 2 1", "A", 308_934),
        ("0 7 1 7 1 3 / 1 5 12 0 5 6", "F", 339_408),
    ],
)
def test_adji_endless(board: str, move: str, laps: int) -> None:
    state = adji_state(board)
    with pytest.raises(EndlessSowing) as caught:
        adji.play(state, move, ADJI)
    assert caught.value.laps == laps
    assert move not in adji.legal_moves(state, ADJI)


def test_adji_long_but_not_endless() -> None:
    state = adji_state("2 1 0 4 3 10 / 6 10 1 0 7 0")
    assert adji.sow(state, 5, ADJI).laps == 156
    assert "F" in adji.legal_moves(state, ADJI)
    # The board of the 339,408 laps, from another hole.
    assert adji.sow(adji_state("0 7 1 7 1 3 / 1 5 12 0 5 6"), 3, ADJI).laps == 21


def test_endless_by_hand() -> None:
    # Every lap goes once around and one further, and the same picture has moved on by one hole.
    with pytest.raises(EndlessSowing) as caught:
        adji.play(adji_state("5 3 / 2 1"), "A", adji.Options(holes=2))
    assert caught.value.laps == 4

    # Three stones go round and round, three holes at a time. From A the four on B are taken: not endless.
    state = rio_state("2 3 / 0 1")
    options = rio.Options(holes=2)
    assert rio.legal_moves(state, options) == ["A"]
    with pytest.raises(EndlessSowing):
        rio.play(state, "B", options)

    # The same picture on twenty holes, lifting three each time.
    holes = [0] * 20
    for distance in range(1, 20):
        holes[(9 + distance) % 20] = (2, 1, 0)[distance % 3]
    holes[9] = 3
    state_of_20 = kiothi.State(tuple(holes), (38, 0), SOUTH)
    with pytest.raises(EndlessSowing) as caught:
        kiothi.play(state_of_20, "J:3", KIOTHI)
    assert caught.value.laps == 20
    assert "J:2" in kiothi.legal_moves(state_of_20, KIOTHI)
    assert "J:3" not in kiothi.legal_moves(state_of_20, KIOTHI)


# Properties that hold in every game, along random rounds


def test_adji_random_rounds() -> None:
    chance = random.Random(1)
    for options in (
        ADJI,
        adji.Options(own_four="relays"),
        adji.Options(holes=3),
        adji.Options(holes=5, seeds=3),
    ):
        for bought in (0, 1, 2):
            n = options.holes
            owners = (SOUTH,) * (n + bought) + (NORTH,) * (n - bought)
            state = replace(adji.start(options), owners=owners)
            total = sum(state.holes)
            for _ in range(60):
                moves = adji.legal_moves(state, options)
                if not moves:
                    break
                for text in [*hole_names(n), "pass"]:
                    if text not in moves:
                        with pytest.raises(IllegalMove):
                            adji.play(state, text, options)
                move = chance.choice(moves)
                turned = adji.play(mirror_adji(state), move if move == "pass" else move.swapcase(), options)
                state = adji.play(state, move, options)
                assert mirror_adji(state) == turned
                assert sum(state.holes) + sum(state.stores) == total
                assert (state.mover is None) == (sum(state.holes) == 0)
                assert adji.settle(state, options) == state
            assert sum(adji.share(state, options).stores) >= total - 1


def test_rio_random_rounds() -> None:
    chance = random.Random(2)
    for options in (
        RIO,
        rio.Options(direction="clockwise"),
        rio.Options(holes=5),
        rio.Options(holes=3, seeds=5),
    ):
        for closed in (frozenset[int](), frozenset({0}), frozenset({options.holes, options.holes + 1})):
            n = options.holes
            holes = tuple(0 if hole in closed else options.seeds for hole in range(2 * n))
            state = rio.settle(rio.State(holes, (0, 0), SOUTH, closed), options)
            total = sum(holes)
            for _ in range(60):
                moves = rio.legal_moves(state, options)
                if not moves:
                    break
                for text in hole_names(n):
                    if text not in moves:
                        with pytest.raises(IllegalMove):
                            rio.play(state, text, options)
                move = chance.choice(moves)
                turned = rio.play(mirror_rio(state), move.swapcase(), options)
                state = rio.play(state, move, options)
                assert mirror_rio(state) == turned
                assert sum(state.holes) + sum(state.stores) == total
                assert all(state.holes[hole] == 0 for hole in closed)
                assert rio.settle(state, options) == state


def test_bao_random_rounds() -> None:
    chance = random.Random(3)
    for columns in (2, 3, 4, 12):
        options = bao.Options(columns)
        state = bao.start(options)
        for _ in range(100):
            moves = bao.legal_moves(state, options)
            if not moves:
                break
            move = chance.choice(moves)
            turned = bao.play(mirror_bao(state), move.swapcase(), options)
            after = bao.play(state, move, options)
            assert mirror_bao(after) == turned
            assert sum(after.holes) <= sum(state.holes)
            assert (after.mover is None) == (sum(after.holes) == 0)
            state = after


KIOTHI_VARIANTS = [
    KIOTHI,
    kiothi.Options(partial_lift=False),
    kiothi.Options(first_lap_restriction=False, bonus="run"),
    kiothi.Options(holes_filled=5, seeds=6, capture_needs_crossing=True, bonus_needs_capture=False),
    kiothi.Options(holes_filled=5, bonus="run", bonus_needs_capture=False, partial_lift=False),
]


@pytest.mark.parametrize("options", KIOTHI_VARIANTS)
def test_kiothi_random_rounds(options: kiothi.Options) -> None:
    chance = random.Random(4)
    for _ in range(3):
        state = kiothi.start(options)
        total = 2 * options.holes_filled * options.seeds
        for ply in range(150):
            moves = kiothi.legal_moves(state, options)
            if not moves:
                break
            move = chance.choice(moves)
            after = kiothi.play(state, move, options)
            assert sum(after.holes) + sum(after.stores) + after.hand == total
            assert all(after.holes[hole] > 0 for hole in after.marks)
            if state.phase == "play":
                assert kiothi.play(mirror_kiothi(state), move.swapcase(), options) == mirror_kiothi(after)
                assert sum(after.stores) == total or after.marks <= state.marks
                if ply % 10 == 0:
                    assert_legal_if_and_only_if_listed(state, moves, options)
            state = after


def assert_legal_if_and_only_if_listed(state: kiothi.State, moves: list[str], options: kiothi.Options) -> None:
    for hole, name in enumerate(kiothi.NAMES):
        for count in range(state.holes[hole] + 2):
            text = f"{name}:{count}"
            if text not in moves:
                with pytest.raises(IllegalMove):
                    kiothi.play(state, text, options)


@pytest.mark.parametrize("text", ["", "A", "A:", "A:0", "A:01", "A:-1", "K:1", "A2", "a:1", "pass", "A:1 ", "E-", "A+"])
def test_kiothi_bad_texts(text: str) -> None:
    with pytest.raises(IllegalMove):
        kiothi.play(kiothi_state("A2 a2"), text, KIOTHI)


@pytest.mark.parametrize("text", ["", "AA", "a", "G", "A:4", "A1", " A"])
def test_bad_texts(text: str) -> None:
    with pytest.raises(IllegalMove):
        adji.play(adji.start(ADJI), text, ADJI)
    with pytest.raises(IllegalMove):
        rio.play(rio.start(RIO), text, RIO)
    with pytest.raises(IllegalMove):
        bao.play(bao.start(BAO), text, BAO)


# Kiothi, rule by rule


def test_kiothi_1_start() -> None:
    row = (0, 0, 0, 0, 5, 5, 5, 5, 5, 5)
    assert kiothi.start(KIOTHI) == kiothi.State(row + row, (0, 0), SOUTH, phase="open-south")
    row = (0, 0, 0, 0, 0, 5, 5, 5, 5, 5)
    assert kiothi.start(kiothi.Options(holes_filled=5)).holes == row + row
    row = (0, 0, 0, 0, 0, 6, 6, 6, 6, 6)
    assert kiothi.start(kiothi.Options(holes_filled=5, seeds=6)).holes == row + row
    with pytest.raises(ValueError, match="seeds"):
        kiothi.Options(seeds=6)


def test_kiothi_2_opening_steps() -> None:
    state = kiothi.start(KIOTHI)
    assert kiothi.legal_moves(state, KIOTHI) == ["E-", "F-", "G-", "H-", "I-"]
    state = kiothi.play(state, "H-", KIOTHI)
    assert (state.hand, state.emptied, state.mover) == (5, 7, SOUTH)
    assert kiothi.legal_moves(state, KIOTHI) == ["I-", "J-"]
    state = kiothi.play(state, "J-", KIOTHI)
    assert (state.hand, state.emptied, state.last) == (10, None, None)
    assert kiothi.legal_moves(state, KIOTHI) == [f"{name}+" for name in "ABCDEFGHIJabcdefghij"]
    state = kiothi.play(state, "J+", KIOTHI)  # an emptied hole may receive warriors
    assert (state.hand, state.last, state.holes[9]) == (9, 9, 1)
    assert kiothi.legal_moves(state, KIOTHI) == [f"{name}+" for name in "Jabcdefghij"]
    with pytest.raises(ValueError, match="opening"):
        kiothi.play(state, "I+", KIOTHI)
    for _ in range(9):
        state = kiothi.play(state, "a+", KIOTHI)
    assert (state.phase, state.mover, state.hand, state.last) == ("open-north", NORTH, 0, None)
    # North may empty the hole that South has just filled.
    assert kiothi.legal_moves(state, KIOTHI) == ["a-", "e-", "f-", "g-", "h-", "i-"]


def test_kiothi_2_size_of_the_opening() -> None:
    pairs = kiothi.perft(kiothi.start(KIOTHI), 2, KIOTHI)
    assert pairs == comb(6, 2)
    # Two warriors over twenty holes; ten warriors likewise make 20,030,010.
    few = replace(kiothi_state("I1 J1 a1 b1"), phase="open-south")
    assert kiothi.perft(few, 4, KIOTHI) == comb(21, 19) == 210
    assert pairs * comb(29, 19) == 300_450_150


def test_kiothi_3_marks() -> None:
    # North empties i (5) and j, which South has made 10.
    state = kiothi_opening("IJ=A5,j5", "ij=h1,j14")
    assert state == kiothi_state("A5 E5 F5 G5 H5 e5 f5 g5 h6 j14", marks="AEFGHefghj")


def test_kiothi_4_lifts() -> None:
    state = kiothi_state("A3 E2 j1")
    assert kiothi.legal_moves(state, KIOTHI) == ["A:1", "A:2", "A:3", "E:1", "E:2"]
    assert kiothi.legal_moves(state, kiothi.Options(partial_lift=False)) == ["A:3", "E:2"]
    assert kiothi.play(state, "A:2", KIOTHI) == kiothi_state("A1 B1 C1 E2 j1", mover=NORTH)
    assert kiothi.legal_moves(replace(state, mover=NORTH), KIOTHI) == ["j:1"]


def test_kiothi_5_and_7_marks_lost() -> None:
    # A partial lift takes the mark of the hole lifted.
    assert kiothi.play(kiothi_state("A2 E1 a1", marks="AEa"), "A:1", KIOTHI) == kiothi_state(
        "A1 B1 E1 a1", marks="Ea", mover=NORTH
    )
    # Relay through a, North's: a has 3, sown on b, c, d, and d is empty. No capture there.
    assert kiothi.play(kiothi_state("A1 J1 a2 b1 c1", marks="AJabc"), "J:1", KIOTHI) == kiothi_state(
        "A1 b2 c2 d1", marks="Abc", mover=NORTH
    )


def test_kiothi_6_first_lap() -> None:
    state = kiothi_state("A1 B1 j1")
    assert kiothi.legal_moves(state, KIOTHI) == ["B:1"]
    free = kiothi.Options(first_lap_restriction=False)
    # B has 2, sown on C and D: rule 9 finds h and g empty.
    assert kiothi.play(state, "A:1", free) == kiothi_state("C1 D1 j1", mover=NORTH)
    # Rule 6 does not speak of the enemy row: b has 2, sown on c and d.
    state = kiothi_state("I1 J2 B1 b1")
    assert kiothi.play(state, "J:2", KIOTHI) == kiothi_state("I1 B1 a1 c1 d1", mover=NORTH)
    # Nor does it matter where the lap has been in between: twelve from J end on B, occupied.
    assert "J:12" not in kiothi.legal_moves(kiothi_state("J12 B1 e1"), KIOTHI)


def test_kiothi_6_relay_home_is_allowed() -> None:
    # a to i; i has 4: j, A, B, C; C has 2: D, E. E was empty, and f, opposite, has got one: both taken.
    after = kiothi.play(kiothi_state("J9 C1 i3"), "J:9", KIOTHI)
    board = kiothi_state("A1 B1 D1 a1 b1 c1 d1 e1 g1 h1 j1", mover=NORTH)
    assert after == replace(board, stores=(2, 0))


def test_kiothi_6_all_the_way_round() -> None:
    # Twenty from A end on A, which is empty, and take j there, and i, h, g by rule 10.
    state = kiothi.play(kiothi_state("A20"), "A:20", KIOTHI)
    assert state == replace(kiothi_state("B1 C1 D1 E1 F1 G1 H1 I1 J1 a1 b1 c1 d1 e1 f1", mover=NORTH), stores=(5, 0))
    # After a partial lift A still holds a warrior, and 21 end on B, which has got one: both forbidden.
    moves = kiothi.legal_moves(kiothi_state("A21 a1"), KIOTHI)
    assert "A:19" in moves
    assert "A:20" not in moves
    assert "A:21" not in moves


@pytest.mark.parametrize(
    ("opposite", "marks", "board", "stores"),
    [
        ("i3", "", "E1 a1", (4, 0)),
        ("i3", "i", "B1 E1 i3 a1", (0, 0)),
        ("", "", "B1 E1 a1", (0, 0)),
    ],
)
def test_kiothi_9_capture(opposite: str, marks: str, board: str, stores: tuple[int, int]) -> None:
    before = kiothi_state(f"A1 E1 a1 {opposite}", marks=marks)
    expected = replace(kiothi_state(board, marks=marks, mover=NORTH), stores=stores)
    assert kiothi.play(before, "A:1", KIOTHI) == expected
    assert kiothi.play(mirror_kiothi(before), "a:1", KIOTHI) == mirror_kiothi(expected)


def test_kiothi_9_no_capture_in_the_enemy_row() -> None:
    # The last warrior falls on b, empty, and I opposite is occupied.
    assert kiothi.play(kiothi_state("I3 J2 e1"), "J:2", KIOTHI) == kiothi_state("I3 a1 b1 e1", mover=NORTH)


def test_kiothi_9_crossing() -> None:
    crossing = kiothi.Options(capture_needs_crossing=True)
    assert kiothi.play(kiothi_state("A1 E1 a1 i3"), "A:1", crossing) == kiothi_state("B1 E1 a1 i3", mover=NORTH)
    # Twelve from J end on B, with one in each of a ... j: i is taken.
    after = kiothi.play(kiothi_state("J12 i4"), "J:12", crossing)
    assert after == replace(kiothi_state("A1 a1 b1 c1 d1 e1 f1 g1 h1 j1", mover=NORTH), stores=(6, 0))


RUN = kiothi.Options(bonus="run")
NO_BONUS = kiothi.Options(bonus="none")
LOOSE = kiothi.Options(bonus_needs_capture=False)
LOOSE_RUN = kiothi.Options(bonus_needs_capture=False, bonus="run")
LOOSE_NO_BONUS = kiothi.Options(bonus_needs_capture=False, bonus="none")


@pytest.mark.parametrize(
    ("options", "marks", "board", "captured"),
    [
        # Eleven from J end on A; then j3 i2 h2 g2 f2 e1 d1 c1 b1 a1 and A1.
        (KIOTHI, "", "a1 b1 c1 d1 e1 f2", 10),
        (NO_BONUS, "", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (KIOTHI, "i", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (KIOTHI, "g", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (KIOTHI, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE, "j", "A1 a1 b1 c1 d1 e1 f2 j3", 6),
        (LOOSE, "jh", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE, "", "a1 b1 c1 d1 e1 f2", 10),
        (LOOSE_NO_BONUS, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (RUN, "f", "a1 b1 c1 d1 e1 f2", 10),
        (RUN, "h", "a1 b1 c1 d1 e1 f2 g2 h2", 6),
        (RUN, "i", "a1 b1 c1 d1 e1 f2 g2 h2 i2", 4),
        (RUN, "j", "A1 a1 b1 c1 d1 e1 f2 g2 h2 i2 j3", 0),
        (LOOSE_RUN, "jg", "A1 a1 b1 c1 d1 e1 f2 g2 j3", 4),
    ],
)
def test_kiothi_10_bonus(options: kiothi.Options, marks: str, board: str, captured: int) -> None:
    before = kiothi_state("J11 f1 g1 h1 i1 j2", marks=marks)
    expected = replace(kiothi_state(board, marks=marks, mover=NORTH), stores=(captured, 0))
    assert kiothi.play(before, "J:11", options) == expected
    assert kiothi.play(mirror_kiothi(before), "j:11", options) == mirror_kiothi(expected)


def test_kiothi_10_run_takes_the_whole_row() -> None:
    # Everything is taken, so neither could move: the prisons stand.
    after = kiothi.play(kiothi_state("J11 f1 g1 h1 i1 j2"), "J:11", RUN)
    assert after == kiothi.State((0,) * 20, (17, 0), None)


def test_kiothi_10_not_elsewhere() -> None:
    # On B no bonus: i is taken with the capturing warrior, h, g, f stay.
    after = kiothi.play(kiothi_state("A1 f1 g1 h1 i1"), "A:1", KIOTHI)
    assert after == replace(kiothi_state("f1 g1 h1", mover=NORTH), stores=(2, 0))


def test_kiothi_11_end() -> None:
    # North has nothing left to move: South, who could move, gets everything.
    assert kiothi.play(kiothi_state("A1 E4"), "A:1", KIOTHI) == kiothi.State((0,) * 20, (5, 0), None)
    assert kiothi.play(kiothi_state("a1 e4", mover=NORTH), "a:1", KIOTHI).stores == (0, 5)
    # Lifting all, South can move neither I (J is occupied) nor J (19 end on I, occupied).
    whole = kiothi.Options(partial_lift=False)
    stuck = kiothi_state("I1 J19 a1")
    assert kiothi.settle(stuck, KIOTHI) == stuck
    assert kiothi.settle(stuck, whole) == kiothi.State((0,) * 20, (0, 21), None)
    # Neither can move: each takes their own row.
    both_stuck = replace(kiothi_state("I1 J19 i1 j19"), stores=(3, 7))
    assert kiothi.settle(both_stuck, whole) == kiothi.State((0,) * 20, (23, 27), None)


def test_kiothi_11_right_after_the_opening() -> None:
    # North's last drop leaves South nothing; North, who could move, gets everything.
    state = replace(kiothi_state("a5 b1", mover=NORTH), phase="open-north", hand=1)
    assert kiothi.play(state, "j+", KIOTHI) == kiothi.State((0,) * 20, (0, 7), None)


def test_kiothi_repetition() -> None:
    state = replace(kiothi_state("A3 b4", marks="A"), stores=(5, 2))
    assert kiothi.share(state, KIOTHI) == kiothi.State((0,) * 20, (8, 5), None)


# Rio Kadalis, rule by rule


def test_rio_1_directions() -> None:
    state = rio_state("2 0 0 0 0 0 / 2 0 0 0 0 0")
    assert rio.play(state, "A", RIO) == rio_state("0 1 1 0 0 0 / 2 0 0 0 0 0", NORTH)
    clockwise = rio.Options(direction="clockwise")
    assert rio.play(state, "A", clockwise) == rio_state("0 0 0 0 0 0 / 2 0 0 0 1 1", NORTH)


def test_rio_2_relay() -> None:
    # B has 2: C and D. The single stone of A may be sown.
    assert rio.play(rio_state("1 1 0 0 0 0 / 1 0 0 0 0 0"), "A", RIO) == rio_state("0 0 1 1 0 0 / 1 0 0 0 0 0", NORTH)


def test_rio_3_fours_in_passing() -> None:
    # In South's row they are South's, in North's row North's, whoever sows.
    expected = replace(rio_state("0 0 1 0 0 0 / 1 0 0 0 0 0", NORTH), stores=(4, 0))
    assert rio.play(rio_state("2 3 0 0 0 0 / 1 0 0 0 0 0"), "A", RIO) == expected
    expected = replace(rio_state("0 0 0 0 0 0 / 0 1 1 0 0 0", NORTH), stores=(0, 4))
    assert rio.play(rio_state("0 0 0 0 0 2 / 3 0 1 0 0 0"), "F", RIO) == expected
    # The hole is empty then: the thirteenth stone from A falls on B as into any empty hole.
    expected = replace(rio_state("1 1 1 1 1 1 / 1 1 1 1 1 1", NORTH), stores=(4, 0))
    assert rio.play(rio_state("13 3 0 0 0 0 / 0 0 0 0 0 0"), "A", RIO) == expected
    # Four that lie in a hole are not a group formed: B becomes 5 and is sown on.
    assert rio.play(rio_state("1 4 0 0 0 0 / 0 0 0 0 0 0"), "A", RIO) == rio_state("0 0 1 1 1 1 / 1 0 0 0 0 0", NORTH)


def test_rio_4_binikh() -> None:
    expected = replace(rio_state("0 0 0 0 0 0 / 1 0 0 0 0 0", NORTH), stores=(4, 0))
    assert rio.play(rio_state("1 3 0 0 0 0 / 1 0 0 0 0 0"), "A", RIO) == expected
    expected = replace(rio_state("0 0 0 0 0 0 / 0 1 0 0 0 0", NORTH), stores=(4, 0))
    assert rio.play(rio_state("0 0 0 0 0 1 / 3 1 0 0 0 0"), "F", RIO) == expected
    # Also at the end of a relay: B has 2, C 1, D makes four.
    expected = replace(rio_state("0 0 1 0 0 0 / 1 0 0 0 0 0", NORTH), stores=(4, 0))
    assert rio.play(rio_state("1 1 0 3 0 0 / 1 0 0 0 0 0"), "A", RIO) == expected


def test_rio_6_end() -> None:
    after = rio.play(rio_state("1 0 2 0 0 0 / 0 0 0 0 0 0"), "A", RIO)
    assert after == rio.State((0,) * 12, (3, 0), None)
    # All holes closed but A: its two stones go round for ever.
    alone = rio_state("2 0 / 0 0", closed="Bab")
    assert rio.settle(alone, rio.Options(holes=2)) == replace(alone, holes=(0,) * 4, stores=(2, 0), mover=None)


def test_rio_8_closed_holes_are_skipped() -> None:
    state = rio_state("0 0 0 0 0 2 / 0 0 0 1 0 0", closed="ac")
    # b, then d, which has 2: e and f.
    assert rio.play(state, "F", RIO) == rio_state("0 0 0 0 0 0 / 0 1 0 0 1 1", NORTH, closed="ac")


def test_rio_repetition() -> None:
    state = replace(rio_state("1 2 0 0 0 0 / 2 0 0 0 0 0"), stores=(20, 22))
    assert rio.share(state, RIO) == rio.State((0,) * 12, (22, 24), None)


# Adji Kui II, rule by rule


def test_adji_1_single_seeds_stay() -> None:
    assert adji.legal_moves(adji_state("1 2 0 1 0 3 / 2 2 2 0 0 0"), ADJI) == ["B", "F"]


def test_adji_2_four_in_an_enemy_hole() -> None:
    expected = replace(adji_state("0 0 0 0 0 0 / 6 0 0 0 0 5", NORTH), stores=(4, 0))
    assert adji.play(adji_state("0 0 0 0 0 2 / 5 3 0 0 0 5"), "F", ADJI) == expected


def test_adji_3_four_in_an_own_hole() -> None:
    state = adji_state("2 0 3 0 0 0 / 0 0 0 0 5 5")
    assert adji.play(state, "A", ADJI) == adji_state("0 1 4 0 0 0 / 0 0 0 0 5 5", NORTH)
    relays = adji.Options(own_four="relays")
    assert adji.play(state, "A", relays) == adji_state("0 1 0 1 1 1 / 1 0 0 0 5 5", NORTH)


def test_adji_5_relay_and_6_fours_in_passing_stay() -> None:
    # A: B becomes 4 in passing, C has 2; D and E, and E is empty.
    assert adji.play(adji_state("2 3 1 0 0 0 / 0 0 0 0 5 5"), "A", ADJI) == adji_state(
        "0 4 0 1 1 0 / 0 0 0 0 5 5", NORTH
    )
    # F: a becomes 4 in passing, North's, and b ends the turn.
    assert adji.play(adji_state("0 0 0 0 0 2 / 3 0 0 0 5 5"), "F", ADJI) == adji_state(
        "0 0 0 0 0 0 / 4 1 0 0 5 5", NORTH
    )


def test_adji_7_passes() -> None:
    state = adji_state("1 1 1 0 0 0 / 2 1 0 1 1 1")
    assert adji.legal_moves(state, ADJI) == ["pass"]
    after = adji.play(state, "pass", ADJI)
    assert after == replace(state, mover=NORTH, passed=True)
    assert adji.legal_moves(after, ADJI) == ["a"]
    with pytest.raises(ValueError, match="pass"):
        adji.play(after, "pass", ADJI)
    # b, then c, which was empty. An ordinary turn forgets the pass.
    assert adji.play(after, "a", ADJI) == adji_state("1 1 1 0 0 0 / 0 2 1 1 1 1", SOUTH)


def test_adji_7_two_passes_end_the_round() -> None:
    state = replace(adji_state("1 1 1 1 0 0 / 1 1 1 1 1 0"), stores=(20, 19))
    after = adji.play(state, "pass", ADJI)
    assert after.mover == NORTH
    assert adji.legal_moves(after, ADJI) == ["pass"]
    assert adji.play(after, "pass", ADJI) == adji.State((0,) * 12, (24, 24), None)
    assert adji.perft(state, 1, ADJI) == 1
    assert adji.perft(state, 2, ADJI) == 1
    assert adji.perft(state, 3, ADJI) == 0


def test_adji_7_pass_when_all_is_endless() -> None:
    # Followed by hand, the sowing from A comes back to its start after 14 laps.
    state = adji_state("3 0 / 4 5")
    options = adji.Options(holes=2)
    assert adji.legal_moves(state, options) == ["pass"]
    assert adji.play(state, "pass", options) == replace(state, mover=NORTH, passed=True)


def test_adji_8_eight_seeds_end_the_round() -> None:
    # Nine on the board, and the capture leaves five; each takes their own.
    state = replace(adji_state("1 0 0 0 0 2 / 1 3 0 0 0 2"), stores=(20, 19))
    assert adji.play(state, "F", ADJI) == adji.State((0,) * 12, (25, 23), None)
    assert adji.settle(adji_state("4 0 0 0 0 0 / 4 0 0 0 0 0"), ADJI).stores == (4, 4)
    nine = adji_state("4 0 0 0 0 0 / 5 0 0 0 0 0")
    assert adji.settle(nine, ADJI) == nine


def test_adji_10_bought_holes() -> None:
    owners = "SSSSSS SNNNNN"
    # South may start from a, North may not.
    state = adji_state("1 0 0 0 0 2 / 3 2 0 0 5 0", owners=owners)
    assert adji.legal_moves(state, ADJI) == ["F", "a"]
    assert adji.legal_moves(replace(state, mover=NORTH), ADJI) == ["b", "e"]
    # A four that South's last seed makes on a is an own four: nothing taken, the turn ends.
    state = adji_state("0 0 0 0 2 0 / 3 0 0 0 9 0", owners=owners)
    assert adji.play(state, "E", ADJI) == adji_state("0 0 0 0 0 1 / 4 0 0 0 9 0", NORTH, owners=owners)
    # North's last seed there takes the four.
    state = adji_state("0 0 0 0 0 5 / 3 0 0 0 0 7", NORTH, owners=owners)
    expected = adji_state("1 1 1 1 1 6 / 0 0 0 0 0 0", SOUTH, owners=owners)
    assert adji.play(state, "f", ADJI) == replace(expected, stores=(0, 4))
    # At the end South takes the seeds of a.
    state = adji_state("1 0 0 0 0 0 / 3 1 0 0 0 0", owners=owners)
    assert adji.settle(state, ADJI).stores == (4, 1)


def test_adji_repetition() -> None:
    state = replace(adji_state("5 0 0 0 0 0 / 6 0 0 0 0 0"), stores=(20, 17))
    assert adji.share(state, ADJI) == adji.State((0,) * 12, (25, 22), None)


# Bao la Kimasai, rule by rule


def test_bao_1_start() -> None:
    state = bao.start(bao.Options(columns=3))
    assert state == bao_state("A1 B1 C1 C2 B2", "a1 b1 c1 c2 b2", columns=3)
    assert bao.legal_moves(state, bao.Options(columns=3)) == ["B2"]


def test_bao_2_moves() -> None:
    options = bao.Options(columns=4)
    state = bao_state("A1 B1 D1 C2 A2", "a1", columns=4)
    # A1 is blocked by B1 and A2, at the end of the ring, by A1.
    assert bao.legal_moves(state, options) == ["B1", "D1", "C2"]
    assert bao.play(state, "D1", options) == bao_state("A1 B1 D2 C2 A2", "a1", 4, NORTH)
    with pytest.raises(ValueError, match="occupied"):
        bao.play(state, "A2", options)
    around = bao_state("A2", "a1", columns=4)
    assert bao.play(around, "A2", options) == bao_state("A1", "a1", 4, NORTH)


@pytest.mark.parametrize(
    ("north", "left"),
    [
        ("c1 c2 a1", "a1"),
        ("c2 a1", "a1"),
        ("c1 a1", "c1 a1"),  # safe while the front hole before it is empty
    ],
)
def test_bao_3_captures(north: str, left: str) -> None:
    # South's B2 faces North's c2.
    options = bao.Options(columns=4)
    state = bao_state("C2 D1", north, columns=4)
    expected = bao_state("B2 D1", left, 4, NORTH)
    assert bao.play(state, "C2", options) == expected
    assert bao.play(mirror_bao(state), "c2", options) == mirror_bao(expected)


def test_bao_3_no_capture_from_the_back_row() -> None:
    options = bao.Options(columns=4)
    state = bao_state("A1", "c2 c1", columns=4)
    assert bao.play(state, "A1", options) == bao_state("B1", "c2 c1", 4, NORTH)


def test_bao_4_wins() -> None:
    options = bao.Options(columns=4)
    assert bao.play(bao_state("C2", "c2 c1", columns=4), "C2", options) == bao.State((0,) * 16, (1, 0), None)
    # North's ring is full: no legal move.
    two = bao.Options(columns=2)
    full = bao_state("A1", "a1 b1 a2 b2", columns=2)
    assert bao.play(full, "A1", two) == bao.State((0,) * 8, (1, 0), None)
    assert bao.settle(bao_state("A1", "", columns=2, mover=NORTH), two).stores == (1, 0)
    assert bao.settle(bao_state("A1", "", columns=2), two).stores == (1, 0)
    assert bao.settle(bao_state("", "a1", columns=2), two).stores == (0, 1)


def test_bao_5_draw() -> None:
    assert bao.share(bao.start(BAO), BAO) == bao.State((0,) * 48, (0, 0), None)
