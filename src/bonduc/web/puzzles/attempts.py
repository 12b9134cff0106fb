"""Attempts at puzzles in the database: a puzzle is rated once a visitor, by what happens in it first.

The functions run inside a transaction of `Database.read` or `Database.write`. A move that arrives twice, or again
after the puzzle has been decided, changes nothing. With `counts=False` the visitor is rated, but not the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.puzzles.model import Puzzle
from bonduc.puzzles.rating import PUZZLE_DEVIATION, Rating, after_attempt
from bonduc.puzzles.solving import HINTS
from bonduc.web.db.tables import puzzle_attempts, puzzle_ratings, puzzle_solvers

NEWCOMER = Rating(1000.0, deviation=220.0)  # solvers start among the easier puzzles; one slip is no disaster
SOLVED, HELPED, FAILED = 1.0, 0.5, 0.0

_INSERTS: Mapping[str, Callable[[Table], Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


class StepError(BonducError):
    """A move of a step that the visitor has not come to yet."""


@dataclass(frozen=True)
class Attempt:
    """What a visitor has done with a puzzle: the step reached, wrong moves, hints, whether the end was reached.

    `score` is what it was rated with, None while that is open, and the ratings are the visitor's before and after.
    """

    step: int = 0
    faults: int = 0
    hints: int = 0
    solved: int = 0
    score: float | None = None
    rating_before: float | None = None
    rating_after: float | None = None


@dataclass(frozen=True)
class Progress:
    """How far a visitor is with the puzzles of a game: rating, how many were rated, and every attempt by puzzle."""

    rating: Rating
    rated: int
    attempts: Mapping[str, Attempt]
    changed: Mapping[str, int]


def read_attempt(connection: Connection, visitor: str, puzzle_id: str) -> Attempt:
    """The attempt of a visitor at a puzzle; a fresh one if there is none."""
    found = connection.execute(_attempt_query(visitor, puzzle_id)).mappings().first()
    return Attempt() if found is None else _attempt(found)


def read_progress(connection: Connection, visitor: str, game_id: str) -> Progress:
    """How far a visitor is with a game."""
    mine = select(puzzle_attempts).where(puzzle_attempts.c.visitor == visitor, puzzle_attempts.c.game == game_id)
    rows = connection.execute(mine).mappings().all()
    rating, rated = _read_solver(connection, visitor, game_id)
    attempts = {row["puzzle"]: _attempt(row) for row in rows}
    return Progress(rating, rated, attempts, {row["puzzle"]: row["changed"] for row in rows})


def read_ratings(connection: Connection, game_id: str) -> dict[str, float]:
    """The ratings of the puzzles of a game that have been tried, by id."""
    columns = (puzzle_ratings.c.puzzle, puzzle_ratings.c.rating)
    rows = connection.execute(select(*columns).where(puzzle_ratings.c.game == game_id))
    return {row.puzzle: row.rating for row in rows}


def note_move(
    connection: Connection, visitor: str, puzzle: Puzzle, step: int, right: bool, now: int, counts: bool = True
) -> Attempt:
    """Note a move tried in a step; StepError if the visitor has not come to it yet."""
    before = _begin(connection, visitor, puzzle, now)
    if step > before.step:
        raise StepError(N_("find the moves before this one first"))
    if step < before.step:
        return before
    if not right:
        return _decide(connection, visitor, puzzle, replace(before, faults=before.faults + 1), FAILED, now, counts)
    after = replace(before, step=step + 1)
    if after.step < len(puzzle.steps):
        return _store(connection, visitor, puzzle, after, now)
    score = HELPED if after.hints else SOLVED
    return _decide(connection, visitor, puzzle, replace(after, solved=1), score, now, counts)


def note_hint(connection: Connection, visitor: str, puzzle: Puzzle, now: int) -> Attempt:
    """Note one more hint."""
    before = _begin(connection, visitor, puzzle, now)
    return _store(connection, visitor, puzzle, replace(before, hints=min(HINTS, before.hints + 1)), now)


def note_shown(connection: Connection, visitor: str, puzzle: Puzzle, now: int, counts: bool = True) -> Attempt:
    """Note that the visitor was shown the solution."""
    before = _begin(connection, visitor, puzzle, now)
    return _decide(connection, visitor, puzzle, replace(before, step=len(puzzle.steps)), FAILED, now, counts)


def _decide(
    connection: Connection, visitor: str, puzzle: Puzzle, attempt: Attempt, score: float, now: int, counts: bool
) -> Attempt:
    """Store an attempt, and rate visitor and puzzle by this score unless that has been done."""
    if attempt.score is not None:
        return _store(connection, visitor, puzzle, attempt, now)
    fresh = {"rating": NEWCOMER.rating, "deviation": NEWCOMER.deviation, "volatility": NEWCOMER.volatility}
    _ensure(
        connection, puzzle_solvers, {"visitor": visitor, "game": puzzle.game.id, **fresh, "rated": 0, "changed": now}
    )
    made = {"rating": puzzle.rating, "deviation": PUZZLE_DEVIATION, "volatility": Rating().volatility}
    _ensure(connection, puzzle_ratings, {"puzzle": puzzle.id, "game": puzzle.game.id, **made, "tried": 0, "solved": 0})
    of_solver = (puzzle_solvers.c.visitor == visitor) & (puzzle_solvers.c.game == puzzle.game.id)
    of_puzzle = puzzle_ratings.c.puzzle == puzzle.id
    solver_row = connection.execute(select(puzzle_solvers).where(of_solver).with_for_update()).mappings().one()
    puzzle_row = connection.execute(select(puzzle_ratings).where(of_puzzle).with_for_update()).mappings().one()
    solver, rated = after_attempt(_rating(solver_row), _rating(puzzle_row), score)
    connection.execute(
        update(puzzle_solvers).where(of_solver).values(**asdict(solver), rated=solver_row["rated"] + 1, changed=now)
    )
    if counts:
        tries = {"tried": puzzle_row["tried"] + 1, "solved": puzzle_row["solved"] + (score > FAILED)}
        connection.execute(update(puzzle_ratings).where(of_puzzle).values(**asdict(rated), **tries))
    decided = replace(attempt, score=score, rating_before=solver_row["rating"], rating_after=solver.rating)
    return _store(connection, visitor, puzzle, decided, now)


def _begin(connection: Connection, visitor: str, puzzle: Puzzle, now: int) -> Attempt:
    """The attempt, locked against other processes until the transaction ends; made if there is none yet."""
    key = {"visitor": visitor, "puzzle": puzzle.id, "game": puzzle.game.id}
    _ensure(connection, puzzle_attempts, {**key, **asdict(Attempt()), "changed": now})
    query = _attempt_query(visitor, puzzle.id).with_for_update()
    return _attempt(connection.execute(query).mappings().one())


def _store(connection: Connection, visitor: str, puzzle: Puzzle, attempt: Attempt, now: int) -> Attempt:
    mine = (puzzle_attempts.c.visitor == visitor) & (puzzle_attempts.c.puzzle == puzzle.id)
    connection.execute(update(puzzle_attempts).where(mine).values(**asdict(attempt), changed=now))
    return attempt


def _ensure(connection: Connection, table: Table, values: dict[str, Any]) -> None:
    """Insert a row unless there is one with its key."""
    connection.execute(_INSERTS[connection.dialect.name](table).values(values).on_conflict_do_nothing())


def _attempt_query(visitor: str, puzzle_id: str) -> Any:
    return select(puzzle_attempts).where(puzzle_attempts.c.visitor == visitor, puzzle_attempts.c.puzzle == puzzle_id)


def _attempt(row: Any) -> Attempt:
    return Attempt(**{name: row[name] for name in asdict(Attempt())})


def _read_solver(connection: Connection, visitor: str, game_id: str) -> tuple[Rating, int]:
    mine = select(puzzle_solvers).where(puzzle_solvers.c.visitor == visitor, puzzle_solvers.c.game == game_id)
    row = connection.execute(mine).mappings().first()
    return (NEWCOMER, 0) if row is None else (_rating(row), row["rated"])


def _rating(row: Any) -> Rating:
    return Rating(row["rating"], row["deviation"], row["volatility"])
