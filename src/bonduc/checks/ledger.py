"""The ledger of a move: where every seed goes, kept from the events alone and held against the position after it."""

from __future__ import annotations

from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.position import Sowing


def ledger_fault(sowing: Sowing) -> str:
    """What is wrong with the events of a move, "" if nothing: seeds conserved at each, and the sum is `after`."""
    ledger = _Ledger(sowing)
    for number, event in enumerate(sowing, 1):
        fault = ledger.enter(event)
        if fault:
            return f"event {number}, {event}: {fault}"
    return ledger.final_fault()


class _Ledger:
    """Holes, hand, stores and marks, kept from the events alone."""

    def __init__(self, sowing: Sowing) -> None:
        before = sowing.before
        self.sowing = sowing
        self.conserves = before.game.spec.counts_seeds
        self.holes = [*before.holes]
        self.stores = [*before.stores]
        self.hand = before.hand
        self.gone = 0
        self.marks = set(before.marks)
        self.ends = 0
        self.round_ends = 0
        self.total = self.seeds()

    def seeds(self) -> int:
        return sum(self.holes) + sum(self.stores) + self.hand + self.gone

    def enter(self, event: SowingEvent) -> str:
        """Enter one event; what is wrong with it."""
        kind, amount = event.event, event.seeds
        hole = 0 if event.hole is None else event.hole
        if kind in (Event.LIFT, Event.CAPTURE, Event.SWEEP):
            if not 0 < amount <= self.holes[hole]:
                return f"the hole holds {self.holes[hole]}"
            self.holes[hole] -= amount
            if kind == Event.LIFT:
                self.hand += amount
            elif event.player is None or not self.conserves:
                self.gone += amount
            else:
                self.stores[event.player] += amount
        elif kind == Event.DROP:
            self.holes[hole] += 1
            self.hand -= 1
            if self.hand < 0 or self.holes[hole] != amount:
                return f"the hole holds {self.holes[hole]} and the hand {self.hand}"
        elif kind == Event.MARK_LOST:
            if hole not in self.marks:
                return "the hole has no mark"
            self.marks.discard(hole)
        elif kind == Event.MARK_SET:
            self.marks.add(hole)
        elif kind == Event.END:
            self.ends += 1
            if self.hand:
                return f"{self.hand} are still in hand"
        elif kind == Event.ROUND_END:
            self.round_ends += 1
        return "" if self.seeds() == self.total else "seeds are lost or made"

    def final_fault(self) -> str:
        """Whether the position after the move is what the events add up to."""
        after = self.sowing.after
        over = after.mover is None
        if tuple(self.holes) != after.holes or self.hand != after.hand:
            return f"the events leave {self.holes} and {self.hand} in hand"
        if self.conserves and tuple(self.stores) != after.stores:
            return f"the events leave {self.stores} in the stores"
        if not over and self.marks != set(after.marks):
            return f"the events leave the marks {sorted(self.marks)}"
        if self.round_ends != int(over):
            return f"{self.round_ends} events say that the round is over"
        opening_step = after.phase != "play" and after.hand > 0
        if self.ends != int(not opening_step):
            return f"{self.ends} events end the turn"
        return ""
