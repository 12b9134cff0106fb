"""`bonduc serve`: the site on this machine, or on the internet."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from bonduc.errors import MissingExtraError
from bonduc.language import N_, _


def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; this machine only if not given.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 8000 if not given.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="The database; SQLite if not given.")] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address people reach it at: no path.")
    ] = None,
    engines: Annotated[int | None, typer.Option(min=0, max=256, help="Engine processes.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, max=64, help="Server processes on this port; 1.")] = None,
    bus: Annotated[str | None, typer.Option(metavar="URL", help="How processes tell each other: redis://….")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the site in the browser.")] = False,
) -> None:
    """Serve the site: play, learn and analyse in a browser. Settings are also read from BONDUC_WEB_… variables."""
    try:
        from bonduc.web.running.private import refuse_password
        from bonduc.web.server.serving import run
        from bonduc.web.settings import PREFIX, from_environment
    except ModuleNotFoundError as error:
        raise MissingExtraError(N_("the site"), "web") from error
    refuse_password("--database", database or "", PREFIX + "DATABASE")
    refuse_password("--bus", bus or "", PREFIX + "BUS")
    settings = from_environment(
        host=host,
        port=port,
        database=database,
        public_url=public_url,
        engines=engines,
        processes=processes,
        bus=bus,
    )

    def ready(address: str) -> None:
        sys.stdout.write(_("bonduc is at {address} (Ctrl-C ends it)", address=address) + "\n")
        sys.stdout.flush()
        if open_browser and can_open():
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):  # the way to end it
        run(settings, ready)


def can_open() -> bool:
    """Whether there is a browser that a person at this machine would see."""
    if sys.platform in ("darwin", "win32"):
        return True
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
