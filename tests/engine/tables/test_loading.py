"""Endgame tables inside the search: what is proved by them is true, and it is proved sooner."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

import bonduc
from bonduc.engine import Engine, EngineSettings
from bonduc.engine.analysis import Analysis, Limits
from bonduc.engine.tables import classes as endgame_classes
from bonduc.engine.tables import loading as endgames
from bonduc.engine.tables.tablebase import Tablebase
from bonduc.solve.by_seeds.library import build_tables
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.by_stones.library import build_stones
from tests.engine.tables.test_tablebase import random_positions

# Game, holes, seeds of the largest class that is probed, and of the positions that are searched.
BOARDS = (("rio-kadalis", 3, 8, 12), ("adji-kui-ii", 3, 12, 16), ("adji-kui-ii", 2, 12, 16))
DEPTH = 8


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables below the positions that are searched."""
    where = tmp_path_factory.mktemp("probed")
    for name, holes, seeds, _ in BOARDS:
        list(build_tables(bonduc.game(name, holes=holes), seeds, where))
    return where


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Tables that hold the positions that are searched."""
    where = tmp_path_factory.mktemp("complete")
    for name, holes, _, seeds in BOARDS:
        list(build_tables(bonduc.game(name, holes=holes), seeds, where))
    return Tables(where)


def _search(tables: Tablebase, position: bonduc.Position, depth: int = DEPTH) -> Analysis:
    engine = Engine(position.game, EngineSettings(megabytes=1, tables=tables.folder))
    return engine.analyse(position, Limits(depth=depth), lines=2)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board[0]}-{board[1]}")
def test_what_is_proved_is_what_complete_tables_say(
    board: tuple[str, int, int, int], probed: Path, complete: Tables
) -> None:
    name, holes, _, seeds = board
    game = bonduc.game(name, holes=holes)
    with_tables, without = Tablebase(probed), Tablebase(probed / "none")
    proved, before, hits = 0, 0, 0
    for position in random_positions(game, seeds, 60, 1):
        found = _search(with_tables, position)
        hits += found.tbhits
        for line in found.lines:
            after = position.play(line.moves[0])
            value = complete.probe(after)
            expected = after.stores[0] - after.stores[1]
            if after.mover is not None:
                assert value is not None
                expected += value.value if after.mover == bonduc.SOUTH else -value.value
            expected = expected if position.mover == bonduc.SOUTH else -expected
            if line.exact:
                proved += 1
                assert line.score == expected, position
        before += sum(line.exact for line in _search(without, position).lines)
    assert hits > 300
    assert proved > before


def test_tables_by_stones_are_probed_where_not_all_are_there(tmp_path: Path) -> None:
    game = bonduc.game("bao-la-kimasai", columns=4)
    list(build_stones(game, tmp_path / "complete"))
    list(build_stones(game, tmp_path / "some", most=8))
    complete, some = Tables(tmp_path / "complete"), Tablebase(tmp_path / "some")
    proved, hits, position = 0, 0, game.start()
    while position.mover is not None and sum(position.holes) > 8:
        found = _search(some, position, depth=12)
        hits += found.tbhits
        line = found.lines[0]
        if line.exact:
            proved += 1
            value = complete.probe(position)
            assert value is not None
            assert line.score == value.value
        position = position.play(line.moves[0])
    assert proved > 0
    assert hits > 20


def test_positions_are_probed_in_the_same_way_by_both_movers_and_in_later_rounds(tmp_path: Path) -> None:
    game = bonduc.game("adji-kui-ii", holes=3)
    start = game.restock((16, 8), first=bonduc.NORTH)
    list(build_tables(game, 8 + sum(start.holes) % 4, tmp_path, start=start))
    list(build_tables(game, 16, tmp_path / "complete", start=start))
    tables, complete = Tablebase(tmp_path), Tables(tmp_path / "complete")
    position, proved = start, 0
    while position.mover is not None:
        found = _search(tables, position).lines[0]
        value = complete.probe(position)
        if found.exact and value is not None:
            proved += 1
            lead = position.stores[position.mover] - position.stores[position.mover.other]
            assert found.score == (lead + value.value)
        position = position.play(found.moves[0])
    assert proved > 3


def test_the_same_search_gives_the_same_answer_with_and_without_limits_that_do_not_bind(probed: Path) -> None:
    position = next(random_positions(bonduc.game("rio-kadalis", holes=3), 12, 1, 3))
    first, second = (_search(Tablebase(probed), position) for _ in range(2))
    assert (first.lines, first.nodes, first.tbhits) == (second.lines, second.nodes, second.tbhits)


def test_no_tables_out_of_reach_beyond_the_budget_or_not_loaded_yet(
    probed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    near, far = next(random_positions(game, 12, 1, 4)), game.start()
    assert Tablebase(probed).in_reach(near) is not None
    assert Tablebase(probed / "none").in_reach(near) is None
    assert Tablebase(probed).in_reach(bonduc.game("kiothi").start()) is None
    with monkeypatch.context() as patched:
        patched.setattr(endgames, "REACH", 3)
        assert Tablebase(probed).in_reach(far) is None
    with monkeypatch.context() as patched:
        patched.setattr(endgame_classes, "budget", lambda: 0)
        assert Tablebase(probed).in_reach(near) is None
    loading = threading.Event()
    load = endgames._load
    monkeypatch.setattr(endgames, "_load", lambda *given: (loading.wait(), load(*given))[1])
    tables = Tablebase(probed)
    assert tables.in_reach(near, seconds=0.0) is None
    loading.set()
    assert tables.in_reach(near) is not None


def test_a_table_that_cannot_be_read_is_told_once_and_counts_as_missing(probed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(probed, folder)
    game = bonduc.game("rio-kadalis", holes=3)
    path = next((folder / game.id).rglob("*-008.table"))
    path.write_bytes(path.read_bytes()[:-9] + b"?" + path.read_bytes()[-8:])
    position = next(random_positions(game, 12, 1, 5))
    tables = Tablebase(folder)
    found = _search(tables, position)
    assert len(found.warnings) == 1
    assert str(path) in found.warnings[0]
    assert found.tbhits < _search(Tablebase(probed), position).tbhits
    assert not _search(tables, position).warnings
