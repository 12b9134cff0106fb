"""Whether what somebody wants to do in a live game is possible, and what happens then. Nothing changes here.

`decide` looks at the game as it is and answers with the events that follow; it raises RefusedError if it cannot be
done. The one thing it asks of the world is the time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bonduc.errors import BonducError, LongSowingError, UndecidedSowingError
from bonduc.language import N_
from bonduc.players import Player
from bonduc.position import Sowing
from bonduc.web.live.game.absence import Presence, can_call_off, can_claim, claim
from bonduc.web.live.game.allowance import LONGEST, allowance
from bonduc.web.live.game.bounds import NAMES_CHANGED
from bonduc.web.live.game.clock import FIRST_TURN, FORGIVEN
from bonduc.web.live.game.events import Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.messages import Act, OfGame, OfMove, OfName, OfRound, OfSpeed, Resign
from bonduc.web.live.game.terms import clean_name, new_code

PATIENCE_WITH_OFFERS = 4  # plies between two draw offers of a player
SPEEDS_CHANGED = 200  # times that the players of a game may change the speed at which they are shown sowings


class RefusedError(BonducError):
    """What was asked changes nothing; `code` as in the protocol, `status` over HTTP where it is not the code's own."""

    def __init__(self, code: str, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


@dataclass(frozen=True)
class Actor:
    """Who asks: the visitor, when the request arrived, how long it was on its way (ms) and from where, if known.

    `presence` is who else is there; it is asked for only where it decides.
    """

    visitor: str
    now: int
    lag: int = 0
    address: str = ""
    presence: Presence = field(default_factory=Presence)

    @property
    def forgiven(self) -> int:
        """What of the lag the clock forgives."""
        return min(self.lag, FORGIVEN)


@dataclass(frozen=True)
class Draft:
    """An event to be: it gets its number when it is stored."""

    kind: Kind
    player: Player | None
    data: dict[str, Any] = field(default_factory=dict)


def decide(game: LiveGame, actor: Actor, message: Act) -> list[Draft]:
    """The events that follow from a message; none if it repeats what has been done. Raises RefusedError."""
    players = game.players_of(actor.visitor)
    if not players:
        raise RefusedError("not-yours", N_("you are watching this game: only its players can do that"))
    return _DECIDERS[message.type](game, actor, players, message)


def decide_join(game: LiveGame, visitor: str, player: Player, name: str) -> list[Draft]:
    """The events that follow from an invitation to play for `player`, whose secret was right."""
    if visitor == game.seats[player].visitor:
        return []
    if game.left_early:
        raise RefusedError("over", N_("whoever made this game has left it"))
    if not game.seats[player].open:
        raise RefusedError("not-now", N_("this invitation has been used: you can watch the game"))
    if game.players_of(visitor):
        raise RefusedError("not-now", N_("this invitation is for somebody else: you play here already"))
    data = {"visitor": visitor, "name": clean_name(name)}
    return [Draft(Kind.JOIN, player, data | _first_turn(game))]


def decide_flag(game: LiveGame, now: int) -> list[Draft]:
    """The events that follow from the time alone."""
    mover, clock = game.mover, game.clock
    if mover is None or clock is None or clock.falls is None or now < clock.falls:
        return []
    return [Draft(Kind.FLAG, mover, {"round": game.match.number})]


def decide_computer_move(game: LiveGame, ply: int, move: str, now: int) -> list[Draft]:
    """The events that follow when the computer has found its move for this ply.

    None if it is too late for that, or if a draw was offered meanwhile: that is answered first.
    """
    if not game.computer_to_move or game.computer_to_answer or game.ply != ply or game.mover is None:
        return []
    return _played(game, game.mover, move, Actor("", now))


def decide_answer(game: LiveGame, ply: int, accepts: bool) -> list[Draft]:
    """The events that follow when the computer has thought about an offer of a draw."""
    if not game.computer_to_answer or game.ply != ply or game.offers.draw is None:
        return []
    kind = Kind.DRAW if accepts else Kind.DRAW_DECLINE
    return [Draft(kind, game.offers.draw.other, {"round": game.match.number})]


Players = tuple[Player, ...]


def _move(game: LiveGame, actor: Actor, players: Players, message: OfMove) -> list[Draft]:
    assert message.move is not None
    number, ply = game.match.number, game.ply
    if message.round < number or (message.round == number and message.ply < ply):
        return _repeated(game, players, message)
    _check_fresh(game, message.round, message.ply, message.version)
    mover = game.mover
    assert mover is not None
    if mover not in players:
        raise RefusedError("not-yours", N_("it is not your turn"))
    return _played(game, mover, message.move, actor)


def _repeated(game: LiveGame, players: Players, message: OfMove) -> list[Draft]:
    """A move that was played before: good if it is the same move of the same player."""
    assert message.move is not None
    stale = RefusedError("stale", N_("the game has gone on: look at the board again"))
    if not 1 <= message.round <= game.match.number:
        raise stale
    played = game.match.rounds[message.round - 1]
    if message.ply >= len(played.moves):
        raise stale
    before = played.positions[message.ply]
    owner = None if before.mover is None else game.match.seats(message.round)[before.mover]
    try:
        same = before.parse_move(message.move) == played.moves[message.ply]
    except BonducError:
        same = False
    if not same or owner not in players or _is_rewound(game, message.version):
        raise stale
    return []


def _played(game: LiveGame, mover: Player, text: str, actor: Actor) -> list[Draft]:
    clock, number = game.clock, game.match.number
    spent = 0 if clock is None else clock.spent(actor.now, actor.forgiven)
    if clock is not None and clock.is_up(spent):
        return [Draft(Kind.FLAG, mover, {"round": number})]
    position = game.round.position
    try:
        move = position.parse_move(text)
        after = position.play(move)
    except UndecidedSowingError as error:
        raise RefusedError("undecided", error.args[0]) from error
    except BonducError as error:
        raise RefusedError("illegal", getattr(error, "rule", None) or error.args[0]) from error
    data: dict[str, Any] = {"round": number, "ply": game.ply, "move": str(move)}
    if spent:
        data["spent"] = spent
    if game.clock is not None and after.mover not in (None, position.mover):
        with suppress(LongSowingError):  # one of so many laps is shown to nobody
            data |= _shown(game, mover, position.sowing(move), actor.now)
    return [Draft(Kind.MOVE, mover, data)]


def _shown(game: LiveGame, mover: Player, sowing: Sowing, now: int) -> dict[str, int]:
    """How long a sowing is shown to whoever made it, and what the clock lets pass for whoever answers it.

    Their page shows it once their own sowing before it has been shown.
    """
    own, other = (allowance(sowing, game.seats[player].speed) for player in (mover, mover.other))
    alone = game.seats[mover].visitor == game.seats[mover.other].visitor
    waits = 0 if alone or not other else max(0, game.shown_until[mover.other] - now)
    times = {"shown": own, "allowed": min(LONGEST, waits + other)}
    return {name: time for name, time in times.items() if time}


def _first_turn(game: LiveGame) -> dict[str, Any]:
    """What an event that begins a round says of the time for its first turn."""
    return {} if game.clock is None or game.terms.one_visitor else {"allowed": FIRST_TURN}


def _resign(game: LiveGame, actor: Actor, players: Players, message: Resign) -> list[Draft]:
    _check_round(game, message.round)
    _check_playing(game)
    return [Draft(Kind.RESIGN, _who(game, players, message.seat), {"round": message.round})]


def _who(game: LiveGame, players: Players, seat: str | None) -> Player:
    """For whom a visitor of one or two players acts: the seat named, else the mover."""
    if seat is not None:
        named = game.seat_of(Player("SN".index(seat)))
        if named not in players:
            raise RefusedError("not-yours", N_("that is not your seat"))
        return named
    mover = game.mover
    return mover if mover is not None and mover in players else players[0]


def _offer_draw(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(game, message.round, message.ply, message.version)
    data = {"round": message.round, "ply": game.ply}
    if len(players) == 2:  # at the same screen they have agreed before they press the button
        return [Draft(Kind.DRAW, players[0], data)]
    player, standing = players[0], game.offers.draw
    if standing == player:
        return []
    if standing is not None:
        return [Draft(Kind.DRAW, player, data)]
    last = game.offers.draw_plies.get(player)
    if last is not None and game.ply < last + PATIENCE_WITH_OFFERS:
        raise RefusedError("not-now", N_("you have just offered a draw: play on for a while"))
    return [Draft(Kind.DRAW_OFFER, player, data)]


def _answer_draw(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_round(game, message.round)
    _check_playing(game)
    standing = game.offers.draw
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("there is no offer of a draw to answer"))
    kind = Kind.DRAW if message.type == "accept-draw" else Kind.DRAW_DECLINE
    return [Draft(kind, players[0], {"round": message.round})]


def _take_back(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(game, message.round, message.ply, message.version)
    player = players[0]
    if len(players) == 2:
        player = _last_mover(game)
    to = game.take_back_to(player)
    if to is None:
        raise RefusedError("not-now", N_("you have no move to take back"))
    if game.terms.one_visitor:
        return [_taken_back(game, player, to)]
    if game.offers.take_back == player:
        return []
    if game.offers.take_back is not None:
        return [_taken_back_as_asked(game, player)]
    return [Draft(Kind.TAKE_BACK_OFFER, player, {"round": message.round, "ply": game.ply})]


def _answer_take_back(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(game, message.round, message.ply, message.version)
    standing = game.offers.take_back
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("nobody has asked to take a move back"))
    if message.type == "decline-take-back":
        return [Draft(Kind.TAKE_BACK_DECLINE, players[0], {"round": message.round})]
    return [_taken_back_as_asked(game, players[0])]


def _taken_back_as_asked(game: LiveGame, player: Player) -> Draft:
    asked = game.offers.take_back
    to = None if asked is None else game.take_back_to(asked)
    if to is None:
        raise RefusedError("not-now", N_("there is no move to take back"))
    return _taken_back(game, player, to)


def _taken_back(game: LiveGame, player: Player, to: int) -> Draft:
    return Draft(Kind.TAKE_BACK, player, {"round": game.match.number, "to": to})


def _last_mover(game: LiveGame) -> Player:
    """Who made the last move of the round; the mover if there is none."""
    positions = game.round.positions
    seat = positions[game.ply - 1].mover if game.ply else positions[0].mover
    assert seat is not None
    return game.seat_of(seat)


def _next_round(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    if message.round < game.match.number:
        return []
    if message.round != game.match.number or game.status != "between":
        raise RefusedError("not-now", N_("no round is to be begun now"))
    return [Draft(Kind.NEXT_ROUND, players[0], {"round": message.round + 1} | _first_turn(game))]


def _rematch(game: LiveGame, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    if game.rematch is not None:
        return []
    if game.status != "finished" or game.left_early:
        raise RefusedError("not-now", N_("the game is not over yet"))
    player, standing = players[0], game.offers.rematch
    if game.terms.one_visitor or (standing is not None and standing not in players):
        return [Draft(Kind.REMATCH, player, {"code": new_code()})]
    if message.type == "accept-rematch":
        raise RefusedError("not-now", N_("there is no offer of a rematch to accept"))
    return [] if standing == player else [Draft(Kind.REMATCH_OFFER, player)]


def _decline_rematch(game: LiveGame, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    standing = game.offers.rematch
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("there is no offer of a rematch to decline"))
    return [Draft(Kind.REMATCH_DECLINE, players[0])]


def _leave(game: LiveGame, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    if game.status == "waiting":
        return [Draft(Kind.LEAVE, players[0])]
    if game.status != "playing":
        return []
    return [Draft(Kind.RESIGN, _who(game, players, None), {"round": game.match.number})]


def _call_off(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    if game.called_off and message.round == game.match.number:
        return []
    _check_fresh(game, message.round, message.ply, message.version)
    if not can_call_off(game, players[0], claim(game, actor.presence, actor.now)):
        fault = N_("the game can be called off only before it has begun, or when the other player stays away")
        raise RefusedError("not-now", fault)
    return [Draft(Kind.CALL_OFF, players[0], {"round": message.round})]


def _claim_win(game: LiveGame, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(game, message.round, message.ply, message.version)
    if not can_claim(players[0], claim(game, actor.presence, actor.now)):
        raise RefusedError("not-now", N_("a round can be claimed only if the other player is to move and stays away"))
    return [Draft(Kind.CLAIM, players[0], {"round": message.round})]


def _speed(game: LiveGame, actor: Actor, players: Players, message: OfSpeed) -> list[Draft]:
    if game.clock is None:
        return []
    if game.speeds_changed >= SPEEDS_CHANGED:
        raise RefusedError("not-now", N_("the speed has been changed too often in this game"))
    changed = [player for player in players if game.seats[player].speed != message.speed]
    return [Draft(Kind.SPEED, player, {"speed": message.speed}) for player in changed]


def _rename(game: LiveGame, actor: Actor, players: Players, message: OfName) -> list[Draft]:
    name = clean_name(message.name)
    player = _who(game, players, message.seat)
    if game.seats[player].name == name:
        return []
    if game.names_changed >= NAMES_CHANGED:
        raise RefusedError("not-now", N_("the names have been changed too often in this game"))
    return [Draft(Kind.NAME, player, {"name": name})]


def _check_playing(game: LiveGame) -> None:
    if game.status == "waiting":
        raise RefusedError("not-now", N_("your opponent has not come yet"))
    if game.status != "playing":
        raise RefusedError("over", N_("the round is over"))


def _check_round(game: LiveGame, number: int) -> None:
    if number != game.match.number:
        raise RefusedError("stale", N_("the game has gone on: look at the board again"))


def _check_fresh(game: LiveGame, number: int, ply: int, version: int | None) -> None:
    """The board that the sender saw must be the one that stands."""
    _check_round(game, number)
    _check_playing(game)
    if ply != game.ply or _is_rewound(game, version):
        raise RefusedError("stale", N_("the game has gone on: look at the board again"))


def _is_rewound(game: LiveGame, version: int | None) -> bool:
    """Whether moves were taken back since a version: what was meant then may not be meant now."""
    return version is not None and version < game.rewound


_DECIDERS: dict[str, Callable[[LiveGame, Actor, Players, Any], list[Draft]]] = {
    "move": _move,
    "resign": _resign,
    "offer-draw": _offer_draw,
    "accept-draw": _answer_draw,
    "decline-draw": _answer_draw,
    "take-back": _take_back,
    "accept-take-back": _answer_take_back,
    "decline-take-back": _answer_take_back,
    "next-round": _next_round,
    "offer-rematch": _rematch,
    "accept-rematch": _rematch,
    "decline-rematch": _decline_rematch,
    "call-off": _call_off,
    "claim-win": _claim_win,
    "leave": _leave,
    "speed": _speed,
    "name": _rename,
}
