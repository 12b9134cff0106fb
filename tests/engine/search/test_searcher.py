"""The search against plain minimax, and the promises of `bonduc.analyse`."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import bonduc
from bonduc.engine.analysis import Analysis, Limits
from bonduc.engine.evaluation.patterns import NO_WEIGHTS
from bonduc.engine.search.iterate import DEPTH, EXACT, SCORE, new_reports
from bonduc.engine.search.searcher import Searcher, prepare
from bonduc.engine.search.threads import Deepening, machine_code
from tests.engine.brute_force import key_of, minimax, random_positions, static_value

SMALL_BOARDS: list[tuple[str, dict[str, Any], int]] = [
    ("rio-kadalis", {"holes": 2}, 5),
    ("rio-kadalis", {"holes": 3}, 5),
    ("rio-kadalis", {"holes": 3, "seeds": 2, "direction": "clockwise"}, 5),
    ("adji-kui-ii", {"holes": 2, "seeds": 6}, 5),
    ("adji-kui-ii", {"holes": 3}, 4),
    ("adji-kui-ii", {"holes": 3, "own_four": "relays"}, 4),
    ("bao-la-kimasai", {"columns": 3}, 5),
    ("bao-la-kimasai", {"columns": 4}, 5),
]
KIOTHI_LATE = "0,0,0,1,0,0,0,2,0,1/0,1,0,0,3,0,0,0,0,1 24 27 S marks=B"


def plain_searcher(game: bonduc.Game) -> Searcher:
    """A search that must agree with minimax to the last hundredth: no table, every move to the full depth."""
    return Searcher(game, megabytes=0, selective=False, weights=NO_WEIGHTS)


@pytest.mark.parametrize(("name", "options", "deepest"), SMALL_BOARDS)
def test_depth_limited_scores_are_those_of_minimax(name: str, options: dict[str, Any], deepest: int) -> None:
    game = bonduc.game(name, **options)
    value, searcher = static_value(game), plain_searcher(game)
    compared = 0
    for line in random_positions(game, 60, seed=1):
        for depth in range(1, deepest + 1):
            for history in ([], line[:-1]):
                found = searcher.analyse(line[-1], Limits(depth=depth), history=history).lines[0]
                if found.depth < depth:
                    continue  # proved before: test_bounds.py
                path = [key_of(earlier.row) for earlier in history]
                assert found.hundredths == minimax(game, value, line[-1].row, depth, path, 2 * depth), (
                    f"{line[-1]} at depth {depth} with a past of {len(history)}"
                )
                compared += 1
    assert compared > 60


def test_late_positions_of_kiothi_agree_with_minimax() -> None:
    game = bonduc.game("kiothi")
    value, searcher = static_value(game), plain_searcher(game)
    for line in random_positions(game, 40, seed=2, start=game.position(KIOTHI_LATE)):
        for depth in (1, 2, 3):
            found = searcher.analyse(line[-1], Limits(depth=depth), history=line[:-1]).lines[0]
            path = [key_of(earlier.row) for earlier in line[:-1]]
            if found.depth == depth:
                assert found.hundredths == minimax(game, value, line[-1].row, depth, path, 2 * depth), str(line[-1])


@pytest.mark.parametrize("steps", ["I- J- a+ a+ a+ a+ b+ b+ b+", "I- J-"])
def test_scores_are_right_when_the_same_player_moves_several_times(steps: str) -> None:
    game = bonduc.game("kiothi")
    position = game.start()
    for step in steps.split():
        position = position.play(step)
    searcher = plain_searcher(game)
    for depth in (1, 2, 3, 4):
        memory = prepare(searcher._memories[0], position, [], 1 << 60, False, 0)
        found = Deepening(position, Limits(depth=depth), 1, [memory]).run().lines[0]
        assert found.hundredths == minimax(game, static_value(game), position.row, depth, [], 2 * depth)


@pytest.mark.parametrize("name", bonduc.games())
def test_the_lines_are_legal_and_lead_to_their_score(name: str, midgame: dict[str, bonduc.Position]) -> None:
    position = midgame[name]
    for line in bonduc.analyse(position, depth=6, lines=3).lines:
        after = position
        for move in line.moves:
            after = after.play(move)
        assert line.moves
        assert -position.game.seeds <= line.score <= position.game.seeds


@pytest.mark.parametrize("name", bonduc.games())
def test_several_lines_are_the_best_moves_in_order(name: str, midgame: dict[str, bonduc.Position]) -> None:
    position = midgame[name]
    searcher = plain_searcher(position.game)
    lines = searcher.analyse(position, Limits(depth=3), lines=64).lines
    assert {line.moves[0] for line in lines} == set(position.legal_moves)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    value = static_value(position.game)
    best = minimax(position.game, value, position.row, 3, [], 6)
    assert lines[0].hundredths == best
    few = searcher.analyse(position, Limits(depth=3), lines=2).lines
    assert [line.score for line in few] == [line.score for line in lines[:2]]


@pytest.mark.parametrize("name", bonduc.games())
def test_the_same_search_twice_is_the_same(name: str, midgame: dict[str, bonduc.Position]) -> None:
    first, second = (bonduc.analyse(midgame[name], depth=7, lines=2) for _ in range(2))
    assert (first.nodes, first.lines, first.depth) == (second.nodes, second.lines, second.depth)
    first, second = (bonduc.analyse(midgame[name], nodes=5000) for _ in range(2))
    assert (first.nodes, first.lines, first.depth) == (second.nodes, second.lines, second.depth)


def test_limits_are_kept(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["rio-kadalis"]
    assert bonduc.analyse(position, depth=5).depth == 5
    assert 20_000 <= bonduc.analyse(position, nodes=20_000).nodes < 20_100
    timed = bonduc.analyse(position, seconds=0.05)
    assert timed.seconds >= 0.05 or timed.lines[0].exact
    assert bonduc.analyse(position, nodes=1).lines, "one iteration is always finished"
    assert bonduc.analyse(position, seconds=0).lines


def test_a_search_without_limits_ends_when_it_is_stopped(midgame: dict[str, bonduc.Position]) -> None:
    stop, seen = threading.Event(), []

    def watch(analysis: Analysis) -> None:
        seen.append(analysis)
        if analysis.nodes > 10_000:
            stop.set()

    analysis = bonduc.analyse(midgame["kiothi"], stop=stop, on_info=watch)
    assert analysis.nodes > 10_000
    assert seen
    assert [each.depth for each in seen] == sorted(each.depth for each in seen)


def test_a_stopped_search_stops_soon(midgame: dict[str, bonduc.Position]) -> None:
    stop = threading.Event()
    searcher = Searcher(midgame["bao-la-kimasai"].game)
    found: list[Analysis] = []
    thread = threading.Thread(
        target=lambda: found.append(searcher.analyse(midgame["bao-la-kimasai"], Limits(), stop=stop))
    )
    thread.start()
    while searcher._memories[0].control[1] < 5000:
        time.sleep(0.001)
    stop.set()
    at = int(searcher._memories[0].control[1])
    thread.join()
    # Far fewer positions than a second holds: no assertion on the clock, which a busy machine would upset.
    assert found[0].nodes - at < 1_000_000


def test_a_stop_keeps_the_better_move_already_found(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["adji-kui-ii"]
    for nodes in range(200, 3000, 200):
        analysis = bonduc.analyse(position, nodes=nodes)
        assert analysis.best in position.legal_moves
        assert analysis.lines[0].depth in (analysis.depth, analysis.depth + 1)


@pytest.mark.parametrize("name", bonduc.games())
def test_threads_search_together(name: str, midgame: dict[str, bonduc.Position]) -> None:
    analysis = bonduc.analyse(midgame[name], depth=6, threads=2)
    assert analysis.depth >= 6 or analysis.lines[0].exact
    assert analysis.best in midgame[name].legal_moves


def test_depth_may_be_more_than_a_byte_holds() -> None:
    """A lone stone each runs round its ring: all moves are forced, and cost no depth."""
    game = bonduc.game("bao-la-kimasai", columns=12)
    empty = ",".join("0" * 12)
    lone = empty.replace("0", "1", 1)
    position = game.position(f"{empty}/{lone}/{empty}/{lone} 0 0 S -")
    kernel, *functions = machine_code(game)
    for depth in (8, 127, 128, 250):
        memory = prepare(plain_searcher(game)._memories[0], position, [], 1 << 60, False, 0)
        reports = new_reports()
        assert kernel(*functions, memory, reports, 1, depth, depth) == depth
        assert (reports[0, SCORE], reports[0, EXACT], reports[0, DEPTH]) == (100, 1, depth)


def test_a_repetition_of_the_round_counts_as_the_rules_say() -> None:
    """Every move but one leads to a position of the past: they are worth the share, the lead in the stores."""
    game = bonduc.game("rio-kadalis", holes=2)
    for line in random_positions(game, 30, seed=5):
        position = line[-1]
        nexts = [position.play(move) for move in position.legal_moves]
        open_ones = [each for each in nexts if each.mover is not None]
        if len(open_ones) < len(nexts) or any(sum(each.stores) != sum(position.stores) for each in nexts):
            continue
        analysis = bonduc.analyse(position, depth=8, history=nexts)
        lead = position.stores[0] - position.stores[1]
        assert analysis.lines[0].score == (lead if position.mover == bonduc.SOUTH else -lead)
        assert analysis.lines[0].exact
        return
    pytest.fail("no such position was met")


def test_bad_arguments_are_named(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["rio-kadalis"]
    for arguments, named in (
        ({"depth": 0}, "depth=0"),
        ({"nodes": 0}, "nodes=0"),
        ({"seconds": -1.0}, "seconds=-1"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"lines": 0}, "lines=0"),
        ({"threads": 0}, "threads=0"),
    ):
        with pytest.raises(bonduc.BonducError, match=named):
            bonduc.analyse(position, **arguments)


def test_a_finished_round_cannot_be_searched() -> None:
    game = bonduc.game("bao-la-kimasai", columns=2)
    over = game.position("0,0/0,0/0,0/0,0 1 0 - -")
    with pytest.raises(bonduc.BonducError, match="the round is over"):
        bonduc.analyse(over, depth=1)


def test_json_has_scores_in_seeds_for_the_mover(midgame: dict[str, bonduc.Position]) -> None:
    analysis = bonduc.analyse(midgame["adji-kui-ii"], depth=3, lines=2)
    data = analysis.to_json()
    assert data["position"] == str(midgame["adji-kui-ii"])
    assert set(data) == {*("game", "options", "position", "lines", "proved", "nodes", "seconds", "tbhits", "tables")}
    assert data["lines"][0] == {
        "moves": [str(move) for move in analysis.lines[0].moves],
        "score": analysis.lines[0].score,
        "exact": analysis.lines[0].exact,
        "depth": 3,
    }


def test_rows_are_left_alone(midgame: dict[str, bonduc.Position]) -> None:
    position = midgame["kiothi"]
    before = np.frombuffer(position.row, np.int8).copy()
    bonduc.analyse(position, depth=4)
    assert np.array_equal(before, np.frombuffer(position.row, np.int8))
