"""`bonduc engine`, spoken to over a pipe as a match manager does."""

from __future__ import annotations

import subprocess
import sys

import bonduc

PATIENCE = 180


def talk(*lines: str) -> tuple[int, list[str], str]:
    """What the command says to these lines, with the exit code and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "bonduc", "engine"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_nothing_is_said_unasked() -> None:
    assert talk("quit") == (0, [], "")
    assert talk() == (0, [], "")


def test_a_game_is_set_up_and_a_move_found() -> None:
    code, said, errors = talk(
        "uci",
        "setoption name UCI_Variant value rio-kadalis",
        "setoption name holes value 3",
        "position startpos moves C",
        "go depth 3",
        "isready",
        "position fen 3,1,0/0,2,2 8 8 S - moves",
        "go nodes 100",
        "ucinewgame",
    )
    assert (code, errors) == (0, "")
    assert said[0] == f"id name bonduc {bonduc.__version__}"
    assert "uciok" in said
    best = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert best[0] in ("a", "b", "c")
    assert best[1] in ("A", "B", "C")
    assert all(" score cp " in line and " tbhits 0 " in line for line in said if line.startswith("info depth"))


def test_nonsense_is_answered_and_survived() -> None:
    code, said, errors = talk("\x00\x07", "go depth x", "position fen nonsense", "setoption", "isready", "quit")
    assert (code, errors) == (0, "")
    assert said[-1] == "readyok"
    assert all(line.startswith("info string ") for line in said[:-1])
    assert len(said) >= 4
