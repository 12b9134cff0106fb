"""`bonduc bench`: how fast the rules run here."""

from __future__ import annotations

import random
import time
from dataclasses import asdict, dataclass
from typing import Annotated

import numpy as np
import typer

from bonduc.checks.perft import perft
from bonduc.errors import OptionError
from bonduc.games.registry import GAMES
from bonduc.playouts import random_playouts
from bonduc.position import Game, Position, game
from bonduc.terminal.commands.shared import AsJson
from bonduc.terminal.console.output import print_json

USUAL_SECONDS = 2.0
OPENINGS = 8
FIRST_BATCH = 100


@dataclass(frozen=True)
class Speed:
    """One game's speeds: perft sequences and random playouts a second, one thread, and the time to be ready.

    Speeds are by processor time, so that other work of the machine does not count;
    `jit_seconds` is what loading or compiling the machine code took before; they do not hold any of it.
    """

    game: str
    jit_seconds: float
    perft_depth: int
    perft_per_second: float
    playouts: int
    playouts_per_second: float
    plies_per_playout: float


def bench(
    seconds: Annotated[float, typer.Option(help="How long to measure each speed.")] = USUAL_SECONDS,
    json: AsJson = False,
) -> None:
    """Measure perft and random playouts, one thread, every game."""
    if not 0 < seconds <= 3600:
        raise OptionError(f"seconds {seconds:g}: must be more than 0, at most 3600")
    speeds = []
    if not json:
        print(f"{'game':<16}{'perft a second':>18}{'playouts a second':>20}{'plies each':>12}{'JIT':>9}")
    for name in GAMES:
        speed = measure(game(name), seconds)
        speeds.append(speed)
        if not json:
            print(
                f"{speed.game:<16}{speed.perft_per_second:>18,.0f}{speed.playouts_per_second:>20,.0f}"
                f"{speed.plies_per_playout:>12.1f}{speed.jit_seconds:>7.2f} s",
                flush=True,
            )
    if json:
        print_json([asdict(speed) for speed in speeds])


def measure(found: Game, seconds: float) -> Speed:
    """The speeds of a game: perft from its start, playouts from its start or after random openings."""
    began = time.perf_counter()
    perft(found.start(), 1)
    kernels = found.runner.compile()
    rows = [np.frombuffer(position.row, np.int8) for position in _starts(found)]
    random_playouts(kernels, rows[0], found.runner.options, 1)
    jit = time.perf_counter() - began
    depth, nodes_per_second = _perft_speed(found, seconds)
    playouts, plies, taken, batches = 0, 0, 0.0, 0
    batch = FIRST_BATCH
    while taken < seconds or batches < len(rows):
        began = time.thread_time()
        row = rows[batches % len(rows)]
        played = random_playouts(kernels, row, found.runner.options, batch, seed=1, first=playouts)
        last = time.thread_time() - began
        taken, playouts, plies, batches = taken + last, playouts + batch, plies + played.plies, batches + 1
        if last < seconds / (4 * len(rows)):
            batch *= 2
    return Speed(found.id, jit, depth, nodes_per_second, playouts, playouts / taken, plies / playouts)


def _starts(found: Game) -> list[Position]:
    """The start of a round or, where rounds open with a redistribution, some positions after random ones."""
    from bonduc.arena.redistribution import random_redistribution  # slow to import, and no other command needs it

    if not found.spec.has_opening:
        return [found.start()]
    source = random.Random(1)
    positions = []
    for _ in range(OPENINGS):
        position = found.start()
        while position.phase != "play":
            position = position.play(random_redistribution(position, source))
        positions.append(position)
    return positions


def _perft_speed(found: Game, seconds: float) -> tuple[int, float]:
    """The deepest perft whose time is likely within `seconds`, and its sequences a second."""
    start = found.start()
    depth, last = 1, 0.0
    while True:
        began = time.process_time()  # it counts in a thread of its own
        nodes = perft(start, depth)
        taken = time.process_time() - began
        growth = taken / last if last > 1e-4 else 10.0
        if taken * growth > seconds:
            return depth, nodes / max(taken, 1e-9)
        depth, last = depth + 1, taken
