"""Games declared here, of unusual shapes: everything else in bonduc shows, tells and keeps them as it does its own."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import combinations
from string import ascii_uppercase
from xml.etree import ElementTree

import pytest

from bonduc import Game, Round
from bonduc import position as positions
from bonduc.checks.conformance import check_game
from bonduc.engine import Limits, analyse
from bonduc.engine.evaluation.patterns import patterns
from bonduc.engine.review import review
from bonduc.games import bao_la_kimasai, registry, rio_kadalis
from bonduc.games.kernels.state import Event, Kind
from bonduc.games.options import Option
from bonduc.games.spec import Alternation, GameSpec, HoleNotes, Layout, MatchRules, two_rows
from bonduc.language import LANGUAGES, SOURCE, speaking
from bonduc.picture import draw
from bonduc.picture.data import board_data
from bonduc.picture.geometry import SHAPES, board_geometry
from bonduc.records.reader import parse_record
from bonduc.terminal.drawing.board import draw_board, legend
from bonduc.terminal.drawing.parts import View
from bonduc.terminal.drawing.scene import Scene, play_through
from bonduc.terminal.drawing.signs import ASCII, UNICODE
from bonduc.terminal.session.computer import describe_score
from bonduc.terminal.session.help_text import help_lines
from bonduc.terminal.session.seats import Seat
from bonduc.terminal.session.table import Table
from bonduc.terminal.texts.analysis import analysis_lines, review_lines
from bonduc.web.views import game_view, position_view, sowing_view

WIDTHS = (100, 60, 34, 20)


def three_rows() -> Layout:
    """Six files: a row each, and half of the row between them."""
    files = ascii_uppercase[:6]
    own = [f"{letter}1" for letter in files] + [f"{letter}2" for letter in "FED"]
    lines = ((14, 13, 12, 11, 10, 9), (15, 16, 17, 8, 7, 6), (0, 1, 2, 3, 4, 5))
    return Layout(lines, (*own, *(name.lower() for name in own)), (tuple(range(18)),))


def declared(name: str, layout: Layout, **fields: object) -> GameSpec:
    """A game that says of itself as little as it can."""
    given: dict[str, object] = {
        "id": name,
        "name": name.title(),
        "people": "nobody",
        "rules_version": 1,
        "layout": lambda values: layout,
        "kinds": (Kind.SOW,),
        "forbids": lambda row, move, values, layout: "no",
        "match": MatchRules((Option("max_rounds", 3, "rounds", low=1, high=9),), Alternation.SEATS),
    }
    return GameSpec(**{**given, **fields})  # type: ignore[arg-type]


SOWN = {
    "module": rio_kadalis,
    "total": rio_kadalis._total,
    "defects": rio_kadalis._defects,
    "notes": HoleNotes.CLOSED,
}
STEPPED = {
    "module": bao_la_kimasai,
    "options": (Option("columns", 3, "half of a row", low=3, high=3),),
    "total": bao_la_kimasai._total,
    "defects": bao_la_kimasai._defects,
    "finished": bao_la_kimasai._finished,
    "counts_seeds": False,
}


def sown(holes: int, seeds: int) -> tuple[Option, ...]:
    return (
        Option("holes", holes, "holes of a player", low=holes, high=holes),
        Option("seeds", seeds, "seeds a hole", low=seeds, high=seeds),
        Option("direction", "counterclockwise", "the way", choices=("counterclockwise", "clockwise")),
    )


apart = replace(two_rows(6), rings=(tuple(range(6)), tuple(range(6, 12))))
MADE_UP = {
    "three rows": declared("three-rows", three_rows(), options=sown(9, 3), **SOWN),
    "two rows without stores": declared("storeless", apart, **STEPPED),
    "two rows of single stones": declared("singles", apart, hole_limit=1, **STEPPED),
    "two long rows": declared("long", two_rows(12), options=sown(12, 2), **SOWN),
}


@pytest.fixture(params=list(MADE_UP.values()), ids=list(MADE_UP))
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A made-up game, which the registry knows for the time of a test."""
    spec: GameSpec = request.param
    monkeypatch.setitem(registry._ALIASES, spec.id, spec)
    monkeypatch.setattr(positions, "GAMES", {**registry.GAMES, spec.id: spec})
    return positions.game(spec.id)


def played(game: Game, plies: int = 60) -> Round:
    chance = random.Random(5)
    round_ = Round(game)
    while round_.outcome is None and len(round_.moves) < plies:
        round_.play(chance.choice(round_.legal_moves))
    return round_


def test_it_keeps_what_games_promise(game: Game) -> None:
    assert check_game(game, rounds=2, plies=40).moves > 2


def test_every_move_is_told(game: Game) -> None:
    round_, told = played(game), set[str]()
    for before, move in zip(round_.positions, round_.moves, strict=False):
        sentences = before.explain(move)
        assert all(re.fullmatch(r"[A-Z][^{}]*\.", sentence) for sentence in sentences)
        assert sentences[0].startswith(f"{before.mover} lifts ")
        captures = sum(event.event == Event.CAPTURE for event in before.sowing(move))
        assert sum(" takes " in sentence and "left" not in sentence for sentence in sentences) == captures
        told.update(sentences)
    assert any(re.fullmatch(r"(South|North) takes \d+ seeds? from \w+\.", sentence) for sentence in told)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_it_is_told_in_every_language(game: Game, language: str) -> None:
    round_ = played(game)
    for before, move in list(zip(round_.positions, round_.moves, strict=False))[-6:]:
        english = before.explain(move)
        with speaking(language):
            assert not set(before.explain(move)) & set(english)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_its_board_is_drawn_on_terminals(game: Game, width: int, signs: object) -> None:
    round_ = played(game)
    layout = game.layout
    for before, move in zip(round_.positions[:6], round_.moves, strict=False):
        scene = replace(Scene.of(before), choices=frozenset(m.hole for m in before.legal_moves if m.hole is not None))
        for tall in (True, False):
            view = View(signs, width, tall)  # type: ignore[arg-type]
            lines = [line.plain for line in [*draw_board(scene, view), *legend(scene, view)]]
            text = "\n".join(lines)
            assert max(map(len, lines)) <= width
            assert all(layout.letter(hole) in text for hole in range(layout.size))
            assert "playable" in text
        for _, each in play_through(before.sowing(move)):
            draw_board(each, View(signs, width))  # type: ignore[arg-type]


def test_what_can_be_played_is_pointed_at(game: Game) -> None:
    """By an arrow at each such hole, or by a sign in it: never fewer signs than holes."""
    position = game.start()
    choices = frozenset(move.hole for move in position.legal_moves if move.hole is not None)
    scene = replace(Scene.of(position), choices=choices)
    text = "\n".join(line.plain for line in draw_board(scene, View(ASCII, 100)))
    assert text.count("^") + text.count("@") == len(choices)


def test_its_rows_are_numbered_where_letters_name_files(game: Game) -> None:
    lines = [line.plain for line in draw_board(Scene.of(game.start()), View(ASCII, 100))]
    numbered = [found[1] for line in lines if (found := re.match(r"(?:  \|[A-Za-z0-9 ]*\|| *) *([0-9]) \|", line))]
    assert numbered == (["1", "2", "1"] if game.layout.is_numbered else [])


@pytest.mark.parametrize("shape", SHAPES)
def test_its_picture_has_room_for_everything(game: Game, shape: str) -> None:
    geometry = board_geometry(game, shape)
    for one, other in combinations(geometry.holes, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > (2 * geometry.radius) ** 2
    for hole in geometry.holes:
        assert geometry.on_wood(hole)  # type: ignore[arg-type]  # it has an x and a y
        assert hole.count is None or (0 < hole.count.x < geometry.width and 0 < hole.count.y < geometry.height)
    assert len({(hole.count.x, hole.count.y) for hole in geometry.holes if hole.count}) in (0, len(geometry.holes))
    for label in geometry.labels:
        assert 0 < label.at.x < geometry.width
        assert 0 < label.at.y < geometry.height
    assert {label.text for label in geometry.labels} == {
        part
        for hole, name in enumerate(game.layout.names)
        for part in ({game.layout.letter(hole), game.layout.row_number(hole)} if game.layout.is_numbered else {name})
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_its_picture_is_drawn(game: Game, shape: str) -> None:
    for position in played(game).positions[::5]:
        picture = ElementTree.fromstring(draw(position, shape=shape))
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        counted = sum(text is not None and text.isdigit() for text in texts)
        assert counted >= (2 if game.spec.holds_singles else game.layout.size)


def test_the_site_is_given_its_board_and_its_moves(game: Game) -> None:
    round_ = played(game, 8)
    shown = [board_data(game), game_view(game), position_view(round_.position)]
    shown += [sowing_view(before.sowing(move)) for before, move in zip(round_.positions, round_.moves, strict=False)]
    assert all(json.loads(json.dumps(each)) == each for each in shown)
    assert board_data(game)["single"] == game.spec.holds_singles
    assert (board_data(game)["start"] is None) == game.spec.counts_seeds


def test_its_records_are_written_and_read(game: Game) -> None:
    round_ = played(game)
    text = round_.record().write()
    assert parse_record(text).write() == text
    assert [str(node.move) for node in parse_record(text).main_line[1:]] == [str(move) for move in round_.moves]


def test_its_positions_are_written_and_read(game: Game) -> None:
    for position in played(game).positions:
        assert game.position(str(position)) == position


def test_analyses_are_put_into_words(game: Game) -> None:
    found = analyse(game.start(), depth=2)
    lines = analysis_lines(found)
    assert all("{" not in line for line in lines)
    assert any(str(found.best) in line for line in lines)
    assert re.search(r"even|South|North", describe_score(found))
    record = played(game, 3).record()
    assert "South" in "\n".join(review_lines(1, record, review(record, Limits(depth=1)), numbered=False))


def test_its_help_names_its_moves(game: Game) -> None:
    people = Seat(), Seat()
    text = "\n".join(help_lines(Table(game, people)))
    assert "sow all seeds of this hole" in text
    assert "opening" not in text
    assert game.layout.names[2] in text


def test_it_has_patterns_to_be_judged_by(game: Game) -> None:
    found = patterns(game)
    assert len({pattern.name for pattern in found}) == len(found)
    assert {hole for pattern in found for hole in pattern.holes} == set(range(game.layout.size))
