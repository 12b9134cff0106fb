"""Connections to the port: how many there may be, how long they may take, and how much they may send.

uvicorn bounds neither the head of a request nor the time for it. Here a request that is slow in coming is ended, one
whose head is too large is refused before it is all there, whoever does not take what they are sent is given up, and an
address has so many connections. Proxies that are believed have as many as they need: those behind them are counted by
request.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bonduc.web.limits.places import Places
from bonduc.web.visitors.addresses import network_of, read_address
from bonduc.web.visitors.forwarded import Trust

MOST_HEADERS = 100
MOST_IN_A_ROW = 32  # requests that may be sent before the first of them is answered
NOT_TEXT = 1007  # WebSocket close code
LINGER = 1.0  # seconds that a refused client may go on sending, so that it reads why
LINGER_BYTES = 1 << 20
OVERHEAD = 16  # times what a body may have: chunks of one byte each take as much
LOOKS = 4  # in the shortest of the times
LONGEST_PAUSE = 1.0  # seconds between looks
HEAD, BODY, ANSWER, IDLE = "head", "body", "answer", "idle"


@dataclass(frozen=True)
class PortLimits:
    """Seconds for the head of a request, its body, between two requests, and without anything being taken; bytes of a
    head and of a body; connections of an address, and in all."""

    header_time: float
    body_time: float
    idle_time: float
    stall_time: float
    header_bytes: int
    body_bytes: int
    connections: int
    all_connections: int

    @property
    def pause(self) -> float:
        """Seconds between looks at the connections."""
        return min(LONGEST_PAUSE, min(self.header_time, self.body_time, self.stall_time) / LOOKS)


class Guard:
    """What a server keeps of its connections."""

    def __init__(self, limits: PortLimits, trust: Trust, prefix: int) -> None:
        self.limits = limits
        self._trust = trust
        self._prefix = prefix
        self._places = Places(limits.connections, limits.all_connections)
        self._keys: dict[Any, tuple[str, ...]] = {}
        self._unsent: dict[Any, tuple[int, float]] = {}

    def enter(self, transport: Any, client: tuple[str, int] | None) -> bool:
        """A connection is made; whether it may be."""
        peer = client[0] if client else ""
        keys = () if self._trust.believes(read_address(peer), 0) else (network_of(peer, self._prefix),)
        if not self._places.enter(keys):
            return False
        self._keys[transport] = keys
        return True

    def leave(self, transport: Any) -> None:
        """A connection is lost."""
        self._unsent.pop(transport, None)
        keys = self._keys.pop(transport, None)
        if keys is not None:
            self._places.leave(keys)

    def look(self, connections: Iterable[Any], now: float) -> None:
        """End the connections that have taken too long."""
        for connection in list(connections):
            if isinstance(connection, GuardedHttp):
                connection.look(now)
            if self._stalls(connection.transport, now):
                connection.transport.abort()

    def _stalls(self, transport: Any, now: float) -> bool:
        """Whether nothing of what waits to be sent has been taken for too long."""
        size = transport.get_write_buffer_size()
        if not size:
            self._unsent.pop(transport, None)
            return False
        before, since = self._unsent.get(transport, (size + 1, now))
        self._unsent[transport] = (size, now if size < before else since)
        return now - self._unsent[transport][1] > self.limits.stall_time


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, with the guard of its connections."""

    def __init__(self, app: Any, guard: Guard, **given: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **given)
        self.guard = guard


class GuardedHttp(HttpToolsProtocol):
    """HTTP on one connection, until it becomes a WebSocket."""

    config: GuardedConfig

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.guard = self.config.guard
        self._phase = HEAD
        self._since = self.loop.time()
        self._received = 0  # bytes, in this phase
        self._head = 0  # bytes of the head that have been read
        self._refused = False
        self._answering: RequestResponseCycle | None = None

    # The connection

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        super().connection_made(transport)
        if not self.guard.enter(transport, self.client):
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.guard.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They send something."""
        self._received += len(data)
        if self._refused:
            if self._received > LINGER_BYTES:
                self.transport.abort()
            return
        if self._phase == IDLE:
            self._enter(HEAD, len(data))
        super().data_received(data)
        limits = self.guard.limits
        if self._phase == HEAD and self._received > limits.header_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._phase == BODY and self._received > limits.header_bytes + OVERHEAD * limits.body_bytes:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def look(self, now: float) -> None:
        """End the connection if it has taken too long."""
        limits, waited = self.guard.limits, now - self._since
        if self._refused:
            return
        if self._phase == HEAD and waited > limits.header_time:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT) if self._received else self.transport.close()
        elif self._phase == BODY and self.flow.read_paused:
            self._since = now  # it is us who do not read
        elif self._phase == BODY and waited > limits.body_time:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif self._phase == IDLE and waited > 2 * limits.idle_time:
            self.transport.close()

    def _enter(self, phase: str, received: int = 0) -> None:
        self._phase, self._since, self._received = phase, self.loop.time(), received

    def _refuse(self, status: HTTPStatus) -> None:
        """Say why, unless an answer is under way, and end the connection."""
        if self._refused or self.transport.is_closing():
            return
        answering = any(each.response_started for each in self._unanswered())
        for each in self._unanswered():
            each.disconnected = True
            each.message_event.set()
        self.pipeline.clear()
        self._refused, self._received = True, 0
        if answering:
            self.transport.abort()
            return
        self.transport.write(_refusal(status, self.server_state.default_headers))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self.loop.call_later(LINGER, self.transport.abort)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _unanswered(self) -> list[RequestResponseCycle]:
        """The requests that have not been answered to the end."""
        cycles = [self._answering, *(cycle for cycle, _ in self.pipeline)]
        return [cycle for cycle in cycles if cycle is not None and not cycle.response_complete]

    # What the parser finds

    def on_message_begin(self) -> None:
        """A request begins."""
        if self._refused:
            return
        if self._phase != HEAD:
            self._enter(HEAD)
        self._head = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of its address."""
        self._head += len(url)
        if not self._refused:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; those after the body are nobody's business."""
        self._head += len(name) + len(value)
        if self._phase == HEAD and not self._refused:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is all there."""
        if self._refused:
            return
        if self._head > self.guard.limits.header_bytes or len(self.headers) > MOST_HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        if len(self.pipeline) >= MOST_IN_A_ROW:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._enter(BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is all there."""
        if not self._refused:
            self._enter(ANSWER)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered."""
        if self._phase == ANSWER:
            self._enter(IDLE)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a WebSocket."""
        if not self._refused:
            super().handle_websocket_upgrade()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    config: GuardedConfig

    def send_receive_event_to_app(self) -> None:
        """A message is all there; one that should be text and is none ends it, which is nothing to log a fault for."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.config.guard.leave(self.transport)
        super().connection_lost(exc)


def _is_text(frames: Iterable[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True


def _refusal(status: HTTPStatus, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    body = json.dumps({"error": {"status": status.value, "message": status.phrase}}).encode()
    later = status in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
    more = [(b"retry-after", b"5")] if later else []
    told = [
        *headers,
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *more,
    ]
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in told)
    return STATUS_LINE[status.value] + lines + b"\r\n" + body
