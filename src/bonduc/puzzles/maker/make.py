"""Making a set of puzzles: games are looked through in order, by several processes at once, until enough are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial

from bonduc.puzzles.maker.find import HuntPlan, find_in_game
from bonduc.puzzles.maker.select import alike, choose_puzzles
from bonduc.puzzles.model import Puzzle

MOST_GAMES = 60  # games looked through for each puzzle wanted, at most
AHEAD = 2  # games under way for each process


def make_puzzles(
    plan: HuntPlan,
    count: int,
    pool: int,
    executor: Executor,
    jobs: int = 1,
    on_game: Callable[[int, int, int], None] = lambda games, found, pool: None,
) -> list[Puzzle]:
    """The best `count` of `pool` puzzles, easiest first: the same whatever the number of processes.

    There may be fewer, for no two are alike. `on_game(games, found,
    pool)` is told how many games have been looked through and how many puzzles were found in them.
    """
    found: list[Puzzle] = []
    for games, puzzles in enumerate(_in_order(plan, MOST_GAMES * count, executor, jobs), 1):
        found += [puzzle for puzzle in puzzles if not any(alike(puzzle, other) for other in found)]
        on_game(games, len(found), pool)
        if len(found) >= pool:
            break
    return choose_puzzles(found, count)


def _in_order(plan: HuntPlan, games: int, executor: Executor, jobs: int) -> Iterator[list[Puzzle]]:
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
