"""Moves told in sentences: what was taken and why, why the turn ended, how the round ended."""

from __future__ import annotations

from bonduc.games.contract import Ending, Event, Kind, Reason
from bonduc.outcome import winner_of
from bonduc.players import Player
from bonduc.sowing import Sowing, SowingEvent

LAPS_TOLD = 4  # laps told one by one; longer sowings are summed up


def explain_sowing(sowing: Sowing) -> list[str]:
    """The sentences of one move."""
    return _Teller(sowing).tell()


class _Teller:
    def __init__(self, sowing: Sowing) -> None:
        self.sowing = sowing
        game = sowing.before.game
        self.names = game.layout.names
        self.layout = game.layout
        self.words = game.spec.words
        self.mover = sowing.before.mover
        self.spec = game.spec
        self.sentences: list[str] = []

    def seeds(self, count: int) -> str:
        return f"{count} {self.words.seed if count == 1 else self.words.seeds}"

    def side(self, hole: int) -> Player:
        return Player(self.layout.side(hole))

    def tell(self) -> list[str]:
        if self.sowing.move.kind in (Kind.EMPTY, Kind.DROP):
            self._tell_opening()
        else:
            self._tell_turn()
        self._tell_round_end()
        return self.sentences

    def _tell_opening(self) -> None:
        lifted = [e for e in self.sowing if e.event == Event.LIFT and e.hole is not None]
        drops: dict[int, int] = {}
        for event in self.sowing:
            if event.event == Event.DROP and event.hole is not None:
                drops[event.hole] = drops.get(event.hole, 0) + 1
        for event in lifted:
            self.sentences.append(f"{self.mover} empties {self._name(event)}: {self.seeds(event.seeds)} in hand.")
        if drops:
            spread = ", ".join(f"{count} into {self.names[hole]}" for hole, count in drops.items())
            self.sentences.append(f"{self.mover} puts {spread}.")
        if any(event.event == Event.MARK_SET for event in self.sowing):
            self.sentences.append("The opening is over: every occupied hole is now marked (nki).")

    def _tell_turn(self) -> None:
        events = self.sowing.events
        laps = self.sowing.laps
        for index, event in enumerate(events):
            if event.event == Event.LIFT and (event.lap <= LAPS_TOLD or event.lap == laps):
                self._tell_lift(event, laps)
            elif event.event == Event.CAPTURE:
                self._tell_capture(event, events[index - 1], events[index + 1])
            elif event.event == Event.MARK_LOST:
                if event.hole is not None and laps <= LAPS_TOLD:
                    self.sentences.append(f"{self._name(event)} loses its mark for good.")
            elif event.event == Event.PASS:
                self.sentences.append(f"{event.player} has no legal move and passes.")
            elif event.event == Event.END and event.ending is not None:
                self._tell_ending(event, event.ending)

    def _tell_lift(self, event: SowingEvent, laps: int) -> None:
        name = self._name(event)
        if self.layout.rows == 4:
            self.sentences.append(f"{self.mover} moves a {self.words.seed} on from {name}.")
        elif event.lap == 1:
            self.sentences.append(f"{self.mover} lifts {self.seeds(event.seeds)} from {name} and sows.")
        elif event.lap > LAPS_TOLD + 1:
            self.sentences.append(f"The relay goes on; the last lap, lap {event.lap}, starts from {name}.")
        else:
            self.sentences.append(
                f"The last {self.words.seed} of lap {event.lap - 1} fell into an occupied hole, {name}: "
                f"{self.seeds(event.seeds)} are lifted and sown on (lap {event.lap})."
            )

    def _tell_capture(self, event: SowingEvent, before: SowingEvent, after: SowingEvent) -> None:
        name, taken = self._name(event), self.seeds(event.seeds)
        ending = self.sowing.ending
        if self.layout.rows == 4:
            front = before.event != Event.CAPTURE
            where = "faces it" if front else "stands behind it"
            self.sentences.append(f"The {self.words.seed} in {name} {where}: it is captured and leaves the game.")
        elif ending in (Ending.OPPOSITE_TAKEN, Ending.BONUS_TAKEN):
            self._tell_opposite(event, before)
        elif after.event == Event.END:
            called = "" if self.words.four == "four" else f": {self.words.four}"
            self.sentences.append(
                f"The last {self.words.seed} made four in {name}{called}, {event.player} takes {event.seeds}."
            )
        elif event.hole is not None:
            row = self.side(event.hole)
            self.sentences.append(
                f"A {self.words.seed} that was not the last made four in {name}: it is {row}'s row, "
                f"{event.player} takes {taken}."
            )

    def _tell_opposite(self, event: SowingEvent, before: SowingEvent) -> None:
        if event.hole is None:
            return
        name, taken = self._name(event), self.seeds(event.seeds)
        last = next(e.hole for e in reversed(self.sowing.events) if e.event == Event.DROP)
        if event.hole == last:
            self.sentences.append(f"The capturing {self.words.seed} in {name} goes to the {self.words.store} too.")
        elif last is not None and event.hole == self.layout.size - 1 - last:
            self.sentences.append(
                f"The last {self.words.seed} fell into an own empty hole, {self.names[last]}, and {name} opposite is "
                f"occupied and unmarked: {event.player} takes {taken}."
            )
        else:
            self.sentences.append(f"Leftmost bonus: {event.player} takes {taken} from {name}.")

    def _tell_ending(self, event: SowingEvent, ending: Ending) -> None:
        name = self._name(event) if event.hole is not None else ""
        if ending == Ending.EMPTY_HOLE:
            self.sentences.append(f"The last {self.words.seed} fell into an empty hole, {name}: the turn ends.")
        elif ending == Ending.OWN_FOUR:
            self.sentences.append(
                f"The last {self.words.seed} made four in an own hole, {name}: nothing is taken and the turn ends."
            )

    def _tell_round_end(self) -> None:
        end = next((event for event in self.sowing if event.event == Event.ROUND_END), None)
        after = self.sowing.after
        if end is None or end.reason is None:
            return
        swept = {Player.SOUTH: 0, Player.NORTH: 0}
        for event in self.sowing:
            if event.event == Event.SWEEP and event.player is not None:
                swept[event.player] += event.seeds
        left = " ".join(f"{player} takes the {self.seeds(count)} left." for player, count in swept.items() if count)
        winner = winner_of(after.stores)
        south, north = after.stores
        result = "a draw" if winner is None else f"{winner} wins"
        score = "" if self.layout.rows == 4 else f", {max(south, north)} to {min(south, north)}"
        self.sentences.append(f"{_REASONS[end.reason]} {left}".rstrip() + f" The round is over: {result}{score}.")

    def _name(self, event: SowingEvent) -> str:
        return "" if event.hole is None else self.names[event.hole]


_REASONS = {
    Reason.NO_LEGAL_MOVE: "The player to move has no legal move.",
    Reason.NEITHER_CAN_MOVE: "Neither player can move.",
    Reason.FEW_SEEDS: "Only eight seeds or fewer are left in play.",
    Reason.BOTH_PASSED: "Both players have passed.",
    Reason.ALL_CAPTURED: "All enemy stones are captured.",
    Reason.REPETITION: "The position has occurred for the second time.",
}
