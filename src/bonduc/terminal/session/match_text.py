"""What is said between the rounds of a match."""

from __future__ import annotations

from bonduc.language import N_, Items, _
from bonduc.play import Match
from bonduc.players import Player
from bonduc.terminal.session.table import points


def announce_round(match: Match) -> list[str]:
    """The start of a round: who holds what, closed and bought holes, seats, who begins."""
    position = match.round.initial
    words, names = match.game.spec.words, match.game.layout.names
    lines = [_("Round {number}.", number=match.number)]
    if match.holdings is not None:
        south, north = map(words.counted, match.holdings)
        lines.append(_("South holds {south}, North {north}.", south=south, north=north))
    if position.closed:
        closed = Items(names[hole] for hole in sorted(position.closed))
        lines.append(_("Closed with sand: {holes}.", holes=closed))
    for player in Player:
        bought = [
            names[hole]
            for hole, owner in enumerate(position.owners)
            if owner == player and match.game.layout.side(hole) != player
        ]
        if bought:
            lines.append(_("{player} has bought {holes}.", player=player, holes=Items(bought)))
    if match.seats(match.number) != match.seats(1):
        lines.append(_("The players have changed seats."))
    elif match.number > 1 and match.seats(match.number) == match.seats(1) != match.seats(match.number - 1):
        lines.append(_("The players are back in their first seats."))
    if position.mover is not None:
        lines.append(_("{player} begins.", player=position.mover))
    return [" ".join(lines)]


def announce_match_end(match: Match) -> list[str]:
    """The score after a round, and who has won if the match is over."""
    south, north = match.score
    score = _("Match score {south} : {north}.", south=points(south), north=points(north))
    over = match.outcome
    if over is None:
        return [score]
    if over.winner is None:
        return [score, _("The match is drawn: {reason}.", reason=over.reason)]
    winner: object = over.winner
    if match.seats(2) != match.seats(1):
        winner = N_("Player {number}", number=over.winner + 1)
    return [score, _("{player} wins the match: {reason}.", player=winner, reason=over.reason)]
