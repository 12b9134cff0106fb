"""A line of best play from a position whose value is proved.

Outside the tables both sides play by the strategies of their claims. Where the tables know the value, a move that keeps
it need not lead on: so a side that is still to gain something plays by a strategy for a capture or the end, within the
positions of as many seeds; a side that is not may go round in a circle, which is worth to it what is in store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bonduc.notation import Move
from bonduc.players import SOUTH, Player
from bonduc.position import Position
from bonduc.solve.by_seeds.tables import Tables
from bonduc.solve.proofs.certificate import known_lead, lead_of
from bonduc.solve.proofs.strategy import NoStrategyError, Strategy

LONGEST = 400
MOST_POSITIONS = 4000  # of a strategy within the tables: about a second


def best_line(
    start: Position, south_lead: int, strategies: Mapping[Player, Mapping[str, str]], tables: Tables
) -> tuple[Move, ...]:
    """The line from `start`, in which South ends with `south_lead`: to the end of the round, or as far as it is known.

    `strategies` are the moves of each side's claim, by the text of the position.
    """
    player = _Player(south_lead, strategies, tables)
    line: list[Move] = []
    here, seen = start, {start.repetition_key}
    while here.mover is not None and len(line) < LONGEST:
        move = player.move(here, seen)
        if move is None:
            break
        here = here.play(move)
        repeats = here.repetition_key in seen
        if repeats and lead_of(here, SOUTH) != south_lead:
            break
        line.append(move)
        if repeats:
            break
        seen.add(here.repetition_key)
    return tuple(line)


class _Player:
    """Plays for both sides."""

    def __init__(self, south_lead: int, strategies: Mapping[Player, Mapping[str, str]], tables: Tables) -> None:
        self._leads = {side: south_lead if side == SOUTH else -south_lead for side in Player}
        self._strategies, self._tables = strategies, tables
        self._tabled: dict[Player, dict[Position, Move]] = {side: {} for side in Player}

    def move(self, here: Position, seen: set[bytes]) -> Move | None:
        """The move of the side to move; None if it is not known."""
        side = here.mover
        assert side is not None
        text = self._strategies[side].get(str(here))
        if text is not None:
            return here.parse_move(text)
        keeping = [move for move in here.legal_moves if self._keeps(here.play(move), side)]
        if self._leads[side] <= lead_of(here, side):
            fresh = [move for move in keeping if here.play(move).repetition_key not in seen]
            return next(iter(fresh or keeping), None)
        if here not in self._tabled[side]:
            self._tabled[side] = self._progress(here, side)
        return self._tabled[side].get(here)

    def _keeps(self, after: Position, side: Player) -> bool:
        """Does a side still end with its lead, by the tables or by the number of seeds?"""
        lead = self._leads[side]
        known = known_lead(after, side, self._tables)
        return known >= lead if known is not None else lead_of(after, side) - sum(after.holes) >= lead

    def _progress(self, here: Position, side: Player) -> dict[Position, Move]:
        """Moves that lead a side to a capture or the end, its lead kept, without a circle; none if not found."""
        seeds = sum(here.holes)

        def is_won(position: Position) -> bool | None:
            keeps = self._keeps(position, side)
            return None if keeps and position.mover is not None and sum(position.holes) == seeds else keeps

        def moves(position: Position) -> Iterator[Move]:
            return (move for move in position.legal_moves if self._keeps(position.play(move), side))

        try:
            return Strategy(here, side, is_won, moves, MOST_POSITIONS).moves()
        except NoStrategyError:
            return {}
