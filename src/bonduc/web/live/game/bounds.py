"""How much can happen in one live game: more than anybody plays, and no more than can be kept and told in no time."""

from __future__ import annotations

from collections.abc import Iterable

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.live.game.events import Kind

MOST_ROUNDS = 200  # of a match
MOST_EVENTS = 10_000  # in all
MOST_BESIDE = 1_000  # that are no part of play
NAMES_CHANGED = 50  # times

BESIDE = frozenset(
    {
        Kind.NAME,
        Kind.SPEED,
        Kind.DRAW_OFFER,
        Kind.DRAW_DECLINE,
        Kind.TAKE_BACK_OFFER,
        Kind.TAKE_BACK_DECLINE,
        Kind.TAKE_BACK,
        Kind.REMATCH_OFFER,
        Kind.REMATCH_DECLINE,
    }
)
PLAY = frozenset({Kind.MOVE, Kind.NEXT_ROUND})  # what goes on; all else ends something, and always can


class FullError(BonducError):
    """A game has had so many events that this can happen in it no more."""


def check_room(events: int, beside: int, kinds: Iterable[Kind]) -> None:
    """FullError if events of these kinds are too many where there have been so many already, some beside play."""
    for kind in kinds:
        if (kind in BESIDE and beside >= MOST_BESIDE) or (kind in PLAY | BESIDE and events >= MOST_EVENTS):
            raise FullError(N_("this game has grown too long for that: end it, and begin another one"))


def check_rounds(rounds: int) -> None:
    """BonducError if a match could have more rounds than are played here."""
    if rounds > MOST_ROUNDS:
        raise BonducError(N_("a match on this site has at most {count} rounds", count=MOST_ROUNDS))
