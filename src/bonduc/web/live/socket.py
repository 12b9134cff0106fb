"""The WebSocket of a live game (the protocol in `bonduc.web.live`)."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bonduc.errors import BonducError
from bonduc.language import _, told
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.budget import DOOR
from bonduc.web.limits.places import keys_of
from bonduc.web.limits.refusals import POLICY_VIOLATION, RefusalError
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.messages import Hello, MalformedError, Pong, read_message
from bonduc.web.live.service.games import LiveGames, NoGameError, now
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import visitor_of

RATE = 10.0  # messages a second,
BURST = 40  # and at once, of one connection
PATIENCE_WITH_FLOODS = 60  # refusals for flooding before the connection is closed
LARGEST = 4096  # characters of a message
WATCHERS_A_UNIT = 8  # connections that are told of a move at the cost of one unit
HELLO_TIME = 15.0  # seconds a connection may take to say hello
HEARTBEAT = 15.0  # seconds between pings
SEND_TIME = 10.0  # seconds a client may take to accept a message
TOO_LARGE = 1009
TRY_AGAIN = 1013
NO_GAME = 4404


class CloseError(Exception):
    """The connection is to be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One WebSocket that watches a game and acts in it."""

    def __init__(self, socket: WebSocket, games: LiveGames, address: str) -> None:
        self.socket = socket
        self.budget: Buckets = socket.app.state.budget
        self.games = games
        self.address = address
        self.code: str = socket.path_params["code"]
        self.subscriber = Subscriber(visitor_of(socket).id, socket.scope["language"])
        self._bucket = Buckets(RATE, BURST)
        self._floods = 0
        self._lag = 0
        self._pinged: float | None = None

    async def run(self) -> None:
        """Serve it until it ends."""
        await self._greet()
        try:  # watching included: whoever leaves before it is complete is watching already
            await self.games.watch(self.code, self.subscriber)
            await _first_to_end(self._read(), self._write(), self._beat())
        finally:
            self.games.unwatch(self.code, self.subscriber)

    async def _greet(self) -> None:
        """The first message must be a hello."""
        try:
            async with asyncio.timeout(HELLO_TIME):
                message = read_message(await self._receive())
        except (TimeoutError, MalformedError):
            raise CloseError(POLICY_VIOLATION) from None
        if not isinstance(message, Hello):
            raise CloseError(POLICY_VIOLATION)
        self.subscriber.version = message.version

    async def _receive(self) -> str:
        """The text of the next message."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            text = (message.get("bytes") or b"").decode("utf-8", "replace")
        if len(text) > LARGEST:
            raise CloseError(TOO_LARGE)
        return str(text)

    async def _read(self) -> None:
        """Do what the client sends, in order."""
        while True:
            text = await self._receive()
            if self._bucket.take("") and self.budget.take(self.address, self._cost()):
                await self._answer(text)
                continue
            self._floods += 1
            if self._floods > PATIENCE_WITH_FLOODS:
                raise CloseError(POLICY_VIOLATION)
            self._refuse(None, "busy", _("Too many requests: wait a moment."))

    def _cost(self) -> float:
        """What a message costs whoever sends it (`limits.budget`): everyone who watches may have to be told of it."""
        return DOOR + self.games.hub.watchers(self.code) / WATCHERS_A_UNIT

    async def _answer(self, text: str) -> None:
        try:
            message = read_message(text)
        except MalformedError as error:
            self._refuse(None, "malformed", told(error.fault))
            return
        if isinstance(message, Pong):
            self._note_lag(message.at)
        elif isinstance(message, Hello):
            self.subscriber.version = message.version
            self.subscriber.refresh()
        else:
            actor = Actor(self.subscriber.visitor, now(), self._lag, self.address)
            try:
                done = await self.games.act(self.code, actor, message)
            except RefusedError as error:
                self._refuse(message.id, error.code, error.told)
                if error.code in ("stale", "over"):
                    self.subscriber.refresh()
            except RefusalError as error:
                self._refuse(message.id, "busy", error.told)
            except BonducError as error:
                self._refuse(message.id, "illegal", error.told)
            else:
                self.subscriber.tell(
                    {"type": "done", "id": message.id, "version": done.version, "repeated": done.repeated}
                )

    def _refuse(self, name: Any, code: str, message: str) -> None:
        self.subscriber.tell({"type": "refused", "id": name, "code": code, "message": message})

    def _note_lag(self, at: float) -> None:
        """Believe only the answer to the last ping, once."""
        if self._pinged is not None and at == self._pinged:
            self._lag = round((time.monotonic() * 1000) - at)
            self._pinged = None

    async def _write(self) -> None:
        """Send what there is to be sent; a client that does not take it in time is given up."""
        while True:
            messages, dirty = await self.subscriber.news()
            if self.subscriber.lagging:
                raise CloseError(TRY_AGAIN)
            try:
                async with asyncio.timeout(SEND_TIME):
                    for message in messages:
                        await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
                    if dirty:
                        await self.socket.send_text(await self.games.news(self.code, self.subscriber))
            except TimeoutError:
                raise CloseError(TRY_AGAIN) from None

    async def _beat(self) -> None:
        """Measure the lag, and keep proxies from thinking that the connection is dead."""
        while True:
            self._pinged = round(time.monotonic() * 1000, 1)
            self.subscriber.tell({"type": "ping", "at": self._pinged})
            await asyncio.sleep(HEARTBEAT)


async def live_socket(socket: WebSocket) -> None:
    """A connection to a live game."""
    games, places, keys = socket.app.state.live, socket.app.state.sockets, keys_of(socket)
    if not places.enter(keys):
        await socket.close(POLICY_VIOLATION, _("Too many connections."))
        return
    code = 1000
    try:
        await socket.accept()
        await Connection(socket, games, address_of(socket.scope)).run()
    except CloseError as error:
        code = error.code
    except NoGameError:
        code = NO_GAME
    except WebSocketDisconnect:
        return
    finally:
        places.leave(keys)
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await asyncio.wait_for(socket.close(code), SEND_TIME)


async def _first_to_end(*parts: Any) -> None:
    """Run parts until one of them ends or raises, then end the others."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


ROUTES: list[BaseRoute] = [WebSocketRoute("/ws/live/{code}", live_socket)]
