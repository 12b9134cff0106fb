"""What tests of live games share: games without a database, and an engine that plays the first legal move."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

import pytest

from bonduc.games.options import Value
from bonduc.players import Player
from bonduc.position import game
from bonduc.web.engines.pool import EnginePool
from bonduc.web.live.api import Creation
from bonduc.web.live.game import decisions
from bonduc.web.live.game.absence import Presence
from bonduc.web.live.game.decisions import Actor, Draft, RefusedError
from bonduc.web.live.game.events import Event
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import read_act
from bonduc.web.settings import Settings
from bonduc.web.tasks.desk import Desk
from bonduc.web.tasks.pool import TaskPool


def idle_desk() -> Desk:
    """A desk without processes: what cannot be worked out in the server is not."""
    return Desk(TaskPool(Settings()))


ANN, BEN, EVE = "a" * 32, "b" * 32, "e" * 32


class FirstMove(EnginePool):
    """Engines that choose the first legal move and see `lead` for South."""

    def __init__(self, lead: float = 0.0, is_warm: bool = False) -> None:
        self.lead = lead
        self.warm = is_warm
        self.asked = 0
        self.addresses: list[str] = []

    @property
    def is_warm(self) -> bool:
        return self.warm

    async def choose(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        level: int,
        visitor_id: str,
        address: str = "",
    ) -> str:
        self.asked += 1
        self.addresses.append(address)
        position = game(game_id, **options).position(start_position or "")
        for move in moves:
            position = position.play(move)
        return str(position.legal_moves[0])

    async def analyse(
        self,
        game_id: str,
        options: Mapping[str, Value],
        start_position: str | None,
        moves: Sequence[str],
        visitor_id: str,
        *,
        seconds: float,
        lines: int = 1,
        address: str = "",
    ) -> AsyncGenerator[dict[str, Any], None]:
        yield {"score": self.lead, "done": True}


def new_game(visitor: str = ANN, **creation: Any) -> LiveGame:
    """A game as this visitor makes it."""
    return Creation.model_validate({"game": "rio-kadalis", "side": "S", **creation}).live_game(visitor)


def friends(**creation: Any) -> LiveGame:
    """A game of Ann (South) and Ben, who has joined."""
    game = new_game(opponent="friend", **creation)
    happen(game, decisions.decide_join(game, BEN, Player.NORTH, "Ben"))
    return game


def happen(game: LiveGame, drafts: list[Draft], at: int = 0) -> list[str]:
    """Let what was decided happen; the kinds of the events."""
    for draft in drafts:
        game.apply(Event(game.version + 1, draft.kind, draft.player, at, draft.data))
    return [draft.kind.value for draft in drafts]


def act(
    game: LiveGame,
    visitor: str,
    type_: str,
    at: int = 0,
    lag: int = 0,
    presence: Presence = Presence(),  # noqa: B008  a value that does not change
    **more: Any,
) -> list[str]:
    """Let a visitor do something; round and ply are the current ones unless given. The kinds of the events."""
    place = {"round": game.match.number, "ply": game.ply}
    if type_ in ("leave", "name", "speed") or "rematch" in type_:
        place = {}
    if type_ == "resign":
        place.pop("ply")
    message = read_act({"type": type_, **place, **more})
    return happen(game, decisions.decide(game, Actor(visitor, at, lag, presence=presence), message), at)


def refused(game: LiveGame, visitor: str, type_: str, **more: Any) -> str:
    """The code of a refusal; nothing has changed then."""
    before = game.version, str(game.round.position), game.status
    with pytest.raises(RefusedError) as caught:
        act(game, visitor, type_, **more)
    assert (game.version, str(game.round.position), game.status) == before
    return caught.value.code


def play(game: LiveGame, count: int = 1, at: int = 0, choose: Callable[[Sequence[Any]], Any] = lambda m: m[0]) -> None:
    """Play moves, whoever's turn it is."""
    for _ in range(count):
        mover = game.mover
        assert mover is not None
        visitor = game.seats[mover].visitor
        move = str(choose(game.round.legal_moves))
        if visitor is None:
            happen(game, decisions.decide_computer_move(game, game.ply, move, at), at)
        else:
            act(game, visitor, "move", at, move=move)
