"""What an engine works with."""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.engine.analysis import TablesChoice
from bonduc.engine.nodes.memory import Weights

__all__ = ["MOST_MEGABYTES", "MOST_THREADS", "TABLE_MEGABYTES", "EngineSettings", "Weights"]

TABLE_MEGABYTES = 64.0
MOST_THREADS = 256
MOST_MEGABYTES = 65_536


@dataclass(frozen=True, eq=False)
class EngineSettings:
    """Threads, megabytes of the transposition table (0: none) and endgame tables of an engine.

    `selective`: it looks less deep at moves that seem worse. `weights` replace the weights of the estimate.
    """

    threads: int = 1
    megabytes: float = TABLE_MEGABYTES
    selective: bool = True
    weights: Weights | None = None
    tables: TablesChoice = None
