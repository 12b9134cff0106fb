"""The computer's move in a round."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.engine.analysis import Analysis, OnInfo, analyse
from bonduc.errors import BonducError
from bonduc.notation import Move
from bonduc.play import Round


@dataclass(frozen=True)
class Choice:
    """The move chosen and the analysis behind it."""

    move: Move
    analysis: Analysis


def choose(
    round_: Round,
    level: int = 8,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    on_info: OnInfo | None = None,
) -> Choice:
    """The computer's move in the current position of a round.

    `level` is from 1 (a beginner) to 8 (full strength); a limit given overrides the level's own. The same `seed`
    gives the same move wherever the limits are not of time. Raises BonducError if the round is over.
    """
    if round_.outcome:
        raise BonducError(f"no move to choose: the round is over ({round_.outcome.reason})")
    if not 1 <= level <= 8:
        raise BonducError(f"level {level}: must be from 1 to 8")
    position = round_.position
    analysis = analyse(
        position, seconds=seconds, depth=depth, nodes=nodes, history=round_.positions[:-1], on_info=on_info
    )
    return Choice(analysis.best, analysis)
