"""How strong the engine is: every match behind the manual's figures, run again with one command.

    python benchmarks/strength.py [--out FOLDER] [--parts baselines,double,levels] [--games rio-kadalis,…]

    baselines   at 100 ms a move against depth-3 alpha-beta that counts seeds, and against UCT with 10,000 rollouts
                a move: 200 games each
    double      twice the effort against once: twice the positions a move, which at equal speed is twice the time;
                400 games
    levels      each level against the one below, 200 games a step; at the top full strength with 50,000 positions a
                move, less than its second allows, so that no clock decides: 100 games

Every finished game is kept in FOLDER; run again, the program goes on where it was interrupted, and with all games
played it only shows the tables. `--workers` plays several games at once, which is fair only where there is a processor
for each. The clock decides the games of `baselines`: nothing else should run beside them.

Games come in pairs from the same opening. In Rio Kadalis most random openings are decided by perfect play, so there
openings are used that a search finds even (`balanced`). A contestant that has been hopeless by its own judgement for
some moves resigns; that only saves time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.contestant import parse_contestants
from bonduc.arena.match import RunOutcome, run
from bonduc.arena.plan import Plan
from bonduc.arena.results import Resign
from bonduc.engine.levels import FULL_STRENGTH, WEAKEST

PARTS = ("baselines", "double", "levels")
SEED = 2026
TENTH = "bonduc:seconds=0.1"
TOP = "bonduc:nodes=50000"
BASELINES = ("depth:3", "uct:10000")
OPENINGS = {"rio-kadalis": "balanced:3"}
USUAL_OPENINGS = "random:4"
DOUBLED = {"rio-kadalis": 500}  # positions a move of the weaker side: in a game that is soon seen through, few
USUALLY_DOUBLED = 4_000


@dataclass(frozen=True)
class Row:
    """A match to play: its part, its folder's name, and what it needs."""

    part: str
    game: str
    a: str
    b: str
    games: int
    resign: Resign | None = None

    @property
    def folder(self) -> str:
        return f"{self.game}-{self.a}-{self.b}".replace(":", "").replace("=", "").replace(",", "-")

    @property
    def plan(self) -> Plan:
        return Plan(
            format="match",
            game=bonduc.game(self.game),
            contestants=parse_contestants((self.a, self.b)),
            games=self.games,
            control=TimeControl(seconds=0.1),
            openings=OPENINGS.get(self.game, USUAL_OPENINGS),
            seed=SEED,
            resign=self.resign,
        )


def rows(parts: Sequence[str], games: Sequence[str]) -> Iterator[Row]:
    """The matches of some parts and games, the quick ones first."""
    for part in parts:
        for game in games:
            if part == "baselines":
                for baseline in BASELINES:
                    yield Row(part, game, TENTH, baseline, 200, hopeless(game, baseline))
            elif part == "double":
                nodes = DOUBLED.get(game, USUALLY_DOUBLED)
                yield Row(part, game, f"bonduc:nodes={2 * nodes}", f"bonduc:nodes={nodes}", 400)
            else:
                for level in range(WEAKEST, FULL_STRENGTH):
                    top = level + 1 == FULL_STRENGTH
                    yield Row(part, game, TOP if top else f"level:{level + 1}", f"level:{level}", 100 if top else 200)


def hopeless(game: str, opponent: str) -> Resign | None:
    """When a contestant resigns: a quarter of the seeds behind; in a game for one point, nearly all of it.

    `depth:3` counts stones on the board where there are no stores, and never resigns there.
    """
    if bonduc.game(game).spec.conserves_seeds:
        return Resign(bonduc.game(game).seeds / 4, 4)
    return None if opponent.startswith("depth") else Resign(0.7, 3)


def play(row: Row, out: Path, workers: int) -> RunOutcome:
    """Play what the match still lacks."""
    folder = out / row.folder
    return run(row.plan, out=folder, resume=(folder / "manifest.json").exists(), workers=workers)


def line(row: Row, outcome: RunOutcome) -> str:
    """The match as a line of a table."""
    summary = outcome.summary
    best = summary.best
    assert best is not None
    faults = sum(summary.faults.values()) + sum(summary.opponent_faults.values())
    return (
        f"| {bonduc.game(row.game).name} | {row.a} | {row.b} | {summary.wins} | {summary.draws} | {summary.losses} "
        f"| {100 * best.score:.1f} % ({100 * best.low:.1f}–{100 * best.high:.1f}) "
        f"| {best.elo:+.0f} ({best.elo_low:+.0f} to {best.elo_high:+.0f}) |" + (f" {faults} faults" if faults else "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("strength"))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--games", default=",".join(bonduc.games()))
    parser.add_argument("--workers", type=int, default=0)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if part not in arguments.parts.split(","):
            continue
        print(f"\n{part}\n")
        print("| game | A | B | won | drawn | lost | score of A (95 %) | Elo (95 %) |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for row in rows([part], arguments.games.split(",")):
            print(line(row, play(row, arguments.out, arguments.workers)), flush=True)


if __name__ == "__main__":
    main()
