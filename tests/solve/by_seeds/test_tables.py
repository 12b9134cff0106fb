"""Tables on disk: written whole, read back exactly, believed only when every check holds."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import bonduc
from bonduc.solve.by_seeds.build import Means, solve_class
from bonduc.solve.by_seeds.library import build_tables, classes_up_to, load_classes, tables_of, verify_table
from bonduc.solve.by_seeds.tables import Table, Tables, table_path, write_table
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC
from bonduc.solve.index.classes import Pattern, start_pattern
from bonduc.solve.index.table_file import TableError

RIO = bonduc.game("rio-kadalis", holes=3)
ADJI = bonduc.game("adji-kui-ii", holes=3)
ONE, TWO = Means(threads=1), Means(threads=2)


def _copy(folder: Path, to: Path, seeds: int = 12) -> Path:
    """A copy of the folder of tables; the path of one of them in it."""
    shutil.copytree(folder, to)
    return table_path(to, start_pattern(RIO), seeds)


def test_a_table_gives_back_every_value(folder: Path) -> None:
    pattern = start_pattern(ADJI)
    lower = load_classes(folder, pattern, 12)
    solved = solve_class(pattern, 16 + ADJI.seeds % 4, lower, means=ONE)
    table = Tables(folder).table(pattern, solved.seeds)
    assert table is not None
    stored = table.load()
    assert (np.where(stored == CYCLIC, 0, stored) == solved.values).all()
    assert ((stored == CYCLIC) == solved.cyclic).all()
    for place in random.Random(1).sample(range(table.places), 200):
        assert table.stored(place) == stored[place]
    assert table.counts["positions"] == len(solved.values) == pattern.positions(16)


def test_probing_agrees_with_the_successors_for_both_movers(folder: Path) -> None:
    tables = Tables(folder)
    generator = random.Random(2)
    checked = 0
    for game in (RIO, ADJI):
        for _ in range(40):
            position = game.start()
            while position.mover is not None:
                known = tables.probe(position)
                if known is not None:
                    assert known.value == max(_worth(tables, position, move) for move in position.legal_moves)
                    checked += 1
                position = position.play(generator.choice(position.legal_moves))
    assert checked > 300


def _worth(tables: Tables, position: bonduc.Position, move: bonduc.Move) -> int:
    mover = position.mover
    assert mover is not None
    after = position.play(move)
    gain = (after.stores[mover] - after.stores[mover.other]) - (position.stores[mover] - position.stores[mover.other])
    if after.mover is None:
        return gain
    reply = tables.probe(after)
    assert reply is not None
    return gain - reply.value


def test_positions_without_a_table_are_not_known(folder: Path, tmp_path: Path) -> None:
    assert Tables(folder).probe(RIO.start()) is None
    assert Tables(tmp_path).probe(RIO.position("0,0,0/0,0,4 20 0 S")) is None
    assert Tables(folder).probe(bonduc.game("kiothi").start()) is None
    assert Tables(folder).probe(RIO.position("0,0,0/0,0,0 12 12 -")) is None


def test_every_table_passes_verify(folder: Path) -> None:
    for game, classes in ((RIO, 4), (ADJI, 5)):
        found = list(tables_of(game, folder))
        assert [table.seeds for _, table in found] == classes_up_to(game.start(), 4 * classes - 4)
        for pattern, table in found:
            verify_table(pattern, table, folder)


@pytest.mark.parametrize("change", [1, -1, 3])
def test_verify_finds_one_wrong_value_in_a_well_formed_file(folder: Path, tmp_path: Path, change: int) -> None:
    to = tmp_path / "tables"
    _copy(folder, to)
    pattern = start_pattern(RIO)
    solved = solve_class(pattern, 12, load_classes(to, pattern, 8), means=ONE)
    place = random.Random(change).randrange(len(solved.values))
    solved.codes[place] = solved.values[place] + change
    write_table(to, solved)
    table = Tables(to).table(pattern, 12)
    assert table is not None
    with pytest.raises(TableError, match="does not follow from its successors"):
        verify_table(pattern, table, to)


def test_verify_finds_a_wrong_cyclic_mark(folder: Path, tmp_path: Path) -> None:
    to = tmp_path / "tables"
    _copy(folder, to)
    pattern = start_pattern(RIO)
    solved = solve_class(pattern, 4, load_classes(to, pattern, 0), means=ONE)
    assert solved.cyclic.any()
    solved.codes[int(np.flatnonzero(solved.cyclic)[0])] = 0
    write_table(to, solved)
    table = Tables(to).table(pattern, 4)
    assert table is not None
    with pytest.raises(TableError, match="does not follow"):
        verify_table(pattern, table, to)


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "cannot read table"),
    "other magic": (lambda data: b"B" + data[1:], "no bonduc table"),
    "truncated head": (lambda data: data[:40], "truncated"),
    "truncated index": (lambda data: data[: int.from_bytes(data[16:20], "little") + 30], "truncated"),
    "truncated data": (lambda data: data[:-7], "bytes instead of"),
    "longer": (lambda data: data + b"\0", "bytes instead of"),
    "other version": (lambda data: data[:12] + b"\2" + data[13:], "version 2"),
    "flipped head": (lambda data: data[:60] + bytes([data[60] ^ 1]) + data[61:], "head is corrupt"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_by_name(folder: Path, tmp_path: Path, damage: str) -> None:
    path = _copy(folder, tmp_path / "tables")
    change, fault = DAMAGES[damage]
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(TableError, match=fault) as raised:
        Tables(tmp_path / "tables").table(start_pattern(RIO), 12)
    assert str(path) in str(raised.value)


def _read_all(path: Path) -> None:
    table = Table(path)
    table.check(start_pattern(RIO), 12)
    table.load()


def test_a_flipped_bit_anywhere_is_noticed(folder: Path, tmp_path: Path) -> None:
    path = _copy(folder, tmp_path / "tables")
    data = path.read_bytes()
    generator = random.Random(3)
    for _ in range(150):
        at = generator.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << generator.randrange(8)]) + data[at + 1 :])
        with pytest.raises(TableError):
            _read_all(path)


def test_a_table_of_another_class_is_refused(folder: Path, tmp_path: Path) -> None:
    path = _copy(folder, tmp_path / "tables")
    other = table_path(tmp_path / "tables", start_pattern(RIO), 8)
    shutil.copy(other, path)
    with pytest.raises(TableError, match="another class: seeds is 8, not 12"):
        Tables(tmp_path / "tables").table(start_pattern(RIO), 12)
    clockwise = bonduc.game("rio-kadalis", holes=3, direction="clockwise")
    place = table_path(tmp_path / "tables", start_pattern(clockwise), 8)
    place.parent.mkdir(parents=True)
    shutil.copy(other, place)
    with pytest.raises(TableError, match="options is"):
        Tables(tmp_path / "tables").table(start_pattern(clockwise), 8)


def test_a_build_goes_on_from_what_is_there_and_leaves_no_partial_file(tmp_path: Path) -> None:
    first = next(iter(build_tables(RIO, 8, tmp_path)))
    assert first.seconds is not None
    path = table_path(tmp_path, start_pattern(RIO), 4)
    path.with_name(f"{path.name}.1.partial").write_bytes(b"a build that was killed")
    built = list(build_tables(RIO, 8, tmp_path))
    assert [one.seconds is None for one in built] == [True, False, False]
    assert [one.table.seeds for one in built] == [0, 4, 8]


def test_tables_do_not_depend_on_how_a_round_starts(folder: Path) -> None:
    other_start = bonduc.game("rio-kadalis", holes=3, seeds=2)
    position = other_start.position("0,1,2/3,1,1 0 4 S")
    same = RIO.position("0,1,2/3,1,1 4 12 S")
    assert Tables(folder).probe(position) == Tables(folder).probe(same)
    assert Tables(folder).probe(position) is not None


def test_patterns_of_positions_in_a_match() -> None:
    game = bonduc.game("rio-kadalis")
    start = game.restock((29, 19), first=bonduc.NORTH)
    pattern = Pattern.of(start)
    assert sum(pattern.notes) == 2
    assert Pattern.of(game.restock((29, 19))) == pattern.turned


def test_classes_of_a_later_round_of_a_match(tmp_path: Path) -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    start = game.restock((16, 8), first=bonduc.NORTH)
    assert start.closed == {3}
    built = list(build_tables(game, 12, tmp_path, start=start))
    assert [one.table.seeds for one in built] == [0, 4, 8, 12]
    assert all(len(one.table.blocks) == 2 for one in built)
    for pattern, table in tables_of(game, tmp_path):
        verify_table(pattern, table, tmp_path)
    tables = Tables(tmp_path)
    round_ = bonduc.Round(game, start)
    known = 0
    while round_.outcome is None:
        value = tables.probe(round_.position)
        if value is not None:
            known += 1
            assert value.value == max(_worth(tables, round_.position, move) for move in round_.legal_moves)
        round_.play(round_.legal_moves[-1])
    assert known > 3
