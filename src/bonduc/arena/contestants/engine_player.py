"""The engine as a contestant: `level:N` and `bonduc:…`.

Settings of `bonduc`: `seconds`, `depth`, `nodes` (limits of its own, instead of the match's), `threads`, `hash`
(megabytes of its table, 0 for none), `selective` (false: every move is looked at equally deep), `weights` (a file of
the estimate's weights, as `bonduc tune` writes it) and `tables` (true: the user's endgame tables are consulted; else,
and at levels, they are not, so that games are the same on every machine).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bonduc.arena.clock import Allowance, time_for_move
from bonduc.arena.contestants.contestant import Contestant
from bonduc.arena.contestants.player import Chooser, Reply
from bonduc.arena.seeds import derive_seed
from bonduc.engine import Choice, Engine, EngineSettings, Limits, choose
from bonduc.engine.analysis import AUTO
from bonduc.engine.evaluation.patterns import from_json
from bonduc.engine.settings import MOST_THREADS, TABLE_MEGABYTES
from bonduc.errors import BonducError
from bonduc.games.options import Option, read_options
from bonduc.play import Round
from bonduc.position import Game

MOST = 10**12  # nodes
SETTINGS = (
    Option("depth", 0, "depth of search", low=0, high=1000),
    Option("nodes", 0, "positions a move", low=0, high=MOST),
    Option("threads", 1, "threads of the search", low=1, high=MOST_THREADS),
    Option("hash", int(TABLE_MEGABYTES), "megabytes of the table", low=0, high=65_536),
    Option("tables", False, "whether the user's endgame tables are consulted"),
    Option("selective", True, "whether moves that seem worse are looked at less deep"),
)


@dataclass(frozen=True)
class PlayerSettings:
    """The settings of a `bonduc` contestant; `limits` without any limit: the match's own apply."""

    limits: Limits
    threads: int
    megabytes: int
    selective: bool
    tables: bool
    weights: str


def read_settings(contestant: Contestant) -> PlayerSettings:
    """The settings as values; BonducError for one that the engine does not have or that is out of range."""
    given = dict(contestant.settings)
    seconds, weights = given.pop("seconds", None), given.pop("weights", "")
    try:
        values = read_options(SETTINGS, given, "the engine")
        limit = None if seconds is None else float(seconds)
    except BonducError as error:
        raise BonducError(f"contestant {contestant.text!r}: {error}") from None
    except ValueError:
        raise BonducError(f"contestant {contestant.text!r}: {seconds!r} is no number of seconds") from None
    if limit is not None and not 0 < limit < MOST:
        raise BonducError(f"contestant {contestant.text!r}: seconds must be more than 0")
    return PlayerSettings(
        Limits(limit, int(values["depth"]) or None, int(values["nodes"]) or None),
        int(values["threads"]),
        int(values["hash"]),
        bool(values["selective"]),
        bool(values["tables"]),
        weights,
    )


class LevelPlayer(Chooser):
    """The engine at a level, within the level's own limits, which make it that level."""

    def __init__(self, level: int, game: Game) -> None:
        self.level = level
        self._seed = 0
        Engine(game, EngineSettings(megabytes=0)).load()

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        return _reply(choose(played, self.level, seed=derive_seed(self._seed, "move", len(played.moves))))


class EnginePlayer(Chooser):
    """The engine at full strength, its table kept from move to move and emptied between games."""

    def __init__(self, contestant: Contestant, game: Game) -> None:
        settings = read_settings(contestant)
        weights = None
        if settings.weights:
            weights = from_json(game, _read_text(settings.weights), settings.weights)
        self._limits = settings.limits
        tables = AUTO if settings.tables else None
        self._engine = Engine(
            game, EngineSettings(settings.threads, settings.megabytes, settings.selective, weights, tables)
        )
        self._engine.load()
        self._seed = 0

    def new_game(self, seed: int) -> None:
        self._seed = seed
        self._engine.clear()

    def choose(self, played: Round, allowance: Allowance, patience: float | None) -> Reply:
        limits = self._limits
        if limits == Limits():
            limits = Limits(time_for_move(allowance, played.mover), allowance.depth, allowance.nodes)
        if limits == Limits():
            limits = Limits(seconds=1.0)
        seed = derive_seed(self._seed, "move", len(played.moves))
        return _reply(self._engine.choose(played, limits=limits, seed=seed))


def _reply(choice: Choice) -> Reply:
    found = choice.analysis
    return Reply(choice.move, found.lines[0].score, found.depth, found.nodes)


def _read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BonducError(f"cannot read weights {path!r}: {error}") from None
