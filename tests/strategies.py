"""Hypothesis strategies: games of every option set, and positions met in rounds or made by moving seeds about."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

import bonduc
from bonduc import Game, IllegalPositionError, Position
from bonduc.checks.conformance import arrangement, option_sets
from bonduc.games.registry import GAMES

MOST_PLIES = 40


@cache
def all_games() -> tuple[Game, ...]:
    """Every game with every value of every option, its kernels compiled."""
    games = [bonduc.game(name, **options) for name, spec in GAMES.items() for options in option_sets(spec)]
    for game in games:
        game.runner.compile()
    return tuple(games)


def games() -> st.SearchStrategy[Game]:
    """Any game, each id equally often."""
    return st.sampled_from(sorted(GAMES)).flatmap(
        lambda name: st.sampled_from([game for game in all_games() if game.id == name])
    )


@st.composite
def positions(draw: st.DrawFn, in_opening: bool = True) -> Position:
    """A position some random moves on from the start of a round (of a later one where there are such)."""
    game = draw(games())
    position = game.start()
    if game.spec.match.restock is not None and draw(st.booleans()):
        south = draw(st.integers(0, game.seeds))
        position = game.restock((south, game.seeds - south), draw(st.sampled_from(bonduc.Player)))
    choices = draw(st.lists(st.integers(0, 10**6), max_size=MOST_PLIES))
    while choices or (position.phase != "play" and not in_opening):
        if position.mover is None:
            break
        number = choices.pop() if choices else draw(st.integers(0, 10**6))
        position = position.play(position.legal_moves[number % len(position.legal_moves)])
    return position


@st.composite
def strewn(draw: st.DrawFn) -> Position:
    """A position under way with some seeds moved to other holes."""
    position = draw(positions(in_opening=False).filter(lambda each: each.mover is not None))
    fields = arrangement(position)
    holes = list(position.holes)
    for source, target in draw(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=12)):
        occupied = [hole for hole, seeds in enumerate(holes) if seeds]
        holes[occupied[source % len(occupied)]] -= 1
        holes[target % len(holes)] += 1
    fields["holes"] = tuple(holes)
    fields["marks"] = frozenset(hole for hole in position.marks if holes[hole])
    try:
        return position.game.setup(**fields)
    except IllegalPositionError:
        return position
