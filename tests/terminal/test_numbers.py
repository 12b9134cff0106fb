"""Numbers out of every range: each option says which it takes, in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bonduc as package
from bonduc.engine.rollouts.uct import search as tree_search
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.tuning.tune import tune
from bonduc.errors import BonducError
from bonduc.solve.by_seeds.build import Means
from tests.terminal.support import Runner, bad_input

HUGE = "99999999999999999999999"
RIO = ("rio-kadalis", "--option", "holes=3")
ODD: tuple[tuple[str, ...], ...] = (
    *(("analyse", *RIO, option, HUGE) for option in ("--nodes", "--depth", "--lines", "--threads")),
    *(("analyse", *RIO, option, "0") for option in ("--nodes", "--depth", "--lines", "--threads")),
    ("analyse", *RIO, "--nodes", "9223372036854775808"),
    *(("analyse", *RIO, "--seconds", seconds) for seconds in ("nan", "-1")),
    *(("tune", *RIO, "--out", "w.json", option, HUGE) for option in ("--rounds", "--games", "--nodes", "--pairs")),
    *(("tune", *RIO, "--out", "w.json", option, "0") for option in ("--rounds", "--games", "--nodes", "--pairs")),
    *(("tune", *RIO, "--out", "w.json", "--seed", seed) for seed in (HUGE, "-1")),
    *(("perft", "rio-kadalis", depth) for depth in (HUGE, "61")),
    *(("bench", "--seconds", seconds) for seconds in ("nan", "inf", "0", "-1")),
    *(("tables", "build", *RIO, "--seeds", "4", option, HUGE) for option in ("--threads", "--memory", "--disk")),
    *(("tables", "build", *RIO, "--seeds", seeds) for seeds in (HUGE, "-4")),
    *(("solve", *RIO, "--seconds", seconds) for seconds in ("nan", "inf", "-1")),
    *(("solve", *RIO, "--memory", megabytes) for megabytes in ("0", HUGE)),
    *(("match", "random", "greedy", "--game", "rio-kadalis", "--games", "2", "--workers", w) for w in (HUGE, "-1")),
    *(("match", "random", "greedy", "--game", "rio-kadalis", "--games", games) for games in (HUGE, "-2", "3")),
    *(("match", "random", "greedy", "--game", "rio-kadalis", option, HUGE) for option in ("--nodes", "--depth")),
    *(("match", "random", "greedy", "--game", "rio-kadalis", "--seconds", s) for s in ("nan", "inf", "-1")),
    ("puzzles", "make", *RIO, "--out", "p.json", "--count", HUGE),
    ("puzzles", "make", *RIO, "--out", "p.json", "--easy", "nan"),
    ("picture", "rio-kadalis", "--width", HUGE),
)


@pytest.mark.parametrize("words", ODD, ids=" ".join)
def test_a_number_out_of_range_is_refused_in_one_line(
    bonduc: Runner, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "unexpected fault" not in bad_input(bonduc(*words))


@pytest.mark.parametrize("value", ["0", "-3"])
def test_settings_of_numba_that_keep_it_from_starting_are_named(value: str) -> None:
    command = [sys.executable, "-m", "bonduc", "perft", "rio-kadalis", "3"]
    settings = os.environ | {"NUMBA_NUM_THREADS": value}
    ran = subprocess.run(command, capture_output=True, text=True, env=settings, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("bonduc: Numba, which compiles the rules, cannot start")
    assert "NUMBA_" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_numbers_of_python_callers_are_bounded_too() -> None:
    game = package.game("rio-kadalis", holes=3)
    start = game.start()
    for faulty in (
        lambda: package.analyse(start, nodes=1 << 63),
        lambda: package.analyse(start, depth=1, threads=257),
        lambda: package.choose(package.Round(game), level=9),
        lambda: package.perft(start, 61),
        lambda: Searcher(game, megabytes=float("inf")),
        lambda: Searcher(game, megabytes=float("nan")),
        lambda: tree_search(start, seconds=float("nan")),
        lambda: tune(game, seed=-1),
        lambda: tune(game, rounds=0),
        lambda: Means(threads=0),
        lambda: Means(memory=-1),
    ):
        with pytest.raises(BonducError, match=r"must be|beyond any use"):
            faulty()
