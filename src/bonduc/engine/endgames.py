"""Endgame tables loaded for the search (`probe.py`): whole classes, the smallest first, within a budget of memory.

They are loaded when a search first comes within reach of them, and kept for the next one. A search without a limit of
time waits for them, so that it gives the same answer every time; one with a limit waits a part of its time, and goes
without them while they are still being loaded.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

import numpy as np

from bonduc.engine.memory import Numbers
from bonduc.engine.probe import CODES, MOST, MOST_HOLES, ORDERS, SIZE, STARTS, WAYS
from bonduc.games.contract import MOST_SEEDS, SOUTH
from bonduc.position import Game, Position
from bonduc.solve.blockfile import TableError
from bonduc.solve.classes import Pattern, can_be_tabled
from bonduc.solve.lookup import Lookup
from bonduc.solve.tables import Table, Tables, table_path

MOST_BYTES = 512 << 20
PART_OF_MEMORY = 8  # of the machine's memory they take no more than one part in so many
REACH = 16  # seeds on the board above the largest class from which a search may come to it
PART_OF_TIME = 10  # of its time a search waits one part in so many

Found = tuple[Numbers | None, list[str]]


def budget() -> int:
    """The bytes of memory that loaded classes may take."""
    return min(MOST_BYTES, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // PART_OF_MEMORY)


class Endgames:
    """The classes of a folder that searches have come within reach of: those of one pattern at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._key: tuple[Game, tuple[int, ...]] | None = None
        self._found: Future[Found] = Future()

    def near(self, position: Position, seconds: float | None) -> Found:
        """What a search of so many seconds can probe from a position, None if there is nothing, or not yet.

        With it why tables cannot be believed: those count as missing.
        """
        nothing: Found = None, []
        if position.mover is None or not can_be_tabled(position.game):
            return nothing
        pattern = Pattern.of(position)
        pattern = pattern if position.mover == SOUTH else pattern.turned
        seeds = sum(position.holes)
        if not any(_exists(self.folder, pattern, below) for below in range(max(0, seeds - REACH), seeds)):
            return nothing
        with self._lock:
            if self._key != (position.game, pattern.notes):
                self._key, self._found = (position.game, pattern.notes), Future()
                threading.Thread(target=_load, args=(self.folder, pattern, self._found), daemon=True).start()
            future = self._found
        try:
            return future.result(None if seconds is None else seconds / PART_OF_TIME)
        except NotYet:
            return nothing


def _exists(folder: Path, pattern: Pattern, seeds: int) -> bool:
    return table_path(folder, pattern.blocks[0], seeds).exists()


def _load(folder: Path, pattern: Pattern, found: Future[Found]) -> None:
    """Load what there is of a pattern's classes: the body of a thread."""
    try:
        found.set_result(_loaded(folder, pattern))
    except BaseException as fault:
        found.set_exception(fault)


def _loaded(folder: Path, pattern: Pattern) -> Found:
    tables, classes, faults = Tables(folder), dict[int, Table](), list[str]()
    left = budget()
    for seeds in range(MOST_SEEDS + 1):
        try:
            table = tables.table(pattern.blocks[0], seeds) if _exists(folder, pattern, seeds) else None
        except TableError as fault:
            faults.append(str(fault))
            continue
        if table is not None and table.places > left:
            break
        if table is not None:
            classes[seeds] = table
            left -= table.places
    return _filled(pattern, classes, faults) if classes else None, faults


def _filled(pattern: Pattern, classes: dict[int, Table], faults: list[str]) -> Numbers | None:
    """An array of classes for `probe`; one that cannot be read after all is left out."""
    words = _room(pattern, classes)
    codes, base = words[CODES:].view(np.int8), 0
    for seeds, table in classes.items():
        try:
            codes[base : base + table.places] = table.load()
        except TableError as fault:
            faults.append(str(fault))
            rest = {each: classes[each] for each in classes if each != seeds}
            return _filled(pattern, rest, faults) if rest else None
        base += table.places
    return words


def _room(pattern: Pattern, classes: dict[int, Table]) -> Numbers:
    """An array with all that `probe` needs but the codes."""
    most = max(classes)
    lookup = Lookup.of(pattern, most, classes)
    words: Numbers = np.zeros(CODES + (lookup.places + 7) // 8, np.int64)
    size = lookup.orders.shape[1]
    words[SIZE], words[MOST] = size, most
    for mover in range(2):
        words[ORDERS + MOST_HOLES * mover :][:size] = lookup.orders[mover]
        words[STARTS + (MOST_SEEDS + 1) * mover :][: most + 1] = lookup.starts[mover]
    for k in range(size):
        words[WAYS + (MOST_SEEDS + 1) * k :][: most + 1] = lookup.ways[k]
    return words
