"""What happens in a live game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bonduc.players import Player


class Kind(StrEnum):
    """The kinds of events; what `data` holds of each."""

    JOIN = "join"  # visitor, name; allowed: as of a move, for the first turn
    NAME = "name"  # name
    SPEED = "speed"  # speed: at which the player is shown sowings
    MOVE = "move"  # round, ply, move; in milliseconds spent: on the clock; shown: to the mover; allowed: to the other
    RESIGN = "resign"  # round
    FLAG = "flag"  # round: the player's time is up
    DRAW_OFFER = "draw-offer"  # round, ply
    DRAW_DECLINE = "draw-decline"  # round
    DRAW = "draw"  # round: the offer was accepted
    TAKE_BACK_OFFER = "take-back-offer"  # round, ply
    TAKE_BACK_DECLINE = "take-back-decline"  # round
    TAKE_BACK = "take-back"  # round, to: the moves that stay
    CLAIM = "claim"  # round: won, the other player having gone
    CALL_OFF = "call-off"  # round: nobody wins, the game is over
    NEXT_ROUND = "next-round"  # round: the one that begins; allowed: as of a move, for the first turn
    REMATCH_OFFER = "rematch-offer"
    REMATCH_DECLINE = "rematch-decline"
    REMATCH = "rematch"  # code: of the game that follows
    FORGET = "forget"  # the player is no longer known
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
