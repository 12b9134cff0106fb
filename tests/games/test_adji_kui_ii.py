"""Adji Kui II, rule by rule: the numbers in the tests' names are those of the rules. Every move from both seats."""

from __future__ import annotations

import pytest

import bonduc
from bonduc import NORTH, SOUTH, BonducError, Player
from bonduc.checks.mirror import mirror
from bonduc.games.adji_kui_ii import SPEC
from bonduc.outcome import Outcome, Termination
from tests.boards import board, check_forbidden, check_legal, check_move, legal, told

A = bonduc.game("adji-kui-ii")
RELAYS = bonduc.game("adji-kui-ii", own_four="relays")


@pytest.mark.parametrize("game", [A, RELAYS, bonduc.game("adji-kui-ii", holes=10, seeds=6)])
def test_start(game: bonduc.Game) -> None:
    start = game.start()
    row = int(game.options["holes"])
    assert set(start.holes) == {game.options["seeds"]}
    assert start.owners == (SOUTH,) * row + (NORTH,) * row
    assert (start.stores, start.mover, start.passed) == ((0, 0), SOUTH, False)


@pytest.mark.parametrize("game", [A, RELAYS])
def test_first_move(game: bonduc.Game) -> None:
    check_move(game.start(), "A", "2 7 1 6 1 6 / 6 6 0 1 6 6")


# Rule 1: the turn


def test_1_own_holes_of_two_seeds_or_more() -> None:
    position = board(A, "1 2 0 1 0 3 / 2 2 2 0 0 0")
    check_legal(position, "B F")
    check_move(position, "F", "1 2 0 1 0 0 / 3 3 0 1 1 1")
    check_forbidden(position, "A", "single seeds cannot be sown")
    check_forbidden(position, "C", "C is empty")
    check_forbidden(position, "a", "a is not your hole")


def test_1_kind_5_the_only_move_is_from_the_first_or_last_hole() -> None:
    check_legal(board(A, "2 1 1 1 1 1 / 2 0 0 0 0 0"), "A")
    check_legal(board(A, "1 1 1 1 1 2 / 2 0 0 0 0 0"), "F")


def test_1_a_hole_of_origin_is_not_skipped() -> None:
    check_move(board(A, "12 0 0 0 0 0 / 0 0 0 0 0 0"), "A", "1 1 1 1 1 1 / 1 1 1 1 1 1")


# Rules 2 to 6: the sowing


def test_2_a_four_made_by_the_last_seed_in_an_enemy_hole_is_taken() -> None:
    check_move(board(A, "0 0 0 0 0 2 / 5 3 0 0 0 5"), "F", "0 0 0 0 0 0 / 6 0 0 0 0 5", (4, 0))
    # Also at the end of a relay: F has 2, a and b.
    check_move(board(A, "0 0 0 2 0 1 / 0 3 0 0 0 7"), "D", "0 0 0 0 1 0 / 1 0 0 0 0 7", (4, 0))


def test_3_a_four_in_an_own_hole_ends_the_turn_and_takes_nothing() -> None:
    check_move(board(A, "2 0 3 0 0 0 / 0 0 0 0 5 5"), "A", "0 1 4 0 0 0 / 0 0 0 0 5 5")


def test_3_option_own_four() -> None:
    check_move(board(RELAYS, "2 0 3 0 0 0 / 0 0 0 0 5 5"), "A", "0 1 0 1 1 1 / 1 0 0 0 5 5")
    # A four in an enemy hole is taken all the same.
    check_move(board(RELAYS, "0 0 0 0 0 2 / 5 3 0 0 0 5"), "F", "0 0 0 0 0 0 / 6 0 0 0 0 5", (4, 0))


def test_4_the_turn_ends_in_an_empty_hole() -> None:
    check_move(board(A, "3 0 0 0 0 0 / 0 0 0 0 5 5"), "A", "0 1 1 1 0 0 / 0 0 0 0 5 5")


def test_5_relay() -> None:
    # C has 2: D and E.
    check_move(board(A, "2 0 1 0 0 0 / 0 0 0 0 5 5"), "A", "0 1 0 1 1 0 / 0 0 0 0 5 5")
    # From an enemy hole too, and from five: b has 5.
    check_move(board(A, "0 0 0 0 0 2 / 0 4 0 0 0 5"), "F", "1 0 0 0 0 0 / 1 0 1 1 1 6")


def test_6_fours_made_by_other_seeds_stay() -> None:
    check_move(board(A, "2 3 1 0 0 0 / 0 0 0 0 5 5"), "A", "0 4 0 1 1 0 / 0 0 0 0 5 5")
    check_move(board(A, "0 0 0 0 0 2 / 3 0 0 0 5 5"), "F", "0 0 0 0 0 0 / 4 1 0 0 5 5")


# Rule 7: passes


def test_7_a_pass_is_legal_only_when_nothing_else_is() -> None:
    position = board(A, "1 1 1 0 0 0 / 2 1 0 1 1 1")
    check_legal(position, "pass")
    check_move(position, "pass", "1 1 1 0 0 0 / 2 1 0 1 1 1", passed=True)
    after = position.play("pass")
    assert after.passed
    check_legal(after, "a")
    check_forbidden(after, "pass", "a pass is legal only when nothing else is")
    # b, then c, which was empty. An ordinary turn forgets the pass.
    check_move(after, "a", "1 1 1 0 0 0 / 0 2 1 1 1 1")
    check_forbidden(A.start(), "pass", "a pass is legal only when nothing else is")
    check_forbidden(position, "A", "single seeds cannot be sown")


def test_7_with_only_empty_holes() -> None:
    position = board(A, "0 0 0 0 0 0 / 2 1 0 1 1 5")
    check_legal(position, "pass")
    check_move(position, "pass", "0 0 0 0 0 0 / 2 1 0 1 1 5", passed=True)


def test_7_with_only_endless_sowings() -> None:
    # Followed by hand, the sowing from A comes back to its start after 14 laps.
    position = board(bonduc.game("adji-kui-ii", holes=2), "3 0 / 4 5")
    check_legal(position, "pass")
    check_move(position, "pass", "3 0 / 4 5", passed=True)
    check_forbidden(position, "A", "endless sowing")


@pytest.mark.parametrize("stores", [(20, 19), (19, 20)])
def test_7_kind_12_two_passes_end_the_round(stores: tuple[int, int]) -> None:
    position = board(A, "1 1 1 1 0 0 / 1 1 1 1 1 0", stores=stores)
    after = position.play("pass")
    assert (after.mover, legal(after)) == (NORTH, ["pass"])
    check_move(after, "pass", "", (4, 5), mover=None)
    south, north = stores[0] + 4, stores[1] + 5
    winner = None if south == north else NORTH
    assert after.play("pass").outcome == Outcome(winner, Termination.BOTH_PASSED, (south, north))
    assert [bonduc.perft(position, depth) for depth in (1, 2, 3)] == [1, 1, 0]


def test_7_a_turn_between_two_passes_is_no_succession() -> None:
    position = board(A, "1 1 1 0 0 0 / 2 1 0 1 1 1").play("pass").play("a")
    assert not position.passed
    check_legal(position, "pass")
    again = position.play("pass")
    assert (again.mover, again.passed) == (NORTH, True)


# Rules 8 and 9: the end


def test_8_kind_12_eight_seeds_or_fewer_end_the_round() -> None:
    # Nine on the board, and the capture leaves five; each takes their own.
    position = board(A, "1 0 0 0 0 2 / 1 3 0 0 0 2", stores=(20, 19))
    check_move(position, "F", "", (4 + 1, 4), mover=None)
    assert position.play("F").outcome == Outcome(SOUTH, Termination.FEW_SEEDS, (25, 23))
    assert mirror(position).play("f").outcome == Outcome(NORTH, Termination.FEW_SEEDS, (23, 25))


@pytest.mark.parametrize("seeds_left", [8, 9])
def test_8_eight_exactly(seeds_left: int) -> None:
    position = board(A, f"4 0 0 0 0 0 / {seeds_left - 4} 0 0 0 0 0", stores=(20, 28 - seeds_left))
    over = seeds_left == 8
    assert (position.outcome == Outcome(None, Termination.FEW_SEEDS, (24, 24))) == over
    # Twelve left and a capture of four: over at once. Thirteen: the round goes on.
    position = board(A, f"{seeds_left - 6} 0 0 0 0 2 / 3 3 0 0 0 2")
    after = position.play("F")
    assert (after.mover is None) == over


def test_8_without_a_capture_the_round_goes_on() -> None:
    check_move(board(A, "3 0 0 0 0 0 / 0 0 0 0 0 6"), "A", "0 1 1 1 0 0 / 0 0 0 0 0 6")


@pytest.mark.parametrize(("stores", "winner"), [((25, 23), SOUTH), ((20, 28), NORTH), ((24, 24), None)])
def test_9_more_seeds_win(stores: tuple[int, int], winner: Player | None) -> None:
    finished = board(A, "", mover=None, stores=stores)
    assert finished.outcome == Outcome(winner, Termination.FINISHED, stores)


def test_repetition_shares_the_seeds_on_the_board() -> None:
    shared = board(A, "5 0 0 0 0 0 / 6 0 0 0 0 0", stores=(20, 17)).shared()
    assert shared.outcome == Outcome(SOUTH, Termination.REPETITION, (25, 22))
    assert (shared.lost, shared.mover, sum(shared.holes)) == (1, None, 0)


# Rule 10: bought holes


def test_10_kind_7_a_bought_hole_is_the_buyers_not_the_rows() -> None:
    # South may start from a, North may not.
    position = board(A, "1 0 0 0 0 2 / 3 2 0 0 5 0", owners="aS")
    check_legal(position, "F a")
    check_forbidden(position, "b", "b is not your hole")
    north = board(A, "1 0 0 0 0 2 / 3 2 0 0 5 0", NORTH, owners="aS")
    check_legal(north, "b e")
    check_forbidden(north, "a", "a is not your hole")
    # b becomes 3, c 1, d was empty.
    check_move(position, "a", "1 0 0 0 0 2 / 0 3 1 1 5 0")


def test_10_kind_7_fours_go_by_owner() -> None:
    # Rule 3: a four that South's last seed makes on South's a is an own four.
    position = board(A, "0 0 0 0 2 0 / 3 0 0 0 9 0", owners="aS")
    check_move(position, "E", "0 0 0 0 0 1 / 4 0 0 0 9 0")
    # … which relays under the option: b, c, d, e; e has 10 and ends on c; c has 2 and ends on e, empty.
    position = board(RELAYS, "0 0 0 0 2 0 / 3 0 0 0 9 0", owners="aS")
    check_move(position, "E", "1 1 1 1 1 2 / 1 2 0 2 1 1")
    # Rule 2: North's last seed there, in North's own row, takes the four.
    position = board(A, "0 0 0 0 0 5 / 3 0 0 0 0 7", NORTH, owners="aS")
    check_move(position, "f", "1 1 1 1 1 6 / 0 0 0 0 0 0", (0, 4))
    # South's last seed in South's own row, in a hole that North has bought, takes it too.
    position = board(A, "3 0 0 0 0 7 / 9 0 0 0 0 0", owners="AN")
    check_legal(position, "F")
    check_move(position, "F", "0 0 0 0 0 0 / 10 1 1 1 1 1", (4, 0))


def test_10_kind_7_the_end_goes_by_owner() -> None:
    over = board(A, "1 0 0 0 0 0 / 3 1 0 0 0 0", owners="aS", stores=(20, 23))
    assert over.outcome == Outcome(None, Termination.FEW_SEEDS, (24, 24))
    passes = board(A, "1 1 1 1 1 0 / 1 1 1 1 1 1", owners="aS", stores=(18, 19))
    assert passes.play("pass").play("pass").outcome == Outcome(None, Termination.BOTH_PASSED, (24, 24))
    north_owns = board(A, "1 0 0 0 0 0 / 3 1 0 0 0 0", owners="AN", stores=(20, 23))
    assert north_owns.stores == (20, 28)


def test_10_worked_set_up_of_a_second_round() -> None:
    start = A.restock((29, 19), first=NORTH)
    assert str(start) == "4,4,4,4,0,4/4,4,4,4,4,4 1 3 N owner=aS"
    assert start == board(A, "4 4 4 4 4 4 / 4 0 4 4 4 4", NORTH, owners="aS", stores=(1, 3))
    assert start.owners[10 - 4 + 1] == NORTH  # b, which nobody could fill
    assert mirror(start) == A.restock((19, 29), first=SOUTH)


@pytest.mark.parametrize("game", [A, bonduc.game("adji-kui-ii", holes=4), bonduc.game("adji-kui-ii", seeds=3)])
def test_10_kind_13_set_up_for_every_split(game: bonduc.Game) -> None:
    row, price = int(game.options["holes"]), int(game.options["seeds"])
    for south in range(game.seeds + 1):
        held = (south, game.seeds - south)
        for first in Player:
            start = game.restock(held, first)
            holes, owners = [0] * (2 * row), [SOUTH] * row + [NORTH] * row
            heaps = [amount // price for amount in held]
            for player in Player:
                own = range(row * player, row * (player + 1))
                bought = range(row * (1 - player), row * (2 - player))
                for hole in list(reversed(own))[: heaps[player]]:
                    holes[hole] = price
                for hole in list(bought)[: max(0, heaps[player] - row)]:
                    holes[hole], owners[hole] = price, player
            assert start.mover == first
            assert (start.holes, start.owners) == (tuple(holes), tuple(owners))
            assert start.stores == (held[0] % price, held[1] % price)


@pytest.mark.parametrize("held", [(49, 0), (-1, 20), (30, 30)])
def test_10_impossible_splits(held: tuple[int, int]) -> None:
    with pytest.raises(BonducError, match="cannot restock"):
        A.restock(held)


@pytest.mark.parametrize(
    ("held", "target", "winner"),
    [
        ((45, 3), 24, SOUTH),  # North holds fewer than four
        ((3, 45), 24, NORTH),
        ((44, 4), 24, None),
        ((40, 8), 10, SOUTH),  # ten holes
        ((8, 40), 10, NORTH),
        ((39, 9), 10, None),
        ((32, 16), 8, SOUTH),
        ((24, 24), 10, None),
    ],
)
def test_10_end_of_the_match(held: tuple[int, int], target: int, winner: Player | None) -> None:
    assert SPEC.match.ended is not None
    assert SPEC.match.restock is not None
    row = SPEC.match.restock(A.options, held, SOUTH)
    verdict = SPEC.match.ended(A.options, {"max_rounds": 100, "target_holes": target}, row, held)
    assert (verdict[0] if verdict else None) == winner


# Endless sowing


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("0 2 6 3 6 5 / 1 3 4 1 0 1", "D"),  # a cycle of 194 laps
        ("1 0 2 19 5 3 / 7 1 0 4 0 2", "E"),  # 660
        ("3 1 2 9 3 2 / 1 10 2 8 2 1", "A"),  # 308,934
        ("0 7 1 7 1 3 / 1 5 12 0 5 6", "F"),  # 339,408
    ],
)
def test_kind_8_known_endless_sowings(text: str, move: str) -> None:
    check_forbidden(board(A, text), move, "endless sowing")


@pytest.mark.parametrize(
    ("text", "move", "laps"),
    [("2 1 0 4 3 10 / 6 10 1 0 7 0", "F", 156), ("0 7 1 7 1 3 / 1 5 12 0 5 6", "D", 21)],
)
def test_kind_8_long_sowings_that_end(text: str, move: str, laps: int) -> None:
    position = board(A, text)
    assert move in legal(position)
    assert position.sowing(move).laps == laps
    assert mirror(position).sowing(move.lower()).laps == laps


def test_kind_8_what_is_endless_does_not_depend_on_boards_met_before() -> None:
    # Kind 21: one memory of known cycles serves boards of different totals.
    texts = ["0 2 6 3 6 5 / 1 3 4 1 0 1", "1 0 2 19 5 3 / 7 1 0 4 0 2", "2 1 0 4 3 10 / 6 10 1 0 7 0"]
    found = [[legal(board(A, text)) for text in texts] for _ in range(2)]
    assert found[0] == found[1]
    assert [legal(board(A, text)) for text in reversed(texts)] == found[0][::-1]


# Kinds 3 and 10: golden traces, lap by lap


def test_kinds_3_and_10_trace_of_relays_and_a_capture() -> None:
    position = board(A, "0 0 0 2 0 1 / 0 3 0 0 0 7")
    assert told(position.sowing("D"), A.layout.names) == [
        "lift D2", "drop E1", "drop F2", "lift F2", "drop a1", "drop b4", "take b4 S", "end b FOUR_TAKEN",
    ]  # fmt: skip
    assert mirror(position).sowing("d").captured == (0, 4)


def test_kind_10_trace_of_an_own_four() -> None:
    position = board(A, "2 0 3 0 0 0 / 0 0 0 0 5 5")
    assert told(position.sowing("A"), A.layout.names) == ["lift A2", "drop B1", "drop C4", "end C OWN_FOUR"]


def test_kind_10_trace_of_passes_and_of_the_end() -> None:
    position = board(A, "1 1 1 1 0 0 / 1 1 1 1 1 0").play("pass")
    assert told(position.sowing("pass"), A.layout.names) == [
        "pass N", "end PASS", *(f"sweep {name}1 {'S' if name.isupper() else 'N'}" for name in "ABCDabcde"),
        "over BOTH_PASSED",
    ]  # fmt: skip
