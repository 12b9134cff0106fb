"""The review of whole rounds."""

from __future__ import annotations

import builtins
import threading
from pathlib import Path
from typing import Any

import pytest

import bonduc
from bonduc.engine.analysis import Limits
from bonduc.engine.review import MARKS, Review, review, thresholds
from bonduc.engine.score_plot import plot_scores

LIMITS = Limits(depth=8)


@pytest.fixture(scope="module")
def reviewed() -> Review:
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3))
    while not played.outcome:
        played.play(played.legal_moves[-1])
    return review(played, LIMITS)


def test_every_move_is_judged(reviewed: Review) -> None:
    first = reviewed.moves[0]
    assert first.position == reviewed.game.start()
    assert first.mover == bonduc.SOUTH
    for each in reviewed.moves:
        assert each.loss == max(0, round(each.analysis.lines[0].score - each.score, 2))
        if each.move == each.analysis.best and not each.exact:
            assert each.loss == 0
        least = dict(zip(MARKS, thresholds(reviewed.game), strict=True))
        assert each.mark == "" or each.loss >= least[each.mark]
    south, north = reviewed.moves[-1].position.play(reviewed.moves[-1].move).stores
    assert reviewed.moves[-1].score_south == south - north


def test_exact_losses_are_what_the_best_move_would_have_kept() -> None:
    """In solved positions the loss of the best move is nothing, and marks follow the loss."""
    game = bonduc.game("adji-kui-ii", holes=2, seeds=6)
    played = bonduc.Round(game)
    while not played.outcome:
        played.play(bonduc.analyse(played.position, depth=20, history=played.positions[:-1]).best)
    found = review(played, Limits(depth=20))
    assert all(each.exact and each.loss == 0 and each.mark == "" for each in found.moves)
    assert found.count(bonduc.SOUTH, "blunder") == 0


def test_marks_follow_the_seeds_of_the_game() -> None:
    assert thresholds(bonduc.game("rio-kadalis")) == (1.92, 3.84, 7.68)
    assert thresholds(bonduc.game("bao-la-kimasai")) == (0.2, 0.4, 0.8)


def test_a_record_is_reviewed_like_its_round() -> None:
    played = bonduc.Round(bonduc.game("adji-kui-ii", holes=3))
    for _ in range(4):
        played.play(played.legal_moves[0])
    assert review(played.record(), LIMITS).to_json() == review(played, LIMITS).to_json()


def test_json(reviewed: Review) -> None:
    data = reviewed.to_json()
    assert data["game"] == "rio-kadalis"
    assert len(data["moves"]) == len(reviewed.moves)
    assert set(data["moves"][0]) == {
        "position", "move", "score", "score_south", "best", "best_score", "loss", "exact", "mark",
    }  # fmt: skip


def test_a_review_reports_progress_and_can_be_stopped() -> None:
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3))
    for _ in range(5):
        played.play(played.legal_moves[0])
    stop, seen = threading.Event(), []

    def on_move(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            stop.set()

    assert 2 <= len(review(played, LIMITS, stop=stop, on_move=on_move).moves) <= 3
    assert seen[0] == (0, 6)


def test_an_empty_round_is_refused() -> None:
    with pytest.raises(bonduc.BonducError, match="nothing to review"):
        review(bonduc.Round(bonduc.game("rio-kadalis")))


def test_the_graph_is_written(reviewed: Review, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("scores.png", "scores.svg"):
        plot_scores(reviewed, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(bonduc.BonducError, match="cannot write the graph"):
        plot_scores(reviewed, tmp_path / "no" / "folder.png")
    with pytest.raises(bonduc.BonducError, match="cannot write the graph"):
        plot_scores(reviewed, tmp_path / "scores.doc-no-such-format")


def test_without_matplotlib_the_extra_is_named(reviewed: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(bonduc.MissingExtraError, match=r"bonduc\[study\]"):
        plot_scores(reviewed, "unused.png")
