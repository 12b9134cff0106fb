"""Live analysis: what the engine thinks of a position, as long as somebody looks at it.

The WebSocket `/ws/analysis` thinks live. Every message is a JSON object with a `type`:

    → {"type": "think", "id": 3, "game": "kiothi", "options": {…}, "start": null, "moves": […], "lines": 2}
      Think about the position after these moves; what was thought about before is dropped. `id` is repeated in
      answers, so that late ones can be told apart. `lines` and `seconds` may be left out.
    → {"type": "stop"}
    ← {"type": "waiting", "id": 3, "preparing": false}   it waits for an engine (which may still be getting ready)
    ← {"type": "found", "id": 3, "done": false, "score": 2.5, "exact": false, "depth": 11, "lines": […], …}
      as often as the engine has looked one move further; `done` when it has finished, or thought for long enough
    ← {"type": "refused", "id": 3, "status": 503, "message": "…"}

Scores and values are those of `api`.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing, suppress
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError
from starlette.routing import BaseRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bonduc.errors import BonducError
from bonduc.language import _
from bonduc.web.analysis.api import MOST_LINES, Path, engines_of
from bonduc.web.http.socket import NOT_READABLE, POLICY_VIOLATION, CloseError, Connection
from bonduc.web.limits.budget import DOOR
from bonduc.web.limits.refusals import RefusalError

LIVE_SECONDS = 120.0  # that live thinking goes on for when nobody stops it


class Think(Path):
    """A position to think about."""

    type: Literal["think"]
    id: Annotated[int, Field(ge=0, le=1 << 53)] = 0
    seconds: Annotated[float, Field(gt=0, le=LIVE_SECONDS)] = LIVE_SECONDS
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


class AnalysisConnection(Connection):
    """One reader of `/ws/analysis`: thinks about one position at a time."""

    LARGEST, RATE, BURST = 64 * 1024, 20.0, 200

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self.engines = engines_of(socket)
        self.thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Carry out its messages in order."""
        try:
            while True:
                text = await self.receive()
                if isinstance(text, bytes):
                    raise CloseError(NOT_READABLE)
                if not self.bucket.take(""):
                    raise CloseError(POLICY_VIOLATION)
                await self._hear(text)
        except (ValueError, RecursionError):  # no JSON, or nested beyond sense
            raise CloseError(NOT_READABLE) from None
        finally:
            await self._stop()

    async def _hear(self, text: str) -> None:
        """Carry out a message."""
        message = json.loads(text)
        kind = message.get("type") if isinstance(message, dict) else None
        await self._stop()
        if not self.budget.take(self.requester.address, DOOR):
            await self._refuse(None, 429, _("Too many requests: wait a moment."))
            return
        if kind == "stop":
            return
        try:
            think = Think.model_validate(message)
        except ValidationError:
            await self._refuse(message.get("id") if isinstance(message, dict) else None, 422, _("Cannot be read."))
            return
        if not self.budget.take(self.requester.address, think.surcharge()):
            await self._refuse(think.id, 429, _("Too many requests: wait a moment."))
            return
        self.thinking = asyncio.create_task(self._think(think))

    async def _stop(self) -> None:
        """Think no more."""
        if self.thinking is not None:
            self.thinking.cancel()
            await asyncio.gather(self.thinking, return_exceptions=True)
            self.thinking = None

    async def _think(self, think: Think) -> None:
        try:
            await self._send({"type": "waiting", "id": think.id, "preparing": not self.engines.is_warm})
            found = think.line.analyse(self.engines, self.requester, seconds=think.seconds, lines=think.lines)
            async with aclosing(found):
                async for each in found:
                    await self._send({"type": "found", "id": think.id, **each})
        except RefusalError as error:
            await self._refuse(think.id, error.status, error.told)
        except BonducError as error:
            await self._refuse(think.id, 400, error.told)

    async def _refuse(self, number: object, status: int, message: str) -> None:
        shown = number if isinstance(number, int) else None
        await self._send({"type": "refused", "id": shown, "status": status, "message": message})

    async def _send(self, message: dict[str, Any]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the reader is gone: `run` will hear of it
            await self.socket.send_text(json.dumps(message))


SOCKETS: list[BaseRoute] = [AnalysisConnection.route("/ws/analysis")]
