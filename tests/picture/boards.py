"""Games whose boards have every size and kind that the geometry must cope with."""

from __future__ import annotations

import dataclasses

import bonduc
from bonduc.games.spec import two_rows
from bonduc.position import Game


def resized(name: str, columns: int) -> Game:
    """A game of two rows on a board of another length: for its picture only, its rules would not fit."""
    game = bonduc.game(name)
    spec = dataclasses.replace(game.spec, layout=lambda values: two_rows(columns))
    return Game(spec, {**game.options, "columns": columns})  # games are told apart by their options


BOARDS: dict[str, Game] = {
    **{f"troughs-{columns}": resized("kiothi", columns) for columns in range(3, 11)},
    **{f"bowls-{columns}": resized("adji-kui-ii", columns) for columns in range(3, 11)},
    "rio-kadalis-5": bonduc.game("rio-kadalis", holes=5),
    **{f"four-rows-{columns}": bonduc.game("bao-la-kimasai", columns=columns) for columns in range(2, 13)},
}
