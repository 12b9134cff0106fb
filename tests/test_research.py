"""Tables and proofs from Python, of both kinds of games."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc
from bonduc import proofs, tables
from bonduc.errors import BonducError

RIO = bonduc.game("rio-kadalis", holes=2, seeds=2)
BAO = bonduc.game("bao-la-kimasai", columns=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    for game, most in ((RIO, 8), (BAO, None)):
        assert tables.build(game, most, place) == place
    return place


@pytest.mark.parametrize("game", [RIO, BAO], ids=str)
def test_a_start_is_known_by_tables_and_by_proof(game: bonduc.Game, folder: Path) -> None:
    round_ = bonduc.Round(game)
    value = tables.probe(round_, folder)
    moves = tables.probe_moves(round_, str(folder))
    assert value is not None
    assert list(moves) == [str(move) for move in round_.legal_moves]
    assert max(worth for worth in moves.values() if worth is not None) == value.value
    proved = proofs.prove(round_, folder)
    assert (proved.proved, proved.lower) == (True, value.value)
    assert proofs.check(round_, folder) > 0
    assert tables.verify(game, folder) > 0


def test_what_there_is_nothing_of(tmp_path: Path) -> None:
    assert tables.probe(RIO.start(), tmp_path) is None
    assert None in tables.probe_moves(RIO.start(), tmp_path).values()  # a move that ends the round needs no table
    assert tables.verify(BAO, tmp_path) == tables.verify(RIO, tmp_path) == 0
    for game in (RIO, BAO):
        with pytest.raises(BonducError, match="nothing to check"):
            proofs.check(game.start(), tmp_path)


def test_bad_input_is_told(tmp_path: Path) -> None:
    with pytest.raises(BonducError, match="say how many"):
        tables.build(RIO, folder=tmp_path)
    with pytest.raises(BonducError, match="Kiothi"):
        tables.build(bonduc.game("kiothi"), 4, tmp_path)
    with pytest.raises(TypeError, match="most should be a whole number"):
        tables.build(RIO, 2.5, tmp_path)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs a Position or a Round"):
        tables.probe("4,4")  # type: ignore[arg-type]
