"""An external engine that can be told to misbehave: `python fake_engine.py MODE`.

good       answers the first legal move      crash      ends with code 3 when asked for its second move
mute       never answers `go`                illegal    answers a move of the wrong side
nonsense   answers a text that is no move    bare       answers `bestmove` without a move
slow       thinks 0.4 s a move               flood      talks without end instead of thinking
deaf       never says uciok                  stubborn   as mute, and does not quit either
gone       ends before it says anything
"""

from __future__ import annotations

import signal
import sys
import time

import bonduc


class FakeEngine:
    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.name = ""
        self.options: dict[str, str] = {}
        self.position: bonduc.Position | None = None
        self.asked = 0

    def obey(self, line: str) -> None:
        words = line.split()
        if words[:1] == ["uci"] and self.mode != "deaf":
            say("id name fake")
            say("uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:2] == ["setoption", "name"] and words[2] == "UCI_Variant":
            self.name = words[4]
        elif words[:2] == ["setoption", "name"]:
            self.options[words[2]] = words[4]
        elif words[:1] == ["position"]:
            self.set_position(words[1:])
        elif words[:1] == ["go"]:
            self.go()
        elif words[:1] == ["quit"] and self.mode != "stubborn":
            sys.exit(0)

    def set_position(self, words: list[str]) -> None:
        game = bonduc.game(self.name, **self.options)
        end = words.index("moves") if "moves" in words else len(words)
        position = game.start() if words[0] == "startpos" else game.position(" ".join(words[1:end]))
        for move in words[end + 1 :]:
            position = position.play(move)
        self.position = position

    def go(self) -> None:
        assert self.position is not None
        self.asked += 1
        if self.mode == "crash" and self.asked == 2:
            sys.exit(3)
        while self.mode == "flood":
            say("info string still thinking")
        if self.mode in ("mute", "stubborn"):
            return
        if self.mode == "slow":
            time.sleep(0.4)
        move = str(self.position.legal_moves[0])
        say("info depth 3 score cp 150 nodes 42")
        say("bestmove" + {"illegal": f" {move.swapcase()}", "nonsense": " §§", "bare": ""}.get(self.mode, f" {move}"))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    chosen = sys.argv[1]
    if chosen == "gone":
        sys.exit(5)
    if chosen == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    engine = FakeEngine(chosen)
    for text in sys.stdin:
        engine.obey(text)
    while chosen == "stubborn":
        time.sleep(1)
