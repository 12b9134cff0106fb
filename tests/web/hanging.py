"""A process for tasks that can also hang and die, for tests: python -m tests.web.hanging."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bonduc.web.processes.worker import Send, Task, run
from bonduc.web.tasks import skills
from bonduc.web.tasks.pool import DECIDING


class Skills(skills.Skills):
    """The usual tasks, and some that nobody should have."""

    @property
    def tasks(self) -> Mapping[str, Task]:
        return {**super().tasks, "sleep": sleep, "loop": loop, "die": die, "die-once": die_once, DECIDING: sleep}


def sleep(request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
    time.sleep(3600)
    return {}


def loop(request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
    while True:
        pass


def die(request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
    os._exit(1)


def die_once(request: dict[str, Any], stop: threading.Event, send: Send) -> dict[str, Any]:
    note = Path(tempfile.gettempdir(), f"bonduc-died-{request['note']}")
    if not note.exists():
        note.touch()
        os._exit(1)
    note.unlink()
    return {"tried": 2}


if __name__ == "__main__":
    run(Skills, niceness=0, patience=1 << 10, most_megabytes=1000)
