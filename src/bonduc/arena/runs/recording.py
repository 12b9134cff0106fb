"""Finished games as game records."""

from __future__ import annotations

from collections.abc import Sequence

from bonduc.arena.contestants.player import Fault
from bonduc.arena.results import GameResult
from bonduc.outcome import Termination
from bonduc.play import Round
from bonduc.players import Player
from bonduc.position import Game
from bonduc.records.tree import GameRecord


def round_of(result: GameResult, game: Game) -> Round:
    """The round of a finished game, replayed, with who gave it up or broke it off."""
    played = Round(game, game.position(result.position) if result.position else None)
    for move in result.moves:
        played.play(move)
    if played.outcome is None:
        loser = Player(int(result.points == 1.0))
        if result.loser_fault:
            played.forfeit(loser, Termination.TIME if result.reason == Fault.TIME else Termination.FORFEIT)
        else:
            played.resign(loser)
    return played


def record_of(result: GameResult, game: Game, names: Sequence[str], event: str = "") -> GameRecord:
    """The record of a finished game, with its number, pair and seed.

    A game broken off by a fault ends in a forfeit, and a tag `Forfeit` names the fault.
    """
    tags = {
        "Event": event or "match",
        "Date": result.started[:10].replace("-", "."),
        "Round": str(result.number + 1),
        "South": names[result.south],
        "North": names[result.north],
        "Pair": str(result.pair + 1),
        "OpeningPlies": str(result.opening_plies),
        "Seed": str(result.seed),
        "SouthSeconds": f"{result.seconds[0]:.2f}",
        "NorthSeconds": f"{result.seconds[1]:.2f}",
    }
    if result.loser_fault:
        tags["Forfeit"] = result.reason + (f": {result.detail}" if result.detail else "")
    return round_of(result, game).record(**tags)


def record_text(result: GameResult, game: Game, names: Sequence[str], event: str = "") -> str:
    """The text of `record_of`; ends in a newline."""
    return record_of(result, game, names, event).write()
