"""What `bonduc tables` and `bonduc solve` do for games with complete tables by numbers of stones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bonduc.players import Player
from bonduc.position import Game, Position
from bonduc.solve.by_seeds.tables import TableValue
from bonduc.solve.by_stones.library import build_stones, count_stones, stones_tables_of, verify_stones
from bonduc.solve.by_stones.solution import solution_of
from bonduc.solve.progress import Report
from bonduc.terminal.commands.shared import name_game
from bonduc.terminal.texts.own_name import own_command


def build(
    game: Game,
    folder: Path,
    most: int | None,
    distances: bool | None,
    threads: int | None,
    report: Report,
    show: bool,
) -> list[dict[str, Any]]:
    """Build what is missing, a line for each number of stones if `show`; the row of the one class."""
    spent: float | None = None
    for one in build_stones(game, folder, most=most, distances=distances, threads=threads, report=report):
        spent = spent if one.seconds is None else (spent or 0.0) + one.seconds
        if show:
            took = "there already" if one.seconds is None else f"{one.seconds:.1f} s"
            print(f"{one.stones:>3} stones  {one.positions:>14,} positions  {took}", flush=True)
    return [row | {"seconds": spent and round(spent, 2)} for row in rows_of(game, folder)]


def verify(game: Game, folder: Path, report: Report, show: bool) -> list[dict[str, Any]]:
    """Derive every entry again; the row of the one class, none if there are no tables."""
    verify_stones(game, folder, report=report)
    rows = rows_of(game, folder)
    for row in rows:
        if show:
            print(f"{row['positions']:>14,} positions  good", flush=True)
    return rows


def rows_of(game: Game, folder: Path) -> list[dict[str, Any]]:
    """What `stats` tells of the one class of a game: no row, or one."""
    row = count_stones(game, folder)
    return [] if row is None else [dict(row)]


def tell_value(mover: Player | None, value: TableValue) -> str:
    """What a table knows of a position, in a sentence."""
    if value.cyclic:
        return "the round is a draw (play never ends)"
    after = "" if value.distance is None else f" in {value.distance} moves"
    return f"{mover} {'wins' if value.value > 0 else 'loses'}{after}"


def solve(position: Position, folder: Path) -> dict[str, Any]:
    """What the tables prove of a position, as `bonduc solve --json` tells it."""
    game = position.game
    found = solution_of(position, folder)
    return {
        "game": game.id,
        "options": dict(game.options),
        "position": str(position),
        "lower": found.lower,
        "upper": found.upper,
        "proved": found.proved,
        "distance": found.distance,
        "best": [str(move) for move in found.best],
        "line": [str(move) for move in found.line],
        "nodes": 0,
    }


def show_solution(found: dict[str, Any], game: Game, folder: Path) -> None:
    """Say what the tables prove."""
    if not found["proved"]:
        print(f"Not proved: no table in {folder} holds the position.")
        print(f"Build them with `{own_command('tables', 'build', *name_game(game))}`.")
        return
    winner = {1: "South wins", 0: "the round is a draw", -1: "North wins"}[found["lower"]]
    after = "" if found["distance"] is None else f" in {found['distance']} moves"
    print(f"Proved by the tables: {winner}{after}.")
    print(f"Best moves: {', '.join(found['best'])}")
    if found["line"]:
        print(f"Best play: {' '.join(found['line'])}")


def check(position: Position, folder: Path) -> tuple[list[dict[str, Any]], bool]:
    """Verify all tables, which are the proof; the claims that they uphold of a position, and whether there are any."""
    verify_stones(position.game, folder)
    found = solution_of(position, folder)
    if not found.proved:
        return [], False
    positions = sum(table.places for _, table in stones_tables_of(position.game, folder))
    sides = (("S", found.lower), ("N", -found.upper))
    return [{"side": side, "lead": lead, "positions": positions} for side, lead in sides], True
