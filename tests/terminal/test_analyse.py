"""analyse and levels."""

from __future__ import annotations

import builtins
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import bonduc
from bonduc.engine.analysis import Analysis, Limits, Line
from bonduc.engine.levels import levels_of
from bonduc.engine.review import review
from bonduc.language import speaking
from bonduc.position import game as find_game
from bonduc.solve.by_seeds.library import build_tables
from bonduc.terminal.commands import analyse as analyse_command
from bonduc.terminal.texts.analysis import analysis_lines, lead_text, review_lines, signed
from tests.terminal.support import Runner, bad_input
from tests.test_language import english_in

SMALL = ("rio-kadalis", "--option", "holes=3")
LATE = "3,1,0/0,2,2 8 8 N -"  # eight stones: a table holds it


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("tables")
    list(build_tables(bonduc.game("rio-kadalis", holes=3), 8, where))
    return where


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Two rounds of the small board: one played to its end, one stopped after two moves."""
    path = tmp_path / "games.txt"
    texts = []
    for moves in (99, 2):
        played = bonduc.Round(bonduc.game("rio-kadalis", holes=3))
        while not played.outcome and len(played.moves) < moves:
            played.play(played.legal_moves[-1])
        texts.append(played.record(South="Ann", North="Ben").write())
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_the_start_is_analysed(bonduc: Runner) -> None:
    ran = bonduc("analyse", *SMALL, "--depth", "6", "--lines", "2")
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[:2] == ["Rio Kadalis, South to move", "4,4,4/4,4,4 0 0 S -"]
    assert lines[3].endswith(" is best.")
    assert all("depth 6" in line or "exact" in line for line in lines[4:6])
    assert "positions" in lines[-1]


def test_both_views_of_a_score_are_shown(bonduc: Runner, tables: Path) -> None:
    out = bonduc("analyse", *SMALL, LATE, "--dir", str(tables)).out
    position_lines = [line for line in out.splitlines() if "exact" in line and "North" in line and "South" in line]
    assert position_lines
    words = position_lines[-1].split()
    north, south = words[words.index("North") + 1], words[words.index("South") + 1]
    assert int(north) == -int(south)


def test_json_is_one_object(bonduc: Runner) -> None:
    for place in ((LATE,), ("--position", LATE)):
        found = json.loads(bonduc("analyse", *SMALL, *place, "--depth", "4", "--lines", "9", "--json").out)
        assert set(found) == {
            *("game", "options", "position", "lines", "proved", "nodes", "seconds", "tbhits", "tables")
        }
        assert found["position"] == LATE
        assert 1 < len(found["lines"]) <= 3
        for line in found["lines"]:
            assert set(line) == {"moves", "score", "exact", "depth"}
            assert isinstance(line["score"], float)


@pytest.mark.parametrize("name", ["kiothi", "adji-kui-ii", "bao-la-kimasai"])
def test_every_game_is_analysed(bonduc: Runner, name: str) -> None:
    found = json.loads(bonduc("analyse", name, "--nodes", "200", "--json").out)
    assert found["lines"][0]["moves"]
    assert bonduc("analyse", name, "--nodes", "200").code == 0


def test_tables_are_used(bonduc: Runner, tables: Path) -> None:
    found = json.loads(bonduc("analyse", *SMALL, LATE, "--lines", "9", "--dir", str(tables), "--json").out)
    assert found["tbhits"] > 0
    assert found["lines"][0]["exact"]
    assert "from tables" in bonduc("analyse", *SMALL, LATE, "--dir", str(tables)).out


def test_a_corrupt_table_is_warned_of(bonduc: Runner, tables: Path, tmp_path: Path) -> None:
    (path,) = tables.rglob("*-008.table")
    broken = tmp_path / "broken" / path.relative_to(tables)
    broken.parent.mkdir(parents=True)
    broken.write_bytes(path.read_bytes()[:-1])
    ran = bonduc("analyse", *SMALL, LATE, "--depth", "2", "--dir", str(tmp_path / "broken"))
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "cannot be believed" in ran.err
    assert "from tables" not in ran.out


def test_a_record_is_reviewed(bonduc: Runner, record: Path) -> None:
    ran = bonduc("analyse", str(record), "--depth", "4")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("Game 1, Rio Kadalis: Ann against Ben, ")
    assert "Game 2, Rio Kadalis: Ann against Ben, *" in lines
    assert lines[2].split()[:3] == ["1", "South", "C"]
    assert lines[3].split()[:2] == ["1", "North"]  # numbered as in records
    assert any(mark in ran.out for mark in ("inaccuracy: ", "mistake: ", "blunder: "))
    assert " was better by " in ran.out
    assert any(line.startswith("South: ") for line in lines)


def test_one_round_of_several(bonduc: Runner, record: Path) -> None:
    out = bonduc("analyse", "rio-kadalis", "--record", str(record), "--game-number", "2", "--depth", "3").out
    assert out.startswith("Rio Kadalis: Ann against Ben, *\n")
    found = json.loads(bonduc("analyse", str(record), "--game-number", "2", "--depth", "3", "--json").out)
    assert set(found) == {"record", "games", "complete"}
    assert [game["number"] for game in found["games"]] == [2]
    assert len(found["games"][0]["moves"]) == 2
    assert found["complete"] is True


def test_the_score_is_drawn(bonduc: Runner, record: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "score.svg"
    assert bonduc("analyse", str(record), "--game-number", "1", "--depth", "4", "--plot", str(drawn)).code == 0
    text = drawn.read_text(encoding="utf-8")
    for word in ("Rio Kadalis: Ann against Ben", "South ahead", "North ahead", "lead in stones"):
        assert word in text
    again = tmp_path / "again.svg"
    bonduc("analyse", str(record), "--game-number", "1", "--depth", "4", "--plot", str(again))
    assert again.read_bytes() == drawn.read_bytes()


def test_without_matplotlib_the_extra_is_named(bonduc: Runner, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    ran = bonduc("analyse", str(record), "--game-number", "2", "--depth", "1", "--plot", "score.png")
    assert "bonduc[study]" in bad_input(ran)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "analyse what"),
        (("nosuchgame",), "unknown game 'nosuchgame'"),
        (("rio-kadalis", "4,4/4,4 0 0 S -"), "cannot read position"),
        (("rio-kadalis", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -"), "the round is over"),
        (("rio-kadalis", "4,4 x", "--position", "4,4 x"), "given twice"),
        (("rio-kadalis", "--depth", "0"), "depth=0"),
        (("rio-kadalis", "--lines", "0"), "lines=0"),
        (("rio-kadalis", "--threads", "0"), "threads=0"),
        (("rio-kadalis", "--seconds", "-1"), "seconds=-1"),
        (("rio-kadalis", "--plot", "x.png"), "need the record"),
        (("--record", "no-such-file.txt"), "no-such-file.txt"),
    ],
)
def test_bad_input(bonduc: Runner, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in bad_input(bonduc("analyse", *arguments))


def test_bad_input_with_records(bonduc: Runner, record: Path, tmp_path: Path) -> None:
    path = str(record)
    assert "is Rio Kadalis, not Kiothi" in bad_input(bonduc("analyse", "kiothi", "--record", path))
    assert "holds no game 3" in bad_input(bonduc("analyse", path, "--game-number", "3"))
    assert "--game-number" in bad_input(bonduc("analyse", path, "--plot", "x.png"))
    assert "brings its own" in bad_input(bonduc("analyse", path, "--lines", "2"))
    (tmp_path / "empty.txt").write_text("")
    assert "holds no game" in bad_input(bonduc("analyse", str(tmp_path / "empty.txt")))


def test_an_empty_round_is_no_fault(bonduc: Runner, tmp_path: Path) -> None:
    import bonduc as package

    path = tmp_path / "empty.txt"
    path.write_text(package.Round(package.game("kiothi")).record().write(), encoding="utf-8")
    assert bonduc("analyse", str(path)).out == "Game 1: no move was played\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_prints_what_is_known(bonduc: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting_for_it = analyse_command.stopping_at_ctrl_c

    @contextmanager
    def interrupted_soon() -> Iterator[threading.Event]:
        with waiting_for_it() as stop:
            pressing = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            pressing.start()
            yield stop
            pressing.join()

    monkeypatch.setattr(analyse_command, "stopping_at_ctrl_c", interrupted_soon)
    ran = bonduc("analyse", "adji-kui-ii", "--seconds", "1000", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["lines"][0]["moves"]


def test_scores_in_words() -> None:
    rio, bao = bonduc.game("rio-kadalis"), bonduc.game("bao-la-kimasai")
    assert [signed(score) for score in (6.2, -0.35, 0.03, 0)] == ["+6.2", "-0.3", "0.0", "0.0"]
    assert [signed(score, exact=True) for score in (6, -8, 0)] == ["+6", "-8", "0"]
    assert lead_text(6.2, bonduc.SOUTH, rio) == "South +6.2"
    assert lead_text(-4, bonduc.SOUTH, rio) == "North +4"
    assert lead_text(0.02, bonduc.NORTH, rio) == "Even"
    assert lead_text(0.4, bonduc.NORTH, bao) == "North stands better"
    assert lead_text(-1, bonduc.NORTH, bao) == "South wins"


def test_long_lines_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    position = bonduc.game("rio-kadalis").start()
    line = Line(tuple(position.legal_moves) * 2, 1, False, 12)
    assert analysis_lines(Analysis(position, (line,), 10, 0.5, 12))[4].endswith("A B C D E F A B …")


def test_levels(bonduc: Runner) -> None:
    ladder = levels_of(find_game("adji-kui-ii"))
    lines = bonduc("levels", "adji-kui-ii").out.splitlines()
    assert lines[0] == "Adji Kui II"
    assert [line.split()[0] for line in lines[2:10]] == [str(number) for number in ladder]
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("8 ") for line in bonduc("levels").out.splitlines()) == 4
    (found,) = json.loads(bonduc("levels", "adji-kui-ii", "--json").out)
    assert found["game"] == "adji-kui-ii"
    assert [each["level"] for each in found["levels"]] == list(ladder)
    assert [each["overlooks"] for each in found["levels"]] == [level.overlooks for level in ladder.values()]
    assert len(json.loads(bonduc("levels", "--json").out)) == 4


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fa", ("نوبت جنوب", "بهترین است", "عمق ۲")),
        ("fil", ("Timog ang titira", "ang pinakamahusay", "lalim 2")),
        ("ru", ("ходит Юг", "лучший ход", "глубина 2")),
        ("az", ("növbə: Cənub", "ən yaxşısı", "dərinlik 2")),
    ],
)
def test_analyses_are_told_in_every_language(language: str, said: tuple[str, ...]) -> None:
    found = bonduc.analyse(bonduc.game("rio-kadalis").start(), depth=2)
    played = bonduc.Round(bonduc.game("rio-kadalis"))
    for move in ("B", "f", "D"):
        played.play(move)
    record = played.record(South="Ann", North="Ben")
    reviewed = review(record, Limits(depth=2))
    with speaking(language):
        told = "\n".join(analysis_lines(found))
        marked = "\n".join(review_lines(1, record, reviewed, True))
    assert all(words in told for words in said)
    assert any(each.mark for each in reviewed.moves)
    assert not english_in(told + marked)
