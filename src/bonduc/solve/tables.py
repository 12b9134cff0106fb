"""Endgame tables on disk: one file a class, compressed in blocks, probed through memory mapping.

Format, version 1, all numbers little-endian:

    12 bytes  b"bonduc table"
    u32       version
    u32       length of the metadata
    JSON      metadata, UTF-8: game, rules_version, options (those that matter for values), blocks (the pattern of
              each block: one note a hole), seeds, places, block_places, counts, longest
    u32       CRC-32 of everything before
    u64 × B+1 where each of the B compressed blocks begins, and the end of the last, from the start of the data
    u32 × B   CRC-32 of each compressed block
    u32       CRC-32 of these two
    data      the blocks, each Zstandard-compressed, of `block_places` places (the last may have fewer)

A place holds one signed byte: the value for the mover, or CYCLIC, which is 0 because play never ends.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from bonduc.errors import BonducError
from bonduc.games.contract import WIDTH
from bonduc.position import Game, Position
from bonduc.solve.build import SolvedClass
from bonduc.solve.classes import Pattern, can_be_tabled
from bonduc.solve.ranking import rank_row, ways

MAGIC = b"bonduc table"
VERSION = 1
BLOCK_PLACES = 1 << 13
CYCLIC = -128
LEVEL = 9  # of compression
KEPT_BLOCKS = 4096  # decompressed blocks a table keeps
LONGEST_METADATA = 1 << 20


class TableError(BonducError):
    """A table file that cannot be believed; the message names the file and what is wrong with it."""


@dataclass(frozen=True)
class TableValue:
    """What a table knows of a position: the mover's further gain minus the opponent's, and whether it is a 0 only
    because play never ends."""

    value: int
    cyclic: bool


def options_that_matter(game: Game) -> dict[str, Any]:
    """The game's options without those that only shape the start of a round."""
    return {name: value for name, value in game.options.items() if name not in game.spec.start_options}


def table_path(folder: Path, pattern: Pattern, seeds: int) -> Path:
    """Where the table of a class lives below a folder of tables."""
    game = pattern.game
    options = ",".join(f"{name}={value}" for name, value in options_that_matter(game).items())
    notes = "".join(map(str, pattern.blocks[0].notes))
    return folder / game.id / options / f"{notes}-{seeds:03d}.table"


def counts(solved: SolvedClass) -> dict[str, int]:
    """How many places are won, drawn and lost for the mover, and how many draws are cyclic."""
    return {
        "positions": len(solved.values),
        "wins": int((solved.values > 0).sum()),
        "draws": int((solved.values == 0).sum()),
        "losses": int((solved.values < 0).sum()),
        "cyclic": int(solved.cyclic.sum()),
    }


def write_table(folder: Path, solved: SolvedClass) -> Path:
    """Write a solved class; the file appears only when it is whole. Returns its path."""
    pattern = solved.pattern
    path = table_path(folder, pattern, solved.seeds)
    path.parent.mkdir(parents=True, exist_ok=True)
    stored = np.where(solved.cyclic, np.int8(CYCLIC), solved.values)
    metadata = {
        "game": pattern.game.id,
        "rules_version": pattern.game.rules_version,
        "options": options_that_matter(pattern.game),
        "blocks": [list(block.notes) for block in pattern.blocks],
        "seeds": solved.seeds,
        "places": len(stored),
        "block_places": BLOCK_PLACES,
        "counts": counts(solved),
        "longest": solved.longest,
    }
    text = json.dumps(metadata, sort_keys=True).encode()
    head = MAGIC + struct.pack("<II", VERSION, len(text)) + text
    blocks = -(-len(stored) // BLOCK_PLACES)
    index_size = 8 * (blocks + 1) + 4 * blocks + 4
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    offsets, checks = [0], []
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=False)
    with partial.open("wb") as file:
        file.write(head + struct.pack("<I", zlib.crc32(head)))
        index_at = file.tell()
        file.seek(index_size, os.SEEK_CUR)
        for first in range(0, len(stored), BLOCK_PLACES):
            packed = compressor.compress(stored[first : first + BLOCK_PLACES].tobytes())
            file.write(packed)
            offsets.append(offsets[-1] + len(packed))
            checks.append(zlib.crc32(packed))
        index = np.array(offsets, "<u8").tobytes() + np.array(checks, "<u4").tobytes()
        file.seek(index_at)
        file.write(index + struct.pack("<I", zlib.crc32(index)))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return path


class Table:
    """A table file, opened and checked; raises TableError where it cannot be believed.

    Opening checks the head and the index; each block is checked when it is first read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as fault:
            raise TableError(f"cannot read table {path}: {fault}") from None
        self.metadata = self._read_head()
        try:
            self.seeds = int(self.metadata["seeds"])
            self.places = int(self.metadata["places"])
            self.block_places = int(self.metadata["block_places"])
            self.blocks = tuple(tuple(int(note) for note in block) for block in self.metadata["blocks"])
            self.counts: dict[str, int] = dict(self.metadata["counts"])
        except (KeyError, TypeError, ValueError):
            raise self._fault("its metadata is incomplete") from None
        if not 0 < self.block_places <= 1 << 20 or self.places <= 0:
            raise self._fault("its metadata is impossible")
        self._read_index()
        self._cache: OrderedDict[int, npt.NDArray[np.int8]] = OrderedDict()
        self._decompressor = zstandard.ZstdDecompressor()

    def _fault(self, what: str) -> TableError:
        return TableError(f"table {self.path} cannot be believed: {what}")

    def _read_head(self) -> dict[str, Any]:
        data = self._map
        if data[: len(MAGIC)] != MAGIC:
            raise self._fault("it is no bonduc table")
        if len(data) < len(MAGIC) + 8:
            raise self._fault("it is truncated")
        version, length = struct.unpack_from("<II", data, len(MAGIC))
        if version != VERSION:
            raise self._fault(f"it has format version {version}, this program reads {VERSION}")
        end = len(MAGIC) + 8 + length
        if length > LONGEST_METADATA or len(data) < end + 4:
            raise self._fault("it is truncated")
        if struct.unpack_from("<I", data, end)[0] != zlib.crc32(data[:end]):
            raise self._fault("its head is corrupt (checksum)")
        self._index_at = end + 4
        metadata: dict[str, Any] = json.loads(data[len(MAGIC) + 8 : end])
        return metadata

    def _read_index(self) -> None:
        blocks = -(-self.places // self.block_places)
        size = 8 * (blocks + 1) + 4 * blocks
        self._data_at = self._index_at + size + 4
        if len(self._map) < self._data_at:
            raise self._fault("it is truncated")
        index = self._map[self._index_at : self._index_at + size]
        if struct.unpack_from("<I", self._map, self._index_at + size)[0] != zlib.crc32(index):
            raise self._fault("its index is corrupt (checksum)")
        self._offsets = np.frombuffer(index, "<u8", blocks + 1)
        self._checks = np.frombuffer(index, "<u4", blocks, 8 * (blocks + 1))
        if len(self._map) != self._data_at + int(self._offsets[-1]):
            raise self._fault(f"it has {len(self._map)} bytes instead of {self._data_at + int(self._offsets[-1])}")

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
        for name, value in wanted.items():
            if self.metadata.get(name) != value:
                raise self._fault(f"it is of another class: {name} is {self.metadata.get(name)}, not {value}")

    def _block(self, number: int) -> npt.NDArray[np.int8]:
        found = self._cache.get(number)
        if found is None:
            begin, end = (self._data_at + int(self._offsets[number + i]) for i in (0, 1))
            packed = self._map[begin:end]
            if zlib.crc32(packed) != int(self._checks[number]):
                raise self._fault(f"its block {number} is corrupt (checksum)")
            places = min(self.block_places, self.places - number * self.block_places)
            try:
                data = self._decompressor.decompress(packed, max_output_size=self.block_places)
            except zstandard.ZstdError:
                raise self._fault(f"its block {number} cannot be decompressed") from None
            if len(data) != places:
                raise self._fault(f"its block {number} holds {len(data)} places instead of {places}")
            found = np.frombuffer(data, np.int8)
            self._cache[number] = found
            if len(self._cache) > KEPT_BLOCKS:
                self._cache.popitem(last=False)
        return found

    def stored(self, place: int) -> int:
        """The byte at a place: a value or CYCLIC."""
        number, rest = divmod(place, self.block_places)
        return int(self._block(number)[rest])

    def load(self) -> npt.NDArray[np.int8]:
        """All bytes, CYCLIC included."""
        blocks = -(-self.places // self.block_places)
        whole = np.empty(self.places, np.int8)
        for number in range(blocks):
            first = number * self.block_places
            whole[first : first + self.block_places] = self._block(number)
            self._cache.clear()
        return whole


class Tables:
    """The tables of a folder, opened as they are needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[Path, Table | None] = {}

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
        if position.mover is None or not can_be_tabled(position.game):
            return None
        pattern = Pattern.of(position)
        seeds = sum(position.holes)
        table = self.table(pattern, seeds)
        if table is None:
            return None
        stored = table.stored(place_of(position, pattern, seeds))
        return TableValue(0, True) if stored == CYCLIC else TableValue(stored, False)


def place_of(position: Position, pattern: Pattern, seeds: int) -> int:
    """The place of a position in its class: the block of its pattern, and its rank there."""
    holes = position.holes
    half = len(holes) // 2
    row = np.zeros((1, WIDTH), np.int8)
    row[0, : len(holes)] = holes if position.mover == 0 else holes[half:] + holes[:half]
    block = pattern.blocks.index(pattern)
    rank = rank_row(row, 0, pattern.order, ways(len(pattern.order), seeds), seeds)
    return block * pattern.positions(seeds) + rank
