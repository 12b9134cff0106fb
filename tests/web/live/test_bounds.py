"""What one live game can hold, and what its sockets may send: bounds that nobody who plays meets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bonduc.errors import BonducError, UndecidedSowingError
from bonduc.players import Player
from bonduc.web.app import create_app
from bonduc.web.live.game import bounds
from bonduc.web.live.game.decisions import Actor, RefusedError, decide
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import read_act
from bonduc.web.live.service import changes
from bonduc.web.live.service.open_game import OpenGame
from bonduc.web.live.service.open_games import forget_idle
from bonduc.web.settings import Settings
from tests.web.live.test_socket import make, visitor, watching
from tests.web.live.tools import ANN, BEN, act, friends, new_game, play


def name(game: LiveGame, text: str, visitor: str = ANN) -> list[str]:
    return act(game, visitor, "name", name=text)


def test_a_name_that_does_not_change_stores_nothing() -> None:
    game = friends()
    assert name(game, "Ann") == ["name"]
    assert name(game, "Ann") == []
    assert name(game, "  Ann ") == []
    assert game.names_changed == 1


def test_names_are_not_changed_for_ever() -> None:
    game = friends()
    for number in range(bounds.NAMES_CHANGED):
        assert name(game, f"Ann {number}") == ["name"]
    with pytest.raises(RefusedError, match="too often") as refused:
        name(game, "Eve")
    assert refused.value.code == "not-now"
    play(game)


def live_of(game: LiveGame) -> OpenGame:
    return OpenGame(game, [])


def happen(live: OpenGame, type_: str, visitor: str = ANN, **more: object) -> list[Event]:
    place = {"round": live.game.match.number, "ply": live.game.ply}
    message = read_act({"type": type_, **(place if type_ != "resign" else {"round": place["round"]}), **more})
    return changes.happen(live, lambda game: decide(game, Actor(visitor, 0), message), 0)


def test_what_is_no_part_of_play_has_a_bound_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_BESIDE", 4)
    live = live_of(new_game(opponent="same-screen"))
    for _ in range(4):
        happen(live, "move", move=str(live.game.round.legal_moves[0]))
        happen(live, "take-back")
    happen(live, "move", move=str(live.game.round.legal_moves[0]))
    with pytest.raises(RefusedError, match="too long") as refused:
        happen(live, "take-back")
    assert refused.value.code == "full"
    assert happen(live, "move", move=str(live.game.round.legal_moves[0])), "play goes on"


def test_a_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_EVENTS", 5)
    live = live_of(new_game(opponent="same-screen"))
    for _ in range(5):
        happen(live, "move", move=str(live.game.round.legal_moves[0]))
    version = live.game.version
    with pytest.raises(RefusedError) as refused:
        happen(live, "move", move=str(live.game.round.legal_moves[0]))
    assert refused.value.code == "full"
    assert live.game.version == version
    assert [event.kind for event in happen(live, "resign")] == [Kind.RESIGN], "it can be ended"


def test_a_match_on_the_site_has_so_many_rounds() -> None:
    new_game(kind="match", match={"max_rounds": bounds.MOST_ROUNDS})
    with pytest.raises(BonducError, match="at most 200 rounds"):
        new_game(kind="match", match={"max_rounds": bounds.MOST_ROUNDS + 1})


def test_games_that_nobody_watches_are_forgotten_where_they_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bonduc.web.live.service.open_games.KEPT_EVENTS", 25)
    event = Event(1, Kind.NAME, Player.SOUTH, 0)
    games = OrderedDict((code, OpenGame(new_game(), [event] * 10)) for code in "abcd")
    forget_idle(games, {"a"})
    assert list(games) == ["a", "d"], "the one that is watched stays, and the last"


def test_an_event_that_has_to_wait_for_its_sowing_changes_nothing_before() -> None:
    game, moves = new_game(opponent="same-screen"), ["A", "b"]
    events = [
        Event(seq, Kind.MOVE, Player(seq - 1), 0, {"round": 1, "ply": seq - 1, "move": move})
        for seq, move in enumerate(moves, 1)
    ]
    played, asked = game.round.play, []

    def undecided(move: str) -> object:
        asked.append(move)
        if asked.count("b") == 1 and move == "b":
            raise UndecidedSowingError
        return played(move)

    game.round.play = undecided  # type: ignore[method-assign, assignment]
    with pytest.raises(UndecidedSowingError):
        game.apply_all(events)
    assert game.version == 1
    game.apply_all(events)
    assert game.version == 2
    assert [str(move) for move in game.round.moves] == moves
    assert asked == ["A", "b", "b"]


# Sockets


@pytest.fixture
def thrifty(settings: Settings) -> Iterator[Starlette]:
    """A site where an address may use little, and gets nothing back."""
    app = create_app(replace(settings, rate=1e-6, burst=30))
    with TestClient(app) as client:
        app.state.portal = client.portal
        yield app


def test_messages_of_sockets_count_for_their_address(thrifty: Starlette) -> None:
    ann = visitor(thrifty)
    budget = thrifty.state.budget
    budget._levels.clear()
    code = make(ann, opponent="same-screen")["code"]
    budget._levels.clear()
    answers: list[tuple[object, str]] = []
    with watching(ann, code) as first, watching(ann, code) as second:
        for number in range(20):
            for socket in (first, second):
                socket.send_json({"type": "name", "id": number, "name": f"Ann {number}"})
        for socket in (first, second):
            while len([each for each in answers if each[0] is socket]) < 20:
                message = socket.receive_json()
                if message["type"] in ("done", "refused"):
                    answers.append((socket, message.get("code", "done")))
    codes = [code for _socket, code in answers]
    assert 0 < codes.count("done") < 30
    assert codes.count("busy") >= 10, "two sockets have no more than one"
    assert ann.get("/play").status_code == 429


@pytest.mark.parametrize("kind", sorted(set(Kind) - bounds.BESIDE - bounds.PLAY))
def test_what_ends_something_can_always_happen(kind: Kind) -> None:
    bounds.check_room(10**6, 10**6, [kind])


def test_both_players_share_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bonduc.web.live.game.decisions.NAMES_CHANGED", 2)
    game = friends()
    name(game, "Ann")
    name(game, "Benjamin", BEN)
    with pytest.raises(RefusedError):
        name(game, "Anna")
