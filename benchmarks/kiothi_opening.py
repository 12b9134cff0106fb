"""Kiothi's opening as the engine chooses it, against other openings; the rest of each round by one engine for both.

    python benchmarks/kiothi_opening.py [--pairs 100] [--seconds 1.0 | --playouts 10000] [--nodes 3000] [--seed 0]

Opponents: `random` empties two holes and drops each warrior anywhere; `unchanged` puts every warrior back. In each
pair the chosen opening is once South's and once North's. The opening may take `--seconds`, or so many `--playouts`,
every later move of either side `--nodes` positions of the same search, half as many to half as many again, so that
the same opening leads to different rounds.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.opening import Planner, in_opening, search_opening
from bonduc.engine.search.searcher import Searcher
from bonduc.games.kernels.state import Kind, encode
from bonduc.notation import Move, move_of_steps
from bonduc.position import Position

Opener = Callable[[Position, random.Random], Move]


def random_opening(position: Position, source: random.Random) -> Move:
    """Any two holes emptied, each warrior dropped into any hole."""
    layout = position.game.layout
    own = [hole for hole in range(layout.size) if layout.side(hole) == position.mover and position.holes[hole]]
    emptied = sorted(source.sample(own, 2))
    drops = sorted(source.choices(range(layout.size), k=sum(position.holes[hole] for hole in emptied)))
    steps = [encode(Kind.EMPTY, hole) for hole in emptied] + [encode(Kind.DROP, hole) for hole in drops]
    return move_of_steps(steps, layout)


def unchanged_opening(position: Position, source: random.Random) -> Move:
    """Every warrior put back."""
    return move_of_steps(Planner(position.game, source).unchanged(position.row).steps, position.game.layout)


def play_round(openers: tuple[Opener, Opener], engine: Searcher, nodes: int, source: random.Random) -> int:
    """South's final lead."""
    engine.clear()
    played = bonduc.Round(engine.game)
    while not played.outcome:
        position = played.position
        if in_opening(position):
            assert position.mover is not None
            played.play(openers[position.mover](position, source))
        else:
            limits = Limits(nodes=source.randint(nodes // 2, nodes * 3 // 2))
            played.play(engine.analyse(position, limits, history=played.positions[:-1]).best)
    south, north = played.outcome.score
    return south - north


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--playouts", type=int, default=None)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)

    def chosen_opening(position: Position, source: random.Random) -> Move:
        seed = source.randrange(1 << 30)
        limits = Limits(seconds=None if arguments.playouts else arguments.seconds)
        return search_opening(position, limits, playouts=arguments.playouts, seed=seed).best

    engine = Searcher(bonduc.game("kiothi"), megabytes=16)
    print("opponent   seat    won drawn lost   score  mean lead (± two standard errors)")
    for name, other in (("random", random_opening), ("unchanged", unchanged_opening)):
        leads: list[list[int]] = [[], []]
        began = time.perf_counter()
        for _ in range(arguments.pairs):
            leads[0].append(play_round((chosen_opening, other), engine, arguments.nodes, source))
            leads[1].append(-play_round((other, chosen_opening), engine, arguments.nodes, source))
        for seat, results in (("South", leads[0]), ("North", leads[1]), ("both", leads[0] + leads[1])):
            report(name, seat, results)
        print(f"           {time.perf_counter() - began:.0f} seconds", flush=True)


def report(name: str, seat: str, leads: list[int]) -> None:
    """One line of the table."""
    count = len(leads)
    won, drawn = sum(lead > 0 for lead in leads), sum(lead == 0 for lead in leads)
    mean = sum(leads) / count
    error = 2 * math.sqrt(sum((lead - mean) ** 2 for lead in leads) / max(1, count - 1) / count)
    score = (won + drawn / 2) / count
    print(f"{name:10} {seat:6} {won:4} {drawn:5} {count - won - drawn:4}  {score:6.1%}  {mean:+.1f} ± {error:.1f}")


if __name__ == "__main__":
    main()
