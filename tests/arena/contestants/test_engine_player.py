"""The engine as a contestant."""

from __future__ import annotations

from pathlib import Path

import pytest

import bonduc
from bonduc.arena.clock import Allowance
from bonduc.arena.contestants.contestant import parse_contestant
from bonduc.arena.contestants.engine_player import EnginePlayer, LevelPlayer, read_settings
from bonduc.engine.analysis import Limits
from bonduc.engine.evaluation.patterns import lay_out, to_json
from bonduc.engine.settings import TABLE_MEGABYTES
from bonduc.errors import BonducError
from bonduc.play import Round


def test_settings() -> None:
    plain = read_settings(parse_contestant("bonduc"))
    assert (plain.limits, plain.threads, plain.megabytes, plain.selective) == (Limits(), 1, TABLE_MEGABYTES, True)
    given = read_settings(parse_contestant("bonduc:seconds=0.5,depth=9,nodes=1000,threads=2,hash=8,selective=false"))
    assert given.limits == Limits(0.5, 9, 1000)
    assert (given.threads, given.megabytes, given.selective) == (2, 8, False)


@pytest.mark.parametrize(
    "text", ["seconds=x", "seconds=-1", "seconds=nan", "depth=x", "threads=0", "hash=-1", "what=1"]
)
def test_settings_that_cannot_be(text: str) -> None:
    with pytest.raises(BonducError) as caught:
        read_settings(parse_contestant(f"bonduc:{text}"))
    assert f"'bonduc:{text}'" in str(caught.value)


def first_replies(player: EnginePlayer | LevelPlayer, played: Round, seeds: range) -> list[tuple[str, int, int]]:
    found = []
    for seed in seeds:
        player.new_game(seed)
        reply = player.choose(played, Allowance(depth=4), None)
        found.append((str(reply.move), reply.depth, reply.nodes))
    return found


@pytest.mark.parametrize("name", bonduc.games())
def test_every_game_begins_afresh(name: str) -> None:
    game = bonduc.game(name)
    player, played = EnginePlayer(parse_contestant("bonduc:nodes=300"), game), Round(game)
    assert first_replies(player, played, range(2)) == first_replies(player, played, range(2))
    assert all(game.start().is_legal(move) for move, _, _ in first_replies(player, played, range(2)))


def test_limits_of_the_match_apply_unless_it_brings_its_own() -> None:
    game = bonduc.game("rio-kadalis")
    held = EnginePlayer(parse_contestant("bonduc"), game)
    free = EnginePlayer(parse_contestant("bonduc:depth=2"), game)
    assert first_replies(held, Round(game), range(1))[0][1] == 4
    assert first_replies(free, Round(game), range(1))[0][1] == 2


def test_levels_slip_by_the_seed() -> None:
    game = bonduc.game("rio-kadalis")
    player = LevelPlayer(1, game)
    moves = first_replies(player, Round(game), range(12))
    assert moves == first_replies(player, Round(game), range(12))
    assert len({move for move, _, _ in moves}) > 1


def test_weights_from_a_file(tmp_path: Path) -> None:
    game = bonduc.game("rio-kadalis")
    path = tmp_path / "weights.json"
    path.write_text(to_json(game, lay_out(game)), encoding="utf-8")
    own = EnginePlayer(parse_contestant(f"bonduc:depth=3,weights={path}"), game)
    assert game.start().is_legal(first_replies(own, Round(game), range(1))[0][0])
    with pytest.raises(BonducError, match="cannot read weights"):
        EnginePlayer(parse_contestant(f"bonduc:weights={tmp_path / 'none'}"), game)
    with pytest.raises(BonducError, match="another board"):
        EnginePlayer(parse_contestant(f"bonduc:weights={path}"), bonduc.game("kiothi"))
