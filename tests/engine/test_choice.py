"""Choosing a move, and the levels."""

from __future__ import annotations

import pytest

import bonduc
from bonduc.engine import choose
from bonduc.engine.analysis import Analysis, Line
from bonduc.engine.levels import level_of, levels_of, pick_line


@pytest.mark.parametrize("name", bonduc.games())
@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_the_same_seed_gives_the_same_move(name: str, level: int, midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame[name].game, midgame[name])
    choices = [choose(played, level, seed=5) for _ in range(2)]
    assert choices[0].move == choices[1].move
    assert choices[0].move in played.legal_moves


def test_other_seeds_overlook_other_moves(midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame["kiothi"].game, midgame["kiothi"])
    assert len({choose(played, 1, seed=seed).move for seed in range(12)}) > 3
    assert len({choose(played, 7, seed=seed).move for seed in range(3)}) == 1


@pytest.mark.parametrize("level", [1, 4])
def test_an_opening_is_chosen_as_one_move(level: int) -> None:
    played = bonduc.Round(bonduc.game("kiothi"))
    for _ in range(2):
        choice = choose(played, level, seed=3)
        assert choice.move == choose(played, level, seed=3).move
        assert ">" in str(choice.move)
        played.play(choice.move)
    assert played.position.phase == "play"


def test_limits_replace_those_of_the_level(midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame["rio-kadalis"].game, midgame["rio-kadalis"])
    assert choose(played, 8, depth=3).analysis.depth == 3
    assert choose(played, 2, depth=4, seed=1).analysis.depth == 4
    assert choose(played, 8, nodes=3000).analysis.nodes < 3200


def test_a_round_played_by_a_low_level_ends() -> None:
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3))
    while not played.outcome:
        played.play(choose(played, 2, seed=len(played.moves)).move)
    with pytest.raises(bonduc.BonducError, match="the round is over"):
        choose(played)


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
