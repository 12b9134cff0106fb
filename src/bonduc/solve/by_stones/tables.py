"""Complete tables of games whose holes hold one stone at most, on disk: one file a pair of classes (`stones`).

The format is that of `blockfile`. A place holds a code (`stones_retrograde`) of `bits` bits:

    2     0 lost, 1 won, 2 drawn; four places a byte, the first in the lowest bits
    8     the distance to the end (odd won, even lost), 255 drawn
    16    the same, little-endian, 32766 drawn

The metadata says, beside what every table's does: game, rules_version, options, stones (how many each side has, the
greater number first), distances (whether they are kept), counts, longest (null if not kept).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bonduc.position import Position
from bonduc.solve.by_stones.build import Codes, LowerClass, SolvedPair
from bonduc.solve.by_stones.classes import Pair, has_stone_tables, rings_of
from bonduc.solve.by_stones.retrograde import DRAW
from bonduc.solve.index.table_file import BlockFile, Bytes, options_folder, options_that_matter, write_blocks

BLOCK_PLACES = 1 << 13
DRAW_OF_BITS = {2: 2, 8: 255, 16: DRAW}
LONGEST_IN_8_BITS = 254


def stones_path(folder: Path, pair: Pair) -> Path:
    """Where the table of a pair lives below a folder of tables."""
    return options_folder(folder, pair.game) / f"stones-{pair.more:02d}-{pair.fewer:02d}.table"


def write_pair(folder: Path, solved: SolvedPair) -> Path:
    """Write a solved pair; the file appears only when it is whole. Returns its path."""
    pair = solved.pair
    path = stones_path(folder, pair)
    bits = 2 if solved.longest is None else 8 if solved.longest <= LONGEST_IN_8_BITS else 16
    metadata = {
        "game": pair.game.id,
        "rules_version": pair.game.rules_version,
        "options": options_that_matter(pair.game),
        "stones": [pair.more, pair.fewer],
        "places": len(solved.codes),
        "block_places": BLOCK_PLACES,
        "bits": bits,
        "distances": solved.longest is not None,
        "counts": {
            "positions": len(solved.codes),
            "wins": solved.wins,
            "draws": solved.draws,
            "losses": solved.losses,
            "cyclic": solved.draws,
        },
        "longest": solved.longest,
    }
    write_blocks(path, metadata, _packed(solved.codes, bits))
    return path


def _packed(codes: Codes, bits: int) -> Iterator[bytes]:
    for first in range(0, len(codes), BLOCK_PLACES):
        block = codes[first : first + BLOCK_PLACES]
        if bits == 16:
            yield block.astype("<u2").tobytes()
            continue
        small = np.where(block == DRAW, DRAW_OF_BITS[bits], block).astype(np.uint8)
        if bits == 2:
            fours = np.zeros((-(-len(small) // 4), 4), np.uint8)
            fours.reshape(-1)[: len(small)] = small
            small = (fours << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1, dtype=np.uint8)
        yield small.tobytes()


def _unpacked(packed: Bytes, bits: int) -> Codes:
    """The codes in whole blocks; where two bits do not fill the last byte, some zeros more."""
    if bits == 16:
        return packed.view("<u2").astype(np.uint16)
    small: npt.NDArray[np.uint8] = packed
    if bits == 2:
        small = np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).reshape(-1)
    codes = small.astype(np.uint16)
    codes[small == DRAW_OF_BITS[bits]] = DRAW
    return codes


class StonesTable(BlockFile):
    """The table of a pair, opened and checked; raises TableError where it cannot be believed."""

    def _read_class(self) -> None:
        more, fewer = self.metadata["stones"]
        self.stones = (int(more), int(fewer))
        self.distances = bool(self.metadata["distances"])
        longest = self.metadata["longest"]
        self.longest = None if longest is None else int(longest)

    def check(self, pair: Pair) -> None:
        """TableError unless this is the table of the pair, under the rules of today."""
        wanted = {
            "game": pair.game.id,
            "rules_version": pair.game.rules_version,
            "options": options_that_matter(pair.game),
            "stones": [pair.more, pair.fewer],
            "places": pair.block_size * pair.blocks,
        }
        self.check_metadata(wanted)

    def code(self, place: int) -> int:
        """The code at a place; without distances 1 is a win, 0 a loss."""
        number, rest = divmod(place, self.block_places)
        block = self.block(number)
        if self.bits == 2:
            found = int(block[rest >> 2]) >> 2 * (rest & 3) & 3
        else:
            found = int(block[rest] if self.bits == 8 else block.view("<u2")[rest])
        return DRAW if found == DRAW_OF_BITS[self.bits] else found

    def load(self, first: int = 0, count: int | None = None) -> Codes:
        """The codes of `count` places (all that follow, if not told) from `first` on."""
        end = self.places if count is None else first + count
        from_block, to_block = first // self.block_places, -(-end // self.block_places)
        codes = np.empty(end - first, np.uint16)
        for start in range(from_block, to_block, 1024):  # unpacking takes some times the memory of the codes
            last = min(start + 1024, to_block)
            part = _unpacked(self.load_bytes(start, last), self.bits)
            at = start * self.block_places
            cut = part[max(first - at, 0) : end - at]
            begin = max(at, first) - first
            codes[begin : begin + len(cut)] = cut
        return codes


class StonesTables:
    """The tables of pairs in a folder, opened as they are needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[Pair, StonesTable] = {}

    def table(self, pair: Pair) -> StonesTable | None:
        """The table of a pair, None if there is none; TableError if there is one that cannot be believed."""
        found = self._open.get(pair)
        if found is None:
            path = stones_path(self.folder, pair)
            if not path.exists():
                return None
            found = StonesTable(path)
            found.check(pair)
            self._open[pair] = found
        return found

    def lower_class(self, pair: Pair, own: int, enemy: int) -> LowerClass | None:
        """The codes of the class of so many stones of the mover and the other, in `pair`'s game; None if not there."""
        wanted = Pair(pair.game, max(own, enemy), min(own, enemy))
        table = self.table(wanted)
        if table is None:
            return None
        width = wanted.shape[1]
        if own == wanted.more:
            return LowerClass(table.load(0, wanted.block_size), width, 1)
        return LowerClass(table.load(wanted.block_size, wanted.block_size), 1, width)

    def code(self, position: Position) -> tuple[int, bool] | None:
        """The code of a position, and whether it tells the distance; None if no table holds the position."""
        if position.mover is None or not has_stone_tables(position.game):
            return None
        pair = Pair.of(position)
        table = self.table(pair) if pair.fewer > 0 else None
        return None if table is None else (table.code(pair.place(*rings_of(position))), table.distances)
