"""The program of an engine process (`processes.worker`): its tasks are `choose` and `analyse`, told in `thinking`."""

from __future__ import annotations

from bonduc.web.engines.thinking import Thinking
from bonduc.web.processes.worker import run

NICENESS = 10  # pages and live games go before engines
PATIENCE = 1 << 18  # laps that a sowing is followed for: some thousandths of a second
MOST_MEGABYTES = 1500  # of memory before a process is replaced; endgame tables alone may be half a gigabyte


if __name__ == "__main__":
    run(Thinking, niceness=NICENESS, patience=PATIENCE, most_megabytes=MOST_MEGABYTES)
