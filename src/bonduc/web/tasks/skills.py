"""What processes for tasks can do, by name: a request as JSON goes in, and JSON or bytes come out.

A task that comes upon sowings that have to be decided first answers `{"undecided": [question, …]}`, and is asked again
with what was found out (`known`); `verdicts` says how these are told.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Mapping
from typing import Any

from bonduc.errors import BonducError, RecordError
from bonduc.games.registry import GAMES
from bonduc.games.runner import noting
from bonduc.language import _, speaking
from bonduc.picture.png import png_bytes
from bonduc.position import game as find_game
from bonduc.web.processes.worker import Send, Task
from bonduc.web.tasks import records, replaying
from bonduc.web.tasks.pool import DECIDING
from bonduc.web.tasks.verdicts import learn, runner_of, tell_question

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
        }

    def warm_up(self) -> None:
        """Load the machine code of all games."""
        for name in GAMES:
            find_game(name).runner.compile()


def _alone(function: Callable[[Request], dict[str, Any]]) -> Task:
    """The task of a function that knows of nothing but its request, and is given what has been decided for it."""

    def task(request: Request, stop: threading.Event, send: Send) -> dict[str, Any]:
        learn(request.get("known", ()))
        with noting() as questions, speaking(request["language"]):
            try:
                return function(request)
            except RecursionError:
                return {"refusal": {"status": 400, "message": _("This is nested too deeply to be read.")}}
            except RecordError as error:
                if not questions:
                    place = {"line": error.line, "column": error.column}
                    return {"refusal": {"status": 400, "message": error.told, **place}}
            except BonducError:
                if not questions:
                    raise
        return {"undecided": [tell_question(question) for question in questions]}

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
        text = json.dumps(function(request)).encode()
        return {"attached": gzip.compress(text, COMPRESSION) if request["packed"] else text}

    return written
