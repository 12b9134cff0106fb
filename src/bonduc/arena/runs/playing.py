"""Playing one game of the arena, in whatever process it is asked of."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from bonduc.arena.clock import Clock
from bonduc.arena.contestants.contestant import Contestant
from bonduc.arena.contestants.open_player import open_contestant
from bonduc.arena.contestants.player import Chooser, ContestantError, Fault, Reply
from bonduc.arena.results import GameResult, Job, Resign
from bonduc.arena.seeds import derive_seed
from bonduc.errors import BonducError
from bonduc.outcome import Outcome
from bonduc.play import Round
from bonduc.players import Player
from bonduc.position import Game
from bonduc.position import game as find_game

KEPT_OPEN = 8  # contestants a worker keeps between games


class _Bench(threading.local):
    """The contestants this thread has open, by seat: one that plays itself needs two."""

    def __init__(self) -> None:
        self.open: dict[tuple[int, str, Game], Chooser] = {}

    def seat(self, player: int, contestant: Contestant, game: Game) -> Chooser:
        """The opened contestant; the longest unused ones are closed when there are many."""
        key = (player, contestant.text, game)
        chooser = self.open.pop(key, None)
        while chooser is None and len(self.open) >= KEPT_OPEN:
            self.open.pop(next(iter(self.open))).close()
        self.open[key] = open_contestant(contestant, game) if chooser is None else chooser
        return self.open[key]

    def drop(self, player: int, contestant: Contestant, game: Game) -> None:
        """Close a contestant that failed: the next game opens it afresh."""
        chooser = self.open.pop((player, contestant.text, game), None)
        if chooser is not None:
            chooser.close()

    def clear(self) -> None:
        """Close all."""
        while self.open:
            self.open.popitem()[1].close()


_bench = _Bench()


def close_contestants() -> None:
    """Close the contestants that this thread has open."""
    _bench.clear()


def play_job(job: Job) -> GameResult:
    """Play a game to its end. A contestant that fails loses it; BonducError only if the job itself is wrong."""
    game = find_game(job.game, **job.options)
    game.runner.compile()  # before any clock runs: a move on the board must not wait for it
    table = _Table(job, game)
    try:
        return table.play()
    finally:
        for player in table.failed:
            _bench.drop(player, job.players[player], game)


class _Table:
    """One game under way: the round, the clocks, and what the players report."""

    def __init__(self, job: Job, game: Game) -> None:
        self.job = job
        self.game = game
        self.round: Round = job.opening.round(game)
        self.opening_plies = len(self.round.moves)
        south, north = job.players
        self.clock = Clock(job.control, (south.brings_limits, north.brings_limits))
        self.nodes = [0, 0]
        self.plies = [0, 0]
        self.longest = [0.0, 0.0]
        self.bad_moves = [0, 0]
        self.failed: set[int] = set()
        self.started = datetime.now(UTC).isoformat(timespec="seconds")

    def play(self) -> GameResult:
        if self.round.outcome is not None:
            raise BonducError(f"game {self.job.number}: the opening {self.job.opening} is over")
        try:
            outcome = self._to_the_end([self._seat(player) for player in (0, 1)])
        except _LossError as loss:
            return self._lost(loss)
        return self._result(outcome, str(outcome.reason))

    def _to_the_end(self, choosers: Sequence[Chooser]) -> Outcome:
        while True:
            player, outcome = self.round.mover, self.round.outcome
            if outcome is not None or player is None:
                assert outcome is not None
                return outcome
            if self._move(player, choosers[player]):
                return self.round.resign(player)

    def _seat(self, player: int) -> Chooser:
        try:
            chooser = _bench.seat(player, self.job.players[player], self.game)
            chooser.new_game(derive_seed(self.job.seed, "player", player))
        except ContestantError as error:
            raise _LossError(player, error) from None
        return chooser

    def _move(self, player: Player, chooser: Chooser) -> bool:
        """One move of `player` on the board; True if it resigns instead. ContestantError if it loses by it."""
        began = time.perf_counter()
        try:
            reply = self._ask(player, chooser)
            elapsed = time.perf_counter() - began
            self._put(reply)
        except ContestantError as error:
            self.clock.spend(player, time.perf_counter() - began, turn_passes=False)
            raise _LossError(player, error) from None
        self.plies[player] += 1
        self.nodes[player] += reply.nodes
        self.longest[player] = max(self.longest[player], elapsed)
        if self.clock.spend(player, elapsed, turn_passes=self.round.mover != player):
            self.round.undo()
            raise _LossError(
                player, ContestantError(Fault.TIME, f"{elapsed:.3f} s for move {len(self.round.moves) + 1}")
            )
        return self._resigns(player, reply, self.job.resign)

    def _ask(self, player: Player, chooser: Chooser) -> Reply:
        try:
            return chooser.choose(self.round, self.clock.allowance(), self.clock.patience(player))
        except ContestantError:
            raise
        except Exception as error:  # whatever goes wrong in a contestant is its own loss, and recorded
            raise ContestantError(Fault.CRASH, f"{type(error).__name__}: {error}") from error

    def _put(self, reply: Reply) -> None:
        try:
            self.round.play(reply.move)
        except BonducError as error:
            raise ContestantError(Fault.ILLEGAL_MOVE, str(error)) from None

    def _resigns(self, player: Player, reply: Reply, resign: Resign | None) -> bool:
        if resign is None or reply.score is None:
            return False
        hopeless = reply.score <= -resign.seeds
        self.bad_moves[player] = self.bad_moves[player] + 1 if hopeless else 0
        return self.bad_moves[player] >= resign.moves and self.round.outcome is None

    def _lost(self, loss: _LossError) -> GameResult:
        self.failed.add(loss.player)
        outcome = self.round.forfeit(Player(loss.player))
        return self._result(outcome, str(loss.error.fault), detail=loss.error.detail)

    def _result(self, outcome: Outcome, reason: str, detail: str = "") -> GameResult:
        job = self.job
        return GameResult(
            number=job.number,
            pair=job.pair,
            south=job.south,
            north=job.north,
            points=0.5 if outcome.winner is None else float(outcome.winner == 0),
            reason=reason,
            score=outcome.score,
            position=job.opening.position,
            moves=tuple(str(move) for move in self.round.moves),
            opening_plies=self.opening_plies,
            seconds=(round(self.clock.used[0], 4), round(self.clock.used[1], 4)),
            nodes=(self.nodes[0], self.nodes[1]),
            own_plies=(self.plies[0], self.plies[1]),
            seed=job.seed,
            started=self.started,
            loser_fault=bool(self.failed),
            detail=detail,
            longest=(round(self.longest[0], 4), round(self.longest[1], 4)),
        )


class _LossError(Exception):
    """A contestant's error and the player it befell."""

    def __init__(self, player: int, error: ContestantError) -> None:
        super().__init__(player, error)
        self.player = player
        self.error = error
