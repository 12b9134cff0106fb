"""The state of a class half solved, on disk: a dictionary and arrays, replaced as a whole.

A line of JSON, then the arrays in pieces, each compressed on its own behind its length and CRC-32 (u32 each).
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import zstandard

MAGIC = b"bonduc state 2 "
LONGEST_HEAD = 1 << 16
PIECE = 1 << 24  # bytes compressed in one go
PIECE_HEAD = struct.Struct("<II")

Bytes = npt.NDArray[np.int8]


def save_state(path: Path, identity: Mapping[str, Any], state: Mapping[str, Any], arrays: tuple[Bytes, ...]) -> None:
    """Save the state of the class that `identity` tells; the file is replaced only when the new one is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    head = {"identity": identity, "state": state, "lengths": [len(array) for array in arrays]}
    compressor = zstandard.ZstdCompressor(level=1)
    with partial.open("wb") as file:
        file.write(MAGIC + json.dumps(head, sort_keys=True).encode() + b"\n")
        for array in arrays:
            for first in range(0, len(array), PIECE):
                packed = compressor.compress(array[first : first + PIECE].tobytes())
                file.write(PIECE_HEAD.pack(len(packed), zlib.crc32(packed)) + packed)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def load_state(path: Path, identity: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Bytes, ...]] | None:
    """The state saved of this class; None if there is none that can be believed."""
    try:
        with path.open("rb") as file:
            first = file.readline(LONGEST_HEAD)
            head = json.loads(first[len(MAGIC) :]) if first.startswith(MAGIC) else {}
            if head.get("identity") != json.loads(json.dumps(identity)):
                return None
            arrays = tuple(_read_array(file, int(length)) for length in head["lengths"])
            return None if file.read(1) else (dict(head["state"]), arrays)
    except (OSError, ValueError, KeyError, TypeError, struct.error, zstandard.ZstdError):
        return None


def _read_array(file: IO[bytes], length: int) -> Bytes:
    """ValueError, struct.error or ZstdError where the file does not hold it."""
    array = np.empty(length, np.int8)
    for first in range(0, length, PIECE):
        size, check = PIECE_HEAD.unpack(file.read(PIECE_HEAD.size))
        packed = file.read(size)
        if zlib.crc32(packed) != check:
            raise ValueError("a damaged piece")
        plain = zstandard.ZstdDecompressor().decompress(packed, max_output_size=PIECE)
        array[first : first + PIECE] = np.frombuffer(plain, np.int8)
    return array
