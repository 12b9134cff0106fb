"""How many laps sowings take: of random boards, how many sowings go on beyond 32, 64, … laps.

    python benchmarks/long_sowings.py [--boards 100000] [--games kiothi,…]

On each board all the game's seeds lie at random, and every candidate move of South is played, with growing patience.
Sowings still going on after the last number of laps may be endless; those proved endless before are counted apart.
"""

from __future__ import annotations

import argparse

import numpy as np

import bonduc
from bonduc.games.kernels.endless import workspace
from bonduc.games.kernels.state import ENDLESS, MAX_MOVES, PHASE, UNDECIDED, WIDTH

TWO_ROWS = ("kiothi", "rio-kadalis", "adji-kui-ii")
LAPS = [1 << bits for bits in range(5, 17)]


def count(name: str, boards: int) -> tuple[int, int, list[int]]:
    """Sowings played, those proved endless, and those that go on beyond each of LAPS."""
    game = bonduc.game(name)
    kernels, options, size = game.runner.compile(), game.runner.options, game.layout.size
    random = np.random.default_rng(1)
    states, moves = np.zeros((3, WIDTH), np.int8), np.zeros((1, MAX_MOVES), np.int32)
    states[0] = np.frombuffer(game.start().row, np.int8)
    states[0, PHASE] = 0
    works = [workspace(laps) for laps in LAPS]
    played = endless = 0
    beyond = [0] * len(LAPS)
    for _ in range(boards):
        states[0, :size] = random.multinomial(game.seeds, [1 / size] * size)
        for code in moves[0, : kernels.list_moves(states, 0, options, moves)].copy():
            played += 1
            for i, work in enumerate(works):
                flags = kernels.play(states, 0, int(code), options, work)
                if flags != UNDECIDED:
                    endless += flags == ENDLESS
                    break
                beyond[i] += 1
    return played, endless, beyond


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--games", default=",".join(TWO_ROWS))
    arguments = parser.parse_args()
    print(f"| game | sowings | endless | {' | '.join(f'> {laps:,}' for laps in LAPS)} |")
    print(f"| --- | --- | --- |{' --- |' * len(LAPS)}")
    for name in arguments.games.split(","):
        played, endless, beyond = count(name, arguments.boards)
        numbers = [f"{number:,}" for number in (played, endless, *beyond)]
        print(f"| {bonduc.game(name).name} | {' | '.join(numbers)} |", flush=True)


if __name__ == "__main__":
    main()
