"""Thinking about an opening of many steps, where whole redistributions are compared instead of moves searched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

from bonduc.engine.opening import Node, OpeningSearch
from bonduc.position import Position

TOLD_EVERY = 0.5  # seconds
SURE_VISITS = 3  # of a redistribution before its worth is told; the one tried most is told anyway


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
        self._search = OpeningSearch(position, 0, self._switch)
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
        root = self._search.root
        tried = sorted(root.children.values(), key=lambda child: (-child.visits, -root.sign * child.mean))
        shown = [tried[0], *(child for child in tried[1:lines] if child.visits >= SURE_VISITS)]
        told = [self._line(child) for child in shown]
        return {
            "score": told[0]["score"],
            "exact": False,
            "settled": False,
            "depth": 2,
            "tried": len(tried),
            "nodes": self._search.playouts,
            "seconds": round(self._seconds, 3),
            "tables": False,
            "lines": told,
        }

    def _line(self, child: Node) -> dict[str, Any]:
        """A redistribution, and the reply that is expected."""
        game = self.position.game
        moves = [str(move) for move in child.plan.moves(game)]
        reply = child.best
        if reply is not None:
            moves += [str(move) for move in reply.plan.moves(game)]
        return {"moves": moves, "score": round(child.mean, 2), "exact": False, "depth": len(moves)}
