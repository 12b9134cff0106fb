"""What runs in a process of a pool: reads jobs from standard input and answers on standard output, JSON lines.

    → {"warm": true}                                     load the machine code, in the background
    → {"job": 7, "do": NAME, "language": "en", …}        (what else a request holds is for its task to say)
    → {"stop": 7}                                        end this job early, with what it has found
    ← {"ready": true}, {"warm": true}
    ← {"job": 7, "progress": {…}}
    ← {"job": 7, "done": {…}} or {"job": 7, "refused": message} or {"job": 7, "fault": text}; `"spent": true` with it:
      this process has grown too large and wants to be replaced; `"attached": N`: N bytes follow the line

A job that comes upon sowings which go on for too long to be followed here is answered by
`{"job": 7, "undecided": [question, …]}`; it may be sent again with what was found out (`known`; `verdicts`).

It ends when its input does.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

from bonduc.errors import BonducError
from bonduc.games.runner import in_attendance, noting
from bonduc.language import speaking
from bonduc.web.processes.verdicts import learn, tell_question

Send = Callable[[dict[str, Any]], None]
Task = Callable[[dict[str, Any], threading.Event, Send], dict[str, Any]]


class Skills(Protocol):
    """What a kind of process can do: its tasks by name, each given the request, a stop signal and a way to tell what
    was found on the way; and how it loads its machine code. Bytes that a task gives back as `attached` are sent as
    they are."""

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The tasks by name."""
        ...

    def warm_up(self) -> None:
        """Load the machine code, or compile it."""
        ...


class Worker:
    """Carries out jobs one after the other; reads what comes meanwhile in a thread of its own."""

    def __init__(self, source: IO[bytes], sink: IO[bytes], skills: Skills, most_megabytes: float) -> None:
        self._source = source
        self._sink = sink
        self._skills = skills
        self._most_megabytes = most_megabytes
        self._writing = threading.Lock()
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}

    def run(self) -> None:
        """Work until the input ends, which ends the process."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send({"ready": True})
        while True:
            self._carry_out(self._jobs.get())

    def _listen(self) -> None:
        for line in self._source:
            message = json.loads(line)
            if "job" in message:
                self._stops[message["job"]] = threading.Event()
                self._jobs.put(message)
            elif "warm" in message:
                threading.Thread(target=self._warm_up, daemon=True).start()
            elif (stop := self._stops.get(message.get("stop"))) is not None:
                stop.set()
        os._exit(0)  # nobody is left to answer to: whatever is being searched or compiled ends too

    def _warm_up(self) -> None:
        self._skills.warm_up()
        self._send({"warm": True})

    def _carry_out(self, request: dict[str, Any]) -> None:
        number = request["job"]
        stop, do = self._stops[number], self._skills.tasks[request["do"]]
        attached = None
        learn(request.pop("known", ()))
        with noting() as questions, speaking(request["language"]):
            try:
                done = do(request, stop, lambda progress: self._send({"job": number, "progress": progress}))
                attached = done.pop("attached", None)
                answer: dict[str, Any] = {"done": done}
            except BonducError as error:
                answer = {"refused": error.told}
                if questions:
                    answer = {"undecided": [tell_question(question) for question in questions]}
            except Exception as error:  # the server waits for an answer, whatever happened
                answer = {"fault": repr(error)}
        del self._stops[number]
        self._send({"job": number, **answer, "spent": megabytes() > self._most_megabytes}, attached)

    def _send(self, message: dict[str, Any], attached: bytes | None = None) -> None:
        if attached is not None:
            message |= {"attached": len(attached)}
        with self._writing, suppress(OSError):
            self._sink.write(json.dumps(message).encode() + b"\n" + (attached or b""))
            self._sink.flush()


def megabytes() -> float:
    """How much memory of its own this process uses now, without files it has mapped; 0 where nobody says."""
    try:
        resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
        return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError):
        return 0.0


def run(make_skills: Callable[[], Skills], *, niceness: int, patience: int, most_megabytes: float) -> None:
    """Run a process until standard input ends. It follows no sowing for more laps than its `patience`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends our input
    with suppress(OSError):
        os.nice(niceness)
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed by mistake is no answer
    with in_attendance(patience):
        Worker(sys.stdin.buffer, sink, make_skills(), most_megabytes).run()
