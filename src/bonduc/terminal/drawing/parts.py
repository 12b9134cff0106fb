"""What every drawing of the board is made of: how it is looked at, a hole's sign and style, who plays where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from bonduc.games.words import SIDES
from bonduc.language import _, digits, told
from bonduc.players import SOUTH, Player
from bonduc.terminal.drawing.scene import Scene
from bonduc.terminal.drawing.signs import Signs

ACCENT = "bold color(166)"  # you can act here, this just happened; readable on light and on dark
FAINT = "dim"
COUNT = "bold"
INDENT = 2  # columns before names and what explains signs


@dataclass(frozen=True)
class View:
    """How a scene is looked at: signs, the room there is, the seat at the bottom, what to call the players.

    `tall`: holes may be three lines high; `low`: there is no room for a frame.
    """

    signs: Signs
    width: int = 80
    tall: bool = False
    bottom: Player = SOUTH
    names: tuple[str, str] = SIDES
    low: bool = False


def seen_lines(scene: Scene, view: View) -> tuple[tuple[int, ...], ...]:
    """The rows from top to bottom as the player at the bottom sees them, each the indices of its holes."""
    lines = scene.game.layout.lines
    return lines if view.bottom == SOUTH else tuple(line[::-1] for line in lines[::-1])


def single_stones(scene: Scene) -> bool:
    """Whether stones are drawn as stones: where no hole ever holds two."""
    return scene.game.spec.holds_singles


def fold(line: Text, width: int) -> list[Text]:
    """A line in as many as it takes to show all of it."""
    return [line] if line.cell_len <= width else list(line.wrap(Console(), width, overflow="fold", no_wrap=False))


def pack(items: Iterable[Text], width: int, gap: int, indent: int = 0) -> list[Text]:
    """Items side by side in lines that fit, blanks between them; one that is too long in lines of its own."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + gap + item.cell_len <= width:
            lines[-1].append(" " * gap).append_text(item)
        else:
            lines.append(Text(" " * indent, no_wrap=True).append_text(item))
    return [part for line in lines for part in fold(line, width)]


def caption(scene: Scene, view: View, player: Player, with_store: bool) -> list[Text]:
    """A player's name, a sign if it is their turn, and their seeds where no box shows them."""
    words = scene.game.spec.words
    moving = scene.mover == player
    name = told(view.names[player])
    items = [Text(_("{player} to move", player=name) if moving else name, ACCENT if moving else "")]
    if not scene.game.spec.counts_seeds:
        items.append(Text(told(words.counted(scene.stones(player)))))
    elif with_store:
        items.append(Text(f"{told(words.store)} ", FAINT).append(told(scene.stores[player]), COUNT))
    first, *others = pack(items, view.width, 3, INDENT)
    if moving:
        first = Text(f"{view.signs.turn} ", ACCENT, no_wrap=True).append_text(first[INDENT:])
    return [first, *others]


def arrow(scene: Scene, view: View, player: Player, hole: int) -> str:
    """The sign that points at a hole from its letter if it can be played, else a blank; so where letters name files."""
    playable = hole in scene.choices and not scene.game.layout.is_numbered
    return playable_sign(scene, view, player) if playable else " "


def playable_sign(scene: Scene, view: View, player: Player) -> str:
    """The sign of what a player can play: an arrow at its letter or, where letters name files, one in the hole."""
    if scene.game.layout.is_numbered:
        return view.signs.movable
    return view.signs.up if player == view.bottom else view.signs.down


def body(scene: Scene, signs: Signs, hole: int) -> str:
    """What lies in a hole: the count, a stone, or the sign of one that is empty or was taken."""
    if scene.holes[hole] == 0:
        return signs.taken if hole in scene.taken else signs.empty
    playable = _is_shown_playable(scene, hole)
    if single_stones(scene):
        return signs.movable if playable else signs.stone
    return (signs.movable if playable else "") + digits(str(scene.holes[hole]))


def _is_shown_playable(scene: Scene, hole: int) -> bool:
    """Whether a hole itself shows that it can be played: where letters name files, no arrow could point at it."""
    return hole in scene.choices and scene.game.layout.is_numbered


def count_width(scene: Scene) -> int:
    """Columns that a count takes at most, with the sign that it can be played."""
    if single_stones(scene):
        return 1
    return max(2, *(len(str(count)) for count in scene.holes)) + scene.game.layout.is_numbered


def signs_width(scene: Scene, signs: Signs) -> int:
    """Columns that all signs beside a count take at most: brackets, and a note where the board has any."""
    noted = any(note(scene, signs, hole) != " " for hole in range(len(scene.holes)))
    return 2 + noted


def note(scene: Scene, signs: Signs, hole: int) -> str:
    """The sign of what is noted of a hole, a mark or another owner; a blank if nothing is."""
    if hole in scene.marks:
        return signs.mark
    if scene.owners and scene.owners[hole] != scene.game.layout.side(hole):
        return signs.owners[scene.owners[hole]]
    return " "


def brackets(scene: Scene, signs: Signs, hole: int) -> tuple[str, str]:
    """The signs on both sides of a hole that the last move ended or began in; blanks elsewhere."""
    if hole == scene.at:
        return signs.at_hole
    return signs.from_hole if hole in scene.started else (" ", " ")


def style(scene: Scene, hole: int) -> str:
    """The style of what lies in a hole."""
    if hole == scene.at or hole in scene.started or hole in scene.taken:
        return f"{ACCENT} underline" if hole == scene.at else ACCENT
    if scene.holes[hole] == 0:
        return FAINT
    return ACCENT if _is_shown_playable(scene, hole) else COUNT
