"""Monte Carlo tree search: proven results against brute force, reuse of the tree, limits, repetition."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import bonduc
from bonduc.engine.analysis import Analysis
from bonduc.engine.rollouts import tree as tree_
from bonduc.engine.rollouts.uct import PLAIN, STRONG, SearchTree, Style, search
from bonduc.errors import BonducError
from bonduc.play import Round
from bonduc.players import SOUTH
from bonduc.position import Position

TINY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("rio-kadalis", {"holes": 2, "seeds": 2}),
    ("rio-kadalis", {"holes": 3, "seeds": 1}),
    ("rio-kadalis", {"holes": 2, "seeds": 3, "direction": "clockwise"}),
    ("adji-kui-ii", {"holes": 3, "seeds": 2}),
    ("adji-kui-ii", {"holes": 2, "seeds": 4, "own_four": "relays"}),
    ("bao-la-kimasai", {"columns": 2}),
    ("kiothi", {}),
)
GAMES = ("kiothi", "rio-kadalis", "adji-kui-ii", "bao-la-kimasai")
MOST_POSITIONS = 400  # of a brute force
LONGEST_ROUND = 200


class _TooManyError(Exception):
    """The brute force would take too long."""


def brute_force(position: Position, earlier: frozenset[bytes], budget: list[int]) -> int:
    """South's final lead with best play, by the rules of the round alone."""
    budget[0] -= 1
    if budget[0] < 0 or len(earlier) > LONGEST_ROUND:
        raise _TooManyError
    if position.repetition_key in earlier:
        position = position.shared()
    if position.mover is None:
        south, north = position.stores
        return south - north
    seen = earlier | {position.repetition_key}
    results = [brute_force(position.play(move), seen, budget) for move in position.legal_moves]
    return max(results) if position.mover == SOUTH else min(results)


def random_round(game: bonduc.Game, plies: int, source: random.Random) -> Round:
    played = Round(game)
    while len(played.moves) < plies and not played.outcome:
        played.play(source.choice(played.legal_moves))
    return played


def late_rounds(name: str, options: dict[str, Any], wanted: int) -> Iterator[tuple[Round, int]]:
    """Rounds near their end, with the exact result of each."""
    game = bonduc.game(name, **options)
    source = random.Random(f"{name} {options}")
    for _ in range(1000):
        plies = source.randrange(70, 110) if name == "kiothi" else source.randrange(40)
        played = random_round(game, plies, source)
        if played.outcome:
            continue
        earlier = frozenset(position.repetition_key for position in played.positions[:-1])
        try:
            yield played, brute_force(played.position, earlier, [MOST_POSITIONS])
        except _TooManyError:
            continue
        wanted -= 1
        if wanted == 0:
            return
    raise AssertionError(f"{wanted} too few rounds could be solved by brute force")


@pytest.mark.parametrize(("name", "options"), TINY)
def test_proven_results_are_brute_force_results(name: str, options: dict[str, Any]) -> None:
    for played, result in late_rounds(name, options, 12):
        found = search(played.position, rollouts=20_000, history=played.positions[:-1])
        sign = 1 if played.mover == SOUTH else -1
        assert found.lines[0].exact, f"{played.position} is not proven"
        assert found.lines[0].score == sign * result, f"{played.position}"


@pytest.mark.parametrize(("name", "options"), TINY)
def test_both_styles_find_a_best_move(name: str, options: dict[str, Any]) -> None:
    """The proving style one that keeps the result, plain UCT, which counts wins alone, one that keeps the winner."""
    for played, result in late_rounds(name, options, 6):
        earlier = frozenset(position.repetition_key for position in played.positions)
        for style in (STRONG, PLAIN):
            best = search(played.position, rollouts=3000, history=played.positions[:-1], style=style).best
            kept = brute_force(played.position.play(best), earlier, [MOST_POSITIONS])
            if style.solve:
                assert kept == result, f"{best} in {played.position}"
            else:
                assert (kept > 0) - (kept < 0) == (result > 0) - (result < 0), f"{best} in {played.position}"


def test_repetition_against_the_round_so_far_decides() -> None:
    """Positions whose result depends on what was played before are found, and proven right with and without it."""
    different = 0
    for played, result in late_rounds("rio-kadalis", {"holes": 3, "seeds": 1}, 50):
        try:
            without = brute_force(played.position, frozenset(), [MOST_POSITIONS])
        except _TooManyError:
            continue
        if without != result:
            different += 1
            with_history = search(played.position, rollouts=5000, history=played.positions[:-1])
            fresh = search(played.position, rollouts=5000)
            assert (with_history.score_south, fresh.score_south) == (result, without)
            assert with_history.lines[0].exact
            assert fresh.lines[0].exact
    assert different > 0


def test_the_current_position_may_end_the_history() -> None:
    played = random_round(bonduc.game("bao-la-kimasai", columns=2), 3, random.Random(1))
    without = search(played.position, rollouts=200, history=played.positions[:-1])
    assert outline(search(played.position, rollouts=200, history=played.positions)) == outline(without)


@pytest.mark.parametrize("name", GAMES)
def test_from_the_start_and_from_random_positions(name: str) -> None:
    source = random.Random(name)
    for plies in (0, 1, 2, 30, 41, 52):
        played = random_round(bonduc.game(name), plies, source)
        if played.outcome:
            continue
        for style in (STRONG, PLAIN):
            tree = SearchTree(played.game, nodes=20_000, style=style)
            found = search(played.position, rollouts=300, lines=3, history=played.positions[:-1], tree=tree)
            check_tree(tree, found.nodes)
            assert found.best in played.legal_moves
            assert len(found.lines) == min(3, len(played.legal_moves))
            for line in found.lines:
                position = played.position
                for move in line.moves:
                    position = position.play(move)


def check_tree(tree: SearchTree, rollouts: int) -> None:
    """Every node hangs on its parent, and every rollout through a child went through its parent."""
    assert tree.links[0, tree_.VISITS] == rollouts
    for node in range(tree.nodes):
        children = tree.children(node)
        assert all(tree.links[child, tree_.PARENT] == node for child in children)
        assert sum(tree.links[child, tree_.VISITS] for child in children) <= tree.links[node, tree_.VISITS]
        assert tree.links[node, tree_.LOWER] <= tree.links[node, tree_.UPPER]


def outline(analysis: Analysis) -> tuple[Any, ...]:
    """All of an analysis but the time it took."""
    return analysis.position, analysis.lines, analysis.nodes, analysis.depth


@pytest.mark.parametrize("name", GAMES)
def test_the_same_search_twice_is_the_same(name: str) -> None:
    start = random_round(bonduc.game(name), 27, random.Random(4)).position
    for style in (STRONG, PLAIN):
        once = search(start, rollouts=400, seed=7, lines=4, style=style)
        assert outline(once) == outline(search(start, rollouts=400, seed=7, lines=4, style=style))
    assert outline(once) != outline(search(start, rollouts=400, seed=8, lines=4, style=PLAIN))


def test_going_on_with_a_tree_equals_one_longer_search() -> None:
    game = bonduc.game("rio-kadalis")
    tree = SearchTree(game, seed=3)
    search(game.start(), rollouts=300, tree=tree)
    search(game.start(), rollouts=700, tree=tree)
    whole = SearchTree(game, seed=3)
    search(game.start(), rollouts=1000, tree=whole)
    assert tree.nodes == whole.nodes
    for kept, fresh in ((tree.rows, whole.rows), (tree.links, whole.links), (tree.sums, whole.sums)):
        assert (kept[: tree.nodes] == fresh[: tree.nodes]).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_kept_through_the_moves_of_a_round(name: str) -> None:
    played = random_round(bonduc.game(name), 30, random.Random(2))
    tree = SearchTree(played.game)
    best = search(played.position, rollouts=2000, history=played.positions[:-1], tree=tree).lines[0].moves
    for move in best[:2]:
        played.play(move)
    before = tree.nodes
    kept = follow(tree, played)
    assert tree.look_at(played.position, played.positions[:-1])
    assert 1 < tree.nodes < before
    assert bytes(tree.rows[0]) == played.position.row
    assert tree.links[0, tree_.VISITS] == kept
    check_tree(tree, kept)
    search(played.position, rollouts=100, history=played.positions[:-1], tree=tree)
    check_tree(tree, kept + 100)


def follow(tree: SearchTree, played: Round) -> int:
    """The visits of the node that the last two moves lead to."""
    node = 0
    for position in played.positions[-2:]:
        node = next(child for child in tree.children(node) if bytes(tree.rows[child]) == position.row)
    return int(tree.links[node, tree_.VISITS])


def test_a_tree_that_does_not_fit_is_begun_anew() -> None:
    game = bonduc.game("adji-kui-ii")
    played = random_round(game, 3, random.Random(3))
    assert played.positions[-2].stores == played.position.stores
    tree = SearchTree(game)
    search(played.position, rollouts=50, history=played.positions[:-1], tree=tree)
    # The same position with another past may have another result.
    assert not tree.look_at(played.position)
    assert tree.nodes == 1
    assert not tree.look_at(game.start())


@pytest.mark.parametrize(("name", "options"), TINY[:2])
def test_results_proven_with_a_kept_tree_are_right(name: str, options: dict[str, Any]) -> None:
    for played, _ in late_rounds(name, options, 4):
        tree = SearchTree(played.game)
        while not played.outcome:
            found = search(played.position, rollouts=3000, history=played.positions[:-1], tree=tree)
            earlier = frozenset(position.repetition_key for position in played.positions[:-1])
            assert found.lines[0].exact
            assert found.score_south == brute_force(played.position, earlier, [MOST_POSITIONS])
            played.play(found.best)


def test_a_full_tree_goes_on_with_the_leaves_it_has() -> None:
    start = bonduc.game("rio-kadalis").start()
    tree = SearchTree(start.game, nodes=100)
    found = search(start, rollouts=2000, tree=tree)
    assert found.nodes == 2000
    assert tree.is_full
    assert tree.nodes <= 100
    after = start.play(found.best)
    search(after, rollouts=200, history=[start], tree=tree)
    check_tree(tree, int(tree.links[0, tree_.VISITS]))


def test_a_stop_signal_ends_the_search() -> None:
    start = bonduc.game("adji-kui-ii").start()
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    found = search(start, stop=stop)
    timer.join()
    assert found.nodes > 0
    assert search(start, stop=stop).best in start.legal_moves


def test_no_time_still_gives_a_move() -> None:
    start = bonduc.game("kiothi").start()
    assert search(start, seconds=0).best in start.legal_moves


def test_what_cannot_be_searched_is_refused() -> None:
    game = bonduc.game("rio-kadalis")
    start = game.start()
    over = random_round(game, 1000, random.Random(1)).position
    with pytest.raises(BonducError, match="the round is over"):
        search(over)
    with pytest.raises(BonducError, match="rollouts=0"):
        search(start, rollouts=0)
    with pytest.raises(BonducError, match="seconds=-1"):
        search(start, seconds=-1)
    with pytest.raises(BonducError, match="lines=0"):
        search(start, lines=0)
    with pytest.raises(BonducError, match="belongs to"):
        search(start, tree=SearchTree(bonduc.game("kiothi")))
    with pytest.raises(BonducError, match="3 nodes"):
        SearchTree(game, nodes=3)


def test_uct_style_uses_neither_evaluation_nor_proofs() -> None:
    assert not PLAIN.solve
    assert PLAIN.cutoff is None
    assert PLAIN.minimax_share == 0
    assert Style().solve
