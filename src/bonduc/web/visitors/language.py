"""The language of a request: `?lang=`, the cookie of an earlier choice, or what the browser asks for."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bonduc.language import LANGUAGES, RIGHT_TO_LEFT, from_header, speaking

COOKIE = "bonduc_lang"
KEPT = 365 * 24 * 3600


def direction(language: str) -> str:
    """`rtl` or `ltr`: which way a language is written."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


class LanguageMiddleware:
    """Says everything of a request in its language; a choice by `?lang=` is kept in a cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        chosen = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
        kept = HTTPConnection(scope).cookies.get(COOKIE, "")
        asked = next((code for code in (chosen, kept) if code in LANGUAGES), None)
        language = asked or from_header(Headers(scope=scope).get("accept-language", ""))
        scope["language"] = language

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("content-language", language)
                headers.add_vary_header("Accept-Language, Cookie")
                if chosen == language and kept != language:
                    headers.append("set-cookie", f"{COOKIE}={language}; Path=/; Max-Age={KEPT}; SameSite=Lax")
            await send(message)

        with speaking(language):
            await self.app(scope, receive, send_with_language)
