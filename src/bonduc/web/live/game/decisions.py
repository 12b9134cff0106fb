"""Whether what somebody wants to do in a live game is possible, and what happens then. Nothing changes here.

`decide` looks at the table as it is and answers with the events that follow; it raises RefusedError if it cannot be
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
from bonduc.sowing import Sowing
from bonduc.web.live.game.absence import Presence, can_call_off, can_claim, claim
from bonduc.web.live.game.allowance import LONGEST, allowance
from bonduc.web.live.game.bounds import NAMES_CHANGED
from bonduc.web.live.game.clock import FIRST_TURN, FORGIVEN
from bonduc.web.live.game.events import Kind
from bonduc.web.live.game.messages import Act, OfGame, OfMove, OfName, OfRound, OfSpeed, Resign
from bonduc.web.live.game.table import Table
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


def decide(table: Table, actor: Actor, message: Act) -> list[Draft]:
    """The events that follow from a message; none if it repeats what has been done. Raises RefusedError."""
    players = table.players_of(actor.visitor)
    if not players:
        raise RefusedError("not-yours", N_("you are watching this game: only its players can do that"))
    return _DECIDERS[message.type](table, actor, players, message)


def decide_join(table: Table, visitor: str, player: Player, name: str) -> list[Draft]:
    """The events that follow from an invitation to play for `player`, whose secret was right."""
    if visitor == table.seats[player].visitor:
        return []
    if table.left_early:
        raise RefusedError("over", N_("whoever made this game has left it"))
    if not table.seats[player].open:
        raise RefusedError("not-now", N_("this invitation has been used: you can watch the game"))
    if table.players_of(visitor):
        raise RefusedError("not-now", N_("this invitation is for somebody else: you play here already"))
    data = {"visitor": visitor, "name": clean_name(name)}
    return [Draft(Kind.JOIN, player, data | _first_turn(table))]


def decide_flag(table: Table, now: int) -> list[Draft]:
    """The events that follow from the time alone."""
    mover, clock = table.mover, table.clock
    if mover is None or clock is None or clock.falls is None or now < clock.falls:
        return []
    return [Draft(Kind.FLAG, mover, {"round": table.match.number})]


def decide_computer_move(table: Table, ply: int, move: str, now: int) -> list[Draft]:
    """The events that follow when the computer has found its move for this ply.

    None if it is too late for that, or if a draw was offered meanwhile: that is answered first.
    """
    if not table.computer_to_move or table.computer_to_answer or table.ply != ply or table.mover is None:
        return []
    return _played(table, table.mover, move, Actor("", now))


def decide_answer(table: Table, ply: int, accepts: bool) -> list[Draft]:
    """The events that follow when the computer has thought about an offer of a draw."""
    if not table.computer_to_answer or table.ply != ply or table.offers.draw is None:
        return []
    kind = Kind.DRAW if accepts else Kind.DRAW_DECLINE
    return [Draft(kind, table.offers.draw.other, {"round": table.match.number})]


Players = tuple[Player, ...]


def _move(table: Table, actor: Actor, players: Players, message: OfMove) -> list[Draft]:
    assert message.move is not None
    number, ply = table.match.number, table.ply
    if message.round < number or (message.round == number and message.ply < ply):
        return _repeated(table, players, message)
    _check_fresh(table, message.round, message.ply, message.version)
    mover = table.mover
    assert mover is not None
    if mover not in players:
        raise RefusedError("not-yours", N_("it is not your turn"))
    return _played(table, mover, message.move, actor)


def _repeated(table: Table, players: Players, message: OfMove) -> list[Draft]:
    """A move that was played before: good if it is the same move of the same player."""
    assert message.move is not None
    stale = RefusedError("stale", N_("the game has gone on: look at the board again"))
    if not 1 <= message.round <= table.match.number:
        raise stale
    played = table.match.rounds[message.round - 1]
    if message.ply >= len(played.moves):
        raise stale
    before = played.positions[message.ply]
    owner = None if before.mover is None else table.match.seats(message.round)[before.mover]
    try:
        same = before.parse_move(message.move) == played.moves[message.ply]
    except BonducError:
        same = False
    if not same or owner not in players or _is_rewound(table, message.version):
        raise stale
    return []


def _played(table: Table, mover: Player, text: str, actor: Actor) -> list[Draft]:
    clock, number = table.clock, table.match.number
    spent = 0 if clock is None else clock.spent(actor.now, actor.forgiven)
    if clock is not None and clock.is_up(spent):
        return [Draft(Kind.FLAG, mover, {"round": number})]
    position = table.round.position
    try:
        move = position.parse_move(text)
        after = position.play(move)
    except UndecidedSowingError as error:
        raise RefusedError("undecided", error.args[0]) from error
    except BonducError as error:
        raise RefusedError("illegal", getattr(error, "rule", None) or error.args[0]) from error
    data: dict[str, Any] = {"round": number, "ply": table.ply, "move": str(move)}
    if spent:
        data["spent"] = spent
    if table.clock is not None and after.mover not in (None, position.mover):
        with suppress(LongSowingError):  # one of so many laps is shown to nobody
            data |= _shown(table, mover, position.sowing(move), actor.now)
    return [Draft(Kind.MOVE, mover, data)]


def _shown(table: Table, mover: Player, sowing: Sowing, now: int) -> dict[str, int]:
    """How long a sowing is shown to whoever made it, and what the clock lets pass for whoever answers it.

    Their page shows it once their own sowing before it has been shown.
    """
    own, other = (allowance(sowing, table.seats[player].speed) for player in (mover, mover.other))
    alone = table.seats[mover].visitor == table.seats[mover.other].visitor
    waits = 0 if alone or not other else max(0, table.shown_until[mover.other] - now)
    times = {"shown": own, "allowed": min(LONGEST, waits + other)}
    return {name: time for name, time in times.items() if time}


def _first_turn(table: Table) -> dict[str, Any]:
    """What an event that begins a round says of the time for its first turn."""
    return {} if table.clock is None or table.terms.one_visitor else {"allowed": FIRST_TURN}


def _resign(table: Table, actor: Actor, players: Players, message: Resign) -> list[Draft]:
    _check_round(table, message.round)
    _check_playing(table)
    return [Draft(Kind.RESIGN, _who(table, players, message.seat), {"round": message.round})]


def _who(table: Table, players: Players, seat: str | None) -> Player:
    """For whom a visitor of one or two players acts: the seat named, else the mover."""
    if seat is not None:
        named = table.seat_of(Player("SN".index(seat)))
        if named not in players:
            raise RefusedError("not-yours", N_("that is not your seat"))
        return named
    mover = table.mover
    return mover if mover is not None and mover in players else players[0]


def _offer_draw(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(table, message.round, message.ply, message.version)
    data = {"round": message.round, "ply": table.ply}
    if len(players) == 2:  # at the same screen they have agreed before they press the button
        return [Draft(Kind.DRAW, players[0], data)]
    player, standing = players[0], table.offers.draw
    if standing == player:
        return []
    if standing is not None:
        return [Draft(Kind.DRAW, player, data)]
    last = table.offers.draw_plies.get(player)
    if last is not None and table.ply < last + PATIENCE_WITH_OFFERS:
        raise RefusedError("not-now", N_("you have just offered a draw: play on for a while"))
    return [Draft(Kind.DRAW_OFFER, player, data)]


def _answer_draw(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_round(table, message.round)
    _check_playing(table)
    standing = table.offers.draw
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("there is no offer of a draw to answer"))
    kind = Kind.DRAW if message.type == "accept-draw" else Kind.DRAW_DECLINE
    return [Draft(kind, players[0], {"round": message.round})]


def _take_back(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(table, message.round, message.ply, message.version)
    player = players[0]
    if len(players) == 2:
        player = _last_mover(table)
    to = table.take_back_to(player)
    if to is None:
        raise RefusedError("not-now", N_("you have no move to take back"))
    if table.terms.one_visitor:
        return [_taken_back(table, player, to)]
    if table.offers.take_back == player:
        return []
    if table.offers.take_back is not None:
        return [_taken_back_as_asked(table, player)]
    return [Draft(Kind.TAKE_BACK_OFFER, player, {"round": message.round, "ply": table.ply})]


def _answer_take_back(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(table, message.round, message.ply, message.version)
    standing = table.offers.take_back
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("nobody has asked to take a move back"))
    if message.type == "decline-take-back":
        return [Draft(Kind.TAKE_BACK_DECLINE, players[0], {"round": message.round})]
    return [_taken_back_as_asked(table, players[0])]


def _taken_back_as_asked(table: Table, player: Player) -> Draft:
    asked = table.offers.take_back
    to = None if asked is None else table.take_back_to(asked)
    if to is None:
        raise RefusedError("not-now", N_("there is no move to take back"))
    return _taken_back(table, player, to)


def _taken_back(table: Table, player: Player, to: int) -> Draft:
    return Draft(Kind.TAKE_BACK, player, {"round": table.match.number, "to": to})


def _last_mover(table: Table) -> Player:
    """Who made the last move of the round; the mover if there is none."""
    positions = table.round.positions
    seat = positions[table.ply - 1].mover if table.ply else positions[0].mover
    assert seat is not None
    return table.seat_of(seat)


def _next_round(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    if message.round < table.match.number:
        return []
    if message.round != table.match.number or table.status != "between":
        raise RefusedError("not-now", N_("no round is to be begun now"))
    return [Draft(Kind.NEXT_ROUND, players[0], {"round": message.round + 1} | _first_turn(table))]


def _rematch(table: Table, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    if table.rematch is not None:
        return []
    if table.status != "finished" or table.left_early:
        raise RefusedError("not-now", N_("the game is not over yet"))
    player, standing = players[0], table.offers.rematch
    if table.terms.one_visitor or (standing is not None and standing not in players):
        return [Draft(Kind.REMATCH, player, {"code": new_code()})]
    if message.type == "accept-rematch":
        raise RefusedError("not-now", N_("there is no offer of a rematch to accept"))
    return [] if standing == player else [Draft(Kind.REMATCH_OFFER, player)]


def _decline_rematch(table: Table, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    standing = table.offers.rematch
    if standing is None or standing in players:
        raise RefusedError("not-now", N_("there is no offer of a rematch to decline"))
    return [Draft(Kind.REMATCH_DECLINE, players[0])]


def _leave(table: Table, actor: Actor, players: Players, message: OfGame) -> list[Draft]:
    if table.status == "waiting":
        return [Draft(Kind.LEAVE, players[0])]
    if table.status != "playing":
        return []
    return [Draft(Kind.RESIGN, _who(table, players, None), {"round": table.match.number})]


def _call_off(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    if table.called_off and message.round == table.match.number:
        return []
    _check_fresh(table, message.round, message.ply, message.version)
    if not can_call_off(table, players[0], claim(table, actor.presence, actor.now)):
        fault = N_("the game can be called off only before it has begun, or when the other player stays away")
        raise RefusedError("not-now", fault)
    return [Draft(Kind.CALL_OFF, players[0], {"round": message.round})]


def _claim_win(table: Table, actor: Actor, players: Players, message: OfRound) -> list[Draft]:
    _check_fresh(table, message.round, message.ply, message.version)
    if not can_claim(players[0], claim(table, actor.presence, actor.now)):
        raise RefusedError("not-now", N_("a round can be claimed only if the other player is to move and stays away"))
    return [Draft(Kind.CLAIM, players[0], {"round": message.round})]


def _speed(table: Table, actor: Actor, players: Players, message: OfSpeed) -> list[Draft]:
    if table.clock is None:
        return []
    if table.speeds_changed >= SPEEDS_CHANGED:
        raise RefusedError("not-now", N_("the speed has been changed too often in this game"))
    changed = [player for player in players if table.seats[player].speed != message.speed]
    return [Draft(Kind.SPEED, player, {"speed": message.speed}) for player in changed]


def _rename(table: Table, actor: Actor, players: Players, message: OfName) -> list[Draft]:
    name = clean_name(message.name)
    player = _who(table, players, message.seat)
    if table.seats[player].name == name:
        return []
    if table.names_changed >= NAMES_CHANGED:
        raise RefusedError("not-now", N_("the names have been changed too often in this game"))
    return [Draft(Kind.NAME, player, {"name": name})]


def _check_playing(table: Table) -> None:
    if table.status == "waiting":
        raise RefusedError("not-now", N_("your opponent has not come yet"))
    if table.status != "playing":
        raise RefusedError("over", N_("the round is over"))


def _check_round(table: Table, number: int) -> None:
    if number != table.match.number:
        raise RefusedError("stale", N_("the game has gone on: look at the board again"))


def _check_fresh(table: Table, number: int, ply: int, version: int | None) -> None:
    """The board that the sender saw must be the one that stands."""
    _check_round(table, number)
    _check_playing(table)
    if ply != table.ply or _is_rewound(table, version):
        raise RefusedError("stale", N_("the game has gone on: look at the board again"))


def _is_rewound(table: Table, version: int | None) -> bool:
    """Whether moves were taken back since a version: what was meant then may not be meant now."""
    return version is not None and version < table.rewound


_DECIDERS: dict[str, Callable[[Table, Actor, Players, Any], list[Draft]]] = {
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
