"""The engine protocol: a subset of UCI over text streams, for match managers and other programs.

Commands: `uci`, `isready`, `ucinewgame`, `setoption name N value V`, `position`, `go`, `stop`, `quit`; unknown ones
are answered with an `info string` and otherwise ignored, as is anything wrong with a known one: nothing a driver
sends ends the engine or changes what a faulty command should have changed.

    setoption name UCI_Variant value rio-kadalis      the game; the names of its options are options too
    position startpos [moves M …]                     of the game that is set
    position fen|pos TEXT [moves M …]                 a position in notation version 1
    position game ID [option=value …] [startpos|fen TEXT|pos TEXT] [moves M …]    sets the game as well
    go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [infinite]

A time below 0 counts as 0, as drivers send when a clock has run out. Words of `go` that are unknown are named in an
`info string` and left out. Only a bare `go` and `go infinite` search until `stop`; where else nothing that was given
ends the search, a second does. A number that is none (`go depth 5x`) makes the command a faulty one: no move follows.

The option TablesPath is the folder of the endgame tables: the user's while it is empty, `none` to use none.

South is white. Scores are `cp`, hundredths of a seed, for the side to move; where the value of the position is
proved `info string proved` follows. `bestmove (none)` answers a position in which the round is over.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from bonduc.engine.analysis import AUTO, MOST_LINES, Analysis, Choice, Limits, Line
from bonduc.engine.engine import Engine
from bonduc.engine.levels import FULL_STRENGTH, WEAKEST, level_of
from bonduc.engine.settings import MOST_MEGABYTES, MOST_THREADS, TABLE_MEGABYTES, EngineSettings
from bonduc.errors import BonducError
from bonduc.games.options import Value
from bonduc.games.registry import GAMES, find
from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Game
from bonduc.position import game as find_game

VARIANT = "UCI_Variant"
TABLES = "TablesPath"
NO_TABLES = "none"
MOVES_TO_GO = 25  # how many more moves a clock without increment must last for
OVERHEAD = 0.02  # seconds for the messages between driver and engine
LONGEST_COMMAND = 1_000_000
SHOWN = 80  # characters of a faulty command that an answer repeats
SPINS = {
    "Hash": (int(TABLE_MEGABYTES), 1, MOST_MEGABYTES),
    "Threads": (1, 1, MOST_THREADS),
    "MultiPV": (1, 1, MOST_LINES),
    "Level": (FULL_STRENGTH, WEAKEST, FULL_STRENGTH),
}
COUNTS = ("depth", "nodes", "movestogo")  # words of `go` that a number follows, from 1 on,
TIMES = ("movetime", "wtime", "btime", "winc", "binc")  # and those that a time in milliseconds does
MOST = 10**15  # of either
TIME = re.compile(r"[+-]?[0-9]{1,1000}")
USUAL_SECONDS = 1.0


class ProtocolError(BonducError):
    """A command that cannot be carried out."""


def serve(stdin: TextIO, stdout: TextIO) -> None:
    """Read commands until `quit` or the end of the input, and answer them."""
    for stream in (stdin, stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    session = Session(stdout)
    try:
        for line in stdin:
            if not session.handle(line):
                break
    finally:
        session.end()


class Session:
    """What the protocol keeps between commands: options, the game, the position, and a search that may be running."""

    def __init__(self, stdout: TextIO) -> None:
        self._stdout = stdout
        self._writing = threading.Lock()
        self._spins = {name: default for name, (default, _, _) in SPINS.items()}
        self._round = Round(find_game(next(iter(GAMES))))
        self._engine: Engine | None = None
        self._tables = ""
        self._stop = threading.Event()
        self._endless = False
        self._reported: tuple[Line, ...] = ()
        self._thread: threading.Thread | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "stop": self._stop_search,
        }

    def handle(self, line: str) -> bool:
        """Carry out a command; False after `quit`. Faults are told to the driver."""
        words = line[:LONGEST_COMMAND].split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            if len(line) > LONGEST_COMMAND:
                raise ProtocolError(f"a command of {len(line)} characters is too long")
            if words[0] not in self._commands:
                raise ProtocolError(f"unknown command {words[0][:SHOWN]!r}")
            self._commands[words[0]](words[1:])
        except BonducError as error:
            self._say(f"info string {' '.join(str(error).split())}")
        return True

    def end(self) -> None:
        """Stop a running search and wait for it."""
        self._stop_search([])

    def _say(self, *lines: str) -> None:
        with self._writing, suppress(OSError, ValueError):  # nobody reads any more: the input will end too
            self._stdout.write("".join(f"{line}\n" for line in lines))
            self._stdout.flush()

    def _idle(self, what: str) -> None:
        """Wait for the end of a running search; ProtocolError for `what` if it has none of its own."""
        if self._thread is not None and self._thread.is_alive():
            if self._endless:
                raise ProtocolError(f"{what} ignored: a search without a limit is running, stop it first")
            self._thread.join()

    def _uci(self, words: list[str]) -> None:
        from bonduc import __version__

        lines = [f"id name bonduc {__version__}", "id author the bonduc developers"]
        variants = " ".join(f"var {name}" for name in GAMES)
        lines.append(f"option name {VARIANT} type combo default {next(iter(GAMES))} {variants}")
        for name, (default, low, high) in SPINS.items():
            lines.append(f"option name {name} type spin default {default} min {low} max {high}")
        lines.append(f"option name {TABLES} type string default <empty>")
        for option in self._round.game.spec.options:
            head = f"option name {option.name}"
            if isinstance(option.default, bool):
                lines.append(f"{head} type check default {str(option.default).lower()}")
            elif option.choices:
                choices = " ".join(f"var {choice}" for choice in option.choices)
                lines.append(f"{head} type combo default {option.default} {choices}")
            else:
                lines.append(f"{head} type spin default {option.default} min {option.low} max {option.high}")
        self._say(*lines, "uciok")

    def _isready(self, words: list[str]) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._ready_engine().load()
        self._say("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._idle("ucinewgame")
        self._round = Round(self._round.game)
        if self._engine is not None:
            self._engine.clear()

    def _set_option(self, words: list[str]) -> None:
        self._idle("setoption")
        if len(words) < 2 or words[0] != "name":
            raise ProtocolError("setoption needs `name NAME value VALUE`")
        split = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        spin = next((known for known in SPINS if known.lower() == name.lower()), None)
        if spin is not None:
            _, low, high = SPINS[spin]
            self._spins[spin] = _number(value, f"option {spin}", low, high)
            if spin in ("Hash", "Threads"):
                self._engine = None
        elif name.lower() == TABLES.lower():
            self._tables = "" if value == "<empty>" else value
            self._engine = None
        elif name.lower() == VARIANT.lower():
            self._set_game(find_game(value))
        else:
            self._set_game(find_game(self._round.game.id, **{**self._round.game.options, name: value}))

    def _set_game(self, game: Game) -> None:
        if game != self._round.game:
            self._round = Round(game)
            self._engine = None

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            tables = None if self._tables == NO_TABLES else self._tables or AUTO
            settings = EngineSettings(self._spins["Threads"], self._spins["Hash"], tables=tables)
            self._engine = Engine(self._round.game, settings)
        return self._engine

    def _position(self, words: list[str]) -> None:
        self._idle("position")
        words, moves = _split(words, "moves")
        game = self._round.game
        named = words[:1] == ["game"]
        if named:
            game, words = _read_game(words[1:])
        if words and words[0] in ("fen", "pos"):
            played = Round(game, game.position(" ".join(words[1:])))
        elif words == ["startpos"] or (not words and named):
            played = Round(game)
        else:
            raise ProtocolError("position needs startpos, fen TEXT, pos TEXT or game ID …")
        for move in moves:
            played.play(move)
        self._set_game(game)
        self._round = played

    def _go(self, words: list[str]) -> None:
        self._idle("go")
        numbers, unknown = _read_limits(words)
        if unknown:
            self._say(f"info string go: unknown words are left out: {' '.join(unknown)[:SHOWN]}")
        limits = self._limits(numbers)
        self._endless = "infinite" in words or not words
        if limits == Limits() and not self._endless:
            limits = Limits(seconds=USUAL_SECONDS)
        self._reported = ()
        self._stop.clear()
        if self._round.outcome is not None:
            self._say("bestmove (none)")
            return
        self._thread = threading.Thread(target=self._search, args=(limits,), daemon=True)
        self._thread.start()

    def _limits(self, numbers: dict[str, int]) -> Limits:
        """The limits of a `go`: a clock becomes a time for this move."""
        clock, increment = ("wtime", "winc") if self._round.mover == SOUTH else ("btime", "binc")
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
        if seconds is None and clock in numbers:
            left, gain = numbers[clock] / 1000, numbers.get(increment, 0) / 1000
            share = left / min(MOVES_TO_GO, max(1, numbers.get("movestogo", MOVES_TO_GO))) + 0.8 * gain
            seconds = max(0.001, min(share, 0.7 * left) - OVERHEAD)
        return Limits(seconds, numbers.get("depth"), numbers.get("nodes"))

    def _search(self, limits: Limits) -> None:
        """The body of the search thread: one `go`."""
        try:
            choice = self._choose(limits)
            analysis = choice.analysis
            if not self._endless or analysis.lines != self._reported:
                self._report(analysis)
            if self._endless:
                self._stop.wait()
            self._say(f"bestmove {choice.move}")
        except Exception as error:  # the driver waits for an answer, whatever happened
            self._say(f"info string search failed: {' '.join(repr(error).split())}", "bestmove (none)")

    def _choose(self, limits: Limits) -> Choice:
        """The analysis of the position and the move to play: a level that is known by its depth keeps to that."""
        number = self._spins["Level"]
        level = level_of(number, self._round.game)
        choice = self._ready_engine().choose(
            self._round,
            number,
            None if level.limits.seconds is None else limits,
            lines=self._spins["MultiPV"],
            seed=0 if level.overlooks == 0 else None,
            stop=self._stop,
            on_info=self._report,
        )
        for warning in choice.analysis.warnings:
            self._say(f"info string {' '.join(warning.split())}")
        return choice

    def _report(self, analysis: Analysis) -> None:
        self._reported = analysis.lines
        milliseconds = int(1000 * analysis.seconds)
        speed = int(analysis.nodes / max(analysis.seconds, 0.001))
        for number, line in enumerate(analysis.lines[: self._spins["MultiPV"]], 1):
            moves = " ".join(str(move) for move in line.moves)
            self._say(
                f"info depth {line.depth} multipv {number} score cp {line.hundredths} nodes {analysis.nodes} "
                f"nps {speed} time {milliseconds} tbhits {analysis.tbhits} pv {moves}"
            )
        if analysis.proved:
            self._say("info string proved")

    def _stop_search(self, words: list[str]) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def _split(words: Sequence[str], at: str) -> tuple[list[str], list[str]]:
    """The words before and after a word; all and none if it is not there."""
    place = words.index(at) if at in words else len(words)
    return list(words[:place]), list(words[place + 1 :])


def _read_game(words: list[str]) -> tuple[Game, list[str]]:
    """The game and options at the head of some words, and the rest."""
    if not words:
        raise ProtocolError("position game needs the id of a game")
    spec, options = find(words[0]), {}
    rest = words[1:]
    while rest and "=" in rest[0] and rest[0] not in ("fen", "pos", "startpos"):
        name, _, value = rest.pop(0).partition("=")
        options[name] = value
    given: dict[str, Value] = dict(options)
    return find_game(spec.id, **given), rest


def _number(text: str, what: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 18 and low <= int(text) <= high):
        raise ProtocolError(f"{what}: {text[:SHOWN]!r} is no whole number from {low} to {high}")
    return int(text)


def _read_limits(words: Sequence[str]) -> tuple[dict[str, int], list[str]]:
    """The numbers after `go`, and the words that are unknown. ProtocolError for a number that is none."""
    numbers: dict[str, int] = {}
    unknown: list[str] = []
    waiting = deque(words)
    while waiting:
        word = waiting.popleft()
        if word in COUNTS:
            numbers[word] = _number(waiting.popleft() if waiting else "", f"go {word}", 1, MOST)
        elif word in TIMES:
            numbers[word] = _time(waiting.popleft() if waiting else "", f"go {word}")
        elif word != "infinite":
            unknown.append(word)
    return numbers, unknown


def _time(text: str, what: str) -> int:
    """A time in milliseconds from 0 to MOST, the nearest to the one that is given."""
    if TIME.fullmatch(text) is None:
        raise ProtocolError(f"{what}: {text[:SHOWN]!r} is no whole number of milliseconds")
    return min(max(int(text), 0), MOST)
