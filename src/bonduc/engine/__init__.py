"""The engine: choosing a move, and saying what positions are worth.

`analyse` looks at one position; `choose` picks the computer's move in a round at a level of play.
"""

from bonduc.engine.analysis import Analysis, Line, analyse
from bonduc.engine.choice import Choice, choose

__all__ = ["Analysis", "Choice", "Line", "analyse", "choose"]
