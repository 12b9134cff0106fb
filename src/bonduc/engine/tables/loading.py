"""Endgame tables loaded for the search (`probe.py`): whole classes, the smallest first, within a budget of memory.

They are loaded when a search first comes within reach of them, and kept for the next one. A search without a limit of
time waits for them, so that it gives the same answer every time; one with a limit waits a part of its time, and goes
without them while they are still being loaded.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

from bonduc.engine.tables.classes import Found, SeedClasses, Source, StoneClasses
from bonduc.games.kernels.state import SOUTH
from bonduc.position import Position
from bonduc.solve.by_stones.classes import has_stone_tables
from bonduc.solve.index.classes import Pattern, can_be_tabled

REACH = 16  # seeds on the board above the largest class from which a search may come to it
PART_OF_TIME = 10  # of its time a search waits one part in so many


class Endgames:
    """The classes of a folder that searches have come within reach of, one source of them at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._source: Source | None = None
        self._found: Future[Found] = Future()

    def in_reach(self, position: Position, seconds: float | None) -> Found:
        """What a search of so many seconds can probe from a position, None if there is nothing, or not yet.

        With it why tables cannot be believed: those count as missing.
        """
        nothing: Found = None, []
        source = _source_of(self.folder, position)
        seeds = sum(position.holes)
        if source is None or not any(source.exists(below) for below in range(max(0, seeds - REACH), seeds)):
            return nothing
        with self._lock:
            if self._source != source:
                self._source, self._found = source, Future()
                threading.Thread(target=_load, args=(source, self._found), daemon=True).start()
            future = self._found
        try:
            return future.result(None if seconds is None else seconds / PART_OF_TIME)
        except NotYet:
            return nothing


def _source_of(folder: Path, position: Position) -> Source | None:
    """Where classes for a position are loaded from; None if its game has no tables."""
    if position.mover is None:
        return None
    if has_stone_tables(position.game):
        return StoneClasses(folder, position.game)
    if not can_be_tabled(position.game):
        return None
    pattern = Pattern.of(position)
    return SeedClasses(folder, pattern if position.mover == SOUTH else pattern.turned)


def _load(source: Source, found: Future[Found]) -> None:
    """Load what there is: the body of a thread."""
    try:
        found.set_result(source.load())
    except BaseException as fault:
        found.set_exception(fault)
