"""A real site in a real browser: a server of our own on a free port, and Debian's Chromium looking at it.

    site            its address, without the last slash; one server for all tests, each test brings its own visitors
    visit(path)     a page of a new visitor (a context of its own); keyword arguments go to `browser.new_context`,
                    `settings` into the browser's memory: by default nobody waits for seeds
    accessible      asserts that axe finds no violation on a page

Without Playwright or a Chromium the tests are skipped. A test fails if a page logs an error or breaks the
Content-Security-Policy, unless it says `visit(faults=True)`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from bonduc.web.server.serving import configuration
from bonduc.web.settings import Settings

CHROMIUM = os.environ.get("BONDUC_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60_000  # milliseconds that a state may take on a busy machine
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
QUICK = {"speed": "instant"}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SETTLED = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().iterations < Infinity)
  .map((each) => each.finished.catch(() => null))).then(() => null)"""
REMEMBER = "if (location.protocol === 'http:' && !localStorage.bonduc) localStorage.bonduc = %s;"

expect.set_options(timeout=PATIENCE)

Visit = Callable[..., Page]


class Served:
    """The site in a thread of its own, until `close`."""

    def __init__(self, settings: Settings) -> None:
        self.listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.listening.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.server = uvicorn.Server(configuration(settings))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]}, daemon=True)
        self.thread.start()
        while self.thread.is_alive() and not self.server.started:
            time.sleep(0.02)

    def close(self) -> None:
        """End the server and wait for it."""
        self.server.should_exit = True
        self.thread.join(timeout=20)
        self.listening.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that runs as long as the tests do."""
    folder = tmp_path_factory.mktemp("site")
    served = Served(Settings(folder=folder, secret="a secret for tests", rate=0, engines=1, engine_share=64))
    yield served.address
    served.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; skips where there is none."""
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine (or name it in BONDUC_CHROMIUM)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Opens a path of the site as a new visitor, and returns the page."""
    contexts = []
    seen: list[str] = []

    def open_page(path: str = "/", settings: dict[str, Any] | None = None, faults: bool = False, **given: Any) -> Page:
        context = chromium.new_context(**{"viewport": DESKTOP, "locale": "en-US", "base_url": site, **given})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        remembered = json.dumps(QUICK if settings is None else settings)
        context.add_init_script(REMEMBER % json.dumps(remembered))
        if not faults:
            context.on("page", _listen)
        page = context.new_page()
        page.goto(path)
        return page

    def _listen(page: Page) -> None:
        page.on("pageerror", lambda error: seen.append(f"{page.url}: {error}"))
        page.on("console", lambda said: seen.append(f"{page.url}: {said.text}") if said.type == "error" else None)

    yield open_page
    for context in contexts:
        context.close()
    assert not seen, "\n".join(seen)


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Asserts that axe finds no violation on a page; where, by what rule, if it does."""
    axe_module = pytest.importorskip("axe_core_python.sync_playwright", reason="axe-core-python is not installed")

    def check(page: Page) -> None:
        # Colours that are fading in or out are nobody's text yet.
        page.evaluate(SETTLED)
        found = axe_module.Axe().run(page)["violations"]
        told = [f"{each['id']}: {each['help']}\n  {node['html']}" for each in found for node in each["nodes"]]
        assert not told, f"{page.url}\n" + "\n".join(told)

    return check
