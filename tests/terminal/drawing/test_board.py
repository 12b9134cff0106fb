"""The board drawn: golden pictures, widths, seats, signs."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from rich.text import Text

import bonduc
from bonduc import NORTH, SOUTH, Player
from bonduc.games.registry import GAMES
from bonduc.position import Position
from bonduc.terminal.console.screen import Picture
from bonduc.terminal.drawing.board import draw_board, legend
from bonduc.terminal.drawing.parts import View
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.drawing.signs import ASCII, UNICODE, Signs
from tests.terminal.support import first_choice


def picture(scene: Scene, view: View) -> str:
    lines = [*draw_board(scene, view), *legend(scene, view)]
    return "\n".join(line.plain.rstrip() for line in lines).rstrip()


def with_choices(position: Position) -> Scene:
    holes = frozenset(move.hole for move in position.legal_moves if move.hole is not None)
    return replace(Scene.of(position), choices=holes)


def moved(position: Position, move: str) -> Scene:
    return replace(after_move(position.sowing(move)), choices=with_choices(position.play(move)).choices)


RIO_SECOND_ROUND = """
▸ North to move
              f      ▾e      ▾d      ▾c       b       a
  ╭──────╮╭───────┬───────┬───────┬───────┬───────┬───────╮╭──────╮
  │North ││   ·   │   5   │   5   │   5   │░░░░░░░│░░░░░░░││South │
  │  3   │├───────┼───────┼───────┼───────┼───────┼───────┤│  5   │
  │store ││ ‹ 1 › │   6   │   6   │   6   │ [ 1 ] │   5   ││store │
  ╰──────╯╰───────┴───────┴───────┴───────┴───────┴───────╯╰──────╯
              A       B       C       D       E       F
  South
  ▾ playable   ‹ › from here   [ ] last stone   ░ closed with sand
"""

ADJI_SECOND_ROUND_FROM_NORTH = """
  South
              F       E       D       C       B       A
  +------++-------+-------+-------+-------+-------+-------++------+
  |South ||   6   |   1   |   6   | [ 1 ] |   7   | < 2 > ||North |
  |  1   |+-------+-------+-------+-------+-------+-------+|  3   |
  |store ||   6S  |   2   |   .   |   1   |   6   |   6   ||store |
  +------++-------+-------+-------+-------+-------+-------++------+
              a      ^b       c       d      ^e      ^f
> North to move
  ^ playable   < > from here   [ ] last seed   S South's hole
"""

KIOTHI_AFTER_OPENING = """
  North
             j     i     h     g     f     e     d     c     b     a
  ╭──────╮╭─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────╮╭──────╮
  │North ││[10°]│  5° │  5° │  5° │‹ · ›│‹ · ›│  ·  │  ·  │  3° │  2° ││South │
  │  0   │├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤│  0   │
  │prison││  2° │  3° │  ·  │  ·  │  ·  │  ·  │  5° │  5° │  5° │ 10° ││prison│
  ╰──────╯╰─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────╯╰──────╯
            ▴A    ▴B     C     D     E     F    ▴G    ▴H    ▴I    ▴J
▸ South to move
  ▴ playable   ‹ › from here   [ ] last warrior   ° marked (nki)
"""

BAO_AFTER_FIRST_MOVE = """
> North to move   5 stones
        d     c     b     a
     +-----+-----+-----+-----+
   1 |  x  |  @  |  o  |  o  |
     +-----+-----+-----+-----+
   2 |  x  |  o  |  @  |  .  |
     +=====+=====+=====+=====+
   2 |[ o ]|< . >|  o  |  o  |
     +-----+-----+-----+-----+
   1 |  o  |  o  |  o  |  o  |
     +-----+-----+-----+-----+
        A     B     C     D
  South   7 stones
  @ playable   < > from here   [ ] last stone   x captured
"""


def test_closed_holes_and_last_move() -> None:
    position = bonduc.game("rio-kadalis").restock((29, 19))
    assert picture(moved(position, "A"), View(UNICODE)) == RIO_SECOND_ROUND.strip("\n")


def test_bought_hole_seen_from_north_in_ascii() -> None:
    position = bonduc.game("adji-kui-ii").restock((29, 19))
    shown = picture(moved(position, "A"), View(ASCII, bottom=NORTH))
    assert shown == ADJI_SECOND_ROUND_FROM_NORTH.strip("\n")


def test_marks_and_an_opening() -> None:
    before = bonduc.game("kiothi").start().play("EF>A2,B3,J5")
    shown = picture(moved(before, "ef>a2,b3,j5"), View(UNICODE))
    assert shown == KIOTHI_AFTER_OPENING.strip("\n")


def test_single_stones_and_a_ridge() -> None:
    position = bonduc.game("bao-la-kimasai", columns=4).start()
    small = picture(moved(position, "B2"), View(ASCII, width=32)).splitlines()
    golden = BAO_AFTER_FIRST_MOVE.strip("\n").splitlines()
    assert small[: len(golden) - 1] == golden[:-1]
    assert picture(moved(position, "B2"), View(ASCII, width=80)).splitlines()[-1] == golden[-1]


@cache
def sample_scenes(name: str) -> list[Scene]:
    """A game's start, a few moves in, its end, and what its notes look like, at every size that shows."""
    sizes: dict[str, list[dict[str, int]]] = {"holes": [{"holes": n} for n in (2, 5, 12)]}
    sizes["columns"] = [{"columns": n} for n in (2, 12)]
    known = {option.name for option in GAMES[name].options}
    scenes = []
    for options in [{}, *(o for key, each in sizes.items() if key in known for o in each)]:
        position = bonduc.game(name, **options).start()
        scenes.append(with_choices(position))
        for _ in range(12):
            if position.mover is None:
                break
            sowing = position.sowing(first_choice(position))
            scenes.append(replace(after_move(sowing), choices=with_choices(sowing.after).choices))
            position = sowing.after
        if GAMES[name].match.restock is not None:
            seeds = position.game.seeds
            scenes.append(with_choices(position.game.restock((seeds - 9, 9))))
    return scenes


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("bottom", list(Player))
@pytest.mark.parametrize("name", GAMES)
def test_fits_eighty_columns(name: str, bottom: Player, tall: bool, signs: Signs) -> None:
    for scene in sample_scenes(name):
        view = View(signs, 80, tall, bottom, ("South (computer, level 4)", "North (computer, level 4)"))
        lines = [*draw_board(scene, view), *legend(scene, view)]
        widest = max(len(line.plain.rstrip()) for line in lines)
        assert widest <= 80, "\n".join(line.plain for line in lines)
        if signs is ASCII:
            assert all(line.plain.isascii() for line in lines)
        frames = {len(line.plain.rstrip()) for line in lines if line.plain.rstrip().endswith((signs.side, "+"))}
        assert len(frames) <= 1, "every line of the frame ends in the same column"


@pytest.mark.parametrize("width", [30, 60, 80, 120, 200])
@pytest.mark.parametrize("name", GAMES)
def test_every_hole_is_shown_at_every_width(name: str, width: int) -> None:
    scene = with_choices(bonduc.game(name).start())
    shown = picture(scene, View(UNICODE, width))
    for hole_name in scene.game.layout.names:
        assert hole_name[0] in shown
    if width >= 60 or scene.game.layout.columns <= 6:
        assert max(map(len, shown.splitlines()[:-1])) <= width


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("width", [20, 27, 30, 40, 44, 56, 63, 72])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_cut_in_a_narrow_terminal(name: str, width: int, low: bool, signs: Signs) -> None:
    """Every count, note and sign of the last move is there, in lines that fit."""
    for scene in sample_scenes(name):
        view = View(signs, width, low=low, names=("South (you)", "North (computer, level 4)"))
        lines = [line.plain for line in (*draw_board(scene, view), *legend(scene, view))]
        assert max(map(len, (line.rstrip() for line in lines))) <= width
        board = " ".join(line for line in lines if not line.startswith(("  South", "  North")))
        layout = scene.game.layout
        for hole, count in enumerate(scene.holes):
            assert layout.names[hole][0] in board
            if count > 1:
                assert re.search(rf"(?<![0-9]){count}(?![0-9])", board), f"{count} in {layout.names[hole]}"
        if low:
            assert signs.side not in board or signs is ASCII
        noted = sum(each in scene.marks for each in range(layout.size))
        assert board.count(signs.mark) >= noted
        if scene.at is not None and scene.at not in scene.marks and scene.holes[scene.at]:
            assert signs.at_hole[1] in board


def test_rows_without_a_frame() -> None:
    before = bonduc.game("kiothi").start().play("EF>A2,B3,J5")
    shown = picture(moved(before, "ef>a2,b3,j5"), View(UNICODE, width=36)).splitlines()
    assert shown[:6] == [
        "  North   prison 0",
        " j  i  h  g  f  e  d  c  b  a",
        "10° 5° 5° 5° ·› ·› ·  ·  3° 2°",
        " 2° 3° ·  ·  ·  ·  5° 5° 5°10°",
        "▴A ▴B  C  D  E  F ▴G ▴H ▴I ▴J",
        "▸ South to move   prison 0",
    ]


def test_holes_one_by_one_where_rows_do_not_fit() -> None:
    scene = with_choices(bonduc.game("rio-kadalis", holes=12).start())
    shown = picture(scene, View(ASCII, width=24)).splitlines()
    assert shown[0] == "  North   store 0"
    assert shown[1] == "l 4  k 4  j 4  i 4  h 4"
    assert shown[4].startswith("^A 4  ^B 4")
    assert shown[-1] == "  ^ playable"


@pytest.mark.parametrize("name", GAMES)
def test_a_low_terminal_shows_the_whole_board(name: str) -> None:
    scene = with_choices(bonduc.game(name).start())
    for height in range(13, 26):
        assert len(Picture("A title", scene).lines(UNICODE, 80, height)) <= height - 3


@pytest.mark.parametrize("name", GAMES)
def test_flipping_turns_the_board_by_half_a_turn(name: str) -> None:
    """Seen from North, every line reads backwards from bottom to top: counts stay with their letters."""
    for played in sample_scenes(name)[3:6]:
        scene = replace(played, choices=frozenset(), marks=frozenset(), started=frozenset(), at=None)
        south, north = (
            [
                re.findall(r"[0-9]+|[A-Za-z]+|[·●×]", line.plain)
                for line in draw_board(scene, View(UNICODE, bottom=seat))
            ]
            for seat in (SOUTH, NORTH)
        )
        if scene.game.layout.rows == 4:  # row numbers stand on the left from both seats
            south, north = [line[-12:] for line in south[1:-1]], [line[-12:] for line in north[1:-1]]
        else:
            south, north = south[1:-1], north[1:-1]
        assert letters_and_counts(north) == letters_and_counts([line[::-1] for line in south[::-1]])


def words_of(lines: list[Text]) -> list[list[str]]:
    return [re.findall(r"[0-9]+|[A-Za-z]+|[·●×]", line.plain) for line in lines]


def letters_and_counts(lines: list[list[str]]) -> list[list[str]]:
    """The words of a picture without the labels of the stores."""
    labels = ("South", "North", "store", "prison")
    return [[word for word in line if word not in labels] for line in lines]


def test_turn_is_a_sign_not_a_colour() -> None:
    scene = Scene.of(bonduc.game("rio-kadalis").start())
    lines = [line.plain for line in draw_board(scene, View(UNICODE))]
    assert lines[-1] == "▸ South to move"
    assert lines[0] == "  North"


def test_a_finished_board_shows_nobody_to_move() -> None:
    position = bonduc.game("rio-kadalis").position("0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -")
    assert "to move" not in picture(Scene.of(position), View(UNICODE))
