"""What is said between the rounds of a match."""

from __future__ import annotations

from bonduc.play import Match
from bonduc.players import Player
from bonduc.terminal.session.table import points


def announce_round(match: Match) -> list[str]:
    """The start of a round: who holds what, closed and bought holes, seats, who begins."""
    position = match.round.initial
    words, names = match.game.spec.words, match.game.layout.names
    lines = [f"Round {match.number}."]
    held = match.holdings
    if held is not None:
        south, north = held
        lines.append(f"South holds {south} {words.seeds}, North {north}.")
    if position.closed:
        lines.append(f"Closed with sand: {', '.join(names[hole] for hole in sorted(position.closed))}.")
    for player in Player:
        bought = [
            names[hole]
            for hole, owner in enumerate(position.owners)
            if owner == player and match.game.layout.side(hole) != player
        ]
        if bought:
            lines.append(f"{player} has bought {', '.join(bought)}.")
    if match.seats(match.number) != match.seats(1):
        lines.append("The players have changed seats.")
    elif match.number > 1 and match.seats(match.number) == match.seats(1) != match.seats(match.number - 1):
        lines.append("The players are back in their first seats.")
    if position.mover is not None:
        lines.append(f"{position.mover} begins.")
    return [" ".join(lines)]


def announce_match_end(match: Match) -> list[str]:
    """The score after a round, and who has won if the match is over."""
    south, north = match.score
    score = f"Match score {points(south)} : {points(north)}."
    over = match.outcome
    if over is None:
        return [score]
    names = {Player.SOUTH: "South", Player.NORTH: "North"}
    if match.seats(2) != match.seats(1):
        names = {Player.SOUTH: "Player 1", Player.NORTH: "Player 2"}
    verdict = "The match is drawn" if over.winner is None else f"{names[over.winner]} wins the match"
    return [f"{score} {verdict}: {over.reason}."]
