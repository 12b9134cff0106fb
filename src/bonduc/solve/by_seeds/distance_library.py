"""Ends (`ends`) of the tables of a folder: finding them class by class, keeping them beside the tables.

A file of ends has the format of `blockfile`, 16 bits a place, little-endian; its metadata says the same of its class
as that of the table, and how many positions have an end, and the longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bonduc.games.kernels.compile import compiled
from bonduc.position import Game, Position
from bonduc.solve.by_seeds import by_sweeps, distance
from bonduc.solve.by_seeds.build import ANY_MEANS, Means
from bonduc.solve.by_seeds.expansion import Chunk, Expansion, Values, cores
from bonduc.solve.by_seeds.library import classes_up_to, values_of
from bonduc.solve.by_seeds.move_log import MoveLog, Sown
from bonduc.solve.by_seeds.tables import BLOCK_PLACES, Tables, table_path
from bonduc.solve.index.classes import Pattern
from bonduc.solve.index.table_file import BlockFile, options_that_matter, write_blocks
from bonduc.solve.progress import Report, silent

Ends = npt.NDArray[np.uint16]


def ends_path(folder: Path, pattern: Pattern, seeds: int) -> Path:
    """Where the ends of a class live, beside its table."""
    return table_path(folder, pattern, seeds).with_suffix(".ends")


class EndsTable(BlockFile):
    """A file of ends, opened and checked; raises TableError where it cannot be believed."""

    def _read_class(self) -> None:
        self.longest = int(self.metadata["longest"])

    def load(self) -> Ends:
        """All ends (`ends.NONE` where there is none)."""
        return self.load_bytes().view("<u2").astype(np.uint16)


def open_ends(folder: Path, pattern: Pattern, seeds: int) -> EndsTable | None:
    """The ends of a class; None if they are not kept, TableError if they cannot be believed."""
    path = ends_path(folder, pattern, seeds)
    if not path.exists():
        return None
    table = EndsTable(path)
    table.check_metadata(_metadata(pattern, seeds))
    return table


def _metadata(pattern: Pattern, seeds: int) -> dict[str, Any]:
    return {
        "game": pattern.game.id,
        "rules_version": pattern.game.rules_version,
        "options": options_that_matter(pattern.game),
        "blocks": [list(block.notes) for block in pattern.blocks],
        "seeds": seeds,
        "places": pattern.positions(seeds) * len(pattern.blocks),
        "bits": 16,
    }


def build_ends(
    game: Game,
    most: int,
    folder: Path,
    *,
    start: Position | None = None,
    means: Means = ANY_MEANS,
    report: Report = silent,
) -> Iterator[EndsTable]:
    """Find the ends of every class up to `most` seeds whose tables are there, and that a round from `start` can reach.

    Memory: five bytes a position, and three a position of lower classes.
    """
    start = start or game.start()
    pattern = Pattern.of(start).blocks[0]
    tables = Tables(folder)
    codes, found = dict[int, Values](), dict[int, Ends]()
    for seeds in classes_up_to(start, most):
        table = tables.table(pattern, seeds)
        if table is None:
            return
        here = table.load()
        kept = open_ends(folder, pattern, seeds)
        if kept is None:
            values = {lower: values_of(opened) for lower in codes if (opened := tables.table(pattern, lower))}
            log = MoveLog(None, {}, len(here), means.disk, table.path.parent)
            found[seeds] = _find(Expansion(pattern, seeds, values, log), here, codes, found, means, report)
            log.close()
            kept = _write(folder, pattern, seeds, found[seeds])
        else:
            found[seeds] = kept.load()
        codes[seeds] = here
        yield kept


def _find(
    expansion: Expansion,
    codes: Values,
    lower: dict[int, Values],
    lower_ends: dict[int, Ends],
    means: Means,
    report: Report,
) -> Ends:
    """The ends of a class with these codes."""
    leaving, found = np.empty(expansion.places, np.uint16), np.full(expansion.places, distance.NONE, np.uint16)
    given = sorted(lower)
    all_codes = np.concatenate([lower[s] for s in given]) if given else np.zeros(0, np.int8)
    all_ends = np.concatenate([lower_ends[s] for s in given]) if given else np.zeros(0, np.uint16)

    def leave(chunk: Chunk, sown: Sown) -> int:
        run = distance.Leaving(codes[chunk.here], all_ends, leaving[chunk.here])
        return expansion.run(chunk, distance.leave, all_codes, run)

    def one(chunk: Chunk, sown: Sown, before: Any, now: Any, shift: int, backward: bool) -> int:
        parts = sown.degrees, sown.edges, chunk.place, before, now, shift, backward
        return int(compiled(distance.sweep_ends)(found, codes, leaving, *parts))

    with cores(means.threads) as pool:
        expansion.each(pool, "exits", leave, report)
        by_sweeps.until_quiet(expansion, pool, "ends", one, report)
    return found


def _write(folder: Path, pattern: Pattern, seeds: int, found: Ends) -> EndsTable:
    path = ends_path(folder, pattern, seeds)
    ended = found[found != distance.NONE]
    metadata = _metadata(pattern, seeds) | {
        "block_places": BLOCK_PLACES,
        "counts": {"positions": len(found), "ended": len(ended)},
        "longest": int(ended.max(initial=1)) - 1,
    }
    starts = range(0, len(found), BLOCK_PLACES)
    write_blocks(path, metadata, (found[first : first + BLOCK_PLACES].astype("<u2").tobytes() for first in starts))
    return EndsTable(path)
