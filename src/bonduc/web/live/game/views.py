"""A live game as JSON, as a visitor may see it (the protocol in `bonduc.web.live`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from bonduc.errors import LongSowingError
from bonduc.language import told
from bonduc.play import Match, Round
from bonduc.players import NORTH, SOUTH, Player
from bonduc.web.live.game.absence import Claim, Presence, can_call_off, can_claim, claim
from bonduc.web.live.game.decisions import PATIENCE_WITH_OFFERS
from bonduc.web.live.game.events import Event, Kind
from bonduc.web.live.game.table import Table
from bonduc.web.live.game.terms import invitation
from bonduc.web.views import letter, outcome_view, round_view, sowing_view

MOST_SOWINGS = 12  # that a client is shown of what it missed

View = dict[str, Any]


def online(table: Table, presence: Presence) -> dict[str, bool]:
    """Whether South and North of the current round are there; the computer always is."""
    return {
        table.seat_of(player).letter: seat.computer or seat.visitor in presence.here
        for player, seat in enumerate_seats(table)
    }


def presence_view(table: Table, presence: Presence, now: int) -> View:
    """Who is there, as the message of the protocol."""
    return {
        "type": "presence",
        "online": online(table, presence),
        "spectators": spectators(table, presence),
        "claim": _claim(table, claim(table, presence, now)),
    }


def spectators(table: Table, presence: Presence) -> int:
    """How many of the visitors who are there only watch."""
    return len(presence.here - {seat.visitor for seat in table.seats})


def enumerate_seats(table: Table) -> list[tuple[Player, Any]]:
    """The players with their seats."""
    return [(player, table.seats[player]) for player in (SOUTH, NORTH)]


def shared_view(table: Table) -> View:
    """What of the state is the same for everyone who reads the same language, and does not depend on the time."""
    terms = table.terms
    return {
        "code": terms.code,
        "url": terms.url,
        "version": table.version,
        "status": table.status,
        "game": terms.game.id,
        "options": dict(terms.game.options),
        "rules_version": terms.rules_version,
        "kind": "round" if terms.match is None else "match",
        "opponent": terms.opponent,
        "studied": terms.studied,
        "round": _round(table.round, table.match.number),
        "rounds": [
            {"number": number} | _ended(table, played)
            for number, played in enumerate(table.match.rounds, 1)
            if played.outcome
        ],
        "match": _match(table),
        "offers": {
            "draw": _seat_letter(table, table.offers.draw),
            "take_back": _seat_letter(table, table.offers.take_back),
            "rematch": _seat_letter(table, table.offers.rematch),
        },
        "rematch": table.rematch,
        "closed": "called-off" if table.called_off else "left" if table.left_early else None,
    }


def private_view(table: Table, visitor: str, presence: Presence, now: int, secret: str) -> View:
    """What of the state depends on the visitor, the time and who is there."""
    players, found = table.players_of(visitor), claim(table, presence, now)
    return {
        "you": [table.seat_of(player).letter for player in players],
        "players": players_view(table, presence),
        "spectators": spectators(table, presence),
        "clock": _clock(table, now),
        "claim": _claim(table, found),
        "can": can(table, players, found),
        "invitation": _invitation(table, players, secret),
    }


def players_view(table: Table, presence: Presence) -> View:
    """The two players by their seats in the current round."""
    here = online(table, presence)
    views = {}
    for player, seat in enumerate_seats(table):
        place = table.seat_of(player).letter
        views[place] = {
            "name": seat.name,
            "kind": "computer" if seat.computer else "open" if seat.open else "person",
            "level": table.terms.level if seat.computer else None,
            "online": here[place],
        }
    return {place: views[place] for place in "SN"}


def sowings_since(table: Table, version: int | None, events: Iterable[Event], now: View) -> list[View]:
    """The moves of `events` later than a version that still stand in the current round, played out.

    `now` is the view of the position as it stands.
    """
    if version is None:
        return []
    missed = [event for event in events if event.seq > version]
    last_break = max((e.seq for e in missed if e.kind in (Kind.TAKE_BACK, Kind.NEXT_ROUND)), default=0)
    number = table.match.number
    plies = [e.data["ply"] for e in missed if e.kind == Kind.MOVE and e.data["round"] == number and e.seq > last_break]
    if len(plies) > MOST_SOWINGS:
        return []
    shown = []
    for ply in plies:
        if ply < table.ply:
            with suppress(LongSowingError):
                shown.append(sowing_at(table.round, number, ply + 1, now if ply == table.ply - 1 else None))
    return shown


def sowing_at(played: Round, number: int, ply: int, after: View | None = None) -> View:
    """The move that led to a ply (from 1) of a round, played out; where it is the last, with the round's end."""
    before = played.positions[ply - 1]
    sowing = before.sowing(played.moves[ply - 1])
    outcome = played.outcome if ply == len(played.moves) else None
    return sowing_view(sowing, outcome, after) | {"round": number, "ply": ply}


def causes_since(table: Table, version: int | None, events: Iterable[Event]) -> list[View]:
    """What happened after a version, in short."""
    if version is None:
        return []
    return [
        {"kind": event.kind.value, "seat": _seat_letter(table, event.player)} for event in events if event.seq > version
    ]


def can(table: Table, players: Sequence[Player], found: Claim | None = None) -> list[str]:
    """What a visitor who plays for these players may send now; `found`: the claim that stands."""
    if not players:
        return []
    status = table.status
    actions = ["name"]
    if status == "playing":
        actions += _can_in_round(table, players) + _can_end(table, players[0], found)
    elif status == "between":
        actions.append("next-round")
    elif status == "waiting":
        actions.append("leave")
    elif table.rematch is None and not table.left_early:
        actions += _can_of_offer(table.offers.rematch, players, "rematch")
    return actions


def _can_in_round(table: Table, players: Sequence[Player]) -> list[str]:
    actions = ["resign", "leave"]
    if table.mover in players:
        actions.append("move")
    last = table.offers.draw_plies.get(players[0])
    offered_lately = last is not None and table.ply < last + PATIENCE_WITH_OFFERS
    draw = _can_of_offer(table.offers.draw, players, "draw")
    actions += [each for each in draw if each != "offer-draw" or not offered_lately]
    if any(table.take_back_to(player) is not None for player in players):
        asked = _can_of_offer(table.offers.take_back, players, "take-back")
        actions += ["take-back" if each == "offer-take-back" else each for each in asked]
    elif table.offers.take_back is not None:
        actions += [each for each in _can_of_offer(table.offers.take_back, players, "take-back") if "offer" not in each]
    return actions


def _can_end(table: Table, player: Player, found: Claim | None) -> list[str]:
    called_off = ["call-off"] if can_call_off(table, player, found) else []
    return [*called_off, "claim-win"] if can_claim(player, found) else called_off


def _can_of_offer(standing: Player | None, players: Sequence[Player], what: str) -> list[str]:
    if standing is None:
        return [f"offer-{what}"]
    return [] if standing in players else [f"accept-{what}", f"decline-{what}"]


def _round(played: Round, number: int) -> View:
    moves = played.moves
    mover = played.positions[len(moves) - 1].mover if moves else None
    return {
        "number": number,
        "start": str(played.initial),
        "moves": [str(move) for move in moves],
        "ply": len(moves),
        "last": {"move": str(moves[-1]), "player": letter(mover)} if moves else None,
        "position": round_view(played),
    }


def _ended(table: Table, played: Round) -> View:
    assert played.outcome is not None
    return outcome_view(table.terms.game, played.outcome)


def _match(table: Table) -> View | None:
    if table.terms.match is None:
        return None
    match, points = table.match, table.match.score
    held, outcome = match.holdings, match.outcome
    given_up = None
    if table.status == "playing":
        given_up = {seat.letter: _given_up(match, seat) for seat in Player}
    return {
        "options": dict(match.options),
        "points": {table.seat_of(player).letter: points[player] for player in Player},
        "held": None if held is None else {"S": held[0], "N": held[1]},
        "given_up": given_up,
        "outcome": None
        if outcome is None
        else {"winner": _seat_letter(table, outcome.winner), "text": told(outcome.reason)},
    }


def _given_up(match: Match, seat: Player) -> View:
    """What it would cost a seat to give up the round now."""
    south, north = match.round.given_up(seat)
    held = {"S": south, "N": north} if match.round.carried else None
    return {"held": held, "ends": match.given_up(seat) is not None}


def _clock(table: Table, now: int) -> View | None:
    clock = table.clock
    if clock is None:
        return None
    south, north = clock.now(now)
    return {
        "initial": clock.control.initial,
        "increment": clock.control.increment,
        "left": {"S": south, "N": north},
        "running": letter(clock.running),
        "starts": clock.starts(now),
    }


def _claim(table: Table, found: Claim | None) -> View | None:
    if found is None:
        return None
    return {"against": _seat_letter(table, found.against), "call_off": found.call_off, "win": found.win}


def _invitation(table: Table, players: Sequence[Player], secret: str) -> str | None:
    """The link to the open seat, for whoever holds the other one."""
    if not players or table.status != "waiting":
        return None
    player = next(player for player, seat in enumerate_seats(table) if seat.open)
    return f"{table.terms.url}#{invitation(secret, table.terms.code, player)}"


def _seat_letter(table: Table, player: Player | None) -> str | None:
    return None if player is None else table.seat_of(player).letter
