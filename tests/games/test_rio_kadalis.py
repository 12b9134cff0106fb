"""Rio Kadalis, rule by rule: the numbers in the tests' names are those of the rules. Every move from both seats."""

from __future__ import annotations

import pytest

import bonduc
from bonduc import NORTH, SOUTH, BonducError, IllegalPositionError, OptionError, Player
from bonduc.checks.mirror import mirror
from bonduc.games.rio_kadalis import SPEC
from bonduc.outcome import Outcome, Termination
from tests.boards import board, check_forbidden, check_legal, check_move, legal, told

R = bonduc.game("rio-kadalis")
CLOCKWISE = bonduc.game("rio-kadalis", direction="clockwise")
FIVE = bonduc.game("rio-kadalis", holes=5)


@pytest.mark.parametrize("game", [R, CLOCKWISE, FIVE, bonduc.game("rio-kadalis", holes=12, seeds=5)])
def test_start(game: bonduc.Game) -> None:
    start = game.start()
    assert set(start.holes) == {game.options["seeds"]}
    assert len(start.holes) == 2 * int(game.options["holes"])
    assert (start.stores, start.mover, start.closed) == ((0, 0), SOUTH, frozenset())


def test_first_move() -> None:
    check_move(R.start(), "A", "2 7 1 6 1 6 / 6 6 0 1 6 6")


def test_too_many_stones_for_a_board() -> None:
    with pytest.raises(OptionError, match="at most 120"):
        bonduc.game("rio-kadalis", holes=12, seeds=6)


# Rule 1: the turn


def test_1_all_stones_of_one_own_occupied_hole() -> None:
    position = board(R, "1 0 2 0 0 0 / 2 0 0 0 0 0")
    check_legal(position, "A C")
    check_move(position, "C", "1 0 0 1 1 0 / 2 0 0 0 0 0")
    check_move(position, "A", "0 1 2 0 0 0 / 2 0 0 0 0 0")  # single stones too
    check_forbidden(position, "B", "B is empty")
    check_forbidden(position, "a", "a is not your hole")


def test_1_direction() -> None:
    check_move(board(R, "2 0 0 0 0 0 / 2 0 0 0 0 0"), "A", "0 1 1 0 0 0 / 2 0 0 0 0 0")
    check_move(board(CLOCKWISE, "2 0 0 0 0 0 / 2 0 0 0 0 0"), "A", "0 0 0 0 0 0 / 2 0 0 0 1 1")
    check_move(board(R, "0 0 0 0 0 2 / 0 0 0 2 0 0"), "F", "0 0 0 0 0 0 / 1 1 0 2 0 0")
    check_move(board(CLOCKWISE, "0 0 0 0 0 2 / 0 0 0 2 0 0"), "F", "0 0 0 1 1 0 / 0 0 0 2 0 0")


def test_1_kind_5_the_only_move_is_from_the_first_or_last_hole() -> None:
    for game in (R, CLOCKWISE):
        check_legal(board(game, "1 0 0 0 0 0 / 0 0 1 0 0 0"), "A")
        check_legal(board(game, "0 0 0 0 0 1 / 0 0 1 0 0 0"), "F")


def test_1_a_hole_of_origin_is_not_skipped() -> None:
    # Twelve from A go all the way round and end in A, empty now.
    check_move(board(R, "12 0 0 0 0 0 / 0 0 0 0 0 0"), "A", "1 1 1 1 1 1 / 1 1 1 1 1 1")


# Rules 2 to 5: the sowing


def test_2_relay() -> None:
    # B has 2: C and D.
    check_move(board(R, "1 1 0 0 0 0 / 1 0 0 0 0 0"), "A", "0 0 1 1 0 0 / 1 0 0 0 0 0")
    # Clockwise: f has 2: e, d; d has 2: c, b.
    check_move(board(CLOCKWISE, "A1 d1 f1"), "A", "e1 c1 b1")


def test_2_a_lap_that_ends_in_five_relays() -> None:
    # Four that lie in a hole are not a group formed: B becomes 5 and is sown on.
    check_move(board(R, "1 4 0 0 0 0 / 0 0 0 0 0 0"), "A", "0 0 1 1 1 1 / 1 0 0 0 0 0")


def test_3_a_four_made_in_passing_goes_to_the_owner_of_the_row() -> None:
    # In South's row they are South's, in North's row North's, whoever sows.
    check_move(board(R, "2 3 0 0 0 0 / 1 0 0 0 0 0"), "A", "0 0 1 0 0 0 / 1 0 0 0 0 0", (4, 0))
    check_move(board(R, "0 0 0 0 0 2 / 3 0 1 0 0 0"), "F", "0 0 0 0 0 0 / 0 1 1 0 0 0", (0, 4))
    check_move(board(CLOCKWISE, "2 0 0 0 0 0 / 1 0 0 0 0 3"), "A", "0 0 0 0 0 0 / 1 0 0 0 1 0", (0, 4))


def test_3_the_hole_is_empty_for_later_stones() -> None:
    # The thirteenth stone from A falls on B as into any empty hole.
    check_move(board(R, "13 3 0 0 0 0 / 0 0 0 0 0 0"), "A", "1 1 1 1 1 1 / 1 1 1 1 1 1", (4, 0))


def test_3_kind_9_fours_are_taken_stone_by_stone_not_after_the_lap() -> None:
    # B makes four at the first of A's fourteen stones and is taken; the thirteenth falls on an empty B, the last
    # makes two on C, and relays of two follow: D E, F a, b c, d e, f A, B C, and C is empty.
    check_move(board(R, "14 3 0 0 0 0 / 0 0 0 0 0 0"), "A", "0 2 1 2 0 2 / 0 2 0 2 0 2", (4, 0))
    # A four made in passing is gone before the same lap comes round again: never five there.
    check_move(board(R, "0 0 0 0 0 13 / 3 0 0 0 0 0"), "F", "1 1 1 1 1 1 / 1 1 1 1 1 1", (0, 4))


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("1 3 0 0 0 0 / 1 0 0 0 0 0", "0 0 0 0 0 0 / 1 0 0 0 0 0"),
        ("A0 F1 a3 b1", "b1"),  # in the enemy row
        ("1 1 0 3 0 0 / 1 0 0 0 0 0", "0 0 1 0 0 0 / 1 0 0 0 0 0"),  # at the end of a relay
    ],
)
def test_4_binikh_is_the_movers_in_whichever_row(text: str, after: str) -> None:
    position = board(R, text)
    move = legal(position)[0]
    check_move(position, move, after, (4, 0))
    sowing = position.sowing(move)
    assert told(sowing, R.layout.names)[-1].endswith("FOUR_TAKEN")
    assert "binikh, South takes 4." in sowing.explain()[-1]


def test_5_the_turn_ends_in_an_empty_hole() -> None:
    position = board(R, "3 0 0 0 0 0 / 1 0 0 0 0 0")
    check_move(position, "A", "0 1 1 1 0 0 / 1 0 0 0 0 0")
    assert told(position.sowing("A"), R.layout.names)[-1] == "end D EMPTY_HOLE"


# Rules 6 and 7: the end


def test_6_kind_12_who_cannot_move_ends_the_round_and_rows_go_to_their_owners() -> None:
    position = board(R, "1 0 2 0 0 0 / 0 0 0 0 0 0", stores=(20, 25))
    check_move(position, "A", "", (3, 0), mover=None)
    assert position.play("A").outcome == Outcome(NORTH, Termination.NO_LEGAL_MOVE, (23, 25))
    assert mirror(position).play("a").outcome == Outcome(SOUTH, Termination.NO_LEGAL_MOVE, (25, 23))


def test_6_the_mover_without_moves_keeps_nothing_of_the_other_row() -> None:
    stuck = board(R, "0 0 0 0 0 0 / 1 0 2 0 0 5", stores=(20, 20))
    assert stuck.outcome == Outcome(NORTH, Termination.NO_LEGAL_MOVE, (20, 28))


def test_6_endless_sowings_are_no_moves() -> None:
    # All holes closed but A: its two stones go round for ever.
    small = bonduc.game("rio-kadalis", holes=2)
    alone = board(small, "2 0 / 0 0", closed="Bab", stores=(7, 7))
    assert alone.outcome == Outcome(SOUTH, Termination.NO_LEGAL_MOVE, (9, 7))


@pytest.mark.parametrize(("stores", "winner"), [((25, 23), SOUTH), ((20, 28), NORTH), ((24, 24), None)])
def test_7_more_stones_win(stores: tuple[int, int], winner: Player | None) -> None:
    finished = board(R, "", mover=None, stores=stores)
    assert finished.outcome == Outcome(winner, Termination.FINISHED, stores)


def test_repetition_shares_the_stones_on_the_board() -> None:
    shared = board(R, "1 2 0 0 0 0 / 2 0 0 0 0 0", stores=(20, 23)).shared()
    assert shared.outcome == Outcome(NORTH, Termination.REPETITION, (22, 25))
    assert (shared.lost, shared.mover, sum(shared.holes)) == (1, None, 0)


# Rules 8 and 9: later rounds


def test_8_worked_set_up_of_a_second_round() -> None:
    start = R.restock((29, 19), first=NORTH)
    assert str(start) == "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b"
    assert start == board(R, "4 4 4 4 4 4 / 0 0 4 4 4 4", NORTH, closed="ab", stores=(5, 3))


@pytest.mark.parametrize("game", [R, FIVE, CLOCKWISE, bonduc.game("rio-kadalis", holes=3, seeds=5)])
def test_8_kind_13_set_up_for_every_split(game: bonduc.Game) -> None:
    row, price = int(game.options["holes"]), int(game.options["seeds"])
    for south in range(game.seeds + 1):
        held = (south, game.seeds - south)
        for first in Player:
            holes, stores, closed = [], [], set()
            for player in Player:
                filled = min(row, held[player] // price)
                holes += [0] * (row - filled) + [price] * filled
                closed |= set(range(row * player, row * player + row - filled))
                stores.append(held[player] - filled * price)
            start = game.restock(held, first)
            if start.mover is None:
                assert not any(game.setup(holes=holes, stores=stores, mover=first, closed=closed).holes)
                assert start.stores == held
                continue
            assert (start.holes, start.stores, start.mover) == (tuple(holes), tuple(stores), first)
            assert start.closed == closed


@pytest.mark.parametrize("held", [(49, 0), (-1, 20), (30, 30)])
def test_8_impossible_splits(held: tuple[int, int]) -> None:
    with pytest.raises(BonducError, match="cannot restock"):
        R.restock(held)


def test_8_closed_holes_are_skipped_and_hold_nothing() -> None:
    # b, then d, which has 2: e and f.
    position = board(R, "0 0 0 0 0 2 / 0 0 0 1 0 0", closed="ac")
    check_move(position, "F", "0 0 0 0 0 0 / 0 1 0 0 1 1")
    # Clockwise: d, which is 2 then, by way of f; e is closed. d: c and b.
    position = board(CLOCKWISE, "2 0 0 0 0 0 / 0 0 0 1 0 0", closed="e")
    check_move(position, "A", "f1 c1 b1")
    check_forbidden(board(R, "0 0 0 0 0 2 / 0 0 0 1 0 0", closed="Aac"), "A", "A is closed with sand")
    with pytest.raises(IllegalPositionError, match="A is closed with sand but holds 2"):
        board(R, "2 0 0 0 0 0 / 0 0 0 1 0 0", closed="A")


def test_8_closed_holes_stay_closed_and_are_noted_to_the_end() -> None:
    position = R.restock((29, 19), first=NORTH)
    while position.mover is not None:
        assert [R.layout.names[hole] for hole in sorted(position.closed)] == ["a", "b"]
        assert all(position.holes[hole] == 0 for hole in position.closed)
        assert sum(position.holes) + sum(position.stores) == 48
        position = position.play(position.legal_moves[0])
    assert position.closed == frozenset()


@pytest.mark.parametrize(
    ("held", "winner"), [((45, 3), SOUTH), ((3, 45), NORTH), ((44, 4), None), ((4, 44), None), ((48, 0), SOUTH)]
)
def test_9_the_match_is_won_when_the_opponent_holds_fewer_than_four(
    held: tuple[int, int], winner: Player | None
) -> None:
    assert SPEC.match.ended is not None
    assert SPEC.match.restock is not None
    row = SPEC.match.restock(R.options, held, SOUTH)
    verdict = SPEC.match.ended(R.options, {"max_rounds": 100}, row, held)
    assert (verdict[0] if verdict else None) == winner


# Endless sowing


def test_kind_8_an_endless_sowing_is_refused() -> None:
    # Three stones go round and round, three holes at a time. From A the four on B are taken: not endless.
    position = board(bonduc.game("rio-kadalis", holes=2), "2 3 / 0 1")
    check_legal(position, "A")
    check_forbidden(position, "B", "endless sowing")


# Kinds 3 and 10: a golden trace, lap by lap


def test_kinds_3_and_10_trace_of_relays_and_captures() -> None:
    position = board(R, "2 3 4 0 0 0 / 3 3 0 0 0 1")
    check_move(position, "A", "0 0 0 1 1 1 / 0 0 0 0 0 1", (8, 4))
    trace = [
        "lift A2", "drop B4", "take B4 S", "drop C5",
        "lift C5", "drop D1", "drop E1", "drop F1", "drop a4", "take a4 N", "drop b4", "take b4 S",
        "end b FOUR_TAKEN",
    ]  # fmt: skip
    sowing = position.sowing("A")
    assert told(sowing, R.layout.names) == trace
    assert (sowing.laps, sowing.captured) == (2, (8, 4))
    turned = told(mirror(position).sowing("a"), R.layout.names)
    assert turned == [
        "lift a2", "drop b4", "take b4 N", "drop c5",
        "lift c5", "drop d1", "drop e1", "drop f1", "drop A4", "take A4 S", "drop B4", "take B4 N",
        "end B FOUR_TAKEN",
    ]  # fmt: skip


def test_kind_10_trace_clockwise_over_closed_holes() -> None:
    position = board(CLOCKWISE, "2 0 0 0 0 0 / 0 0 3 1 0 0", closed="fB")
    # e, d: d has 2, sown on c, four in passing, and b.
    check_move(position, "A", "e1 b1", (0, 4))
    assert told(position.sowing("A"), CLOCKWISE.layout.names) == [
        "lift A2", "drop e1", "drop d2", "lift d2", "drop c4", "take c4 N", "drop b1", "end b EMPTY_HOLE",
    ]  # fmt: skip
