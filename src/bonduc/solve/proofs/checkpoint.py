"""Checkpoints of a proof: what has been proved so far, saved so that a killed run goes on from there.

What a proof remembers holds whatever it is asked next, so a checkpoint may be taken at any moment between claims and
be resumed with more tables than it was made with.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import zstandard

from bonduc.errors import BonducError
from bonduc.position import Position
from bonduc.solve.proofs.solver import Interval, Solver

MAGIC = b"bonduc proof 2\n"
LONGEST_HEAD = 1 << 16
EARLIER_MAGIC = b"bonduc proof 1\n"


class CheckpointError(BonducError):
    """A checkpoint that cannot be used; names the file and the fault."""


def _identity(position: Position, solver: Solver) -> dict[str, Any]:
    game = position.game
    return {
        "game": game.id,
        "options": dict(game.options),
        "rules_version": game.rules_version,
        "position": str(position),
        "slots": [len(memory) for memory in solver.memories],
    }


def save(path: Path, position: Position, solver: Solver, interval: Interval) -> None:
    """Save all that is proved; the file is replaced only when the new one is whole."""
    head = _identity(position, solver) | {
        "lower": interval.lower,
        "upper": interval.upper,
        "effort": interval.effort,
        "nodes": interval.nodes,
        "seconds": interval.seconds,
    }
    compressor = zstandard.ZstdCompressor(level=1)
    bodies = [compressor.compress(memory.data) for memory in solver.memories]
    head["bodies"] = [[len(body), zlib.crc32(body)] for body in bodies]
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        file.write(MAGIC + json.dumps(head).encode() + b"\n")
        for body in bodies:
            file.write(body)
    partial.replace(path)


def resume(path: Path, position: Position, solver: Solver) -> Interval:
    """Load a checkpoint into a solver; the interval proved. CheckpointError if it is not of this proof.

    Nothing is loaded from a file that is damaged.
    """
    try:
        with path.open("rb") as file:
            interval, sizes = _read_head(path, file, _identity(position, solver))
            bodies = file.tell()
            for size, check in sizes:
                if zlib.crc32(file.read(size)) != check:
                    raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
            file.seek(bodies)
            for (size, _), memory in zip(sizes, solver.memories, strict=True):
                _unpack(path, file.read(size), memory)
            solver.forget_failures()
    except OSError as fault:
        raise CheckpointError(f"cannot read checkpoint {path}: {fault.strerror}") from None
    return interval


def _read_head(path: Path, file: IO[bytes], wanted: dict[str, Any]) -> tuple[Interval, list[tuple[int, int]]]:
    """The interval proved, and size and CRC-32 of each memory that follows."""
    magic = file.read(len(MAGIC))
    if magic == EARLIER_MAGIC:
        raise CheckpointError(f"{path} was left by an earlier version: move it away, or start anew with --fresh")
    if magic != MAGIC:
        raise CheckpointError(f"{path} is no checkpoint of a proof")
    try:
        head = json.loads(file.readline(LONGEST_HEAD))
        found = {name: head[name] for name in wanted}
        interval = Interval(head["lower"], head["upper"], head["effort"], head["nodes"], head["seconds"])
        sizes = [(int(size), int(check)) for size, check in head["bodies"]]
    except (ValueError, KeyError, TypeError):
        raise CheckpointError(f"checkpoint {path} is corrupt: its head cannot be read") from None
    for name, value in wanted.items():
        if found[name] != value:
            raise CheckpointError(f"checkpoint {path} is of another proof: {name} is {found[name]}, not {value}")
    return interval, sizes


def _unpack(path: Path, body: bytes, memory: npt.NDArray[np.int64]) -> None:
    """Decompress straight into a memory: there may be no room for it twice."""
    view, filled = memory.reshape(-1).view(np.uint8).data, 0
    with zstandard.ZstdDecompressor().stream_reader(body) as reader:
        while filled < len(view):
            step = reader.readinto(view[filled:])
            if step == 0:
                raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
            filled += step
