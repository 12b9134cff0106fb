"""Where a game is shown: a live terminal, redrawn in place, or plain output line after line."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rich.text import Text

from bonduc.games.words import SIDES
from bonduc.language import _
from bonduc.players import SOUTH, Player
from bonduc.terminal.console.keys import Keys, TypeAhead
from bonduc.terminal.console.output import PLAIN_WIDTH, line_without_signs, make_console, plain_width, without_signs
from bonduc.terminal.console.resizing import Resizing
from bonduc.terminal.drawing.board import draw_board, legend
from bonduc.terminal.drawing.pace import Shot
from bonduc.terminal.drawing.parts import ACCENT, FAINT, View, fold
from bonduc.terminal.drawing.scene import Scene
from bonduc.terminal.drawing.signs import ASCII, UNICODE, Signs

TALL_FROM = 24  # terminal lines that leave room for cells of three lines
MARGIN = "  "
BELOW_BOARD = 3  # the line of status, the prompt, and the line the cursor comes to after Enter
KEPT = 6  # messages under the board at most
LONGEST_LINE = 76  # columns of a line of running text

_ENTER_SCREEN, _LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"


@dataclass(frozen=True)
class Picture:
    """All that is shown above the messages: title, scene, seats, the line of status."""

    title: str
    scene: Scene
    bottom: Player = SOUTH
    names: tuple[str, str] = SIDES
    status: str = ""

    def lines(self, signs: Signs, width: int, height: int | None = None) -> list[Text]:
        """The picture in lines of at most `width` columns, in no more than `height` where that can be."""
        tall = height is not None and height >= TALL_FROM
        view = View(signs, width, tall, self.bottom, self.names)
        lines = self._lines(view)
        low = height is not None and len(lines) > height - BELOW_BOARD
        return self._lines(replace(view, low=True)) if low else lines

    def _lines(self, view: View) -> list[Text]:
        title = Text(MARGIN, no_wrap=True).append(self.title, "bold")
        return [*fold(title, view.width), *draw_board(self.scene, view), *legend(self.scene, view)]


class Screen(Protocol):
    """What a session needs of the place it is shown in."""

    signs: Signs
    live: bool

    def show(self, picture: Picture) -> None:
        """Make this the picture; a live screen draws it at once, plain output before the next prompt."""

    def say(self, *messages: str) -> None:
        """Add messages to what stands under the board."""

    def ask(self, prompt: str) -> str:
        """Read a line. Raises EOFError when there is none."""

    def animate(self, picture: Picture, frames: Iterable[Shot]) -> None:
        """Show a move drop by drop, as far as the screen can."""

    def wait(self, done: Callable[[], bool], text: Callable[[float], str]) -> None:
        """Show a changing line until `done`; `text` is given the seconds passed."""

    def page(self, lines: Sequence[str]) -> None:
        """Show a longer text."""

    def close(self) -> None:
        """Leave the terminal as it was found."""


def wrap(text: str, width: int = LONGEST_LINE) -> list[str]:
    """A message in indented lines."""
    wrapper = textwrap.TextWrapper(
        min(width, LONGEST_LINE),
        initial_indent=MARGIN,
        subsequent_indent=MARGIN,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.wrap(text) or [""]


def prompt_text(prompt: str, ascii_only: bool) -> str:
    """A prompt as it is shown, ending in a colon."""
    return f"{MARGIN}{without_signs(prompt) if ascii_only else prompt}: "


class PlainScreen:
    """Line after line: for pipes, files, dumb terminals and screen readers."""

    live = False

    def __init__(self, ascii_only: bool) -> None:
        self.signs = ASCII if ascii_only else UNICODE
        self.ascii_only = ascii_only
        self.console = make_console(PLAIN_WIDTH)
        self._waiting: Picture | None = None

    def show(self, picture: Picture) -> None:
        self._waiting = picture

    def flush(self) -> None:
        """Print the picture now."""
        if self._waiting is not None:
            self._print("")
            for line in self._waiting.lines(self.signs, plain_width()):
                self._print(line)
            self._print("")
        self._waiting = None

    def _print(self, line: Text | str) -> None:
        if self.ascii_only:
            line = without_signs(line if isinstance(line, str) else line.plain)
        self.console.print(line, soft_wrap=True)

    def say(self, *messages: str) -> None:
        for message in messages:
            for line in wrap(message):
                self._print(line)

    def ask(self, prompt: str) -> str:
        self.flush()
        print(prompt_text(prompt, self.ascii_only), end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return line

    def animate(self, picture: Picture, frames: Iterable[Shot]) -> None:
        """Nothing moves here: the result and its explanation say it all."""

    def wait(self, done: Callable[[], bool], text: Callable[[float], str]) -> None:
        while not done():
            time.sleep(0.02)

    def page(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._print(line)

    def close(self) -> None:
        self.flush()
        sys.stdout.flush()


class LiveScreen:
    """A terminal whose board stays in its place: drawn over itself, messages and the prompt below.

    When the window changes its size, what it shows is drawn again at once.
    """

    live = True

    def __init__(self, ascii_only: bool) -> None:
        self.signs = ASCII if ascii_only else UNICODE
        self.ascii_only = ascii_only
        self.ahead = TypeAhead()
        self.messages: list[str] = []
        self.picture: Picture | None = None
        self.resizing = Resizing(self._redraw)
        self._shown: Callable[[], None] = lambda: None  # draws what is to be seen now
        self._cursor = ""  # shows the cursor after each drawing while a line is read
        sys.stdout.write(_ENTER_SCREEN)

    def show(self, picture: Picture) -> None:
        self.picture = picture
        self._draw(picture)

    def say(self, *messages: str) -> None:
        self.messages = [*self.messages, *messages][-KEPT:]

    def _size(self) -> tuple[int, int]:
        size = shutil.get_terminal_size()
        return max(size.columns, 20), max(size.lines, 8)

    def _draw(self, picture: Picture, messages: Sequence[str] = ()) -> None:
        """The picture and what is said below it; now, and again whenever the window has another size."""
        self._shown = lambda: self._draw_now(picture, messages)
        self._redraw()

    def _redraw(self) -> None:
        with self.resizing.later():
            self._shown()

    def _draw_now(self, picture: Picture, messages: Sequence[str]) -> None:
        """As `_draw`, cut to the height of the terminal."""
        width, height = self._size()
        lines = [*picture.lines(self.signs, width, height), *fold(Text(MARGIN + picture.status, ACCENT), width)]
        below = _folded([line for message in messages for line in wrap(message, width - len(MARGIN))], width)
        room = max(0, height - len(lines) - (BELOW_BOARD - 1))
        # What was said last matters most.
        lines += below if len(below) <= room else [Text(f"{MARGIN}…"), *below[len(below) - room + 1 :]][:room]
        self._write(lines, width)

    def _write(self, lines: Sequence[Text], width: int) -> None:
        console = make_console(width)
        with console.capture() as captured:
            for line in lines:
                if self.ascii_only:
                    line = line_without_signs(line)
                console.print(line, no_wrap=True, overflow="crop", crop=True)
        sys.stdout.write(_HIDE + _HOME + captured.get().replace("\n", f"{_CLEAR_LINE}\n") + _CLEAR_BELOW + self._cursor)
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        typed = self.ahead.take_line()
        if typed is not None:
            return typed
        self._cursor = _SHOW
        try:
            if self.picture is not None:
                self._draw(self.picture, tuple(self.messages))
            line = _read_line(prompt_text(prompt, self.ascii_only), self.ahead.take_pending())
        finally:
            self._cursor = ""
        self.messages = []
        return line

    def animate(self, picture: Picture, frames: Iterable[Shot]) -> None:
        with Keys(self.ahead) as keys:
            for shot in frames:
                self._draw(replace(picture, scene=shot.scene, status=shot.status))
                if keys.pressed(None if shot.wait else shot.seconds) and not shot.wait:
                    return

    def wait(self, done: Callable[[], bool], text: Callable[[float], str]) -> None:
        began = time.monotonic()
        with Keys(self.ahead) as keys:
            while not done():
                passed = time.monotonic() - began
                if self.picture is not None and passed > 0.2:
                    self._draw(replace(self.picture, status=text(passed)), tuple(self.messages))
                keys.pressed(0.05 if passed < 1 else 0.2)

    def page(self, lines: Sequence[str]) -> None:
        folded = _folded(lines, self._size()[0])
        while folded:
            room = self._size()[1] - BELOW_BOARD
            part, folded = folded[:room], folded[room:]
            foot = _("any key: more") if folded else _("any key: back to the board")
            self._show_page([*part, Text(), Text(MARGIN + foot, FAINT)])
            with Keys(TypeAhead()) as keys:
                keys.pressed(None)

    def _show_page(self, lines: Sequence[Text]) -> None:
        def show() -> None:
            width, _ = self._size()
            self._write(_folded(lines, width), width)

        self._shown = show
        self._redraw()

    def close(self) -> None:
        """Back to the terminal as it was; the last board and messages stay on it."""
        self.resizing.end()
        sys.stdout.write(_SHOW + _LEAVE_SCREEN)
        console = make_console()
        width, _ = self._size()
        if self.picture is not None:
            for line in self.picture.lines(self.signs, width):
                console.print(line_without_signs(line) if self.ascii_only else line, soft_wrap=True)
        for message in self.messages:
            for said in wrap(message, width - len(MARGIN)):
                console.print(without_signs(said) if self.ascii_only else said, soft_wrap=True)
        sys.stdout.flush()


def _folded(lines: Iterable[Text | str], width: int) -> list[Text]:
    """Lines in as many as it takes to show all of them."""
    return [part for line in lines for part in fold(Text(line) if isinstance(line, str) else line, width)]


def _read_line(prompt: str, beginning: str) -> str:
    """A line from the keyboard, begun with what was typed before the prompt came."""
    try:
        import readline
    except ImportError:
        return beginning + input(prompt + beginning)
    readline.set_startup_hook(lambda: readline.insert_text(beginning))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook(None)


def open_screen(ascii_only: bool, live: bool) -> Screen:
    """A live screen where a person sits at a terminal, else plain output."""
    return LiveScreen(ascii_only) if live else PlainScreen(ascii_only)
