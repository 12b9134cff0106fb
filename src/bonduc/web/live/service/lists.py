"""Lists of a visitor's games as they are shown: of games that say nothing of themselves yet, what is played through."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from bonduc.errors import BonducError
from bonduc.web.db.database import Database
from bonduc.web.live.service.attendance import seen_lately
from bonduc.web.live.service.hub import Hub
from bonduc.web.live.store import listing

Look = Callable[[str, Callable[..., dict[str, Any]]], Awaitable[dict[str, Any]]]


async def summaries(
    database: Database, hub: Hub, look: Look, visitor: str, which: listing.Which, start: int, size: int
) -> list[dict[str, Any]]:
    """Games of a visitor from the `start`th of a list on; `look` finds something out about the table of a game."""
    found, now = [], time.time_ns() // 1_000_000
    for listed in await database.read(listing.find, visitor, which, start, size):
        code = listed.row.code
        try:
            glance = listed.glance if listed.glance is not None else await look(code, listing.glance)
        except BonducError:
            continue  # its rules have changed since
        here = seen_lately(hub.connected(code), {seat.visitor: seat.seen or 0 for seat in listed.seats}, now)
        found.append(listing.summary_view(listed, glance, visitor, here))
    return found
