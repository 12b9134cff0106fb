"""The levels of play."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.engine import choose
from bonduc.engine.analysis import Analysis, Line
from bonduc.engine.levels import level_of, levels_of, pick_line


def test_unknown_levels_are_refused(midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame["rio-kadalis"].game, midgame["rio-kadalis"])
    for level in (0, 9, -1):
        with pytest.raises(bonduc.BonducError, match=f"level {level}"):
            choose(played, level)


@pytest.mark.parametrize("name", bonduc.games())
def test_higher_levels_look_further_or_overlook_less(name: str) -> None:
    levels = levels_of(bonduc.game(name))
    assert sorted(levels) == list(range(1, 9))
    for number in range(1, 7):
        below, above = levels[number], levels[number + 1]
        assert (below.limits.depth or 0, -below.overlooks) < (above.limits.depth or 0, -above.overlooks)
        assert below.openings < above.openings
    assert (levels[8].overlooks, levels[8].limits.depth) == (0, None)


def test_the_best_move_not_overlooked_is_picked(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["kiothi"]
    lines = tuple(Line((move,), -i, False, 1) for i, move in enumerate(position.legal_moves))
    analysis = Analysis(position, lines, 1, 0.0, 1)
    picked = [lines.index(pick_line(analysis, level_of(1, position.game), seed)) for seed in range(400)]
    share = sum(place == 0 for place in picked) / len(picked)
    assert abs(share - (1 - level_of(1, position.game).overlooks)) < 0.1
    assert all(lines.index(pick_line(analysis, level_of(8, position.game), seed)) == 0 for seed in range(20))
