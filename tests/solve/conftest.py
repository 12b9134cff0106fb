"""Small boards solved once for all tests of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc
from bonduc.solve.by_seeds.build import Means
from bonduc.solve.by_seeds.library import build_tables

TWO = Means(threads=2)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of Rio Kadalis with three holes up to 12 stones, of Adji Kui II with three holes up to 16 seeds."""
    where = tmp_path_factory.mktemp("tables")
    list(build_tables(bonduc.game("rio-kadalis", holes=3), 12, where, means=TWO))
    list(build_tables(bonduc.game("adji-kui-ii", holes=3), 16, where, means=TWO))
    return where
