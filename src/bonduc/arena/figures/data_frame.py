"""Finished games as a table, for Parquet and data frames (the `study` extra)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bonduc.arena.results import GameResult
from bonduc.errors import MissingExtraError
from bonduc.position import Game

if TYPE_CHECKING:
    import polars


def games_table(results: Sequence[GameResult], game: Game, names: Sequence[str]) -> polars.DataFrame:
    """One row a game; `moves` is a list of texts, `points` South's, seconds and nodes per player.

    Raises MissingExtraError if polars is not installed.
    """
    try:
        import polars as pl
    except ImportError:
        raise MissingExtraError("a table of games", "study") from None
    ordered = sorted(results, key=lambda result: result.number)
    columns: dict[str, tuple[list[object], object]] = {
        "number": ([r.number for r in ordered], pl.Int64),
        "pair": ([r.pair for r in ordered], pl.Int64),
        "game": ([game.id for _ in ordered], pl.String),
        "options": ([game.options_text for _ in ordered], pl.String),
        "south": ([names[r.south] for r in ordered], pl.String),
        "north": ([names[r.north] for r in ordered], pl.String),
        "points": ([r.points for r in ordered], pl.Float64),
        "reason": ([r.reason for r in ordered], pl.String),
        "fault": ([r.loser_fault for r in ordered], pl.Boolean),
        "detail": ([r.detail for r in ordered], pl.String),
        "south_seeds": ([r.score[0] for r in ordered], pl.Int64),
        "north_seeds": ([r.score[1] for r in ordered], pl.Int64),
        "plies": ([len(r.moves) for r in ordered], pl.Int64),
        "opening_plies": ([r.opening_plies for r in ordered], pl.Int64),
        "position": ([r.position for r in ordered], pl.String),
        "moves": ([list(r.moves) for r in ordered], pl.List(pl.String)),
        "south_seconds": ([r.seconds[0] for r in ordered], pl.Float64),
        "north_seconds": ([r.seconds[1] for r in ordered], pl.Float64),
        "south_longest": ([r.longest[0] for r in ordered], pl.Float64),
        "north_longest": ([r.longest[1] for r in ordered], pl.Float64),
        "south_nodes": ([r.nodes[0] for r in ordered], pl.Int64),
        "north_nodes": ([r.nodes[1] for r in ordered], pl.Int64),
        "seed": ([r.seed for r in ordered], pl.Int64),
        "started": ([r.started for r in ordered], pl.String),
    }
    data = {name: values for name, (values, _) in columns.items()}
    return pl.DataFrame(data, schema={name: kind for name, (_, kind) in columns.items()})  # type: ignore[misc]


def write_table(results: Sequence[GameResult], game: Game, names: Sequence[str], path: Path) -> None:
    """Write `games_table` as a Parquet file, in place of an older one in one step."""
    table = games_table(results, game, names)
    fresh = path.with_name(path.name + ".new")
    table.write_parquet(fresh)
    fresh.replace(path)
