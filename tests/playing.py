"""Rounds and matches played by chance, for tests."""

from __future__ import annotations

import random
from typing import Any

import bonduc

# Every game, with the option sets that change what a record or a match must keep.
OPTION_SETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kiothi", {}),
    ("kiothi", {"holes_filled": 5, "seeds": 6, "bonus": "run"}),
    ("kiothi", {"partial_lift": False, "first_lap_restriction": False}),
    ("rio-kadalis", {}),
    ("rio-kadalis", {"holes": 5, "direction": "clockwise"}),
    ("rio-kadalis", {"holes": 12, "seeds": 3}),
    ("adji-kui-ii", {}),
    ("adji-kui-ii", {"own_four": "relays"}),
    ("adji-kui-ii", {"holes": 3, "seeds": 5}),
    ("bao-la-kimasai", {}),
    ("bao-la-kimasai", {"columns": 6}),
)


def option_set_id(option_set: tuple[str, dict[str, Any]]) -> str:
    """What pytest calls an option set."""
    name, options = option_set
    return " ".join([name, *(f"{option}={value}" for option, value in options.items())])


def play_on(round_: bonduc.Round, chance: random.Random, plies: int = 10_000) -> bonduc.Round:
    """Play moves drawn evenly from the legal ones, to the end or for so many plies."""
    for _ in range(plies):
        if round_.outcome is not None:
            break
        round_.play(chance.choice(round_.legal_moves))
    return round_


def play_match(match: bonduc.Match, chance: random.Random) -> bonduc.Match:
    """Play a match to its end."""
    while True:
        play_on(match.round, chance)
        if match.outcome is not None:
            return match
        match.next_round()
