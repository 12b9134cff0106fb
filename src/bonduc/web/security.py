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

from bonduc.language import _
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
COSTS = {("POST", "/api/live"): 20.0}  # counts as so many requests: the engine will think for a new game
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
KNOWN_ADDRESSES = 50_000  # whose rate is remembered
RETRY_AFTER = {429: "2", 503: "5", 507: "60"}  # seconds to wait, where nothing else is said
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

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        public = urlsplit(settings.public_url).hostname
        self.hosts = {*settings.hosts, *LOOPBACK, settings.host, *([public] if public else [])}
        self.buckets = Buckets(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, self._measured(scope, receive, send), send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal[1][:100]})
        else:
            await refuse(*refusal)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        hosts = [headers.get("host", ""), *filter(None, [scope["forwarded_host"]])]
        if "*" not in self.hosts and not self.hosts.issuperset(map(_hostname, hosts)):
            return 421, _("This site does not answer to that host name.")
        if len(scope["path"]) > LONGEST_PATH:
            return 414, _("The address is too long to be read.")
        cost = COSTS.get((scope.get("method", "GET"), scope["path"]), 1.0)
        if not self.buckets.take(address_of(scope), cost):
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
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.body_limit:
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

    def _measured(self, scope: Scope, receive: Receive, send: Send) -> Receive:
        """`receive`, ending in a fault once a body sent in pieces outgrows the limit."""
        if scope["type"] != "http":
            return receive
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


class Buckets:
    """Token buckets by key: `rate` tokens a second, at most `burst`; a rate of 0 means no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether this much may be taken now."""
        if not self.rate:
            return True
        now = time.monotonic()
        level, then = self._levels.pop(key, (float(self.burst), now))
        level = min(self.burst, level + (now - then) * self.rate)
        taken = level >= cost
        self._levels[key] = (level - cost if taken else level, now)
        if len(self._levels) > KNOWN_ADDRESSES:
            self._levels.popitem(last=False)
        return taken


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


def _hostname(host: str) -> str:
    """The name in a Host header, without port and brackets."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
    except ValueError:  # a bracket too few or too many
        return ""


def _is_plain(host: str, strange: Iterable[str] = "/\\@ \t?#") -> bool:
    return bool(host) and not any(character in host for character in strange)
