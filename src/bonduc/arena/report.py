"""What a run came to as plain JSON values, for `--json` and for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bonduc.arena.figures.sprt import SprtVerdict
from bonduc.arena.figures.statistics import Estimate, Summary, summarise
from bonduc.arena.match import RunOutcome
from bonduc.arena.results import GameResult
from bonduc.arena.runs.plan import Bracket


def report(outcome: RunOutcome) -> dict[str, Any]:
    """The whole outcome; Elo differences that are infinite stand as null."""
    plan = outcome.plan
    document: dict[str, Any] = {
        "format": plan.format,
        "game": plan.game.id,
        "options": dict(plan.game.options),
        "contestants": [{"name": each.name, "engine": each.text} for each in plan.contestants],
        "time": str(plan.control),
        "openings": plan.openings,
        "seed": plan.seed,
        "games": len(outcome.results),
        "reasons": count_reasons(outcome),
        "repeated": count_repeated(outcome.results),
    }
    if plan.format == "match":
        document["match"] = summary_report(outcome.summary)
        if outcome.verdict is not None and plan.sprt is not None:
            document["sprt"] = sprt_report(outcome.verdict, outcome)
    else:
        names = [each.name for each in plan.contestants]
        document["ratings"] = [
            {
                "name": names[rating.contestant],
                "elo": round(rating.elo, 1),
                "error": round(rating.error, 1),
                "games": rating.games,
                "wins": rating.wins,
                "draws": rating.draws,
                "losses": rating.losses,
            }
            for rating in outcome.ratings
        ]
        document["encounters"] = [
            {"a": names[a], "b": names[b]} | summary_report(summarise(outcome.results, a, b)) for a, b in met(outcome)
        ]
    if plan.format == "knockout":
        document["rounds"] = knockout_report(outcome)
        document["winner"] = None if outcome.winner is None else plan.contestants[outcome.winner].name
    return document


def met(outcome: RunOutcome) -> list[tuple[int, int]]:
    """The pairs of contestants that have played each other, by index."""
    return sorted({(min(r.south, r.north), max(r.south, r.north)) for r in outcome.results})


def summary_report(summary: Summary) -> dict[str, Any]:
    """A match from one side's view."""
    return {
        "wins": summary.wins,
        "draws": summary.draws,
        "losses": summary.losses,
        "points": summary.points,
        "pairs": list(summary.pairs),
        "method": summary.method,
        "pentanomial": estimate_report(summary.pentanomial),
        "trinomial": estimate_report(summary.trinomial),
        "faults": dict(summary.faults),
        "opponent_faults": dict(summary.opponent_faults),
    }


def estimate_report(estimate: Estimate | None) -> dict[str, Any] | None:
    """A score with its interval, and the same in Elo."""
    if estimate is None:
        return None
    elos = (estimate.elo, estimate.elo_low, estimate.elo_high)
    elo, low, high = (round(each, 1) if math.isfinite(each) else None for each in elos)
    return {
        "score": round(estimate.score, 4),
        "score_low": round(estimate.low, 4),
        "score_high": round(estimate.high, 4),
        "elo": elo,
        "elo_low": low,
        "elo_high": high,
        "superiority": round(estimate.superiority, 4),
    }


def sprt_report(verdict: SprtVerdict, outcome: RunOutcome) -> dict[str, Any]:
    """Where a sequential test stands."""
    bounds = outcome.plan.sprt
    assert bounds is not None
    return {
        "elo0": bounds.elo0,
        "elo1": bounds.elo1,
        "alpha": bounds.alpha,
        "beta": bounds.beta,
        "ratio": round(verdict.ratio, 3),
        "lower": round(bounds.lower, 3),
        "upper": round(bounds.upper, 3),
        "pairs": verdict.pairs,
        "accepted": verdict.accepted or None,
    }


def knockout_report(outcome: RunOutcome) -> list[list[dict[str, Any]]]:
    """The rounds of a knockout, each a list of ties."""
    names = [each.name for each in outcome.plan.contestants]
    return [
        [
            {
                "a": names[tie.encounter.a],
                "b": names[tie.encounter.b],
                "points": list(tie.points),
                "winner": None if tie.winner is None else names[tie.winner],
                "decided_by": tie.decided_by or None,
            }
            for tie in ties
        ]
        for ties in Bracket(outcome.plan).rounds(outcome.results)
    ]


def count_reasons(outcome: RunOutcome) -> dict[str, int]:
    """How many games ended for each reason, most frequent first."""
    counts: dict[str, int] = {}
    for result in outcome.results:
        counts[result.reason] = counts.get(result.reason, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def count_repeated(results: Sequence[GameResult]) -> int:
    """How many games repeat another with the same seats, move for move: they say nothing more than it does.

    Contestants that never vary play the same game whenever an opening comes again.
    """
    return len(results) - len({(each.south, each.north, each.position, each.moves) for each in results})


def seat_results(results: tuple[GameResult, ...], contestant: int, seat: int) -> tuple[int, int, int]:
    """Wins, draws and losses of a contestant in one seat (0 South, 1 North)."""
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for result in results:
        if (result.south, result.north)[seat] == contestant:
            counts[result.points_of(contestant)] += 1
    return counts[1.0], counts[0.5], counts[0.0]
