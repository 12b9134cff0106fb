"""Complete tables on disk: built and resumed, probed, verified, refused when damaged; what the commands say of them."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.position import Game, Position
from bonduc.solve.by_seeds.tables import Tables, TableValue
from bonduc.solve.by_stones.build import SolvedPair
from bonduc.solve.by_stones.classes import Pair
from bonduc.solve.by_stones.library import build_stones, count_stones, stones_tables_of, verify_stones
from bonduc.solve.by_stones.retrograde import DRAW
from bonduc.solve.by_stones.solution import UNKNOWN, solution_of
from bonduc.solve.by_stones.tables import StonesTable, StonesTables, stones_path, write_pair
from bonduc.solve.index.table_file import TableError
from bonduc.solve.progress import Progress
from bonduc.terminal.app import run
from tests.solve.circling import circling

THREE = bonduc.game("bao-la-kimasai", columns=3)
FOUR = bonduc.game("bao-la-kimasai", columns=4)
CIRCLING = circling(3)


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Complete tables of three and four columns, and of the game with draws."""
    where = tmp_path_factory.mktemp("stones")
    for game in (THREE, FOUR, CIRCLING):
        list(build_stones(game, where, threads=2))
    return where


@pytest.fixture(scope="module")
def without_distances(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of three columns and of the game with draws, without distances."""
    where = tmp_path_factory.mktemp("short")
    for game in (THREE, CIRCLING):
        list(build_stones(game, where, distances=False))
    return where


def _random_positions(game: Game, count: int, seed: int) -> list[Position]:
    generator = random.Random(seed)
    size = game.layout.size // 2
    found: list[Position] = []
    while len(found) < count:
        holes = [0] * (2 * size)
        for side in (0, size):
            for hole in generator.sample(range(size), generator.randint(1, size - 1)):
                holes[side + hole] = 1
        position = game.setup(holes=tuple(holes), mover=bonduc.Player(generator.randrange(2)))
        if position.mover is not None:
            found.append(position)
    return found


def test_random_positions_of_both_movers_follow_from_their_successors(stones: Path) -> None:
    tables = Tables(stones)
    for position in _random_positions(FOUR, 400, 1):
        known = tables.probe(position)
        assert known is not None
        assert known.distance is not None
        worths = []
        for move in position.legal_moves:
            after = position.play(move)
            reply = TableValue(-1, False, 0) if after.mover is None else tables.probe(after)
            assert reply is not None
            assert reply.distance is not None
            worths.append((-reply.value, reply.distance + 1))
        won = [distance for value, distance in worths if value == 1]
        expected = (1, min(won)) if won else (-1, max(distance for _, distance in worths))
        assert (known.value, known.distance) == expected


def test_both_movers_see_the_same_in_turned_positions(stones: Path) -> None:
    tables = Tables(stones)
    half = FOUR.layout.size // 2
    for position in _random_positions(FOUR, 50, 2):
        assert position.mover is not None
        turned = FOUR.setup(holes=position.holes[half:] + position.holes[:half], mover=position.mover.other)
        assert tables.probe(position) == tables.probe(turned)


def test_positions_without_a_table_are_not_known(stones: Path, tmp_path: Path) -> None:
    assert Tables(tmp_path).probe(THREE.start()) is None
    assert Tables(stones).probe(bonduc.game("bao-la-kimasai").start()) is None
    assert Tables(stones).probe(bonduc.game("bao-la-kimasai", columns=2).start()) is None
    over = THREE.position("0,0,0/0,0,0/0,0,0/0,0,0 1 0 -")
    assert Tables(stones).probe(over) is None


def test_draws_and_values_without_distances(stones: Path, without_distances: Path) -> None:
    full, short = Tables(stones), Tables(without_distances)
    draws = 0
    for position in _random_positions(CIRCLING, 200, 3):
        known, value = full.probe(position), short.probe(position)
        assert known is not None
        assert value is not None
        assert (value.value, value.cyclic, value.distance) == (known.value, known.cyclic, None)
        assert known.cyclic == (known.value == 0) == (known.distance is None)
        draws += known.cyclic
    assert draws > 20


@pytest.mark.parametrize(("longest", "bits"), [(None, 2), (254, 8), (255, 16), (3000, 16)])
def test_codes_are_read_back_in_every_width(tmp_path: Path, longest: int | None, bits: int) -> None:
    pair = Pair(bonduc.game("bao-la-kimasai", columns=5), 5, 4)
    generator = np.random.default_rng(5)
    codes = generator.integers(0, 2 if longest is None else longest + 1, 2 * pair.block_size).astype(np.uint16)
    codes[generator.integers(0, len(codes), 9000)] = DRAW
    path = write_pair(tmp_path, SolvedPair(pair, codes, 1, 2, 3, longest, 0.0))
    table = StonesTable(path)
    table.check(pair)
    assert table.bits == bits
    assert (table.load() == codes).all()
    assert (table.load(pair.block_size, pair.block_size) == codes[pair.block_size :]).all()
    for place in generator.integers(0, len(codes), 300).tolist():
        assert table.code(place) == codes[place]


def test_every_table_passes_verify(stones: Path, without_distances: Path) -> None:
    for game, columns in ((THREE, 3), (FOUR, 4), (CIRCLING, 3)):
        seen: list[Progress] = []
        verify_stones(game, stones, report=seen.append)
        assert seen[-1].done == 1.0
        row = count_stones(game, stones)
        assert row is not None
        assert row["seeds"] == 4 * columns
        assert row["positions"] == ((1 << 2 * columns) - 1) ** 2
        assert (row["wins"] or 0) + (row["draws"] or 0) + (row["losses"] or 0) == row["positions"]
        assert row["draws"] == row["cyclic"]
    verify_stones(THREE, without_distances)
    verify_stones(CIRCLING, without_distances)
    row, short = count_stones(CIRCLING, stones), count_stones(CIRCLING, without_distances)
    assert row is not None
    assert short == row | {"longest": None}


def _rewrite(folder: Path, game: Game, more: int, change: Callable[[SolvedPair], SolvedPair]) -> Path:
    """A well-formed table in place of another, changed."""
    pair = Pair(game, more, more - 1)
    table = StonesTable(stones_path(folder, pair))
    counts = (table.counts["wins"], table.counts["draws"], table.counts["losses"])
    return write_pair(folder, change(SolvedPair(pair, table.load(), *counts, table.longest, 0.0)))


def _flipped(generator: random.Random) -> Callable[[SolvedPair], SolvedPair]:
    def change(solved: SolvedPair) -> SolvedPair:
        place = generator.randrange(len(solved.codes))
        solved.codes[place] = 1 if solved.codes[place] == DRAW else solved.codes[place] ^ 1
        return solved

    return change


@pytest.mark.parametrize("seed", range(4))
def test_verify_finds_one_wrong_entry_in_a_well_formed_file(stones: Path, tmp_path: Path, seed: int) -> None:
    to = tmp_path / "tables"
    shutil.copytree(stones, to)
    path = _rewrite(to, (THREE, CIRCLING)[seed % 2], 3 + seed % 3, _flipped(random.Random(seed)))
    with pytest.raises(TableError, match="does not follow from its successors") as raised:
        verify_stones((THREE, CIRCLING)[seed % 2], to)
    assert str(path) in str(raised.value)


def test_verify_finds_wrong_counts(stones: Path, tmp_path: Path) -> None:
    to = tmp_path / "tables"
    shutil.copytree(stones, to)
    _rewrite(to, THREE, 3, lambda solved: replace(solved, wins=solved.wins + 1))
    with pytest.raises(TableError, match="counts"):
        verify_stones(THREE, to)
    shutil.rmtree(to)
    shutil.copytree(stones, to)
    _rewrite(to, THREE, 3, lambda solved: replace(solved, longest=(solved.longest or 0) + 2))
    with pytest.raises(TableError, match="says its longest distance is"):
        verify_stones(THREE, to)


def test_a_flipped_bit_anywhere_and_a_lost_end_are_noticed(stones: Path, tmp_path: Path) -> None:
    pair = Pair(FOUR, 4, 3)
    path = stones_path(tmp_path, pair)
    path.parent.mkdir(parents=True)
    data = stones_path(stones, pair).read_bytes()
    generator = random.Random(6)
    for _ in range(100):
        at = generator.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << generator.randrange(8)]) + data[at + 1 :])
        with pytest.raises(TableError) as raised:
            _load(tmp_path, pair)
        assert str(path) in str(raised.value)
    for length in (0, 30, 200, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(TableError):
            _load(tmp_path, pair)


def _load(folder: Path, pair: Pair) -> None:
    table = StonesTables(folder).table(pair)
    assert table is not None
    table.load()


def test_a_table_of_another_class_or_board_is_refused(stones: Path, tmp_path: Path) -> None:
    path = stones_path(tmp_path, Pair(THREE, 3, 2))
    path.parent.mkdir(parents=True)
    shutil.copy(stones_path(stones, Pair(THREE, 2, 1)), path)
    with pytest.raises(TableError, match="stones is"):
        Tables(tmp_path).probe(THREE.position("0,0,0/0,1,1/0,0,1/0,1,1 0 0 S"))
    shutil.copy(stones_path(stones, Pair(FOUR, 3, 2)), path)
    with pytest.raises(TableError, match=r"options is .*4.*, not .*3"):
        list(stones_tables_of(THREE, tmp_path))


def test_a_build_goes_on_from_what_is_there(stones: Path, tmp_path: Path) -> None:
    seen: list[Progress] = []
    first = list(build_stones(THREE, tmp_path, most=5, report=seen.append))
    assert [one.stones for one in first] == [2, 3, 4, 5]
    assert seen[-1].done == 1.0
    path = stones_path(tmp_path, Pair(THREE, 3, 3))
    path.with_name(f"{path.name}.1.partial").write_bytes(b"a build that was killed")
    row = count_stones(THREE, tmp_path)
    assert row is not None
    assert row["seeds"] == 5
    rest = list(build_stones(THREE, tmp_path))
    assert [one.seconds is None for one in rest] == [True] * 4 + [False] * 7
    assert count_stones(THREE, tmp_path) == count_stones(THREE, stones)
    assert all(one.seconds is None for one in build_stones(THREE, tmp_path))


def test_builds_that_cannot_be_are_refused(stones: Path, tmp_path: Path) -> None:
    with pytest.raises(BonducError, match="up to 13 stones: it has 12 holes"):
        list(build_stones(THREE, tmp_path, most=13))
    with pytest.raises(BonducError, match="Rio Kadalis has no tables by numbers of stones"):
        list(build_stones(bonduc.game("rio-kadalis"), tmp_path))
    with pytest.raises(BonducError, match="up to 8 columns, not for 12"):
        list(build_stones(bonduc.game("bao-la-kimasai"), tmp_path))
    with pytest.raises(TableError, match="was built with distances"):
        list(build_stones(THREE, stones, distances=False))


@pytest.mark.parametrize(("game", "value", "distance"), [(THREE, -1, 22), (FOUR, 1, 17)], ids=["three", "four"])
def test_the_start_is_solved_and_its_line_ends_as_told(stones: Path, game: Game, value: int, distance: int) -> None:
    found = solution_of(game.start(), stones)
    assert found.proved
    assert (found.lower, found.upper, found.distance) == (value, value, distance)
    assert found.best == game.start().legal_moves
    round_ = bonduc.Round(game)
    for move in found.line:
        assert round_.outcome is None
        round_.play(move)
    assert len(found.line) == distance
    assert round_.outcome is not None
    assert round_.outcome.winner == (bonduc.SOUTH if value == 1 else bonduc.NORTH)


def test_best_moves_win_soonest_or_lose_latest(stones: Path) -> None:
    tables = Tables(stones)
    for position in _random_positions(FOUR, 40, 7):
        known, found = tables.probe(position), solution_of(position, stones)
        assert known is not None
        assert found.lower == known.value * (1 if position.mover == bonduc.SOUTH else -1)
        for move in position.legal_moves:
            after = position.play(move)
            reply = tables.probe(after)
            left = 0 if reply is None else reply.distance
            keeps = (reply is None or -reply.value == known.value) and left == (known.distance or 0) - 1
            assert (move in found.best) == keeps


def test_a_drawn_line_ends_in_a_repetition(stones: Path) -> None:
    tables = Tables(stones)
    drawn = [p for p in _random_positions(CIRCLING, 100, 8) if tables.probe(p) == TableValue(0, True)]
    for position in drawn[:10]:
        found = solution_of(position, stones)
        assert (found.lower, found.upper, found.distance) == (0, 0, None)
        seen = [position]
        for move in found.line:
            seen.append(seen[-1].play(move))
        assert seen[-1] in seen[:-1]
        assert len(set(seen)) == len(seen) - 1


def test_what_tables_do_not_prove(stones: Path, without_distances: Path, tmp_path: Path) -> None:
    assert solution_of(THREE.start(), tmp_path) == UNKNOWN
    short, full = solution_of(THREE.start(), without_distances), solution_of(THREE.start(), stones)
    assert (short.lower, short.upper, short.distance, short.line) == (-1, -1, None, ())
    assert set(full.best) <= set(short.best)
    with pytest.raises(BonducError, match="the round is over"):
        solution_of(THREE.position("0,0,0/0,0,0/0,0,0/0,0,0 1 0 -"), stones)
    with pytest.raises(BonducError, match="no tables by numbers of stones"):
        solution_of(bonduc.game("rio-kadalis").start(), stones)


def _json(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, object]:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == code
    document: dict[str, object] = json.loads(capsys.readouterr().out)
    return document


BOARD = ("bao-la-kimasai", "-o", "columns=3")


def test_the_commands_print_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--dir", str(tmp_path))
    assert _json(capsys, "tables", "stats", *BOARD, *where, code=1)["classes"] == []
    assert _json(capsys, "tables", "verify", *BOARD, *where, code=1)["good"] is False
    assert _json(capsys, "solve", *BOARD, "--check", *where, code=1)["good"] is False
    unknown = _json(capsys, "solve", *BOARD, *where, code=1)
    assert (unknown["lower"], unknown["upper"], unknown["proved"], unknown["best"]) == (-1, 1, False, [])
    row = {"seeds": 12, "positions": 3969, "wins": 2267, "draws": 0, "losses": 1702, "cyclic": 0, "longest": 29}
    built = _json(capsys, "tables", "build", *BOARD, *where)["classes"]
    assert isinstance(built, list)
    assert built[0].pop("seconds") >= 0
    assert built == [row]
    assert _json(capsys, "tables", "stats", *BOARD, *where)["classes"] == [row]
    verified = _json(capsys, "tables", "verify", *BOARD, *where)
    assert (verified["classes"], verified["good"]) == ([row], True)
    start = str(THREE.start())
    probed = _json(capsys, "tables", "probe", BOARD[0], start, *BOARD[1:], *where)
    assert probed == {"position": start, "value": -1, "cyclic": False, "distance": 22, "moves": {"B2": -1}}
    solved = _json(capsys, "solve", *BOARD, *where)
    assert (solved["lower"], solved["upper"], solved["proved"], solved["best"]) == (-1, -1, True, ["B2"])
    assert solved["distance"] == 22
    assert len(solved["line"]) == 22  # type: ignore[arg-type]
    checked = _json(capsys, "solve", *BOARD, "--check", *where)
    claims = [{"side": "S", "lead": -1, "positions": 3969}, {"side": "N", "lead": 1, "positions": 3969}]
    assert (checked["claims"], checked["good"]) == (claims, True)


def test_the_commands_speak_to_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--dir", str(tmp_path))

    def said(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        assert run(arguments) == code
        return capsys.readouterr().out

    assert "`bonduc tables build bao-la-kimasai -o columns=3`" in said("solve", *BOARD, *where, code=1)
    assert "no table in" in said("solve", *BOARD, "--check", *where, code=1)
    assert said("tables", "build", *BOARD, *where, "--no-distances").splitlines()[0].startswith("  2 stones")
    assert "there already" in said("tables", "build", *BOARD, *where, "--no-distances")
    assert said("tables", "stats", *BOARD, *where).splitlines()[1].split() == [
        *("12", "3,969", "2,267", "0", "1,702", "0", "-")
    ]
    assert said("tables", "verify", *BOARD, *where) == "         3,969 positions  good\n"
    assert said("tables", "probe", BOARD[0], str(THREE.start()), *BOARD[1:], *where).startswith("South loses\n")
    assert said("solve", *BOARD, *where) == "Proved by the tables: North wins.\nBest moves: B2\n"
    assert "3,969 positions derived again" in said("solve", *BOARD, "--check", *where)
    assert run(["tables", "build", "rio-kadalis", *where]) == 2
    assert "say --seeds N" in capsys.readouterr().err
