"""A live game at one moment: what its events add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bonduc.outcome import Termination
from bonduc.play import Match, MatchOutcome, Round
from bonduc.players import Player
from bonduc.web.db.tables import GONE
from bonduc.web.live.game.bounds import BESIDE
from bonduc.web.live.game.clock import FIRST_TURN, GameClock
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.terms import Seat, Terms


class Offers:
    """Offers that stand, by the player who made them, and at which ply each player last offered a draw."""

    def __init__(self) -> None:
        self.draw: Player | None = None
        self.take_back: Player | None = None
        self.rematch: Player | None = None
        self.draw_plies: dict[Player, int] = {}

    def of_round_over(self) -> None:
        """The round goes on differently or is over: its offers are void."""
        self.draw = self.take_back = None


class LiveGame:
    """A live game: its terms, who sits where, its rounds, clock and offers. Only `apply` changes it.

    Players are named by where they sit in the first round; `seat_of` says where a player sits now.
    """

    def __init__(self, terms: Terms, seats: Sequence[Seat]) -> None:
        self.terms = terms
        self.seats = list(seats)
        self.version = 0
        self.match = Match(terms.game, **(terms.match or {}))
        self.clock = None if terms.clock is None else GameClock(terms.clock)
        self.offers = Offers()
        self.left_early = False
        self.called_off = False
        self.is_begun = False  # both players have had a turn
        self.turn_began = terms.created
        self.shown_until = [0, 0]  # when the players' pages have shown their own last sowing
        self.speeds_changed = self.names_changed = 0
        self.beside = 0  # events that are no part of play
        self.rematch: str | None = None
        self.rewound = 0  # the version since which no move was taken back
        if self.status == "playing":
            self._begin_round(terms.created, FIRST_TURN)

    @property
    def round(self) -> Round:
        """The round under way, or the last one."""
        return self.match.round

    @property
    def ply(self) -> int:
        """How many moves the round has."""
        return len(self.round.moves)

    @property
    def moves_made(self) -> int:
        """How many moves all rounds have together."""
        return sum(len(played.moves) for played in self.match.rounds)

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `between` or `finished`, as the protocol has it."""
        if self.left_early or self.called_off:
            return "finished"
        if any(seat.open for seat in self.seats):
            return "waiting"
        if self.round.outcome is None:
            return "playing"
        return "finished" if self.match_over else "between"

    @property
    def match_over(self) -> bool:
        """Whether no round can follow the one that is over."""
        return self.terms.match is None or self.match_outcome is not None

    @property
    def match_outcome(self) -> MatchOutcome | None:
        """How the match ended; None for a single round and while the match goes on."""
        return None if self.terms.match is None else self.match.outcome

    def seat_of(self, player: Player) -> Player:
        """Where a player sits in the current round. Seats change for both at once, so it answers both ways."""
        return self.match.seats(self.match.number)[player]

    @property
    def mover(self) -> Player | None:
        """The player to move; None when nobody is."""
        seat = self.round.mover if self.status == "playing" else None
        return None if seat is None else self.seat_of(seat)

    def players_of(self, visitor: str) -> tuple[Player, ...]:
        """The players a visitor plays for."""
        return tuple(player for player in Player if self.seats[player].visitor == visitor)

    @property
    def in_first_turn(self) -> bool:
        """Whether the first turn of the round is not over; all steps of an opening are one turn."""
        positions = self.round.positions
        return all(position.mover == positions[0].mover for position in positions)

    @property
    def computer_to_move(self) -> bool:
        """Whether the computer has the move."""
        mover = self.mover
        return mover is not None and self.seats[mover].computer

    @property
    def computer_to_answer(self) -> bool:
        """Whether an offer of a draw to the computer stands."""
        draw = self.offers.draw
        return self.status == "playing" and draw is not None and self.seats[draw.other].computer

    def take_back_to(self, player: Player) -> int | None:
        """How many moves stay if `player`'s last move is taken back; None if there is none."""
        seat, positions = self.seat_of(player), self.round.positions
        for ply in range(self.ply - 1, -1, -1):
            if positions[ply].mover == seat:
                return ply
        return None

    def apply(self, event: Event) -> None:
        """Let an event happen; it must be the next one and was found possible before it was stored.

        Nothing has changed if it raises: a sowing of it may have to be decided first.
        """
        assert event.seq == self.version + 1, f"{self.terms.code}: event {event.seq} after {self.version}"
        _APPLY[event.kind](self, event)
        self.version = event.seq
        self.beside += event.kind in BESIDE
        if self.clock is not None and self.status != "playing":
            self.clock.run(None, event.at)

    def apply_all(self, events: Iterable[Event]) -> None:
        """Let those of these events happen, in order, that have not yet."""
        for event in events:
            if event.seq > self.version:
                self.apply(event)

    def _join(self, event: Event) -> None:
        seat = self._seat(event)
        seat.visitor, seat.name = event.data["visitor"], event.data["name"]
        self._begin_round(event.at, event.data.get("allowed"))

    def _name(self, event: Event) -> None:
        self.names_changed += 1
        self._seat(event).name = event.data["name"]

    def _speed(self, event: Event) -> None:
        self.speeds_changed += 1
        self._seat(event).speed = event.data["speed"]

    def _move(self, event: Event) -> None:
        before, first_turn = self.round.mover, self.in_first_turn
        assert before is not None
        self.round.play(event.data["move"])
        self.shown_until[self.seat_of(before)] = event.at + event.data.get("shown", 0)
        if self.round.mover != before:
            self.turn_began = event.at
            self.is_begun = self.is_begun or not first_turn
        self.offers.take_back = None
        if self.offers.draw is not None and self.offers.draw != event.player:
            self.offers.draw = None
        if self.round.outcome is not None:
            self.offers.of_round_over()
        if self.clock is not None:
            self._move_clock(self.clock, event, before, first_turn)

    def _move_clock(self, clock: GameClock, event: Event, before: Player, first_turn: bool) -> None:
        """The clock after a move of the seat `before`."""
        clock.take(before, event.data.get("spent", 0))
        if self.round.mover == before:
            clock.run(clock.running, event.at, clock.starts(event.at))
        else:
            if not first_turn:
                clock.add_increment(before)
            self._run_clock(event.at, event.data.get("allowed", 0))
        clock.keep(self.ply)

    def _resign(self, event: Event) -> None:
        assert event.player is not None
        self.round.resign(self.seat_of(event.player))
        self.offers.of_round_over()

    def _flag(self, event: Event) -> None:
        assert event.player is not None
        assert self.clock is not None
        seat = self.seat_of(event.player)
        self.clock.left[seat] = 0
        self.round.forfeit(seat)
        self.offers.of_round_over()

    def _draw_offer(self, event: Event) -> None:
        assert event.player is not None
        self.offers.draw = event.player
        self.offers.draw_plies[event.player] = event.data["ply"]

    def _draw_decline(self, event: Event) -> None:
        self.offers.draw = None

    def _draw(self, event: Event) -> None:
        self.round.agree_draw()
        self.offers.of_round_over()

    def _take_back_offer(self, event: Event) -> None:
        self.offers.take_back = event.player

    def _take_back_decline(self, event: Event) -> None:
        self.offers.take_back = None

    def _take_back(self, event: Event) -> None:
        while self.ply > event.data["to"]:
            self.round.undo()
        self.offers.of_round_over()
        self.offers.draw_plies.clear()
        self.rewound = event.seq
        self.turn_began = event.at
        self.shown_until = [0, 0]
        if self.clock is not None:
            self.clock.go_back(self.ply)
            self._run_clock(event.at)

    def _next_round(self, event: Event) -> None:
        self.match.next_round()
        self.offers = Offers()
        if self.terms.clock is not None:
            self.clock = GameClock(self.terms.clock)
        self._begin_round(event.at, event.data.get("allowed"))

    def _rematch_offer(self, event: Event) -> None:
        self.offers.rematch = event.player

    def _rematch_decline(self, event: Event) -> None:
        self.offers.rematch = None

    def _rematch(self, event: Event) -> None:
        self.offers.rematch = None
        self.rematch = event.data["code"]

    def _leave(self, event: Event) -> None:
        self.left_early = True

    def _forget(self, event: Event) -> None:
        seat, offers = self._seat(event), self.offers
        seat.visitor, seat.name = GONE, ""
        for name in ("draw", "take_back", "rematch"):
            if getattr(offers, name) == event.player:
                setattr(offers, name, None)

    def _claim(self, event: Event) -> None:
        assert event.player is not None
        self.round.forfeit(self.seat_of(event.player.other), Termination.FORFEIT)
        self.offers.of_round_over()

    def _call_off(self, event: Event) -> None:
        self.called_off = True
        self.offers.of_round_over()

    def _seat(self, event: Event) -> Seat:
        assert event.player is not None
        return self.seats[event.player]

    def _begin_round(self, now: int, allowed: int | None) -> None:
        """The first turn of a round begins; it is timed, once what it is `allowed` is over, where another waits."""
        self.turn_began = now
        if self.clock is not None and allowed is not None and not self.terms.one_visitor:
            self._run_clock(now, allowed)

    def _run_clock(self, now: int, allowed: int = 0) -> None:
        """Let the mover's time run. The computer's does not: how long it takes depends on how many ask the engines."""
        assert self.clock is not None
        self.clock.run(None if self.computer_to_move else self.round.mover, now, allowed)


def rematch_of(game: LiveGame, code: str, now: int) -> LiveGame:
    """The game that follows on a game: the players change sides."""
    seats = [Seat(seat.visitor, seat.computer, seat.name) for seat in reversed(game.seats)]
    return LiveGame(game.terms.again(code, now), seats)


_APPLY: dict[Kind, Callable[[LiveGame, Event], None]] = {
    Kind.JOIN: LiveGame._join,
    Kind.NAME: LiveGame._name,
    Kind.SPEED: LiveGame._speed,
    Kind.MOVE: LiveGame._move,
    Kind.RESIGN: LiveGame._resign,
    Kind.FLAG: LiveGame._flag,
    Kind.DRAW_OFFER: LiveGame._draw_offer,
    Kind.DRAW_DECLINE: LiveGame._draw_decline,
    Kind.DRAW: LiveGame._draw,
    Kind.TAKE_BACK_OFFER: LiveGame._take_back_offer,
    Kind.TAKE_BACK_DECLINE: LiveGame._take_back_decline,
    Kind.TAKE_BACK: LiveGame._take_back,
    Kind.CLAIM: LiveGame._claim,
    Kind.CALL_OFF: LiveGame._call_off,
    Kind.NEXT_ROUND: LiveGame._next_round,
    Kind.REMATCH_OFFER: LiveGame._rematch_offer,
    Kind.REMATCH_DECLINE: LiveGame._rematch_decline,
    Kind.REMATCH: LiveGame._rematch,
    Kind.FORGET: LiveGame._forget,
    Kind.LEAVE: LiveGame._leave,
}
