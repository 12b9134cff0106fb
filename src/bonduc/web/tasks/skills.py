"""What processes for tasks can do, by name: a request as JSON goes in, and JSON or bytes come out.

What cannot be read is answered by `{"refusal": {status, message, …}}`.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Mapping
from typing import Any

from bonduc.errors import BonducError, RecordError
from bonduc.games.registry import GAMES
from bonduc.games.runner import is_noted
from bonduc.language import N_
from bonduc.picture.png import png_bytes
from bonduc.position import game as find_game
from bonduc.web.processes.verdicts import runner_of
from bonduc.web.processes.worker import Send, Task
from bonduc.web.tasks import lines, records, replaying
from bonduc.web.tasks.pool import DECIDING

Request = dict[str, Any]
COMPRESSION = 5


class Skills:
    """The tasks of a process."""

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The tasks by name."""
        return {
            DECIDING: _alone(_decide),
            "paint": _alone(_paint),
            "read-records": _alone(_text(records.read)),
            "write-records": _alone(_text(records.write)),
            "replay": _alone(_text(replaying.replay)),
            "line": _alone(_text(lines.at_end)),
            "open-line": _alone(lines.opened),
        }

    def warm_up(self) -> None:
        """Load the machine code of all games."""
        for name in GAMES:
            find_game(name).runner.compile()


def _alone(function: Callable[[Request], dict[str, Any]]) -> Task:
    """The task of a function that knows of nothing but its request."""

    def task(request: Request, stop: threading.Event, send: Send) -> dict[str, Any]:
        return function(request)

    return task


def _decide(request: Request) -> dict[str, Any]:
    """What comes of one sowing, followed for `laps` at most."""
    flags, after = runner_of(request).decide(bytes.fromhex(request["row"]), request["move"], request["laps"])
    return {"flags": flags, "after": after.hex()}


def _paint(request: Request) -> dict[str, Any]:
    """A picture as PNG."""
    return {"attached": png_bytes(request["svg"], request["width"])}


def _text(function: Callable[[Request], Any]) -> Callable[[Request], dict[str, Any]]:
    """What a function finds, written (and `packed`) here: as ASCII, for escapes may stand for half a letter."""

    def written(request: Request) -> dict[str, Any]:
        try:
            text = json.dumps(function(request)).encode()
        except RecursionError:
            raise BonducError(N_("This is nested too deeply to be read.")) from None
        except RecordError as error:
            if is_noted():
                raise  # it will be read again
            place = {"line": error.line, "column": error.column}
            return {"refusal": {"status": 400, "message": error.told, **place}}
        return {"attached": gzip.compress(text, COMPRESSION) if request["packed"] else text}

    return written
