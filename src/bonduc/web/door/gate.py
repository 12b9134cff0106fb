"""Who is let in: host and origin checks, CSRF, limits on rate and size. Plain ASGI middleware."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bonduc.language import _
from bonduc.web.http.socket import POLICY_VIOLATION
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.budget import DOOR
from bonduc.web.limits.refusals import BodyTooLargeError, refuse
from bonduc.web.limits.turnstile import Turnstile, keep
from bonduc.web.settings import LOOPBACK, Settings
from bonduc.web.visitors.forwarded import address_of
from bonduc.web.visitors.identity import CSRF_HEADER, Visitor

BYTES = 32 * 1024  # of a request that cost as much again as the request
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LONGEST_NUMBER = 12  # digits of a length
LONGEST_PATH = 500  # characters of an address before its `?`


class Gate:
    """Refuses what must not reach the site: foreign hosts and origins, forged or oversized requests, floods."""

    def __init__(self, app: ASGIApp, settings: Settings, budget: Buckets, turnstile: Turnstile) -> None:
        self.app = app
        self.settings = settings
        self.budget = budget
        self.turnstile = turnstile
        public = urlsplit(settings.public_url).hostname
        self.hosts = {*settings.hosts, *LOOPBACK, settings.host, *([public] if public else [])}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None and scope["type"] == "http":
            await self._let_in(scope, receive, send)
        elif refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal[1][:100]})
        else:
            await refuse(*refusal)(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request, when its turn comes."""
        turn = await self.turnstile.enter(address_of(scope))
        if turn is None:
            await refuse(429, _("Too many requests: wait a moment."))(scope, receive, send)
            return
        keep(turn)

        async def send_and_leave(message: Message) -> None:
            turn.leave()
            await send(message)

        try:
            await self.app(scope, self._measured(receive), send_and_leave)
        finally:
            turn.leave()

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        hosts = [headers.get("host", ""), *filter(None, [scope["forwarded_host"]])]
        if "*" not in self.hosts and not self.hosts.issuperset(map(_hostname, hosts)):
            return 421, _("This site does not answer to that host name.")
        if len(scope["path"]) > LONGEST_PATH:
            return 414, _("The address is too long to be read.")
        if not self.budget.take(address_of(scope), DOOR + _length(headers) / BYTES):
            return 429, _("Too many requests: wait a moment.")
        if scope["type"] == "websocket":
            same = self._same_origin(scope, headers, hosts, required=True)
            return None if same else (403, _("Refused: foreign origin."))
        if scope["method"] in SAFE_METHODS:
            return None
        if not self._same_origin(scope, headers, hosts, required=False):
            return 403, _("Refused: foreign origin.")
        if not _csrf_matches(headers, scope["visitor"]):
            return 403, _("Refused: this page is out of date. Reload it and try again.")
        if not 0 <= _length(headers) <= self.settings.body_limit:
            return 413, _("That is too large: at most {count} bytes.", count=self.settings.body_limit)
        return None

    def _same_origin(self, scope: Scope, headers: Headers, hosts: Iterable[str], required: bool) -> bool:
        """Whether a request comes from a page of ours; where the site is secure, one that was fetched securely."""
        origin = headers.get("origin")
        if origin is None:
            return not required
        if self.settings.public_url and origin == self.settings.public_origin:
            return True
        secure = self.settings.secure_cookies or scope["scheme"] in ("https", "wss")
        schemes = ("https",) if secure else ("http", "https")  # a proxy that says nothing may have taken off the TLS
        return origin in {f"{scheme}://{host}" for scheme in schemes for host in hosts}

    def _measured(self, receive: Receive) -> Receive:
        """`receive`, ending in a fault once a body sent in pieces outgrows the limit."""
        got = 0

        async def measure() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.settings.body_limit:
                raise BodyTooLargeError(self.settings.body_limit)
            return message

        return measure


def _csrf_matches(headers: Headers, visitor: Visitor) -> bool:
    """A visitor without a cookie has nothing that a forged request could use: it needs no proof."""
    return visitor.new or hmac.compare_digest(headers.get(CSRF_HEADER, "").encode(), visitor.csrf.encode())


def _length(headers: Headers) -> int:
    """The length that a body is said to have; -1 if that is no number."""
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < LONGEST_NUMBER else -1


def _hostname(host: str) -> str:
    """The name in a Host header, without port and brackets."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
    except ValueError:  # a bracket too few or too many
        return ""


def _is_plain(host: str, strange: Iterable[str] = "/\\@ \t?#") -> bool:
    return bool(host) and not any(character in host for character in strange)
