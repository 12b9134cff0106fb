"""Bao la Kimasai, rule by rule: the numbers in the tests' names are those of the rules. Every move from both seats."""

from __future__ import annotations

import pytest

import bonduc
from bonduc import NORTH, SOUTH, BonducError, IllegalPositionError, Player
from bonduc.checks.mirror import mirror
from bonduc.outcome import Outcome, Termination
from tests.boards import board, check_forbidden, check_legal, check_move, legal, told

B12 = bonduc.game("bao-la-kimasai")
B4 = bonduc.game("bao-la-kimasai", columns=4)
B2 = bonduc.game("bao-la-kimasai", columns=2)


# Rule 1: the start


@pytest.mark.parametrize("columns", range(2, 13))
def test_1_kind_16_start(columns: int) -> None:
    game = bonduc.game("bao-la-kimasai", columns=columns)
    start = game.start()
    empty = [name for name, stones in zip(game.layout.names, start.holes, strict=True) if not stones]
    assert empty == ["A2", "a2"]
    assert set(start.holes) == {0, 1}
    assert (start.mover, start.stores) == (SOUTH, (0, 0))
    assert len(game.layout.names) == 4 * columns
    # As South sees it: North's back row on top, from North's right; South's leftmost front hole is empty.
    rows = str(start).split()[0].split("/")
    assert rows == [
        ",".join(["1"] * columns),
        ",".join(["1"] * (columns - 1) + ["0"]),
        ",".join(["0"] + ["1"] * (columns - 1)),
        ",".join(["1"] * columns),
    ]
    assert legal(start) == ["B2"]


def test_1_names_in_board_order() -> None:
    assert " ".join(B4.layout.names) == "A1 B1 C1 D1 D2 C2 B2 A2 a1 b1 c1 d1 d2 c2 b2 a2"


# Rule 2: the move


def test_2_one_stone_one_hole_on_into_an_empty_hole() -> None:
    # A1 is blocked by B1, and A2, at the end of the ring, by A1.
    position = board(B4, "A1 B1 D1 C2 A2 a1")
    check_legal(position, "B1 D1 C2")
    check_move(position, "B1", "A1 C1 D1 C2 A2 a1")
    check_move(position, "D1", "A1 B1 D2 C2 A2 a1")
    check_move(position, "C2", "A1 B1 D1 B2 A2 a1")
    check_forbidden(position, "A1", "the next hole, B1, is occupied")
    check_forbidden(position, "A2", "the next hole, A1, is occupied")
    check_forbidden(position, "C1", "C1 is empty")
    check_forbidden(position, "a1", "a1 is not your hole")


def test_2_around_the_ring() -> None:
    check_move(board(B4, "A2 a1"), "A2", "A1 a1")


@pytest.mark.parametrize("game", [B4, B12])
def test_2_kind_5_the_only_move_is_from_the_first_or_last_hole(game: bonduc.Game) -> None:
    check_legal(board(game, "A1 a1"), "A1")
    check_legal(board(game, "A2 a1"), "A2")


def test_2_no_hole_ever_holds_two() -> None:
    with pytest.raises(IllegalPositionError, match="A1 holds 2 stones; no hole ever holds two"):
        board(B4, "A12 a1")


# Rule 3: the capture


@pytest.mark.parametrize(
    ("north", "left"),
    [
        ("c1 c2 a1", "a1"),
        ("c2 a1", "a1"),
        ("c1 a1", "c1 a1"),  # kind 4: a back stone is safe while the front hole before it is empty
        ("a1", "a1"),
        ("b1 b2 d1 d2 a1", "b1 b2 d1 d2 a1"),  # other files are not touched
    ],
)
def test_3_kind_4_the_enemy_front_hole_opposite(north: str, left: str) -> None:
    # South's B2 faces North's c2.
    check_move(board(B4, f"C2 D1 {north}"), "C2", f"B2 D1 {left}")


def test_3_no_capture_from_the_back_row() -> None:
    check_move(board(B4, "A1 c2 c1"), "A1", "B1 c2 c1")
    check_move(board(B4, "A2 d2 d1"), "A2", "A1 d2 d1")


@pytest.mark.parametrize("game", [bonduc.game("bao-la-kimasai", columns=columns) for columns in (2, 3, 7, 12)])
def test_3_kind_16_every_file_faces_its_own(game: bonduc.Game) -> None:
    columns = int(game.options["columns"])
    letters = "ABCDEFGHIJKL"[:columns]
    for place, letter in enumerate(letters):
        source = f"{letters[place + 1]}2" if place + 1 < columns else f"{letter}1"
        facing = letters[columns - 1 - place].lower()
        rest = "a1" if facing != "a" else "b1"
        before = board(game, f"{source} {facing}1 {facing}2 {rest}")
        check_move(before, source, f"{letter}2 {rest}")


def test_3_captured_stones_leave_the_game() -> None:
    position = board(B4, "C2 D1 c1 c2 a1")
    after = position.play("C2")
    assert sum(after.holes) == sum(position.holes) - 2
    assert after.stores == (0, 0)
    with pytest.raises(IllegalPositionError, match="the stores stay 0"):
        board(B4, "C2 D1 c1 c2 a1", stores=(1, 0))


# Rules 4 and 5: the end


def test_4_kind_12_all_enemy_stones_captured() -> None:
    position = board(B4, "C2 c2 c1")
    check_move(position, "C2", "", (1, 0), mover=None)
    assert position.play("C2").outcome == Outcome(SOUTH, Termination.ALL_CAPTURED, (1, 0))
    assert mirror(position).play("c2").outcome == Outcome(NORTH, Termination.ALL_CAPTURED, (0, 1))


@pytest.mark.parametrize("hole", range(8))
def test_4_who_has_a_stone_has_a_move(hole: int) -> None:
    # One hole of the ring is empty at least, and the stone behind it can move; so only a player without stones cannot.
    names = B4.layout.names[:8]
    stones = " ".join(name for name in names if name != names[hole])
    check_legal(board(B4, f"{stones} a1"), names[hole - 1])


def test_4_kind_12_matrix_of_set_up_positions() -> None:
    for mover in Player:
        won = board(B2, "A1", mover).outcome
        assert won == Outcome(SOUTH, Termination.ALL_CAPTURED, (1, 0))
        lost = board(B2, "a1", mover).outcome
        assert lost == Outcome(NORTH, Termination.ALL_CAPTURED, (0, 1))


def test_4_a_full_ring_cannot_occur() -> None:
    # Each player starts with one stone fewer than the ring has holes: the owner of the empty hole can always move.
    with pytest.raises(IllegalPositionError, match="South has 4 stones"):
        board(B2, "A1 B1 B2 A2 a1")


def test_5_a_repeated_position_is_a_draw() -> None:
    shared = board(B4, "A1 B1 D1 C2 a1 c2").shared()
    assert shared.outcome == Outcome(None, Termination.REPETITION, (0, 0))
    assert (shared.holes, shared.mover) == ((0,) * 16, None)


@pytest.mark.parametrize(("stores", "winner"), [((1, 0), SOUTH), ((0, 1), NORTH), ((0, 0), None)])
def test_finished_positions(stores: tuple[int, int], winner: Player | None) -> None:
    finished = board(B4, "", mover=None, stores=stores)
    assert finished.outcome == Outcome(winner, Termination.FINISHED, stores)
    with pytest.raises(IllegalPositionError, match="the winner's store holds 1"):
        board(B4, "", mover=None, stores=(1, 1))


def test_rounds_are_not_restocked() -> None:
    with pytest.raises(BonducError, match="every round starts alike"):
        B12.restock((10, 10))


# Kinds 3 and 10: golden traces


def test_kinds_3_and_10_traces() -> None:
    position = board(B4, "C2 D1 c1 c2 a1")
    assert told(position.sowing("C2"), B4.layout.names) == [
        "lift C21", "drop B21", "take c21 S", "take c11 S", "end B2 STEP",
    ]  # fmt: skip
    assert told(mirror(position).sowing("c2"), B4.layout.names) == [
        "lift c21", "drop b21", "take C21 N", "take C11 N", "end b2 STEP",
    ]  # fmt: skip
    position = board(B4, "C2 c2")
    assert told(position.sowing("C2"), B4.layout.names) == [
        "lift C21", "drop B21", "take c21 S", "end B2 STEP", "sweep B21", "over ALL_CAPTURED",
    ]  # fmt: skip
