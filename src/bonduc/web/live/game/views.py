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
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.terms import invitation
from bonduc.web.views import letter, outcome_view, round_view, sowing_view

MOST_SOWINGS = 12  # that a client is shown of what it missed

View = dict[str, Any]


def online(game: LiveGame, presence: Presence) -> dict[str, bool]:
    """Whether South and North of the current round are there; the computer always is."""
    return {
        game.seat_of(player).letter: seat.computer or seat.visitor in presence.here
        for player, seat in enumerate_seats(game)
    }


def presence_view(game: LiveGame, presence: Presence, now: int) -> View:
    """Who is there, as the message of the protocol."""
    return {
        "type": "presence",
        "online": online(game, presence),
        "spectators": spectators(game, presence),
        "claim": _claim(game, claim(game, presence, now)),
    }


def spectators(game: LiveGame, presence: Presence) -> int:
    """How many of the visitors who are there only watch."""
    return len(presence.here - {seat.visitor for seat in game.seats})


def enumerate_seats(game: LiveGame) -> list[tuple[Player, Any]]:
    """The players with their seats."""
    return [(player, game.seats[player]) for player in (SOUTH, NORTH)]


def shared_view(game: LiveGame) -> View:
    """What of the state is the same for everyone who reads the same language, and does not depend on the time."""
    terms = game.terms
    return {
        "code": terms.code,
        "url": terms.url,
        "version": game.version,
        "status": game.status,
        "game": terms.game.id,
        "options": dict(terms.game.options),
        "rules_version": terms.rules_version,
        "kind": "round" if terms.match is None else "match",
        "opponent": terms.opponent,
        "studied": terms.studied,
        "round": _round(game.round, game.match.number),
        "rounds": [
            {"number": number} | _ended(game, played)
            for number, played in enumerate(game.match.rounds, 1)
            if played.outcome
        ],
        "match": _match(game),
        "offers": {
            "draw": _seat_letter(game, game.offers.draw),
            "take_back": _seat_letter(game, game.offers.take_back),
            "rematch": _seat_letter(game, game.offers.rematch),
        },
        "rematch": game.rematch,
        "closed": "called-off" if game.called_off else "left" if game.left_early else None,
    }


def private_view(game: LiveGame, visitor: str, presence: Presence, now: int, secret: str) -> View:
    """What of the state depends on the visitor, the time and who is there."""
    players, found = game.players_of(visitor), claim(game, presence, now)
    return {
        "you": [game.seat_of(player).letter for player in players],
        "players": players_view(game, presence),
        "spectators": spectators(game, presence),
        "clock": _clock(game, now),
        "claim": _claim(game, found),
        "can": can(game, players, found),
        "invitation": _invitation(game, players, secret),
    }


def players_view(game: LiveGame, presence: Presence) -> View:
    """The two players by their seats in the current round."""
    here = online(game, presence)
    views = {}
    for player, seat in enumerate_seats(game):
        place = game.seat_of(player).letter
        views[place] = {
            "name": seat.name,
            "kind": "computer" if seat.computer else "open" if seat.open else "person",
            "level": game.terms.level if seat.computer else None,
            "online": here[place],
        }
    return {place: views[place] for place in "SN"}


def sowings_since(game: LiveGame, version: int | None, events: Iterable[Event], now: View) -> list[View]:
    """The moves of `events` later than a version that still stand in the current round, played out.

    `now` is the view of the position as it stands.
    """
    if version is None:
        return []
    missed = [event for event in events if event.seq > version]
    last_break = max((e.seq for e in missed if e.kind in (Kind.TAKE_BACK, Kind.NEXT_ROUND)), default=0)
    number = game.match.number
    plies = [e.data["ply"] for e in missed if e.kind == Kind.MOVE and e.data["round"] == number and e.seq > last_break]
    if len(plies) > MOST_SOWINGS:
        return []
    shown = []
    for ply in plies:
        if ply < game.ply:
            with suppress(LongSowingError):
                shown.append(sowing_at(game.round, number, ply + 1, now if ply == game.ply - 1 else None))
    return shown


def sowing_at(played: Round, number: int, ply: int, after: View | None = None) -> View:
    """The move that led to a ply (from 1) of a round, played out; where it is the last, with the round's end."""
    before = played.positions[ply - 1]
    sowing = before.sowing(played.moves[ply - 1])
    outcome = played.outcome if ply == len(played.moves) else None
    return sowing_view(sowing, outcome, after) | {"round": number, "ply": ply}


def causes_since(game: LiveGame, version: int | None, events: Iterable[Event]) -> list[View]:
    """What happened after a version, in short."""
    if version is None:
        return []
    return [
        {"kind": event.kind.value, "seat": _seat_letter(game, event.player)} for event in events if event.seq > version
    ]


def can(game: LiveGame, players: Sequence[Player], found: Claim | None = None) -> list[str]:
    """What a visitor who plays for these players may send now; `found`: the claim that stands."""
    if not players:
        return []
    status = game.status
    actions = ["name"]
    if status == "playing":
        actions += _can_in_round(game, players) + _can_end(game, players[0], found)
    elif status == "between":
        actions.append("next-round")
    elif status == "waiting":
        actions.append("leave")
    elif game.rematch is None and not game.left_early:
        actions += _can_of_offer(game.offers.rematch, players, "rematch")
    return actions


def _can_in_round(game: LiveGame, players: Sequence[Player]) -> list[str]:
    actions = ["resign", "leave"]
    if game.mover in players:
        actions.append("move")
    last = game.offers.draw_plies.get(players[0])
    offered_lately = last is not None and game.ply < last + PATIENCE_WITH_OFFERS
    draw = _can_of_offer(game.offers.draw, players, "draw")
    actions += [each for each in draw if each != "offer-draw" or not offered_lately]
    if any(game.take_back_to(player) is not None for player in players):
        asked = _can_of_offer(game.offers.take_back, players, "take-back")
        actions += ["take-back" if each == "offer-take-back" else each for each in asked]
    elif game.offers.take_back is not None:
        actions += [each for each in _can_of_offer(game.offers.take_back, players, "take-back") if "offer" not in each]
    return actions


def _can_end(game: LiveGame, player: Player, found: Claim | None) -> list[str]:
    called_off = ["call-off"] if can_call_off(game, player, found) else []
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


def _ended(game: LiveGame, played: Round) -> View:
    assert played.outcome is not None
    return outcome_view(game.terms.game, played.outcome)


def _match(game: LiveGame) -> View | None:
    if game.terms.match is None:
        return None
    match, points = game.match, game.match.score
    held, outcome = match.holdings, match.outcome
    given_up = None
    if game.status == "playing":
        given_up = {seat.letter: _given_up(match, seat) for seat in Player}
    return {
        "options": dict(match.options),
        "points": {game.seat_of(player).letter: points[player] for player in Player},
        "held": None if held is None else {"S": held[0], "N": held[1]},
        "given_up": given_up,
        "outcome": None
        if outcome is None
        else {"winner": _seat_letter(game, outcome.winner), "text": told(outcome.reason)},
    }


def _given_up(match: Match, seat: Player) -> View:
    """What it would cost a seat to give up the round now."""
    south, north = match.round.given_up(seat)
    held = {"S": south, "N": north} if match.round.carried else None
    return {"held": held, "ends": match.given_up(seat) is not None}


def _clock(game: LiveGame, now: int) -> View | None:
    clock = game.clock
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


def _claim(game: LiveGame, found: Claim | None) -> View | None:
    if found is None:
        return None
    return {"against": _seat_letter(game, found.against), "call_off": found.call_off, "win": found.win}


def _invitation(game: LiveGame, players: Sequence[Player], secret: str) -> str | None:
    """The link to the open seat, for whoever holds the other one."""
    if not players or game.status != "waiting":
        return None
    player = next(player for player, seat in enumerate_seats(game) if seat.open)
    return f"{game.terms.url}#{invitation(secret, game.terms.code, player)}"


def _seat_letter(game: LiveGame, player: Player | None) -> str | None:
    return None if player is None else game.seat_of(player).letter
