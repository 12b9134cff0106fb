"""The board where there is no room for a frame: in bare rows, or where those do not fit either, hole by hole.

In rows a hole takes as many columns as its count and its signs; where there is no room for all of these, one for the
sign that matters most: what is noted of the hole, then what the last move did there.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from bonduc.players import Player
from bonduc.terminal.drawing.parts import (
    ACCENT,
    COUNT,
    FAINT,
    View,
    arrow,
    body,
    brackets,
    caption,
    count_width,
    note,
    pack,
    seen_lines,
    signs_width,
    style,
)
from bonduc.terminal.drawing.scene import Scene

GUTTER = 3  # row numbers, where holes have them
BETWEEN = 2  # blanks between holes that are listed


def draw_compact(scene: Scene, view: View) -> list[Text]:
    """Names, letters and rows, no line wider than the view; or each player's holes with what lies in them."""
    layout = scene.game.layout
    gutter = GUTTER if layout.is_numbered else 0
    top, bottom = view.bottom.other, view.bottom
    for signs in (signs_width(scene, view.signs), 1):
        if gutter + layout.columns * (count_width(scene) + signs) <= view.width:
            rows = _Rows(scene, view, count_width(scene), signs)
            inside = [rows.letters(top), *rows.rows(), rows.letters(bottom)]
            break
    else:
        inside = [*_listed(scene, view, top), *_listed(scene, view, bottom)]
    return [*caption(scene, view, top, True), *inside, *caption(scene, view, bottom, True)]


def _sign(scene: Scene, view: View, hole: int) -> str:
    """The one sign beside a hole."""
    noted = note(scene, view.signs, hole)
    return noted if noted != " " else brackets(scene, view.signs, hole)[1]


@dataclass(frozen=True)
class _Rows:
    """Rows of holes, each in `count` columns and `signs` for the signs around it."""

    scene: Scene
    view: View
    count: int
    signs: int

    @property
    def left(self) -> int:
        """The columns on the left of a count."""
        return int(self.signs > 1)

    def letters(self, player: Player) -> Text:
        """The letters of a player's holes or files, an arrow at holes that can be played."""
        lines, layout = seen_lines(self.scene, self.view), self.scene.game.layout
        line = Text(" " * GUTTER if layout.is_numbered else "", no_wrap=True)
        for hole in lines[0] if player == self.view.bottom.other else lines[-1]:
            pointed = arrow(self.scene, self.view, player, hole).strip()
            text = f"{pointed}{layout.letter(hole)}".rjust(self.left + self.count).ljust(self.count + self.signs)
            line.append(text, ACCENT if pointed else FAINT)
        line.rstrip()
        return line

    def rows(self) -> list[Text]:
        """The rows from top to bottom."""
        layout = self.scene.game.layout
        found = []
        for holes in seen_lines(self.scene, self.view):
            number = f"{layout.row_number(holes[0])} ".rjust(GUTTER) if layout.is_numbered else ""
            line = Text(number, FAINT, no_wrap=True)
            for hole in holes:
                line.append(self._cell(hole), FAINT if hole in self.scene.closed else style(self.scene, hole))
            found.append(line)
        return found

    def _cell(self, hole: int) -> str:
        if hole in self.scene.closed:
            return " " * self.left + (self.view.signs.sand * self.count).ljust(self.count + self.signs - self.left)
        text = body(self.scene, self.view.signs, hole).rjust(self.count)
        if self.signs == 1:
            return text + _sign(self.scene, self.view, hole)
        left, right = brackets(self.scene, self.view.signs, hole)
        noted = note(self.scene, self.view.signs, hole) if self.signs > 2 else ""
        return f"{left}{text}{noted}{right}"


def _listed(scene: Scene, view: View, player: Player) -> list[Text]:
    """A player's holes in lines that fit, each with its name, a sign if it can be played, and what lies in it."""
    holes = [hole for line in seen_lines(scene, view) for hole in line if scene.game.layout.side(hole) == player]
    return pack((_item(scene, view, player, hole) for hole in holes), view.width, BETWEEN)


def _item(scene: Scene, view: View, player: Player, hole: int) -> Text:
    pointed = arrow(scene, view, player, hole).strip()
    item = Text(no_wrap=True).append(f"{pointed}{scene.game.layout.names[hole]} ", ACCENT if pointed else FAINT)
    if hole in scene.closed:
        return item.append(view.signs.sand, FAINT)
    item.append(body(scene, view.signs, hole), style(scene, hole))
    return item.append(_sign(scene, view, hole).strip(), COUNT)
