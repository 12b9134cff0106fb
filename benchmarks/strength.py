"""How strong the engine is: every match behind the manual's figures, run again with one command.

    python benchmarks/strength.py [--out FOLDER] [--parts baselines,double,levels] [--games rio-kadalis,…] [--show]

    baselines   at 100 ms a move against depth-3 alpha-beta that counts seeds, and against UCT with 10,000 rollouts
                a move: 200 games each
    double      twice the effort against once: twice the positions a move, which at equal speed is twice the time;
                400 games, in Bao la Kimasai 1,600
    levels      each level against the one below, 200 games a step; at the top full strength with 50,000 positions a
                move, less than its second allows, so that no clock decides

Every finished game is kept in FOLDER; run again, the program goes on where it was interrupted; `--show` plays nothing
and shows the tables of the games played so far. `--workers` plays several games at once, which is fair only where there
is a processor for each. The clock decides the games of `baselines`: nothing else should run beside them.

Games come in pairs from the same opening. In Rio Kadalis most random openings are decided by perfect play, so there
openings are used that a search finds even (`balanced`); Bao la Kimasai has few first moves, so its openings are longer.
In `double` nothing but the opening makes one game differ from another, so there must be one for every pair; games that
repeat others are told. A contestant that has been hopeless by its own judgement for
some moves resigns; that only saves time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import bonduc
from bonduc.arena.clock import TimeControl
from bonduc.arena.contestants.contestant import parse_contestants
from bonduc.arena.figures.statistics import summarise
from bonduc.arena.match import run
from bonduc.arena.report import count_repeated
from bonduc.arena.results import GameResult, Resign
from bonduc.arena.runs.plan import MatchPlan
from bonduc.arena.runs.runfolder import JOURNAL, MANIFEST
from bonduc.engine.levels import FULL_STRENGTH, WEAKEST

PARTS = ("baselines", "double", "levels")
SEED = 2026
TENTH = "bonduc:seconds=0.1"
TOP = "bonduc:nodes=50000"
BASELINES = ("depth:3", "uct:10000")
OPENINGS = {"rio-kadalis": "balanced:3", "bao-la-kimasai": "random:8"}
USUAL_OPENINGS = "random:4"
DOUBLED_OPENINGS = {"rio-kadalis": "balanced:5", "bao-la-kimasai": "random:10"}
DOUBLED = {"rio-kadalis": 500, "bao-la-kimasai": 60}  # positions a move of the weaker side, where few decide
USUALLY_DOUBLED = 4_000
DOUBLED_GAMES = {"bao-la-kimasai": 1_600}  # where the difference is small, more


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
    def openings(self) -> str:
        usual = OPENINGS.get(self.game, USUAL_OPENINGS)
        return DOUBLED_OPENINGS.get(self.game, usual) if self.part == "double" else usual

    @property
    def plan(self) -> MatchPlan:
        return MatchPlan(
            format="match",
            game=bonduc.game(self.game),
            contestants=parse_contestants((self.a, self.b)),
            games=self.games,
            control=TimeControl(seconds=0.1),
            openings=self.openings,
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
                nodes, count = DOUBLED.get(game, USUALLY_DOUBLED), DOUBLED_GAMES.get(game, 400)
                yield Row(part, game, f"bonduc:nodes={2 * nodes}", f"bonduc:nodes={nodes}", count)
            else:
                for level in range(WEAKEST, FULL_STRENGTH):
                    top = level + 1 == FULL_STRENGTH
                    yield Row(part, game, TOP if top else f"level:{level + 1}", f"level:{level}", 200)


def hopeless(game: str, opponent: str) -> Resign | None:
    """When a contestant resigns: a quarter of the seeds behind; in a game for one point, nearly all of it.

    `depth:3` counts stones on the board where there are no stores, and never resigns there.
    """
    if bonduc.game(game).spec.counts_seeds:
        return Resign(bonduc.game(game).seeds / 4, 4)
    return None if opponent.startswith("depth") else Resign(0.7, 3)


def play(row: Row, out: Path, workers: int) -> Sequence[GameResult]:
    """Play what the match still lacks; all its games."""
    folder = out / row.folder
    return run(row.plan, out=folder, resume=(folder / MANIFEST).exists(), workers=workers).results


def played(row: Row, out: Path) -> Sequence[GameResult]:
    """The games of the match that are kept."""
    journal = out / row.folder / JOURNAL
    if not journal.exists():
        return ()
    return [GameResult.from_json(json.loads(each)) for each in journal.read_text(encoding="utf-8").splitlines()]


def line(row: Row, results: Sequence[GameResult]) -> str:
    """The match as a line of a table, and what is wrong with its games, if anything."""
    summary = summarise(results, 0, 1)
    best = summary.best
    assert best is not None
    faults = sum(summary.faults.values()) + sum(summary.opponent_faults.values())
    repeated = count_repeated(results)
    return (
        f"| {bonduc.game(row.game).name} | `{row.a}` | `{row.b}` "
        f"| {summary.games} | {summary.wins} | {summary.draws} | {summary.losses} "
        f"| {100 * best.score:.1f} % ({100 * best.low:.1f}–{100 * best.high:.1f}) "
        f"| {elo_text(best.elo)} ({elo_text(best.elo_low)} to {elo_text(best.elo_high)}) |"
        + (f" {faults} faults" if faults else "")
        + (f" {repeated} games repeat others" if repeated else "")
    )


def elo_text(elo: float) -> str:
    """A difference of ratings as the manual writes it."""
    return f"{elo:+.0f}".replace("-", "−").replace("inf", "∞")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("strength"))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--games", default=",".join(bonduc.games()))
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="play nothing, show what is there")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if part not in arguments.parts.split(","):
            continue
        print(f"\n{part}\n")
        print("| game | A | B | games | won | drawn | lost | score of A (95 %) | Elo (95 %) |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for row in rows([part], arguments.games.split(",")):
            found = played(row, arguments.out) if arguments.show else play(row, arguments.out, arguments.workers)
            if found:
                print(line(row, found), flush=True)


if __name__ == "__main__":
    main()
