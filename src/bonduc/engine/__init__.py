"""The engine: choosing a move, and saying what positions are worth.

Others come in through `engine.py`, by `Engine` or by its `analyse` and `choose`, and take out the values of
`analysis.py`; what an engine works with is told in `settings.py`. Beside the door stands what is made with it:
`levels.py`, `review.py` with `score_plot.py`, `uci.py`, `bench.py` and `tuning/`, and `interpreted.py`,
which plays while machine code is being compiled. Behind it, each calls those after it and none before:

    engine.py      decides: opening, tables, search, playing on
    traps.py       the move that is hardest to answer, by a search
    opening.py     an opening of many steps as one move, by searches and rollouts
    rollouts/      Monte Carlo tree search
    search/        alpha-beta, in threads
    tables/        endgame tables: answers, and what a search probes
    evaluation/    the estimate of a leaf and its weights
    nodes/         what is known of a position in the search
"""

from bonduc.engine.analysis import Analysis, Choice, Limits, Line
from bonduc.engine.engine import Engine, analyse, choose
from bonduc.engine.settings import EngineSettings

__all__ = ["Analysis", "Choice", "Engine", "EngineSettings", "Limits", "Line", "analyse", "choose"]
