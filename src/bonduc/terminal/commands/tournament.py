"""`bonduc tournament`: round robin, gauntlet, knockout."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from bonduc.arena.contestants.contestant import parse_contestants
from bonduc.arena.figures.statistics import summarise
from bonduc.arena.match import RunOutcome
from bonduc.arena.report import count_reasons, met, report
from bonduc.arena.runs.plan import Bracket, MatchPlan
from bonduc.terminal.commands import arena_run as shared
from bonduc.terminal.commands.shared import AsJson, GameOptions, find_game
from bonduc.terminal.console.output import print_json, print_lines


def tournament(
    contestants: Annotated[list[str], typer.Argument(metavar="CONTESTANT…", help="As for `bonduc match`.")],
    game: shared.GameChoice,
    format: Annotated[  # noqa: A002
        str, typer.Option("--format", help="round-robin, gauntlet (the first meets all others) or knockout.")
    ] = "round-robin",
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each encounter, an even number.")] = 20,
    seconds: shared.Seconds = None,
    clock: shared.ClockText = None,
    nodes: shared.Nodes = None,
    depth: shared.Depth = None,
    margin: shared.Margin = 0.5,
    openings: shared.OpeningsText = "random:4",
    option: GameOptions = None,
    resign: shared.ResignText = None,
    seed: shared.Seed = 1,
    out: shared.Out = None,
    resume: shared.Resume = False,
    workers: shared.Workers = None,
    cluster: shared.Cluster = None,
    event: shared.Event = "",
    json: AsJson = False,
) -> None:
    """Play a tournament and rate the contestants.

    In a knockout contestants are seeded in the order given; a level encounter
    plays extra pairs, then the better seed goes on.
    """
    plan = MatchPlan(
        format=format,
        game=find_game(game, option),
        contestants=parse_contestants(contestants),
        games=games,
        control=shared.read_control(seconds, clock, nodes, depth, margin),
        openings=openings,
        seed=seed,
        resign=shared.read_resign(resign),
        event=event,
    )
    outcome = shared.play_plan(plan, shared.Place(out, resume, workers, cluster), _status)
    if json:
        print_json(report(outcome))
    else:
        print_lines(tournament_lines(outcome))


def _status(outcome: RunOutcome) -> str:
    """The line that follows the tournament."""
    plan = outcome.plan
    done = f"{len(outcome.results)} games"
    if plan.format != "knockout":
        done = f"{len(outcome.results)}/{len(plan.encounters()) * plan.games} games"
    best = outcome.ratings[:3]
    names = [each.name for each in plan.contestants]
    return f"{done}  " + ", ".join(f"{names[rating.contestant]} {rating.elo:+.0f}" for rating in best)


def tournament_lines(outcome: RunOutcome) -> list[str]:
    """The final tables of a tournament."""
    plan = outcome.plan
    lines = [
        f"{plan.game.name}: {plan.format}, {len(outcome.results)} games, {plan.control}, openings {plan.openings}, "
        f"seed {plan.seed}",
        "",
        *_rating_lines(outcome),
        "",
        *(_knockout_lines(outcome) if plan.format == "knockout" else _encounter_lines(outcome)),
        "",
        "ends: " + ", ".join(f"{reason} {count}" for reason, count in count_reasons(outcome).items()),
    ]
    return lines + shared.fault_lines(outcome) + shared.repeat_lines(outcome)


def _rating_lines(outcome: RunOutcome) -> list[str]:
    names = [each.name for each in outcome.plan.contestants]
    rows = [("", "contestant", "Elo", "±", "games", "points", "won", "drawn", "lost")]
    rows += [
        (
            str(place),
            names[rating.contestant],
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            str(rating.games),
            f"{rating.points:g}",
            str(rating.wins),
            str(rating.draws),
            str(rating.losses),
        )
        for place, rating in enumerate(outcome.ratings, 1)
    ]
    return _columns(rows, left=(1,))


def _encounter_lines(outcome: RunOutcome) -> list[str]:
    names = [each.name for each in outcome.plan.contestants]
    rows = [("contestant", "opponent", "won", "drawn", "lost", "Elo")]
    for a, b in met(outcome):
        summary = summarise(outcome.results, a, b)
        counts = (str(summary.wins), str(summary.draws), str(summary.losses))
        rows.append((names[a], names[b], *counts, shared.show_elo(summary.best)))
    return _columns(rows, left=(0, 1, 5))


def _knockout_lines(outcome: RunOutcome) -> list[str]:
    names = [each.name for each in outcome.plan.contestants]
    lines = []
    for number, ties in enumerate(Bracket(outcome.plan).rounds(outcome.results), 1):
        lines.append(f"round {number}")
        for tie in ties:
            onward = "" if tie.winner is None else f": {names[tie.winner]} by {tie.decided_by}"
            score = f"{tie.points[0]:g} - {tie.points[1]:g}"
            lines.append(f"  {names[tie.encounter.a]} - {names[tie.encounter.b]}  {score}{onward}")
    if outcome.winner is not None:
        lines.append(f"winner: {names[outcome.winner]}")
    return lines


def _columns(rows: Iterable[tuple[str, ...]], left: tuple[int, ...]) -> list[str]:
    """Rows as aligned columns, two blanks between them; those in `left` are aligned left, the others right."""
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
