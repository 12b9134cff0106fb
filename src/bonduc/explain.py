"""Moves told in sentences: what was taken and why, why the turn ended, how the round ended.

Every sentence is a message of its own, so that each language can build it in its own way; those that belong to a game
are in its `Narration`.
"""

from __future__ import annotations

from dataclasses import dataclass

from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.games.spec import GameSpec, Layout
from bonduc.language import N_, Items, Message, _, told
from bonduc.outcome import winner_of
from bonduc.players import Player

LAPS_TOLD = 4  # laps told one by one; longer sowings are summed up


@dataclass(frozen=True)
class Told:
    """A move played out, as far as sentences need it: whose game and holes, who moved, whether in an opening, what
    happened, and the stores after it."""

    spec: GameSpec
    layout: Layout
    mover: Player | None
    is_opening: bool
    events: tuple[SowingEvent, ...]
    stores: tuple[int, int]


def explain(move: Told) -> list[str]:
    """The sentences of one move, in the language in use."""
    return _Teller(move).tell()


def captions(move: Told) -> dict[int, str]:
    """The same sentences by the index of the event of the turn that each tells of; what tells of more is left out."""
    teller = _Teller(move)
    teller.tell()
    return teller.captions


class _Teller:
    def __init__(self, move: Told) -> None:
        self.move = move
        self.names = move.layout.names
        self.words = move.spec.words
        self.narration = move.spec.narration
        self.counts_seeds = move.spec.counts_seeds
        self.mover = move.mover
        self.sentences: list[str] = []
        self.captions: dict[int, str] = {}
        self.at: int | None = None  # the event being told
        self.last = next((self._name(e) for e in reversed(move.events) if e.event == Event.DROP), "")

    def tell(self) -> list[str]:
        if self.move.is_opening:
            self._tell_opening()
        else:
            self._tell_turn()
        self._tell_round_end()
        return self.sentences

    def _say(self, sentence: str) -> None:
        self.sentences.append(sentence)
        if self.at is not None:
            self.captions[self.at] = sentence

    def _tell_opening(self) -> None:
        lifted = [e for e in self.move.events if e.event == Event.LIFT and e.hole is not None]
        drops: dict[int, int] = {}
        for event in self.move.events:
            if event.event == Event.DROP and event.hole is not None:
                drops[event.hole] = drops.get(event.hole, 0) + 1
        for event in lifted:
            seeds = self.words.counted(event.seeds)
            self._say(
                _("{player} empties {hole}: {seeds} in hand.", player=self.mover, hole=self._name(event), seeds=seeds)
            )
        if drops:
            spread = Items(
                N_("{count} into {hole}", count=count, hole=self.names[hole]) for hole, count in drops.items()
            )
            self._say(_("{player} puts {spread}.", player=self.mover, spread=spread))
        if self.narration.marks_set and any(event.event == Event.MARK_SET for event in self.move.events):
            self._say(told(self.narration.marks_set))

    def _tell_turn(self) -> None:
        laps = sum(event.event == Event.LIFT for event in self.move.events)
        for index, event in enumerate(self.move.events):
            self.at = index
            if event.event == Event.LIFT and (event.lap <= LAPS_TOLD or event.lap == laps):
                self._tell_lift(event)
            elif event.event == Event.CAPTURE:
                self._tell(self.narration.of_capture(event.manner), event)
            elif event.event == Event.MARK_LOST and laps <= LAPS_TOLD:
                self._tell(self.narration.mark_lost, event)
            elif event.event == Event.PASS:
                self._say(_("{player} has no legal move and passes.", player=event.player))
            elif event.ending is not None and event.ending in self.narration.endings:
                self._tell(self.narration.endings[event.ending], event)
        self.at = None

    def _tell_lift(self, event: SowingEvent) -> None:
        if event.lap <= 1:
            self._tell(self.narration.lift, event)
        elif event.lap > LAPS_TOLD + 1:
            self._tell(self.narration.relays, event)
        else:
            seeds = self.words.counted(event.seeds)
            self._tell(self.narration.relay, event, seeds=seeds, lap=event.lap - 1, next=event.lap)

    def _tell(self, sentence: Message, event: SowingEvent, **places: object) -> None:
        """A sentence of the game about an event, with all that it may name."""
        words = self.words
        known = {
            "player": self.mover if event.player is None else event.player,
            "hole": self._name(event),
            "last": self.last,
            "seed": words.seed,
            "seeds": words.taken(event.seeds),
            "count": event.seeds,
            "store": words.goal,
            "four": words.four,
            "lap": event.lap,
        }
        self._say(sentence.about(**known | places))

    def _tell_round_end(self) -> None:
        """Why the round ended, who takes what is left, and who won: sentences told in one breath."""
        end = next((event for event in self.move.events if event.event == Event.ROUND_END), None)
        if end is None or end.reason is None:
            return
        swept = {Player.SOUTH: 0, Player.NORTH: 0}
        for event in self.move.events:
            if event.event == Event.SWEEP and event.player is not None:
                swept[event.player] += event.seeds
        left = [
            _("{player} takes the {seeds} left.", player=player, seeds=self.words.taken(count))
            for player, count in swept.items()
            if count
        ]
        self._say(" ".join([told(self.narration.reasons[end.reason]), *left, self._result()]))

    def _result(self) -> str:
        stores = self.move.stores
        winner = winner_of(stores)
        score = {"high": max(stores), "low": min(stores)}
        if not self.counts_seeds:
            return (
                _("The round is over: a draw.")
                if winner is None
                else _("The round is over: {player} wins.", player=winner)
            )
        if winner is None:
            return _("The round is over: a draw, {high} to {low}.", **score)
        return _("The round is over: {player} wins, {high} to {low}.", player=winner, **score)

    def _name(self, event: SowingEvent) -> str:
        return "" if event.hole is None else self.names[event.hole]
