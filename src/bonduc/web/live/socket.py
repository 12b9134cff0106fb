"""The WebSocket of a live game (the protocol in `bonduc.web.live`)."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from starlette.routing import BaseRoute
from starlette.websockets import WebSocket

from bonduc.errors import BonducError
from bonduc.language import _, told
from bonduc.web.http.socket import POLICY_VIOLATION, SEND_TIME, TRY_AGAIN, CloseError, Connection
from bonduc.web.limits.budget import DOOR
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.live.game.decisions import Actor, RefusedError
from bonduc.web.live.game.messages import Hello, MalformedError, Pong, read_message
from bonduc.web.live.service.games import live_of
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.live.service.open_games import NoGameError
from bonduc.web.running.now import now

PATIENCE_WITH_FLOODS = 60  # refusals for flooding before the connection is closed
WATCHERS_A_UNIT = 8  # connections that are told of a move at the cost of one unit
HELLO_TIME = 15.0  # seconds a connection may take to say hello
HEARTBEAT = 15.0  # seconds between pings
NO_GAME = 4404


class LiveConnection(Connection):
    """One WebSocket that watches a game and acts in it."""

    LARGEST, RATE, BURST = 4096, 10.0, 40

    def __init__(self, socket: WebSocket) -> None:
        super().__init__(socket)
        self.games = live_of(socket)
        self.code: str = socket.path_params["code"]
        self.subscriber = Subscriber(self.requester.visitor, socket.scope["language"])
        self._floods = 0
        self._lag = 0
        self._pinged: float | None = None

    async def run(self) -> None:
        """Serve it until it ends."""
        await self._greet()
        try:  # watching included: whoever leaves before it is complete is watching already
            await self.games.watching.watch(self.code, self.subscriber)
            await _first_to_end(self._read(), self._write(), self._beat())
        except NoGameError:
            raise CloseError(NO_GAME) from None
        finally:
            self.games.watching.unwatch(self.code, self.subscriber)

    async def _greet(self) -> None:
        """The first message must be a hello."""
        try:
            async with asyncio.timeout(HELLO_TIME):
                message = read_message(await self.receive())
        except (TimeoutError, MalformedError):
            raise CloseError(POLICY_VIOLATION) from None
        if not isinstance(message, Hello):
            raise CloseError(POLICY_VIOLATION)
        self.subscriber.version = message.version

    async def _read(self) -> None:
        """Do what the client sends, in order."""
        while True:
            text = await self.receive()
            if self.bucket.take("") and self.budget.take(self.requester.address, self._cost()):
                await self._answer(text)
                continue
            self._floods += 1
            if self._floods > PATIENCE_WITH_FLOODS:
                raise CloseError(POLICY_VIOLATION)
            self._refuse(None, "busy", _("Too many requests: wait a moment."))

    def _cost(self) -> float:
        """What a message costs whoever sends it (`limits.budget`): everyone who watches may have to be told of it."""
        return DOOR + self.games.hub.watchers(self.code) / WATCHERS_A_UNIT

    async def _answer(self, text: str | bytes) -> None:
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
            actor = Actor(self.subscriber.visitor, now(), self._lag, self.requester.address)
            try:
                done = await self.games.changes.act(self.code, actor, message)
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
                        await self.socket.send_text(await self.games.watching.news(self.code, self.subscriber))
            except TimeoutError:
                raise CloseError(TRY_AGAIN) from None

    async def _beat(self) -> None:
        """Measure the lag, and keep proxies from thinking that the connection is dead."""
        while True:
            self._pinged = round(time.monotonic() * 1000, 1)
            self.subscriber.tell({"type": "ping", "at": self._pinged})
            await asyncio.sleep(HEARTBEAT)


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


SOCKETS: list[BaseRoute] = [LiveConnection.route("/ws/live/{code}")]
