"""Making a set of puzzles: games are looked through in order, by several processes at once, until enough are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial

from bonduc.puzzles.choosing import alike, choose_puzzles
from bonduc.puzzles.finding import Plan, find_in_game
from bonduc.puzzles.model import Puzzle

POOL = 2  # puzzles found for each one kept, unless told otherwise
MOST_GAMES = 60  # games looked through for each puzzle wanted, at most
AHEAD = 2  # games under way for each process


def make_puzzles(
    plan: Plan,
    count: int,
    executor: Executor,
    jobs: int = 1,
    pool: int = POOL,
    on_game: Callable[[int, int, int], None] = lambda games, found, wanted: None,
) -> list[Puzzle]:
    """At most `count` puzzles, easiest first, the best of `pool` times as many: whatever the number of processes.

    `on_game(games, found, wanted)` is told how many games have been looked through, how many puzzles were found in
    them, and how many are to be found before the best are chosen.
    """
    found: list[Puzzle] = []
    wanted = pool * count
    for games, puzzles in enumerate(_in_order(plan, MOST_GAMES * count, executor, jobs), 1):
        found += [puzzle for puzzle in puzzles if not any(alike(puzzle, other) for other in found)]
        on_game(games, len(found), wanted)
        if len(found) >= wanted:
            break
    return choose_puzzles(found, count)


def _in_order(plan: Plan, games: int, executor: Executor, jobs: int) -> Iterator[list[Puzzle]]:
    """What is found in each game, in the order of their numbers; a few games ahead are under way."""
    waiting: list[Future[list[Puzzle]]] = []
    work = partial(find_in_game, plan)
    ahead = AHEAD * jobs if jobs > 1 else 1
    for number in range(games):
        waiting.append(executor.submit(work, number))
        if len(waiting) >= ahead:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()
