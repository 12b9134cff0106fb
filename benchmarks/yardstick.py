"""perft against a hand-tuned C++ program, run in turn on this machine; and random playouts a second.

    python benchmarks/yardstick.py [perft.cpp] [--depth 11] [--runs 7]

The C++ source is no part of bonduc; without it only bonduc's own speeds are shown. Times are processor seconds, so
that other work on the machine disturbs them little; machine code is compiled beforehand, and that is timed apart.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import bonduc
from bonduc.checks.perft_kernel import count_leaves
from bonduc.games.kernels.compile import compiled
from bonduc.playouts import play_out, random_playouts

HERE = Path(__file__).resolve().parent
DEFAULT_SOURCE = HERE.parent.parent / "shared" / "yardstick" / "perft.cpp"
COMPILER = ["g++", "-O3", "-march=native", "-std=c++20"]
PERFT_GAMES = ("adji-kui-ii", "rio-kadalis")
PLAYOUTS = {"kiothi": 40_000, "rio-kadalis": 150_000, "adji-kui-ii": 80_000, "bao-la-kimasai": 40_000}


def children_seconds() -> float:
    """Processor seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_yardstick(program: Path, game: str, depth: int) -> tuple[int, float]:
    """Leaves and processor seconds of the C++ program."""
    before = children_seconds()
    text = subprocess.run([program, game, str(depth)], check=True, capture_output=True, text=True).stdout
    return int(text.split(":")[1].split()[0]), children_seconds() - before


def run_bonduc(game: str, depth: int) -> tuple[int, float]:
    """Leaves and processor seconds of bonduc."""
    position = bonduc.game(game).start()
    started = time.process_time()
    leaves = bonduc.perft(position, depth)
    assert isinstance(leaves, int)
    return leaves, time.process_time() - started


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):7.3f} ({min(values):.3f} to {max(values):.3f})"


def compare(program: Path | None, depth: int, runs: int) -> None:
    print(f"perft {depth}, processor seconds, median (least to most) of {runs} runs in turn")
    for game in PERFT_GAMES:
        theirs, ours = [], []
        for _ in range(runs):
            leaves, seconds = run_bonduc(game, depth)
            ours.append(seconds)
            if program is not None:
                expected, seconds = run_yardstick(program, game, depth)
                theirs.append(seconds)
                assert leaves == expected, f"{game}: {leaves} leaves, the yardstick counts {expected}"
        line = f"  {game:12} bonduc {spread(ours)}"
        if theirs:
            line += f"   yardstick {spread(theirs)}   ratio {statistics.median(ours) / statistics.median(theirs):.2f}"
        print(line)


def count_playouts(runs: int) -> None:
    print(f"random playouts to the end of the round, a processor second, median (least to most) of {runs} runs")
    for game_id, count in PLAYOUTS.items():
        game = bonduc.game(game_id)
        kernels, row = game.runner.compile(), np.frombuffer(game.start().row, np.int8)
        rates, plies = [], 0
        for seed in range(runs):
            started = time.process_time()
            found = random_playouts(kernels, row, game.runner.options, count, seed=seed)
            rates.append(count / (time.process_time() - started))
            plies += found.plies
        low, middle, high = min(rates), statistics.median(rates), max(rates)
        print(f"  {game_id:14} {middle:9,.0f} ({low:,.0f} to {high:,.0f}), {plies / count / runs:.0f} plies each")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", nargs="?", type=Path, default=DEFAULT_SOURCE)
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()

    started = time.perf_counter()
    for game in bonduc.games():
        bonduc.game(game).runner.compile()
    compiled(count_leaves)
    compiled(play_out)
    print(f"compiling or loading the machine code: {time.perf_counter() - started:.2f} s")

    with tempfile.TemporaryDirectory() as folder:
        program: Path | None = None
        if not arguments.source.is_file():
            print(f"no yardstick at {arguments.source}: bonduc's own times only")
        elif shutil.which(COMPILER[0]) is None:
            print(f"no {COMPILER[0]} to compile the yardstick: bonduc's own times only")
        else:
            program = Path(folder) / "perft"
            subprocess.run([*COMPILER, arguments.source, "-o", program], check=True)
        compare(program, arguments.depth, arguments.runs)
    count_playouts(arguments.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
