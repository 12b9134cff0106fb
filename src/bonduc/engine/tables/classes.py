"""Classes of endgame tables read into the array that the search probes (`probe.py`)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from bonduc.engine.nodes.memory import Numbers
from bonduc.engine.tables.probe import (
    CODES,
    MOST,
    MOST_HOLES,
    ORDERS,
    RANKS,
    SIZE,
    STARTS,
    STONE_CODES,
    WAYS,
    pair_word,
)
from bonduc.games.kernels.state import MOST_SEEDS
from bonduc.position import Game
from bonduc.solve.by_seeds.tables import Table, Tables, table_path
from bonduc.solve.by_stones.classes import Pair, all_pairs, ring_size, rings
from bonduc.solve.by_stones.retrograde import DRAW
from bonduc.solve.by_stones.tables import StonesTable, StonesTables, stones_path
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.lookup import Lookup
from bonduc.solve.index.table_file import TableError

MOST_BYTES = 512 << 20
PART_OF_MEMORY = 8  # of the machine's memory they take no more than one part in so many
PIECE = 1 << 20  # places turned into codes at a time

Found = tuple[Numbers | None, list[str]]  # the array, None if there is nothing; why tables cannot be believed


def budget() -> int:
    """The bytes of memory that loaded classes may take."""
    return min(MOST_BYTES, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // PART_OF_MEMORY)


class Source(Protocol):
    """Classes that can be loaded together; two sources of the same classes are equal."""

    def exists(self, seeds: int) -> bool:
        """Whether there is a table of positions with so many seeds."""
        ...

    def load(self) -> Found:
        """Load as many classes as the budget allows, the smallest first; one that cannot be read is left out."""
        ...


@dataclass(frozen=True)
class SeedClasses:
    """The classes by seeds of positions in which South to move sees `pattern`."""

    folder: Path
    pattern: Pattern

    def exists(self, seeds: int) -> bool:
        """As `Source`."""
        return table_path(self.folder, self.pattern.blocks[0], seeds).exists()

    def load(self) -> Found:
        """As `Source`."""
        tables, classes, faults, left = Tables(self.folder), dict[int, Table](), list[str](), budget()
        for seeds in filter(self.exists, range(MOST_SEEDS + 1)):
            try:
                table = tables.table(self.pattern.blocks[0], seeds)
            except TableError as fault:
                faults.append(str(fault))
                continue
            if table is None or table.places > left:
                break
            classes[seeds] = table
            left -= table.places
        return self._filled(classes, faults), faults

    def _filled(self, classes: dict[int, Table], faults: list[str]) -> Numbers | None:
        if not classes:
            return None
        words, base = self._room(classes), 0
        codes = words[CODES:].view(np.int8)
        for seeds, table in classes.items():
            try:
                codes[base : base + table.places] = table.load()
            except TableError as fault:
                faults.append(str(fault))
                return self._filled({each: classes[each] for each in classes if each != seeds}, faults)
            base += table.places
        return words

    def _room(self, classes: dict[int, Table]) -> Numbers:
        """An array with all that `probe` needs but the codes."""
        most = max(classes)
        lookup = Lookup.of(self.pattern, most, classes)
        words: Numbers = np.zeros(CODES + (lookup.places + 7) // 8, np.int64)
        size = lookup.orders.shape[1]
        words[SIZE], words[MOST] = size, most
        for mover in range(2):
            words[ORDERS + MOST_HOLES * mover :][:size] = lookup.orders[mover]
            words[STARTS + (MOST_SEEDS + 1) * mover :][: most + 1] = lookup.starts[mover]
        for k in range(size):
            words[WAYS + (MOST_SEEDS + 1) * k :][: most + 1] = lookup.ways[k]
        return words


@dataclass(frozen=True)
class StoneClasses:
    """The classes by numbers of stones of a game."""

    folder: Path
    game: Game

    def exists(self, seeds: int) -> bool:
        """As `Source`."""
        pairs = (pair for pair in all_pairs(self.game, seeds) if pair.more + pair.fewer == seeds)
        return any(stones_path(self.folder, pair).exists() for pair in pairs)

    def load(self) -> Found:
        """As `Source`."""
        tables, faults, left = StonesTables(self.folder), list[str](), budget()
        size = ring_size(self.game.layout)
        found: list[tuple[Pair, StonesTable]] = []
        for pair in all_pairs(self.game, 2 * size):
            try:
                table = tables.table(pair)
            except TableError as fault:
                faults.append(str(fault))
                continue
            if table is not None and table.places > left:
                break
            if table is not None:
                found.append((pair, table))
                left -= table.places
        if not found:
            return None, faults
        words: Numbers = np.zeros(STONE_CODES + sum(table.places for _, table in found) // 8 + 1, np.int64)
        words[SIZE] = -size
        words[pair_word(0, 0) : RANKS] = -1
        words[RANKS : RANKS + (1 << size)] = rings(size).ranks
        codes, base = words[STONE_CODES:].view(np.int8), 0
        for pair, table in found:
            try:
                _fill(codes[base : base + table.places], table)
            except TableError as fault:
                faults.append(str(fault))
                continue
            _note_pair(words, pair, base)
            base += table.places
        return words, faults


def _fill(codes: np.ndarray[tuple[int], np.dtype[np.int8]], table: StonesTable) -> None:
    """Turn the codes of a table into 1, 0 and -1."""
    for first in range(0, len(codes), PIECE):
        part = table.load(first, min(PIECE, len(codes) - first))
        codes[first : first + PIECE] = np.where(part == DRAW, 0, np.where(part & 1, 1, -1))


def _note_pair(words: Numbers, pair: Pair, base: int) -> None:
    """Note where the two blocks of a pair begin, for either player to move (`stones`)."""
    width = pair.shape[1]
    words[pair_word(pair.more, pair.fewer) :][:3] = base, width, 1
    if pair.blocks == 2:
        words[pair_word(pair.fewer, pair.more) :][:3] = base + pair.block_size, 1, width
