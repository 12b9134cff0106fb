"""The computer's move in a round."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bonduc.engine.analysis import Analysis, Limits, OnInfo, TablesChoice
from bonduc.engine.levels import FULL_STRENGTH, Level, level_of, pick_line
from bonduc.engine.opening import in_opening, search_opening
from bonduc.engine.practical import search_and_choose
from bonduc.engine.searcher import Searcher
from bonduc.engine.tablebase import chosen_tables, consult
from bonduc.errors import BonducError
from bonduc.integers import optional_number, whole_number
from bonduc.notation import Move
from bonduc.play import Round, standing
from bonduc.position import Position


@dataclass(frozen=True)
class Choice:
    """The move chosen and the analysis behind it. A level that slips chooses a move that is not the analysis's best."""

    move: Move
    analysis: Analysis


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
    position, history = standing(round_, "choose")
    if round_.outcome:
        raise BonducError(f"no move to choose: the round is over ({round_.outcome.reason})")
    how = level_of(whole_number(level, "level"), position.game)
    seed = optional_number(seed, "seed")
    given = Limits(seconds, depth, nodes)
    limits = how.limits if given == Limits() else given
    if in_opening(position):
        return _open(position, how, given, seed, on_info)
    lines = 1 if how.overlooks == 0 else len(position.legal_moves)
    searcher = Searcher(position.game)
    known = chosen_tables(tables) if how.overlooks == 0 else None
    if level == FULL_STRENGTH:
        analysis = search_and_choose(searcher, position, limits, history, on_info=on_info, tables=known)
    else:
        analysis = consult(known, searcher, position, limits, lines=lines, history=history, on_info=on_info)
    return Choice(pick_line(analysis, how, seed).moves[0], analysis)


def _open(position: Position, level: Level, given: Limits, seed: int | None, on_info: OnInfo | None) -> Choice:
    """The mover's part of an opening. Without limits the level says how much is tried."""
    if seed is None:
        seed = random.randrange(1 << 30)
    limits = Limits(level.limits.seconds) if given == Limits() else given
    playouts = level.openings if limits == Limits() else None
    analysis = search_opening(position, limits, playouts=playouts, seed=seed, on_info=on_info)
    return Choice(analysis.best, analysis)
