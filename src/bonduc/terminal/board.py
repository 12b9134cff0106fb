"""The board in box characters: counts first, hole letters toward their owner, one legend line for the signs in use.

The picture is chosen to fit: cells as wide as the columns allow, three lines high where there is room, the stores as
boxes at the two ends or, on wide boards, beside the players' names. Single stones (four rows) are drawn as stones.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from bonduc.games.words import SIDES
from bonduc.language import _, digits, told
from bonduc.players import NORTH, SOUTH, Player
from bonduc.terminal.scene import Scene
from bonduc.terminal.signs import Frame, Signs

ACCENT = "bold color(166)"  # you can act here, this just happened; readable on light and on dark
FAINT = "dim"
COUNT = "bold"
INDENT = 2
CELL_WIDTHS = (9, 7, 5, 4, 3)
WIDTH_WITH_BOXES = 5  # cells narrower than this would rather have the stores beside the names
STORE_WIDTH = 6  # at least, inside the frame
TALL = 3
GUTTER = 3  # row numbers of a board of four rows


@dataclass(frozen=True)
class View:
    """How a scene is looked at: signs, the room there is, the seat at the bottom, what to call the players."""

    signs: Signs
    width: int = 80
    tall: bool = False
    bottom: Player = SOUTH
    names: tuple[str, str] = SIDES


@dataclass(frozen=True)
class _Plan:
    cell: int
    height: int
    boxes: bool
    store: int  # columns inside a store box


def draw_board(scene: Scene, view: View) -> list[Text]:
    """The whole picture: North's or South's name, letters, board, letters, name. No line is wider than the view."""
    plan = _make_plan(scene, view)
    painter = _Painter(scene, view, plan)
    top, bottom = view.bottom.other, view.bottom
    lines = [painter.caption(top), painter.letters(top), *painter.body()]
    return [*lines, painter.letters(bottom), painter.caption(bottom)]


def legend(scene: Scene, view: View) -> Text:
    """One line that explains the signs in use; empty if there are none."""
    signs = view.signs
    single = _single_stones(scene)
    items: list[tuple[str, str]] = []
    if scene.choices:
        arrow = signs.up if scene.mover == view.bottom else signs.down
        items.append((signs.movable if single else arrow, _("playable")))
    if scene.started:
        items.append((" ".join(signs.from_hole), _("from here")))
    if scene.at is not None:
        items.append((" ".join(signs.at_hole), _("last {seed}", seed=scene.game.spec.words.seed)))
    if scene.taken:
        items.append((signs.taken, _("captured")))
    if scene.marks:
        items.append((signs.mark, _("marked (nki)")))
    if scene.closed:
        items.append((signs.sand, _("closed with sand")))
    for player in (SOUTH, NORTH):
        bought = (hole for hole, owner in enumerate(scene.owners) if owner == player)
        if any(scene.game.layout.side(hole) != player for hole in bought):
            items.append((signs.owners[player], _("South's hole") if player == SOUTH else _("North's hole")))
    gap = next((gap for gap in (3, 2) if _legend_width(items, gap) <= view.width), 1)
    line = Text(" " * INDENT, no_wrap=True)
    for index, (sign, meaning) in enumerate(items):
        line.append(" " * gap if index else "").append(sign, ACCENT).append(f" {meaning}", FAINT)
    return line


def _legend_width(items: list[tuple[str, str]], gap: int) -> int:
    return INDENT + sum(len(sign) + 1 + cell_len(meaning) for sign, meaning in items) + gap * (len(items) - 1)


def _single_stones(scene: Scene) -> bool:
    return scene.game.layout.rows == 4 and max(scene.holes) <= 1


def _make_plan(scene: Scene, view: View) -> _Plan:
    """The widest cells that fit, with store boxes if the game has stores and cells stay wide enough."""
    layout = scene.game.layout
    height = TALL if view.tall and layout.rows == 2 else 1
    gutter = GUTTER if layout.rows == 4 else 0
    has_stores = scene.game.spec.conserves_seeds
    store = max(STORE_WIDTH, *(cell_len(told(label)) for label in (SOUTH, NORTH, scene.game.spec.words.store)))
    widest = 7 if height == 1 else CELL_WIDTHS[0]

    def fits(cell: int, boxes: bool) -> bool:
        ends = 2 * (store + 2) if boxes else 0
        return INDENT + gutter + layout.columns * (cell + 1) + 1 + ends <= view.width

    for cell in (width for width in CELL_WIDTHS if width <= widest):
        if has_stores and cell >= WIDTH_WITH_BOXES and fits(cell, boxes=True):
            return _Plan(cell, height, True, store)
    for cell in (width for width in CELL_WIDTHS if width <= widest):
        if fits(cell, boxes=False):
            return _Plan(cell, height, False, store)
    return _Plan(CELL_WIDTHS[-1], 1, False, store)


class _Painter:
    """Draws the parts of one picture."""

    def __init__(self, scene: Scene, view: View, plan: _Plan) -> None:
        self.scene = scene
        self.view = view
        self.plan = plan
        self.signs = view.signs
        self.layout = scene.game.layout
        self.single = _single_stones(scene)
        lines = self.layout.lines
        self.lines = lines if view.bottom == SOUTH else tuple(line[::-1] for line in lines[::-1])
        self.gutter = " " * (INDENT + (GUTTER if self.layout.rows == 4 else 0))
        self.before = self.gutter + (" " * (plan.store + 2) if plan.boxes else "")

    def caption(self, player: Player) -> Text:
        """A player's name, a sign if it is their turn, and their seeds where no box shows them."""
        scene, words = self.scene, self.scene.game.spec.words
        moving = scene.mover == player
        style = ACCENT if moving else ""
        line = Text(f"{self.signs.turn if moving else ' '} ", style=style, no_wrap=True)
        name = told(self.view.names[player])
        line.append(_("{player} to move", player=name) if moving else name, style)
        if not scene.game.spec.conserves_seeds:
            line.append(f"   {told(words.counted(scene.stones(player)))}", "")
        elif not self.plan.boxes:
            line.append(f"   {told(words.store)} ", FAINT).append(told(scene.stores[player]), COUNT)
        return line

    def letters(self, player: Player) -> Text:
        """The letters of a player's holes; in two rows with an arrow at those that can be played."""
        outer = self.lines[0] if player == self.view.bottom.other else self.lines[-1]
        arrow = self.signs.up if player == self.view.bottom else self.signs.down
        line = Text(self.before + " ", no_wrap=True)
        for hole in outer:
            playable = hole in self.scene.choices and self.layout.rows == 2
            text = f"{arrow if playable else ' '}{self.layout.names[hole][0]} "
            line.append(self._centre(text), ACCENT if playable else FAINT).append(" ")
        line.rstrip()
        return line

    def body(self) -> list[Text]:
        """The board with its frame, ridge and stores."""
        rows: list[Text] = [self._rule(self.signs.top)]
        for index, holes in enumerate(self.lines):
            if index:
                ridge = self.layout.rows == 4 and index == 2
                rows.append(self._rule(self.signs.ridge if ridge else self.signs.middle))
            rows += self._row(holes)
        rows.append(self._rule(self.signs.bottom))
        if not self.plan.boxes:
            return [Text(self._number(index, len(rows)), FAINT, no_wrap=True) + row for index, row in enumerate(rows)]
        left, right = self._box(self.view.bottom.other, len(rows)), self._box(self.view.bottom, len(rows))
        return [Text(self.gutter, no_wrap=True) + left[index] + row + right[index] for index, row in enumerate(rows)]

    def _number(self, index: int, height: int) -> str:
        """The row number beside a line of the board of four rows, counted from its owner."""
        if self.layout.rows != 4 or index % 2 == 0:
            return self.gutter
        return f"{self.layout.names[self.lines[index // 2][0]][1:]} ".rjust(len(self.gutter))

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
        return Text(self._centre(self._core(hole)), self._style(hole))

    def _core(self, hole: int) -> str:
        """The count of a hole between the signs of the last move, its note after it."""
        scene, signs = self.scene, self.signs
        left, right = " ", " "
        if hole == scene.at:
            left, right = signs.at_hole
        elif hole in scene.started:
            left, right = signs.from_hole
        body = digits(str(scene.holes[hole]))
        if scene.holes[hole] == 0:
            body = signs.taken if hole in scene.taken else signs.empty
        elif self.single:
            body = signs.movable if hole in scene.choices else signs.stone
        return f"{left}{body:>2}{self._note(hole)}{right}"

    def _note(self, hole: int) -> str:
        scene = self.scene
        if hole in scene.marks:
            return self.signs.mark
        if scene.owners and scene.owners[hole] != self.layout.side(hole):
            return self.signs.owners[scene.owners[hole]]
        return " "

    def _style(self, hole: int) -> str:
        scene = self.scene
        if hole == scene.at or hole in scene.started or hole in scene.taken:
            return f"{ACCENT} underline" if hole == scene.at else ACCENT
        if scene.holes[hole] == 0:
            return FAINT
        if self.single and hole in scene.choices:
            return ACCENT
        return COUNT

    def _centre(self, core: str) -> str:
        """Exactly a cell wide: blanks go first, then the right end."""
        width = self.plan.cell
        if len(core) > width:
            core = core.replace(" ", "")[:width]
        return core.center(width)

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
            text, style = inside.get(index, ("", ""))
            line = Text(signs.side, FAINT)
            lines.append(line.append(text.center(self.plan.store), style).append(signs.side, FAINT))
        return lines
