"""Long answers in pieces: whoever does not take a piece in time gets no more, and holds nothing up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

PIECE_TIME = 30.0  # seconds to take a piece

log = logging.getLogger(__name__)


class PatientResponse(StreamingResponse):
    """An answer in pieces; `on_end` is called once, when it has ended in whatever way."""

    def __init__(
        self,
        pieces: AsyncGenerator[str, None],
        media_type: str,
        headers: dict[str, str],
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(pieces, headers=headers, media_type=media_type)
        self._pieces = pieces
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""

        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(PIECE_TIME):
                await send(message)

        try:
            async with aclosing(self._pieces):
                await super().__call__(scope, receive, send_in_time)
        except TimeoutError:
            log.info("given up: nobody takes what %s sends", scope["path"])
        finally:
            self._on_end()
