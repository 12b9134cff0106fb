"""Positions and sowings as JSON: what the board in the browser, the API and every page are given.

Holes are named by their index in board order, `S` and `N` are the players. What people read is in the language in use.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bonduc.errors import BonducError, LongSowingError, UndecidedSowingError
from bonduc.games.kernels.state import Event
from bonduc.games.runner import noting
from bonduc.language import N_, _, current, pgettext, speaking, told
from bonduc.notation import Move
from bonduc.outcome import Outcome, Termination
from bonduc.play import Round
from bonduc.players import Player
from bonduc.position import Game, Position, Sowing


def letter(player: Player | None) -> str | None:
    """`S`, `N` or None."""
    return None if player is None else player.letter


def position_view(
    position: Position, outcome: Outcome | None = None, previews: bool = True, choices: bool = True
) -> dict[str, Any]:
    """A position: holes, stores, legal moves with what they do, why other holes of the mover cannot be chosen.

    `outcome` is how the round ended where the position alone does not tell (a resignation, say); there are no moves
    then. `previews`: tell what every move does, which plays each one out; without `choices` there are no moves either.
    """
    game = position.game
    over = outcome or position.outcome
    chosen_from = choices and not over
    return {
        "game": game.id,
        "options": dict(game.options),
        "position": str(position),
        "mover": None if over else letter(position.mover),
        "phase": position.phase,
        "hand": position.hand,
        "emptied": position.emptied,
        "last": position.last_drop,
        "holes": _holes(position),
        "stores": list(position.stores),
        "lost": position.lost,
        "moves": [_move_view(position, move, previews) for move in position.legal_moves] if chosen_from else [],
        "refused": _refused(position, current()) if chosen_from else {},
        "outcome": None if over is None else outcome_view(game, over),
    }


def round_view(played: Round, previews: bool = False) -> dict[str, Any]:
    """The current position of a round, however the round ended."""
    return position_view(played.position, played.outcome, previews)


def _holes(position: Position) -> list[dict[str, Any]]:
    layout, marks, closed = position.game.layout, position.marks, position.closed
    half = layout.size // 2
    return [
        {
            "name": name,
            "owner": "SN"[owner],
            "side": "SN"[index >= half],
            "seeds": seeds,
            "mark": index in marks,
            "closed": index in closed,
        }
        for index, (name, seeds, owner) in enumerate(zip(layout.names, position.holes, position.owners, strict=True))
    ]


def _move_view(position: Position, move: Move, previews: bool) -> dict[str, Any]:
    shown = previews and position.phase == "play"
    return {
        "move": move.text,
        "hole": move.hole,
        "count": move.count,
        "kind": move.kind.name.lower(),
        "preview": _preview_or_none(position, move) if shown else None,
    }


def _preview_or_none(position: Position, move: Move) -> dict[str, Any] | None:
    """None where a move has too many laps to be shown, or what follows is not known: nobody asks for it."""
    with noting():
        try:
            return _preview(position, move, current())
        except (LongSowingError, UndecidedSowingError):
            return None


@lru_cache(maxsize=20_000)
def _preview(position: Position, move: Move, language: str) -> dict[str, Any]:
    """Where a move ends and what it takes."""
    with speaking(language):
        sowing = position.sowing(move)
        drops = [event.hole for event in sowing if event.event == Event.DROP]
        south, north = sowing.captured
        own, other = (south, north) if position.mover == Player.SOUTH else (north, south)
        return {
            "end": drops[-1] if drops else None,
            "laps": sowing.laps,
            "captured": [south, north],
            "taken": [
                {"hole": event.hole, "seeds": event.seeds, "player": letter(event.player)}
                for event in sowing
                if event.event == Event.CAPTURE
            ],
            "text": _preview_text(sowing, drops[-1] if drops else None, own, other),
        }


def _preview_text(sowing: Sowing, end: int | None, own: int, other: int) -> str:
    names = sowing.before.game.layout.names
    if end is None:
        return pgettext("what a move does", "Pass.")
    taken = sum(event.seeds for event in sowing if event.event == Event.CAPTURE)
    if taken and not own and not other:
        return _("Ends in {hole}, captures {count}.", hole=names[end], count=taken)
    if own and other:
        return _("Ends in {hole}, takes {count} and gives {other}.", hole=names[end], count=own, other=other)
    if own:
        return _("Ends in {hole}, takes {count}.", hole=names[end], count=own)
    if other:
        return _("Ends in {hole}, gives {count}.", hole=names[end], count=other)
    return _("Ends in {hole}.", hole=names[end])


@lru_cache(maxsize=10_000)
def _refused(position: Position, language: str) -> dict[str, str]:
    """Why holes of the mover's side that start no legal move do not."""
    if position.mover is None:
        return {}
    legal = {move.hole for move in position.legal_moves}
    with speaking(language):
        return {
            position.game.layout.names[index]: _why_not(position, index)
            for index, owner in enumerate(position.owners)
            if owner == position.mover and index not in legal
        } | _refused_lifts(position)


def _refused_lifts(position: Position) -> dict[str, str]:
    """Of holes from which fewer than all may be lifted: why other numbers may not be, by the text of such a move."""
    names, legal = position.game.layout.names, position.legal_moves
    partial = {
        move.hole
        for move in legal
        if move.hole is not None and move.count is not None and move.count < position.holes[move.hole]
    }
    allowed = {move.text for move in legal}
    lifts = [f"{names[hole]}:{count}" for hole in sorted(partial) for count in range(1, position.holes[hole] + 1)]
    return {lift: _refusal_of(position, lift) for lift in lifts if lift not in allowed}


def _why_not(position: Position, hole: int) -> str:
    name = position.game.layout.names[hole]
    if position.phase != "play":
        name += "+" if position.hand and position.emptied is None else "-"
    return _refusal_of(position, name)


def _refusal_of(position: Position, move: str) -> str:
    try:
        position.play(move)
    except BonducError as error:
        rule = getattr(error, "rule", None)
        return told(rule) if rule else told(error)
    return ""


ENDINGS = {
    Termination.NO_LEGAL_MOVE: N_("There is no legal move left."),
    Termination.NEITHER_CAN_MOVE: N_("Neither side can move."),
    Termination.FEW_SEEDS: N_("Eight seeds or fewer are left on the board."),
    Termination.BOTH_PASSED: N_("Both sides passed."),
    Termination.ALL_CAPTURED: N_("All stones of one side have been captured."),
    Termination.REPETITION: N_("A position has come back."),
    Termination.RESIGNATION: N_("{player} gave up."),
    Termination.AGREEMENT: N_("Both sides agreed to a draw."),
    Termination.TIME: N_("{player} ran out of time."),
    Termination.FORFEIT: N_("{player} left the game."),
    Termination.FINISHED: N_("The round was over before it began."),
}


def ending_words(outcome: Outcome) -> str:
    """What ended a round, as a sentence; who gave up, was late or left is named."""
    loser = None if outcome.winner is None else outcome.winner.other
    return ENDINGS[outcome.reason].about(player=loser)


def outcome_view(game: Game, outcome: Outcome) -> dict[str, Any]:
    """How a round ended."""
    south, north = outcome.score
    points = {"high": max(south, north), "low": min(south, north)}
    if game.spec.counts_seeds and outcome.is_by_score:
        text = (
            _("A draw, {high} to {low}.", **points)
            if outcome.winner is None
            else _("{player} wins, {high} to {low}.", player=outcome.winner, **points)
        )
    else:
        text = _("A draw.") if outcome.winner is None else _("{player} wins.", player=outcome.winner)
    return {
        "winner": letter(outcome.winner),
        "ended": outcome.reason.name.lower().replace("_", "-"),
        "reason": ending_words(outcome),
        "by_score": game.spec.counts_seeds and outcome.is_by_score,
        "score": [south, north],
        "result": outcome.result,
        "text": text,
    }


def sowing_view(sowing: Sowing, outcome: Outcome | None = None, after: dict[str, Any] | None = None) -> dict[str, Any]:
    """A move played out, event by event, with the sentence that tells of an event where there is one.

    `after`: the view of the position after it, where it has been made already.
    """
    captions = sowing.captions()
    return {
        "move": sowing.move.text,
        "player": letter(sowing.before.mover),
        "before": position_view(sowing.before, previews=False, choices=False),
        "events": [
            {
                "event": event.event.name.lower().replace("_", "-"),
                "hole": event.hole,
                "seeds": event.seeds,
                "player": letter(event.player),
                "lap": event.lap,
                "text": captions.get(index, ""),
            }
            for index, event in enumerate(sowing.events)
        ],
        "laps": sowing.laps,
        "captured": list(sowing.captured),
        "explanation": sowing.explain(),
        "after": after or position_view(sowing.after, outcome, previews=False),
    }


def game_view(game: Game) -> dict[str, Any]:
    """A game and its options, as a form shows them."""
    spec = game.spec
    return {
        "id": spec.id,
        "name": spec.name,
        "people": told(spec.people),
        "rules_version": spec.rules_version,
        "options": [option_view(option, game.options[option.name]) for option in spec.options],
        "match": [option_view(option, option.default) for option in spec.match.options],
        "has_opening": spec.has_opening,
    }


def option_view(option: Any, value: Any) -> dict[str, Any]:
    """An option: its value, default, and what it may be."""
    return {
        "name": option.name,
        "value": value,
        "default": option.default,
        "doc": told(option.doc),
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
        "boolean": isinstance(option.default, bool),
    }
