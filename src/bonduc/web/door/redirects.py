"""Redirects that say where to go on this site, and leave the scheme, host and port to whoever asked.

A proxy may pass on a Host without the port that people use, so an absolute address made from it would lead astray.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class RelativeRedirects:
    """Makes redirects to this site's own host relative."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_relative(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "location" in headers:
                    headers["location"] = relative(headers["location"], HTTPConnection(scope).url.netloc)
            await send(message)

        await self.app(scope, receive, send_relative)


def relative(address: str, own: str) -> str:
    """The address without scheme and host where the host is `own`; never one that a browser reads as another host."""
    parts = urlsplit(address)
    if parts.netloc != own:
        return address
    path = "/" + parts.path.lstrip("/\\")
    return path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
