"""Openings: random, from files, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc
from bonduc.arena.start_positions import BALANCE_NODES, StartPosition, make_openings
from bonduc.errors import BonducError


@pytest.mark.parametrize("name", bonduc.games())
def test_random_openings_are_legal_distinct_and_repeatable(name: str) -> None:
    game = bonduc.game(name)
    openings = make_openings("random:6", game, 12, seed=5)
    assert openings == make_openings("random:6", game, 12, seed=5)
    assert openings[:4] == make_openings("random:6", game, 4, seed=5), "more games do not change the first ones"
    assert openings != make_openings("random:6", game, 12, seed=6)
    reached = [opening.round(game) for opening in openings]
    assert all(played.mover is not None and len(played.moves) == 6 for played in reached)
    assert len({str(played.position) for played in reached}) == 12


def test_both_redistributions_of_kiothi_belong_to_the_opening() -> None:
    game = bonduc.game("kiothi")
    for opening in make_openings("random:0", game, 5, seed=1):
        played = opening.round(game)
        assert played.position.phase == "play"
        assert len(played.moves) == 2
        assert [str(move).count(">") for move in played.moves] == [1, 1]
        assert len(played.moves[0].steps) == 12, "North may empty holes that South has filled, South has fives only"
        assert sum(played.position.holes) == 60


def test_openings_differ_even_where_there_are_few() -> None:
    game = bonduc.game("rio-kadalis")
    openings = make_openings("random:1", game, 6, seed=1)
    assert {opening.moves for opening in openings} == {("A",), ("B",), ("C",), ("D",), ("E",), ("F",)}
    assert len(make_openings("random:1", game, 9, seed=1)) == 9, "then they repeat"


def test_start_is_the_start() -> None:
    assert make_openings("start", bonduc.game("kiothi"), 3, seed=1) == (StartPosition(),) * 3
    assert make_openings("random:0", bonduc.game("rio-kadalis"), 1, seed=1) == (StartPosition(),)


def test_a_file_of_positions(tmp_path: Path) -> None:
    game = bonduc.game("rio-kadalis")
    first = game.start().play("A")
    second = first.play("b")
    path = tmp_path / "openings"
    path.write_text(f"# two positions\n\n{first}\n{second}  # the second\n", encoding="utf-8")
    openings = make_openings(str(path), game, 5, seed=1)
    assert [opening.round(game).position for opening in openings] == [first, second, first, second, first]


def test_a_file_of_records(tmp_path: Path) -> None:
    game = bonduc.game("adji-kui-ii")
    played = bonduc.Round(game)
    for move in ("A", "a", "B"):
        played.play(move)
    other = bonduc.Round(game, played.position)
    other.play(other.legal_moves[0])
    path = tmp_path / "openings.txt"
    path.write_text(played.record(South="x").write() + "\n" + other.record().write(), encoding="utf-8")
    openings = make_openings(str(path), game, 2, seed=1)
    assert openings == (StartPosition("", ("A", "a", "B")), StartPosition(str(played.position), (str(other.moves[0]),)))
    with pytest.raises(BonducError, match="record 1 is of"):
        make_openings(str(path), bonduc.game("adji-kui-ii", own_four="relays"), 2, seed=1)


def test_faults_in_files_are_located(tmp_path: Path) -> None:
    game = bonduc.game("rio-kadalis")
    path = tmp_path / "openings"
    for text, fault in (
        ("", "the file holds none"),
        (f"{game.start()}\nnonsense\n", f"{path}:2: "),
        ("1,0,0,0,0,0/0,0,0,0,0,0 24 23 S -\n", f"{path}:1: the round is over"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BonducError) as caught:
            make_openings(str(path), game, 2, seed=1)
        assert fault in str(caught.value)
    finished = bonduc.Round(game)
    finished.resign(bonduc.SOUTH)
    path.write_text(finished.record().write(), encoding="utf-8")
    with pytest.raises(BonducError, match="record 1: the round is over"):
        make_openings(str(path), game, 2, seed=1)


@pytest.mark.parametrize("text", ["random:", "random:x", "random:-1", "random:999", "no such file", "random:²"])
def test_what_is_no_opening(text: str) -> None:
    with pytest.raises(BonducError, match="openings"):
        make_openings(text, bonduc.game("rio-kadalis"), 2, seed=1)


def test_random_plies_past_the_end_of_the_game() -> None:
    with pytest.raises(BonducError, match="is over before that many plies"):
        make_openings("random:200", bonduc.game("bao-la-kimasai", columns=2), 1, seed=1)


def test_balanced_openings_are_random_ones_that_are_even() -> None:
    game = bonduc.game("rio-kadalis")
    openings = make_openings("balanced:3", game, 6, seed=2)
    assert openings == make_openings("balanced:3", game, 6, seed=2)
    assert len({opening.moves for opening in openings}) == 6
    for opening in openings:
        played = opening.round(game)
        assert len(played.moves) == 3
        found = bonduc.analyse(played.position, nodes=BALANCE_NODES, history=played.positions[:-1])
        assert abs(found.lines[0].score) <= 2
    assert openings != make_openings("random:3", game, 6, seed=2), "the start is not even for most moves"


def test_where_even_openings_run_out_they_repeat() -> None:
    game = bonduc.game("rio-kadalis", holes=3)
    found = [opening.moves for opening in make_openings("balanced:1", game, 4, seed=1)]
    assert len(found) == 4
