"""Rounds that are nearly over, and what lines must keep to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import bonduc
from bonduc.engine.analysis import Line
from tests.playing import play_on


def rounds_near_the_end(game: bonduc.Game, count: int, seed: int, most: int = 3) -> Iterator[bonduc.Round]:
    """`count` rounds played by chance to their end, of which the last one to `most` moves are taken back."""
    chance = random.Random(seed)
    game.runner.compile()
    while count:
        played = play_on(bonduc.Round(game), chance)
        for _ in range(chance.randint(1, most)):
            played.undo()
        count -= 1
        yield played


def final_lead(played: bonduc.Round, moves: Iterable[object]) -> int | None:
    """Play moves on: the lead of who moves now, in hundredths of a seed, that the round ends with; None if it goes on.

    The round is left as it was.
    """
    mover, made = played.mover, 0
    assert mover is not None
    try:
        for move in moves:
            played.play(str(move))
            made += 1
        stores = played.position.stores
        return None if played.outcome is None else stores[mover] - stores[mover.other]
    finally:
        for _ in range(made):
            played.undo()


def check_lines(played: bonduc.Round, lines: Iterable[Line]) -> int:
    """Every line can be played, and what its first move ends with is its score; how many lines come to an end."""
    ended = 0
    for line in lines:
        assert line.moves
        ended += final_lead(played, line.moves) is not None
        lead = final_lead(played, line.moves[:1])
        if lead is not None:
            assert (line.score, line.exact, len(line.moves)) == (lead, True, 1)
    return ended
