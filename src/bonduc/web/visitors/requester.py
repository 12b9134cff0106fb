"""Who asks for something."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import visitor_of


@dataclass(frozen=True)
class Requester:
    """A visitor, and where the requests come from."""

    visitor: str
    address: str


def requester_of(connection: HTTPConnection) -> Requester:
    """Who sends a request or holds a WebSocket."""
    return Requester(visitor_of(connection).id, address_of(connection.scope))
