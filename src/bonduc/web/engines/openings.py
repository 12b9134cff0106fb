"""Thinking about an opening of many steps, where whole redistributions are compared instead of moves searched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

from bonduc.engine import Engine, EngineSettings, Line
from bonduc.players import SOUTH
from bonduc.position import Position

TOLD_EVERY = 0.5  # seconds


class _Switch:
    """A stop signal that another one can be put into."""

    def __init__(self) -> None:
        self.signal: threading.Event | None = None

    def is_set(self) -> bool:
        return self.signal is not None and self.signal.is_set()


class OpeningThinking:
    """The search of one opening, which can be interrupted and goes on where it was."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._switch = _Switch()
        self._search = Engine(position.game, EngineSettings(megabytes=0)).opening(position, self._switch)
        self._seconds = 0.0

    def run(
        self, seconds: float, lines: int, stop: threading.Event, send: Callable[[dict[str, Any]], None]
    ) -> dict[str, Any]:
        """Think on for some seconds; what was found, told on the way too."""
        self._switch.signal = stop
        before, began = self._seconds, perf_counter()
        told = began
        while True:
            self._search.visit()
            now = perf_counter()
            self._seconds = before + now - began
            if now - began >= seconds or stop.is_set():
                return self._found(lines)
            if now - told >= TOLD_EVERY:
                told = now
                send(self._found(lines))

    def _found(self, lines: int) -> dict[str, Any]:
        told = [self._view(line) for line in self._search.lines(lines)]
        return {
            "score": told[0]["score"],
            "exact": False,
            "settled": False,
            "depth": 2,
            "tried": len(self._search.root.children),
            "nodes": self._search.playouts,
            "seconds": round(self._seconds, 3),
            "tables": False,
            "lines": told,
        }

    def _view(self, line: Line) -> dict[str, Any]:
        """A redistribution, and the reply that is expected."""
        score = line.score if self.position.mover == SOUTH else -line.score
        return {"moves": [str(move) for move in line.moves], "score": score, "exact": False, "depth": line.depth}
