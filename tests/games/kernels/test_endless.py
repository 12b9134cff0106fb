"""Endless sowings against a plain simulation that remembers every lap-start (tests.reference)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bonduc.games import adji_kui_ii, kiothi, rio_kadalis
from bonduc.games.kernels import endless
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.endless import GUARD_LAPS, TRAIL_POINTS, workspace
from bonduc.games.kernels.state import ENDLESS, FLAGS, MOVER, OPTION_SLOTS, UNDECIDED, WIDTH, Kind, encode
from tests.reference import adji_kui_ii as plain_adji
from tests.reference import kiothi as plain_kiothi
from tests.reference import rio_kadalis as plain_rio
from tests.reference.common import EndlessSowing

# Known endless sowings of Adji Kui II: the board, the hole, the laps of the cycle.
KNOWN = [
    ((0, 2, 6, 3, 6, 5, 1, 3, 4, 1, 0, 1), 3, 194),
    ((1, 0, 2, 19, 5, 3, 7, 1, 0, 4, 0, 2), 4, 660),
    ((3, 1, 2, 9, 3, 2, 1, 10, 2, 8, 2, 1), 0, 308_934),
    ((0, 7, 1, 7, 1, 3, 1, 5, 12, 0, 5, 6), 5, 339_408),
]
KNOWN_KIOTHI = [
    ((3, 3, 2, 1, 2, 1, 2, 3, 2, 4, 0, 2, 6, 2, 4, 3, 2, 1, 0, 1), 0, 2720),
    ((3, 2, 3, 0, 3, 2, 1, 2, 4, 3, 6, 1, 0, 5, 4, 3, 2, 3, 5, 1), 7, 2592),
    ((2, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 1, 0, 4, 3, 0, 3, 0, 3), 0, 800),
    ((1, 2, 1, 0, 3, 4, 1, 2, 0, 1, 3, 2, 1, 2, 3, 2, 1, 0, 1, 0), 5, 1080),
    ((0, 1, 3, 2, 1, 2, 3, 0, 1, 4, 2, 1, 2, 1, 0, 3, 2, 1, 2, 3), 9, 710),
]
LONG_BUT_ENDING = (2, 1, 0, 4, 3, 10, 6, 10, 1, 0, 7, 0), 5


def position(board: tuple[int, ...], mover: int = 0, flags: tuple[int, ...] = ()) -> Any:
    states = np.zeros((3, WIDTH), np.int8)
    states[0, : len(board)] = board
    states[0, FLAGS : FLAGS + len(flags)] = flags
    states[0, MOVER] = mover
    return states


def option_array(*values: int) -> Any:
    options = np.zeros(OPTION_SLOTS, np.int64)
    options[: len(values)] = values
    return options


def owners(holes: int) -> tuple[int, ...]:
    return (0,) * holes + (1,) * holes


ADJI = option_array(6, 4)


@pytest.mark.parametrize(("board", "hole", "cycle"), KNOWN)
def test_known_cycles_are_endless(board: tuple[int, ...], hole: int, cycle: int) -> None:
    with pytest.raises(EndlessSowing) as error:
        plain_adji.sow(plain_adji.State(board, (0, 0), 0), hole, plain_adji.Options())
    assert error.value.laps == cycle
    assert compiled(adji_kui_ii.play)(position(board, 0, owners(6)), 0, hole, ADJI, workspace()) == ENDLESS


@pytest.mark.parametrize(("board", "hole", "cycle"), KNOWN)
def test_known_cycles_interpreted(board: tuple[int, ...], hole: int, cycle: int) -> None:
    patience = 2000
    flags = adji_kui_ii.play(position(board, 0, owners(6)), 0, hole, ADJI, workspace(patience))
    assert flags == (ENDLESS if cycle < patience else UNDECIDED)


def test_a_cycle_is_proved_once_the_board_recurs_further_round() -> None:
    # 339,408 laps bring every seed home; after a sixth of them the board stands there turned.
    board, hole, cycle = KNOWN[3]
    states = position(board, 0, owners(6))
    play = compiled(adji_kui_ii.play)
    assert play(states, 0, hole, ADJI, workspace(GUARD_LAPS + cycle // 6)) == ENDLESS
    assert play(states, 0, hole, ADJI, workspace(cycle // 6)) == UNDECIDED


def test_a_known_cycle_is_recognised_by_its_points() -> None:
    board, hole, cycle = KNOWN[3]
    states, work, play = position(board, 0, owners(6)), workspace(), compiled(adji_kui_ii.play)
    assert play(states, 0, hole, ADJI, work) == ENDLESS
    assert 0 < work[0, 1] <= TRAIL_POINTS
    work[0, 0] = cycle // 12
    assert play(states, 0, hole, ADJI, work) == ENDLESS


def test_points_lie_all_along_a_cycle_longer_than_the_trail(monkeypatch: pytest.MonkeyPatch) -> None:
    board, hole, cycle = KNOWN[3]
    points = 4
    monkeypatch.setattr(endless, "TRAIL_POINTS", points)
    states, work = position(board, 0, owners(6)), workspace()
    assert adji_kui_ii.play(states, 0, hole, ADJI, work) == ENDLESS
    assert 0 < work[0, 1] <= points
    assert work[0, 3] > 0, "the trail was not thinned"
    work[0, 0] = cycle // 6 // 2
    assert adji_kui_ii.play(states, 0, hole, ADJI, work) == ENDLESS


def test_a_long_sowing_ends() -> None:
    board, hole = LONG_BUT_ENDING
    states, again = position(board, 0, owners(6)), position(board, 0, owners(6))
    sowing = plain_adji.sow(plain_adji.State(board, (0, 0), 0), hole, plain_adji.Options())
    assert sowing.laps == 156
    flags = compiled(adji_kui_ii.play)(states, 0, hole, ADJI, workspace())
    assert flags >= 0
    assert tuple(states[1, :12]) == tuple(sowing.board)
    log: list[tuple[int, ...]] = []
    assert adji_kui_ii.trace_play(again, 0, hole, ADJI, workspace(), log) == flags
    assert np.array_equal(states[1], again[1])
    assert max(row[3] for row in log if row[0] == 0) == 156


def random_board(rng: random.Random, size: int, seeds: int) -> tuple[int, ...]:
    board = [0] * size
    for _ in range(seeds):
        board[rng.randrange(size)] += 1
    return tuple(board)


# One memory for all boards of a test: points of one board must not be taken for those of another total.


@pytest.mark.parametrize("own_four", ["ends", "relays"])
@pytest.mark.parametrize("holes", [2, 3, 4])
def test_random_boards_of_adji_kui(holes: int, own_four: Any) -> None:
    rng = random.Random(holes)
    size = 2 * holes
    options = option_array(holes, 4, adji_kui_ii.ENDS if own_four == "ends" else adji_kui_ii.RELAYS)
    plain_options = plain_adji.Options(holes=holes, own_four=own_four)
    work, play = workspace(), compiled(adji_kui_ii.play)
    found = 0
    for _ in range(4000):
        board, mover = random_board(rng, size, rng.randrange(9, 3 * size + 4)), rng.randrange(2)
        owned = tuple(rng.randrange(2) for _ in range(size))
        hole = rng.randrange(size)
        if board[hole] < 2:
            continue
        states = position(board, mover, owned)
        flags = play(states, 0, hole, options, work)
        try:
            sowing = plain_adji.sow(plain_adji.State(board, (0, 0), mover, owned), hole, plain_options)
        except EndlessSowing:
            found += 1
            assert flags == ENDLESS, (board, mover, owned, hole)
        else:
            assert flags >= 0, (board, mover, owned, hole)
            if sum(sowing.board) > 8:
                assert tuple(states[1, :size]) == tuple(sowing.board)
    assert found > 0


@pytest.mark.parametrize("direction", ["counterclockwise", "clockwise"])
@pytest.mark.parametrize("holes", [3, 5, 6])
def test_random_boards_of_rio_kadalis(holes: int, direction: Any) -> None:
    rng = random.Random(holes)
    size = 2 * holes
    options = option_array(holes, 4, int(direction == "clockwise"))
    plain_options = plain_rio.Options(holes=holes, direction=direction)
    work, play = workspace(), compiled(rio_kadalis.play)
    found = 0
    for _ in range(3000):
        closed = frozenset(rng.sample(range(size), rng.randrange(size - 3)))
        board = [0] * size
        for _ in range(rng.randrange(4, 2 * (size - len(closed)) + 5)):
            open_hole = rng.choice([i for i in range(size) if i not in closed])
            board[open_hole] += 1
        hole = rng.choice([i for i in range(size) if board[i]])
        mover = hole // holes
        states = position(tuple(board), mover, tuple(int(i in closed) for i in range(size)))
        flags = play(states, 0, hole, options, work)
        try:
            sowing = plain_rio.sow(plain_rio.State(tuple(board), (0, 0), mover, closed), hole, plain_options)
        except EndlessSowing:
            found += 1
            assert flags == ENDLESS, (board, closed, hole)
        else:
            assert flags >= 0, (board, closed, hole)
            assert tuple(states[1, :size]) == tuple(sowing.board)
    assert found > 0


@pytest.mark.parametrize(("board", "hole", "cycle"), KNOWN_KIOTHI)
def test_known_cycles_of_kiothi(board: tuple[int, ...], hole: int, cycle: int) -> None:
    options, plain_options = option_array(6, 5, 1), plain_kiothi.Options(first_lap_restriction=False)
    with pytest.raises(EndlessSowing) as error:
        plain_kiothi.sow(plain_kiothi.State(board, (0, 0), 0), hole, board[hole], plain_options)
    assert error.value.laps == cycle
    work = workspace()
    # The same ring seen from further on is the same sowing, known by its points now or not.
    for shift in range(20):
        turned = tuple(board[(i - shift) % 20] for i in range(20))
        move = encode(Kind.LIFT, (hole + shift) % 20, board[hole])
        mover = (hole + shift) % 20 // 10
        assert compiled(kiothi.play)(position(turned, mover), 0, move, options, work) == ENDLESS
        assert compiled(kiothi.play)(position(turned, mover), 0, move, options, workspace()) == ENDLESS
    assert kiothi.play(position(board), 0, encode(Kind.LIFT, hole, board[hole]), options, workspace()) == ENDLESS


def test_random_boards_of_kiothi() -> None:
    rng = random.Random(10)
    options = option_array(6, 5, 1, 0, 0, kiothi.BONUS_NONE, 1)
    plain_options = plain_kiothi.Options(first_lap_restriction=False)
    work, play = workspace(), compiled(kiothi.play)
    for _ in range(3000):
        board, mover = random_board(rng, 20, rng.randrange(16, 61)), rng.randrange(2)
        hole = rng.randrange(10) + 10 * mover
        if board[hole] == 0:
            continue
        amount = rng.randrange(board[hole]) + 1
        states = position(board, mover, (1,) * 20)  # all marked: nothing can be captured
        flags = play(states, 0, encode(Kind.LIFT, hole, amount), options, work)
        sowing = plain_kiothi.sow(plain_kiothi.State(board, (0, 0), mover), hole, amount, plain_options)
        assert flags >= 0, (board, hole, amount)
        if flags == 0:
            assert tuple(states[1, :20]) == tuple(sowing.board)


def test_interpreted_and_compiled_verdicts_agree() -> None:
    rng = random.Random(5)
    patience = 400
    options = option_array(3, 4, adji_kui_ii.RELAYS)
    exact, patient, play = workspace(), workspace(patience), compiled(adji_kui_ii.play)
    compiled_patient = workspace(patience)
    seen = set()
    for _ in range(300):
        board, mover, hole = random_board(rng, 6, rng.randrange(9, 40)), rng.randrange(2), rng.randrange(6)
        if board[hole] < 2:
            continue
        states, same, again = (position(board, mover, owners(3)) for _ in range(3))
        flags = adji_kui_ii.play(states, 0, hole, options, patient)
        assert play(same, 0, hole, options, compiled_patient) == flags
        verdict = play(again, 0, hole, options, exact)
        assert flags in (verdict, UNDECIDED)
        if flags >= 0:
            assert np.array_equal(states[1], same[1])
            assert np.array_equal(states[1], again[1])
        seen.add(min(flags, 0))
    assert {0, ENDLESS} <= seen


def test_the_largest_board_is_decided() -> None:
    rng = random.Random(12)
    options = option_array(12, 5)
    work, play, total = workspace(), compiled(adji_kui_ii.play), 120
    for _ in range(200):
        board = random_board(rng, 24, total)
        hole = max(range(24), key=lambda i: board[i])
        states = position(board, 0, owners(12))
        flags = play(states, 0, hole, options, work)
        assert flags in (ENDLESS, 0, 1)
        if flags >= 0:
            assert int(states[1, :50].astype(int)[:24].sum()) + int(states[1, 48:50].sum()) == total
