"""`bonduc tune`: fit the weights of the engine's estimate from games against itself."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from bonduc.engine.evaluation.patterns import from_json, load_weights, to_json
from bonduc.engine.settings import Weights
from bonduc.engine.tuning.tune import MOST_GAMES, MOST_ROUNDS, Tuned
from bonduc.engine.tuning.tune import tune as fit
from bonduc.integers import LARGEST
from bonduc.position import Game
from bonduc.terminal.commands.shared import AsJson, GameName, GameOptions, find_game
from bonduc.terminal.console.output import print_json
from bonduc.terminal.files import check_file, name_of, read_text, write_file

NEGATIVE = 1
SHIPPED = "shipped"
MOST_NODES = 10**12


def tune(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the weights that were kept.")],
    option: GameOptions = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=MOST_ROUNDS, help="How often to play, fit and compare.")
    ] = 2,
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Games to fit from in each round.")
    ] = 2000,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, max=MOST_NODES, help="Positions the engine looks at for a move.")
    ] = 1500,
    pairs: Annotated[
        int, typer.Option("--pairs", min=2, max=MOST_GAMES, help="Pairs of games in the match that decides.")
    ] = 200,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=LARGEST - 1, help="The same seed gives the same weights.")
    ] = 1,
    start: Annotated[
        str | None,
        typer.Option("--start", metavar="shipped|FILE", help="Begin with these weights, not with plain counting."),
    ] = None,
    json: AsJson = False,
) -> int:
    """Fit the weights of the estimate from self-play; a match accepts or rejects them.

    Each round plays games, fits the weights so that the estimate comes close to how the positions turned out, and
    plays them against the weights before. They are kept if they are ahead by two standard errors. The exit code is 1
    if none were kept; then nothing is written. The weights can be played: `bonduc match bonduc:weights=FILE bonduc`.
    """
    found = find_game(game, option)
    check_file(out)
    kept: list[Tuned] = []
    told: list[dict[str, object]] = []
    watched = sys.stderr.isatty()
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with Live(Text(""), console=console, transient=True) if watched else nullcontext() as live:

        def on_game(done: int, total: int) -> None:
            if live is not None:
                live.update(Text(f"games {done + 1} of {total}"))

        def on_round(tuned: Tuned) -> None:
            told.append(_row(tuned))
            if tuned.kept:
                kept.append(tuned)
            if not json:
                print(_sentence(tuned), flush=True)

        fit(
            found,
            rounds=rounds,
            games=games,
            nodes=nodes,
            pairs=pairs,
            seed=seed,
            start=_start(found, start),
            on_round=on_round,
            on_game=on_game,
        )
    if kept:
        write_file(out, to_json(found, kept[-1].weights).encode())
    if json:
        print_json({"game": found.id, "rounds": told, "kept": bool(kept), "out": str(out) if kept else None})
    else:
        print(f"Written: {out}" if kept else "No weights were kept: nothing is written.")
    return 0 if kept else NEGATIVE


def _start(game: Game, text: str | None) -> Weights | None:
    if text is None:
        return None
    if text == SHIPPED:
        return load_weights(game)
    return from_json(game, read_text(Path(text)), name_of(Path(text)))


def _row(tuned: Tuned) -> dict[str, object]:
    match = tuned.match
    return {
        "round": tuned.number,
        "samples": tuned.samples,
        "error": tuned.error / 100,
        "wins": match.wins,
        "draws": match.draws,
        "losses": match.losses,
        "score": match.mean,
        "standard_error": match.doubt,
        "kept": tuned.kept,
    }


def _sentence(tuned: Tuned) -> str:
    match = tuned.match
    return (
        f"round {tuned.number}: {tuned.samples:,} positions fitted, {tuned.error / 100:.2f} seeds off on others; "
        f"match +{match.wins} ={match.draws} -{match.losses}, {match.mean:.1%} ± {match.doubt:.1%}: "
        f"{'kept' if tuned.kept else 'not kept'}"
    )
