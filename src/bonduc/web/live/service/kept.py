"""A live game as a process keeps it: the table, its events, and what has been said of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import TypeAdapter

from bonduc.errors import BonducError
from bonduc.web.live.game import views
from bonduc.web.live.game.bounds import FullError, check_room
from bonduc.web.live.game.decisions import Draft, RefusedError
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.table import Table
from bonduc.web.live.service.hub import Subscriber
from bonduc.web.visitors.requester import Requester

KEPT_TABLES = 500  # that nobody watches,
KEPT_EVENTS = 200_000  # and of how many events, watched or not
KEPT_WORDS = 50  # of what has been said of a game

T = TypeVar("T")
Decide = Callable[[Table], list[Draft]]
_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


class Live:
    """A table in memory with its events, its lock, and what has been said of its present version.

    `address` is where a player last did something from, as far as this process knows.
    """

    def __init__(self, table: Table, events: list[Event], address: str = "") -> None:
        self.table = table
        self.events = events
        self.address = address
        self.lock = asyncio.Lock()
        self._said: dict[tuple[Any, ...], Any] = {}
        self._said_of = -1

    @property
    def requester(self) -> Requester:
        """Who has things worked out for it."""
        return Requester(self.table.terms.code, self.address)

    @property
    def is_quick(self) -> bool:
        """Whether its rules are machine code: no move takes long enough for a thread of its own."""
        return self.table.terms.game.runner.is_compiled

    def happen(self, decide: Decide, at: int) -> list[Event]:
        """Decide on the table as it is, and let what was decided happen to it; the events.

        Raises whatever `decide` raises, and nothing has changed then.
        """
        drafts, first = decide(self.table), self.table.version + 1
        try:
            check_room(self.table.version, self.table.beside, (draft.kind for draft in drafts))
        except FullError as error:
            raise RefusedError("full", error.args[0]) from error
        events = [Event(seq, draft.kind, draft.player, at, draft.data) for seq, draft in enumerate(drafts, first)]
        try:
            self.table.apply_all(events)
        except BonducError as error:
            raise RuntimeError(f"{self.table.terms.code}: what was decided cannot happen") from error
        self.events += events
        return events

    def has_said(self, key: tuple[Any, ...]) -> bool:
        """Whether this is remembered."""
        return self._said_of == self.table.version and key in self._said

    def said(self, key: tuple[Any, ...], say: Callable[[], T]) -> T:
        """What `say` returns, remembered until the table changes."""
        if self._said_of != self.table.version:
            self._said, self._said_of = {}, self.table.version
        if key not in self._said:
            if len(self._said) >= KEPT_WORDS:  # clients may say that they have seen any version at all
                self._said.clear()
            self._said[key] = say()
        found: T = self._said[key]
        return found


def forget_idle(kept: OrderedDict[str, Live], watched: Collection[str]) -> None:
    """Forget games that nobody watches, longest unused first, where they are too many or too long; not the last."""
    events = sum(len(live.events) for live in kept.values())
    for code in list(kept)[:-1]:
        if len(kept) <= KEPT_TABLES + len(watched) and events <= KEPT_EVENTS:
            return
        if code not in watched:
            events -= len(kept.pop(code).events)


@dataclass(frozen=True)
class Changed:
    """What became of an attempt to change a game."""

    version: int
    changed: bool = False
    flagged: bool = False


@dataclass(frozen=True)
class Said:
    """Parts of a message as JSON: what of the state all see alike, without its braces; and what was missed."""

    state: str
    missed: str


def shared_news(live: Live, since: int | None) -> Said:
    """What everyone who saw the game last at a version is told."""
    table, events = live.table, live.events
    shared = views.shared_view(table)
    sowings = views.sowings_since(table, since, events, shared["round"]["position"])
    causes = views.causes_since(table, since, events)
    return Said(as_json(shared)[1:-1], f'"sowings":{as_json(sowings)},"causes":{as_json(causes)}')


def news_key(subscriber: Subscriber) -> tuple[Any, ...]:
    """What the words for a subscriber depend on."""
    return subscriber.language, subscriber.version


def as_json(value: Any) -> str:
    return _ANYTHING.dump_json(value).decode()  # several times as fast as `json.dumps`, and states are large
