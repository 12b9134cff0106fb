"""`bonduc match`: two contestants, paired games, what the result says about their strength."""

from __future__ import annotations

from typing import Annotated

import typer

from bonduc.arena.contestants.contestant import parse_contestants
from bonduc.arena.figures.sprt import parse_sprt
from bonduc.arena.match import RunOutcome
from bonduc.arena.report import count_reasons, report, seat_results
from bonduc.arena.runs.plan import MatchPlan
from bonduc.terminal.commands import arena_run as shared
from bonduc.terminal.commands.shared import AsJson, GameOptions, find_game
from bonduc.terminal.console.output import print_json, print_lines

NEGATIVE = 1


def match(
    a: Annotated[str, typer.Argument(metavar="A", help="A contestant: level:5, bonduc:seconds=0.1, depth:3, …")],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: shared.GameChoice,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games, an even number.")] = 200,
    seconds: shared.Seconds = None,
    clock: shared.ClockText = None,
    nodes: shared.Nodes = None,
    depth: shared.Depth = None,
    margin: shared.Margin = 0.5,
    openings: shared.OpeningsText = "random:4",
    option: GameOptions = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help="Stop as soon as this test is decided."),
    ] = None,
    resign: shared.ResignText = None,
    seed: shared.Seed = 1,
    out: shared.Out = None,
    resume: shared.Resume = False,
    workers: shared.Workers = None,
    cluster: shared.Cluster = None,
    event: shared.Event = "",
    json: AsJson = False,
) -> int:
    """Play a match between two contestants.

    Contestants: random, greedy, depth:N (alpha-beta that counts seeds), uct:N
    (N rollouts a move), level:1 to level:8, bonduc, bonduc:seconds=0.1 (limits
    of its own), cmd:PROGRAM ARGUMENTS (speaks the engine protocol).

    With --sprt the exit code is 0 if A is accepted as better by ELO1, else 1.
    """
    plan = MatchPlan(
        format="match",
        game=find_game(game, option),
        contestants=parse_contestants((a, b)),
        games=games,
        control=shared.read_control(seconds, clock, nodes, depth, margin),
        openings=openings,
        seed=seed,
        sprt=None if sprt is None else parse_sprt(sprt),
        resign=shared.read_resign(resign),
        event=event,
    )
    outcome = shared.play_plan(plan, shared.Place(out, resume, workers, cluster), _status)
    if json:
        print_json(report(outcome))
    else:
        print_lines(match_lines(outcome))
    negative = outcome.verdict is not None and outcome.verdict.accepted != "elo1"
    return NEGATIVE if negative else 0


def _status(outcome: RunOutcome) -> str:
    """The line that follows the match."""
    summary, plan = outcome.summary, outcome.plan
    text = (
        f"{len(outcome.results)}/{plan.games} games  "
        f"+{summary.wins} ={summary.draws} -{summary.losses}  Elo {shared.show_elo(summary.best)}"
    )
    if outcome.verdict is not None and plan.sprt is not None:
        text += f"  LLR {outcome.verdict.ratio:.2f} ({plan.sprt.lower:.2f}, {plan.sprt.upper:.2f})"
    return text


def match_lines(outcome: RunOutcome) -> list[str]:
    """The result of a match in words and numbers."""
    plan, summary = outcome.plan, outcome.summary
    a, b = (each.name for each in plan.contestants)
    lines = [
        f"{plan.game.name}: {a} against {b}, {summary.games} games, {plan.control}, openings {plan.openings}, "
        f"seed {plan.seed}"
    ]
    best = summary.best
    if best is None:
        return [*lines, "  no games"]
    lines += [
        f"  wins {summary.wins}, draws {summary.draws}, losses {summary.losses}: "
        f"{100 * best.score:.1f} % (95 %: {100 * best.low:.1f} to {100 * best.high:.1f})",
        *_seat_lines(outcome),
        f"  Elo {shared.show_elo(best)}, {summary.method}; superior with {100 * best.superiority:.1f} % likelihood",
    ]
    if summary.method == "pentanomial":
        pairs = " ".join(str(count) for count in summary.pairs)
        lines.append(
            f"  pairs with 0, ½, 1, 1½, 2 points: {pairs}; Elo from single games {shared.show_elo(summary.trinomial)}"
        )
    lines += _sprt_lines(outcome)
    reasons = ", ".join(f"{reason} {count}" for reason, count in count_reasons(outcome).items())
    lines.append(f"  ends: {reasons}")
    lines += [f"  {line}" for line in shared.fault_lines(outcome) + shared.repeat_lines(outcome)]
    return lines + _time_lines(outcome)


def _seat_lines(outcome: RunOutcome) -> list[str]:
    south, north = (seat_results(outcome.results, 0, seat) for seat in (0, 1))
    return [f"  as South +{south[0]} ={south[1]} -{south[2]}, as North +{north[0]} ={north[1]} -{north[2]}"]


def _sprt_lines(outcome: RunOutcome) -> list[str]:
    bounds, verdict = outcome.plan.sprt, outcome.verdict
    if bounds is None or verdict is None:
        return []
    said = {
        "elo0": f"no better than {bounds.elo0:+g} Elo accepted",
        "elo1": f"better by {bounds.elo1:+g} Elo accepted",
        "": "not decided",
    }[verdict.accepted]
    return [
        f"  SPRT elo0 {bounds.elo0:g}, elo1 {bounds.elo1:g}, alpha {bounds.alpha:g}, beta {bounds.beta:g}: "
        f"log likelihood ratio {verdict.ratio:.2f} ({bounds.lower:.2f}, {bounds.upper:.2f}) after {verdict.pairs} "
        f"pairs: {said}"
    ]


def _time_lines(outcome: RunOutcome) -> list[str]:
    lines = []
    for contestant, each in enumerate(outcome.plan.contestants):
        seats = [(result, int(result.north == contestant)) for result in outcome.results]
        plies = sum(result.own_plies[seat] for result, seat in seats)
        if plies:
            mean = sum(result.seconds[seat] for result, seat in seats) / plies
            longest = max(result.longest[seat] for result, seat in seats)
            lines.append(
                f"  {each.name}: {shared.show_time(mean)} a move, {shared.show_time(longest)} the longest of {plies}"
            )
    return lines
