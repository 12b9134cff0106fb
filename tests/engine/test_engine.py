"""The door: what is decided in which order, what is kept and loaded, and choosing a move."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc
from bonduc.engine import Engine, EngineSettings, Limits, choose
from bonduc.engine.engine import MACHINE_CODE, OPENING_CODE
from bonduc.engine.tables.tablebase import Tablebase
from bonduc.games.kernels.compile import is_loaded, marked


@pytest.mark.parametrize("name", bonduc.games())
@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_the_same_seed_gives_the_same_move(name: str, level: int, midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame[name].game, midgame[name])
    choices = [choose(played, level, seed=5) for _ in range(2)]
    assert choices[0].move == choices[1].move
    assert choices[0].move in played.legal_moves


def test_other_seeds_overlook_other_moves(midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame["kiothi"].game, midgame["kiothi"])
    assert len({choose(played, 1, seed=seed).move for seed in range(12)}) > 3
    assert len({choose(played, 7, seed=seed).move for seed in range(3)}) == 1


@pytest.mark.parametrize("level", [1, 4])
def test_an_opening_is_chosen_as_one_move(level: int) -> None:
    played = bonduc.Round(bonduc.game("kiothi"))
    for _ in range(2):
        choice = choose(played, level, seed=3)
        assert choice.move == choose(played, level, seed=3).move
        assert ">" in str(choice.move)
        played.play(choice.move)
    assert played.position.phase == "play"


def test_limits_replace_those_of_the_level(midgame: dict[str, bonduc.Position]) -> None:
    played = bonduc.Round(midgame["rio-kadalis"].game, midgame["rio-kadalis"])
    assert choose(played, 8, depth=3).analysis.depth == 3
    assert choose(played, 2, depth=4, seed=1).analysis.depth == 4
    assert choose(played, 8, nodes=3000).analysis.nodes < 3200


def test_a_round_played_by_a_low_level_ends() -> None:
    played = bonduc.Round(bonduc.game("rio-kadalis", holes=3))
    while not played.outcome:
        played.play(choose(played, 2, seed=len(played.moves)).move)
    with pytest.raises(bonduc.BonducError, match="the round is over"):
        choose(played)


def test_an_opening_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bonduc.Position] = []
    monkeypatch.setattr(Tablebase, "probe", lambda self, position, faults=None: asked.append(position))
    engine = Engine(bonduc.game("kiothi"), EngineSettings(megabytes=1, tables=tmp_path))
    start = engine.game.start()
    assert ">" in str(engine.analyse(start, Limits(depth=1)).best)
    assert ">" in str(engine.choose(start, 2, seed=1).move)
    assert not asked


def test_only_who_asks_for_tables_has_them_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bonduc.Position] = []
    monkeypatch.setattr(Tablebase, "probe", lambda self, position, faults=None: asked.append(position))
    start = bonduc.game("rio-kadalis", holes=3).start()
    engine = Engine(start.game, EngineSettings(megabytes=1, tables=tmp_path))
    engine.search(start, Limits(depth=2))
    engine.choose(start, 1, seed=1)  # a level that slips
    assert not asked
    engine.analyse(start, Limits(depth=2))
    assert asked == [start]
    assert Engine(start.game).look_up(start) is None


def test_an_engine_keeps_what_it_learns_until_it_is_cleared(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["adji-kui-ii"]
    engine = Engine(position.game, EngineSettings(megabytes=4))
    first, again = (engine.analyse(position, Limits(depth=6)).nodes for _ in range(2))
    assert again < first
    engine.clear()
    assert engine.analyse(position, Limits(depth=6)).nodes == first


def test_all_machine_code_of_the_engine_is_loaded_in_one_place() -> None:
    listed = {*MACHINE_CODE, *OPENING_CODE}
    code = {each for each in marked("bonduc.engine") if not each.__module__.startswith("bonduc.engine.tuning")}
    assert code == listed
    Engine(bonduc.game("kiothi"), EngineSettings(megabytes=0)).load()
    assert all(is_loaded(function) for function in listed)
