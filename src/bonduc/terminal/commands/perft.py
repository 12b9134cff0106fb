"""`bonduc perft`: count move sequences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from bonduc.checks.perft import perft as count
from bonduc.terminal.commands.shared import AsJson, GameName, GameOptions, PositionText, find_game, find_position
from bonduc.terminal.console.output import print_json


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many moves deep.")],
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count below each first move.")] = False,
    option: GameOptions = None,
    json: AsJson = False,
) -> None:
    """Count the move sequences of exactly DEPTH moves: the check of a move generator."""
    found = find_game(game, option)
    start = find_position(found, position)
    count(start, int(depth > 0))  # loads or compiles the machine code, so that the time below is the count's own
    began = time.perf_counter()
    counted = count(start, depth, divide=divide)
    seconds = time.perf_counter() - began
    branches = counted if isinstance(counted, dict) else {}
    nodes = sum(branches.values()) if isinstance(counted, dict) else counted
    if json:
        result: dict[str, object] = {
            "game": found.id,
            "options": dict(found.options),
            "position": str(start),
            "depth": depth,
            "nodes": nodes,
            "seconds": round(seconds, 6),
        }
        print_json(result | ({"divide": branches} if divide else {}))
        return
    width = max((len(move) for move in branches), default=0)
    for move, leaves in branches.items():
        print(f"{move:<{width}}  {leaves:>14,}")
    rate = f", {nodes / seconds / 1e6:.1f} million a second" if seconds > 0.05 else ""
    print(f"{found.name}, depth {depth}: {nodes:,} sequences ({seconds:.2f} s{rate})")
