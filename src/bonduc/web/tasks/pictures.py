"""Pictures as PNG: painted in a process, once, and kept as long as there is room."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

from bonduc.web.tasks.desk import Desk
from bonduc.web.visitors.requester import Requester

WIDTHS = (300, 600, 1200, 2400)  # pixels; others are rounded up to one of these
ROOM = 32 << 20  # bytes of pictures that are kept


def painted_width(width: int) -> int:
    """The width that a picture is painted in when it is to be at least so wide."""
    return next((each for each in WIDTHS if each >= width), WIDTHS[-1])


class Pictures:
    """The pictures of a server process. They are known by what is drawn, in whatever words it was asked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._painting: dict[str, asyncio.Task[bytes]] = {}

    async def png(self, requester: Requester, svg: str, width: int) -> bytes:
        """A drawing as PNG, in one of WIDTHS. Raises what `Desk.task` raises."""
        key = f"{hashlib.sha256(svg.encode()).hexdigest()} {width}"
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._painting.get(key)
        if task is None:
            task = self._painting[key] = asyncio.ensure_future(self._paint(key, requester, svg, width))
            task.add_done_callback(lambda done: self._painting.pop(key, None))
        return await asyncio.shield(task)

    async def _paint(self, key: str, requester: Requester, svg: str, width: int) -> bytes:
        found = await self._desk.task(requester, "paint", {"svg": svg, "width": width})
        picture: bytes = found["attached"]
        self._kept[key] = picture
        self._size += len(picture)
        while self._size > ROOM:
            self._size -= len(self._kept.popitem(last=False)[1])
        return picture
