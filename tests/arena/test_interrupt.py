"""Real processes, interrupted and killed: no game is lost, none is played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bonduc.arena.clock import TimeControl
from bonduc.arena.match import play_match
from tests.arena.common import fake

GAMES = 24
LONGEST = 120  # seconds to wait for something that is sure to happen


def command(out: Path, *more: str) -> list[str]:
    return [
        sys.executable, "-m", "bonduc", "match", "depth:4", "depth:3", "--game", "adji-kui-ii", "--games", str(GAMES),
        "--nodes", "1", "--seed", "9", "--workers", "2", "--out", str(out), *more,
    ]  # fmt: skip


def journal(out: Path) -> list[dict[str, object]]:
    """The whole lines of the journal, as another process sees them now."""
    path = out / "games.jsonl"
    data = path.read_bytes() if path.exists() else b""
    return [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]


def wait_until(condition: object, what: str) -> None:
    assert callable(condition)
    deadline = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < deadline, f"waited too long for {what}"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture(scope="module")
def uninterrupted() -> dict[object, object]:
    """The moves of the same match by number, played in this process."""
    outcome = play_match(
        "depth:4", "depth:3", game="adji-kui-ii", games=GAMES, control=TimeControl(nodes=1), seed=9, openings="random:4"
    )
    return {result.number: list(result.moves) for result in outcome.results}


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_stopped_match_goes_on_without_losing_or_repeating_a_game(
    tmp_path: Path, how: signal.Signals, uninterrupted: dict[object, object]
) -> None:
    out = tmp_path / "run"
    process = subprocess.Popen(command(out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    wait_until(lambda: len(journal(out)) >= 3, "three games")
    workers = children(process.pid)
    assert len(workers) >= 2
    if how == signal.SIGINT:
        os.killpg(process.pid, how)  # as a terminal does: to all of them
    else:
        process.send_signal(how)
    _, complaint = process.communicate(timeout=LONGEST)
    wait_until(lambda: not any(is_alive(pid) for pid in workers), "the workers to end")
    kept = journal(out)
    assert 3 <= len(kept) < GAMES, "it was stopped half way"
    if how == signal.SIGINT:
        assert process.returncode == 2
        assert complaint.decode().count("\n") == 1
        assert "go on with --resume" in complaint.decode()
    else:
        assert process.returncode == -how

    resumed = subprocess.run(command(out, "--resume", "--json"), capture_output=True, timeout=LONGEST, check=True)
    games = journal(out)
    assert games[: len(kept)] == kept, "what was finished stays as it was"
    assert sorted(game["number"] for game in games) == list(range(GAMES))  # type: ignore[type-var]
    assert json.loads(resumed.stdout)["games"] == GAMES

    assert {game["number"]: game["moves"] for game in games} == uninterrupted, "stopping changes no game"
    assert len((out / "games.txt").read_text(encoding="utf-8").split("[Game ")) == GAMES + 1


@needs_proc
def test_external_programs_end_with_a_killed_match(tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = [
        sys.executable, "-m", "bonduc", "match", fake("stubborn"), "random", "--game", "adji-kui-ii", "--games", "2",
        "--nodes", "1", "--workers", "1", "--out", str(out),
    ]  # fmt: skip
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def programs() -> list[int]:
        # The external program leads a process group of its own, unlike the workers.
        below = [child for worker in children(process.pid) for child in children(worker)]
        return [pid for pid in below if os.getpgid(pid) == pid]

    wait_until(programs, "the external program")
    running = programs()
    process.kill()
    process.wait()
    wait_until(lambda: not any(is_alive(pid) for pid in running), "the external program to end")
