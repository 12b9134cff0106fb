"""How fast the search is: positions a second on one thread, and how much sooner two threads reach a fixed depth.

    python benchmarks/search_speed.py [--runs 5] [--deeper 4] [--games rio-kadalis,…]

The positions are those of `bonduc bench`, and some further on in the same rounds, searched `--deeper` moves deeper than
there. One thread and two are timed in turn, each search with an empty table, so that other work on the machine hits
both alike; what is shown of each position is the median of its runs. Positions a second are those of one thread. The
least and the greatest ratio over the positions stand in brackets.
"""

from __future__ import annotations

import argparse
import statistics

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.bench import positions
from bonduc.engine.search.searcher import Searcher
from bonduc.position import Position

MEGABYTES = 64.0
PLIES_ON = range(1, 9)  # further positions: so many moves later, each the best of a short search
SHORT = 8  # moves deep


def continued(position: Position, plies: int) -> Position:
    """The position some good moves later; the same position if the round would be over."""
    searcher, after = Searcher(position.game, megabytes=1.0), position
    for _ in range(plies):
        after = after.play(searcher.analyse(after, Limits(depth=SHORT)).best)
        if after.mover is None:
            return position
    return after


def run(searcher: Searcher, position: Position, depth: int) -> tuple[float, int]:
    """Seconds and positions of one search with nothing remembered."""
    searcher.clear()
    found = searcher.analyse(position, Limits(depth=depth))
    return found.seconds, found.nodes


def measure(position: Position, depth: int, runs: int) -> tuple[float, float, int]:
    """Median seconds of one thread and of two, and the positions one thread looks at."""
    searchers = [Searcher(position.game, megabytes=MEGABYTES, threads=threads) for threads in (1, 2)]
    for searcher in searchers:
        searcher.analyse(position, Limits(depth=1))
        run(searcher, position, 2)
    seconds: list[list[float]] = [[], []]
    nodes = 0
    for _ in range(runs):
        for i, searcher in enumerate(searchers):
            taken, looked_at = run(searcher, position, depth)
            seconds[i].append(taken)
            nodes = looked_at if i == 0 else nodes
    return statistics.median(seconds[0]), statistics.median(seconds[1]), nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--deeper", type=int, default=4)
    parser.add_argument("--games", default=",".join(bonduc.games()))
    arguments = parser.parse_args()
    print("| game | million positions a second, one thread | one thread, s | two threads, s | times as fast |")
    print("| --- | --- | --- | --- | --- |")
    for game in arguments.games.split(","):
        rows = []
        for position, depth in positions():
            if position.game.id != game:
                continue
            for later in sorted({position, *(continued(position, plies) for plies in PLIES_ON)}, key=str):
                rows.append(measure(later, depth + arguments.deeper, arguments.runs))
        one, two = sum(row[0] for row in rows), sum(row[1] for row in rows)
        ratios = [row[0] / row[1] for row in rows]
        speeds = [row[2] / row[0] / 1e6 for row in rows]
        print(
            f"| {bonduc.game(game).name} | {sum(row[2] for row in rows) / one / 1e6:.2f} "
            f"({min(speeds):.2f}–{max(speeds):.2f}) | {one:.2f} | {two:.2f} "
            f"| {one / two:.2f} ({min(ratios):.2f}–{max(ratios):.2f}) |",
            flush=True,
        )


if __name__ == "__main__":
    main()
