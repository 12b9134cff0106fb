"""The engine protocol, driven over real pipes."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

import bonduc

COMMAND = [sys.executable, "-c", "import sys; from bonduc.engine.uci import serve; serve(sys.stdin, sys.stdout)"]
PATIENCE = 120.0  # seconds until a silent engine counts as hung; never a measure of speed


class Driver:
    """An engine process and the lines it says."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first that begins with a word."""
        said: list[str] = []
        while not said or said[-1].split()[:1] != [word]:
            said.append(self.lines.get(timeout=PATIENCE))
        return said

    def sync(self) -> list[str]:
        """What the engine says to all sent so far."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def close(self) -> tuple[int, str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join()
        error = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, error


@pytest.fixture(scope="module")
def engine() -> Iterator[Driver]:
    driver = Driver()
    yield driver
    code, error = driver.close()
    assert (code, error) == (0, "")


def test_uci_names_the_engine_and_its_options(engine: Driver) -> None:
    engine.send("setoption name UCI_Variant value rio-kadalis", "uci")
    said = engine.until("uciok")
    assert said[0] == f"id name bonduc {bonduc.__version__}"
    options = [line for line in said if line.startswith("option")]
    assert any(line.startswith("option name UCI_Variant type combo") and "var kiothi" in line for line in options)
    assert "option name holes type spin default 6 min 2 max 12" in options
    for name in ("Hash", "Threads", "MultiPV", "Level"):
        assert any(f" {name} type spin " in line for line in options)


@pytest.mark.parametrize("name", bonduc.games())
def test_a_game_is_searched(engine: Driver, name: str, midgame: dict[str, bonduc.Position]) -> None:
    position = midgame[name]
    engine.send(f"position game {name} fen {position}", "go depth 5")
    said = engine.until("bestmove")
    info = next(line for line in reversed(said) if " pv " in line).split()
    assert info[info.index("depth") + 1] == "5"
    expected = bonduc.analyse(position, depth=5).lines[0]
    assert int(info[info.index("cp") + 1]) == expected.hundredths
    assert info[info.index("tbhits") + 1] == "0"
    assert info[info.index("pv") + 1 :] == [str(move) for move in expected.moves]
    assert said[-1] == f"bestmove {expected.moves[0]}"


def test_moves_and_options_of_the_game(engine: Driver) -> None:
    engine.send("setoption name UCI_Variant value adji", "setoption name holes value 3")
    engine.send("position startpos moves A c", "setoption name MultiPV value 2", "go depth 4")
    said = engine.until("bestmove")
    position = bonduc.game("adji-kui-ii", holes=3).start().play("A").play("c")
    lines = bonduc.analyse(position, depth=4, lines=2).lines
    shown = [line for line in said if f"depth {lines[0].depth} " in line][-2:]
    for number, (line, text) in enumerate(zip(lines, shown, strict=True), 1):
        assert f"multipv {number} score cp {line.hundredths} " in text
    engine.send("setoption name MultiPV value 1")
    assert engine.sync() == []


def test_a_whole_redistribution_is_a_move(engine: Driver) -> None:
    engine.send("position game kiothi moves IJ>A5,B5 ij>a5,b5", "go nodes 2000")
    assert engine.until("bestmove")[-1].split()[1].count(":") == 1
    engine.send("position game kiothi", "go movetime 100")
    assert ">" in engine.until("bestmove")[-1]


def test_a_proved_score_is_said_to_be(engine: Driver) -> None:
    engine.send("position game bao columns=2", "go depth 30")
    assert "info string proved" in engine.until("bestmove")


def test_clocks_are_kept(engine: Driver) -> None:
    engine.send("position game rio-kadalis", "go wtime 500 btime 10 winc 10 binc 10")
    white = engine.until("bestmove")
    engine.send("position startpos moves A", "go wtime 10 btime 600 movestogo 2")
    assert len(white) > 1
    assert engine.until("bestmove")[-1] != "bestmove (none)"


@pytest.mark.parametrize(
    "clocks",
    [
        "wtime 165661 btime -170671 winc 2000 binc 2000",
        "wtime 1000 btime 0 binc 0",
        "wtime 10 btime 30 winc -5 binc -5",
        "movetime -1",
        "movetime 0",
        f"btime 30 wtime {'9' * 40} binc 0 movestogo 1",
    ],
)
def test_a_clock_that_has_run_out_is_answered_at_once(engine: Driver, clocks: str) -> None:
    engine.send("position game rio-kadalis moves A", f"go {clocks}")
    said = engine.until("bestmove")
    assert said[-1] != "bestmove (none)"
    assert not any("info string" in line for line in said)


@pytest.mark.parametrize("words", ["dpeth 3", "depth 2 fast", "ponder movetime 10", "wtime 50 winc 0"])
def test_unknown_words_of_go_are_named_and_a_move_comes_all_the_same(engine: Driver, words: str) -> None:
    engine.send("position game rio-kadalis moves A", f"go {words}")
    said = engine.until("bestmove")
    unknown = [word for word in ("dpeth", "fast", "ponder") if word in words]
    named = [line for line in said if line.startswith("info string go: unknown")]
    assert [word in line for word, line in zip(unknown, named, strict=True)] == [True] * len(unknown)


def test_an_infinite_search_reports_all_that_it_has_found_before_it_is_stopped(engine: Driver) -> None:
    engine.send("position game bao columns=2", "go infinite")
    engine.until("info")
    said = []
    while "info string proved" not in said:
        said += engine.until("info")
    engine.send("stop")
    assert not any(line.startswith("info") for line in engine.until("bestmove"))


def test_an_opening_is_searched_within_its_limits_and_told_on_the_way(engine: Driver) -> None:
    engine.send("position game kiothi", "go depth 1")
    assert ">" in engine.until("bestmove")[-1]
    engine.send("go nodes 100")
    assert ">" in engine.until("bestmove")[-1]
    engine.send("go infinite")
    engine.until("info")
    engine.until("info")
    engine.send("stop")
    assert ">" in engine.until("bestmove")[-1]


def test_infinite_searches_end_at_stop(engine: Driver) -> None:
    engine.send("position game bao", "go infinite")
    while int(engine.until("info")[-1].split()[2]) < 3:
        pass
    engine.send("isready", "go depth 3", "position startpos", "nonsense")
    said = engine.until("readyok")
    assert not any(line.startswith("bestmove") for line in said)
    asked = time.monotonic()
    engine.send("stop")
    said = engine.until("bestmove")
    assert time.monotonic() - asked < PATIENCE / 2
    assert sum("running, stop it first" in line for line in said) == 2
    # A proved score does not end an infinite search either.
    engine.send("position game bao columns=2", "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
    engine.send("stop")
    engine.until("bestmove")
    engine.send("stop")
    assert engine.sync() == []


def test_a_finished_round_has_no_best_move(engine: Driver) -> None:
    engine.send("position game bao columns=2 fen 0,0/0,0/0,0/0,0 1 0 - -", "go depth 3")
    assert engine.until("bestmove") == ["bestmove (none)"]


@pytest.mark.parametrize(
    "command",
    [
        "xyzzy",
        "go depth",
        "go depth 0",
        "go depth -3",
        "go depth 5x",
        "go nodes 99999999999999999999999999",
        "go movetime ½",
        "position",
        "position nowhere",
        "position fen",
        "position fen 1,2,3",
        "position fen 9,9,9,9,9,9/9,9,9,9,9,9 0 0 S -",
        "position game",
        "position game no-such-game",
        "position game rio-kadalis holes=99",
        "position game rio-kadalis holes",
        "position game rio-kadalis nosuch=1",
        "position startpos moves Z",
        "position startpos moves A A A",
        "setoption",
        "setoption name",
        "setoption name Nonsense value 3",
        "setoption name Hash value -1",
        "setoption name Hash value 1e9",
        "setoption name Threads value",
        "setoption name Level value 11",
        "setoption name UCI_Variant value chess",
        b"position fen \xff\xfe\x00",
        b"\x00\x01\x02",
        "A" * 5000,
    ],
)
def test_malformed_commands_are_told_and_change_nothing(engine: Driver, command: str | bytes) -> None:
    engine.send("position game rio-kadalis moves A", command)
    said = engine.sync()
    assert len(said) == 1
    assert said[0].startswith("info string ")
    engine.send("go depth 2")
    expected = bonduc.analyse(bonduc.game("rio-kadalis").start().play("A"), depth=2).best
    assert engine.until("bestmove")[-1] == f"bestmove {expected}"


def test_blank_lines_and_spaces_do_not_matter(engine: Driver) -> None:
    engine.send("", "   ", "  position   game  rio-kadalis   moves  A ", "\tgo\tdepth\t1")
    assert engine.until("bestmove")[-1].startswith("bestmove ")


def test_a_weak_level_plays_its_level(engine: Driver) -> None:
    engine.send("setoption name Level value 1", "position game kiothi moves IJ>A5,B5 ij>a5,b5")
    played = set()
    for _ in range(12):
        engine.send("go movetime 50")
        played.add(engine.until("bestmove")[-1])
    assert len(played) > 1
    engine.send("setoption name Level value 8")
    assert engine.sync() == []


def test_ucinewgame_starts_afresh(engine: Driver) -> None:
    engine.send("position game rio-kadalis moves A", "ucinewgame", "go depth 1")
    best = bonduc.analyse(bonduc.game("rio-kadalis").start(), depth=1).best
    assert engine.until("bestmove")[-1] == f"bestmove {best}"


def test_quit_ends_a_running_search() -> None:
    driver = Driver()
    driver.send("position game bao", "go infinite", "quit")
    assert driver.close() == (0, "")


def test_the_end_of_the_input_ends_a_running_search() -> None:
    driver = Driver()
    driver.send("position game bao", "go infinite")
    driver.until("info")
    assert driver.close() == (0, "")


def test_a_reader_that_goes_away_does_no_harm() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"uci\nposition game rio-kadalis\ngo depth 2\nisready\nquit\n")
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr.read() == b""
