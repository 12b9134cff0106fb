"""A log of what was sown, on disk: no position is sown twice, and a killed build goes on after the last chunk logged.

A class is sown in chunks of positions. Each chunk becomes one record:

    u32 chunk, u32 positions, u64 moves that stay in the class, u32 CRC-32 of the body, u32 CRC-32 of these four
    int8 × positions   best exits (`retrograde.expand`)
    int8 × positions   numbers of moves that stay
    int32 × moves      the places they lead to (int64 in classes of 2^31 places and more)

behind a line of JSON that tells whose log it is. Records are appended in any order. What follows the last whole one is
dropped when a log is opened; a body that does not fit its checksum counts as not sown. The log takes a stated number
of bytes at most, and less where the disk is nearly full: what finds no room is sown again whenever it is needed.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct
import tempfile
import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from bonduc.errors import BonducError

MAGIC = b"bonduc moves 1 "
RECORD = struct.Struct("<IIQI")
CHECK = struct.Struct("<I")
HEAD_BYTES = RECORD.size + CHECK.size
SPARE_DISK = 2 << 30  # bytes of the disk that are left free
WIDE_FROM = 1 << 31  # places

Bytes = npt.NDArray[np.int8]
Edges = npt.NDArray[np.int32] | npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sown:
    """A chunk of positions as sown: best exits and numbers of moves by position, and the moves one after another."""

    exits: Bytes
    degrees: Bytes
    edges: Edges


@dataclass(frozen=True)
class _Record:
    at: int  # of the body
    positions: int
    moves: int
    check: int


class MoveLog:
    """The log of the class that `identity` tells, for threads: at a path, or a temporary one, in `folder` if it can be.

    It takes `most_bytes` at most.
    """

    def __init__(
        self,
        path: Path | None,
        identity: Mapping[str, Any],
        places: int,
        most_bytes: int,
        folder: Path | None = None,
    ) -> None:
        self.path = path
        self._head = MAGIC + json.dumps(identity, sort_keys=True).encode() + b"\n"
        self._type = np.dtype("<i4" if places < WIDE_FROM else "<i8")
        self._lock = threading.Lock()
        self._records: dict[int, _Record] = {}
        self._checked: set[int] = set()
        self._file: IO[bytes]
        if path is None:
            self._file = _temporary(folder)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = _opened_alone(path)
        self._end = self._read_records()
        self._most = min(most_bytes, self._end + self._free_bytes())

    def _free_bytes(self) -> int:
        disk = os.fstatvfs(self._file.fileno())
        return max(0, disk.f_bavail * disk.f_frsize - SPARE_DISK)

    def _read_records(self) -> int:
        """Find the records of an earlier run, and where the last whole one ends; a log of another class is emptied."""
        handle = self._file.fileno()
        size = os.fstat(handle).st_size
        if os.pread(handle, len(self._head), 0) != self._head:
            os.ftruncate(handle, 0)
            os.pwrite(handle, self._head, 0)
            return len(self._head)
        at = len(self._head)
        while at + HEAD_BYTES <= size:
            head = os.pread(handle, HEAD_BYTES, at)
            if CHECK.unpack_from(head, RECORD.size)[0] != zlib.crc32(head[: RECORD.size]):
                break
            chunk, positions, moves, check = RECORD.unpack_from(head)
            end = at + HEAD_BYTES + self._body_bytes(positions, moves)
            if end > size:
                break
            self._records[chunk] = _Record(at + HEAD_BYTES, positions, moves, check)
            at = end
        os.ftruncate(handle, at)
        return at

    def _body_bytes(self, positions: int, moves: int) -> int:
        return 2 * positions + self._type.itemsize * moves

    def __contains__(self, chunk: int) -> bool:
        return chunk in self._records

    def add(self, chunk: int, sown: Sown) -> None:
        """Append a chunk if there is room for it."""
        body = sown.exits.tobytes() + sown.degrees.tobytes() + sown.edges.astype(self._type, copy=False).tobytes()
        check = zlib.crc32(body)
        head = RECORD.pack(chunk, len(sown.exits), len(sown.edges), check)
        with self._lock:
            at = self._end
            if at + HEAD_BYTES + len(body) > self._most:
                return
            try:
                self._write(head + CHECK.pack(zlib.crc32(head)) + body, at)
            except OSError:  # the disk is full
                os.ftruncate(self._file.fileno(), at)
                self._most = at
                return
            self._end = at + HEAD_BYTES + len(body)
            self._records[chunk] = _Record(at + HEAD_BYTES, len(sown.exits), len(sown.edges), check)
            self._checked.add(chunk)

    def _write(self, data: bytes, at: int) -> None:
        view = memoryview(data)
        while view:
            written = os.pwrite(self._file.fileno(), view, at)
            view, at = view[written:], at + written

    def read(self, chunk: int) -> Sown | None:
        """A chunk as it was sown; None if it is not in the log."""
        record = self._records.get(chunk)
        if record is None:
            return None
        body = np.empty(self._body_bytes(record.positions, record.moves), np.uint8)
        done = 0
        while done < len(body):
            step = os.preadv(self._file.fileno(), [body[done:].data], record.at + done)
            if step == 0:
                break
            done += step
        if chunk not in self._checked:
            if done < len(body) or zlib.crc32(body.data) != record.check:
                del self._records[chunk]
                return None
            self._checked.add(chunk)
        exits, degrees = (np.frombuffer(body, np.int8, record.positions, i * record.positions) for i in (0, 1))
        edges = np.frombuffer(body, self._type, record.moves, 2 * record.positions)
        return Sown(exits, degrees, edges)

    def close(self) -> None:
        """Close the file; a temporary one is gone."""
        self._file.close()


def _temporary(folder: Path | None) -> IO[bytes]:
    """A file without a name, in a folder if that can be written to; the usual place may be in memory, and small."""
    try:
        return tempfile.TemporaryFile(buffering=0, dir=folder)
    except OSError:
        return tempfile.TemporaryFile(buffering=0)


def _opened_alone(path: Path) -> IO[bytes]:
    """The file, made if there is none; BonducError if another process is at work on it."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BonducError(f"another build is at work on {path}") from None
    return file
