"""Which games a run consists of."""

from __future__ import annotations

from collections import Counter

import pytest

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.figures.sprt import Sprt
from bonduc.arena.match import make_plan
from bonduc.arena.results import GameResult
from bonduc.arena.runs.plan import EXTRA_PAIRS, Bracket, MatchPlan, _seeded
from bonduc.errors import BonducError
from tests.arena.common import made_up

CONTROL = TimeControl(nodes=1)


def plan_of(format: str, count: int, games: int = 4, **fields: object) -> MatchPlan:  # noqa: A002
    names = [f"c{i}=random" for i in range(count)]
    return make_plan(format, names, "rio-kadalis", games, CONTROL, "random:2", 1, **fields)  # type: ignore[arg-type]


def test_games_of_a_match_come_in_pairs_with_colours_reversed() -> None:
    jobs = plan_of("match", 2, games=8).jobs()
    assert [job.number for job in jobs] == list(range(8))
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert (first.south, first.north) == (second.north, second.south) == (0, 1)
        assert first.opening == second.opening
        assert first.pair == second.pair == first.number // 2
        assert [each.name for each in first.players] == ["c0", "c1"]
        assert [each.name for each in second.players] == ["c1", "c0"]
    assert len({job.opening for job in jobs}) == 4
    assert len({job.seed for job in jobs}) == 8


def test_everyone_meets_everyone_over_the_same_openings() -> None:
    jobs = plan_of("round-robin", 4).jobs()
    assert len(jobs) == 6 * 4
    assert len({job.number for job in jobs}) == 24
    met = Counter(frozenset((job.south, job.north)) for job in jobs)
    assert set(met.values()) == {4}
    assert len(met) == 6
    for seat in ("south", "north"):
        assert set(Counter(getattr(job, seat) for job in jobs).values()) == {6}
    openings = {pair: {job.opening for job in jobs if {job.south, job.north} == set(pair)} for pair in met}
    assert len({frozenset(each) for each in openings.values()}) == 1
    assert all(len({job.south for job in jobs if job.pair == pair}) == 2 for pair in {job.pair for job in jobs})


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    jobs = plan_of("gauntlet", 4).jobs()
    assert len(jobs) == 3 * 4
    assert all(0 in (job.south, job.north) for job in jobs)


@pytest.mark.parametrize(
    ("format", "count", "games", "fields"),
    [("match", 3, 4, {}), ("match", 2, 3, {}), ("match", 2, 0, {}), ("round-robin", 1, 4, {}), ("swiss", 4, 4, {}),
     ("knockout", 4, 4, {"sprt": Sprt(0, 5)}), ("match", 2, 10**7, {})],
)  # fmt: skip
def test_plans_that_make_no_sense(format: str, count: int, games: int, fields: dict[str, object]) -> None:  # noqa: A002
    with pytest.raises(BonducError):
        plan_of(format, count, games, **fields)


def test_settings_tell_plans_apart() -> None:
    plans = [
        plan_of("match", 2),
        plan_of("match", 2, games=6),
        plan_of("match", 2, sprt=Sprt(0, 5)),
        make_plan("match", ("random", "c1=random"), "rio-kadalis", 4, CONTROL, "random:2", 1),
        make_plan("match", ("c0=random", "c1=random"), "rio-kadalis", 4, TimeControl(nodes=2), "random:2", 1),
        make_plan("match", ("c0=random", "c1=random"), "rio-kadalis", 4, CONTROL, "random:3", 1),
        make_plan("match", ("c0=random", "c1=random"), "rio-kadalis", 4, CONTROL, "random:2", 2),
        make_plan("match", ("c0=random", "c1=random"), bonduc.game("rio-kadalis", holes=5), 4, CONTROL, "random:2", 1),
    ]
    settings = [str(plan.settings) for plan in plans]
    assert len(set(settings)) == len(plans)
    assert plan_of("match", 2).settings == plans[0].settings


@pytest.mark.parametrize("count", range(2, 18))
def test_seeding(count: int) -> None:
    places = _seeded(count)
    assert sorted(places) == list(range(len(places)))
    assert len(places) < 2 * count
    assert all(a + b == len(places) - 1 for a, b in zip(places[::2], places[1::2], strict=True))
    half = len(places) // 2
    assert (0 in places[:half]) != (1 in places[:half]) or count == 2


def play_out(bracket: Bracket, stronger: tuple[int, ...], level: tuple[frozenset[int], ...] = ()) -> list[GameResult]:
    """Plays a knockout in which who stands earlier in `stronger` wins; the pairs in `level` draw every game."""
    results: list[GameResult] = []
    while jobs := bracket.jobs(results):
        for job in jobs:
            drawn = frozenset((job.south, job.north)) in level
            points = 0.5 if drawn else float(stronger.index(job.south) < stronger.index(job.north))
            results.append(made_up(job.number, points, job.south, job.north))
    return results


@pytest.mark.parametrize("count", range(2, 10))
def test_the_strongest_wins_a_knockout(count: int) -> None:
    bracket = Bracket(plan_of("knockout", count))
    stronger = tuple(reversed(range(count)))
    results = play_out(bracket, stronger)
    assert bracket.winner(results) == count - 1
    assert len(results) == 4 * (count - 1), "everyone but the winner loses one encounter"
    assert len({result.number for result in results}) == len(results)
    assert bracket.winner(results[:-1]) is None
    assert [job.number for job in bracket.jobs(results[:-1])] == [results[-1].number]


def test_level_encounters_play_on_and_then_the_better_seed_goes_on() -> None:
    bracket = Bracket(plan_of("knockout", 3))
    results = play_out(bracket, (0, 1, 2), level=(frozenset((1, 2)),))
    first, final = bracket.rounds(results)
    assert [tie.winner for tie in first] == [1]
    assert first[0].decided_by == "better seed"
    assert len([r for r in results if {r.south, r.north} == {1, 2}]) == 4 + 2 * EXTRA_PAIRS
    assert (final[0].winner, final[0].decided_by) == (0, "points")


def test_extra_games_decide_a_level_encounter() -> None:
    bracket = Bracket(plan_of("knockout", 2, games=2))
    results = [made_up(0, 1.0, 0, 1), made_up(1, 1.0, 1, 0)]
    extra = bracket.jobs(results)
    assert [(job.number, job.south) for job in extra] == [(2, 0), (3, 1)]
    assert extra[0].opening != bracket.plan.book[0]
    results += [made_up(2, 0.0, 0, 1), made_up(3, 0.5, 1, 0)]
    assert bracket.winner(results) == 1
    assert bracket.rounds(results)[0][0].decided_by == "extra games"
