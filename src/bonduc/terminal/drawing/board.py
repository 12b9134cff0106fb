"""The board in box characters: counts first, hole letters toward their owner, one legend line for the signs in use.

The picture is chosen to fit: cells as wide as the columns allow, three lines high where there is room, the stores as
boxes at the two ends or, on wide boards, beside the players' names. Where no hole ever holds two, stones are drawn.
Where no frame fits, `compact_board` draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from bonduc.language import _, told
from bonduc.players import NORTH, SOUTH, Player
from bonduc.terminal.drawing.compact import GUTTER, draw_compact
from bonduc.terminal.drawing.parts import (
    ACCENT,
    COUNT,
    FAINT,
    INDENT,
    View,
    arrow,
    body,
    brackets,
    caption,
    count_width,
    note,
    pack,
    playable_sign,
    seen_lines,
    signs_width,
    style,
)
from bonduc.terminal.drawing.scene import Scene
from bonduc.terminal.drawing.signs import Frame

CELL_WIDTHS = (9, 7, 5, 4, 3)
WIDTH_WITH_BOXES = 5  # cells narrower than this would rather have the stores beside the names
STORE_WIDTH = 6  # at least, inside the frame
TALL = 3
HIGHEST = 9  # lines of a board with its frame, which leave room for the rest of a screen


@dataclass(frozen=True)
class _Plan:
    cell: int
    height: int
    boxes: bool
    store: int  # columns inside a store box


def draw_board(scene: Scene, view: View) -> list[Text]:
    """The whole picture: North's or South's name, letters, board, letters, name. No line is wider than the view."""
    plan = None if view.low else _make_plan(scene, view)
    if plan is None:
        return draw_compact(scene, view)
    painter = _Painter(scene, view, plan)
    top, bottom = view.bottom.other, view.bottom
    inside = [painter.letters(top), *painter.body(), painter.letters(bottom)]
    return [*caption(scene, view, top, not plan.boxes), *inside, *caption(scene, view, bottom, not plan.boxes)]


def legend(scene: Scene, view: View) -> list[Text]:
    """What explains the signs in use: one line, more where the view is narrow, none if there are no signs."""
    signs = view.signs
    items: list[tuple[str, str]] = []
    if scene.choices:
        items.append((playable_sign(scene, view, scene.mover or view.bottom), _("playable")))
    if scene.started:
        items.append((" ".join(signs.from_hole), _("from here")))
    if scene.at is not None:
        items.append((" ".join(signs.at_hole), _("last {seed}", seed=scene.game.spec.words.seed)))
    if scene.taken:
        items.append((signs.taken, _("captured")))
    if scene.marks:
        items.append((signs.mark, told(scene.game.spec.words.marked)))
    if scene.closed:
        items.append((signs.sand, told(scene.game.spec.words.closed)))
    for player in (SOUTH, NORTH):
        bought = (hole for hole, owner in enumerate(scene.owners) if owner == player)
        if any(scene.game.layout.side(hole) != player for hole in bought):
            items.append((signs.owners[player], _("South's hole") if player == SOUTH else _("North's hole")))
    shown = [Text(sign, ACCENT).append(f" {meaning}", FAINT) for sign, meaning in items]
    return min((pack(shown, view.width, gap, INDENT) for gap in (3, 2, 1)), key=len)


def _make_plan(scene: Scene, view: View) -> _Plan | None:
    """The widest cells that fit, with store boxes if the game has stores and cells stay wide enough; None: none fit.

    A cell that holds all signs at once is wanted, so that the board does not change its form from move to move.
    """
    layout = scene.game.layout
    height = TALL if view.tall and layout.rows * (TALL + 1) < HIGHEST else 1
    gutter = GUTTER if layout.is_numbered else 0
    has_stores = scene.game.spec.counts_seeds
    store = max(STORE_WIDTH, *(cell_len(told(label)) for label in (SOUTH, NORTH, scene.game.spec.words.store)))
    widest = 7 if height == 1 else CELL_WIDTHS[0]
    least = count_width(scene) + signs_width(scene, view.signs)
    widths = [width for width in CELL_WIDTHS if least <= width <= widest]

    def fits(cell: int, boxes: bool) -> bool:
        ends = 2 * (store + 2) if boxes else 0
        return INDENT + gutter + layout.columns * (cell + 1) + 1 + ends <= view.width

    for cell in widths:
        if has_stores and cell >= WIDTH_WITH_BOXES and fits(cell, boxes=True):
            return _Plan(cell, height, True, store)
    for cell in widths:
        if fits(cell, boxes=False):
            return _Plan(cell, height, False, store)
    return None


class _Painter:
    """Draws the parts of one picture."""

    def __init__(self, scene: Scene, view: View, plan: _Plan) -> None:
        self.scene = scene
        self.view = view
        self.plan = plan
        self.signs = view.signs
        self.layout = scene.game.layout
        self.lines = seen_lines(scene, view)
        self.gutter = " " * (GUTTER if self.layout.is_numbered else 0)
        self.before = " " * (INDENT + (plan.store + 2 if plan.boxes else 0)) + self.gutter

    def letters(self, player: Player) -> Text:
        """The letters of a player's holes or files, an arrow at holes that can be played."""
        outer = self.lines[0] if player == self.view.bottom.other else self.lines[-1]
        line = Text(self.before + " ", no_wrap=True)
        for hole in outer:
            pointed = arrow(self.scene, self.view, player, hole)
            text = f"{pointed}{self.layout.letter(hole)} "
            line.append(self._centre(text), ACCENT if pointed != " " else FAINT).append(" ")
        line.rstrip()
        return line

    def body(self) -> list[Text]:
        """The board with its frame, ridge and stores."""
        rows: list[Text] = [self._rule(self.signs.top)]
        for index, holes in enumerate(self.lines):
            if index:
                rows.append(self._rule(self.signs.ridge if index == self.layout.ridge else self.signs.middle))
            rows += self._row(holes)
        rows.append(self._rule(self.signs.bottom))
        rows = [Text(self._number(index), FAINT) + row for index, row in enumerate(rows)]
        if self.plan.boxes:
            left, right = self._box(self.view.bottom.other, len(rows)), self._box(self.view.bottom, len(rows))
            rows = [left[index] + row + right[index] for index, row in enumerate(rows)]
        return [Text(" " * INDENT, no_wrap=True) + row for row in rows]

    def _number(self, index: int) -> str:
        """The row number beside a line of the board, counted from its owner; rules between lines have none."""
        if index % 2 == 0 or not self.layout.is_numbered:
            return self.gutter
        return f"{self.layout.row_number(self.lines[index // 2][0])} ".rjust(len(self.gutter))

    def _rule(self, frame: Frame) -> Text:
        bars = frame.cross.join([frame.bar * self.plan.cell] * self.layout.columns)
        return Text(f"{frame.left}{bars}{frame.right}", FAINT, no_wrap=True)

    def _row(self, holes: tuple[int, ...]) -> list[Text]:
        lines = []
        for level in range(self.plan.height):
            line = Text(self.signs.side, FAINT, no_wrap=True)
            for hole in holes:
                line.append_text(self._cell(hole, level)).append(self.signs.side, FAINT)
            lines.append(line)
        return lines

    def _cell(self, hole: int, level: int) -> Text:
        if hole in self.scene.closed:
            return Text(self.signs.sand * self.plan.cell, FAINT)
        if level != self.plan.height // 2:
            return Text(" " * self.plan.cell)
        return Text(self._centre(self._core(hole)), style(self.scene, hole))

    def _core(self, hole: int) -> str:
        """What lies in a hole between the signs of the last move, its note after it."""
        left, right = brackets(self.scene, self.signs, hole)
        return f"{left}{body(self.scene, self.signs, hole):>2}{note(self.scene, self.signs, hole)}{right}"

    def _centre(self, core: str) -> str:
        """Exactly a cell wide, without blanks where it would be wider."""
        width = self.plan.cell
        return (core if len(core) <= width else core.replace(" ", "")).center(width)

    def _box(self, player: Player, height: int) -> list[Text]:
        """A store: whose, how many, what it is called."""
        signs, words = self.signs, self.scene.game.spec.words
        inside: dict[int, tuple[str, str]] = {
            1: (told(player), FAINT),
            height // 2: (told(self.scene.stores[player]), COUNT),
            height - 2: (told(words.store), FAINT),
        }
        lines = []
        for index in range(height):
            if index in (0, height - 1):
                frame = signs.top if index == 0 else signs.bottom
                lines.append(Text(f"{frame.left}{frame.bar * self.plan.store}{frame.right}", FAINT))
                continue
            text, look = inside.get(index, ("", ""))
            line = Text(signs.side, FAINT)
            lines.append(line.append(text.center(self.plan.store), look).append(signs.side, FAINT))
        return lines
