"""Checkpoints of a proof: what has been proved so far, saved so that a killed run goes on from there.

What a proof remembers holds whatever it is asked next, so a checkpoint may be taken at any moment between claims and
be resumed with more tables than it was made with, and with more memory or less: of the claims those are kept that fit,
and that most work went into.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
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
MEMORIES = 4
EARLIER_MAGIC = b"bonduc proof 1\n"


class CheckpointError(BonducError):
    """A checkpoint that cannot be used; names the file and the fault."""


def _identity(position: Position) -> dict[str, Any]:
    game = position.game
    return {
        "game": game.id,
        "options": dict(game.options),
        "rules_version": game.rules_version,
        "position": str(position),
    }


def save(path: Path, position: Position, solver: Solver, interval: Interval) -> None:
    """Save all that is proved; the file is replaced only when the new one is whole."""
    head = _identity(position) | {
        "slots": [len(memory) for memory in solver.memories],
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
            interval, bodies = _read_head(path, file, _identity(position))
            start = file.tell()
            for body in bodies:
                if zlib.crc32(file.read(body.size)) != body.check:
                    raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
            file.seek(start)
            for number, (body, memory) in enumerate(zip(bodies, solver.memories, strict=True)):
                alike = body.slots == len(memory)  # then it is unpacked in place: there may be no room for it twice
                unpacked = _unpack(path, file.read(body.size), memory if alike else None, body.slots)
                if not alike:
                    solver.adopt(number, unpacked)
            solver.forget_failures()
    except OSError as fault:
        raise CheckpointError(f"cannot read checkpoint {path}: {fault.strerror}") from None
    return interval


@dataclass(frozen=True)
class _Body:
    """A memory in a checkpoint: how many bytes it takes there, their CRC-32, and how many slots it has."""

    size: int
    check: int
    slots: int


def _read_head(path: Path, file: IO[bytes], wanted: dict[str, Any]) -> tuple[Interval, list[_Body]]:
    """The interval proved, and the memories that follow."""
    magic = file.read(len(MAGIC))
    if magic == EARLIER_MAGIC:
        raise CheckpointError(f"{path} was left by an earlier version: move it away, or start anew with --fresh")
    if magic != MAGIC:
        raise CheckpointError(f"{path} is no checkpoint of a proof")
    try:
        head = json.loads(file.readline(LONGEST_HEAD))
        found = {name: head[name] for name in wanted}
        interval = Interval(head["lower"], head["upper"], head["effort"], head["nodes"], head["seconds"])
        bodies = [
            _Body(int(size), int(check), int(slots))
            for (size, check), slots in zip(head["bodies"], head["slots"], strict=True)
        ]
        if len(bodies) != MEMORIES:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise CheckpointError(f"checkpoint {path} is corrupt: its head cannot be read") from None
    for name, value in wanted.items():
        if found[name] != value:
            raise CheckpointError(
                f"checkpoint {path} is of another proof: its {name} is {found[name]}, not {value}; "
                "move it away, or start anew with --fresh"
            )
    return interval, bodies


def _unpack(path: Path, body: bytes, into: npt.NDArray[np.int64] | None, slots: int) -> npt.NDArray[np.int64]:
    """The memory in a body, unpacked into an array that is given or a new one."""
    if zstandard.frame_content_size(body) != 16 * slots:
        raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
    memory = np.empty((slots, 2), np.int64) if into is None else into
    view, filled = memory.reshape(-1).view(np.uint8).data, 0
    with zstandard.ZstdDecompressor().stream_reader(body) as reader:
        while filled < len(view):
            step = reader.readinto(view[filled:])
            if step == 0:
                raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
            filled += step
    return memory
