"""When a game with somebody else can be ended although they do nothing about it.

Until both players have had a turn, either may call the game off. Later, whoever waits may end it once the other one,
whose move it is, has been away for a while: call it off, so that nobody has won, or claim the round. Away is who has no
page of the game open and has asked nothing of the server; the time counts from the start of the turn at the earliest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bonduc.players import Player
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.terms import FRIEND

MINUTE = 60_000  # milliseconds
GONE_TIMED = MINUTE  # away before the game can be called off or claimed, where there is a clock
GONE = 5 * MINUTE  # away before it can be called off without one: people may have agreed to play for days
GONE_FOR_GOOD = 24 * 60 * MINUTE  # and before it can be claimed


@dataclass(frozen=True)
class Presence:
    """Which visitors are there, and when those who are not were last seen (milliseconds since 1970), if ever."""

    here: frozenset[str] = frozenset()
    seen: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """The player to move is away: in how many milliseconds the other may call off or claim; 0: now."""

    against: Player
    call_off: int
    win: int


def claim(game: LiveGame, presence: Presence, now: int) -> Claim | None:
    """What the absence of the player to move allows the other; None while they are there."""
    mover = game.mover
    if mover is None or game.terms.opponent != FRIEND:
        return None
    visitor = game.seats[mover].visitor
    if visitor is None or visitor in presence.here:
        return None
    away = now - max(presence.seen.get(visitor, 0), game.turn_began)
    timed = game.clock is not None
    call_off, win = (GONE_TIMED, GONE_TIMED) if timed else (GONE, GONE_FOR_GOOD)
    return Claim(mover, max(0, call_off - away), max(0, win - away))


def can_call_off(game: LiveGame, player: Player, found: Claim | None) -> bool:
    """Whether a player may end the game with nobody having won."""
    if game.status != "playing" or game.terms.opponent != FRIEND:
        return False
    return not game.is_begun or (found is not None and found.against != player and not found.call_off)


def can_claim(player: Player, found: Claim | None) -> bool:
    """Whether a player may end the round as won."""
    return found is not None and found.against != player and not found.win
