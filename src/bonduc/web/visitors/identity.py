"""Who a visitor is: a secret token in a signed cookie, no account.

The token is 256 random bits that never leave the cookie: the database and the logs hold a digest of it only
(`Visitor.id`). `Visitor.csrf` proves that a request comes from a page of ours: it is derived from the token, stands in
our pages, and every request that changes something carries it in the header `X-CSRF-Token`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "bonduc_visitor"
HOST = "__Host-"  # before its name over TLS: browsers then take it from this very host only, and over TLS
CSRF_HEADER = "x-csrf-token"
TOKEN_BYTES = 32
KEPT = 2 * 365 * 24 * 3600  # seconds that a browser keeps the cookie
ID_LENGTH = 32  # hexadecimal digits of the digest


@dataclass(frozen=True)
class Visitor:
    """A visitor: the token (secret), the id that stands for it, and whether the token is new with this request."""

    token: str = field(repr=False)
    csrf: str = field(repr=False)
    new: bool = False

    @property
    def id(self) -> str:
        """The digest of the token that the database knows the visitor by."""
        return hashlib.sha256(self.token.encode()).hexdigest()[:ID_LENGTH]


class Identity:
    """Reads visitors from cookies, and gives new ones theirs."""

    def __init__(self, secret: str, secure: bool = False) -> None:
        self._secret = secret.encode()
        self._signer = URLSafeSerializer(secret, salt=COOKIE)
        self._secure = secure
        self.name = HOST + COOKIE if secure else COOKIE

    def visitor(self, cookie: str | None) -> Visitor:
        """The visitor of a cookie's value; a new one where there is none or it was not signed by us."""
        token, new = None, False
        if cookie:
            try:
                token = self._signer.loads(cookie)
            except BadSignature:
                token = None
        if not isinstance(token, str) or len(token) < TOKEN_BYTES:
            token, new = secrets.token_urlsafe(TOKEN_BYTES), True
        csrf = hmac.new(self._secret, b"csrf:" + token.encode(), hashlib.sha256).hexdigest()
        return Visitor(token, csrf, new)

    def cookie(self, visitor: Visitor) -> str:
        """The Set-Cookie header of a visitor."""
        return self._set(str(self._signer.dumps(visitor.token)), KEPT)

    def ended(self) -> str:
        """The Set-Cookie header that lets a browser forget who it was."""
        return self._set("", 0)

    def _set(self, value: str, kept: int) -> str:
        made: SimpleCookie = SimpleCookie()
        made[self.name] = value
        morsel = made[self.name]
        morsel["path"], morsel["httponly"], morsel["samesite"], morsel["max-age"] = "/", True, "Lax", kept
        if self._secure:
            morsel["secure"] = True
        return morsel.OutputString()


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor that IdentityMiddleware found."""
    found = connection.scope["visitor"]
    assert isinstance(found, Visitor)
    return found


class IdentityMiddleware:
    """Puts the visitor into the scope; a new one gets the cookie with the response."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visitor = self.identity.visitor(_cookie(scope, self.identity.name))
        scope["visitor"] = visitor

        async def send_with_cookie(message: Message) -> None:
            if visitor.new and not self._is_set(message) and _may_identify(message, _reads(scope)):
                MutableHeaders(scope=message).append("set-cookie", self.identity.cookie(visitor))
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def _is_set(self, message: Message) -> bool:
        """Whether the answer says something of the cookie itself: that it is ended."""
        cookies = MutableHeaders(scope=message).getlist("set-cookie") if "headers" in message else []
        return any(each.startswith(self.identity.name + "=") for each in cookies)


def _reads(scope: Scope) -> bool:
    return scope.get("method", "GET") in ("GET", "HEAD")


def _may_identify(message: Message, reading: bool) -> bool:
    """Whether a new visitor's cookie may go with a message.

    Not with a refusal of anything but reading: browsers keep the cookie from a form that a foreign site sends here, and
    would forget who the visitor was. Nor with what caches may share among visitors.
    """
    if message["type"] != "http.response.start":
        return bool(message["type"] == "websocket.accept")
    shared = MutableHeaders(scope=message).get("cache-control", "").startswith("public")
    return (message["status"] < 400 or reading) and not shared


def _cookie(scope: Scope, name: str) -> str | None:
    try:
        return HTTPConnection(scope).cookies.get(name)
    except CookieError:
        return None
