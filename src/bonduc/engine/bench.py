"""The engine's bench: a fixed set of positions searched to fixed depths.

Its node count is the signature of the search: it changes when, and only when, the search or its estimates do.
`python -m bonduc.engine.bench` tells it, with the speed of each game.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from bonduc.engine.analysis import Limits
from bonduc.engine.engine import Engine
from bonduc.engine.settings import EngineSettings
from bonduc.position import Position, game

TABLE_MEGABYTES = 16.0

# The game, the moves from its start, and the depth.
POSITIONS: tuple[tuple[str, str, int], ...] = (
    ("kiothi", "IJ>A5,B5 ij>a5,b5", 6),
    ("kiothi", "EF>A2,C4,j4 fg>A1,b3,c3,J3 I:3 i:4 I:3 j:1", 6),
    ("rio-kadalis", "", 14),
    ("rio-kadalis", "A b F f", 14),
    ("adji-kui-ii", "", 12),
    ("adji-kui-ii", "F f A a", 12),
    ("bao-la-kimasai", "", 16),
    ("bao-la-kimasai", "B2 b2 C2 j1 K1 c2 D2 d2", 16),
)


@dataclass(frozen=True)
class Bench:
    """Nodes and seconds of the bench, in all and for each game."""

    nodes: int
    seconds: float
    games: dict[str, tuple[int, float]]


def positions() -> list[tuple[Position, int]]:
    """The positions of the bench and their depths."""
    found = []
    for name, moves, depth in POSITIONS:
        position = game(name).start()
        for move in moves.split():
            position = position.play(move)
        found.append((position, depth))
    return found


def bench(deeper: int = 0, threads: int = 1) -> Bench:
    """Search the positions of the bench, `deeper` moves deeper than the signature asks for."""
    games: dict[str, tuple[int, float]] = {}
    for position, depth in positions():
        engine = Engine(position.game, EngineSettings(threads, TABLE_MEGABYTES))
        engine.load()
        analysis = engine.search(position, Limits(depth=depth + deeper))
        nodes, seconds = games.get(position.game.id, (0, 0.0))
        games[position.game.id] = nodes + analysis.nodes, seconds + analysis.seconds
    return Bench(sum(nodes for nodes, _ in games.values()), sum(seconds for _, seconds in games.values()), games)


if __name__ == "__main__":
    found = bench()
    speeds = [
        f"{name:<16}{nodes / seconds:>12,.0f} positions a second" for name, (nodes, seconds) in found.games.items()
    ]
    sys.stdout.write("\n".join((f"bench {found.nodes}", *speeds)) + "\n")
