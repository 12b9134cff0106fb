"""Builds: both ways to the values write the same files, and a build killed anywhere goes on and ends the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import bonduc
from bonduc.errors import BonducError
from bonduc.solve.by_seeds import build, expansion, work_file
from bonduc.solve.by_seeds.build import MOVES, STATE, Means, derive_again, solve_class
from bonduc.solve.by_seeds.expansion import Values
from bonduc.solve.by_seeds.library import build_tables, classes_up_to
from bonduc.solve.by_seeds.move_log import MoveLog, Sown
from bonduc.solve.by_seeds.tables import Tables, table_path
from bonduc.solve.index.classes import Pattern, start_pattern
from bonduc.terminal.app import run

RIO = bonduc.game("rio-kadalis", holes=3)
ADJI = bonduc.game("adji-kui-ii", holes=3)
FAST, SWEEPS = Means(threads=2), Means(threads=2, memory=0)
EVERY_WAY = {
    "in memory": FAST,
    "in memory, moves sown again": Means(threads=2, disk=0),
    "in sweeps": SWEEPS,
    "in sweeps, moves sown again": Means(threads=1, memory=0, disk=0),
}
IDENTITY = {"game": "none"}


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes of small boards fall into many chunks, and states are saved whenever they can be."""
    monkeypatch.setattr(expansion, "CHUNK", 1 << 9)
    monkeypatch.setattr(build, "CHUNK", 1 << 9)
    monkeypatch.setattr(build, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(build, "SAVE_SHARE", float("inf"))


def _classes(game: bonduc.Game, most: int, means: Means, pattern: Pattern | None = None) -> list[build.SolvedClass]:
    lower: dict[int, Values] = {}
    solved = []
    for seeds in range(most % 4, most + 1, 4):
        solved.append(solve_class(pattern or start_pattern(game), seeds, lower, means=means))
        lower[seeds] = solved[-1].values
    return solved


@pytest.mark.parametrize("way", list(EVERY_WAY)[1:])
@pytest.mark.parametrize("game", [RIO, ADJI], ids=["rio", "adji"])
def test_every_way_gives_the_same_codes_and_longest_line(
    game: bonduc.Game, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _classes(game, 12, FAST)
    # The longest line needs memory that memory=0 does not allow: allow it, and nothing else.
    monkeypatch.setattr(Means, "fits", lambda means, needed: means.memory is None or needed < 15 * 6188)
    monkeypatch.setattr(build, "_fits_memory", lambda found, means, moves: means.memory is None)
    for one, other in zip(expected, _classes(game, 12, EVERY_WAY[way]), strict=True):
        assert (one.codes == other.codes).all()
        assert one.longest == other.longest


def test_sweeps_of_two_blocks_and_without_the_longest_line() -> None:
    pattern = Pattern(bonduc.game("adji-kui-ii", holes=2), (0, 0, 0, 1))
    for one, other in zip(
        _classes(pattern.game, 14, FAST, pattern), _classes(pattern.game, 14, SWEEPS, pattern), strict=True
    ):
        assert (one.codes == other.codes).all()
        assert one.longest is not None
        assert other.longest is None


@pytest.mark.parametrize("means", [FAST, SWEEPS], ids=["in memory", "in sweeps"])
def test_deriving_again_finds_a_wrong_value_and_the_cyclic_draws(means: Means) -> None:
    solved = _classes(ADJI, 16, FAST)
    lower = {one.seeds: one.values for one in solved[:-1]}
    values = solved[-1].values
    wrong, cyclic = derive_again(start_pattern(ADJI), 16, values, lower, means=means)
    assert wrong is None
    assert cyclic.any()
    assert (cyclic == solved[-1].cyclic).all()
    values[1000] -= 1
    wrong, _ = derive_again(start_pattern(ADJI), 16, values, lower, means=means)
    assert wrong is not None


# Builds that are stopped


BUILD = """
import os, sys
from pathlib import Path
import bonduc
from bonduc.games.kernels.compile import compiled
from bonduc.solve.by_seeds import build, expand, expansion, values_backward, values_by_sweeps
from bonduc.solve.by_seeds.library import build_tables

expansion.CHUNK = build.CHUNK = 1 << 9
build.SAVE_SECONDS = 0.0
build.SAVE_SHARE = float("inf")
memory = None if sys.argv[2] == "in memory" else 0
game = bonduc.game("adji-kui-ii", holes=3)
game.runner.compile()
for kernel in (expand.expand, values_by_sweeps.sweep_values, values_backward.settle_size):
    compiled(kernel)
while True:
    child = os.fork()
    if child == 0:
        list(build_tables(game, 16, Path(sys.argv[1]), means=build.Means(2, memory)))
        os._exit(0)
    print(child, flush=True)
    if os.waitpid(child, 0)[1] == 0:
        break
"""
KILLS = 12


def _kill_at_work(build_process: int, folder: Path, later: float) -> bool:
    """Kill a build some seconds after it is seen within a class, or has ended; whether it left a class half done."""

    def within_a_class() -> bool:
        return folder.exists() and any(path.suffix in (MOVES, STATE) for path in folder.iterdir())

    with suppress(ProcessLookupError):
        while not within_a_class():
            os.kill(build_process, 0)
            time.sleep(0.001)
        time.sleep(later)
        os.kill(build_process, signal.SIGKILL)
    return within_a_class()


@pytest.mark.parametrize("way", ["in memory", "in sweeps"])
def test_a_build_killed_again_and_again_ends_in_the_same_files(way: str, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    list(build_tables(ADJI, 16, whole, means=FAST if way == "in memory" else SWEEPS))
    folder = table_path(killed, start_pattern(ADJI), 16).parent
    generator, went_on = random.Random(7), 0
    with subprocess.Popen([sys.executable, "-c", BUILD, str(killed), way], stdout=subprocess.PIPE, text=True) as runs:
        assert runs.stdout is not None
        for number, line in enumerate(runs.stdout):
            if number < KILLS:
                went_on += _kill_at_work(int(line), folder, 0.1 * generator.random())
    assert runs.returncode == 0
    assert went_on >= 2
    names = [path.name for path in sorted(folder.iterdir())]
    assert names == [table_path(killed, start_pattern(ADJI), seeds).name for seeds in classes_up_to(ADJI.start(), 16)]
    for seeds in classes_up_to(ADJI.start(), 16):
        expected = table_path(whole, start_pattern(ADJI), seeds).read_bytes()
        assert table_path(killed, start_pattern(ADJI), seeds).read_bytes() == expected


# The log of moves, and the state


def _sown(generator: np.random.Generator, positions: int) -> Sown:
    exits, degrees = (generator.integers(0, 9, positions).astype(np.int8) for _ in range(2))
    return Sown(exits, degrees, generator.integers(0, 1 << 31, int(degrees.sum())))


def _same(one: Sown | None, other: Sown) -> bool:
    return one is not None and all(
        (getattr(one, name) == getattr(other, name)).all() for name in ("exits", "degrees", "edges")
    )


@pytest.mark.parametrize("places", [1000, 1 << 31])
def test_the_log_gives_back_what_was_sown_up_to_where_it_was_cut_off(tmp_path: Path, places: int) -> None:
    path, generator = tmp_path / "log", np.random.default_rng(1)
    chunks = {number: _sown(generator, 50) for number in (3, 0, 7)}
    log = MoveLog(path, IDENTITY, places, 1 << 30)
    ends = []
    for number, sown in chunks.items():
        log.add(number, sown)
        ends.append(path.stat().st_size)
    assert all(_same(log.read(number), sown) for number, sown in chunks.items())
    assert log.read(1) is None
    log.close()
    path.write_bytes(path.read_bytes()[: ends[2] - 1])
    log = MoveLog(path, IDENTITY, places, 1 << 30)
    assert path.stat().st_size == ends[1]
    assert _same(log.read(0), chunks[0])
    assert log.read(7) is None
    log.add(7, chunks[7])
    assert _same(log.read(7), chunks[7])
    log.close()


def test_the_log_does_not_believe_a_damaged_record_or_the_log_of_another_class(tmp_path: Path) -> None:
    path, sown = tmp_path / "log", _sown(np.random.default_rng(2), 50)
    log = MoveLog(path, IDENTITY, 1000, 1 << 30)
    log.add(0, sown)
    log.add(1, sown)
    log.close()
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    log = MoveLog(path, IDENTITY, 1000, 1 << 30)
    assert _same(log.read(0), sown)
    assert log.read(1) is None
    log.close()
    log = MoveLog(path, {"game": "another"}, 1000, 1 << 30)
    assert log.read(0) is None
    log.close()


def test_the_log_keeps_to_its_room(tmp_path: Path) -> None:
    sown = _sown(np.random.default_rng(3), 50)
    log = MoveLog(None, IDENTITY, 1000, 2000)
    for number in range(5):
        log.add(number, sown)
    assert _same(log.read(0), sown)
    assert log.read(4) is None
    log.close()


def test_the_log_keeps_nothing_more_once_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sown = tmp_path / "log", _sown(np.random.default_rng(5), 50)
    log = MoveLog(path, IDENTITY, 1000, 1 << 30)
    log.add(0, sown)
    size = path.stat().st_size

    def fail(log: MoveLog, data: bytes, at: int) -> None:
        os.pwrite(log._file.fileno(), data[:100], at)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(MoveLog, "_write", fail)
        log.add(1, sown)
    log.add(2, sown)
    assert path.stat().st_size == size
    assert _same(log.read(0), sown)
    assert log.read(1) is None
    assert log.read(2) is None
    log.close()


def test_a_build_from_the_command_line_within_no_memory_and_no_disk(tmp_path: Path) -> None:
    where = ["rio-kadalis", "--option", "holes=2", "--seeds", "8", "--dir"]
    assert run(["tables", "build", *where, str(tmp_path / "usual")]) == 0
    assert run(["tables", "build", *where, str(tmp_path / "scant"), "--memory", "0", "--disk", "0"]) == 0
    pattern = start_pattern(bonduc.game("rio-kadalis", holes=2))
    usual, scant = (Tables(tmp_path / name).table(pattern, 8) for name in ("usual", "scant"))
    assert usual is not None
    assert scant is not None
    assert (usual.load() == scant.load()).all()
    assert scant.metadata["longest"] is None
    assert run(["tables", "stats", *where[:3], "--dir", str(tmp_path / "scant")]) == 0
    assert run(["tables", "verify", *where[:3], "--dir", str(tmp_path / "scant"), "--memory", "0"]) == 0


def test_two_builds_of_one_class_at_a_time_are_refused(tmp_path: Path) -> None:
    log = MoveLog(tmp_path / "log", IDENTITY, 1000, 1000)
    with pytest.raises(BonducError, match=r"another build is at work on .*log"):
        MoveLog(tmp_path / "log", IDENTITY, 1000, 1000)
    log.close()
    MoveLog(tmp_path / "log", IDENTITY, 1000, 1000).close()


def test_a_state_is_read_back_and_not_believed_if_it_is_damaged_or_of_another_class(tmp_path: Path) -> None:
    path = tmp_path / "state"
    assert work_file.load_state(path, IDENTITY) is None
    arrays = tuple(np.random.default_rng(4).integers(0, 4, (2, 5000)).astype(np.int8))
    work_file.save_state(path, IDENTITY, {"size": 3}, arrays)
    found = work_file.load_state(path, IDENTITY)
    assert found is not None
    assert found[0] == {"size": 3}
    assert all((one == other).all() for one, other in zip(found[1], arrays, strict=True))
    assert work_file.load_state(path, {"game": "another"}) is None
    data = path.read_bytes()
    for broken in (data[:-1], data + b"x", data[:10], b"", data[:-300] + b"?" + data[-299:]):
        path.write_bytes(broken)
        assert work_file.load_state(path, IDENTITY) is None
