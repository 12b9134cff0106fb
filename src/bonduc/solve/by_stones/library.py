"""Complete tables of a folder, of games whose holes hold one stone at most: building, verifying, counting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bonduc.errors import BonducError
from bonduc.position import Game
from bonduc.solve.by_stones.build import LoadLower, Share, derive_again, solve_pair
from bonduc.solve.by_stones.classes import Pair, all_pairs, check_stone_tables, ring_size
from bonduc.solve.by_stones.retrograde import DRAW
from bonduc.solve.by_stones.tables import StonesTable, StonesTables, write_pair
from bonduc.solve.index.table_file import TableError
from bonduc.solve.progress import Progress, Report

MOST_COLUMNS_WITH_DISTANCES = 7
COUNTS = ("positions", "wins", "draws", "losses", "cyclic")


@dataclass(frozen=True)
class StonesBuilt:
    """All pairs with so many stones on the board: how many positions, how long solving took (None: all there)."""

    stones: int
    positions: int
    seconds: float | None


def most_stones(game: Game) -> int:
    """The stones on the board in the largest class: all holes full, which no round reaches."""
    return 2 * ring_size(game.layout)


def build_stones(
    game: Game,
    folder: Path,
    *,
    most: int | None = None,
    distances: bool | None = None,
    threads: int | None = None,
    report: Report = lambda progress: None,
) -> Iterator[StonesBuilt]:
    """Build the tables of all pairs with at most `most` stones (all, if not told) that are not there yet.

    Distances are kept for up to seven columns unless `distances` says otherwise. A pair is written when it is solved,
    whole or not at all: what a killed build has written stays, and the next one goes on from there. Raises BonducError
    for a game without such tables, TableError for a table that cannot be believed.
    """
    check_stone_tables(game)
    largest = most_stones(game)
    if most is not None and not 0 <= most <= largest:
        raise BonducError(f"cannot build tables of {game.name} up to {most} stones: it has {largest} holes")
    keep = game.layout.columns <= MOST_COLUMNS_WITH_DISTANCES if distances is None else distances
    tables = StonesTables(folder)
    pairs = all_pairs(game, largest if most is None else most)
    _check_distances(tables, pairs, keep)
    work = _Work([pair for pair in pairs if tables.table(pair) is None], "solving", report)
    for stones in sorted({pair.more + pair.fewer for pair in pairs}):
        seconds = None
        here = [pair for pair in pairs if pair.more + pair.fewer == stones]
        for pair in here:
            if tables.table(pair) is None:
                started = time.perf_counter()
                lower = _lower(tables, pair)
                solved = solve_pair(pair, lower, distances=keep, threads=threads, share=work.begin(pair))
                write_pair(folder, solved)
                work.end(pair)
                seconds = (seconds or 0.0) + time.perf_counter() - started
        yield StonesBuilt(stones, sum(pair.block_size * pair.blocks for pair in here), seconds)


def _check_distances(tables: StonesTables, pairs: list[Pair], distances: bool) -> None:
    """TableError if tables that are there lack distances that are wanted, or the other way round."""
    for pair in pairs:
        table = tables.table(pair)
        if table is not None and table.distances != distances:
            kept = "with" if table.distances else "without"
            raise TableError(f"table {table.path} was built {kept} distances: remove it, or build on {kept} distances")


def _lower(tables: StonesTables, pair: Pair) -> LoadLower:
    """Loads the classes that a move can capture into."""
    return lambda own, enemy: tables.lower_class(pair, own, enemy)


class _Work:
    """Tells how much of all pairs of a run is done, by their numbers of places."""

    def __init__(self, pairs: list[Pair], task: str, report: Report) -> None:
        self._sizes = {pair: pair.block_size * pair.blocks for pair in pairs}
        self._total = sum(self._sizes.values())
        self._finished = 0
        self._task, self._report = task, report
        self._stones = max((pair.more + pair.fewer for pair in pairs), default=0)

    def begin(self, pair: Pair) -> Share:
        """What takes the share that is done of one pair."""
        size = self._sizes[pair]
        return lambda done: self._tell(self._finished + done * size)

    def end(self, pair: Pair) -> None:
        """A pair is done."""
        self._finished += self._sizes[pair]
        self._tell(self._finished)

    def _tell(self, places: float) -> None:
        self._report(Progress(self._stones, self._task, places / self._total))


def stones_tables_of(game: Game, folder: Path) -> Iterator[tuple[Pair, StonesTable]]:
    """All tables of a game with its options below a folder, upward in stones; the files must be believable."""
    check_stone_tables(game)
    tables = StonesTables(folder)
    for pair in all_pairs(game, most_stones(game)):
        table = tables.table(pair)
        if table is not None:
            yield pair, table


def count_stones(game: Game, folder: Path) -> dict[str, int | None] | None:
    """What the tables of a game say of all its positions with stones on both sides; None if there are none.

    `seeds` is the greatest number of stones on the board in a table, `longest` None where distances are not kept.
    """
    found = list(stones_tables_of(game, folder))
    if not found:
        return None
    counts: dict[str, int | None] = {name: sum(table.counts[name] for _, table in found) for name in COUNTS}
    distances = [table.longest for _, table in found if table.longest is not None]
    longest = max(distances) if len(distances) == len(found) else None
    return {"seeds": max(pair.more + pair.fewer for pair, _ in found)} | counts | {"longest": longest}


def verify_stones(game: Game, folder: Path, *, report: Report = lambda progress: None) -> None:
    """Derive every entry of all tables of a game again from its successors; TableError names the first wrong one."""
    tables = StonesTables(folder)
    found = list(stones_tables_of(game, folder))
    work = _Work([pair for pair, _ in found], "verifying", report)
    for pair, table in found:
        codes = table.load()
        lower = _lower(tables, pair)
        wrong = derive_again(pair, codes, lower, distances=table.distances, share=work.begin(pair))
        if wrong is not None:
            raise TableError(
                f"table {table.path} is wrong at place {wrong}: its entry does not follow from its successors"
            )
        draws = int((codes == DRAW).sum())
        wins = int((codes & 1).sum())
        counted = (len(codes), wins, draws, len(codes) - wins - draws, draws)
        if table.counts != dict(zip(COUNTS, counted, strict=True)):
            raise TableError(f"table {table.path} counts {table.counts}, but holds {counted}")
        longest = int(codes[codes != DRAW].max(initial=0)) if table.distances else None
        if table.longest != longest:
            raise TableError(f"table {table.path} says its longest distance is {table.longest}, not {longest}")
        work.end(pair)
