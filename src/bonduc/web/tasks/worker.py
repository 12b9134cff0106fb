"""The program of a process for tasks (`processes.worker`): what it can do is in `skills`."""

from __future__ import annotations

from bonduc.web.processes.worker import run
from bonduc.web.tasks.skills import Skills

NICENESS = 5  # moves go before pictures, and these before engines
PATIENCE = 1 << 16  # laps that a sowing is followed for when it is not the task to decide it
MOST_MEGABYTES = 700  # of memory before a process is replaced


if __name__ == "__main__":
    run(Skills, niceness=NICENESS, patience=PATIENCE, most_megabytes=MOST_MEGABYTES)
