"""External programs as contestants, over a pipe, by the engine protocol (a UCI subset).

Nothing such a program does can harm the run: it may crash, keep silent, talk nonsense or without end, or answer with
no legal move; it then loses the game at hand and is started afresh for the next.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence

from bonduc.arena.clock import Allowance
from bonduc.arena.contestants.player import Chooser, ContestantError, Fault, Reply
from bonduc.games.options import Value
from bonduc.play import Round
from bonduc.position import Game

START_SECONDS = 30.0  # to say uciok, and readyok after that
LONGEST_SECONDS = 600.0  # for a move without a limit of time
STOP_SECONDS = 1.0  # to answer `stop`
LONGEST_LINE = 1 << 16
WAITING_LINES = 1000

_running: weakref.WeakSet[subprocess.Popen[bytes]] = weakref.WeakSet()


def kill_programs() -> None:
    """End every external program this process has running, and what they started."""
    for process in list(_running):
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    # The program leads a process group of its own, so helpers that it started go with it.
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()


class ExternalProgram(Chooser):
    """A running program that speaks the engine protocol, set up for one game."""

    def __init__(self, command: Sequence[str], game: Game) -> None:
        self.game = game
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ContestantError(Fault.CRASH, f"cannot start {command[0]!r}: {error.strerror or error}") from None
        _running.add(self._process)
        # Bounded, so that a program that talks without end waits for us instead of filling the memory.
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._closed = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._greet()
        except ContestantError:
            self.close()
            raise

    def _greet(self) -> None:
        self._send("uci")
        self._wait_for("uciok", START_SECONDS)
        self._send(f"setoption name UCI_Variant value {self.game.id}")
        for name, value in self.game.options.items():
            self._send(f"setoption name {name} value {_option_text(value)}")
        self._send("isready")
        self._wait_for("readyok", START_SECONDS)

    def new_game(self, seed: int) -> None:
        self._send("ucinewgame")
        self._send("isready")
        self._wait_for("readyok", START_SECONDS)

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        self._send(position_command(played))
        self._send(go_command(allowance))
        try:
            answer = self._answer(LONGEST_SECONDS if patience is None else patience)
        except ContestantError as failure:
            if failure.fault != Fault.SILENCE or patience is None:
                raise
            self._send("stop")
            answer = self._answer(STOP_SECONDS)
            raise ContestantError(
                Fault.TIME, f"no move within {patience:.3g} s; {answer.move} when told to stop"
            ) from None
        return answer

    def _answer(self, seconds: float) -> Reply:
        """The move of the next `bestmove`, with the last score, depth and nodes told before it."""
        deadline = time.monotonic() + seconds
        hundredths: int | None = None
        depth = nodes = 0
        while True:
            words = self._next_line(deadline, "bestmove").split()
            if words[:1] == ["bestmove"]:
                if len(words) < 2:
                    raise ContestantError(Fault.ILLEGAL_MOVE, "bestmove without a move")
                return Reply(words[1], None if hundredths is None else hundredths / 100, depth, nodes)
            if words[:1] == ["info"] and "string" not in words:
                hundredths = _number_after(words, "cp", hundredths)
                depth = _number_after(words, "depth", depth) or 0
                nodes = _number_after(words, "nodes", nodes) or 0

    def _wait_for(self, word: str, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while self._next_line(deadline, word).split()[:1] != [word]:
            pass

    def _next_line(self, deadline: float, wanted: str) -> str:
        left = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=left) if left > 0 else b""
        except queue.Empty:
            line = b""
        if line is None:
            raise ContestantError(Fault.CRASH, f"the program ended {self._how_it_ended()} instead of saying {wanted}")
        if not line and time.monotonic() >= deadline:
            raise ContestantError(Fault.SILENCE, f"did not say {wanted}")
        return line.decode("utf-8", "replace")

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            return "its output"
        return f"by signal {-code}" if code < 0 else f"with code {code}"

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ContestantError(
                Fault.CRASH, f"the program ended {self._how_it_ended()} before {line.split()[0]!r}"
            ) from None

    def _read(self) -> None:
        assert self._process.stdout is not None
        line: bytes | None = b"\n"
        with contextlib.suppress(OSError, ValueError):
            while line:
                line = self._process.stdout.readline(LONGEST_LINE)
                if line and not self._put(line):
                    return
        self._put(None)

    def _put(self, line: bytes | None) -> bool:
        """Hand a line over; False when nobody wants any more."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return True
        return False

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not."""
        self._closed.set()
        if self._process.poll() is None:
            with contextlib.suppress(ContestantError):
                self._send("quit")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=STOP_SECONDS)
        _kill(self._process)
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


def position_command(played: Round) -> str:
    """The `position` command for the current position of a round, with the moves that led there."""
    at_start = played.initial == played.game.start()
    head = "position startpos" if at_start else f"position fen {played.initial}"
    return f"{head} moves {' '.join(str(move) for move in played.moves)}" if played.moves else head


def go_command(allowance: Allowance) -> str:
    """The `go` command for an allowance; times in milliseconds, South's as white's."""
    words = ["go"]
    if allowance.seconds is not None:
        words += ["movetime", str(max(int(1000 * allowance.seconds), 1))]
    if allowance.clocks is not None:
        south, north = (max(int(1000 * left), 1) for left in allowance.clocks)
        increment = str(int(1000 * allowance.increment))
        words += ["wtime", str(south), "btime", str(north), "winc", increment, "binc", increment]
    if allowance.nodes is not None:
        words += ["nodes", str(allowance.nodes)]
    if allowance.depth is not None:
        words += ["depth", str(allowance.depth)]
    if len(words) == 1:
        # Without any limit a program would think for ever.
        words += ["movetime", "1000"]
    return " ".join(words)


def _option_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number_after(words: Sequence[str], name: str, otherwise: int | None) -> int | None:
    """The whole number that follows a word, else `otherwise`."""
    with contextlib.suppress(ValueError, IndexError):
        return int(words[words.index(name) + 1])
    return otherwise
