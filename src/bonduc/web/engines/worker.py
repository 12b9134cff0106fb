"""The program of an engine process: reads jobs from standard input and answers on standard output, JSON lines.

    → {"warm": true}                                     load the machine code, in the background
    → {"job": 7, "do": "choose" | "analyse", …}          (`thinking` says what a request holds)
    → {"stop": 7}                                        end this job early, with what it has found
    ← {"ready": true}, {"warm": true}
    ← {"job": 7, "progress": {…}}
    ← {"job": 7, "done": {…}} or {"job": 7, "refused": message} or {"job": 7, "fault": text}; `"spent": true` with it:
      this process has grown too large and wants to be replaced

It ends when its input does.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from bonduc.errors import BonducError
from bonduc.games.runner import in_attendance
from bonduc.language import speaking

NICENESS = 10  # pages and live games go before engines
PATIENCE = 1 << 22  # laps that a sowing is followed for: less than a tenth of a second
MOST_MEGABYTES = 1500  # of memory before a process is replaced; endgame tables alone may be half a gigabyte


class Worker:
    """Carries out jobs one after the other; reads what comes meanwhile in a thread of its own."""

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._stops: dict[int, threading.Event] = {}

    def run(self) -> None:
        """Work until the input ends, which ends the process."""
        from bonduc.web.engines.thinking import Thinking

        self._thinking = Thinking()
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
            elif message.get("stop") in self._stops:
                self._stops[message["stop"]].set()
        os._exit(0)  # nobody is left to answer to: whatever is being searched or compiled ends too

    def _warm_up(self) -> None:
        self._thinking.warm_up()
        self._send({"warm": True})

    def _carry_out(self, request: dict[str, Any]) -> None:
        number = request["job"]
        stop = self._stops[number]
        do = {"choose": self._thinking.choose, "analyse": self._thinking.analyse}[request["do"]]
        try:
            done = do(request, stop, lambda progress: self._send({"job": number, "progress": progress}))
            answer: dict[str, Any] = {"done": done}
        except BonducError as error:
            with speaking(request["language"]):
                answer = {"refused": error.told}
        except Exception as error:  # the server waits for an answer, whatever happened
            answer = {"fault": repr(error)}
        del self._stops[number]
        self._send({"job": number, **answer, "spent": megabytes() > MOST_MEGABYTES})

    def _send(self, message: dict[str, Any]) -> None:
        with self._writing, suppress(OSError):
            self._sink.write(json.dumps(message).encode() + b"\n")
            self._sink.flush()


def megabytes() -> float:
    """How much memory of its own this process uses now, without files it has mapped; 0 where nobody says."""
    try:
        resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
        return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError):
        return 0.0


def main() -> None:
    """Run until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends our input
    with suppress(OSError):
        os.nice(NICENESS)
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed by mistake is no answer
    with in_attendance(PATIENCE):
        Worker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main()
