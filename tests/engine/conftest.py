"""Positions that several tests look at."""

from __future__ import annotations

import pytest

import bonduc


@pytest.fixture(scope="session")
def midgame() -> dict[str, bonduc.Position]:
    """A position of each game some moves into a round."""
    lines = {
        "kiothi": "IJ>A5,B5 ij>a5,b5 E:4 e:4",
        "rio-kadalis": "A b F f",
        "adji-kui-ii": "F f A a",
        "bao-la-kimasai": "B2 b2 C2 j1 K1 c2 D2 d2",
    }
    found = {}
    for name, moves in lines.items():
        position = bonduc.game(name).start()
        for move in moves.split():
            position = position.play(move)
        found[name] = position
    return found
