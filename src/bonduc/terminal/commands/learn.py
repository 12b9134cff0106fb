"""`bonduc learn`: a game's lessons at the prompt."""

from __future__ import annotations

from typing import Annotated

import typer

from bonduc.errors import OptionError
from bonduc.language import N_
from bonduc.lessons import lessons
from bonduc.terminal.commands.shared import Ascii, GameName, Language, Speed
from bonduc.terminal.console.output import is_terminal, speaks_unicode
from bonduc.terminal.console.screen import open_screen
from bonduc.terminal.drawing.pace import read_speed
from bonduc.terminal.sittings.learning import Tutorial


def learn(
    game: GameName,
    lesson: Annotated[int, typer.Option(help="The number of the lesson to begin with.")] = 1,
    speed: Speed = "normal",
    ascii_only: Ascii = False,
    lang: Language = None,
) -> None:
    """Learn a game by small tasks that are checked by its rules."""
    course = lessons(game)
    if not 1 <= lesson <= len(course):
        raise OptionError(N_("lesson {number}: there are lessons 1 to {count}", number=lesson, count=len(course)))
    chosen = read_speed(speed)
    screen = open_screen(ascii_only or not speaks_unicode(), is_terminal())
    Tutorial(course, screen, chosen).run(lesson)
