"""`bonduc tune`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bonduc.engine.tuning import tune as tuning
from bonduc.engine.tuning.selfplay import MatchScore
from tests.terminal.support import Runner, bad_input

QUICK = ("adji-kui-ii", "-o", "holes=2", "--rounds", "1", "--games", "12", "--nodes", "20", "--pairs", "2")


@pytest.fixture
def always_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is won."""
    monkeypatch.setattr(tuning, "play_match", lambda *_: MatchScore(16, 0, 0, (2.0,) * 8))


@pytest.fixture
def never_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "play_match", lambda *_: MatchScore(8, 0, 8, (1.0,) * 8))


@pytest.mark.usefixtures("always_kept")
def test_weights_that_win_are_written_and_can_be_played(bonduc: Runner, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    ran = bonduc("tune", *QUICK, "--out", str(out))
    assert ran.code == 0
    assert "match +16 =0 -0, 100.0% ± 8.3%: kept" in ran.out
    assert json.loads(out.read_text())["game"] == "adji-kui-ii"
    match = bonduc(
        "match", f"new=bonduc:nodes=20,weights={out}", "old=bonduc:nodes=20", "--game", "adji-kui-ii",
        "--option", "holes=2", "--games", "2", "--workers", "0", "--openings", "random:2",
    )  # fmt: skip
    assert match.code == 0
    assert "new against old, 2 games" in match.words


@pytest.mark.usefixtures("always_kept")
def test_the_same_seed_gives_the_same_weights(bonduc: Runner, tmp_path: Path) -> None:
    texts = []
    for name in ("one.json", "two.json"):
        found = json.loads(bonduc("tune", *QUICK, "--seed", "3", "--out", str(tmp_path / name), "--json").out)
        assert found["kept"] is True
        assert found["rounds"][0]["wins"] == 16
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    bonduc("tune", *QUICK, "--seed", "4", "--out", str(tmp_path / "other.json"))
    assert (tmp_path / "other.json").read_text() != texts[0]


@pytest.mark.usefixtures("never_kept")
def test_weights_that_do_not_win_are_not_written(bonduc: Runner, tmp_path: Path) -> None:
    ran = bonduc("tune", *QUICK, "--out", str(tmp_path / "weights.json"))
    assert ran.code == 1
    assert ran.out.endswith("No weights were kept: nothing is written.\n")
    assert list(tmp_path.glob("*.json")) == []


def test_the_match_is_played(bonduc: Runner, tmp_path: Path) -> None:
    found = json.loads(bonduc("tune", *QUICK, "--out", str(tmp_path / "w.json"), "--start", "shipped", "--json").out)
    (row,) = found["rounds"]
    assert row["wins"] + row["draws"] + row["losses"] == 4
    assert row["samples"] > 10


def test_bad_input(bonduc: Runner, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "w.json"))
    assert "unknown game" in bad_input(bonduc("tune", "nosuchgame", *out))
    assert "there is no folder" in bad_input(bonduc("tune", *QUICK, "--out", str(tmp_path / "no" / "w.json")))
    missing = str(tmp_path / "none")
    assert f"cannot read {missing!r}" in bad_input(bonduc("tune", *QUICK, *out, "--start", missing))
    (tmp_path / "bad.json").write_text("{}")
    assert "bad.json" in bad_input(bonduc("tune", *QUICK, *out, "--start", str(tmp_path / "bad.json")))
    assert "--games" in bad_input(bonduc("tune", *QUICK, "--games", "0", *out))
