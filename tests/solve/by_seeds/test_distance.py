"""How far off the end of the round is: by the definition, worked out from single positions."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

import bonduc
from bonduc.position import Game, Position
from bonduc.solve.by_seeds.distance import NONE
from bonduc.solve.by_seeds.distance_library import build_ends, ends_path, open_ends
from bonduc.solve.by_seeds.library import build_tables
from bonduc.solve.by_seeds.tables import Tables, TableValue, place_of
from bonduc.solve.index.classes import start_pattern
from bonduc.solve.index.table_file import TableError
from bonduc.terminal.app import run

BOARDS = (("rio-kadalis", 8), ("adji-kui-ii", 16))


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables and ends of boards of two holes."""
    where = tmp_path_factory.mktemp("ends")
    for name, most in BOARDS:
        game = bonduc.game(name, holes=2)
        list(build_tables(game, most, where))
        list(build_ends(game, most, where))
    return where


def _positions(game: Game, most: int) -> list[Position]:
    boards = [board for board in product(range(most + 1), repeat=4) if sum(board) % 4 == 0 and 0 < sum(board) <= most]
    found = [game.setup(holes=board, stores=(0, game.seeds - sum(board)), mover=0) for board in boards]
    return [position for position in found if position.mover is not None]


def _ends(positions: list[Position], tables: Tables) -> dict[Position, int | None]:
    """The ends of all positions in which South is to move, found by the definition, in rounds."""
    values = {position: tables.probe(position) for position in positions}
    keepers = {position: _keepers(position, values[position], tables) for position in positions}
    ends: dict[Position, int | None] = dict.fromkeys(positions)
    changed = True
    while changed:
        changed = False
        for position, value in values.items():
            assert value is not None
            offs = [_off(after, ends) for after in keepers[position]]
            known = [off for off in offs if off is not None]
            end: int | None = None
            if not value.cyclic and known and (value.value >= 0 or len(known) == len(offs)):
                end = 1 + (max(known) if value.value < 0 else min(known))
            if end != ends[position]:
                ends[position], changed = end, True
    return ends


def _off(position: Position, ends: dict[Position, int | None]) -> int | None:
    """How far off the end is, as far as it is known; who must pass after a pass ends the round by it."""
    if position.mover is None:
        return 0
    if all(position.play(move).mover is None for move in position.legal_moves):
        return 1
    return ends.get(_as_south(position))


def _keepers(position: Position, value: TableValue | None, tables: Tables) -> list[Position]:
    """The positions after the moves that keep a position's value."""
    assert value is not None
    found = []
    for after in map(position.play, position.legal_moves):
        gain = (after.stores[0] - after.stores[1]) - (position.stores[0] - position.stores[1])
        reply = tables.probe(after)
        if gain - (0 if reply is None else reply.value) == value.value:
            found.append(after)
    return found


def _as_south(position: Position) -> Position:
    """The same position with South to move, and its stores as in `_positions`."""
    game, holes = position.game, position.holes
    if position.mover == bonduc.NORTH:
        holes = holes[2:] + holes[:2]
    return game.setup(holes=holes, stores=(0, game.seeds - sum(holes)), mover=0)


@pytest.mark.parametrize(("name", "most"), BOARDS)
def test_ends_are_those_of_the_definition(ended: Path, name: str, most: int) -> None:
    game = bonduc.game(name, holes=2)
    pattern = start_pattern(game)
    expected = _ends(_positions(game, most), Tables(ended))
    assert sum(end is not None for end in expected.values()) > 20
    for seeds in range(4, most + 1, 4):
        kept = open_ends(ended, pattern, seeds)
        assert kept is not None
        found = kept.load()
        here = {position: end for position, end in expected.items() if sum(position.holes) == seeds}
        for position, end in here.items():
            code = int(found[place_of(position, pattern, seeds)])
            assert (None if code == NONE else code - 1) == end, position
        assert kept.longest == max((end for end in here.values() if end is not None), default=0)


def test_ends_that_are_damaged_or_of_another_class_are_refused(ended: Path, tmp_path: Path) -> None:
    pattern = start_pattern(bonduc.game("rio-kadalis", holes=2))
    assert open_ends(tmp_path, pattern, 8) is None
    path = ends_path(tmp_path, pattern, 8)
    path.parent.mkdir(parents=True)
    path.write_bytes(ends_path(ended, pattern, 4).read_bytes())
    with pytest.raises(TableError, match="another class"):
        open_ends(tmp_path, pattern, 8)
    path.write_bytes(ends_path(ended, pattern, 8).read_bytes()[:-1])
    with pytest.raises(TableError, match="cannot be believed"):
        open_ends(tmp_path, pattern, 8)


def test_ends_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["rio-kadalis", "--option", "holes=2", "--dir", str(tmp_path)]
    assert run(["tables", "build", *where, "--seeds", "8", "--distances"]) == 0
    assert "ends at most" in capsys.readouterr().out
    assert run(["tables", "stats", *where, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["classes"]
    assert [row["seeds"] for row in rows] == [0, 4, 8]
    assert rows[-1]["longest_end"] >= 1
    assert run(["tables", "stats", *where]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.endswith("longest end")
    assert [int(line.split()[-1]) for line in lines] == [row["longest_end"] for row in rows]
    assert run(["tables", "verify", *where, "--seeds", "4"]) == 0
    assert capsys.readouterr().out.count("good") == 2
