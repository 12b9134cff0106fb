"""Files of tables: what one says of itself, and its places in compressed blocks, read at random through memory mapping.

Format, version 1, all numbers little-endian:

    12 bytes  b"bonduc table"
    u32       version
    u32       length of the metadata
    JSON      metadata, UTF-8: places (how many the file holds), block_places (how many a block holds), bits (of one
              place; 8 if it is not said), and what tells the table's class and counts (`tables`, `stones_tables`)
    u32       CRC-32 of everything before
    u64 × B+1 where each of the B compressed blocks begins, and the end of the last, from the start of the data
    u32 × B   CRC-32 of each compressed block
    u32       CRC-32 of these two
    data      the blocks, each Zstandard-compressed, of `block_places` places (the last may have fewer)

Opening checks the head, the index and the file's length; each block is checked when it is first read.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from bonduc.errors import BonducError
from bonduc.position import Game

MAGIC = b"bonduc table"
VERSION = 1
LEVEL = 9  # of compression
KEPT_BLOCKS = 4096  # decompressed blocks a table keeps
LONGEST_METADATA = 1 << 20

Bytes = npt.NDArray[np.uint8]


class TableError(BonducError):
    """A table file that cannot be believed; the message names the file and what is wrong with it."""


def options_that_matter(game: Game) -> dict[str, Any]:
    """The game's options without those that only shape the start of a round."""
    return {name: value for name, value in game.options.items() if name not in game.spec.start_options}


def options_folder(folder: Path, game: Game) -> Path:
    """Where the tables of a game with its options live below a folder of tables."""
    return folder / game.id / ",".join(f"{name}={value}" for name, value in options_that_matter(game).items())


def write_blocks(path: Path, metadata: Mapping[str, Any], blocks: Iterable[bytes]) -> None:
    """Write a table of the blocks that `metadata` tells of; the file appears only when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(metadata, sort_keys=True).encode()
    head = MAGIC + struct.pack("<II", VERSION, len(text)) + text
    count = -(-metadata["places"] // metadata["block_places"])
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    offsets, checks = [0], []
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=False)
    with partial.open("wb") as file:
        file.write(head + struct.pack("<I", zlib.crc32(head)))
        index_at = file.tell()
        file.seek(8 * (count + 1) + 4 * count + 4, os.SEEK_CUR)
        for block in blocks:
            packed = compressor.compress(block)
            file.write(packed)
            offsets.append(offsets[-1] + len(packed))
            checks.append(zlib.crc32(packed))
        index = np.array(offsets, "<u8").tobytes() + np.array(checks, "<u4").tobytes()
        file.seek(index_at)
        file.write(index + struct.pack("<I", zlib.crc32(index)))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


class BlockFile:
    """A table file, opened and checked; raises TableError where it cannot be believed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as fault:
            raise TableError(f"cannot read table {path}: {fault}") from None
        self.metadata = self._read_head()
        try:
            self.places = int(self.metadata["places"])
            self.block_places = int(self.metadata["block_places"])
            self.bits = int(self.metadata.get("bits", 8))
            self.counts: dict[str, int] = dict(self.metadata["counts"])
            self._read_class()
        except (KeyError, TypeError, ValueError):
            raise self.fault("its metadata is incomplete") from None
        fits = self.bits in (2, 8, 16) and self.block_places * self.bits % 8 == 0
        if not fits or not 0 < self.block_places <= 1 << 20 or self.places <= 0:
            raise self.fault("its metadata is impossible")
        self._read_index()
        self._cache: OrderedDict[int, Bytes] = OrderedDict()
        self._decompressor = zstandard.ZstdDecompressor()

    def _read_class(self) -> None:
        """Read what the metadata says of the table's class; KeyError, TypeError or ValueError where it does not."""
        raise NotImplementedError

    def fault(self, what: str) -> TableError:
        """The error that says why this file cannot be believed."""
        return TableError(f"table {self.path} cannot be believed: {what}")

    def _read_head(self) -> dict[str, Any]:
        data = self._map
        if data[: len(MAGIC)] != MAGIC:
            raise self.fault("it is no bonduc table")
        if len(data) < len(MAGIC) + 8:
            raise self.fault("it is truncated")
        version, length = struct.unpack_from("<II", data, len(MAGIC))
        if version != VERSION:
            raise self.fault(f"it has format version {version}, this program reads {VERSION}")
        end = len(MAGIC) + 8 + length
        if length > LONGEST_METADATA or len(data) < end + 4:
            raise self.fault("it is truncated")
        if struct.unpack_from("<I", data, end)[0] != zlib.crc32(data[:end]):
            raise self.fault("its head is corrupt (checksum)")
        self._index_at = end + 4
        metadata: dict[str, Any] = json.loads(data[len(MAGIC) + 8 : end])
        return metadata

    def _read_index(self) -> None:
        blocks = -(-self.places // self.block_places)
        size = 8 * (blocks + 1) + 4 * blocks
        self._data_at = self._index_at + size + 4
        if len(self._map) < self._data_at:
            raise self.fault("it is truncated")
        index = self._map[self._index_at : self._index_at + size]
        if struct.unpack_from("<I", self._map, self._index_at + size)[0] != zlib.crc32(index):
            raise self.fault("its index is corrupt (checksum)")
        self._offsets = np.frombuffer(index, "<u8", blocks + 1)
        self._checks = np.frombuffer(index, "<u4", blocks, 8 * (blocks + 1))
        if len(self._map) != self._data_at + int(self._offsets[-1]):
            raise self.fault(f"it has {len(self._map)} bytes instead of {self._data_at + int(self._offsets[-1])}")

    def check_metadata(self, wanted: Mapping[str, Any]) -> None:
        """TableError unless the metadata says all of this."""
        for name, value in wanted.items():
            if self.metadata.get(name) != value:
                raise self.fault(f"it is of another class: {name} is {self.metadata.get(name)}, not {value}")

    def _read_block(self, number: int) -> Bytes:
        begin, end = (self._data_at + int(self._offsets[number + i]) for i in (0, 1))
        packed = self._map[begin:end]
        if zlib.crc32(packed) != int(self._checks[number]):
            raise self.fault(f"its block {number} is corrupt (checksum)")
        places = min(self.block_places, self.places - number * self.block_places)
        wanted = -(-places * self.bits // 8)
        try:
            data = self._decompressor.decompress(packed, max_output_size=self.block_places * self.bits // 8)
        except zstandard.ZstdError:
            raise self.fault(f"its block {number} cannot be decompressed") from None
        if len(data) != wanted:
            raise self.fault(f"its block {number} holds {len(data)} bytes instead of {wanted}")
        return np.frombuffer(data, np.uint8)

    def block(self, number: int) -> Bytes:
        """The bytes of a block, checked; the blocks read last are kept."""
        found = self._cache.get(number)
        if found is None:
            found = self._cache[number] = self._read_block(number)
            if len(self._cache) > KEPT_BLOCKS:
                self._cache.popitem(last=False)
        return found

    def load_bytes(self, first: int = 0, last: int | None = None) -> Bytes:
        """The bytes of blocks `first` to before `last` (all, if not told), one after another."""
        blocks = range(first, len(self._checks) if last is None else last)
        whole = np.empty(sum(self._bytes_of(number) for number in blocks), np.uint8)
        at = 0
        for number in blocks:
            block = self._read_block(number)
            whole[at : at + len(block)] = block
            at += len(block)
        return whole

    def _bytes_of(self, number: int) -> int:
        return -(-min(self.block_places, self.places - number * self.block_places) * self.bits // 8)
