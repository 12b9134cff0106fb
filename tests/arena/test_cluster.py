"""The arena on a real Dask cluster on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bonduc.arena.clock import TimeControl
from bonduc.arena.match import play_match
from bonduc.arena.runs.executors import cluster_executor
from bonduc.errors import BonducError

pytest.importorskip("distributed", reason="the cluster extra is not installed")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster of two worker processes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import LocalCluster

        start: Any = LocalCluster
        with start(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1") as here:
            yield here.scheduler_address


def test_a_match_on_a_cluster_is_the_same_as_here(address: str, tmp_path: Path) -> None:
    control = TimeControl(nodes=1)
    with cluster_executor(address) as (executor, threads):
        assert threads == 2
        there = play_match(
            "depth:2", "random", game="rio-kadalis", games=8, control=control, executor=executor, workers=threads,
            out=tmp_path / "run",
        )  # fmt: skip
    here = play_match("depth:2", "random", game="rio-kadalis", games=8, control=control)
    assert [result.moves for result in there.results] == [result.moves for result in here.results]
    assert len((tmp_path / "run" / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 8


def test_the_command_plays_on_a_cluster(address: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bonduc", "match", "greedy", "random", "--game", "kiothi", "--games", "4",
         "--nodes", "1", "--cluster", address, "--json"],
        capture_output=True,
        check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["games"] == 4


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from bonduc.arena.runs import executors

    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.3)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(BonducError, match="cannot reach a Dask scheduler"), cluster_executor(address):
            pytest.fail("there is no such cluster")
