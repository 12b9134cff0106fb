"""From a contestant to the chooser that plays for it."""

from __future__ import annotations

from bonduc.arena.contestants.contestant import Contestant
from bonduc.arena.contestants.player import Chooser
from bonduc.position import Game


def open_contestant(contestant: Contestant, game: Game) -> Chooser:
    """A chooser for `game`, its kernels loaded or its program started. Raises ContestantError or BonducError."""
    if contestant.kind == "random":
        from bonduc.arena.contestants.baselines import RandomChooser

        return RandomChooser()
    if contestant.kind in ("greedy", "depth"):
        from bonduc.arena.contestants.baselines import SeedCounter

        return SeedCounter(game, contestant.amount or 1)
    if contestant.kind == "uct":
        from bonduc.arena.contestants.uct import PlainUct

        return PlainUct(game, contestant.amount)
    if contestant.kind == "cmd":
        from bonduc.arena.contestants.external import ExternalProgram

        return ExternalProgram(contestant.command, game)
    from bonduc.arena.contestants.engine_player import EnginePlayer, LevelPlayer

    return LevelPlayer(contestant.amount, game) if contestant.kind == "level" else EnginePlayer(contestant, game)
