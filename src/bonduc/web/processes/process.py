"""One process, seen from the server: it is sent jobs and answers, a line of JSON each.

A line with `attached` is followed by so many bytes as they are: pictures and texts too large to be read here.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

LONGEST_LINE = 1 << 20  # bytes of an answer

Message = dict[str, Any]


class WorkerProcess:
    """A running process. It ends when its standard input does, so it never outlives the server."""

    def __init__(self, process: asyncio.subprocess.Process, on_news: Callable[[], None]) -> None:
        self._process = process
        self._on_news = on_news
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.warmed = asyncio.Event()
        self.gone = asyncio.Event()
        self.is_spent = False
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, module: str, on_news: Callable[[], None]) -> WorkerProcess:
        """Start one that runs a module; `on_news` is called when it is ready, when it is warm, and when it is gone."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env=dict(os.environ),
        )
        return cls(process, on_news)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def is_warm(self) -> bool:
        """Has it loaded its machine code?"""
        return self.warmed.is_set()

    @property
    def is_gone(self) -> bool:
        """Has it ended?"""
        return self.gone.is_set()

    def send(self, message: Message) -> None:
        """Send it a message; one that is gone does not hear it."""
        assert self._process.stdin is not None
        with suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def receive(self, seconds: float) -> Message | None:
        """Its next message about a job; None if there is none within these seconds."""
        try:
            return await asyncio.wait_for(self._messages.get(), seconds)
        except TimeoutError:
            return None

    async def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while line := await stream.readline():
                message = json.loads(line)
                if "attached" in message:
                    message["attached"] = await stream.readexactly(message["attached"])
                self._heard(message)
        except (ValueError, ConnectionError, asyncio.IncompleteReadError):
            self.kill()  # it talks nonsense
        finally:
            self.gone.set()
            self._on_news()

    def _heard(self, message: Message) -> None:
        self.is_spent = self.is_spent or bool(message.get("spent"))
        if "job" in message:
            self._messages.put_nowait(message)
        else:
            (self.warmed if "warm" in message else self.ready).set()
            self._on_news()

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """End it; it is gone when this returns. It keeps nothing that could be lost."""
        assert self._process.stdin is not None
        self.kill()
        self._process.stdin.close()
        await self._process.wait()
        await self._reading
        with suppress(ConnectionError):
            await self._process.stdin.wait_closed()
