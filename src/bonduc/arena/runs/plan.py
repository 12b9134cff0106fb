"""Which games a run consists of: matches, round robins, gauntlets and knockouts, all made of paired encounters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bonduc.arena.clock import TimeControl
from bonduc.arena.contestants.contestant import Contestant
from bonduc.arena.figures.sprt import Sprt
from bonduc.arena.results import GameResult, Job, Resign
from bonduc.arena.seeds import derive_seed
from bonduc.arena.start_positions import StartPosition, hash_openings, make_openings
from bonduc.errors import BonducError
from bonduc.position import Game

FORMATS = ("match", "round-robin", "gauntlet", "knockout")
MOST_GAMES = 1_000_000
EXTRA_PAIRS = 8  # played one after the other where a knockout encounter is level


@dataclass(frozen=True)
class Encounter:
    """Two contestants, by index, who meet for the games numbered from `first` on."""

    a: int
    b: int
    first: int


@dataclass(frozen=True)
class MatchPlan:
    """Everything that decides which games are played and how: the same plan means the same games.

    `games` is the number of games of an encounter, even: each opening is played with both colours. Every encounter
    plays the same openings. In a gauntlet the first contestant meets all others.
    """

    format: str
    game: Game
    contestants: tuple[Contestant, ...]
    games: int
    control: TimeControl
    openings: str = "random:4"
    seed: int = 1
    sprt: Sprt | None = None
    resign: Resign | None = None
    event: str = ""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise BonducError(f"unknown format {self.format!r}: the formats are {', '.join(FORMATS)}")
        if self.games < 2 or self.games % 2 or self.games > MOST_GAMES:
            raise BonducError(f"{self.games} games: must be an even number from 2 to {MOST_GAMES}, openings are paired")
        count = len(self.contestants)
        if self.format == "match" and count != 2:
            raise BonducError(f"a match has two contestants, not {count}")
        if count < 2:
            raise BonducError("a tournament needs at least two contestants")
        if self.sprt is not None and self.format != "match":
            raise BonducError("SPRT tests two contestants: it needs a match")

    @cached_property
    def book(self) -> tuple[StartPosition, ...]:
        """The openings, one a pair of an encounter (and those of a level knockout)."""
        extra = EXTRA_PAIRS if self.format == "knockout" else 0
        return make_openings(self.openings, self.game, self.games // 2 + extra, self.seed)

    @property
    def settings(self) -> dict[str, Any]:
        """All that must be the same for a run to be resumed, as plain JSON values."""
        from bonduc import __version__

        control, sprt, resign = self.control, self.sprt, self.resign
        return {
            "bonduc": __version__,
            "format": self.format,
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "options": dict(self.game.options),
            "contestants": [[contestant.name, contestant.text] for contestant in self.contestants],
            "games": self.games,
            "time": [control.seconds, control.base, control.increment, control.nodes, control.depth, control.margin],
            "openings": self.openings,
            "seed": self.seed,
            "sprt": None if sprt is None else [sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta],
            "resign": None if resign is None else [resign.seeds, resign.moves],
            "event": self.event,
            "opening_positions": hash_openings(self.book),
        }

    def encounters(self) -> list[Encounter]:
        """The encounters of a plan that does not depend on results, in the order they are played."""
        count = len(self.contestants)
        if self.format in ("match", "gauntlet"):
            pairs = [(0, other) for other in range(1, count)]
        else:
            pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
        return [Encounter(a, b, self.games * i) for i, (a, b) in enumerate(pairs)]

    def jobs_of(self, encounter: Encounter, games: range | None = None) -> Iterator[Job]:
        """The games of an encounter (or some of them, by their place in it)."""
        for i in range(self.games) if games is None else games:
            south, north = (encounter.b, encounter.a) if i % 2 else (encounter.a, encounter.b)
            number = encounter.first + i
            yield Job(
                number=number,
                pair=number // 2,
                south=south,
                north=north,
                players=(self.contestants[south], self.contestants[north]),
                game=self.game.id,
                options=dict(self.game.options),
                opening=self.book[i // 2],
                control=self.control,
                seed=derive_seed(self.seed, "game", number),
                resign=self.resign,
            )

    def jobs(self) -> list[Job]:
        """All games, round-robin and gauntlet encounters interleaved so that standings stay comparable."""
        encounters = self.encounters()
        return [
            job
            for pair in range(self.games // 2)
            for encounter in encounters
            for job in self.jobs_of(encounter, range(2 * pair, 2 * pair + 2))
        ]


@dataclass(frozen=True)
class Tie:
    """An encounter of a knockout round: the seeds that meet, the points so far and who went on (None: not yet)."""

    encounter: Encounter
    points: tuple[float, float]
    winner: int | None
    decided_by: str = ""


class Bracket:
    """A knockout: seeded in the order the contestants are given, the first ones idle in the first round if needed.

    Level encounters play further pairs until one leads, up to EXTRA_PAIRS; then the better seed goes on.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self._block = plan.games + 2 * EXTRA_PAIRS

    def rounds(self, results: Iterable[GameResult]) -> list[list[Tie]]:
        """The rounds as far as the results reach; the last one may be under way."""
        by_number = {result.number: result for result in results}
        field: Sequence[int] = _seeded(len(self.plan.contestants))
        rounds: list[list[Tie]] = []
        first = 0
        while len(field) > 1:
            ties, onward = [], []
            for a, b in zip(field[::2], field[1::2], strict=True):
                if b >= len(self.plan.contestants):
                    onward.append(a)
                    continue
                tie = self._tie(Encounter(min(a, b), max(a, b), first), by_number)
                first += self._block
                ties.append(tie)
                if tie.winner is not None:
                    onward.append(tie.winner)
            rounds.append(ties)
            if any(tie.winner is None for tie in ties):
                break
            field = onward
        return rounds

    def _tie(self, encounter: Encounter, results: Mapping[int, GameResult]) -> Tie:
        played = self._games_due(encounter, results)
        finished = [results[encounter.first + i] for i in range(played) if encounter.first + i in results]
        points = sum(result.points_of(encounter.a) for result in finished)
        score = (points, len(finished) - points)
        if len(finished) < played:
            return Tie(encounter, score, None)
        if score[0] != score[1]:
            extra = played > self.plan.games
            winner = encounter.a if score[0] > score[1] else encounter.b
            return Tie(encounter, score, winner, "extra games" if extra else "points")
        return Tie(encounter, score, encounter.a, "better seed")

    def _games_due(self, encounter: Encounter, results: Mapping[int, GameResult]) -> int:
        """How many games the encounter has, as far as is known: more while it is level."""
        due = self.plan.games
        while due < self._block:
            numbers = range(encounter.first, encounter.first + due)
            if any(number not in results for number in numbers):
                break
            if 2 * sum(results[number].points_of(encounter.a) for number in numbers) != due:
                break
            due += 2
        return due

    def jobs(self, results: Sequence[GameResult]) -> list[Job]:
        """The games of the round under way that are known to be due and not finished; none when it is all over."""
        by_number = {result.number: result for result in results}
        due = [
            job
            for tie in self.rounds(results)[-1]
            if tie.winner is None
            for job in self.plan.jobs_of(tie.encounter, range(self._games_due(tie.encounter, by_number)))
        ]
        return [job for job in due if job.number not in by_number]

    def winner(self, results: Sequence[GameResult]) -> int | None:
        """Who won the knockout; None while it is under way."""
        last = self.rounds(results)[-1]
        return last[0].winner if len(last) == 1 else None


def _seeded(count: int) -> list[int]:
    """The places of the first round, pair by pair: 0 meets the last, and the best two can meet only in the final.

    Numbers from `count` on stand for nobody: who meets them is idle.
    """
    places = [0]
    while len(places) < count:
        size = 2 * len(places)
        places = [place for seed in places for place in (seed, size - 1 - seed)]
    return places
