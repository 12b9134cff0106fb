"""The engine as a contestant: `level:N` and `bonduc:…`."""

from __future__ import annotations

from bonduc.arena.chooser import Chooser, Reply
from bonduc.arena.clock import Allowance, time_for_move
from bonduc.arena.contestant import Contestant
from bonduc.arena.seeds import derive_seed
from bonduc.engine import Choice, choose
from bonduc.errors import BonducError
from bonduc.play import Round
from bonduc.position import Game

SETTINGS = ("seconds", "depth", "nodes")
FULL_STRENGTH = 8


class EnginePlayer(Chooser):
    """The engine at a level, or at full strength within the game's limits or limits of its own.

    A level keeps to its own limits, which make it that level.
    """

    def __init__(self, contestant: Contestant, game: Game) -> None:
        self._is_level = contestant.kind == "level"
        self._level = contestant.amount if self._is_level else FULL_STRENGTH
        self._own = read_limits(contestant)
        self._seed = 0
        # The code is loaded and has run before any clock does.
        choose(Round(game), self._level, nodes=1, depth=1, seed=0)

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        choice = self._choose(played, allowance, derive_seed(self._seed, "move", len(played.moves)))
        line = choice.analysis.lines[0]
        return Reply(choice.move, line.score, choice.analysis.depth, choice.analysis.nodes)

    def _choose(self, played: Round, allowance: Allowance, seed: int) -> Choice:
        if self._is_level:
            return choose(played, self._level, seed=seed)
        limits = self._own or (time_for_move(allowance, played.mover), allowance.depth, allowance.nodes)
        seconds, depth, nodes = limits
        return choose(played, self._level, seconds=seconds, depth=depth, nodes=nodes, seed=seed)


def read_limits(contestant: Contestant) -> tuple[float | None, int | None, int | None] | None:
    """Seconds, depth and nodes that the contestant brings itself; None if none. BonducError for other settings."""
    for name in contestant.settings:
        if name not in SETTINGS:
            raise BonducError(
                f"contestant {contestant.text!r}: the engine has no setting {name!r}; it has {', '.join(SETTINGS)}"
            )
    if not contestant.settings:
        return None
    try:
        seconds = float(contestant.settings["seconds"]) if "seconds" in contestant.settings else None
        depth = int(contestant.settings["depth"]) if "depth" in contestant.settings else None
        nodes = int(contestant.settings["nodes"]) if "nodes" in contestant.settings else None
    except ValueError:
        raise BonducError(f"contestant {contestant.text!r}: its settings are numbers") from None
    if not all(limit is None or 0 < limit < 1e12 for limit in (seconds, depth, nodes)):
        raise BonducError(f"contestant {contestant.text!r}: its limits must be more than 0")
    return seconds, depth, nodes
