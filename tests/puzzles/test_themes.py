"""Themes are told by the right facts: the puzzles that come with bonduc are looked at by other means here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

import bonduc
from bonduc.games.registry import GAMES
from bonduc.puzzles.facts import Facts
from bonduc.puzzles.model import Puzzle, Refutation, Step
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.puzzles.themes import THEMES, commonplace, themes_of
from tests.puzzles.conftest import BIG

ALL = [puzzle for name in GAMES for puzzle in shipped_puzzles(name)]


def told(puzzle: Puzzle) -> str:
    """The first move in sentences."""
    return " ".join(puzzle.position.explain(puzzle.steps[0].move))


def first_move(puzzle: Puzzle) -> bonduc.Move:
    return puzzle.position.parse_move(puzzle.steps[0].move)


def end(puzzle: Puzzle) -> bonduc.Position:
    position = puzzle.position
    for move in puzzle.moves:
        position = position.play(move)
    return position


def takes_nothing(puzzle: Puzzle) -> bool:
    before, after = puzzle.position, puzzle.position.play(puzzle.steps[0].move)
    if after.mover is None:
        return f"{puzzle.solver} takes" not in told(puzzle) and "captured" not in told(puzzle)
    return before.stores == after.stores and sum(before.holes) == sum(after.holes)


def seeds_on_board(puzzle: Puzzle) -> float:
    return sum(puzzle.position.holes) / puzzle.game.seeds


def lead(puzzle: Puzzle) -> int:
    stores = puzzle.position.stores
    return stores[puzzle.solver] - stores[puzzle.solver.other]


ELSEWHERE: Mapping[str, Callable[[Puzzle], bool]] = {
    "quiet": takes_nothing,
    "long-relay": lambda puzzle: puzzle.position.sowing(puzzle.steps[0].move).laps >= 6,
    "round-end": lambda puzzle: end(puzzle).mover is None,
    "endgame": lambda puzzle: 3 * seeds_on_board(puzzle) <= 1,
    "bonus": lambda puzzle: "Leftmost bonus" in told(puzzle),
    "own-four": lambda puzzle: "four in an own hole" in told(puzzle),
    "four": lambda puzzle: "The last" in told(puzzle) and "made four" in told(puzzle),
    "partial-lift": lambda puzzle: (
        (first_move(puzzle).count or 99) < puzzle.position.holes[first_move(puzzle).hole or 0]
    ),
    "two-moves": lambda puzzle: len(puzzle.steps) == 2,
    "three-moves": lambda puzzle: len(puzzle.steps) > 2,
    "only-winning": lambda puzzle: puzzle.steps[0].exact and puzzle.steps[0].second <= 0 < puzzle.steps[0].value,
    "turnabout": lambda puzzle: lead(puzzle) < 0 < puzzle.steps[0].value,
    "defence": lambda puzzle: puzzle.steps[0].value <= lead(puzzle),
}


@pytest.mark.parametrize("theme", ELSEWHERE)
def test_puzzles_have_the_theme_they_are_said_to_have(theme: str) -> None:
    wrong = [puzzle.id for puzzle in ALL if theme in puzzle.themes and not ELSEWHERE[theme](puzzle)]
    assert not wrong


@pytest.mark.parametrize(
    "theme", ["round-end", "endgame", "bonus", "own-four", "partial-lift", "two-moves", "three-moves"]
)
def test_none_that_has_it_goes_without(theme: str) -> None:
    """A theme of some puzzles of a game is told of all that have it."""
    for name in GAMES:
        puzzles = shipped_puzzles(name)
        if any(theme in puzzle.themes for puzzle in puzzles):
            wrong = [puzzle.id for puzzle in puzzles if theme not in puzzle.themes and ELSEWHERE[theme](puzzle)]
            assert not wrong, name


def test_a_capture_on_the_way() -> None:
    """D of BIG makes four in E and C (South's), d (North's), and four in c with its last stone."""
    position = bonduc.game("rio-kadalis").position(BIG)
    step = Step("D", 4.04, -0.11, False, 15, "", {"B": Refutation((), -1)})
    facts = Facts.of(position, (step,))
    assert facts.own_gain == 12
    assert facts.greedy_gain < 12
    found = set(themes_of(facts))
    assert {"big-capture", "several-holes", "on-the-way", "raid", "gift", "four", "turnabout"} <= found
    assert not {"quiet", "refused", "bonus", "own-four", "partial-lift", "round-end", "two-moves"} & found


def test_a_stone_that_leaves_the_game_is_a_gain() -> None:
    """Bao la Kimasai: the stone that comes to B2 faces one in the front row, and one stands behind it."""
    game = bonduc.game("bao-la-kimasai", columns=4)
    position = game.position("0,0,1,1/0,0,1,0/0,0,0,1/1,0,0,0 0 0 S -")
    gains = {}
    for move in position.legal_moves:
        facts = Facts.of(position, (Step(str(move), 1, 0, True, 1),))
        gains = dict(facts.gains)
    assert sum(gains.values()) == 2
    best = max(gains, key=lambda name: gains[name])
    assert "several-holes" in themes_of(Facts.of(position, (Step(best, 1, 0, True, 1),)))


def test_what_nearly_all_have_tells_nothing() -> None:
    some = [("quiet",)] * 9 + [("raid",)]
    assert commonplace(some) == {"quiet"}
    assert commonplace([("quiet",), ("raid",)]) == frozenset()


def test_every_theme_is_named_and_explained() -> None:
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES)
    assert all(theme.about.endswith(".") for theme in THEMES.values())
