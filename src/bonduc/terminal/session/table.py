"""The table: the round or match being played, who sits where, and the moves as they can be told and taken back."""

from __future__ import annotations

from collections.abc import Mapping

from bonduc.errors import BonducError
from bonduc.games.options import Value
from bonduc.language import N_, Items, _, digits, ngettext, told
from bonduc.notation import Move
from bonduc.play import Match, Round
from bonduc.players import SOUTH, Player
from bonduc.position import Game, Position, Sowing
from bonduc.terminal.session.seats import Seat


class Table:
    """A game under way. `players` are the two players by their seat in the first round."""

    def __init__(
        self,
        game: Game,
        players: tuple[Seat, Seat],
        position: Position | None = None,
        match_options: Mapping[str, Value] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.match: Match | None = None
        self._round = Round(game, position)
        if match_options is not None:
            if position is not None:
                raise BonducError(N_("a match starts from the start of its game: leave --position or --match out"))
            self.match = Match(game, **match_options)

    @property
    def round(self) -> Round:
        """The round under way, or just finished."""
        return self._round if self.match is None else self.match.round

    def put(self, round_: Round) -> None:
        """Go on with this round instead, outside any match."""
        self.match = None
        self._round = round_
        self.game = round_.game

    def put_match(self, match: Match) -> None:
        """Go on with this match instead."""
        self.match = match
        self.game = match.game

    def seat(self, side: Player) -> Seat:
        """Who sits at a side of the board in this round."""
        return self.players[self.player(side)]

    def player(self, side: Player) -> Player:
        """The player at a side of the board, named by the seat of the first round."""
        return side if self.match is None else self.match.seats(self.match.number)[side]

    @property
    def mover(self) -> Player | None:
        """Whose move it is; None when the round is over."""
        return self.round.mover

    @property
    def computer_to_move(self) -> bool:
        """Whether the computer is to move."""
        return self.mover is not None and self.seat(self.mover).is_computer

    @property
    def people(self) -> tuple[Player, ...]:
        """The sides at which people sit."""
        return tuple(side for side in Player if not self.seat(side).is_computer)

    @property
    def last_move(self) -> Sowing | None:
        """The last move of the round, event by event."""
        moves = self.round.moves
        return self.round.positions[-2].sowing(moves[-1]) if moves else None

    def restart(self) -> None:
        """A new round, or a new match, of the same game from its start."""
        if self.match is None:
            self._round = Round(self.game)
        else:
            self.match = Match(self.game, **self.match.options)

    def take_back(self) -> list[Move | None]:
        """Undo to the previous turn of a person; the moves taken back. BonducError if there is nothing."""
        undone = [self.round.undo()]
        while self.people and self.computer_to_move and self.round.moves:
            undone.append(self.round.undo())
        return undone

    def bring_back(self) -> list[Move | None]:
        """Redo up to the next turn of a person; the moves played again. BonducError if there is nothing."""
        redone = [self.round.redo()]
        while self.people and self.computer_to_move:
            try:
                redone.append(self.round.redo())
            except BonducError:
                break
        return redone

    def title(self) -> str:
        """The line above the board."""
        parts = [self.game.name]
        if self.game.options_text != "-":
            parts.append(self.game.options_text)
        if self.match is not None:
            south, north = self.match.score
            parts.append(_("round {number}", number=self.match.number))
            parts.append(_("match {south} : {north}", south=points(south), north=points(north)))
        if self.round.moves:
            parts.append(ngettext("after {count} move", "after {count} moves", len(self.round.moves)))
        return told(Items(parts))

    def names(self) -> tuple[str, str]:
        """What the two sides of the board are called."""
        return self._name(Player.SOUTH), self._name(Player.NORTH)

    def _name(self, side: Player) -> str:
        seat = self.seat(side)
        if len(self.people) == 2 and self.match is None:
            return told(side)
        if seat.is_computer:
            return _("{side} (computer, level {level})", side=side, level=seat.level)
        if len(self.people) == 1:
            return _("{side} (you)", side=side)
        return _("{side} (player {number})", side=side, number=self.player(side) + 1)

    def first_person(self) -> Player:
        """The side the board is seen from at first: a person's, South's if there are two or none."""
        return self.people[0] if len(self.people) == 1 else SOUTH


def points(score: float) -> str:
    """Match points: `2`, `1½`."""
    whole = int(score)
    return digits(f"{whole or ''}½" if score != whole else str(whole))
