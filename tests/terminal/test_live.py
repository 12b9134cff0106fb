"""Play in a real pseudo-terminal: the board stays in place, sowings can be skipped, nothing typed is lost."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")

PATIENCE = 180  # seconds until a test gives up: machine code may have to be compiled first
BREATH = 2  # seconds in which a board is drawn on a busy machine too
TITLE = 0


class Terminal:
    """A child in a terminal, and what its screen shows."""

    def __init__(self, arguments: Sequence[str], rows: int, columns: int, environment: dict[str, str]) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child = pexpect.spawn(
            sys.executable, ["-m", "bonduc", *arguments], dimensions=(rows, columns), env=environment, timeout=PATIENCE
        )

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def read(self, seconds: float = 0.05) -> None:
        try:
            chunk = self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return
        self.raw += chunk
        self.stream.feed(chunk)

    def until(self, seen: str | Callable[[str], bool]) -> str:
        """Read until the screen shows something; what it shows then."""
        deadline = time.monotonic() + PATIENCE
        while not (seen in self.text if isinstance(seen, str) else seen(self.text)):
            assert time.monotonic() < deadline, f"never seen: {seen}\n{self.text}"
            try:
                self.read()
            except pexpect.EOF:
                break
        assert seen in self.text if isinstance(seen, str) else seen(self.text), self.text
        return self.text

    def prompt(self, name: str, *seen: str) -> str:
        """Read until the cursor waits behind a prompt and all this is to be seen."""
        return self.until(lambda text: text.splitlines()[-1:] == [f"  {name}:"] and all(each in text for each in seen))

    def type(self, line: str) -> None:
        self.child.send(f"{line}\r")

    def resize(self, rows: int, columns: int, seen: Callable[[str], bool]) -> str:
        """Give the window another size and read until the screen shows something, without a key pressed."""

        nudge = time.monotonic() + BREATH

        def nudged(text: str) -> bool:
            nonlocal nudge
            # A child that was about to wait for keys when the signal came would not be woken by it.
            if not seen(text) and time.monotonic() > nudge:
                self.child.kill(signal.SIGWINCH)
                nudge = time.monotonic() + BREATH
            return seen(text)

        self.read(0.5)  # a prompt that is there has also begun to be read: nobody resizes within a millisecond
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)
        return self.until(nudged)

    def end(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        try:
            while True:
                assert time.monotonic() < deadline, f"has not ended:\n{self.text}"
                self.read(1)
        except pexpect.EOF:
            self.child.close()
        return -1 if self.child.exitstatus is None else int(self.child.exitstatus)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def start(*arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> Terminal:
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LINES", "COLUMNS")}
        known = {"TERM": "xterm-256color", "BONDUC_DATA_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
        opened.append(Terminal(arguments, rows, columns, {**inherited, **known, **environment}))
        return opened[-1]

    yield start
    for each in opened:
        each.child.close(force=True)


TWO = ("--north", "human")


def test_a_few_moves_and_commands(terminal: Open) -> None:
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "instant")
    assert "▸ South to move" in play.prompt("South")
    play.type("a")
    shown = play.prompt("North")
    lines = shown.splitlines()
    assert lines[TITLE] == "  Rio Kadalis, after 1 move"
    assert "‹ 2 ›" in shown
    assert "[ 1 ]" in shown
    assert "South played A." in shown
    play.type("undo")
    play.prompt("South", "Taken back: A.")
    play.type("wat")
    play.prompt("South", "'wat' is neither a move nor a command")
    play.type("help")
    play.until("any key: back to the board")
    play.child.send(" ")
    assert play.prompt("South", "Rio Kadalis").splitlines()[TITLE] == "  Rio Kadalis"
    play.type("flip")
    flipped = play.prompt("South", "North is at the bottom now.").splitlines()
    assert flipped[1].strip() == "▸ South to move"
    play.type("quit")
    assert play.end() == 0


def test_the_sowing_is_drawn_in_place_and_any_key_skips_it(terminal: Open) -> None:
    """At slow speed the relay of the first move takes many seconds; a key ends it, and what was typed is kept."""
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "slow")
    play.prompt("South")
    play.type("A")
    during = play.until(lambda text: "in hand" in text and "‹ · ›" in text)
    assert during.splitlines()[TITLE] == "  Rio Kadalis", "the same place on the screen"
    play.type("f")
    play.until("in hand")
    play.child.send(" ")
    play.prompt("South", "North played f.", "after 2 moves")
    play.type("B")
    play.until("in hand")
    play.child.send("und")
    assert play.until(lambda text: text.endswith("North: und")), "half a command waits at the prompt"
    play.type("o")
    play.prompt("South", "Taken back: B.")
    play.type("quit")
    assert play.end() == 0


def test_step_speed_waits_for_a_key_at_every_lap(terminal: Open) -> None:
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "step")
    play.prompt("South")
    play.type("A")
    for lap in range(2, 6):
        play.until(f"lap {lap}: ")
        play.until("(Enter goes on)")
        play.child.send("\r")
    play.prompt("North", "after 1 move")


def test_the_computer_answers(terminal: Open) -> None:
    play = terminal("play", "bao-la-kimasai", "--level", "1", "--seconds", "0.2", "--speed", "instant")
    play.prompt("South")
    play.type("B2")
    play.prompt("South", "North played ")
    play.type("quit")
    assert play.end() == 0
    assert b"The game is kept." in play.raw


def test_ctrl_d_and_ctrl_c_leave_the_terminal_as_it_was(terminal: Open, tmp_path: Path) -> None:
    for leave in ("\x04", "\x03"):
        play = terminal("play", "rio-kadalis", *TWO, "--speed", "instant")
        play.prompt("South")
        play.type("A")
        play.prompt("North")
        play.child.send(leave)
        assert play.end() == 0
        assert b"\x1b[?1049l" in play.raw
        assert play.raw.rindex(b"\x1b[?25h") > play.raw.rindex(b"\x1b[?25l")
        assert b"Traceback" not in play.raw
    assert len(list((tmp_path / "games").iterdir())) == 2


def test_ctrl_c_in_the_middle_of_a_sowing(terminal: Open) -> None:
    play = terminal("play", "adji-kui-ii", *TWO, "--speed", "slow")
    play.prompt("South")
    play.type("A")
    play.until("in hand")
    play.child.kill(signal.SIGINT)
    assert play.end() == 0
    assert b"The game is kept." in play.raw


def test_no_color_leaves_no_colours(terminal: Open) -> None:
    coloured = terminal("play", "kiothi", *TWO)
    coloured.prompt("South")
    assert b"38;5;166" in coloured.raw
    plain = terminal("play", "kiothi", *TWO, NO_COLOR="1")
    shown = plain.prompt("South")
    assert b"38;5" not in plain.raw
    assert "▴E" in shown
    assert "▸ South to move" in shown


def test_the_opening_step_by_step(terminal: Open) -> None:
    play = terminal("play", "kiothi", *TWO, "--ascii")
    play.prompt("South")
    play.type("EF")
    assert "10 warriors in hand" in play.until("Place 10")
    play.type("A2 B3")
    assert "5 warriors in hand" in play.until("Place 5")
    play.type("rest j")
    assert "[10 ]" in play.until("All placed")
    play.type("")
    shown = play.prompt("North", "South played EF>A2,B3,j5.")
    assert shown.isascii()


def test_a_dumb_terminal_gets_plain_lines(terminal: Open) -> None:
    play = terminal("play", "rio-kadalis", *TWO, TERM="dumb")
    play.until("South:")
    assert b"\x1b[?1049h" not in play.raw
    play.type("quit")
    assert play.end() == 0


@pytest.mark.parametrize(("rows", "columns"), [(16, 60), (24, 80), (50, 160)])
def test_every_size_keeps_the_prompt_on_the_screen(terminal: Open, rows: int, columns: int) -> None:
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "instant", rows=rows, columns=columns)
    play.prompt("South")
    play.type("A")
    shown = play.prompt("North")
    assert "Rio Kadalis, after 1 move" in shown.splitlines()[TITLE]


def test_a_resize_is_drawn_at_once_with_what_was_typed(terminal: Open) -> None:
    play = terminal("play", "bao-la-kimasai", *TWO, columns=80)
    assert "╭" in play.prompt("South")
    play.child.send("mov")
    play.until("South: mov")
    shown = play.resize(24, 40, lambda text: "╭" not in text and text.endswith("South: mov"))
    assert " 1  " in shown
    assert "l  k  j" in shown
    play.child.send("es\r")
    play.prompt("South", "Legal: ")
    play.resize(30, 100, lambda text: "╭" in text and text.endswith("South:"))
    play.type("quit")
    assert play.end() == 0


def test_a_resize_while_a_page_is_shown_and_while_seeds_are_sown(terminal: Open) -> None:
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "step", columns=80)
    play.prompt("South")
    play.type("help")
    play.until("any key: back to the board")
    play.resize(24, 40, lambda text: "any key" in text and "move" in text)
    play.child.send(" ")
    play.prompt("South")
    play.type("A")
    play.until("goes on)")
    play.resize(24, 24, lambda text: "╭" not in text and "(Enter goes on)" in " ".join(text.split()))


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
@pytest.mark.parametrize("when", ["at the prompt", "while seeds are sown", "while the computer thinks"])
def test_a_game_outlives_its_terminal(terminal: Open, tmp_path: Path, number: signal.Signals, when: str) -> None:
    thinking = when == "while the computer thinks"
    north = ("--level", "8", "--seconds", "600") if thinking else TWO
    play = terminal("play", "rio-kadalis", *north, "--speed", "slow" if when == "while seeds are sown" else "instant")
    play.prompt("South")
    play.type("A")
    if when == "at the prompt":
        play.prompt("North")
    else:
        play.until("is thinking" if thinking else "in hand")
    play.child.kill(number)
    assert play.end() == 128 + number
    assert len(list((tmp_path / "games").iterdir())) == 1
    assert b"The game is kept." in play.raw


def test_a_game_outlives_a_closed_window(terminal: Open, tmp_path: Path) -> None:
    play = terminal("play", "rio-kadalis", *TWO, "--speed", "instant")
    play.prompt("South")
    play.type("A")
    play.prompt("North")
    play.child.ptyproc.fileobj.close()
    deadline = time.monotonic() + PATIENCE
    while play.child.isalive():
        assert time.monotonic() < deadline, "has not ended"
        time.sleep(0.05)
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_replay_goes_forwards_and_backwards(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text('[Game "rio-kadalis"]\n\n1. A {nice} f 2. B *\n')
    replay = terminal("replay", str(path), "--speed", "instant")
    replay.until("0/2")
    replay.type("")
    assert "Comment: nice" in replay.until("1/2 (")
    replay.type("end")
    assert "the round was not finished" in replay.until("2/2 (")
    replay.type("b")
    assert "1. North played f." in replay.until("1.../2 (")
    replay.type("wat")
    replay.until("a number: to that move")
    replay.type("flip")
    replay.type("q")
    assert replay.end() == 0
