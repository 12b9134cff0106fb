"""What keeps the site safe: headers, host and origin checks, CSRF, limits on rate and size. Plain ASGI middleware."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bonduc.errors import BonducError
from bonduc.language import _
from bonduc.web.door.turnstile import Turnstile, keep
from bonduc.web.identity import CSRF_HEADER, Visitor
from bonduc.web.settings import LOOPBACK, Settings

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",  # where nothing else is said: most answers are for one visitor only
}
DOOR = 1.0  # what every request costs (`door.budget`), and more if it is large:
BYTES = 32 * 1024  # that cost as much again
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
KNOWN_ADDRESSES = 50_000  # whose rate is remembered
RETRY_AFTER = {429: "2", 503: "5", 507: "60"}  # seconds to wait, where nothing else is said
LONGEST_NUMBER = 12  # digits of a length
LONGEST_PATH = 500  # characters of an address before its `?`
POLICY_VIOLATION = 1008  # WebSocket close code


class SecurityHeaders:
    """Adds the headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = dict(HEADERS)
        if settings.secure_cookies:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if message["status"] in RETRY_AFTER:
                    headers.setdefault("retry-after", RETRY_AFTER[message["status"]])
            await send(message)

        await self.app(scope, receive, send_with_headers)


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


class BodyTooLargeError(Exception):
    """A request body is larger than allowed."""


class RefusalError(BonducError):
    """A refusal with its HTTP status; `headers` go with the answer."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


class Buckets:
    """Token buckets by key: `rate` tokens a second, at most `burst`; a rate of 0 means no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether this much may be taken now; a full bucket pays for anything."""
        if not self.rate:
            return True
        now = time.monotonic()
        level, then = self._levels.pop(key, (float(self.burst), now))
        level = min(self.burst, level + (now - then) * self.rate)
        cost = min(cost, self.burst)
        taken = level >= cost
        self._levels[key] = (level - cost if taken else level, now)
        if len(self._levels) > KNOWN_ADDRESSES:
            self._levels.popitem(last=False)
        return taken

    def wait(self, key: str, cost: float) -> float:
        """Seconds until this much may be taken."""
        level, then = self._levels.get(key, (float(self.burst), 0.0))
        return max(0.0, (min(cost, self.burst) - level) / self.rate - (time.monotonic() - then)) if self.rate else 0.0


def refuse(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """A refusal as JSON: `{"error": {"status": …, "message": …}}`."""
    return JSONResponse({"error": {"status": status, "message": message}}, status, headers)


def address_of(scope: Scope) -> str:
    """The network that a request counts for, as `door.forwarded` found it: an IPv4 address, an IPv6 /64."""
    found: str = scope["network"]
    return found


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
