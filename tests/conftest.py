"""Settings of the whole test suite."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Examples are drawn anew in every run unless CI asks for the same ones each time; no test fails for being slow.
settings.register_profile("bonduc", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("bonduc"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "bonduc"))

# A run started in the background, or one that outlives its terminal, may ignore such signals, and programs it starts
# would inherit that: tests send them.
for name in ("SIGINT", "SIGHUP", "SIGTERM", "SIGWINCH"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)

# Whatever this machine speaks, what is tested is English unless a test says otherwise; programs it starts follow.
os.environ["BONDUC_LANG"] = "en"

# No test looks into the tables of whoever runs it.
os.environ["BONDUC_TABLES"] = os.path.join(tempfile.gettempdir(), "bonduc-tests-without-tables")

pytest.register_assert_rewrite("tests.boards")

# What `make check` leaves out: browsers, servers, other processes, long play, and the manual's examples.
SLOW = (
    "arena",
    "checks/test_conformance.py",
    "games/test_against_reference.py",
    "games/kernels/test_compile.py",
    "puzzles/maker",
    "solve",
    "terminal/test_analyse.py",
    "terminal/test_languages.py",
    "terminal/test_live.py",
    "test_docs.py",
    "test_reference.py",
    "web/browser",
    "web/engines/test_engines.py",
    "web/test_languages.py",
    "web/live/test_processes.py",
    "web/server/test_load.py",
    "web/server/test_serving.py",
)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come last: what drives it keeps an event loop running in this thread until the end."""
    items.sort(key=lambda item: "browser" in item.path.parts)
    for item in items:
        place = item.path.relative_to(HERE).as_posix()
        if any(place == slow or place.startswith(f"{slow}/") for slow in SLOW):
            item.add_marker(pytest.mark.slow)
