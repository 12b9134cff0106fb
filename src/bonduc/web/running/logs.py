"""What the server writes on standard error: a line each, with time and level, as text or as JSON.

Strangers decide how often some lines are due, such as that a request was refused, and a full disk as well: of each kind
so many are written in a while, and then how many were left out.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections import Counter
from datetime import UTC, datetime

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
LEVELS = ("debug", "info", "warning", "error")
MOST = 20  # lines of a kind in a
WHILE = 10.0  # seconds


def configure(level: str, form: str) -> None:
    """Let everything that this process logs be written so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == JSON else TextFormatter())
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("bonduc").setLevel(level.upper())


class TextFormatter(logging.Formatter):
    """`2026-03-01T12:00:00.123Z INFO bonduc.web.server.serving[42] what happened`, on one line but for tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as text."""
        said = " ".join(record.getMessage().splitlines())
        text = f"{_time(record)} {record.levelname} {record.name}[{os.getpid()}] {said}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class JsonFormatter(logging.Formatter):
    """An object a line: `time`, `level`, `logger`, `process`, `message`, and `traceback` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        value = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            value["traceback"] = self.formatException(record.exc_info)
        return json.dumps(value, ensure_ascii=False)


class Sparing(logging.Filter):
    """Lets so many lines of a kind pass, and tells how many more there were."""

    def __init__(self, most: int = MOST, seconds: float = WHILE) -> None:
        super().__init__()
        self._most = most
        self._seconds = seconds
        self._began = time.monotonic()
        self._seen: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        now = time.monotonic()
        if now - self._began >= self._seconds:
            left, self._seen, self._began = self._left_out(), Counter(), now
            if left:
                record.msg, record.args = f"{record.getMessage()} (before: {left} lines like these left out)", ()
        kind = str(record.msg)
        self._seen[kind] += 1
        return self._seen[kind] <= self._most

    def _left_out(self) -> int:
        return sum(max(0, count - self._most) for count in self._seen.values())


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
