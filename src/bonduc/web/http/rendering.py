"""Templates: rendered in the language of the request, with what every page needs."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from bonduc import __version__
from bonduc.games.registry import GAMES
from bonduc.language import LANGUAGES, _, current, decimal, digits, ngettext, pgettext, told
from bonduc.web.http.script_messages import browser_messages
from bonduc.web.visitors.identity import visitor_of
from bonduc.web.visitors.language import direction

WEB = Path(str(files("bonduc.web")))
STATIC = WEB / "static"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        _=_,
        ngettext=ngettext,
        pgettext=pgettext,
        static=static_url,
        version=__version__,
        languages=LANGUAGES,
        games={name: spec.name for name, spec in GAMES.items()},
    )
    environment.filters.update(told=told, digits=lambda value: digits(str(value)), decimal=decimal, data=_data)
    return environment


def static_url(path: str) -> str:
    """The address of a static file; it changes with what it holds, so that browsers may keep it."""
    return f"/static/{stamp()}/{path}"


@cache
def stamp() -> str:
    """A digest of all static files."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _data(value: Any) -> Markup:
    """A value as JSON that can stand inside a `<script type="application/json">`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page: the template with these values, in the language of the request."""
    language = current()
    page = _environment().get_template(template)
    text = page.render(
        request=request,
        path=request.url.path,
        language=language,
        direction=direction(language),
        csrf=visitor_of(request).csrf,
        messages=browser_messages(language),
        **values,
    )
    return HTMLResponse(text, status, {"cache-control": "no-store"})
