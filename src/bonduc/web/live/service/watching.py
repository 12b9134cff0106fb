"""Whoever watches a live game: what they are shown of it, and of who is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from bonduc.language import speaking
from bonduc.web.live.game import views
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.service.attendance import Roll
from bonduc.web.live.service.background import BackgroundTasks
from bonduc.web.live.service.computer import LiveComputer
from bonduc.web.live.service.hub import Hub, Subscriber
from bonduc.web.live.service.open_game import OpenGame
from bonduc.web.live.service.open_games import OpenGames
from bonduc.web.live.service.peers import Peers
from bonduc.web.running.now import now

_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


@dataclass(frozen=True)
class SharedNews:
    """Parts of a message as JSON: what of the state all see alike, without its braces; and what was missed."""

    state: str
    missed: str


@dataclass
class Watching:
    """The subscribers of this process, and what is said to them."""

    open_games: OpenGames
    hub: Hub
    roll: Roll
    peers: Peers
    computer: LiveComputer
    background: BackgroundTasks
    secret: str

    async def watch(self, code: str, subscriber: Subscriber) -> None:
        """Let a connection watch a game; it gets the state first. Raises NoGameError."""
        await self.open_games.fresh(code)
        self.hub.add(code, subscriber)
        game = (await self.open_games.fresh(code)).game
        await self.roll.learn([game])
        self.roll.note(game, subscriber.visitor)
        subscriber.refresh()
        self._tell_presence(code)
        self.computer.think_if_due(game)

    def unwatch(self, code: str, subscriber: Subscriber) -> None:
        """A connection has ended."""
        self.hub.remove(code, subscriber)
        known = self.open_games.find(code)
        if known is not None and subscriber.visitor not in self.hub.here(code):
            self.roll.note(known.game, subscriber.visitor, leaves=True)
        self._tell_presence(code)

    async def state(self, code: str, visitor: str, language: str) -> views.View:
        """The state of a game as it is in the database, as a visitor may see it."""
        found = await self.open_games.fresh(code)
        await self.roll.learn([found.game])
        self.roll.note(found.game, visitor)
        async with found.lock:
            return await self.open_games.in_views(found, self._state, found.game, visitor, language)

    async def news(self, code: str, subscriber: Subscriber) -> str:
        """The message that brings a subscriber up to date, as JSON."""
        found = await self.open_games.get(code)
        async with found.lock:
            if found.is_quick or found.has_cached(_news_key(subscriber)):
                return self._news(found, subscriber)
            return await self.open_games.in_views(found, self._news, found, subscriber)

    async def presence(self, code: str) -> views.View:
        """Who is there."""
        found = await self.open_games.get(code)
        async with found.lock:
            return views.presence_view(found.game, self.roll.presence(code), now())

    async def show_presence(self, code: str) -> None:
        """Tell those who watch a game here who is there."""
        if self.hub.watched(code):
            message = await self.presence(code)
            self.roll.told(code)
            for subscriber in self.hub.subscribers(code):
                subscriber.tell(message)

    async def call_the_roll(self) -> None:
        """Tell other processes who is connected here, and those who watch a game whoever came or went elsewhere."""
        for code in self.hub.codes:
            self.peers.tell_here(code)
        known = map(self.open_games.find, self.hub.codes)
        for code in await self.roll.take([each.game for each in known if each is not None]):
            await self.show_presence(code)

    def _tell_presence(self, code: str) -> None:
        self.peers.tell_here(code)
        self.background.start(self.show_presence(code))

    # In words; under the game's lock

    def _state(self, game: LiveGame, visitor: str, language: str) -> views.View:
        with speaking(language):
            return views.shared_view(game) | self._private(game, visitor)

    def _private(self, game: LiveGame, visitor: str) -> views.View:
        presence = self.roll.presence(game.terms.code)
        return views.private_view(game, visitor, presence, now(), self.secret)

    def _news(self, found: OpenGame, subscriber: Subscriber) -> str:
        """Most of it is the same for all who missed the same, and is put into words once."""
        since, game = subscriber.version, found.game
        with speaking(subscriber.language):
            shared = found.cached(_news_key(subscriber), lambda: _shared_news(found, since))
            own = _as_json(self._private(game, subscriber.visitor))
        subscriber.version = game.version
        return f'{{"type":"state","state":{{{shared.state},{own[1:-1]}}},{shared.missed}}}'


def _shared_news(found: OpenGame, since: int | None) -> SharedNews:
    """What everyone who saw the game last at a version is told."""
    game, events = found.game, found.events
    shared = views.shared_view(game)
    sowings = views.sowings_since(game, since, events, shared["round"]["position"])
    causes = views.causes_since(game, since, events)
    return SharedNews(_as_json(shared)[1:-1], f'"sowings":{_as_json(sowings)},"causes":{_as_json(causes)}')


def _news_key(subscriber: Subscriber) -> tuple[Any, ...]:
    """What the words for a subscriber depend on."""
    return subscriber.language, subscriber.version


def _as_json(value: Any) -> str:
    return _ANYTHING.dump_json(value).decode()  # several times as fast as `json.dumps`, and states are large
