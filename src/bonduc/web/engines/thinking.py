"""What an engine process does: choose a move, analyse a position; requests and answers in plain JSON.

Every request names a place: `game`, `options`, `start` (a position, or null for the start of a round) and the `moves`
played from there. Scores in answers are leads of South in seeds.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from bonduc.engine import Analysis, Engine, EngineSettings, Limits, choose
from bonduc.engine.analysis import AUTO, MOST_LINES
from bonduc.engine.engine import in_opening
from bonduc.engine.interpreted import choose_interpreted
from bonduc.engine.levels import level_of
from bonduc.errors import UndecidedSowingError
from bonduc.games.kernels.state import PASS_CODE
from bonduc.games.registry import GAMES
from bonduc.games.runner import Runner
from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Game, Position
from bonduc.position import game as find_game
from bonduc.web.engines.openings import OpeningThinking
from bonduc.web.processes.worker import Send, Task

LONGEST_MOVE = 4.0  # seconds a level without a time of its own may think
PATIENCE = 2.0  # seconds a move waits for machine code before it is chosen without
KEPT_ENGINES = 2
TABLE_MEGABYTES = 32.0


class Thinking:
    """The engine of one process, with what it keeps from job to job."""

    def __init__(self) -> None:
        self._warm = threading.Event()
        self._patience = PATIENCE
        self._engines: OrderedDict[Game, Engine] = OrderedDict()
        self._opening: OpeningThinking | None = None
        self._last: tuple[Any, Round] | None = None

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The tasks of the process by name."""
        return {"choose": self.choose, "analyse": self.analyse}

    def warm_up(self) -> None:
        """Load the machine code of all games, or compile it."""
        for name in GAMES:
            Engine(find_game(name), EngineSettings(megabytes=0)).load()
        self._warm.set()

    def choose(self, request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
        """The computer's move at a level: `{"move": …}`."""
        played, level = self._replay(request), int(request["level"])
        if not self._warm.wait(self._patience):
            self._patience = 0.0
            return {"move": str(choose_interpreted(played, level))}
        limits = level_of(level, played.game).limits
        if in_opening(played.position):
            return {"move": str(choose(played, level).move)}
        if not _can_be_searched(played.position):
            return {"move": str(random.choice(played.position.legal_moves))}
        seconds = limits.seconds or LONGEST_MOVE
        chosen = choose(played, level, seconds, limits.depth, limits.nodes, tables=AUTO)
        return {"move": str(chosen.move)}

    def analyse(self, request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
        """The best `lines` of a position after at most `seconds`; each iteration is sent on the way."""
        played, lines = self._replay(request), int(request["lines"])
        while not self._warm.wait(0.02):
            if stop.is_set():
                return {"preparing": True}
        if in_opening(played.position):
            return self._opening_of(played.position).run(float(request["seconds"]), lines, stop, send)
        if not _can_be_searched(played.position):
            raise UndecidedSowingError
        engine = self._engine(played.game)
        limits = Limits(seconds=float(request["seconds"]))
        position, history = played.position, played.positions[:-1]
        values = _table_values(engine, position, history, stop)

        def on_info(found: Analysis) -> None:
            send(analysis_view(found) | values)

        found = engine.analyse(position, limits, lines=lines, history=history, stop=stop, on_info=on_info)
        return analysis_view(found) | values

    def _opening_of(self, position: Position) -> OpeningThinking:
        """The search of an opening, the same as before if it is the same."""
        if self._opening is None or self._opening.position != position:
            self._opening = OpeningThinking(position)
        return self._opening

    def _engine(self, game: Game) -> Engine:
        """The engine of a game, with what it remembers of the last analyses."""
        found = self._engines.pop(game, None) or Engine(game, EngineSettings(megabytes=TABLE_MEGABYTES, tables=AUTO))
        self._engines[game] = found
        if len(self._engines) > KEPT_ENGINES:
            self._engines.popitem(last=False)
        return found

    def _replay(self, request: dict[str, Any]) -> Round:
        """The round of a request; one that goes on from the last one is not played again from its start."""
        game = find_game(request["game"], **request["options"])
        key, moves = (game, request["start"]), list(request["moves"])
        played, done = Round(game, None if key[1] is None else game.position(key[1])), 0
        if self._last is not None and self._last[0] == key:
            earlier = [str(move) for move in self._last[1].moves]
            if earlier == moves[: len(earlier)]:
                played, done = self._last[1], len(earlier)
        self._last = None
        for move in moves[done:]:
            played.play(move)
        self._last = (key, played)
        return played


def _table_values(
    engine: Engine, position: Position, history: tuple[Position, ...], stop: threading.Event
) -> dict[str, Any]:
    """What every move is worth, where the endgame tables hold the position: `{"values": {move: …}}`."""
    found = engine.look_up(position, lines=MOST_LINES, history=history, seconds=0.5, stop=stop)
    if found is None:
        return {}
    shown = analysis_view(found)["lines"]
    return {"values": {line["moves"][0]: {"score": line["score"], "exact": line["exact"]} for line in shown}}


def _can_be_searched(position: Position) -> bool:
    """Whether a search, which follows no sowing for as long as the rules may have to, can play any legal move.

    Those it cannot play it leaves out.
    """
    runner, ceiling = position.game.runner, Runner.patience
    codes = [move.steps[0] for move in position.legal_moves]
    return codes == [PASS_CODE] or any(runner.decide(position.row, code, ceiling)[0] >= 0 for code in codes)


def analysis_view(found: Analysis) -> dict[str, Any]:
    """An analysis as JSON. `tables`: it came from the endgame tables."""
    sign = 1 if found.position.mover == SOUTH else -1
    lines = [
        {
            "moves": [str(move) for move in line.moves],
            "score": sign * line.score,
            "exact": line.exact,
            "depth": line.depth,
        }
        for line in found.lines
    ]
    return {
        "score": lines[0]["score"] if lines else None,
        "exact": found.proved,
        "settled": found.proved_lines == len(lines),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "tables": found.tbhits > 0,
        "lines": lines,
    }
