"""What happens in a live game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bonduc.players import Player


class Kind(StrEnum):
    """The kinds of events; what `data` holds of each."""

    JOIN = "join"  # visitor, name
    NAME = "name"  # name
    MOVE = "move"  # round, ply, move; spent: milliseconds on the clock
    RESIGN = "resign"  # round
    FLAG = "flag"  # round: the player's time is up
    DRAW_OFFER = "draw-offer"  # round, ply
    DRAW_DECLINE = "draw-decline"  # round
    DRAW = "draw"  # round: the offer was accepted
    TAKE_BACK_OFFER = "take-back-offer"  # round, ply
    TAKE_BACK_DECLINE = "take-back-decline"  # round
    TAKE_BACK = "take-back"  # round, to: the moves that stay
    NEXT_ROUND = "next-round"  # round: the one that begins
    REMATCH_OFFER = "rematch-offer"
    REMATCH_DECLINE = "rematch-decline"
    REMATCH = "rematch"  # code: of the game that follows
    LEAVE = "leave"  # before anybody joined: there will be no game


@dataclass(frozen=True)
class Event:
    """Something that happened: its place in the order, who did it (None: the server), when, and the details.

    Players are named by where they sit in the first round; `at` is in milliseconds since 1970.
    """

    seq: int
    kind: Kind
    player: Player | None
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)
