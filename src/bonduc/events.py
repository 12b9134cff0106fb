"""What happens in a move, event by event: for animation, explanation and the ledger of captures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bonduc.games.kernels.state import NOBODY, Ending, Event, Manner, Reason
from bonduc.players import Player


@dataclass(frozen=True)
class SowingEvent:
    """One thing that happens in a move.

    event    what: LIFT, DROP, CAPTURE, MARK_LOST, MARK_SET, END, PASS, ROUND_END, SWEEP, SHARE
    hole     the hole's index in board order, None where no hole is concerned
    seeds    LIFT, CAPTURE, SWEEP, SHARE: how many; DROP: how many the hole now holds
    player   who takes (CAPTURE, SWEEP, SHARE), who passes; None: the seeds leave the game
    lap      LIFT, DROP: the number of the lap, from 1 (in Kiothi's opening 0 for drops)
    ending   END: why the turn ended
    reason   ROUND_END: why the round ended
    manner   CAPTURE: how
    """

    event: Event
    hole: int | None = None
    seeds: int = 0
    player: Player | None = None
    lap: int = 0
    ending: Ending | None = None
    reason: Reason | None = None
    manner: Manner = Manner.PLAIN


def read_log(rows: Sequence[tuple[int, ...]]) -> tuple[SowingEvent, ...]:
    """The events that a kernel logged."""
    return tuple(_read_row(*row) for row in rows)


def _read_row(kind: int, hole: int, amount: int, who: int, manner: int = Manner.PLAIN) -> SowingEvent:
    event = Event(kind)
    if event in (Event.LIFT, Event.DROP):
        return SowingEvent(event, int(hole), int(amount), lap=int(who))
    if event in (Event.CAPTURE, Event.SWEEP):
        player = None if who == NOBODY else Player(who)
        return SowingEvent(event, int(hole), int(amount), player, manner=Manner(manner))
    if event == Event.SHARE:
        return SowingEvent(event, None, int(amount), Player(who))
    if event == Event.PASS:
        return SowingEvent(event, player=Player(who))
    if event == Event.END:
        ending = Ending(amount)
        return SowingEvent(event, None if ending == Ending.PASS else int(hole), ending=ending)
    if event == Event.ROUND_END:
        return SowingEvent(event, reason=Reason(amount))
    return SowingEvent(event, int(hole), int(amount))
