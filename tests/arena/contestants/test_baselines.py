"""The baselines against brute force."""

from __future__ import annotations

import random

import pytest

import bonduc
from bonduc.arena.clock import Allowance
from bonduc.arena.contestants.baselines import WON, RandomChooser, SeedCounter
from bonduc.arena.contestants.uct import PlainUct
from bonduc.arena.match import play_match
from bonduc.play import Round
from bonduc.position import Position

NO_LIMIT = Allowance()


def seed_lead(position: Position, player: int) -> int:
    """What `depth:N` counts, from the public position."""
    if position.game.spec.counts_seeds:
        south, north = position.stores
    else:
        half = position.game.layout.size // 2
        south, north = sum(position.holes[:half]), sum(position.holes[half:])
    return south - north if player == 0 else north - south


def brute_force(position: Position, player: int, depth: int) -> int:
    """The value for `player`, without pruning or kernels."""
    if position.mover is None:
        south, north = position.stores
        lead = south - north if player == 0 else north - south
        return lead + WON * ((lead > 0) - (lead < 0))
    if depth == 0:
        return seed_lead(position, player)
    values = [brute_force(position.play(move), player, depth - 1) for move in position.legal_moves]
    return max(values) if position.mover == player else min(values)


def is_settled(position: Position, depth: int) -> bool:
    """Is no round over in the tree merely because the side to move is stuck? The search sees that one ply later."""
    if depth == 0 or position.mover is None:
        return position.mover is not None
    return all(is_settled(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [("rio-kadalis", {}, 3), ("adji-kui-ii", {}, 3), ("kiothi", {"partial_lift": False}, 2),
     ("bao-la-kimasai", {"columns": 5}, 4)],
)  # fmt: skip
def test_depth_n_is_brute_force(name: str, options: dict[str, object], depth: int) -> None:
    game = bonduc.game(name, **options)  # type: ignore[arg-type]
    chance = random.Random(1)
    counter, wanderer = SeedCounter(game, depth), RandomChooser()
    counter.new_game(1)
    wanderer.new_game(2)
    compared = 0
    while compared < 25:
        played = Round(game)
        for _ in range(chance.randrange(2, 16)):
            if played.mover is not None:
                played.play(wanderer.choose(played, NO_LIMIT, None).move)
        position = played.position
        if played.mover is None or not is_settled(position, depth):
            continue
        mover = position.mover
        assert mover is not None
        values = {str(move): brute_force(position.play(move), mover, depth - 1) for move in position.legal_moves}
        reply = counter.choose(played, NO_LIMIT, None)
        assert reply.score == max(values.values()), str(position)
        assert values[str(reply.move)] == max(values.values()), str(position)
        compared += 1


def test_equal_moves_are_chosen_at_random_and_the_same_seed_chooses_the_same() -> None:
    played = Round(bonduc.game("rio-kadalis"))
    counter = SeedCounter(played.game, 1)

    def first_move(seed: int) -> str:
        counter.new_game(seed)
        return str(counter.choose(played, NO_LIMIT, None).move)

    moves = [first_move(seed) for seed in range(20)]
    assert moves == [first_move(seed) for seed in range(20)]
    assert len(set(moves)) > 1


@pytest.mark.parametrize("name", bonduc.games())
def test_random_play_is_legal_to_the_end_and_repeatable(name: str) -> None:
    def game_of(seed: int) -> tuple[str, ...]:
        chooser = RandomChooser()
        chooser.new_game(seed)
        played = Round(bonduc.game(name))
        while played.mover is not None:
            played.play(chooser.choose(played, NO_LIMIT, None).move)
        return tuple(str(move) for move in played.moves)

    assert game_of(1) == game_of(1) != game_of(2)


def test_random_redistributions_use_the_whole_board() -> None:
    chooser = RandomChooser()
    chooser.new_game(3)
    played = Round(bonduc.game("kiothi"))
    dropped = [0] * 20
    for _ in range(200):
        move = chooser.choose(played, NO_LIMIT, None).move
        after = played.position.play(move)
        assert after.mover == bonduc.NORTH
        for step in getattr(move, "steps", ())[2:]:
            dropped[step & 63] += 1
    assert sum(dropped) == 2000
    assert min(dropped) > 60, "100 are expected in each hole"
    assert max(dropped) < 150


def test_plain_uct_repeats_itself_and_beats_random_play() -> None:
    game = bonduc.game("adji-kui-ii")
    uct = PlainUct(game, 200)
    played = Round(game)

    def choose(seed: int) -> tuple[str, float | None]:
        uct.new_game(seed)
        reply = uct.choose(played, NO_LIMIT, None)
        return str(reply.move), reply.score

    assert [choose(seed) for seed in range(8)] == [choose(seed) for seed in range(8)]
    assert play_match("uct:200", "random", game=game, games=8).summary.wins == 8
