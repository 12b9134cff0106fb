"""Positions that endgame tables hold: what is said of them is true, and a won one is won."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import bonduc
from bonduc.engine import Engine, EngineSettings, choose
from bonduc.engine.analysis import Limits, TablesChoice
from bonduc.engine.review import review
from bonduc.engine.tables.tablebase import Tablebase, tablebase
from bonduc.engine.uci import Session
from bonduc.players import Player
from bonduc.solve.by_seeds.library import build_tables
from bonduc.solve.by_stones.library import build_stones

BUILT = (("rio-kadalis", 3, 12), ("adji-kui-ii", 3, 16), ("rio-kadalis", 2, 8), ("adji-kui-ii", 2, 12))
KEPT = "3,1,0/0,2,2 8 8 S -"  # of Rio Kadalis with three holes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("tables")
    for name, holes, seeds in BUILT:
        list(build_tables(bonduc.game(name, holes=holes), seeds, where))
    return where


@pytest.fixture(scope="module")
def tables(folder: Path) -> Tablebase:
    return Tablebase(folder)


def random_positions(game: bonduc.Game, seeds: int, count: int, seed: int) -> Iterator[bonduc.Position]:
    """Positions with so many seeds on the board, the rest shared between the stores."""
    chance, size = random.Random(seed), game.layout.size
    while count:
        holes = [0] * size
        for _ in range(seeds):
            holes[chance.randrange(size)] += 1
        left = game.seeds - seeds
        position = game.setup(holes=holes, stores=(left // 2, left - left // 2), mover=chance.choice((0, 1)))
        if position.mover is not None:
            count -= 1
            yield position


def lead(position: bonduc.Position, side: Player) -> int:
    return position.stores[side] - position.stores[side.other]


def worth(tables: Tablebase, position: bonduc.Position, side: Player) -> int:
    """The lead a side ends with by the tables."""
    value = 0
    if position.mover is not None:
        found = tables.probe(position)
        assert found is not None
        value = found.value if position.mover == side else -found.value
    return lead(position, side) + value


@pytest.mark.parametrize(("name", "seeds"), [("rio-kadalis", 8), ("rio-kadalis", 12), ("adji-kui-ii", 16)])
def test_every_move_of_a_fresh_position_has_its_value(tables: Tablebase, name: str, seeds: int) -> None:
    for position in random_positions(bonduc.game(name, holes=3), seeds, 40, seed=1):
        assert position.mover is not None
        found = tables.lookup(position, lines=64)
        assert found is not None
        assert found.tbhits > 0
        assert {line.moves[0] for line in found.lines} == set(position.legal_moves)
        assert found.lines[0].exact
        assert found.lines[0].score == worth(tables, position, position.mover)
        assert [line.score for line in found.lines] == sorted((line.score for line in found.lines), reverse=True)
        for line in found.lines:
            if line.exact:
                assert line.score == worth(tables, position.play(line.moves[0]), position.mover)


def true_lead(position: bonduc.Position, path: list[bytes], left: list[int], low: int = -99, high: int = 99) -> int:
    """The lead of the mover by the rules alone, repetition of any position on the path among them: alpha-beta."""
    assert position.mover is not None
    best = -99
    path = [*path, position.repetition_key]
    for move in position.legal_moves:
        left[0] -= 1
        if left[0] < 0:
            raise TimeoutError
        after = position.play(move)
        if after.mover is not None and after.repetition_key in path:
            after = after.shared()
        if after.mover is None:
            reached = lead(after, position.mover)
        elif after.mover == position.mover:
            reached = true_lead(after, path, left, max(low, best), high)
        else:
            reached = -true_lead(after, path, left, -high, -max(low, best))
        best = max(best, reached)
        if best >= high:
            break
    return best


@pytest.mark.parametrize(
    ("name", "holes", "seeds"), [("rio-kadalis", 2, 8), ("adji-kui-ii", 2, 12), ("adji-kui-ii", 3, 12)]
)
def test_what_is_marked_exact_is_true_whatever_the_past(tables: Tablebase, name: str, holes: int, seeds: int) -> None:
    """Against a search of everything to the end of the round, from positions with and without a past."""
    chance, compared, past = random.Random(3), 0, 0
    for start in random_positions(bonduc.game(name, holes=holes), seeds, 60, seed=2):
        played = bonduc.Round(start.game, start)
        for _ in range(chance.randrange(6)):
            if not played.outcome:
                played.play(chance.choice(played.legal_moves))
        if played.outcome:
            continue
        position, history = played.position, played.positions[:-1]
        found = tables.lookup(position, lines=64, history=history)
        assert found is not None
        keys = [each.repetition_key for each in history]
        for line in found.lines:
            after = bonduc.Round.from_record(played.record()).play(line.moves[0])
            try:
                if after.mover is None:
                    true = lead(after, position.mover)  # type: ignore[arg-type]
                else:
                    true = true_lead(after, [*keys, position.repetition_key], [1500])
                    true = true if after.mover == position.mover else -true
            except TimeoutError:
                continue
            if line.exact:
                compared += 1
                past += bool(history)
                assert line.score == true, f"{line.moves[0]} in {position} after {list(map(str, history))}"
    assert compared > 30
    assert past > 5


@pytest.mark.parametrize("perfect", [True, False])
@pytest.mark.parametrize(("name", "seeds"), [("rio-kadalis", 12), ("adji-kui-ii", 12), ("adji-kui-ii", 16)])
def test_what_a_position_is_worth_is_reached_over_the_board(
    tables: Tablebase, name: str, seeds: int, perfect: bool
) -> None:
    chance = random.Random(4)
    for position in random_positions(bonduc.game(name, holes=3), seeds, 20, seed=5):
        assert position.mover is not None
        side = chance.choice((position.mover, position.mover.other))
        promised = worth(tables, position, side)
        played = bonduc.Round(position.game, position)
        while not played.outcome:
            here = played.position
            if here.mover == side:
                found = tables.lookup(here, history=played.positions[:-1])
                assert found is not None
                played.play(found.best)
            else:
                replies = list(here.legal_moves)
                chance.shuffle(replies)
                if perfect:
                    replies.sort(key=lambda reply: worth(tables, here.play(reply), side))
                played.play(replies[0])
        assert lead(played.position, side) >= promised, f"{side} in {position}"


def test_a_past_can_make_a_winning_move_worthless(tables: Tablebase) -> None:
    """Where the only winning move leads to a position that has been, it ends the round with nothing gained."""
    game = bonduc.game("rio-kadalis", holes=3)
    spoilt = 0
    for position in random_positions(game, 8, 300, seed=6):
        found = tables.lookup(position)
        assert found is not None
        after = position.play(found.best)
        if found.lines[0].score <= lead(position, position.mover) or after.mover is None:  # type: ignore[arg-type]
            continue
        if sum(after.holes) == sum(position.holes):
            again = tables.lookup(position, lines=64, history=[after])
            assert again is not None
            line = next(line for line in again.lines if line.moves[0] == found.best)
            assert (line.score, line.exact) == (lead(position, position.mover), True)  # type: ignore[arg-type]
            spoilt += 1
    assert spoilt > 3


def test_lines_can_be_played(tables: Tablebase) -> None:
    for position in random_positions(bonduc.game("adji-kui-ii", holes=3), 12, 20, seed=7):
        found = tables.lookup(position, lines=3)
        assert found is not None
        assert found.depth == len(found.lines[0].moves)
        for line in found.lines:
            here = position
            for move in line.moves:
                here = here.play(move)


def test_positions_beyond_the_tables_are_searched(folder: Path, tables: Tablebase) -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    assert tables.lookup(game.start()) is None
    found = bonduc.analyse(game.start(), depth=4, tables=folder)
    assert (found.depth, found.warnings) == (4, ())  # what lies below it is looked up (test_endgames)
    assert tables.lookup(bonduc.game("rio-kadalis", holes=3, direction="clockwise").position(KEPT)) is None
    assert tables.lookup(bonduc.game("kiothi").start()) is None


def test_a_missing_folder_is_no_fault(tmp_path: Path) -> None:
    found = bonduc.analyse(bonduc.game("rio-kadalis", holes=3).position(KEPT), depth=2, tables=tmp_path / "none")
    assert (found.tbhits, found.warnings) == (0, ())
    assert not (tmp_path / "none").exists()


def test_a_corrupt_table_is_told_of_once_and_not_believed(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (path,) = broken.glob("rio-kadalis/holes=3,*/*-008.table")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    game = bonduc.game("rio-kadalis", holes=3)
    engine = Engine(game, EngineSettings(tables=broken))
    first, second = (engine.analyse(game.position(KEPT), Limits(depth=3)) for _ in range(2))
    assert engine.look_up(game.position(KEPT)) is None
    assert first.depth > 0, "it was not searched"
    assert len(first.warnings) == 1
    assert str(path) in first.warnings[0]
    assert second.warnings == ()


def test_the_tables_of_a_folder_are_opened_once(folder: Path) -> None:
    assert tablebase(folder) is tablebase(folder)


def test_strong_levels_play_by_the_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONDUC_TABLES", str(folder))
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3), bonduc.game("rio-kadalis", holes=3).position(KEPT))
    assert choose(played, 8, depth=1, tables="auto").analysis.tbhits > 0
    assert choose(played, 8, depth=1, tables=folder).analysis.tbhits > 0
    assert choose(played, 2, seed=1, tables="auto").analysis.tbhits == 0


def test_no_table_is_looked_at_unless_it_is_said_which(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONDUC_TABLES", str(folder))
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3), bonduc.game("rio-kadalis", holes=3).position(KEPT))
    plain = bonduc.analyse(played, depth=3)
    without: tuple[TablesChoice, ...] = (None, False, folder / "none")
    for choice in without:
        found, chosen = bonduc.analyse(played, depth=3, tables=choice), choose(played, 8, depth=1, tables=choice)
        for each in (found, chosen.analysis):
            assert (each.tbhits, each.tables, each.to_json()["tables"]) == (0, None, None)
        assert found.lines == plain.lines


def test_the_analysis_says_which_tables_it_rests_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONDUC_TABLES", str(folder))
    game = bonduc.game("rio-kadalis", holes=3)
    played = bonduc.Round(game, game.position(KEPT))
    named: tuple[TablesChoice, ...] = ("auto", str(folder), folder)
    for choice in named:
        for found in (bonduc.analyse(played, depth=3, tables=choice), choose(played, 8, tables=choice).analysis):
            assert (found.tables, found.to_json()["tables"]) == (folder, str(folder))
    told: list[bonduc.Analysis] = []
    above = bonduc.analyse(game.start(), depth=9, tables=folder, on_info=told.append)
    assert all(each.tables == (folder if each.tbhits else None) for each in (*told, above))
    assert above.tables == folder


def test_tables_are_a_folder_or_a_word(folder: Path) -> None:
    for faulty in (True, 3, ["tables"]):
        with pytest.raises(TypeError, match="tables should be a folder"):
            bonduc.analyse(bonduc.game("rio-kadalis").start(), depth=1, tables=faulty)  # type: ignore[arg-type]


def test_a_review_uses_the_tables(folder: Path) -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    played = bonduc.Round(game, game.position(KEPT))
    while not played.outcome:
        played.play(played.legal_moves[0])
    found = review(played, Limits(depth=1), tables=folder)
    assert all(each.exact and each.analysis.tbhits for each in found.moves)


def test_the_protocol_reports_hits_and_faults(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    session = Session(sys.stdout)
    for command in (
        "uci",
        f"setoption name TablesPath value {folder}",
        f"position game rio-kadalis holes=3 pos {KEPT}",
        "go depth 1",
        "ucinewgame",
        "setoption name TablesPath value none",
        f"position pos {KEPT}",
        "go depth 1",
    ):
        session.handle(command)
    session.handle("isready")
    session.end()
    lines = capsys.readouterr().out.splitlines()
    assert "option name TablesPath type string default <empty>" in lines
    hits = [int(line.split(" tbhits ")[1].split()[0]) for line in lines if " tbhits " in line]
    assert hits[0] > 0
    assert hits[-1] == 0
    assert sum(line.startswith("bestmove") for line in lines) == 2


def test_complete_tables_win_what_is_won(tmp_path: Path) -> None:
    """Bao la Kimasai with four columns: the distances of the tables lead to the end, the past being what it is."""
    game, chance, won = bonduc.game("bao-la-kimasai", columns=4), random.Random(8), 0
    list(build_stones(game, tmp_path, threads=2))
    tables = Tablebase(tmp_path)
    for _ in range(30):
        played = bonduc.Round(game)
        for _ in range(chance.randrange(25)):
            if not played.outcome:
                played.play(chance.choice(played.legal_moves))
        if played.outcome:
            continue
        played = bonduc.Round(game, played.position)
        mover = played.mover
        assert mover is not None
        promised = worth(tables, played.position, mover)
        side = mover if promised >= 0 else mover.other
        won += promised != 0
        while not played.outcome:
            found = tables.lookup(played.position, history=played.positions[:-1])
            assert found is not None
            if played.mover == side:
                assert found.lines[0].exact
                played.play(found.best)
            else:
                played.play(chance.choice(played.legal_moves))
        assert lead(played.position, side) >= abs(promised)
    assert won > 5
