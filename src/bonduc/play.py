"""Round and Match: playing, taking back, ending early, and rounds that follow from the ones before.

A Round adds to Position what needs history: the repetition rule, undo and redo, resignation, agreed draws.
Our decisions where the sources are silent: who resigns loses and leaves the seeds on the board to the opponent; an
agreed draw shares all the seeds of the game equally.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bonduc.errors import BonducError
from bonduc.games.options import Value, read_options
from bonduc.notation import Move
from bonduc.outcome import Outcome, Termination
from bonduc.players import NORTH, SOUTH, Player
from bonduc.position import Game, Position


class Round:
    """One round of a game: moves, undo, redo, repetition, resignation, agreed draw.

    `position` is the current position (swept when the round is over), `moves` the moves so far as they were played.
    Nothing changes when a method raises.
    """

    def __init__(self, game: Game, position: Position | None = None) -> None:
        if position is not None and position.game != game:
            raise BonducError(f"the position belongs to {position.game!r}, not to {game!r}")
        self.game = game
        self.initial = game.start() if position is None else position
        self._positions = [self.initial]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._declared: Outcome | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played and not taken back."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the current one; a repeated one is followed by nothing."""
        return tuple(self._positions)

    @property
    def position(self) -> Position:
        """The current position, swept with nobody to move when the repetition rule ended the round."""
        return self._positions[-1].shared() if self._repeats() else self._positions[-1]

    @property
    def mover(self) -> Player | None:
        """Whose move it is; None when the round is over, however it ended."""
        return None if self.outcome else self.position.mover

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, none when the round is over."""
        return () if self.outcome else self.position.legal_moves

    @property
    def outcome(self) -> Outcome | None:
        """None while the round lasts, else who won, why and the score."""
        return self._declared or self.position.outcome

    def _repeats(self) -> bool:
        """Has the current position occurred before in this round?"""
        current = self._positions[-1]
        if current.mover is None:
            return False
        key = current.repetition_key
        return any(earlier.repetition_key == key for earlier in self._positions[:-1])

    def play(self, move: Move | str) -> Position:
        """Play a move; the new current position. Raises as `Position.play`, and BonducError when it is over."""
        if self.outcome:
            raise BonducError(f"cannot play {str(move)!r}: the round is over ({self.outcome.reason})")
        parsed = self.position.parse_move(move)
        after = self.position.play(parsed)
        self._moves.append(parsed)
        self._positions.append(after)
        self._undone.clear()
        return self.position

    def undo(self) -> Move:
        """Take back the last move, or first a resignation or agreed draw; BonducError if there is nothing."""
        if self._declared is not None and self._moves:
            self._declared = None
            return self._moves[-1]
        if not self._moves:
            raise BonducError("cannot undo: no move has been played")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        self._declared = None
        return self._undone[-1]

    def redo(self) -> Move:
        """Play the last move taken back again; BonducError if there is none."""
        if not self._undone:
            raise BonducError("cannot redo: no move has been taken back")
        move = self._undone.pop()
        self._positions.append(self._positions[-1].play(move))
        self._moves.append(move)
        return move

    def resign(self, player: Player) -> Outcome:
        """`player` gives the round up: the opponent wins and takes the seeds on the board."""
        stores = self._stores_before_declaring("resign")
        winner = Player(player).other
        if not self.game.spec.conserves_seeds:
            score = (1, 0) if winner == SOUTH else (0, 1)
        else:
            left = self.game.seeds - self.position.lost - sum(stores)
            score = (stores[0] + left * (winner == SOUTH), stores[1] + left * (winner == NORTH))
        self._declared = Outcome(winner, Termination.RESIGNATION, score)
        return self._declared

    def agree_draw(self) -> Outcome:
        """Both players agree to a draw: all the seeds are shared equally."""
        self._stores_before_declaring("agree a draw")
        half = (self.game.seeds - self.position.lost) // 2 if self.game.spec.conserves_seeds else 0
        self._declared = Outcome(None, Termination.AGREEMENT, (half, half))
        return self._declared

    def forfeit(self, player: Player) -> Outcome:
        """`player` has run out of time: as a resignation, with its own reason."""
        outcome = self.resign(player)
        self._declared = Outcome(outcome.winner, Termination.TIME, outcome.score)
        return self._declared

    def _stores_before_declaring(self, what: str) -> tuple[int, int]:
        if self.outcome:
            raise BonducError(f"cannot {what}: the round is over ({self.outcome.reason})")
        return self.position.stores


@dataclass(frozen=True)
class MatchOutcome:
    """The end of a match: `winner` as seated in the first round (None: a draw), the reason, the score in points."""

    winner: Player | None
    reason: str
    score: tuple[float, float]


class Match:
    """Several rounds: restocked boards, closed or bought holes, changing seats or first moves, and the score.

    Players are named by their seat in the first round. In Rio Kadalis and Adji Kui II they keep their seats and
    start rounds in turn (rules 8 to 10); in Kiothi and Bao la Kimasai South always moves first, so the players
    change seats from round to round (our decision), and the match is won on points after `max_rounds` rounds: a
    win 1, a draw ½ each, in Kiothi a one-warrior victory `one_warrior_value` (rule 13).

    `match.round` is the round under way or just finished; `next_round` starts the one after.
    """

    def __init__(self, game: Game, **options: Value) -> None:
        self.game = game
        self.rules = game.spec.match
        self.options: Mapping[str, Value] = read_options(self.rules.options, options, f"a match of {game.name}")
        self.rounds: list[Round] = [Round(game)]

    @property
    def round(self) -> Round:
        """The round under way, or the last one."""
        return self.rounds[-1]

    @property
    def number(self) -> int:
        """The number of the current round, from 1."""
        return len(self.rounds)

    def seats(self, number: int) -> tuple[Player, Player]:
        """Which players sit South and North in a round (from 1), each named by the seat of the first round."""
        swapped = self.rules.alternate == "seats" and number % 2 == 0
        return (NORTH, SOUTH) if swapped else (SOUTH, NORTH)

    def first(self, number: int) -> Player:
        """Which seat moves first in a round (from 1)."""
        return NORTH if self.rules.alternate == "first" and number % 2 == 0 else SOUTH

    def points(self, number: int) -> tuple[float, float]:
        """What a finished round gave to the two players (by their first seats); (0, 0) while it lasts."""
        outcome = self.rounds[number - 1].outcome
        if outcome is None:
            return 0.0, 0.0
        if outcome.winner is None:
            return 0.5, 0.5
        played_out = outcome.reason not in (Termination.RESIGNATION, Termination.TIME)
        value = 1.0
        if self.rules.points is not None and played_out:
            value = float(self.rules.points(self.options, outcome.score))
        winner = self.seats(number)[outcome.winner]
        return (value, 0.0) if winner == SOUTH else (0.0, value)

    @property
    def score(self) -> tuple[float, float]:
        """Points of the finished rounds, by the players' first seats."""
        each = [self.points(number) for number in range(1, self.number + 1)]
        return sum(south for south, _ in each), sum(north for _, north in each)

    @property
    def holdings(self) -> tuple[int, int] | None:
        """The seeds South and North hold after the last finished round; None where rounds do not carry over."""
        if self.rules.restock is None:
            return None
        for played in reversed(self.rounds):
            if played.outcome is not None:
                return played.outcome.score
        return self.game.seeds // 2, self.game.seeds // 2

    @property
    def outcome(self) -> MatchOutcome | None:
        """None while the match goes on."""
        if self.round.outcome is None:
            return None
        held = self.holdings
        if held is not None:
            restock, ended = self.rules.restock, self.rules.ended
            assert restock is not None
            row = restock(self.game.options, held, self.first(self.number + 1))
            verdict = ended(self.game.options, self.options, row, held) if ended else None
            if verdict is not None:
                return MatchOutcome(Player(verdict[0]), verdict[1], self.score)
        if self.number < int(self.options["max_rounds"]):
            return None
        first, second = self.score if held is None else held
        winner = None if first == second else SOUTH if first > second else NORTH
        return MatchOutcome(winner, f"{self.number} rounds played", self.score)

    def next_round(self) -> Round:
        """Start the next round; BonducError while one is under way or when the match is over."""
        if self.round.outcome is None:
            raise BonducError(f"cannot start round {self.number + 1}: round {self.number} is under way")
        over = self.outcome
        if over is not None:
            raise BonducError(f"cannot start round {self.number + 1}: the match is over ({over.reason})")
        held = self.holdings
        start = self.game.start() if held is None else self.game.restock(held, self.first(self.number + 1))
        self.rounds.append(Round(self.game, start))
        return self.round
