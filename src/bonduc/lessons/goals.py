"""Goals: what a lesson asks for, as predicates over the events of one turn.

Each goal says why a turn misses it (`miss`), in a message for people; a turn that it cannot find fault with meets it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from bonduc.games.kernels.state import Ending, Event
from bonduc.games.words import Words
from bonduc.language import N_, Items, Message
from bonduc.outcome import Outcome, Termination
from bonduc.players import Player
from bonduc.position import Position, Sowing


@dataclass(frozen=True)
class Turn:
    """A whole turn of the learner: its sowing, and the position and outcome that the round has after it.

    `after` differs from the sowing's own where the repetition rule ends the round.
    """

    sowing: Sowing
    after: Position
    outcome: Outcome | None

    @property
    def learner(self) -> Player:
        """Who played the turn."""
        mover = self.sowing.before.mover
        assert mover is not None
        return mover

    @property
    def words(self) -> Words:
        """What the game calls its counters."""
        return self.sowing.before.game.spec.words

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the holes in board order."""
        return self.sowing.before.game.layout.names

    @property
    def last(self) -> int | None:
        """The hole of the last seed; None for a pass."""
        return next((e.hole for e in reversed(self.sowing.events) if e.event == Event.DROP), None)

    def hole(self, name: str) -> int:
        """The index of a hole."""
        return self.names.index(name)

    def taken(self, player: Player) -> int:
        """How many seeds the turn's captures gave a player; captured stones that leave the game are the learner's."""
        return sum(
            event.seeds
            for event in self.sowing
            if event.event == Event.CAPTURE and (self.learner if event.player is None else event.player) == player
        )


class Goal(Protocol):
    """Something a turn can achieve."""

    def miss(self, turn: Turn) -> Message | None:
        """Why the turn misses the goal; None if it meets it."""


@dataclass(frozen=True)
class All:
    """Several goals in the same turn; the first that is missed is told."""

    goals: tuple[Goal, ...]

    def miss(self, turn: Turn) -> Message | None:
        return next((fault for goal in self.goals if (fault := goal.miss(turn)) is not None), None)


_ENDINGS = {
    Ending.EMPTY_HOLE: N_("The sowing should end in an empty hole, without a capture."),
    Ending.FOUR_TAKEN: N_("The sowing should end with a four that you take."),
    Ending.OWN_FOUR: N_("The sowing should end with a four in a hole of your own."),
    Ending.OPPOSITE_TAKEN: N_("The sowing should end with a capture of the hole opposite."),
    Ending.BONUS_TAKEN: N_("The sowing should end with the bonus."),
}


@dataclass(frozen=True)
class Ends:
    """The sowing ends in this way; `row` "own" or "enemy" asks for a hole of that row as well."""

    ending: Ending
    row: str = ""

    def miss(self, turn: Turn) -> Message | None:
        if turn.sowing.ending != self.ending:
            return _ENDINGS[self.ending]
        if not self.row or turn.last is None:
            return None
        own = turn.sowing.before.game.layout.side(turn.last) == turn.learner
        if own == (self.row == "own"):
            return None
        hole = turn.names[turn.last]
        if own:
            return N_("It ended in {hole}, in your own row; the other player's row is meant.", hole=hole)
        return N_("It ended in {hole}, in the other player's row; your own row is meant.", hole=hole)


@dataclass(frozen=True)
class Reaches:
    """The last seed falls into this hole."""

    hole: str

    def miss(self, turn: Turn) -> Message | None:
        if turn.last is not None and turn.names[turn.last] == self.hole:
            return None
        if turn.last is None:
            return N_("It should end in {wanted}.", wanted=self.hole)
        return N_("It ended in {hole}; it should end in {wanted}.", hole=turn.names[turn.last], wanted=self.hole)


@dataclass(frozen=True)
class Takes:
    """The learner captures at least `least` seeds."""

    least: int

    def miss(self, turn: Turn) -> Message | None:
        taken = turn.taken(turn.learner)
        if taken >= self.least:
            return None
        if not taken:
            return N_("It captured nothing for you.")
        return N_(
            "It captured {taken} for you; {wanted} are possible.",
            taken=turn.words.taken(taken),
            wanted=self.least,
        )


@dataclass(frozen=True)
class GivesNothing:
    """The turn captures nothing for the other player."""

    def miss(self, turn: Turn) -> Message | None:
        given = turn.taken(turn.learner.other)
        if not given:
            return None
        return N_("It gave the other player {seeds}.", seeds=turn.words.taken(given))


@dataclass(frozen=True)
class TakesOnTheWay:
    """At least `fours` groups of four are taken by the learner before the last seed of their lap falls."""

    fours: int = 1

    def miss(self, turn: Turn) -> Message | None:
        found = sum(
            event.event == Event.CAPTURE and event.player == turn.learner and following.event != Event.END
            for event, following in pairwise(turn.sowing.events)
        )
        if found >= self.fours:
            return None
        if not found:
            return N_("You took no four on the way.")
        return N_("You took only {found} of {wanted} fours on the way.", found=found, wanted=self.fours)


@dataclass(frozen=True)
class Laps:
    """The sowing has at least `least` and at most `most` laps."""

    least: int
    most: int = 1_000_000

    def miss(self, turn: Turn) -> Message | None:
        laps = turn.sowing.laps
        if laps < self.least:
            return N_("It ended on lap {laps}; lap {wanted} should be reached.", laps=laps, wanted=self.least)
        if laps > self.most:
            return N_("It went on to lap {laps}; it should end on lap {wanted}.", laps=laps, wanted=self.most)
        return None


@dataclass(frozen=True)
class RelaysFrom:
    """A later lap starts from this hole."""

    hole: str

    def miss(self, turn: Turn) -> Message | None:
        wanted = turn.hole(self.hole)
        if any(event.event == Event.LIFT and event.hole == wanted and event.lap > 1 for event in turn.sowing):
            return None
        return N_("No lap went on from {hole}.", hole=self.hole)


@dataclass(frozen=True)
class LiftsFrom:
    """The turn starts from one of these holes."""

    holes: tuple[str, ...]

    def miss(self, turn: Turn) -> Message | None:
        hole = turn.sowing.move.hole
        if hole is not None and turn.names[hole] in self.holes:
            return None
        return N_("The turn should start from {holes}.", holes=Items(self.holes))


@dataclass(frozen=True)
class Holds:
    """After the turn the hole holds at least `least` and at most `most` seeds."""

    hole: str
    least: int = 0
    most: int = 1_000_000

    def miss(self, turn: Turn) -> Message | None:
        count = turn.after.holes[turn.hole(self.hole)]
        if count < self.least:
            return N_("{hole} holds {count} now; {wanted} are wanted.", hole=self.hole, count=count, wanted=self.least)
        if count > self.most:
            return N_("{hole} holds {count} now; at most {most} may stay.", hole=self.hole, count=count, most=self.most)
        return None


@dataclass(frozen=True)
class Drops:
    """At least `least` seeds fall into the other player's row."""

    least: int

    def miss(self, turn: Turn) -> Message | None:
        layout = turn.sowing.before.game.layout
        dropped = sum(
            event.event == Event.DROP and event.hole is not None and layout.side(event.hole) != turn.learner
            for event in turn.sowing
        )
        if dropped >= self.least:
            return None
        return N_(
            "{seeds} fell into the other player's row; {wanted} should.",
            seeds=turn.words.taken(dropped),
            wanted=self.least,
        )


@dataclass(frozen=True)
class Unmarks:
    """The turn ends the protection of this marked hole."""

    hole: str

    def miss(self, turn: Turn) -> Message | None:
        if turn.hole(self.hole) not in turn.after.marks:
            return None
        return N_("{hole} still has its mark.", hole=self.hole)


@dataclass(frozen=True)
class Marks:
    """At least `least` of the learner's own holes are marked after the turn."""

    least: int

    def miss(self, turn: Turn) -> Message | None:
        layout = turn.after.game.layout
        own = sum(layout.side(hole) == turn.learner for hole in turn.after.marks)
        if own >= self.least:
            return None
        return N_("{count} of your holes are marked; {wanted} are wanted.", count=own, wanted=self.least)


@dataclass(frozen=True)
class OpponentPasses:
    """The other player is left without a move and has to pass."""

    def miss(self, turn: Turn) -> Message | None:
        moves = turn.after.legal_moves
        if [str(move) for move in moves] == ["pass"]:
            return None
        if turn.outcome is not None:
            return N_("The round is over; the other player should have to pass.")
        return N_("The other player can still move: {moves}.", moves=Items(str(move) for move in moves))


@dataclass(frozen=True)
class Denies:
    """No reply of the other player captures anything."""

    def miss(self, turn: Turn) -> Message | None:
        for move in turn.after.legal_moves:
            reply = turn.after.sowing(move)
            if any(event.event == Event.CAPTURE for event in reply):
                return N_("The other player can capture now, with {move}.", move=str(move))
        return None


@dataclass(frozen=True)
class EndsRound:
    """The round is over, for this reason.

    result    "win" or "draw" for the learner; "" for any
    lead      the learner wins by exactly so many
    loser     the other player is left with fewer than so many
    """

    reason: Termination
    result: str = ""
    lead: int | None = None
    loser: int | None = None

    def miss(self, turn: Turn) -> Message | None:
        outcome = turn.outcome
        if outcome is None:
            return N_("The round goes on.")
        if outcome.reason != self.reason:
            return N_("The round should end otherwise: {reason}.", reason=self.reason)
        own, other = outcome.score[turn.learner], outcome.score[turn.learner.other]
        if self.result == "win" and outcome.winner != turn.learner:
            return N_("The round is over, but you did not win it.")
        if self.result == "draw" and outcome.winner is not None:
            return N_("The round is over, but it is no draw.")
        if self.lead is not None and own - other != self.lead:
            return N_("You won by {lead}; the lead should be exactly {wanted}.", lead=own - other, wanted=self.lead)
        if self.loser is not None and other >= self.loser:
            return N_(
                "The other player still holds {count}; fewer than {most} are wanted.", count=other, most=self.loser
            )
        return None
