"""perft, and the files of tests/data/perft: one for the defaults and for every value of every option of every game.

Counts above BONDUC_PERFT_NODES (default 60,000) are left out, to keep the run short.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import bonduc
from bonduc import BonducError, Game, Position
from bonduc.checks.conformance import option_sets
from bonduc.games.registry import GAMES
from bonduc.interruptible import run_interruptible
from tests.tools.make_perft import file_name

FOLDER = Path(__file__).parent.parent / "data" / "perft"
MOST_NODES = int(os.environ.get("BONDUC_PERFT_NODES", "60000"))
FILES = sorted(FOLDER.glob("*.perft"))


@dataclass
class Entry:
    """A position of a perft file, with where its counts come from."""

    name: str
    source: str = ""
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def read(path: Path) -> Iterator[Entry]:
    """The entries of a perft file; `id` begins one, `#` a comment."""
    entry: Entry | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(" ")
        if key in ("", "#"):
            continue
        if key == "id":
            if entry is not None:
                yield entry
            entry = Entry(value)
            continue
        assert entry is not None, f"{path.name}: {line!r} stands before the first id"
        if key == "perft":
            depth, count = value.split()
            entry.counts[int(depth)] = int(count)
        elif key == "position":
            entry.position = value
        else:
            assert key == "source", f"{path.name}: cannot read {line!r}"
            entry.source = value
    assert entry is not None, f"{path.name} is empty"
    yield entry


def game_of(path: Path) -> Game:
    """The game and options in a file's name."""
    name, _, options = path.stem.partition("__")
    return bonduc.game(name, **dict(each.split("=") for each in options.split(",") if each))


def divided(position: Position, depth: int) -> str:
    """The count below each move, to be held against another program's."""
    counts = bonduc.perft(position, depth, divide=True)
    assert isinstance(counts, dict)
    return "\n".join(f"{move}: {count}" for move, count in counts.items())


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_file(path: Path) -> None:
    game = game_of(path)
    for entry in read(path):
        position = game.position(entry.position)
        assert str(position) == entry.position
        assert entry.source
        assert entry.counts
        for depth, count in entry.counts.items():
            if count <= MOST_NODES:
                found = bonduc.perft(position, depth)
                where = f"{path.name}, {entry.name}, depth {depth}: {found} instead of {count}"
                assert found == count, f"{where}; {position}\n{divided(position, depth)}"


def test_every_game_and_option_value_has_its_file() -> None:
    wanted = {file_name(name, options) for name, spec in GAMES.items() for options in option_sets(spec)}
    assert {path.name for path in FILES} == wanted


@pytest.mark.parametrize("name", GAMES)
def test_files_hold_several_kinds_of_positions(name: str) -> None:
    entries = list(read(FOLDER / f"{name}.perft"))
    spec = GAMES[name]
    assert len(entries) >= 4
    assert any(entry.source.startswith("the rules reference") for entry in entries)
    if spec.notes:
        assert any(f"{spec.notes}=" in entry.position for entry in entries)
    if spec.has_passes:
        assert any("passed" in entry.position for entry in entries)
    if spec.has_opening:
        assert any("hand=" in entry.position for entry in entries)


@pytest.mark.parametrize(
    ("name", "options", "moves", "counts"),
    [
        ("adji-kui-ii", {}, (), [6, 23, 102, 407, 1656, 6625, 26527]),
        ("rio-kadalis", {}, (), [6, 32, 140, 638, 3029, 13800, 58706]),
        ("rio-kadalis", {"holes": 5}, (), [5, 24, 96, 410, 1661, 6267]),
        ("bao-la-kimasai", {}, (), [1, 2, 3, 7, 15, 40, 105, 309, 937, 3046, 10207, 35922]),
        ("bao-la-kimasai", {"columns": 6}, (), [1, 2, 3, 7, 15, 39, 98, 272, 764, 2242]),
        ("kiothi", {}, ("IJ>A5,B5", "ij>a5,b5"), [18, 288, 3830]),
    ],
)
def test_checked_numbers(name: str, options: dict[str, int], moves: tuple[str, ...], counts: list[int]) -> None:
    position = bonduc.game(name, **options).start()
    for move in moves:
        position = position.play(move)
    assert [bonduc.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_divide_adds_up_and_is_in_board_order() -> None:
    start = bonduc.game("rio-kadalis").start()
    counts = bonduc.perft(start, 4, divide=True)
    assert isinstance(counts, dict)
    assert list(counts) == [move.text for move in start.legal_moves]
    assert sum(counts.values()) == 638


def test_depth_zero_and_the_end_of_the_round() -> None:
    game = bonduc.game("rio-kadalis")
    assert bonduc.perft(game.start(), 0) == 1
    finished = game.position("0,0,0,0,0,0/0,0,0,0,0,0 30 18 - -")
    assert [bonduc.perft(finished, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    # One move ends the round: one sequence of one move, none of two.
    last = game.position("0,0,0,0,0,0/1,0,2,0,0,0 22 23 S -")
    assert [bonduc.perft(last, depth) for depth in (1, 2)] == [2, 0]


@pytest.mark.parametrize(("depth", "divide"), [(-1, False), (61, False), (0, True), (-1, True)])
def test_impossible_depths(depth: int, divide: bool) -> None:
    with pytest.raises(BonducError, match=f"depth {depth}"):
        bonduc.perft(bonduc.game("rio-kadalis").start(), depth, divide=divide)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "bonduc.perft(game.start(), 40)",
        "bonduc.perft(game.start(), 40, divide=True)",
        "random_playouts(game.runner.compile(), row, game.runner.options, 10**12)",
    ],
)
def test_ctrl_c_ends_counting(work: str) -> None:
    """The interrupt comes while the machine code runs, and the machine code has ended when it is told of."""
    program = f"""
import signal, threading
import numpy as np
import bonduc
from bonduc.playouts import random_playouts

game = bonduc.game("adji-kui-ii")
row = np.frombuffer(game.start().row, np.int8)
bonduc.perft(game.start(), 5), random_playouts(game.runner.compile(), row, game.runner.options, 1)
threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()
try:
    {work}
except KeyboardInterrupt:
    others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for thread in others:
        thread.join(60)
    print("interrupted", [thread for thread in others if thread.is_alive()])
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (ran.stdout, ran.stderr) == ("interrupted []\n", "")


def test_a_count_in_a_thread_of_its_own_is_the_same_and_raises_the_same() -> None:
    assert bonduc.perft(bonduc.game("rio-kadalis").start(), 5) == 3029

    def fail() -> int:
        raise ValueError("no count")

    with pytest.raises(ValueError, match="no count"):
        run_interruptible(fail, lambda: None)
