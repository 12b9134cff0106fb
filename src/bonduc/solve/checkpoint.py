"""Checkpoints of a proof: what has been proved so far, saved so that a killed run goes on from there.

What a proof remembers holds whatever it is asked next, so a checkpoint may be taken at any moment between claims and
be resumed with more tables than it was made with.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import zstandard

from bonduc.errors import BonducError
from bonduc.position import Position
from bonduc.solve.solver import Interval, Solver

MAGIC = b"bonduc proof 2\n"
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
    bodies = [compressor.compress(memory.tobytes()) for memory in solver.memories]
    head["bodies"] = [[len(body), zlib.crc32(body)] for body in bodies]
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        file.write(MAGIC + json.dumps(head).encode() + b"\n")
        for body in bodies:
            file.write(body)
    partial.replace(path)


def resume(path: Path, position: Position, solver: Solver) -> Interval:
    """Load a checkpoint into a solver; the interval proved. CheckpointError if it is not of this proof."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise CheckpointError(f"cannot read checkpoint {path}: {fault.strerror}") from None
    if data.startswith(EARLIER_MAGIC):
        raise CheckpointError(f"{path} was left by an earlier version: move it away, or start anew with --fresh")
    if not data.startswith(MAGIC):
        raise CheckpointError(f"{path} is no checkpoint of a proof")
    try:
        end = data.index(b"\n", len(MAGIC))
        head = json.loads(data[len(MAGIC) : end])
        found = {name: head[name] for name in _identity(position, solver)}
        interval = Interval(head["lower"], head["upper"], head["effort"], head["nodes"], head["seconds"])
        sizes = [(int(size), int(check)) for size, check in head["bodies"]]
    except (ValueError, KeyError, TypeError):
        raise CheckpointError(f"checkpoint {path} is corrupt: its head cannot be read") from None
    wanted = _identity(position, solver)
    for name, value in wanted.items():
        if found[name] != value:
            raise CheckpointError(f"checkpoint {path} is of another proof: {name} is {found[name]}, not {value}")
    at = end + 1
    loaded = []
    for (size, check), memory in zip(sizes, solver.memories, strict=True):
        body = data[at : at + size]
        at += size
        if len(body) != size or zlib.crc32(body) != check:
            raise CheckpointError(f"checkpoint {path} is corrupt or truncated")
        plain = zstandard.ZstdDecompressor().decompress(body, max_output_size=memory.nbytes)
        loaded.append(np.frombuffer(plain, np.int64).reshape(memory.shape))
    for memory, saved in zip(solver.memories, loaded, strict=True):
        memory[:] = saved
    return interval
