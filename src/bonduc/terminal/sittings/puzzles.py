"""Solving puzzles in the terminal, one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence

from rich.text import Text

from bonduc.errors import BonducError, IllegalMoveError
from bonduc.language import Items, _, ngettext, sentence, told
from bonduc.position import Position
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.solving import HINTS, Answer, answer, hint, position_at, solution
from bonduc.puzzles.themes import THEMES
from bonduc.terminal.console.output import PLAIN_WIDTH, print_lines, speaks_unicode
from bonduc.terminal.drawing.board import draw_board, legend
from bonduc.terminal.drawing.parts import View
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.drawing.signs import ASCII, UNICODE

QUIT = ("quit", "q", "exit")
NEXT = ("next", "n")


class PuzzleSession:
    """Shows puzzles, reads moves from standard input and says what they are worth."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self.puzzles = puzzles
        self.solved = 0

    def run(self) -> None:
        """Go through the puzzles until all are done, the input ends or the solver has had enough."""
        tried = 0
        try:
            for puzzle in self.puzzles:
                self._show(puzzle, position_at(puzzle, 0))
                print_lines([told(puzzle.goal), _("Type a move, hint, show, next or quit."), ""])
                tried += 1
                if not self._solve(puzzle):
                    break
        except EOFError:
            print_lines([""])
        print_lines([ngettext("{count} puzzle solved.", "{count} puzzles solved.", self.solved)])

    def _solve(self, puzzle: Puzzle) -> bool:
        """Play one puzzle; False if the solver wants to leave."""
        step, hints = 0, 0
        while True:
            typed = input("> ").strip()
            word = typed.lower()
            if word in QUIT:
                return False
            if word in NEXT:
                return True
            if word == "hint":
                print_lines([told(hint(puzzle, step, hints))])
                hints = min(hints + 1, HINTS - 1)
            elif word == "show":
                print_lines(["  ".join(puzzle.moves), *solution(puzzle, step)])
                return True
            elif typed:
                found = self._try(puzzle, step, typed)
                if found is not None and found.right:
                    step, hints = step + 1, 0
                    if found.solved:
                        self.solved += 1
                        return True

    def _try(self, puzzle: Puzzle, step: int, typed: str) -> Answer | None:
        """What comes of a move typed; None if it is none, which is said."""
        try:
            found = answer(puzzle, step, typed)
        except IllegalMoveError as fault:
            print_lines([fault.refusal.told])
            return None
        except BonducError as fault:
            print_lines([sentence(fault.told)])
            return None
        print_lines(["", told(found.verdict), *found.sentences])
        if found.right and not found.solved:
            self._show(puzzle, position_at(puzzle, step + 1), found)
        return found

    def _show(self, puzzle: Puzzle, position: Position, found: Answer | None = None) -> None:
        """The board, with what the last reply touched."""
        scene = Scene.of(position)
        if found is not None and len(found.line) > 1:
            scene = after_move(found.before.play(found.line[0]).sowing(found.line[1]))
        width = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns
        view = View(UNICODE if speaks_unicode() else ASCII, width, bottom=puzzle.solver)
        names = Items(THEMES[each].name for each in puzzle.themes) if found is not None else ""
        title = _("{game}, puzzle {id}, rated {rating}", game=puzzle.game.name, id=puzzle.id, rating=puzzle.rating)
        lines: Iterable[Text | str] = ["", title, "", *draw_board(scene, view), *legend(scene, view)]
        print_lines([*lines, *([told(names)] if names else [])])
