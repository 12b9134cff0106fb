"""The load that the server is measured with, small: nothing is lost, nothing refused."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("starlette")

LOAD = Path(__file__).resolve().parents[3] / "benchmarks" / "load.py"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    import sys

    spec = importlib.util.spec_from_file_location("load", LOAD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "load", module)
    spec.loader.exec_module(module)
    return module


def test_nothing_is_lost_under_load(load: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert load.main(["--games", "8", "--seconds", "2", "--pace", "0.2", "--busy", "1", "--level", "2"]) == 0
    shown = capsys.readouterr().out
    assert "8 games" in shown
    assert "refused: 0; games that differ from what was acknowledged: 0" in shown
