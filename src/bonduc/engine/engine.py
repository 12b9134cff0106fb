"""The engine's one door: whoever wants a position analysed or a move chosen comes through `Engine`.

In this order, here and nowhere else, it is decided how a position is answered:

1. an opening of many steps by one player is searched as one move (`opening.py`);
2. a position that the endgame tables hold is answered by them (`tables/`);
3. any other is searched (`search/`), and the tables are probed on the way;
4. where a move is to be played and no win is in sight, the one that is hardest to answer comes first (`traps.py`);
5. a level of play overlooks some of the moves found (`levels.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bonduc.engine.analysis import MOST_LINES, Analysis, Choice, Limits, OnInfo, StopSignal, TablesChoice
from bonduc.engine.levels import FULL_STRENGTH, Level, level_of, pick_line
from bonduc.engine.nodes.keys import position_key
from bonduc.engine.opening import OpeningSearch, in_opening, search_opening
from bonduc.engine.rollouts.tree import grow, plant, write_keys
from bonduc.engine.search.alphabeta import search
from bonduc.engine.search.chances import chance_of_error, weigh
from bonduc.engine.search.iterate import deepen
from bonduc.engine.search.searcher import Searcher
from bonduc.engine.settings import EngineSettings
from bonduc.engine.tables.tablebase import Tablebase, chosen_tables
from bonduc.engine.traps import UNTIMED_NODES, Settled, hardest_answer
from bonduc.errors import BonducError
from bonduc.games.kernels.compile import compiled
from bonduc.integers import optional_number, whole_number
from bonduc.play import Round, standing
from bonduc.position import Game, Position

__all__ = ["Engine", "analyse", "choose", "in_opening"]

MACHINE_CODE: tuple[Callable[..., Any], ...] = (deepen, search, position_key, weigh, chance_of_error)
OPENING_CODE: tuple[Callable[..., Any], ...] = (plant, write_keys, grow)
USUAL_SETTINGS = EngineSettings()


class Engine:
    """The engine of one game (module docstring). It keeps what it learns from call to call, until it is cleared."""

    def __init__(self, game: Game, settings: EngineSettings = USUAL_SETTINGS) -> None:
        self.game = game
        self._tables = chosen_tables(settings.tables)
        self._searcher = Searcher(
            game,
            threads=settings.threads,
            megabytes=settings.megabytes,
            selective=settings.selective,
            weights=settings.weights,
        )

    def load(self) -> None:
        """Load or compile now all the machine code that analysing and choosing take."""
        self.game.runner.compile()
        for function in MACHINE_CODE + (OPENING_CODE if in_opening(self.game.start()) else ()):
            compiled(function)

    def clear(self) -> None:
        """Forget what earlier calls left behind."""
        self._searcher.clear()

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        history: Sequence[Position] = (),
        stop: StopSignal | None = None,
        on_info: OnInfo | None = None,
    ) -> Analysis:
        """What a position is worth, from the tables or a search that probes them; as `bonduc.analyse`.

        Its `warnings` tell of tables that could not be believed.
        """
        return self._analyse(self._tables, position, limits, lines, history, stop, on_info)

    def search(
        self, position: Position, limits: Limits, *, lines: int = 1, history: Sequence[Position] = ()
    ) -> Analysis:
        """The same without a look at any table."""
        return self._analyse(None, position, limits, lines, history, None, None)

    def look_up(
        self,
        position: Position,
        *,
        lines: int = 1,
        history: Sequence[Position] = (),
        seconds: float | None = None,
        stop: StopSignal | None = None,
    ) -> Analysis | None:
        """The same from the tables alone; None where they do not hold the position and all that its moves lead to."""
        if self._tables is None:
            return None
        return self._tables.lookup(position, lines=lines, history=history, seconds=seconds, stop=stop)

    def opening(self, position: Position, stop: StopSignal | None = None) -> OpeningSearch:
        """The search of an opening, to be watched as it grows."""
        return OpeningSearch(position, 0, stop)

    def choose(
        self,
        played: Round | Position,
        level: int = FULL_STRENGTH,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        seed: int | None = None,
        stop: StopSignal | None = None,
        on_info: OnInfo | None = None,
    ) -> Choice:
        """The move to play at a level, within `limits` instead of the level's own; as `bonduc.choose`.

        With several `lines`, or a `stop` and no limit of time, the best line is played without a look for the move
        that is hardest to answer. Levels that slip use no tables.
        """
        position, history = standing(played, "choose")
        if played.outcome:
            raise BonducError(f"no move to choose: the round is over ({played.outcome.reason})")
        how = level_of(level, position.game)
        if in_opening(position):
            return self._open(position, how, limits, seed, stop, on_info)
        within = how.limits if limits is None else limits
        if how.overlooks > 0:
            found = self._analyse(None, position, within, MOST_LINES, history, stop, on_info)
        elif level == FULL_STRENGTH and lines == 1 and (stop is None or within.seconds is not None):
            found = self._play_on(position, within, history, stop, on_info)
        else:
            found = self.analyse(position, within, lines=lines, history=history, stop=stop, on_info=on_info)
        return Choice(pick_line(found, how, seed).moves[0], found)

    def _open(
        self,
        position: Position,
        level: Level,
        limits: Limits | None,
        seed: int | None,
        stop: StopSignal | None,
        on_info: OnInfo | None,
    ) -> Choice:
        """The mover's part of an opening. Without limits the level says how much is tried."""
        if seed is None:
            seed = random.randrange(1 << 30)
        within = Limits(level.limits.seconds) if limits is None else limits
        playouts = level.openings if limits is None and level.limits.seconds is None else None
        found = search_opening(position, within, playouts=playouts, seed=seed, stop=stop, on_info=on_info)
        return Choice(found.best, found)

    def _analyse(
        self,
        tables: Tablebase | None,
        position: Position,
        limits: Limits,
        lines: int,
        history: Sequence[Position],
        stop: StopSignal | None,
        on_info: OnInfo | None,
    ) -> Analysis:
        """Opening, tables, search, in this order."""
        self._searcher.check(position, lines)
        if in_opening(position):
            return search_opening(position, limits, stop=stop, on_info=on_info)
        if tables is None:
            return self._searcher.analyse(position, limits, lines=lines, history=history, stop=stop, on_info=on_info)
        folder, faults = tables.folder, list[str]()

        def named(found: Analysis) -> Analysis:
            return replace(found, tables=folder if found.tbhits else None, warnings=tuple(faults))

        tell = None if on_info is None else lambda found: on_info(named(found))
        found = tables.lookup(position, lines=lines, history=history, seconds=limits.seconds, stop=stop, faults=faults)
        if found is None:
            endgames = tables.in_reach(position, limits.seconds, faults)
            found = self._searcher.analyse(
                position, limits, lines=lines, history=history, stop=stop, on_info=tell, endgames=endgames
            )
        return named(found)

    def _play_on(
        self,
        position: Position,
        limits: Limits,
        history: Sequence[Position],
        stop: StopSignal | None,
        on_info: OnInfo | None,
    ) -> Analysis:
        """What a position is worth, and, where that is no win, the move that is hardest to answer first.

        The limits are for both together.
        """
        half = Settled(limits.seconds, stop)

        def note(found: Analysis) -> None:
            half.note(found)
            if on_info is not None:
                on_info(found)

        watched: tuple[StopSignal | None, OnInfo | None] = (stop, on_info) if limits.seconds is None else (half, note)
        found = self.analyse(position, limits, history=history, stop=watched[0], on_info=watched[1])
        if found.nodes == found.tbhits:
            return found
        left = Limits(
            seconds=None if limits.seconds is None else max(0.0, limits.seconds - found.seconds),
            nodes=UNTIMED_NODES if limits.nodes is None else max(1, limits.nodes - found.nodes),
        )
        return hardest_answer(self._searcher, found, left, history, stop)


def analyse(
    position: Position | Round,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    history: Sequence[Position] = (),
    threads: int = 1,
    stop: StopSignal | None = None,
    on_info: OnInfo | None = None,
    tables: TablesChoice = None,
) -> Analysis:
    """Search a position, or the current one of a round, and say what its best lines are worth.

    The search ends after `seconds`, at `depth` moves, after about `nodes` positions, when `stop` is set or when the
    result is proved, whichever comes first; one second if nothing is said. `lines` is how many best moves to show
    (fewer if there are fewer), `history` the earlier positions of the round (the repetition rule needs them; a Round
    brings its own), `on_info` is called with the state of the analysis after each iteration. The same call with one
    thread and no limit of time gives the same answer every time.

    `tables` is a folder of endgame tables, or "auto" for that of the user. A position that they hold is not searched:
    its lines come from them. Without it no table is looked at; `Analysis.tables` says where answers came from.

    Raises BonducError if the round is over or an argument is out of range.
    """
    start, earlier = standing(position, "analyse")
    if isinstance(position, Round) and position.outcome:
        raise BonducError(f"nothing to analyse: the round is over ({position.outcome.reason})")
    if seconds is None and depth is None and nodes is None and stop is None:
        seconds = 1.0
    limits = Limits(seconds, depth, nodes)
    engine = Engine(start.game, EngineSettings(threads=whole_number(threads, "threads"), tables=tables))
    past = (*history, *earlier)
    return engine.analyse(start, limits, lines=whole_number(lines, "lines"), history=past, stop=stop, on_info=on_info)


def choose(
    round_: Round | Position,
    level: int = FULL_STRENGTH,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    on_info: OnInfo | None = None,
    tables: TablesChoice = None,
) -> Choice:
    """The computer's move in the current position of a round.

    A position will do, but does not know what would be a repetition.

    `level` is from 1 (a beginner) to 8 (full strength). `seconds`, `depth` and `nodes` replace the level's own limits
    of search; its slips stay. The same `seed` gives the same move, unless time is what ends the search. During an
    opening of many steps the move is the whole of the mover's part. At full strength, of moves that are worth the same
    and do not win, the one that is hardest to answer is chosen. Levels that overlook no moves play by the endgame
    tables that `tables` names, as for `analyse`, where those hold the position. Raises BonducError if the round is over
    or an argument is out of range.
    """
    engine = Engine(standing(round_, "choose")[0].game, EngineSettings(tables=tables))
    level, seed = whole_number(level, "level"), optional_number(seed, "seed")
    given = Limits(seconds, depth, nodes)
    return engine.choose(round_, level, None if given == Limits() else given, seed=seed, on_info=on_info)
