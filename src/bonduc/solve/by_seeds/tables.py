"""Endgame tables on disk: one file a class (format: `blockfile`), probed through memory mapping.

A place holds one signed byte: the value for the mover, or CYCLIC, which is 0 because play never ends. The metadata
says, beside what every table's does: game, rules_version, options (those that matter for values), blocks (the pattern
of each block: one note a hole), seeds, counts, longest (`build.SolvedClass`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.state import WIDTH
from bonduc.position import Position
from bonduc.solve.by_seeds.build import SolvedClass
from bonduc.solve.by_seeds.values_by_sweeps import CYCLIC
from bonduc.solve.by_stones.classes import counted_by_stones
from bonduc.solve.by_stones.retrograde import DRAW, worth_of
from bonduc.solve.by_stones.tables import StonesTables
from bonduc.solve.index.classes import Pattern, can_be_tabled
from bonduc.solve.index.ranking import rank_row, ways
from bonduc.solve.index.table_file import BlockFile, options_folder, options_that_matter, write_blocks

BLOCK_PLACES = 1 << 13
COUNTED = 1 << 24  # places counted in one go


@dataclass(frozen=True)
class TableValue:
    """What a table knows of a position: the mover's further gain minus the opponent's, and whether it is a 0 only
    because play never ends.

    Complete tables of Bao la Kimasai know 1 (won), 0 or -1 (lost), and the number of moves to the end of the round.
    """

    value: int
    cyclic: bool
    distance: int | None = None


def table_path(folder: Path, pattern: Pattern, seeds: int) -> Path:
    """Where the table of a class lives below a folder of tables."""
    notes = "".join(map(str, pattern.blocks[0].notes))
    return options_folder(folder, pattern.game) / f"{notes}-{seeds:03d}.table"


def counts(codes: npt.NDArray[np.int8]) -> dict[str, int]:
    """How many places are won, drawn and lost for the mover, and how many draws are cyclic."""
    found = np.zeros(256, np.int64)
    for first in range(0, len(codes), COUNTED):
        found += np.bincount(codes[first : first + COUNTED].view(np.uint8), minlength=256)
    wins, cyclic = int(found[1:128].sum()), int(found[128])
    return {
        "positions": len(codes),
        "wins": wins,
        "draws": int(found[0]) + cyclic,
        "losses": len(codes) - wins - int(found[0]) - cyclic,
        "cyclic": cyclic,
    }


def write_table(folder: Path, solved: SolvedClass) -> Path:
    """Write a solved class; the file appears only when it is whole. Returns its path."""
    pattern = solved.pattern
    path = table_path(folder, pattern, solved.seeds)
    stored = solved.codes
    metadata = {
        "game": pattern.game.id,
        "rules_version": pattern.game.rules_version,
        "options": options_that_matter(pattern.game),
        "blocks": [list(block.notes) for block in pattern.blocks],
        "seeds": solved.seeds,
        "places": len(stored),
        "block_places": BLOCK_PLACES,
        "counts": counts(stored),
        "longest": solved.longest,
    }
    starts = range(0, len(stored), BLOCK_PLACES)
    write_blocks(path, metadata, (stored[first : first + BLOCK_PLACES].tobytes() for first in starts))
    return path


class Table(BlockFile):
    """A table file, opened and checked; raises TableError where it cannot be believed."""

    def _read_class(self) -> None:
        self.seeds = int(self.metadata["seeds"])
        self.blocks = tuple(tuple(int(note) for note in block) for block in self.metadata["blocks"])

    def check(self, pattern: Pattern, seeds: int) -> None:
        """TableError unless this is the table of the class, under the rules of today."""
        game = pattern.game
        wanted = {
            "game": game.id,
            "rules_version": game.rules_version,
            "options": options_that_matter(game),
            "blocks": [list(block.notes) for block in pattern.blocks],
            "seeds": seeds,
            "places": pattern.positions(seeds) * len(pattern.blocks),
        }
        self.check_metadata(wanted)

    def stored(self, place: int) -> int:
        """The byte at a place: a value or CYCLIC."""
        number, rest = divmod(place, self.block_places)
        return int(self.block(number).view(np.int8)[rest])

    def load(self) -> npt.NDArray[np.int8]:
        """All bytes, CYCLIC included."""
        return self.load_bytes().view(np.int8)


class Tables:
    """The tables of a folder, opened as they are needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[Path, Table | None] = {}
        self._stones = StonesTables(folder)

    def table(self, pattern: Pattern, seeds: int) -> Table | None:
        """The table of a class, None if there is none; TableError if there is one that cannot be believed."""
        path = table_path(self.folder, pattern, seeds)
        if path not in self._open:
            table = Table(path) if path.exists() else None
            if table is not None:
                table.check(pattern, seeds)
            self._open[path] = table
        return self._open[path]

    def probe(self, position: Position) -> TableValue | None:
        """What the tables know of a position; None if they do not hold it."""
        if counted_by_stones(position.game):
            return self._probe_stones(position)
        if position.mover is None or not can_be_tabled(position.game):
            return None
        pattern = Pattern.of(position)
        seeds = sum(position.holes)
        table = self.table(pattern, seeds)
        if table is None:
            return None
        stored = table.stored(place_of(position, pattern, seeds))
        return TableValue(0, True) if stored == CYCLIC else TableValue(stored, False)

    def _probe_stones(self, position: Position) -> TableValue | None:
        found = self._stones.code(position)
        if found is None:
            return None
        code, distances = found
        if code == DRAW:
            return TableValue(0, True)
        return TableValue(worth_of(code), False, code if distances else None)


def place_of(position: Position, pattern: Pattern, seeds: int) -> int:
    """The place of a position in its class: the block of its pattern, and its rank there."""
    holes = position.holes
    half = len(holes) // 2
    row = np.zeros((1, WIDTH), np.int8)
    row[0, : len(holes)] = holes if position.mover == 0 else holes[half:] + holes[:half]
    block = pattern.blocks.index(pattern)
    rank = rank_row(row, 0, pattern.order, ways(len(pattern.order), seeds), seeds)
    return block * pattern.positions(seeds) + rank
