"""Public objects copied, pickled and attacked: values stay what they are, and copies of a round go their own way."""

from __future__ import annotations

import copy
import enum
import inspect
import pickle
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import bonduc
from bonduc.arena.contestants.contestant import parse_contestant
from bonduc.engine.analysis import Limits
from bonduc.engine.review import Review, review
from bonduc.errors import BonducError
from bonduc.frozen import FrozenMapping
from bonduc.games.options import Option
from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec, Layout, MatchRules
from bonduc.games.words import Words
from bonduc.language import Counted, Items, Message
from bonduc.lessons import lessons
from bonduc.picture.svg import Arrow, Highlight
from bonduc.puzzles.shipped import shipped_puzzles
from bonduc.setup import Setup

RIO = bonduc.game("rio-kadalis", holes=5, direction="clockwise")
ADJI = bonduc.game("adji-kui-ii")
POSITION = RIO.start().play("B")
ANALYSIS = bonduc.Analysis(POSITION, (bonduc.Line((POSITION.legal_moves[0],), 1.5, False, 3),), 10, 0.5, 3)


def played() -> bonduc.Round:
    round_ = bonduc.Round(RIO)
    for move in ("A", "b", "C"):
        round_.play(move)
    round_.undo()
    return round_


VALUES: dict[str, Any] = {
    "Analysis": ANALYSIS,
    "Choice": bonduc.Choice(ANALYSIS.best, ANALYSIS),
    "Game": RIO,
    "GameSpec": RIO.spec,
    "Layout": RIO.layout,
    "Limits": Limits(seconds=1.5, depth=3),
    "Line": ANALYSIS.lines[0],
    "MatchOutcome": bonduc.MatchOutcome(bonduc.NORTH, "1 round played", (0.0, 1.0)),
    "MatchRules": ADJI.spec.match,
    "Move": POSITION.legal_moves[0],
    "Option": RIO.spec.options[0],
    "Outcome": bonduc.Outcome(bonduc.SOUTH, bonduc.Termination.REPETITION, (30, 10)),
    "Player": bonduc.NORTH,
    "Position": POSITION,
    "Position, over": ADJI.position("0,0,0,0,0,0/0,0,0,0,0,0 30 18 - -"),
    "Puzzle": shipped_puzzles(ADJI.id)[0],
    "Review": review(played(), Limits(depth=1)),
    "Lesson": lessons("adji-kui-ii")[0],
    "Setup": Setup(holes=(4,) * 12, owners={3: 1, 7: 0}),
    "Sowing": POSITION.sowing("a"),
    "SowingEvent": POSITION.sowing("a").events[0],
    "Contestant": parse_contestant("bonduc:seconds=0.1,hash=4"),
    "Termination": bonduc.Termination.REPETITION,
    "Words": RIO.spec.words,
    "Arrow": Arrow(1, 2),
    "Highlight": Highlight.of(POSITION.sowing("a")),
    "FrozenMapping": FrozenMapping({"holes": 5}),
}
CHANGEABLE = {"GameRecord", "Match", "RecordNode", "Round"}  # by their methods, and records by their lists of comments
# What cannot be changed whatever one does with it; functions and modules stand for the rules.
PLAIN = (str, bytes, int, float, frozenset, type(None), enum.Enum, FunctionType, ModuleType, Message, Items)
HOLDERS = (Setup, GameSpec, Layout, MatchRules, Words, Counted, Option, Limits, Review)


def copied(value: Any) -> Iterator[Any]:
    yield copy.copy(value)
    yield copy.deepcopy(value)
    yield pickle.loads(pickle.dumps(value))


def test_every_public_class_is_examined() -> None:
    classes = {name for name in bonduc.__all__ if inspect.isclass(getattr(bonduc, name))}
    errors = {name for name in classes if issubclass(getattr(bonduc, name), Exception)}
    assert classes - errors - CHANGEABLE <= set(VALUES)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_copy_of_a_value_is_equal_to_it(value: Any) -> None:
    for again in copied(value):
        assert type(again) is type(value)
        assert again == value
        assert hash(again) == hash(value)
        assert str(again) == str(value)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_cannot_be_changed(value: Any) -> None:
    before = hash(value), repr(value)
    for name in [*attributes(value), "something_new"]:
        if isinstance(value, enum.Enum) and name == "something_new":
            continue  # an enumeration's members take new attributes, as everywhere in Python
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, name)
    assert (hash(value), repr(value)) == before


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_holds_nothing_that_can_be_changed(value: Any) -> None:
    check_held(value, set(), type(value).__name__)


def attributes(value: Any) -> list[str]:
    """The public attributes that are no methods."""
    names = [name for name in dir(value) if not name.startswith("_")]
    if isinstance(value, enum.Enum):
        return ["name", "value"]
    return [name for name in names if not callable(getattr(value, name)) or inspect.isclass(getattr(value, name))]


def check_held(value: Any, seen: set[int], where: str) -> None:
    """Everything that can be reached from a value by its public attributes is of a kind that cannot be changed."""
    if id(value) in seen or isinstance(value, PLAIN):
        return
    seen.add(id(value))
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            check_held(each, seen, f"{where}[{index}]")
    elif isinstance(value, FrozenMapping):
        for key, each in value.items():
            check_held(each, seen, f"{where}[{key!r}]")
    else:
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable, where
            return
        assert hash(value) is not None, f"{where} is a {type(value).__name__}"
        for name in attributes(value):
            if name != "runner":  # the rules at work, for engines
                check_held(getattr(value, name), seen, f"{where}.{name}")


def test_options_cannot_be_changed_in_a_game_that_others_use() -> None:
    game = bonduc.game("rio-kadalis")
    with pytest.raises(TypeError):
        game.options["holes"] = 3  # type: ignore[index]
    assert bonduc.game("rio-kadalis").options["holes"] == 6
    assert game.options == {"holes": 6, "seeds": 4, "direction": "counterclockwise"}
    match = bonduc.Match(game, max_rounds=3)
    with pytest.raises(TypeError):
        match.options["max_rounds"] = 4  # type: ignore[index]
    with pytest.raises(TypeError):
        GAMES["chess"] = game.spec  # type: ignore[index]


def test_a_game_of_numbers_of_another_kind_is_the_same_game() -> None:
    class Five(enum.IntEnum):
        FIVE = 5

    plain = bonduc.game("rio-kadalis", holes=5)
    fives: list[Any] = [np.int64(5), np.uint8(5), Five.FIVE, "5"]
    for five in fives:
        other = bonduc.game("rio-kadalis", holes=five)
        assert other is plain
        assert type(other.options["holes"]) is int
    no: Any = np.False_
    flag = bonduc.game("kiothi", partial_lift=no)
    assert flag.options["partial_lift"] is False
    wrongs: list[Any] = [5.0, np.float64(5), True, np.True_, None, [5]]
    for wrong in wrongs:
        with pytest.raises(bonduc.OptionError):
            bonduc.game("rio-kadalis", holes=wrong)


def test_the_repr_of_a_game_makes_the_game() -> None:
    for game in (RIO, ADJI, bonduc.game("kiothi", bonus="run", partial_lift=False)):
        assert eval(repr(game), {"bonduc": bonduc}) == game


def test_the_array_of_a_position_is_a_view_that_cannot_be_changed() -> None:
    array = POSITION.array
    assert array.dtype == np.dtype(np.int8)
    assert tuple(array.tolist()) == POSITION.holes
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 9
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


def test_notebooks_show_a_picture() -> None:
    assert POSITION._repr_svg_() == bonduc.draw(POSITION)
    round_ = played()
    assert round_._repr_svg_() == bonduc.draw(round_) == bonduc.draw(round_.position)
    assert "<svg" in bonduc.draw(round_)


# Rounds and matches


def test_a_round_and_its_copy_go_their_own_ways() -> None:
    for copying in (bonduc.Round.copy, copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        round_ = played()
        before = round_.moves, round_.position, round_.outcome
        again = copying(round_)
        assert (again.moves, again.position, again.game, again.initial) == (*before[:2], RIO, round_.initial)
        assert str(again.redo()) == "C"
        again.resign(bonduc.SOUTH)
        assert (round_.moves, round_.position, round_.outcome) == before
        assert str(round_.redo()) == "C"


def test_a_match_and_its_copy_go_their_own_ways() -> None:
    for copying in (bonduc.Match.copy, copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        match = bonduc.Match(ADJI, max_rounds=3)
        match.round.play("A")
        again = copying(match)
        again.round.agree_draw()
        again.next_round()
        assert (match.number, len(match.round.moves), match.outcome) == (1, 1, None)
        assert (again.number, again.options) == (2, {"max_rounds": 3, "target_holes": 10})


def test_a_round_and_a_match_change_by_their_methods_only() -> None:
    match = bonduc.Match(ADJI)
    for name in ("game", "initial", "moves", "position", "outcome"):
        with pytest.raises(AttributeError):
            setattr(match.round, name, None)
    for name in ("game", "rounds", "options", "round", "rules"):
        with pytest.raises(AttributeError):
            setattr(match, name, None)


def test_reprs_say_how_things_stand() -> None:
    round_ = bonduc.Round(RIO)
    round_.play("A")
    assert repr(round_) == f"<Round of {RIO!r}: 1 move, North to move: {round_.position}>"
    round_.resign(bonduc.NORTH)
    assert "1-0, resignation" in repr(round_)
    match = bonduc.Match(ADJI, max_rounds=2)
    match.round.agree_draw()
    assert repr(match) == "<Match of bonduc.game('adji-kui-ii'): round 1, 0.5 to 0.5>"
    match.next_round().resign(bonduc.SOUTH)
    assert repr(match).endswith("round 2, 0.5 to 1.5, over: 2 rounds played>")


# Rounds where positions are asked for


def test_a_round_stands_for_its_position() -> None:
    round_ = played()
    assert bonduc.perft(round_, 3) == bonduc.perft(round_.position, 3)
    assert bonduc.perft(round_, 2, divide=True) == bonduc.perft(round_.position, 2, divide=True)
    assert bonduc.analyse(round_, depth=2).position == round_.position
    assert bonduc.choose(round_.position, depth=2).move == bonduc.choose(round_, depth=2).move


@pytest.mark.parametrize("function", [bonduc.analyse, bonduc.choose])
def test_a_round_that_is_over_has_no_best_move(function: Callable[..., Any]) -> None:
    round_ = played()
    round_.resign(bonduc.SOUTH)
    with pytest.raises(BonducError, match="the round is over"):
        function(round_)


@pytest.mark.parametrize("function", [bonduc.analyse, bonduc.choose, lambda where: bonduc.perft(where, 1)])
def test_what_is_neither_a_position_nor_a_round_is_refused(function: Callable[..., Any]) -> None:
    for wrong in ("4,4", None, RIO):
        with pytest.raises(TypeError, match="needs a Position or a Round"):
            function(wrong)


@pytest.mark.parametrize(
    ("function", "named", "wrong"),
    [
        (bonduc.choose, "level", 2.5),
        (bonduc.choose, "level", True),
        (bonduc.choose, "seed", 0.5),
        (bonduc.analyse, "depth", 2.5),
        (bonduc.analyse, "nodes", "5"),
        (bonduc.analyse, "seconds", "5"),
        (bonduc.analyse, "lines", 1.5),
        (bonduc.analyse, "threads", None),
        (bonduc.perft, "depth", 2.0),
    ],
)
def test_a_number_of_the_wrong_kind_is_named(function: Callable[..., Any], named: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"{named} should be a"):
        function(POSITION, **{named: wrong})


def test_numbers_of_numpy_are_numbers() -> None:
    one: Any = np.int64(1)
    two: Any = np.int32(2)
    assert bonduc.analyse(POSITION, depth=one, lines=one, threads=one, seconds=np.float64(2)).lines
    assert bonduc.choose(POSITION, level=two, depth=one, seed=two).move in POSITION.legal_moves
    assert bonduc.perft(POSITION, two) == bonduc.perft(POSITION, 2)
    assert bonduc.Match(ADJI, max_rounds=two).options["max_rounds"] == 2
    assert played().record().position_at(one) == played().positions[1]
