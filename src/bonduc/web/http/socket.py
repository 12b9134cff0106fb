"""The host of all WebSockets: it has a place for each, bounds what it sends, and ends it with a code that says why.

class Echo(Connection):
    LARGEST, RATE, BURST = 1000, 5.0, 20

    async def run(self) -> None:
        while True:
            await self.socket.send_text(str(await self.receive()))

SOCKETS: list[BaseRoute] = [Echo.route("/ws/echo")]
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bonduc.language import _
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.places import keys_of
from bonduc.web.visitors.requester import requester_of

SEND_TIME = 10.0  # seconds a client may take to accept a message, or the end
NORMAL = 1000
NOT_READABLE = 1003
POLICY_VIOLATION = 1008
TOO_LARGE = 1009
TRY_AGAIN = 1013


class CloseError(Exception):
    """The connection is to be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection(ABC):
    """What is done over one WebSocket, from `run` to its end, a CloseError or the client's leave."""

    LARGEST: ClassVar[int]  # characters of a message
    RATE: ClassVar[float]  # messages a second,
    BURST: ClassVar[int]  # and at once

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.requester = requester_of(socket)
        self.budget: Buckets = socket.app.state.budget  # of everything that comes from its address
        self.bucket = Buckets(self.RATE, self.BURST)  # of its own messages

    @abstractmethod
    async def run(self) -> None:
        """Serve it until it ends."""

    async def receive(self) -> str | bytes:
        """The next message."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        said: str | bytes = message.get("bytes") or b"" if message.get("text") is None else message["text"]
        if len(said) > self.LARGEST:
            raise CloseError(TOO_LARGE)
        return said

    @classmethod
    def route(cls, path: str) -> WebSocketRoute:
        """The route that serves such connections."""
        return WebSocketRoute(path, cls._serve)

    @classmethod
    async def _serve(cls, socket: WebSocket) -> None:
        places, keys = socket.app.state.sockets, keys_of(socket)
        if not places.enter(keys):
            await socket.close(POLICY_VIOLATION, _("Too many connections."))
            return
        code = NORMAL
        try:
            await socket.accept()
            await cls(socket).run()
        except CloseError as error:
            code = error.code
        except WebSocketDisconnect:
            return
        finally:
            places.leave(keys)
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await asyncio.wait_for(socket.close(code), SEND_TIME)
