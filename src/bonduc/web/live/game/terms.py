"""What is agreed before a live game begins: the game and its options, who plays whom, the clock."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bonduc.errors import BonducError
from bonduc.games.options import Value
from bonduc.language import N_
from bonduc.players import Player
from bonduc.position import Game
from bonduc.web.db.tables import ALIAS_LENGTH, CODE_LENGTH, NAME_LENGTH

COMPUTER = "computer"
SAME_SCREEN = "same-screen"
FRIEND = "friend"
LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # none that looks like another
INVITATION_BYTES = 18
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # letters of Persian names, though nothing is printed


@dataclass(frozen=True)
class TimeControl:
    """A clock: what each player has for a round, and what a finished turn adds; milliseconds."""

    initial: int
    increment: int


@dataclass(frozen=True)
class Terms:
    """A live game as it was made; `match` are the options of a match, None for a single round.

    `studied`: its rounds may be published, without names, when it is over."""

    code: str
    game: Game
    rules_version: int
    opponent: str
    level: int | None
    match: Mapping[str, Value] | None
    clock: TimeControl | None
    created: int
    rematch_of: str | None = None
    studied: bool = False

    @property
    def url(self) -> str:
        """The page of the game."""
        return f"/play/{self.code}"

    @property
    def one_visitor(self) -> bool:
        """Whether there is only one person to ask: against the computer, or two at one screen."""
        return self.opponent != FRIEND

    def again(self, code: str, now: int) -> Terms:
        """The terms of a rematch."""
        return replace(self, code=code, created=now, rules_version=self.game.rules_version, rematch_of=self.code)


@dataclass
class Seat:
    """Who plays for one of the two players; neither visitor nor computer: the seat is open.

    `speed` is that at which sowings are shown to them, once their page has said so.
    """

    visitor: str | None = None
    computer: bool = False
    name: str = ""
    speed: str | None = None

    @property
    def open(self) -> bool:
        """Whether somebody is waited for."""
        return self.visitor is None and not self.computer


def new_code() -> str:
    """The public name of a new game, which cannot be guessed (93 bits)."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def invitation(secret: str, code: str, player: Player) -> str:
    """The secret that gives a seat of a game to whoever is first to bring it. Derived, so that it is stored nowhere."""
    message = f"invitation:{code}:{int(player)}".encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:INVITATION_BYTES]).decode()


def alias(secret: str, code: str) -> str:
    """The name under which the rounds of a game are published: the same for all, and no way back to the game."""
    digest = hmac.new(secret.encode(), f"study:{code}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode()[:ALIAS_LENGTH]


def clean_name(name: str) -> str:
    """A player's name as it is stored: printable, single spaces, no longer than NAME_LENGTH."""
    name = " ".join("".join(c for c in name if c.isprintable() or c.isspace() or c in JOINERS).split())
    if len(name) > NAME_LENGTH:
        raise BonducError(N_("a name can have {count} letters at most", count=NAME_LENGTH))
    return name
