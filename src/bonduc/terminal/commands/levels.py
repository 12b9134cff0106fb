"""`bonduc levels`: what each level of the computer is."""

from __future__ import annotations

from typing import Annotated

import typer

from bonduc.engine.levels import FULL_STRENGTH, WEAKEST, Level, levels_of
from bonduc.games.registry import GAMES
from bonduc.position import Game
from bonduc.position import game as find_game
from bonduc.terminal.commands import completing
from bonduc.terminal.commands.shared import AsJson
from bonduc.terminal.console.output import print_json, print_lines

HEADS = ("level", "looks ahead", "overlooks", "openings tried")


def levels(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The game whose levels to show; all by default.", autocompletion=completing.games
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Say what each level of the computer is: how far it looks ahead, and how often it overlooks a move."""
    found = [find_game(name) for name in ([game] if game else GAMES)]
    if json:
        print_json([{"game": each.id, "levels": [_row(*pair) for pair in levels_of(each).items()]} for each in found])
        return
    for each in found:
        print_lines([*_table(each), ""])
    print_lines(
        [
            f"Level {WEAKEST} is a beginner, level {FULL_STRENGTH} full strength. Each move escapes a level",
            "with the chance shown, and it plays the best of those it sees. Levels that",
            "overlook nothing use endgame tables. Openings of many steps, as in Kiothi, are",
            "chosen by playing out so many random rounds.",
        ]
    )


def _table(game: Game) -> list[str]:
    rows = [HEADS]
    rows += [
        (str(number), _reach(level), _overlooked(level), f"{level.openings:,} rounds")
        for number, level in levels_of(game).items()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [game.name, *lines]


def _row(number: int, level: Level) -> dict[str, object]:
    limits = level.limits
    return {
        "level": number,
        "depth": limits.depth,
        "nodes": limits.nodes,
        "seconds": limits.seconds,
        "overlooks": level.overlooks,
        "openings": level.openings,
    }


def _reach(level: Level) -> str:
    limits = level.limits
    parts = []
    if limits.depth is not None:
        parts.append("1 move" if limits.depth == 1 else f"{limits.depth} moves")
    if limits.nodes is not None:
        parts.append(f"{limits.nodes:,} positions")
    if limits.seconds is not None:
        parts.append(f"for {limits.seconds:g} s")
    return ", ".join(parts)


def _overlooked(level: Level) -> str:
    return f"{level.overlooks:.0%} of moves" if level.overlooks else "nothing"
